"""Lists the retrieval modes. Imports nothing of the agent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Mode = Literal[
    "combined", "graph", "text", "hybrid", "local", "global", "drift", "garag", "advanced", "document"
]
MODES: tuple[Mode, ...] = get_args(Mode)
"""As they are offered: the default first."""


@dataclass(frozen=True, slots=True)
class ModeSpec:
    """How a mode looks for an answer: with which kinds of query, and in words for a person who chooses.

    A `further` round follows the first where a question needs several steps; single rounds are measured without.
    """

    about: str
    cypher: bool = False
    lucene: bool = False
    further: bool = False

    @property
    def retrieves(self) -> bool:
        """Say whether passages are looked for, and no query is written."""
        return not (self.cypher or self.lucene)


WAYS: Mapping[Mode, ModeSpec] = {
    "combined": ModeSpec(
        "a graph query and a text search side by side", cypher=True, lucene=True, further=True
    ),
    "graph": ModeSpec("a graph query", cypher=True),
    "text": ModeSpec("a text search", lucene=True),
    "hybrid": ModeSpec("one graph query with a text search in it", cypher=True),
    "local": ModeSpec("the entities that the question names, with what is around them"),
    "global": ModeSpec("reports about the communities of the graph"),
    "drift": ModeSpec("reports first, then what is around the entities in them"),
    "garag": ModeSpec("the original extracts that the nearest reports rest on"),
    "advanced": ModeSpec("chunks by words and by vectors, with synonyms and a hypothetical answer"),
    "document": ModeSpec("the sections of documents, with the path to each"),
}
