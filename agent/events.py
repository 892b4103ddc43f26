"""What a run tells while it goes on, for the chat."""

from __future__ import annotations

from dataclasses import dataclass

from agent.records import Answer, Outcome, Query


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
