"""Parts a file that holds the configurations of several devices, one behind the other: a file for each."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise, takewhile
from pathlib import Path

from ingest.captures.cut_outputs import cut_outputs, find_prompts
from ingest.files.convert_document import converts
from ingest.files.encoding import HEAD_BYTES, encoding_of, open_raw
from ingest.files.log_or_configuration import is_prose
from reading.statements import SCRIPT

MOST_BYTES = 10_000_000
"""A larger file is one."""
MOST_BLANK = 50_000_000
"""Lines that stand for those before a part, in all parts; what would need more is one file."""
LOOKED_AT = 5_000
"""Lines that tell whether a file is prose, or outputs."""
_HINTS = (b"hostname", b"host-name", b"sysname", b"switchname", b"h\0o\0s\0t\0", b"s\0y\0s\0n\0")
_NAMED = re.compile(
    r"^(?P<margin>[ \t]*)(?:set (?:system |deviceconfig system )?)?(?:hostname|host-name|sysname|switchname)[ \t]+"
    r"(?P<quote>[\"']?)(?P<name>\w[\w.-]{0,62})(?P=quote)[ \t]*;?[ \t]*\r?$",
    re.MULTILINE,
)
_END = re.compile(r"^(?:end|return)[ \t]*\r?\n", re.MULTILINE)
_BEGIN = re.compile(
    r"^(?:!Command: show |Building configuration|Current configuration|version \S+[ \t]*\r?$|set version |ASA Version "
    r"|: Saved|!! IOS XR |#config-version=|## Last |; \S+ Configuration Editor"
    r"|[<\[]?[\w.@/:-]+[#>\]] ?(?:show|sh|display) +(?:run|conf|cur))",
    re.MULTILINE,
)
_SCRIPT = re.compile(rf"^{SCRIPT.pattern}", re.MULTILINE)

_Prompt = tuple[int, str, str]


def part_configurations(location: Path, make_folder: Callable[[], Path]) -> list[Path]:
    """Write each configuration of a file into a new folder, called as its device; none where the file has only one.

    Each keeps the numbers of its lines: blank ones stand for those before it. Raises OSError and EOFError.
    """
    if converts(location) or location.stat().st_size > MOST_BYTES:
        return []
    with open_raw(location) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES or sum(map(data.count, _HINTS)) < 2:
        return []
    text = data.decode(encoding_of(data[:HEAD_BYTES]) or "utf-8", "replace")
    begins = _begins(text)
    first = text.splitlines()[:LOOKED_AT] if len(begins) > 1 else []
    if not first or is_prose(first) or cut_outputs(first, location.name):
        return []  # prose quotes configurations, and outputs have devices of their own
    found = [text.count("\n", at, end) for at, end in pairwise([0, *(begin for _, begin in begins)])]
    blank = list(accumulate(found))
    if sum(blank) > MOST_BLANK:
        return []
    ends = [begin for _, begin in begins[1:]] + [len(text)]
    folder, parts = make_folder(), dict[Path, None]()
    for (name, begin), end, above in zip(begins, ends, blank, strict=True):
        place = folder / name
        while place in parts:
            place = place.with_name(f"{place.name} again")
        place.write_text("\n" * above + text[begin:end], "utf-8", newline="")
        parts[place] = None
    return list(parts)


def _begins(text: str) -> list[tuple[str, int]]:
    """Return the name of each configuration, or blank, and where it begins.

    A device is named anew by a script, or by a later line: another one is meant only behind the end of a
    configuration, or the begin of the next.
    """
    before: re.Match[str] | None = None
    begins, prompts = [("", 0)], list[_Prompt]()
    for named in _NAMED.finditer(text):
        if before is None:
            begins = [(named["name"], 0)]
        elif named["name"].lower() != before["name"].lower():
            prompts = prompts or _prompts(text)
            begin = _between(text, before, named, prompts)
            begins += [] if begin is None else [(named["name"], begin)]
        before = named
    return begins


def _prompts(text: str) -> list[_Prompt]:
    """Return where each prompt of a session stands, its line, and the device that it names; one of nobody first."""
    lines = text.split("\n")
    places = list(accumulate((len(line) + 1 for line in lines), initial=0))
    return [(0, "", ""), *((places[at], lines[at], device) for at, device, _ in find_prompts(lines))]


def _between(
    text: str, before: re.Match[str], named: re.Match[str], prompts: Sequence[_Prompt]
) -> int | None:
    """Return where the configuration of the second name begins; None where it is the first one's.

    In a session the device prints it that has the last prompt before it, and what that printed stands with it.
    """
    ends = (
        [] if before["margin"] or named["margin"] else list(_END.finditer(text, before.end(), named.start()))
    )
    begin = ends[-1].end() if ends else None
    if begin is None:
        found = _BEGIN.search(text, before.end(), named.start())
        begin = found.start() if found else None
    if begin is None or _SCRIPT.search(text, begin, named.start()):
        return None
    later = bisect(prompts, (before.start(),))
    shown = prompts[later : bisect(prompts, (named.start(),))]
    own = list(takewhile(lambda one: one[2] == shown[-1][2], reversed(shown)))
    if not own:
        return begin
    is_first = own[0][2] in (prompts[later - 1][2], before["name"])
    return None if is_first and named["name"] not in own[0][1] else own[-1][0]
