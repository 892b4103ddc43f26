"""Reads enough of each document to learn a parser from, and tells what kind it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from ingest.captures.cut_outputs import cut_outputs, kind_shown
from ingest.files.find_files import InputFile
from ingest.files.log_or_configuration import is_prose, kind_of
from ingest.files.read_lines import pick_lines, read_lines
from ingest.records import Kind, Sample
from reading.styles import nested_style

SAMPLE_LINES = 5_000
SAMPLE_CHARACTERS = 2_000
KIND_LINES = 400


def read_sample(file: InputFile) -> Sample:
    """Read what parsers are learned from: a configuration whole, the first lines and some later ones of a log.

    Lines are cut after 2,000 characters, but not those of a document nested in signs, which may be one line.
    """
    texts = (line.text[:SAMPLE_CHARACTERS] for line in read_lines(file))
    first = list(islice(texts, SAMPLE_LINES))
    if cut_outputs(first, file.path):
        return Sample(file.path, "capture", (*first, *texts))
    kind: Kind = kind_shown(first) or kind_of(first[:KIND_LINES])
    if kind == "configuration" and is_prose(first):
        return Sample(file.path, "text", ())
    if kind == "configuration":
        cut = any(len(text) == SAMPLE_CHARACTERS for text in first) and nested_style(first)
        lines = tuple(line.text for line in read_lines(file)) if cut else (*first, *texts)
        if number := too_deep(lines):
            note = f"more than {DEEPEST} blocks inside each other; its lines are loaded as plain text"
            return Sample(file.path, "text", (), note=f"{file.path}:{number}: {note}")
        return Sample(file.path, kind, lines)
    wanted = pick_lines(file, _later_numbers)
    later = tuple(line.text[:SAMPLE_CHARACTERS] for line in wanted)
    numbers = (*range(1, len(first) + 1), *(line.number for line in wanted))
    return Sample(file.path, kind, (*first, *later), numbers)


def _later_numbers(total: int) -> list[int]:
    """Choose evenly from the lines behind the first ones."""
    step = max(1, (total - SAMPLE_LINES) // SAMPLE_LINES)
    return list(range(SAMPLE_LINES + 1, total + 1, step))[:SAMPLE_LINES]


DEEPEST = 100
"""Blocks inside each other; the deepest real configurations have about 20, documents of clouds 40."""
_BRACE = re.compile(r"([{\[])|[}\]]")
_CURLY = re.compile(r"(\{)|\}")
_TAG = re.compile(r"<(?:(/)|[!?])?[^<>]*?(/)?>")


def too_deep(lines: Sequence[str]) -> int:
    """Return the index behind the line with more than 100 blocks around it, 0 where there is none.

    Blocks are made by indentation, by braces, in JSON also by brackets, and in XML by tags.
    """
    first = next((line.lstrip()[0] for line in lines if line.strip()), "")
    indents: list[int] = []
    signs = 0
    for number, line in enumerate(lines, 1):
        signs = _after(line, signs, first)
        text = line.expandtabs().strip("\r\n")
        indent = len(text) - len(text.lstrip())
        while indents and indents[-1] >= indent:
            indents.pop()
        if text.strip():
            indents.append(indent)
        if max(signs, len(indents)) > DEEPEST:
            return number
    return 0


def _after(line: str, depth: int, first: str) -> int:
    """Return how many blocks are open behind a line, or in it where those are too many."""
    if first == "<":
        for tag in _TAG.finditer(line):
            if not tag[0].startswith(("<!", "<?")) and not tag[2]:
                depth = max(0, depth + (-1 if tag[1] else 1))
            if depth > DEEPEST:
                return depth
        return depth
    for sign in (_BRACE if first in ("{", "[") else _CURLY).finditer(line):
        depth = max(0, depth + (1 if sign[1] else -1))
        if depth > DEEPEST:
            return depth
    return depth
