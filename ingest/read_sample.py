"""Reads what parsers are learned from: enough of each document, and what kind it is."""

from __future__ import annotations

from itertools import islice

from ingest.is_prose import is_prose
from ingest.read_lines import InputFile, kind_of, read_lines
from ingest.records import Kind, Sample

SAMPLE_LINES = 5_000
SAMPLE_CHARACTERS = 2_000
KIND_LINES = 400


def read_sample(file: InputFile) -> Sample:
    """Read what parsers are learned from: a configuration whole, the first lines and some later ones of a log.

    What stands behind the first 2,000 characters of a line teaches nothing more, and costs time.
    """
    texts = (line.text[:SAMPLE_CHARACTERS] for line in read_lines(file))
    first = list(islice(texts, SAMPLE_LINES))
    kind: Kind = kind_of(first[:KIND_LINES])
    if kind == "configuration" and is_prose(first):
        return Sample(file.path, "text", ())
    if kind == "configuration":
        return Sample(file.path, kind, (*first, *texts))
    later = list(texts)
    step = max(1, len(later) // SAMPLE_LINES)
    numbers = [*range(len(first)), *range(len(first), len(first) + len(later), step)][: 2 * SAMPLE_LINES]
    lines = tuple(first + later[::step][:SAMPLE_LINES])
    return Sample(file.path, kind, lines, tuple(number + 1 for number in numbers))
