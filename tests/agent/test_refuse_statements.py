"""Statements of people and models: what a server could not end, and what masks could not follow, is refused."""

from __future__ import annotations

import pytest

from agent.refuse_statements import refuse

JOINED = "{p: m.p + m.p + m.p + m.p + m.p + m.p + m.p + m.p} AS m"
COSTLY = [
    "MATCH (d:Document) WITH d {.path} AS m RETURN m",
    f"MATCH (d:Document) WITH {{p: d.path}} AS m WITH {JOINED} WITH {JOINED} WITH {JOINED} RETURN size(m.p)",
    "RETURN size(reduce(m='aa', i IN range(1,40) | head([x IN [m] | x + x]))) AS x",
    "RETURN COLLECT { MATCH (a:Line),(b:Line) RETURN a.text + b.text } AS n",
    "MATCH (a:Line) WITH collect(a) AS t MATCH (b:Line) RETURN t LIMIT 150",
    "MATCH (a:Line) WITH collect(a) AS t WITH t AS u MATCH (b:Line) RETURN u LIMIT 150",
    "MATCH (a:Line) WITH collect(a.id) AS t RETURN size([x IN t WHERE none(y IN t WHERE any(z IN t WHERE z < y))])",
    "MATCH (a:Line) WITH collect(a.id) AS t MATCH (b:Line) WHERE any(x IN t WHERE x < b.id) RETURN count(b)",
    "MATCH (a:Line) RETURN size([(a)-[*1..7]-(z) | z.id]) AS n",
    "MATCH (a:Line) RETURN size([(a)-[:HAS*1..7]-(z) | z.id]) AS n",
    "UNWIND range(1,200) AS i RETURN range(1,3000000) AS a, i",
    "MATCH (a:Line) WITH collect(a.text) AS t UNWIND range(1,200) AS i RETURN t, i, t AS u",
    "MATCH (n:Store) RETURN n.description",
    "CALL { MATCH (e:Username) RETURN e.secret AS x } RETURN x",
    "MATCH (l:Line) CALL (l) { RETURN l.text AS x } RETURN x",
]
ALLOWED = [
    "MATCH (e:Username) WHERE e.password STARTS WITH 'redacted-type7' RETURN e.key, left(e.password, 14)",
    "MATCH (r:RoutePolicy {device: 'core1'})-[:HAS*0..2]->(c:Clause) WHERE c.x IS NOT NULL RETURN c.device AS device",
    "MATCH (e:Event) WITH split(split(e.x, ' from ')[1], ' ')[0] AS a RETURN a, count(*) AS n ORDER BY n DESC",
    "MATCH (a:Interface) WHERE NOT EXISTS { MATCH (a)-[:HAS]->(b) } RETURN a.key",
    "MATCH (a:X) WITH collect(a.key) AS keys MATCH (b:Y) WHERE b.key IN keys RETURN b.key",
    "MATCH (a:X) RETURN a.device AS d, collect(a.key)[0..5] AS some",
    "MATCH (a:X) RETURN a.x + ':' + a.y AS z, [x IN a.list WHERE x > 3] AS some",
    "MATCH (a:X) WHERE any(v IN ([] + a.p) WHERE v = 3) RETURN a.key",
    "MATCH (e:Event) RETURN e.hour + 1 AS h, count(e) * 2 AS c",
    "MATCH (a:X) WITH a.device AS device, collect(DISTINCT a.key) AS keys RETURN device, keys, size(keys)",
    "MATCH (e:Username) WHERE e.password = 7 AND e.password IS NOT NULL RETURN e.key",
    "MATCH (e:Interface) WHERE e.key STARTS WITH 'Gi' RETURN e.key",
    "UNWIND range(0, 23) AS hour MATCH (e:Event {hour: hour}) RETURN hour, count(e)",
]


@pytest.mark.parametrize("statement", COSTLY)
def test_what_no_server_ends_is_refused(statement: str) -> None:
    assert "may keep the graph busy" in refuse(statement)


@pytest.mark.parametrize("statement", ALLOWED)
def test_what_questions_need_is_allowed(statement: str) -> None:
    assert refuse(statement) == ""
