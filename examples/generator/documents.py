"""Text files whose lines carry marks, so that every answer knows the lines that prove it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MARK = " @@"


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """One line of output, and the facts it proves."""

    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One file of the sample; `path` is relative to the sample's folder."""

    path: str
    lines: tuple[MarkedLine, ...]

    def text(self) -> str:
        return "".join(f"{line.text}\n" for line in self.lines)

    def numbers(self, *marks: str) -> list[int]:
        """Give the 1-based numbers of the lines that carry any of `marks`."""
        return [n for n, line in enumerate(self.lines, 1) if not set(marks).isdisjoint(line.marks)]


def marked_lines(outline: str) -> list[MarkedLine]:
    """Read an outline: a line may end in ` @@mark` or ` @@mark,mark`; blank lines are left out."""
    return [_marked_line(raw) for raw in outline.splitlines() if raw.strip()]


def _marked_line(raw: str) -> MarkedLine:
    text, _, marks = raw.partition(MARK)
    return MarkedLine(text.rstrip(), tuple(marks.split(",")) if marks else ())


def find_lines(documents: Iterable[Document], *marks: str) -> Mapping[str, list[int]]:
    """Give path → line numbers for the lines that carry any of `marks`."""
    found = {document.path: document.numbers(*marks) for document in documents}
    return {path: numbers for path, numbers in found.items() if numbers}
