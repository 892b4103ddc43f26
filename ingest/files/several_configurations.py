"""Parts a file that holds the configurations of several devices, one behind the other: a file for each."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Container, Mapping, Sequence
from itertools import islice, pairwise, takewhile
from pathlib import Path
from typing import NamedTuple

from formats.device_names import SETTING, DeviceName, find_device_names
from ingest.captures.cut_outputs import cut_outputs
from ingest.files.convert_document import converts
from ingest.files.encoding import HEAD_BYTES, encoding_of, open_raw
from ingest.files.log_or_configuration import is_prose
from ingest.files.says_something import says_something
from reading.closed_blocks import COMMENT_SIGNS
from reading.prompts import find_prompts, shows_configuration
from reading.statements import DIGITS, ENDED, SCRIPT
from reading.tokens import indent_of

MOST_BYTES = 10_000_000
"""A larger file is one."""
MOST_BLANK = 50_000_000
"""Lines that stand for those before a part, in all parts; what would need more is one file."""
LOOKED_AT = 5_000
"""Lines that tell whether a file is prose, or outputs."""
_HINTS = (b"ame", b"a\0m\0e\0")
_LEAST_STATEMENTS, _MOST_COMMENTS = 3, 20
_WORD = re.compile(r"[^\s\"';]+")

_Prompt = tuple[int, str, str]
"""Where a prompt of a session stands, the device that it names, and its command."""


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
    lines = data.decode(encoding_of(data[:HEAD_BYTES]) or "utf-8", "replace").split("\n")
    begins = _begins(lines)
    first = [line.rstrip("\r") for line in lines[:LOOKED_AT]] if len(begins) > 1 else []
    if not first or is_prose(first) or cut_outputs(first, location.name):
        return []  # prose quotes configurations, and outputs have devices of their own
    if sum(begin for _, begin in begins) > MOST_BLANK:
        return []
    folder, parts = make_folder(), dict[Path, None]()
    for (name, begin), (_, end) in pairwise([*begins, ("", len(lines))]):
        place = folder / name
        while place in parts:
            place = place.with_name(f"{place.name} again")
        own = [*lines[begin:end], *([""] if end < len(lines) else [])]
        place.write_text("\n" * begin + "\n".join(own), "utf-8", newline="")
        parts[place] = None
    return list(parts)


def _begins(lines: Sequence[str]) -> list[tuple[str, int]]:
    """Return the name of each configuration, or blank, and the index of its first line.

    A device is named anew by a script, or by a later line: another one is meant only where it is sure where its
    configuration begins. What is left in one file is doubted where it is read.
    """
    named = find_device_names(lines)
    begins = [(named[0].name if named else "", 0)]
    prompts = [(-1, "", ""), *find_prompts(lines)] if len(named) > 1 else []
    is_sure = True
    for (before, one), after in zip(pairwise(named), [*named[2:], None], strict=False):
        if one.name.lower() != before.name.lower():
            part = range(begins[-1][1], after.line if after else len(lines))
            begin = _begin(lines, part if is_sure else range(0), before, one, prompts)
            is_sure = begin is not None
            begins += [] if begin is None else [(one.name, begin)]
    return begins


def _begin(
    lines: Sequence[str], both: range, before: DeviceName, named: DeviceName, prompts: Sequence[_Prompt]
) -> int | None:
    """Return where the second of two configurations begins, that of `named`; None where that is not sure.

    It does behind the line that ends the first one, or where it begins as that does. In a session the device prints it
    that has the last prompt before it, and what that printed stands with it.
    """
    between = range(before.line + 1, named.line)
    ends = [] if before.inside or named.inside else [at for at in between if ENDED.match(lines[at])]
    begin = ends[-1] + 1 if ends else _begun_alike(lines, both, before, named)
    shown = prompts[bisect(prompts, (before.line,)) : bisect(prompts, (named.line,))]
    own = list(takewhile(lambda one: one[1] == shown[-1][1], reversed(shown)))
    if begin is None:
        begin = next((at for at, _, command in own if shows_configuration(command)), None)
    elif ends and not own and sum(map(says_something, lines[begin : both.stop])) < _LEAST_STATEMENTS:
        return None
    if begin is None or (
        _has_script(lines[begin : named.line]) and not _has_script(lines[both.start : before.line])
    ):
        return None
    if not own:
        return begin
    earlier = prompts[bisect(prompts, (before.line,)) - 1][1]
    is_first = own[0][1] in (earlier, before.name)
    return None if is_first and named.name not in lines[own[0][0]] else own[-1][0]


def _has_script(lines: Sequence[str]) -> bool:
    return any(map(SCRIPT.match, lines))


def _begun_alike(lines: Sequence[str], both: range, before: DeviceName, named: DeviceName) -> int | None:
    """Return where the second one begins as the first does, if that is once: with a comment, or the first statement.

    Without a comment the two are to say much the same: a script that names the device anew says little.
    """
    names = {before.name.lower(), named.name.lower()}
    shapes = {at: shape for at in both if (shape := _shape(lines[at], names))}
    for at, shape in islice(shapes.items(), _MOST_COMMENTS):
        again = [
            place
            for earlier, place in pairwise(shapes)
            if before.line < place <= named.line and shapes[place] == shape != shapes[earlier]
        ]
        if len(again) == 1 and (shape.is_comment or _are_alike(shapes, again[0])):
            begin = again[0]
            for above in range(begin - 1, max(before.line, begin - 1 - (at - both.start)), -1):
                if above in shapes and not shapes[above].is_comment:
                    break
                begin = above
            return begin
        if not shape.is_comment:
            break
    return None


class _Shape(NamedTuple):
    """What lines of one sort share: a comment without numbers and names, or the first words of a statement."""

    is_comment: bool
    indent: int
    words: tuple[str, ...]


def _shape(line: str, names: Container[str]) -> _Shape | None:
    """Return the shape of a line; None of one that says nothing."""
    text = line.strip()
    if not says_something(text):
        return None
    is_comment = text[0] in COMMENT_SIGNS or text.startswith("//")
    words = [word for word in _WORD.findall(text) if is_comment or word not in SETTING]
    said = ["*" if word.lower() in names else "0" if DIGITS.search(word) else word for word in words]
    return _Shape(is_comment, indent_of(line), tuple(said if is_comment else said[:2]))


def _are_alike(shapes: Mapping[int, _Shape], begin: int) -> bool:
    """Tell whether what stands before and behind a line sets the same sorts of things, for the most part."""
    indent = shapes[begin].indent
    told = {at: one.words for at, one in shapes.items() if len(one.words) > 1 and one.indent <= indent}
    first = {words for at, words in told.items() if at < begin and not shapes[at].is_comment}
    second = {words for at, words in told.items() if at >= begin and not shapes[at].is_comment}
    return len(second) >= _LEAST_STATEMENTS and 2 * len(first & second) >= max(len(first), len(second))
