"""Looks up what the plan put where: the lines of a mark, how many there are, which mark leads."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .documents import Document, MarkedLine, find_lines

MOST_LINES = 50
Evidence = dict[str, str | int | bool | list[int]]


@dataclass(frozen=True, slots=True)
class Facts:
    """The marked documents of one sample."""

    documents: tuple[Document, ...]

    def lines(self, mark: str) -> list[MarkedLine]:
        return [line for document in self.documents for line in document.lines if mark in line.marks]

    def count(self, mark: str) -> int:
        """Count the lines of a mark; a mark that nothing carries is a mistake of the plan."""
        found = len(self.lines(mark))
        if not found:
            raise KeyError(mark)
        return found

    def endings(self, beginning: str) -> list[str]:
        """Give what follows `beginning` in the marks that start with it, each once, in file order."""
        return list(dict.fromkeys(mark.removeprefix(beginning) for mark in self._marks(beginning)))

    def leader(self, beginning: str) -> tuple[str, int]:
        """Give the ending that most lines carry, with their number; raises when two share the lead."""
        counts = {ending: self.count(beginning + ending) for ending in self.endings(beginning)}
        first, second = sorted(counts, key=lambda ending: -counts[ending])[:2]
        if counts[first] == counts[second]:
            raise ValueError(f"{beginning!r}: {first} and {second} both lead with {counts[first]}")
        return first, counts[first]

    def evidence(self, marks: Sequence[str]) -> list[Evidence]:
        for mark in marks:
            self.count(mark)
        return [_evidence(path, numbers) for path, numbers in find_lines(self.documents, *marks).items()]

    def places(self, *marks: str) -> list[str]:
        """Give `path:line` of the marked lines."""
        found = find_lines(self.documents, *marks)
        return [f"{path}:{number}" for path, numbers in found.items() for number in numbers]

    def _marks(self, beginning: str) -> Iterator[str]:
        for document in self.documents:
            for line in document.lines:
                yield from (mark for mark in line.marks if mark.startswith(beginning))


def _evidence(path: str, numbers: list[int]) -> Evidence:
    shown: Evidence = {"file": path, "line_numbers": numbers[:MOST_LINES]}
    if len(numbers) > MOST_LINES:
        shown |= {"total_lines": len(numbers), "truncated": True}
    return shown
