"""Full-text calls become keyed matches on the index's hits; what was cut is said, and what cannot be read."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from graph_store.graph import IndexedLine
from graph_store.text_search.errors import FullTextCallError, LuceneSyntaxError
from graph_store.text_search.line_index import LineIndex
from graph_store.text_search.rewrite_statement import Rewritten, SearchUse, rewrite_statement

CALL = "CALL db.index.fulltext.queryNodes('lines', 'down')"
LOOKUP = "UNWIND $_hits0 AS _hit0 WITH * MATCH (node:Line {id: _hit0.id})"
SCORED = f"{LOOKUP} WITH *, _hit0.score AS score"

REWRITTEN = {
    "a node": (f"{CALL} YIELD node RETURN node.text", f"{LOOKUP} RETURN node.text"),
    "a node and its score": (f"{CALL} YIELD node, score RETURN score", f"{SCORED} RETURN score"),
    "aliases": (
        f"{CALL} YIELD node AS `l n`, score AS s RETURN s",
        LOOKUP.replace("(node:", "(`l n`:") + " WITH *, _hit0.score AS s RETURN s",
    ),
    "the score alone": (
        f"{CALL} YIELD score RETURN max(score)",
        LOOKUP.replace("(node:", "(_hit0_line:") + " WITH *, _hit0.score AS score RETURN max(score)",
    ),
    "WHERE after a node": (
        f"{CALL} YIELD node WHERE node.number > 1 RETURN node",
        f"{LOOKUP} WITH * WHERE node.number > 1 RETURN node",
    ),
    "WHERE after a score": (
        f"{CALL} YIELD node, score WHERE score > 0.5 RETURN node",
        f"{SCORED} WHERE score > 0.5 RETURN node",
    ),
    "a call alone": (f"{CALL};", f"{SCORED} RETURN node, score;"),
    "a call that yields everything": (f"{CALL} YIELD *", f"{SCORED} RETURN node, score"),
    "a call with a YIELD and no RETURN": (
        f"{CALL} YIELD node AS l",
        LOOKUP.replace("node:", "l:") + " RETURN l",
    ),
    "behind a match": (
        f"MATCH (d:Device) {CALL} YIELD node WHERE node.device = d.name RETURN d",
        f"MATCH (d:Device) {LOOKUP} WITH * WHERE node.device = d.name RETURN d",
    ),
    "inside a subquery": (
        f"CALL {{ {CALL} YIELD node RETURN node LIMIT 5 }} RETURN node.text",
        f"CALL {{ {LOOKUP} RETURN node LIMIT 5 }} RETURN node.text",
    ),
    "in small letters, over several lines, with comments": (
        "call db.index.fulltext.querynodes( // a\n 'lines', /* ' */ \"down\" )\nyield node return node",
        f"{LOOKUP}\n return node".replace("\n ", " "),
    ),
    "a call in a string is no call": (
        "RETURN \"CALL db.index.fulltext.queryNodes('lines', 'x')\" AS a // CALL",
        "RETURN \"CALL db.index.fulltext.queryNodes('lines', 'x')\" AS a // CALL",
    ),
    "an UNWIND before a MATCH": (
        "MATCH (a) UNWIND a.l AS x MATCH (b {p: x}) RETURN b",
        "MATCH (a) UNWIND a.l AS x WITH * MATCH (b {p: x}) RETURN b",
    ),
    "an UNWIND of a computed list before an optional match": (
        "UNWIND [x IN l WHERE x STARTS WITH 'a' | {n: x}] AS `y` OPTIONAL MATCH (b {p: y}) RETURN b",
        "UNWIND [x IN l WHERE x STARTS WITH 'a' | {n: x}] AS `y` WITH * OPTIONAL MATCH (b {p: y}) RETURN b",
    ),
    "an UNWIND before a RETURN": ("UNWIND [1] AS x RETURN x", "UNWIND [1] AS x RETURN x"),
    "an UNWIND in a string": ("RETURN 'UNWIND l AS x MATCH'", "RETURN 'UNWIND l AS x MATCH'"),
}

COUNTED = {
    "with an alias": (f"{CALL} YIELD node RETURN count(node) AS n", "RETURN $_count0 AS n"),
    "of everything": (f"{CALL} YIELD node RETURN count(*) AS `how many`", "RETURN $_count0 AS `how many`"),
    "without an alias": (f"{CALL} YIELD node RETURN count( node );", "RETURN $_count0 AS `count( node )`;"),
    "of distinct lines": (
        f"{CALL} YIELD node AS l, score RETURN count(DISTINCT l) AS n LIMIT 1",
        "RETURN $_count0 AS n LIMIT 1",
    ),
    "that goes on": (
        f"{CALL} YIELD node WITH count(node) AS n RETURN n > 2",
        "WITH $_count0 AS n RETURN n > 2",
    ),
    "in a subquery": (
        f"CALL {{ {CALL} YIELD node RETURN count(node) AS n }} RETURN n",
        "CALL { RETURN $_count0 AS n } RETURN n",
    ),
}

NOT_COUNTED = {
    "counted per device": f"{CALL} YIELD node RETURN node.device, count(*)",
    "counted beside another value": f"{CALL} YIELD node RETURN count(*) AS n, min(node.number)",
    "counted after a condition": f"{CALL} YIELD node WHERE node.number > 1 RETURN count(*)",
    "counted behind a match": f"MATCH (d:Device) {CALL} YIELD node RETURN count(*)",
    "distinct scores": f"{CALL} YIELD score RETURN count(DISTINCT score)",
    "something else": f"{CALL} YIELD node RETURN count(other)",
}

ARGUMENTS: dict[str, tuple[str, dict[str, Any], str, int]] = {
    "a parameter": ("'lines', $q", {"q": "down"}, "down", 3),
    "both parameters": ("$index, $`my q`", {"index": "lines", "my q": "down"}, "down", 3),
    "joined strings": ("'lines', '\"' + $a + ' is\"'", {"a": "x"}, '"x is"', 0),
    "escapes in a string": (r"'lines', 'do\u0077n AND \'is\''", {}, "down AND 'is'", 3),
    "doubled backslashes": (r"'lines', '/\\d+\\/0/'", {}, r"/\d+\/0/", 0),
    "a limit": ("'lines', 'down', {limit: 2}", {}, "down", 2),
    "a limit as a parameter": ("'lines', 'down', {limit: $n}", {"n": 1}, "down", 1),
    "a skip and a limit": ("'lines', 'down', {skip: 1, limit: 5}", {}, "down", 2),
    "options as a parameter": ("'lines', 'down', $o", {"o": {"limit": 2}}, "down", 2),
}

REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "another index": (f"{CALL.replace('lines', 'nodes')} YIELD node RETURN node", {}, "the index 'nodes'"),
    "one argument": ("CALL db.index.fulltext.queryNodes('lines')", {}, "1 arguments"),
    "an open parenthesis": ("CALL db.index.fulltext.queryNodes('lines', 'x'", {}, "closing parenthesis"),
    "a row's value": ("MATCH (a) CALL db.index.fulltext.queryNodes('lines', a.name)", {}, "a.name"),
    "a parameter without a value": (
        "CALL db.index.fulltext.queryNodes('lines', $q)",
        {"p": 1},
        r"\$q.*\['p'\]",
    ),
    "a number as the query": ("CALL db.index.fulltext.queryNodes('lines', $q)", {"q": 1}, r"\$q = 1"),
    "another option": (f"{CALL[:-1]}, {{analyzer: 'x'}})", {}, "analyzer"),
    "a negative limit": (f"{CALL[:-1]}, {{limit: -1}})", {}, "-1"),
    "an unknown result": (f"{CALL} YIELD line RETURN line", {}, "YIELD of something else"),
    "one unknown result": (f"{CALL} YIELD node, line RETURN line", {}, "YIELD of something else"),
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> LineIndex:
    index = LineIndex(tmp_path_factory.mktemp("lines"))
    index.add([IndexedLine(number, 1, f"port {number} is down") for number in (1, 2, 3)])
    index.add([IndexedLine(number, 1, f"port {number} is up") for number in (4, 5)])
    index.commit(1)
    return index


def rewritten(shelf: LineIndex, statement: str, **parameters: Any) -> Rewritten:
    return rewrite_statement(statement, parameters, shelf)


def hits(parameters: Mapping[str, Any], name: str = "_hits0") -> list[int]:
    return [hit["id"] for hit in parameters[name]]


@pytest.mark.parametrize(("statement", "expected"), REWRITTEN.values(), ids=REWRITTEN)
def test_rewritten(shelf: LineIndex, statement: str, expected: str) -> None:
    done = rewritten(shelf, statement)
    assert done.statement == expected
    if done.searches:
        assert hits(done.parameters) == [1, 2, 3]
        assert done.searches == (SearchUse("down", 3, 3, cut=False),)


@pytest.mark.parametrize(("statement", "expected"), COUNTED.values(), ids=COUNTED)
def test_a_count_needs_no_hits(shelf: LineIndex, statement: str, expected: str) -> None:
    counted = Rewritten(expected, {"_count0": 3}, (SearchUse("down", 0, 3, cut=False),))
    assert rewritten(shelf, statement) == counted


@pytest.mark.parametrize("statement", NOT_COUNTED.values(), ids=NOT_COUNTED)
def test_other_counts_need_the_hits(shelf: LineIndex, statement: str) -> None:
    assert hits(rewritten(shelf, statement).parameters) == [1, 2, 3]


@pytest.mark.parametrize(("arguments", "parameters", "query", "count"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_arguments(
    shelf: LineIndex, arguments: str, parameters: dict[str, Any], query: str, count: int
) -> None:
    statement = f"CALL db.index.fulltext.queryNodes({arguments}) YIELD node RETURN node"
    done = rewrite_statement(statement, parameters, shelf)
    assert (done.searches[0].query, len(hits(done.parameters)), done.searches[0].cut) == (query, count, False)
    assert parameters.items() <= dict(done.parameters).items()


@pytest.mark.parametrize(("statement", "parameters", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(shelf: LineIndex, statement: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(FullTextCallError, match=message):
        rewrite_statement(statement, parameters, shelf)


def test_a_bad_query_text_is_refused(shelf: LineIndex) -> None:
    with pytest.raises(LuceneSyntaxError, match="expected a closing parenthesis"):
        rewritten(shelf, "CALL db.index.fulltext.queryNodes('lines', '(a') YIELD node RETURN node")


def test_several_calls(shelf: LineIndex) -> None:
    other = CALL.replace("down", "up")
    done = rewritten(
        shelf,
        f"{CALL} YIELD node AS a {other} YIELD node AS b RETURN a, b UNION {CALL} YIELD node RETURN count(*)",
    )
    assert [hits(done.parameters, name) for name in ("_hits0", "_hits1")] == [[1, 2, 3], [4, 5]]
    assert done.parameters["_count2"] == 3
    assert [use.query for use in done.searches] == ["down", "up", "down"]


def test_names_that_are_taken_are_left_alone(shelf: LineIndex) -> None:
    done = rewritten(shelf, f"{CALL} YIELD node RETURN $_hits0", _hits0="mine")
    assert done.parameters["_hits0"] == "mine"
    assert hits(done.parameters, "__hits0") == [1, 2, 3]


def test_a_cap_on_hits_is_reported(shelf: LineIndex) -> None:
    done = rewrite_statement(f"{CALL} YIELD node RETURN node", {}, shelf, hit_limit=2)
    assert hits(done.parameters) == [1, 2]
    assert done.searches == (SearchUse("down", 2, 3, cut=True),)


def test_the_statements_own_limit_is_no_cut(shelf: LineIndex) -> None:
    limited = f"{CALL[:-1]}, {{limit: 2}}) YIELD node RETURN node"
    assert rewrite_statement(limited, {}, shelf, hit_limit=2).searches == (
        SearchUse("down", 2, 3, cut=False),
    )
    counted = limited.replace("RETURN node", "RETURN count(node) AS n")
    assert rewrite_statement(counted, {}, shelf).parameters == {"_count0": 2}


def test_a_statement_without_calls_is_left_as_it_is(tmp_path: Path) -> None:
    index = LineIndex(tmp_path)
    statement = "MATCH (n) /* all */ RETURN n"
    assert rewrite_statement(statement, {"a": 1}, index) == Rewritten(statement, {"a": 1})


SHOWN = {
    "a limit": ("YIELD node, score RETURN node.text, score LIMIT 2", 2),
    "a limit and a skip": ("YIELD node RETURN node.text SKIP 1 LIMIT 1", 2),
    "a limit in a parameter": ("YIELD node AS l RETURN l.text LIMIT $two", 2),
    "nothing": ("YIELD node RETURN node LIMIT 0", 0),
    "the best": ("YIELD node, score AS s RETURN node.text, s ORDER BY s DESC LIMIT 1", 1),
    "the best, equal ones by id": ("YIELD node, score RETURN node ORDER BY score DESC, node.id LIMIT 1", 1),
    "the first of another clause": ("YIELD node WITH node LIMIT 2 MATCH (e)-->(node) RETURN e LIMIT 1", 2),
    "a limit in a subquery": ("YIELD node RETURN node LIMIT 1 UNION ALL MATCH (n) RETURN n", 1),
    "the worst": ("YIELD node, score RETURN node ORDER BY score LIMIT 1", 3),
    "another order": ("YIELD node, score RETURN node ORDER BY score DESC, node.text LIMIT 1", 3),
    "the order of another score": (
        "YIELD node, score RETURN node, 1 AS score ORDER BY score DESC LIMIT 1",
        3,
    ),
    "those with a property": ("YIELD node WHERE node.number > 1 RETURN node LIMIT 1", 3),
    "groups": ("YIELD node RETURN node.device, count(*) AS n LIMIT 1", 3),
    "different ones": ("YIELD node RETURN DISTINCT node.device LIMIT 1", 3),
    "a limit behind another clause": ("YIELD node MATCH (e)-->(node) RETURN e LIMIT 1", 3),
    "a limit that has no value": ("YIELD node RETURN node LIMIT $none", 3),
}


@pytest.mark.parametrize(("rest", "hits"), SHOWN.values(), ids=SHOWN)
def test_no_more_lines_are_looked_up_than_are_shown(shelf: LineIndex, rest: str, hits: int) -> None:
    done = rewrite_statement(f"{CALL} {rest}", {"two": 2}, shelf)
    assert done.searches == (SearchUse("down", hits, 3, cut=False),)


def test_a_limit_behind_another_match_is_not_the_calls(shelf: LineIndex) -> None:
    done = rewrite_statement(f"MATCH (d) {CALL} YIELD node RETURN d, node LIMIT 1", {}, shelf)
    assert done.searches == (SearchUse("down", 3, 3, cut=False),)
