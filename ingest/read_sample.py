"""Reads what parsers are learned from: enough of each document, and what kind it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ingest.induction.configurations.find_style import nested_style
from ingest.is_prose import is_prose
from ingest.read_lines import InputFile, kind_of, pick_lines, read_lines
from ingest.records import Kind, Sample

SAMPLE_LINES = 5_000
SAMPLE_CHARACTERS = 2_000
KIND_LINES = 400


def read_sample(file: InputFile) -> Sample:
    """Read what parsers are learned from: a configuration whole, the first lines and some later ones of a log.

    What stands behind the first 2,000 characters of a line teaches nothing more, and costs time; but a document that is
    nested in signs, and may be one line, can only be read whole.
    """
    texts = (line.text[:SAMPLE_CHARACTERS] for line in read_lines(file))
    first = list(islice(texts, SAMPLE_LINES))
    kind: Kind = kind_of(first[:KIND_LINES])
    if kind == "configuration" and is_prose(first):
        return Sample(file.path, "text", ())
    if kind == "configuration":
        cut = any(len(text) == SAMPLE_CHARACTERS for text in first) and nested_style(first)
        return Sample(file.path, kind, tuple(_whole_lines(file)) if cut else (*first, *texts))
    wanted = pick_lines(file, _later_numbers)
    later = tuple(line.text[:SAMPLE_CHARACTERS] for line in wanted)
    numbers = (*range(1, len(first) + 1), *(line.number for line in wanted))
    return Sample(file.path, kind, (*first, *later), numbers)


def _whole_lines(file: InputFile) -> Iterator[str]:
    return (line.text for line in read_lines(file))


def _later_numbers(total: int) -> list[int]:
    """Choose evenly from the lines behind the first ones."""
    step = max(1, (total - SAMPLE_LINES) // SAMPLE_LINES)
    return list(range(SAMPLE_LINES + 1, total + 1, step))[:SAMPLE_LINES]
