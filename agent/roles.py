"""The plug points of the agent, as protocols; offline_roles.py and model_roles.py fill them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from agent.reader.closest_lines import ClosestLines
from agent.reader.show_data import DataReader
from agent.records import Answer, Outcome, Query, Question
from retrieval.records import AsksModel

Say = Callable[[str], None]
"""Takes the answer piece by piece, while it is being written."""


class Reader(Protocol):
    """Makes a follow-up stand alone; or asks back, with an answer that is no answer, what is meant."""

    def stand_alone(self, question: Question) -> Question | Answer: ...


class Writer(Protocol):
    """Writes the queries that a question needs; none where it cannot read the question."""

    def write(self, question: Question) -> tuple[Query, ...]: ...


class Repairer(Protocol):
    """Writes a failed or suspicious query anew; none when there is nothing to mend."""

    def repair(
        self, question: Question, outcome: Outcome, outcomes: Sequence[Outcome] = ()
    ) -> Query | None: ...


class Searcher(Protocol):
    """Writes queries that follow what the first ones found; none where these are enough."""

    def write(self, question: Question, outcomes: Sequence[Outcome]) -> tuple[Query, ...]: ...


class Synthesizer(Protocol):
    """Writes the answer that the outcomes support."""

    def synthesize(self, question: Question, outcomes: Sequence[Outcome], say: Say) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Roles:
    """One implementation of each; `lucene`, `further` and `model` are None where there is no model."""

    reader: Reader
    cypher: Writer
    repairer: Repairer
    synthesizer: Synthesizer
    closest: ClosestLines
    data: DataReader
    lucene: Writer | None = None
    further: Searcher | None = None
    model: AsksModel | None = None
