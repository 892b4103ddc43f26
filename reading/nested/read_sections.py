"""Reads sections of assignments into pieces: `[section]` over `name = value`, `/path` over `add name=value ...`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from reading.nested.pieces import NestedValue, plain

SECTION_NAME = re.compile(r"\[([^\[\]]+)\]\s*(?:[#;].*)?$")
ASSIGNED = re.compile(r"([^\s=\[\]\"](?:[^=\"]*[^\s=\"])?)\s*=\s*+(.*)$")
SPACED = re.compile(r"[^\s=]+(?: +[^\s=]+)* += ")
ELEMENT = re.compile(r"\S++(?:\s++[\w.-]++=(?:\"[^\"]*+\"(?!\S)|\S*+))++\s*$")
PATH = re.compile(r"/[A-Za-z]")
PATH_WORD = re.compile(r"([\w.-]+)=(\"(?:[^\"\\]|\\.)*\"|\[[^\[\]]*\]|\S*)|(\"[^\"]*\"|\[[^\[\]]*\]|\S+)")
INI_LINE = re.compile(
    r"[A-Za-z_][\w.\- ]*+(?:\[\w*+\])?\s*+=|\S++(?:\s++[\w.-]++=(?:\"[^\"]*+\"(?!\S)|\S*+))*+\s*$"
)
SETTING = re.compile(r"[A-Za-z_][\w.\-]*\s*=")
NEARLY_ALL = 0.9
COMMA_LIST = re.compile(r"[^\s,\"'\[\]]+(?:,\s*[^\s,\"'\[\]]+)+$")


def whole_lines(lines: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield the lines as (text, first, last); one that ends with a backslash goes on in the next."""
    text, first = "", 0
    for number, line in enumerate(lines):
        first, line = (first, line.strip()) if text else (number, line.rstrip())
        text += line
        if text.endswith("\\") and number + 1 < len(lines):
            text = text[:-1]
            if text:
                continue
        if text.strip():
            yield text, first, number
        text = ""


def value_piece(text: str, first: int, last: int) -> NestedValue:
    """Make the piece of one value: a list where commas part words."""
    if COMMA_LIST.match(text):
        return list_piece([part.strip() for part in text.split(",")], first, last, literal=True)
    said = plain(text) if text[-1:] == text[:1] else text
    return NestedValue(first, said, last=last, literal=text[:1] not in ("'", '"'))


def list_piece(words: Sequence[str], first: int, last: int, literal: bool = False) -> NestedValue:
    """Make the piece of several values of one key, each a word."""
    return NestedValue(first, "[" + " ".join(words) + "]", last=last, literal=literal, words=True)


def listed(piece: NestedValue, key: str, number: int) -> NestedValue:
    """Return the list of that key inside a piece, made where there is none."""
    for name, _, inner in piece.inside:
        if name == key and inner.listed:
            return inner
    inner = NestedValue(number, listed=True)
    piece.inside.append((key, number, inner))
    return inner


def read_ini(lines: Sequence[str]) -> NestedValue:
    """Read sections in brackets; a section whose name is repeated is an element of a list, as are bare words in one.

    The words behind the first of a section's name tell it from others.
    """
    top = NestedValue(0)
    open_piece = top
    spaced = any(SPACED.match(line) for line in lines)
    for text, first, last in whole_lines(lines):
        said = text.strip()
        section = SECTION_NAME.match(said)
        assigned = ASSIGNED.match(said)
        if said[0] in ";#!" or said[:2] == "//":
            top.notes.append((first, said.strip(";#!/ ")))
        elif section:
            lead, _, rest = section.group(1).strip().partition(" ")
            open_piece = NestedValue(first, name=plain(rest.strip()))
            top.inside.append((lead, first, open_piece))
        elif assigned and not is_element(said, open_piece, spaced):
            open_piece.inside.append((assigned.group(1), first, value_piece(assigned.group(2), first, last)))
        else:
            members = listed(open_piece, "member", first)
            members.inside.append((None, first, element(said, first, last)))
            members.last = last
        open_piece.last = max(open_piece.last, last)
    top.notes = [note for note in top.notes if note[1]]
    return top


def is_element(said: str, piece: NestedValue, spaced: bool) -> bool:
    """True for a name with what is assigned to it, rather than a setting whose name has several words."""
    if not ELEMENT.match(said) or SPACED.match(said):
        return False
    return not spaced or said.count("=") > 1 or any(inner.listed for _, _, inner in piece.inside)


