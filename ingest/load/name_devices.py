"""Finds the device name in a configuration."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, takewhile
from pathlib import Path, PurePosixPath

from formats.device_names import differing_names
from graph_store.records import Value
from ingest.captures.cut_outputs import prompted_device

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$")
_SAID_NAME = re.compile(r"\w[^\r\n\t]{0,63}$")
"""What a property that speaks of the host's name may hold: some makes allow blanks and quotes."""
_STATED = re.compile(
    r"(?i)\b(?:host|sys|system|switch|device|router|node)[-_ ]?name\b[\"':=\s]+"
    r"([A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?)[\"';,\s]*$"
)
"""A line that ends with what it calls the host."""
_ELEMENT = re.compile(r"(?i)<(?:host|sys|system)[-_]?name>\s*([A-Za-z0-9][A-Za-z0-9._-]{0,62})\s*</")
_NOTED = re.compile(
    r"(?i)^\s*(?:#+|//+|!+|;+|--+)\s*(?:host|device|router|switch|node)\s*[:=]\s*"
    r"([A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?)(?=\s*$|\s*[(,;]|\s\s)"
)
"""A comment that says whose file it is."""
_HOST_FILE = re.compile(r"(?i)host-?name(?:ctl)?(?:\.\w+)?")
"""What a file is called that says whose files are in its folder."""
WORDS = Path(__file__).with_name("file_words.toml")


