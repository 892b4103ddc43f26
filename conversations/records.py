"""The records of a conversation, as they stand in its file: one line each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from agent.records import Mode, Status
from graph_store.records import Scalar

SCHEMA = 1
"""The version of what the lines hold; a reader reads its own and older ones."""

Verdict = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line: which conversation this is. `door` is "ask", "chat" or another; `begun` is UTC, ISO 8601."""

    id: str
    door: str
    begun: str
    user: str = ""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class CitedLine:
    """A cited line; `digest` is of its text, so that a line that moved is told from one that changed."""

    path: str
    line: int
    digest: str


@dataclass(frozen=True, slots=True)
class RunStatement:
    """A statement that was run. `rows` were returned of `total`; `digest` is of them and their lines, in any order."""

    kind: Literal["cypher", "lucene", "passages"]
    text: str
    parameters: Mapping[str, Scalar | tuple[Scalar, ...]] = field(default_factory=dict)
    attempt: int = 1
    rows: int = 0
    total: int | None = None
    digest: str = ""
    error: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """One question with its answer.

    `number` counts from 1; `history` is how many of the turns before were told to the agent. `kind` is what the
    question was read to ask for ("count"), `values` are the rows' values that the answer shows. `prompts` are the
    digests of the prompts by name, none without a model. `graph` is the fingerprint of what was loaded.
    """

    number: int
    time: str
    question: str
    answer: str
    status: Status
    mode: Mode = "combined"
    kind: str = ""
    history: int = 0
    citations: tuple[CitedLine, ...] = ()
    values: tuple[str, ...] = ()
    statements: tuple[RunStatement, ...] = ()
    model: str = "builtin"
    prompts: Mapping[str, str] = field(default_factory=dict)
    graph: str = ""
    user: str = ""
    tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a person thought of the answer of a turn."""

    turn: int
    verdict: Verdict
    time: str
    comment: str = ""
    user: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One file. `cut` is a last line that a killed process left half."""

    path: str
    heading: Heading
    turns: tuple[KeptTurn, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    cut: bool = False

    def verdict(self, turn: int) -> Feedback | None:
        """Return the last feedback on a turn."""
        found = [each for each in self.feedback if each.turn == turn]
        return found[-1] if found else None
