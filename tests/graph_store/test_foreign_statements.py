"""Statements of people and models: what a server could not end, and what masks could not follow, is refused."""

from __future__ import annotations

import pytest

from findings.facts import Network
from findings.rule_file import Rule
from findings.rules import judge_rule
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import StatementRefusedError
from graph_store.foreign_statements import refuse

DOUBLED = " ".join(["WITH s + s AS s"] * 26)
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
    "UNWIND range(0, 32) AS bits MATCH (s) WHERE any(b IN range(0, 32) WHERE s.first % toInteger(2 ^ b) = 0) RETURN s",
    "MATCH (n) RETURN [x IN range(1, n.last) | x] AS l",
    "MATCH (n) WITH [i IN range(0, size(n.l) - 1) | n.l[i]] AS l RETURN l",
    "MATCH (n) WHERE n.range > 100000000000 RETURN n.range",
    "MATCH (l:Line) RETURN split(l.text, ' ')[0] AS word, replace(l.text, '  ', ' ') AS text",
    "MATCH (n) WHERE n.name IN $names RETURN n",
    "RETURN 'range(1, 100000000000)' AS text",
]


RANGES = {
    "a sum over a huge range": "RETURN reduce(s = 0, x IN range(1, 100000000000) | s + x) AS n",
    "a condition on a huge range": "RETURN any(x IN range(1, 100000000000) WHERE x < 0) AS n",
    "a huge list": "RETURN range(1, 1000000000) AS l",
    "rows without end": "UNWIND range(1, 1000000000000) AS x RETURN count(x)",
    "a list of lists": "RETURN size([x IN range(1, 1000000) | [y IN range(1, 100000) | y * x]]) AS n",
    "lists in a condition on a list": (
        "RETURN any(x IN range(1, 10000) WHERE all(y IN range(1, 10000) WHERE x + y > 0)) AS n"
    ),
    "three deep": "RETURN [x IN range(1, 300) | [y IN range(1, 300) | [z IN range(1, 300) | x + y + z]]] AS n",
    "a range inside a sum": "RETURN reduce(s = 0, x IN range(1, 5000) | s + size(range(1, 5000))) AS n",
    "a filter in a sum": "RETURN reduce(s = 0, x IN [y IN range(1, 90000000) WHERE y % 2 = 0] | s + x) AS n",
    "a list by name": "WITH range(1, 10000) AS r RETURN [x IN r | [y IN r | x * y]] AS n",
    "a list by another name": (
        "WITH range(1, 10000) AS r WITH r AS q MATCH (n) RETURN all(x IN q WHERE any(y IN q WHERE y = n.x)) AS n"
    ),
    "a list that doubles": "WITH range(1, 4000000) AS r WITH r + r AS r WITH r + r AS r RETURN [x IN r | x] AS n",
    "a number by name": "WITH 100000000000 AS many RETURN reduce(s = 0, x IN range(1, many) | s + x) AS n",
    "computed": "RETURN any(x IN range(1, 1000 * 1000 * 1000) WHERE x < 0) AS n",
    "a power": "RETURN any(x IN range(1, toInteger(10 ^ 12)) WHERE x < 0) AS n",
    "a power beyond all numbers": "RETURN any(x IN range(1, 10 ^ 999) WHERE x < 0) AS n",
    "below zero": "RETURN any(x IN range(-100000000, 0) WHERE x < 0) AS n",
    "backwards": "RETURN any(x IN range(100000000, 1, -1) WHERE x < 0) AS n",
    "in large steps": "RETURN any(x IN range(0, 100000000000, 100) WHERE x < 0) AS n",
    "in hexadecimal": "RETURN any(x IN range(0, 0xFFFFFFFF) WHERE x < 0) AS n",
    "with underscores": "RETURN any(x IN range(0, 1_000_000_000) WHERE x < 0) AS n",
    "in another case": "RETURN Any(x in Range(0, 1000000000) where x < 0) AS n",
    "between backticks": "RETURN any(x IN `range`(0, 1000000000) WHERE x < 0) AS n",
    "with a comment": "RETURN any(x IN range /* small */ (0, 1000000000) WHERE x < 0) AS n",
    "in a condition": "MATCH (n) WHERE n.x IN [y IN range(1, 100000) | size(range(1, 1000))] RETURN n",
    "in a subquery": "MATCH (n) WHERE EXISTS { MATCH (m) WHERE m.x IN range(1, 100000000) } RETURN n",
    "in a list": "RETURN [range(1, 10), [range(1, 100000000)]] AS n",
    "a list for each literal": "RETURN [x IN [1, 2, 3] | [y IN range(1, 4000000) | x * y]] AS n",
    "a given number": "RETURN reduce(s = 0, x IN range(1, $many) | s + x) AS n",
    "a list that is used again": "WITH [x IN range(1, 1000)] AS l RETURN [y IN l WHERE y IN l] AS n",
    "a list that is used again in an order": "RETURN [x IN range(1, 900)] AS l ORDER BY size([y IN l WHERE y IN l])",
    "a number by name, as rows": "WITH 100000000000 AS many UNWIND range(1, many) AS x RETURN count(x)",
    "a range for each number of another": "MATCH (n) WHERE any(x IN range(1, 900) WHERE x IN range(1, 900)) RETURN n",
    "many small numbers": "UNWIND range(1, 9000 + 9000 + 9000) AS x RETURN x",
}