def name_devices(
    roots: Mapping[str, Mapping[str, Value]],
    texts: Mapping[str, Iterable[str]] | None = None,
    files: str = "",
    hosts: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Return the device of each document, from its root's values: path → name. `texts` are the documents' lines.

    `hosts` are the names of folders' hosts, as `name_folders` finds them; `files` is the pattern of the names of files
    that together, in one folder, are the configuration of one device.
    """
    together = {
        path: _folder(path) for path in roots if files and re.fullmatch(files, PurePosixPath(path).name)
    }
    joined: dict[str, dict[str, Value]] = defaultdict(dict)
    lines: dict[str, Iterable[str]] = {}
    for path, root in roots.items():
        whole = together.get(path, path)
        joined[whole].update(root)
        lines[whole] = chain(lines.get(whole, ()), (texts or {}).get(path, ()))
    named = _name_devices(joined, lines, hosts or {})
    return {path: named[together.get(path, path)] for path in roots}


@cache
def _words(*sorts: str) -> frozenset[str]:
    """Return words of those sorts in names of files, folders and properties."""
    table = tomllib.loads(WORDS.read_text("utf-8"))
    return frozenset(chain.from_iterable(table[sort] for sort in sorts))


def _folder(path: str) -> str:
    """Return the folder that says which device a file is of, `fw1` of `fw1/etc/config/system`; else the file's."""
    folder = PurePosixPath(path).parent
    if root := next((at for at, name in enumerate(folder.parts) if name in _words("root")), None):
        return str(PurePosixPath(*folder.parts[:root]))
    if root == 0:
        return folder.parts[0]
    while folder.name in _words("folder"):
        folder = folder.parent
    return str(folder) if folder.name else str(PurePosixPath(path).parent)


def _name_devices(
    roots: Mapping[str, Mapping[str, Value]], texts: Mapping[str, Iterable[str]], hosts: Mapping[str, str]
) -> dict[str, str]:
    """Return the device of each document, as `name_devices` does, where each is of a device of its own.

    The root's property wins that speaks of a host's name, tells the documents apart, or repeats the file's name, unless
    lines give several names; then the one name that a line gives to the host, or all prompts; then the host of its
    folder; then the file's name without what all files' names share. Files of one name in several folders
    (`edge1/etc/interfaces`) go by their folder.
    """
    stems = _stems(list(roots))
    own = _own_parts(list(stems.values()))
    values: dict[str, list[str]] = defaultdict(list)
    for root in roots.values():
        for name, value in root.items():
            values[name].append(str(value))
    telling = {name for name, each in values.items() if 1 < len(each) == len(set(each)) == len(roots)}
    return {
        path: (
            "" if differing_names(lines := list(texts.get(path, ()))) else _name(stems[path], root, telling)
        )
        or stated_name(lines)
        or prompted_device(lines)
        or hosts.get(path)
        or hosts.get(_folder(path))
        or own.get(stems[path], stems[path])
        for path, root in roots.items()
    }


def name_folders(texts: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Return the host of each folder that has a file called `hostname`: what that states, or its only word.

    Beside them stand files that are a Linux host's by their names and their tree: path → host.
    """
    found: dict[str, str] = {}
    inside: dict[str, list[str]] = defaultdict(list)
    for path, lines in texts.items():
        inside[_folder(path)].append(path)
        if _HOST_FILE.fullmatch(PurePosixPath(path).name):
            whole = list(lines)
            words = " ".join(whole).split()
            stated = stated_name(whole) or (words[0] if len(words) == 1 and _NAME.match(words[0]) else "")
            found |= {_folder(path): stated} if stated else {}
    return {path: host for path in texts if (host := _host(path, inside, found))} | found


def _host(path: str, inside: Mapping[str, Sequence[str]], hosts: Mapping[str, str]) -> str:
    """Return the host of a file of a Linux host: what its folder or tree is called, or how its name begins."""
    folder, name = PurePosixPath(_folder(path)), PurePosixPath(path)
    if str(folder) in hosts:
        return ""  # a file there says it
    if name.parent != folder:  # in a tree
        is_tree = any(part in _words("root") for part in name.relative_to(folder).parts[:1])
        return folder.name if is_tree and folder.name not in _words("file") else ""
    words = re.split(r"(?<=[_.-])|(?=[_.-])", name.name)
    plain = [word for word in words if word.isalnum()]
    if not any(word.lower() in _words("service") for word in plain):
        return ""
    own = [word for word in plain if word.lower() not in _words("service", "file", "filler")]
    if own and plain[0].lower() in _words("service"):
        return ""  # `haproxy-shop.cfg` and `nginx-shop.conf` may be of two hosts
    if own:
        at, last = words.index(own[0]), len(words) - words[::-1].index(own[-1])
        return "".join(words[at:last])
    shared = [one for one in inside[str(folder)] if one != path]
    return folder.name if shared and folder.name not in _words("file") and _is_of_host(shared, folder) else ""


def _is_of_host(paths: Iterable[str], folder: PurePosixPath) -> bool:
    """Tell whether a folder has the tree of a host, or else only files of services."""
    inside = [PurePosixPath(path).relative_to(folder) for path in paths]
    return any(one.parts[0] in _words("root") for one in inside) or all(
        _words("service").intersection(re.split(r"[_.-]", one.name.lower())) for one in inside
    )


def name_logs(
    paths: Sequence[str], devices: Iterable[str], texts: Mapping[str, Sequence[str]] | None = None
) -> dict[str, str]:
    """Return the known device of each log that is named for it: path → name, for records that name no host.

    Files of one name in several folders (`nx1/messages`) go by their folder; what a device showed goes by its prompt,
    where `texts` have the first lines.
    """
    known = {name.lower().split(".")[0]: name for name in devices if name}
    named = {path: known.get(stem.lower(), "") for path, stem in _stems(paths).items()}
    trees = name_folders(dict.fromkeys(paths, ()))
    named |= {path: known[host.lower()] for path, host in trees.items() if host.lower() in known}
    named |= {path: prompted_device(lines) or named[path] for path, lines in (texts or {}).items()}
    return {path: device for path, device in named.items() if device}


def _stems(paths: Sequence[str]) -> dict[str, str]:
    """Return the word for each file: its name without endings, or the nearest folder that is not like the others'."""
    named: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        named[PurePosixPath(path).name.removesuffix(".gz").split(".")[0]].append(path)
    stems = {path: stem for stem, own in named.items() for path in own}
    for own in named.values():
        folders = [PurePosixPath(path).parts[-2::-1] for path in own]
        apart = next((level for level in zip(*folders, strict=False) if len(set(level)) == len(own)), None)
        if len(own) > 1 and apart is not None:
            stems.update(zip(own, apart, strict=True))
    return stems


def _own_parts(stems: Sequence[str]) -> dict[str, str]:
    """Take off how all names end (core_running_config → core), and begin, where that says what files are."""
    words = {stem: re.split(r"(?<=[_-])|(?=[_-])", stem) for stem in stems}
    if len(words) < 2:
        return {}
    before = _shared(words.values())
    opening = next(iter(words.values()))[:before]
    before *= all(word in _words("file") or not word.isalnum() for word in map(str.lower, opening))
    after = _shared(parts[::-1] for parts in words.values())
    own = {stem: "".join(parts[before : len(parts) - after]).strip("_-") for stem, parts in words.items()}
    return own if all(own.values()) and len(set(own.values())) == len(own) else {}


def _shared(names: Iterable[Sequence[str]]) -> int:
    """Count the parts that all names begin with."""
    alike = (len(set(parts)) == 1 for parts in zip(*names, strict=False))
    return sum(takewhile(bool, alike))


def known_devices(texts: Iterable[Iterable[str]], names: Iterable[str] = ()) -> frozenset[str]:
    """Return what configurations call their hosts, and further names: in small letters, without domains."""
    stated = [name for lines in texts if (name := stated_name(lines))]
    return frozenset(name.lower().split(".")[0] for name in (*stated, *names) if not name[0].isdigit())


def stated_name(lines: Iterable[str]) -> str:
    """Return what the lines call the host, or else what their comments do, where they agree on one name."""
    stated, noted = set[str](), set[str]()
    for line in (line[:200] for line in lines):
        if "ame" in line.lower() and (match := _STATED.search(line) or _ELEMENT.search(line)):
            stated.add(match[1])
        elif match := _NOTED.match(line):
            noted.add(match[1])
    found = stated or noted
    return found.pop() if len(found) == 1 else ""


def _name(stem: str, values: Mapping[str, Value], telling: Container[str]) -> str:
    """Return the value that is most likely the host's name; nothing where none is likely."""
    best, most = "", 2
    for name, value in values.items():
        if not isinstance(value, str) or len(value) > 64:
            continue
        says_host = name.rpartition("_")[2] in _words("property") or name.endswith("host_name")
        if not (_SAID_NAME.match(value) if says_host else _NAME.match(value)):
            continue
        score = 3 * says_host + 3 * (value.lower() == stem.lower()) + (name in telling)
        if score > most:
            best, most = value, score
    return best
