"""The records of the workflow (Question → Query → Outcome → Answer), and the events of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from agent.modes import Mode as Mode
from graph_store.records import Cell, SourceLine, Value

Status = Literal["answered", "none", "closest", "not_parsed", "failed", "unclear"]
"""How a question ended; "closest" claims nothing and shows lines, "unclear" asks back, with `Answer.choices`."""
Intent = Literal[
    "list",
    "lookup",
    "count",
    "most_common",
    "average",
    "maximum",
    "minimum",
    "first",
    "last",
    "exists",
    "summary",
]
"""What a question asks for."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier question of the conversation with its answer."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a person asked; `history` holds the earlier turns, oldest first."""

    text: str
    history: tuple[Turn, ...] = ()
    mode: Mode = "combined"


DoubtKind = Literal["name", "value", "values"]


@dataclass(frozen=True, slots=True)
class StatementDoubt:
    """Why a statement may not be what was asked.

    "name": the graph has no such label, relation or property. "value": it leaves out a value of the question, or is
    about a device that the question does not name; that it finds nothing says nothing then. "values": it leaves out all
    of them, or names another device instead; rows that show none of `values` say nothing, either.
    """

    kind: DoubtKind
    text: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How a writer understood the question, for rendering and for honesty.

    `note` says in one line how the question was read, when that is not obvious. `doubts` say why the statement may
    not be what was asked, whatever it finds. What is written `by_model` is looked at again when it finds nothing, or
    nothing that can be cited. Of a question of several parts `part` is the one that this answers. With
    `and_next` the row behind the one that was asked for is fetched, too; a `further` query follows what others found.
    `beside` are sentences on what the rows do not show: that what they name is switched off.
    `rule` is the part of a rule that says that there are no such rows (docs/rules.md), where it can be one.
    """

    intent: Intent
    subject: str = ""
    note: str = ""
    doubts: tuple[StatementDoubt, ...] = ()
    by_model: bool = False
    part: str = ""
    and_next: bool = False
    further: bool = False
    rule: Mapping[str, object] = field(default_factory=dict)
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A read statement to run. A Lucene query stands inside a `db.index.fulltext.queryNodes('lines', $q)` call.

    Of kind "passages" it is the name of a mode that looked for passages, and nothing that the graph runs.
    """

    kind: Literal["cypher", "lucene", "passages"]
    statement: str
    parameters: Mapping[str, Value] = field(default_factory=dict)
    attempt: int = 1
    reading: Reading | None = None

    @property
    def by_model(self) -> bool:
        """Say whether a model wrote it."""
        return self.reading is not None and self.reading.by_model


@dataclass(frozen=True, slots=True)
class Row:
    """One result row: column → cell, with its evidence. `total_lines` counts all evidence; `lines` may be a part."""

    values: Mapping[str, Cell]
    lines: tuple[SourceLine, ...]
    total_lines: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Rows, or the graph's complaint in `error`; never both. `total_rows` counts what the limit left out, if known."""

    query: Query
    rows: tuple[Row, ...] = ()
    error: str = ""
    cut: bool = False
    total_rows: int | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ClosestLine:
    """A line that is close to a question, with those of its block; `count` blocks or log records are alike.

    `best` are the numbers of the lines of a block that fit best, the best first.
    A mode that finds passages gives its `score`, and in `trail` the headings above, the outermost first.
    """

    lines: tuple[SourceLine, ...]
    count: int = 1
    score: float | None = None
    trail: tuple[str, ...] = ()
    best: tuple[int, ...] = ()

    @property
    def path(self) -> str:
        """Return the file."""
        return self.lines[0].path

    @property
    def number(self) -> int:
        """Return the number of the first line."""
        return self.lines[0].number

    @property
    def text(self) -> str:
        """Return the lines' text."""
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """Data of the graph, row by row; `citations` has the lines of each row, `total` counts the rows left out, too.

    A column called COUNT holds numbers that may be drawn as bars; FIRST and LAST hold times. `rule` is what a rule
    (docs/rules.md) demands that finds what the table says is missing; empty where no rule says that.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: int
    citations: tuple[tuple[SourceLine, ...], ...]
    rule: Mapping[str, object] = field(default_factory=dict)


COUNT, FIRST, LAST = "count", "first", "last"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person gets: `text` with `[path:line]` marks; `closest` are close lines, best first, never part of it.

    `tables` are data about what was asked: of an answered question the one that answers it.
    `choices` are what an unclear question may mean, or what else may be asked; `unread` are the parts without an
    answer. `tokens` are those of the prompts and of
    the replies together; `waited_s` are the seconds in which a call of the model was under way, parallel ones counted
    once.
    """

    text: str
    status: Status
    citations: tuple[SourceLine, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    closest: tuple[ClosestLine, ...] = ()
    tables: tuple[AnswerTable, ...] = ()
    model: str = "builtin"
    tokens: int = 0
    seconds: float = 0.0
    choices: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    waited_s: float = 0.0


# What a run tells while it goes on, for the chat.


@dataclass(frozen=True, slots=True)
class NodeStarted:
    """A node of the workflow begins."""

    node: str


@dataclass(frozen=True, slots=True)
class NodeFinished:
    """A node is done; what it added. `question` is the standalone one, from `understand` only."""

    node: str
    queries: tuple[Query, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    question: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class AnswerPiece:
    """The next piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The run is over; `answer` replaces the tokens."""

    answer: Answer


Event = NodeStarted | NodeFinished | AnswerPiece | Answered