def element(said: str, first: int, last: int) -> NestedValue:
    """Make the piece of a line that begins with a name, with what is assigned to it."""
    words = PATH_WORD.findall(said)
    inner = NestedValue(first, last=last, name=plain(words[0][2] or words[0][0]))
    for key, value, bare in words[1:]:
        inner.inside.append((key or bare, first, value_piece(value, first, last)))
    return inner if inner.inside else value_piece(inner.name, first, last)


def read_paths(lines: Sequence[str]) -> NestedValue:
    """Read lines under paths: a verb, perhaps a name, and assignments; a verb that repeats makes elements of a list."""
    rows = list(path_rows(lines))
    unnamed = Counter((path, verb) for path, verb, name, *_ in rows if not name)
    repeated = {verb for (_, verb), often in unnamed.items() if often > 1}
    top = NestedValue(0)
    top.notes = [
        (number, line.strip(" #!")) for number, line in enumerate(lines) if line.strip()[:1] in ("#", "!")
    ]
    homes: dict[tuple[str, bool], NestedValue] = {}
    for path, verb, name, members, first, last in rows:
        if not verb:
            top.inside.append(("", first, NestedValue(first, "")))
            continue
        is_list = bool(name) or verb in repeated
        home = homes.get((path, is_list))
        if home is None:
            home = homes[path, is_list] = NestedValue(first, listed=is_list)
            top.inside.append((path, first, home))
        row = home
        if is_list:
            row = NestedValue(first, name=name)
            home.inside.append((None, first, row))
        row.inside += [(key, first, value_piece(value, first, last)) for key, value in members]
        row.last = home.last = last
    return top


def path_rows(lines: Sequence[str]) -> Iterator[tuple[str, str, str, list[tuple[str, str]], int, int]]:
    """Yield (path, verb, name, members, first line, last line); a line that only names a path has no verb."""
    texts = [whole for whole in whole_lines(lines) if whole[0].strip()[0] not in "#!"]
    verbs = {text.split()[0] for text, _, _ in texts if not PATH.match(text)}
    path = ""
    for text, first, last in texts:
        words = PATH_WORD.findall(text.strip())
        bare = 0
        while bare < len(words) and words[bare][2]:
            bare += 1
        names = [word[2] for word in words[:bare]]
        if PATH.match(text):
            at = next((index for index, word in enumerate(names) if index and word in verbs), None)
            at = at if at is not None else bare if bare == len(words) else bare - 1
            path, names = " ".join(names[:at]).strip("/").replace("/", " "), names[at:]
        members = [(key or word, value) for key, value, word in words[bare:]]
        name = ""
        for word in names[1:]:
            inner = [(key, value) for key, value, _ in PATH_WORD.findall(word.strip("[] ")) if key]
            members = inner + members if word[0] == "[" else members
            word = dict(members).get("name", inner[0][1]) if inner and word[0] == "[" else word
            name = (name + " " + plain(word)).strip()
        yield path, names[0] if names else "", name, members, first, last


def are_paths(lines: Sequence[str]) -> bool:
    """True for lines under paths: the first is one, and nearly all others assign something."""
    said = [text.strip() for text, _, _ in whole_lines(lines) if text.strip()[0] not in "#;!"]
    paths = sum(1 for text in said if PATH.match(text))
    assigned = sum("=" in text for text in said if not PATH.match(text))
    begins = len(said) > 2 and bool(PATH.match(said[0])) and any("=" in text for text in said)
    return begins and paths > 1 and assigned >= NEARLY_ALL * (len(said) - paths)


def are_sections(lines: Sequence[str]) -> bool:
    """True for settings under names in brackets, or without any names."""
    said = [text.strip() for text, _, _ in whole_lines(lines) if text.strip()[0] not in "#;!"]
    settings = [text for text in said if not SECTION_NAME.match(text)]
    alike = sum(1 for text in settings if INI_LINE.match(text))
    if len(said) < 3 or not settings or alike < NEARLY_ALL * len(settings):
        return False
    plain = all(map(SETTING.match, settings)) if len(settings) == len(said) else alike == len(settings)
    return plain or bool(SECTION_NAME.match(said[0]))
