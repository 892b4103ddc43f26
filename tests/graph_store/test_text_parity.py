"""Both stores find the same lines: what people type, and queries made from the words of real and made lines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.text_search.tokenize_line import search_text
from tests.borrowed_graph import emptied
from tests.graph_store.text_search.lucene_questions import lucene_questions
from tests.graph_store.text_search.test_line_index import FOUND, LINES
from tests.graph_store.text_search.test_lucene_parity import made_lines
from tests.graph_store.two_stores import SEARCH, load_lines, numbers_found

MOST_LINES = 100
LONGEST = 300
MADE = 360

TYPED = {
    "an address and any port": "10.0.0.*:*",
    "a key and the start of its value": "status:2*",
    "a key and a pattern, twice": "status:2* AND (len:1* OR time:0.*)",
    "a pattern of words that is excluded": "down NOT 10.1.*:80",
    "a pattern of words or a word": "10.1.*:80 OR additive",
    "a pattern of words in a group that is required": "+(10.1.*:80 OR 10.2.*:80) failed*",
    "the half of a MAC": "00:1a:2b:*",
    "a time without its end": "12:3*",
    "a fuzzy word with more neighbours than Lucene counts": "10.1.2.3~2",
    "a fuzzy word with many short neighbours": "up~1",
    "a fuzzy word in two letters": "intrface~",
    "a fuzzy address": "10.11.0.12~1",
    "a name in capitals": "ETHERNET*",
    "a regular expression in capitals": "/Ethernet<1-9>\\/[0-9]+.*/",
    "a regular expression with anchors": "/^as[0-9]_to_as[0-9]+$/",
    "a regular expression with short classes": r"/\w+-\d+\D*/",
    "a class without what is no digit": r"/[^\d\-]+/",
    "a quoted part of a regular expression": '/10."1".*/',
    "everything but": "*:* -interface -ip",
    "a word of every line": "*",
    "blank lines too": "*:*",
    "a boosted group": "(permit additive)^2 down",
    "a range of addresses": "[10.1 TO 10.2}",
    "an open range": "{z TO *]",
    "a phrase with slop": '"interface down"~9',
    "a phrase as it is typed": '"Interface Ethernet1/2, changed"',
    "a mnemonic": "%LINK-3-UPDOWN:",
    "a prefix": "10.0.0.0/8",
    "an open quote": '"interface',
    "an open group": "(interface",
    "an open class": "/[/",
    "an operator alone": "AND",
    "nothing": "",
    "punctuation": "---",
    "only what is excluded": "-interface",
    "a repeated word with slop": '"ethernet2 ethernet2"~4',
    "a word of a line twice": '"to to"~3',
    "a repeated word among others": '"interface changed to to"~2',
    "half a range": "[a b]",
    "a bare slash in a regular expression": "/eth[0-9]/0/",
}

STATEMENTS = {
    "an alias": "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS l WITH l RETURN l.id",
    "a condition": "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node WHERE node.id % 2 = 0 RETURN node.id",
    "a condition on the score": (
        "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score WHERE score >= 0 RETURN node.id"
    ),
    "behind a match": (
        "MATCH (d:Document) CALL db.index.fulltext.queryNodes('lines', $q) YIELD node "
        "WHERE node.document = d.serial RETURN node.id"
    ),
    "in a subquery": (
        "CALL { CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node } RETURN node.id"
    ),
    "twice": (
        "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS a "
        "CALL db.index.fulltext.queryNodes('lines', 'down') YIELD node AS b WHERE a = b RETURN a.id"
    ),
    "counted": "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN count(node) AS n",
    "skipped": "CALL db.index.fulltext.queryNodes('lines', $q, {skip: 1}) YIELD node RETURN count(node) AS n",
    "limited": "CALL db.index.fulltext.queryNodes('lines', $q, {limit: 3}) YIELD score RETURN count(score) AS n",
}
ASKED = {"a word": "down", "words in a row": "10.1.*:80 OR status:2*", "nothing": "nowhere"}


def real_lines(folder: Path) -> Iterator[str]:
    """Yield lines of every log and configuration, evenly taken from the long ones."""
    for path in sorted([*folder.rglob("*.log"), *folder.rglob("*.cfg")]):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        step = max(1, len(lines) // MOST_LINES)
        yield from (line[:LONGEST] for line in islice(lines, 0, None, step))


@pytest.fixture(scope="module")
def texts(shared_data: Path) -> list[str]:
    return [*LINES, *made_lines(300, seed=5), *real_lines(shared_data)]


@pytest.fixture(scope="module")
def both(embedded: BoltGraph, neo4j_store: BoltGraph, texts: list[str]) -> tuple[BoltGraph, BoltGraph]:
    for store in (embedded, neo4j_store):
        emptied(store)
        load_lines(store, 1, texts)
        store.commit_lines(1)
    return embedded, neo4j_store


def test_made_queries(both: tuple[BoltGraph, BoltGraph], texts: list[str]) -> None:
    chance = random.Random(7)
    indexed = [search_text(text) for text in chance.sample(texts, 400)]
    queries = [typed for typed, _ in lucene_questions(indexed, MADE, seed=8)]
    answers = {query: [numbers_found(store, query) for store in both] for query in queries}
    assert {query: answer for query, answer in answers.items() if answer[0] != answer[1]} == {}
    found = [mine for mine, _ in answers.values() if mine and not isinstance(mine, str)]
    assert len(found) > MADE * 0.6


@pytest.mark.parametrize("query", TYPED.values(), ids=TYPED)
def test_typed_queries(both: tuple[BoltGraph, BoltGraph], query: str) -> None:
    mine, theirs = (numbers_found(store, query) for store in both)
    assert mine == theirs


@pytest.mark.parametrize(("query", "expected"), FOUND.values(), ids=FOUND)
def test_what_people_type(both: tuple[BoltGraph, BoltGraph], query: str, expected: list[int]) -> None:
    mine, theirs = (numbers_found(store, query) for store in both)
    assert mine == theirs
    assert not isinstance(mine, str)
    assert [number for number in (line - 2**32 - 1 for line in mine) if number < len(LINES)] == expected


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
@pytest.mark.parametrize("query", ASKED.values(), ids=ASKED)
def test_statements_around_a_search(both: tuple[BoltGraph, BoltGraph], statement: str, query: str) -> None:
    mine, theirs = (numbers_found(store, query, statement) for store in both)
    assert mine == theirs
    assert isinstance(mine, list)


def test_the_standalone_call(both: tuple[BoltGraph, BoltGraph]) -> None:
    alone = SEARCH.removesuffix(" YIELD node RETURN node.id")
    for query in ASKED.values():
        mine, theirs = (store.read(alone, {"q": query}, row_limit=10_000) for store in both)
        assert mine.columns == theirs.columns or not mine.rows
        assert len(mine.rows) == len(theirs.rows)