GROWN = {
    "a text that doubles": "RETURN size(reduce(s = 'x', i IN range(1, 26) | s + s)) AS n",
    "a text that doubles in a longer loop": "RETURN reduce(s = 'x', i IN range(1, 60) | s + s) AS n",
    "a text that doubles between brackets": "RETURN reduce(s = 'x', i IN range(1, 30) | (s) + (s)) AS n",
    "a text that doubles by a function": "RETURN reduce(s = 'x', i IN range(1, 30) | replace(s, 'x', s)) AS n",
    "a text that doubles in a branch": (
        "RETURN reduce(s = 'x', i IN range(1, 30) | CASE WHEN i > 0 THEN s + s ELSE s END) AS n"
    ),
    "a list that doubles": "RETURN size(reduce(l = [1], i IN range(1, 30) | l + l)) AS n",
    "a list that holds itself twice": "RETURN reduce(l = [1], i IN range(1, 30) | [l, l]) AS n",
    "a name between backticks": "RETURN reduce(`a b` = 'x', i IN range(1, 30) | `a b` + `a b`) AS n",
    "in small letters": "return reduce(s='x',i in range(1,30)|s+s) as n",
    "in a condition": "MATCH (n) WHERE size(reduce(s = 'x', i IN range(1, 30) | s + s)) > 1 RETURN n",
    "in a subquery": "CALL { RETURN reduce(s = 'x', i IN range(1, 30) | s + s) AS n } RETURN n",
    "in a loop in a loop": (
        "RETURN reduce(s = 'x', i IN range(1, 5000) | s + reduce(t = '', j IN range(1, 5000) | t + 'ab')) AS n"
    ),
    "a text that grows by each element": "RETURN reduce(s = '', i IN range(1, 5000000) | s + 'abcdefgh') AS n",
    "a text that grows by numbers": "RETURN reduce(s = '', i IN range(1, 5000000) | s + toString(i)) AS n",
    "a list that grows by each element": "RETURN reduce(l = [], i IN range(1, 5000000) | l + [i]) AS n",
    "an unknown number of elements": (
        "RETURN reduce(s = '', i IN range(1, toInteger('100000000')) | s + 'abc') AS n"
    ),
    "names that double": f"WITH 'x' AS s {DOUBLED} RETURN size(s) AS n",
    "lists that double": f"WITH [1] AS s {DOUBLED} RETURN size(s) AS n",
    "replace in replace": ("RETURN " + "replace(" * 8 + "'x'" + ", 'x', 'xxxxxxxxxxxx')" * 8 + " AS n"),
    "replace by names": "WITH 'x' AS s " + "WITH replace(s, 'x', 'xxxxxxxxxxxx') AS s " * 8 + "RETURN s",
    "split of grown text": (
        "WITH reduce(s = '', i IN range(1, 100000) | s + 'ab') AS s RETURN size(split(s, '')) AS n"
    ),
    "split and joined": (
        "WITH split(reduce(s = '', i IN range(1, 20000) | s + 'ab'), '') AS l "
        "RETURN reduce(s = '', x IN l | s + 'abcdefghijklmnopqrstuvwxyz') AS n"
    ),
    "a collected text": (
        "UNWIND range(1, 1000000) AS i WITH collect('abcdefghijklmnopqrstuvwxyz' + toString(i)) AS l RETURN l"
    ),
    "a text for each element": "RETURN [i IN range(1, 1000000) | 'abcdefgh' + toString(i)] AS l",
    "20,000 terms": "RETURN " + " + ".join(["1"] * 20_000) + " AS n",
    "20,000 conditions": "MATCH (n) WHERE " + " OR ".join(["n.id = 1"] * 20_000) + " RETURN n",
    "many brackets": "RETURN " + "(" * 4_000 + "1" + ")" * 4_000 + " AS n",
    "many lists": "RETURN " + "[" * 2_000 + "]" * 2_000 + " AS n",
    "many cases": "RETURN " + "CASE WHEN true THEN " * 500 + "1" + " END" * 500 + " AS n",
    "a given text": "RETURN reduce(s = '', i IN range(1, 100000) | s + $text) AS n",
    "lists in lists": "WITH [1] AS l " + "WITH [l, l] AS l " * 26 + "RETURN l",
    "a collected text of many rows": "UNWIND range(1, 9000) AS i WITH collect('"
    + "x" * 200
    + "') AS l RETURN l",
    "a text that is padded": "RETURN lpad('x', 100000000, '0') AS n",
    "lists in a subquery": "MATCH (n) WHERE EXISTS { WITH [1] AS l "
    + "WITH [l, l] AS l " * 26
    + "RETURN l } RETURN n",
}
"""What would take the memory of the server, or its stack."""

