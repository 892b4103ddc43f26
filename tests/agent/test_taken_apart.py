"""A model's statement may not take texts apart that may hold secrets; what masks can follow is allowed."""

from __future__ import annotations

import pytest

from agent.execute import QueryLimits, run_query
from agent.records import Query, Reading
from agent.secrets.refuse_statements import taken_apart
from graph_store.bolt_graph import BoltGraph

LINES = "MATCH (l:Line) "
EVENTS = "MATCH (e:Event) "
REFUSED = {
    "turned round": f"{LINES}RETURN reverse(l.text) AS x",
    "turned round behind an alias": f"{LINES}WITH l AS m WITH m.text AS t RETURN reverse(t) AS x",
    "into letters": f"{LINES}RETURN split(l.text, '') AS x",
    "at a letter": f"{LINES}RETURN split(l.text, 'e') AS x",
    "at what nobody knows": f"{LINES}RETURN split(l.text, l.device) AS x",
    "at a parameter that is empty": f"{LINES}RETURN split(l.text, $empty) AS x",
    "letter by letter": f"{LINES}WITH l.text AS t UNWIND range(0, size(t)) AS i RETURN substring(t, i, 1) AS x",
    "in a comprehension": f"{LINES}RETURN [i IN range(0, 40) | substring(l.text, i, 1)] AS x",
    "the left part": f"{EVENTS}RETURN left(e.message, 3) AS x",
    "replaced": f"{EVENTS}RETURN replace(e.message, 'a', '-a-') AS x",
    "a secret by its name": "MATCH (c:Configuration) RETURN right(c.snmp_server_community, 3) AS x",
    "a property by a computed name": "MATCH (c) RETURN [k IN keys(c) | left(c[k], 3)] AS x",
    "a property by a text": f"{LINES}RETURN left(l['text'], 3) AS x",
    "unwound letters": f"{LINES}UNWIND split(l.text, '') AS c RETURN c",
    "the second part of a UNION": f"{LINES}RETURN l.text AS x UNION {LINES}RETURN reverse(l.text) AS x",
}
ALLOWED = {
    "split at a word": f"{EVENTS}RETURN split(e.message, ' Down ')[1] AS x",
    "split at spaces": f"{EVENTS}RETURN split(e.message, ' ')[0] AS x",
    "a part of a time": f"{EVENTS}RETURN substring(e.timestamp, 5, 5) AS x",
    "in small letters": f"{LINES}RETURN toLower(l.text) AS x",
    "a list turned round": "RETURN reverse([1, 2]) AS x",
    "as it is": f"{LINES}WHERE l.text CONTAINS 'reverse(' RETURN l.text AS x",
}


@pytest.mark.parametrize("statement", REFUSED.values(), ids=REFUSED)
def test_texts_are_not_taken_apart(small_graph: BoltGraph, statement: str) -> None:
    query = Query("cypher", statement, {"empty": ""}, reading=Reading("list", by_model=True))
    outcome = run_query(query, small_graph, QueryLimits())
    assert "is refused" in outcome.error
    assert outcome.rows == ()


@pytest.mark.parametrize("statement", ALLOWED.values(), ids=ALLOWED)
def test_what_masks_can_follow_is_allowed(statement: str) -> None:
    assert taken_apart(statement, {}) == ""
