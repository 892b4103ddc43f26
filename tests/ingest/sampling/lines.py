"""Makes source lines and chunks for the tests of sampling."""

from __future__ import annotations

from textwrap import dedent

from graph_store.records import SourceLine
from ingest.learn.sampling.split_chunks import SampleChunk


class Letters:
    """Counts characters, so that limits in tests can be counted by hand."""

    name = "letters"

    def __call__(self, text: str) -> int:
        """Return the number of characters."""
        return len(text)


def read(text: str, path: str = "a.cfg") -> list[SourceLine]:
    """Return the lines of a text that is indented in the test."""
    return [
        SourceLine(path, number, line) for number, line in enumerate(dedent(text).strip("\n").split("\n"), 1)
    ]


def chunk(*texts: str) -> SampleChunk:
    """Return a chunk of these lines."""
    lines = tuple(SourceLine("a.log", number, text) for number, text in enumerate(texts, 1))
    return SampleChunk("a.log", (), lines, 0, len(texts))


def numbers(lines: tuple[SourceLine, ...] | list[SourceLine]) -> list[int]:
    """Return the lines' numbers."""
    return [line.number for line in lines]
