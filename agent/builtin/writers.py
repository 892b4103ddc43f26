"""Write queries without a model: the planner, as two writers."""

from __future__ import annotations

from agent.planner.plan_cypher import plan_cypher
from agent.planner.plan_lucene import plan_lucene
from agent.reader.value_index import ValueIndex
from agent.planner.words.lexicon import Lexicon
from agent.records import Query, Question, Reading

HYBRID = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node MATCH (e:Entity)-[:HAS_LINE]->(node) "
    "RETURN DISTINCT e.device AS device, e.type AS kind, e.key AS name, node.text AS text"
)


class CypherPlanner:
    """Writes Cypher by linking a question's words and values to the graph."""

    def __init__(self, lexicon: Lexicon, look_up: ValueIndex) -> None:
        self._lexicon = lexicon
        self._look_up = look_up

    def write(self, question: Question) -> tuple[Query, ...]:
        """Plan; a question without a word has no queries.

        In mode "hybrid" a question that the graph's names do not explain is searched for in the lines, and answered
        with what was parsed from those.
        """
        if not has_words(question.text):
            return ()
        planned = plan_cypher(question, self._lexicon, self._look_up)
        if planned or question.mode != "hybrid":
            return planned
        strictest = plan_lucene(question, self._lexicon)[:1]
        return tuple(
            Query("cypher", HYBRID, one.parameters, reading=Reading("list", "entry")) for one in strictest
        )


class LucenePlanner:
    """Writes Lucene queries from a question's words."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def write(self, question: Question) -> tuple[Query, ...]:
        """Plan; a question without a word has no queries."""
        return plan_lucene(question, self._lexicon) if has_words(question.text) else ()


def has_words(text: str) -> bool:
    """Say whether there is anything but signs in a text."""
    return any(character.isalnum() for character in text)
