"""Finds passages of one graph; builds a mode's indexes when it first needs them."""

from __future__ import annotations

from dataclasses import dataclass

from agent.records import Mode
from retrieval.indexes import Indexes
from retrieval.records import Asked, AsksModel, RetrievalOptions, Retrieved


@dataclass(frozen=True, slots=True)
class PassageFinder:
    """What looks for one question's passages."""

    indexes: Indexes
    model: AsksModel | None
    options: RetrievalOptions

    def find(self, mode: Mode, question: str, model: AsksModel | None) -> Retrieved:
        """Look in one mode. Raises GraphError, and what calls of the model raise."""
        from retrieval.search import SEARCHES

        return SEARCHES[mode](self.indexes, Asked(question, model, self.options))
