"""Parts a file that holds the configurations of several devices, one behind the other: a file for each."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ingest.files.convert_document import converts
from ingest.files.encoding import HEAD_BYTES, encoding_of, open_raw

MOST_BYTES = 10_000_000
"""A larger file is one."""
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
_SCRIPT = re.compile(
    r"^(?:\S+[#>] ?)?(?:conf(?:igure)?(?: t(?:erm(?:inal)?)?)?|system-view)[ \t]*\r?$", re.MULTILINE
)


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
    ends = [begin for _, begin in begins[1:]] + [len(text)]
    folder = make_folder() if len(begins) > 1 else location
    parts = list[Path]()
    for (name, begin), end in zip(begins, ends, strict=True) if len(begins) > 1 else ():
        place = folder / name
        while place in parts:
            place = place.with_name(f"{place.name} again")
        place.write_text("\n" * text.count("\n", 0, begin) + text[begin:end], "utf-8", newline="")
        parts.append(place)
    return parts


def _begins(text: str) -> list[tuple[str, int]]:
    """Return the name of each configuration, or blank, and where it begins.

    A device is named anew by a script, or by a later line: another one is meant only behind the end of a
    configuration, or the begin of the next.
    """
    before: re.Match[str] | None = None
    begins = [("", 0)]
    for named in _NAMED.finditer(text):
        if before is None:
            begins = [(named["name"], 0)]
        elif named["name"].lower() != before["name"].lower():
            begin = _between(text, before, named)
            begins += [] if begin is None else [(named["name"], begin)]
        before = named
    return begins


def _between(text: str, before: re.Match[str], named: re.Match[str]) -> int | None:
    """Return where the configuration of the second name begins; None where it is the first one's."""
    ends = (
        [] if before["margin"] or named["margin"] else list(_END.finditer(text, before.end(), named.start()))
    )
    begin = ends[-1].end() if ends else None
    if begin is None:
        found = _BEGIN.search(text, before.end(), named.start())
        begin = found.start() if found else None
    is_script = begin is not None and _SCRIPT.search(text, begin, named.start()) is not None
    return None if is_script else begin
