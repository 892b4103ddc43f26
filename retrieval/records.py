"""The records of retrieval: what a mode finds, and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from pydantic import BaseModel

from graph_store.records import Document, SourceLine
from retrieval.switches import TECHNIQUES as TECHNIQUES
from retrieval.switches import GlobalStyle, Technique

Reply = TypeVar("Reply", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    """How the modes work; `without` are techniques that mode `advanced` leaves out."""

    global_style: GlobalStyle = "one-pass"
    without: frozenset[Technique] = frozenset()

    def uses(self, technique: Technique) -> bool:
        """Say whether a technique is on."""
        return technique not in self.without


@dataclass(frozen=True, slots=True)
class ReportStatement:
    """What a report says, and the ids of the lines that it rests on; `total` counts lines left out, too.

    `about` is the kind of thing that it is about, where it is about one.
    """

    text: str
    lines: tuple[int, ...]
    total: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """What a mode found: original lines, or with `text` a statement that rests on them; `trail` is where they stand."""

    lines: tuple[SourceLine, ...]
    score: float
    text: str = ""
    trail: tuple[str, ...] = ()
    total_lines: int = 0


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The passages, best first, and what else a person should know of how they were found."""

    passages: tuple[Passage, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KgLine:
    """One line of a document, with its id in the graph."""

    id: int
    document: Document
    number: int
    text: str

    @property
    def source(self) -> SourceLine:
        """Return what is cited."""
        return SourceLine(self.document.path, self.number, self.text)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines of one document that stand together, under the headings of `trail`, the outermost first."""

    lines: tuple[KgLine, ...]
    trail: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return the words of the lines, and of the headings above them."""
        above = (head for head in self.trail if head not in self.lines[0].text)
        return "\n".join([*above, *(line.text for line in self.lines)])


class AsksModel(Protocol):
    """Asks a model by the name of a prompt, and reads its reply. Raises what calls raise."""

    def ask(self, name: str, values: Mapping[str, str], expected: type[Reply]) -> Reply: ...


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A question with the model that may help, None where there is none."""

    question: str
    model: AsksModel | None = None
    options: RetrievalOptions = field(default_factory=RetrievalOptions)