HALF = [
    "MATCH (n) WHERE [] IN n.x RETURN n",
    "UNWIND [] IN [1] AS x RETURN x",
    "RETURN x IN [ IN",
    "RETURN [x IN",
]
GIVEN = {"text": "abc" * 100, "many": 100_000_000_000, "names": ["core-1"] * 2000}


@pytest.mark.parametrize("statement", COSTLY)
def test_what_no_server_ends_is_refused(statement: str) -> None:
    assert "may keep the graph busy" in refuse(statement)


@pytest.mark.parametrize("statement", [*RANGES.values(), *GROWN.values()], ids=[*RANGES, *GROWN])
def test_what_grows_is_refused(statement: str) -> None:
    assert refuse(statement, GIVEN)


@pytest.mark.parametrize("statement", ALLOWED)
def test_what_questions_need_is_allowed(statement: str) -> None:
    assert refuse(statement, GIVEN) == ""


@pytest.mark.parametrize("statement", HALF)
def test_half_a_statement_is_left_to_the_server(statement: str) -> None:
    assert refuse(statement) == ""


def test_langchain_and_rules_go_the_same_way(filled: BoltGraph) -> None:
    statement = GROWN["names that double"]
    with filled.langchain() as graph, pytest.raises(StatementRefusedError, match="may keep the graph busy"):
        graph.query(statement)
    with pytest.raises(StatementRefusedError, match="may keep the graph busy"):
        list(judge_rule(Rule(name="doubles", cypher=statement), filled, Network(())))
