"""What a server with Lucene is asked, so that it finds what the line index finds."""

from __future__ import annotations

import re

import pytest

from graph_store.text_search.errors import LuceneSyntaxError, SearchRefusedError
from graph_store.text_search.line_index import placements
from graph_store.text_search.normalize_statement import (
    ServerSearch,
    near_words,
    normalize_statement,
    server_searches,
)

CALL = "CALL db.index.fulltext.queryNodes('lines', 'Status:4* AND down')"

WRITTEN = {
    "a word in capitals": ("DOWN", "down"),
    "an address and its port": ("10.1.2.3:80", '"10.1.2.3 80"'),
    "an interface": ("GigabitEthernet0/0", r"gigabitethernet0\/0"),
    "a community": ("2:1", r"2\:1"),
    "a phrase": ('"Timed out,"', '"timed out"'),
    "a phrase with slop": ('"set additive"~3', '"set additive"~3'),
    "both": ("interface AND down", "(+interface +down)"),
    "one without the other": ("interface NOT down", r"(interface -down)"),
    "every line": ("*:*", "*:*"),
    "a prefix": ("Gig*", "gig*"),
    "a regular expression": (r"/Ethernet\d+\/\D@/", r"/ethernet\d+\/\D.*/"),
    "a regular expression with anchors": ("/^as<1-3>$/", "/as([1-3])/"),
    "a class": (r"/[A-Z\-]+/", r"/[A-Za-z\-]+/"),
    "a range": ("[Down TO up}", '["down" TO "up"}'),
    "an open range": ("{a TO *}", '{"a" TO *]'),
    "a boost": ("down^2.5", "(down)^2.500000"),
    "a time without its end": ("16:*", r"16\:*"),
}

SPLIT = {
    "a pattern of words": (
        "status:4*",
        (("(status\\:4* (+status +4*))", 1, 0),),
    ),
    "a pattern of words or a word": (
        "up OR status:4*",
        (("(up (status\\:4* (+status +4*)))", 1, 0), ("(up)", 0, 1)),
    ),
    "a pattern of words that is excluded": (
        "up NOT status:4*",
        (("(up -(status\\:4* (+status +4*)))", 1, 0), ("(up)", 0, 1)),
    ),
    "one that is required": ("+status:4* up", (("(+(status\\:4* (+status +4*)) up)", 1, 0),)),
}

REFUSED = {
    "an open group": ("(down", LuceneSyntaxError),
    "only what is excluded": ("-down", LuceneSyntaxError),
    "an anchor in the middle": (r"/a\bc/", LuceneSyntaxError),
    "too many patterns of words": ("a:b* c:d* e:f* g:h*", SearchRefusedError),
}


@pytest.mark.parametrize(("query", "written"), WRITTEN.values(), ids=WRITTEN)
def test_written(query: str, written: str) -> None:
    assert server_searches(query) == (ServerSearch(written),)


@pytest.mark.parametrize(("query", "expected"), SPLIT.values(), ids=SPLIT)
def test_patterns_that_fall_into_words(query: str, expected: tuple[tuple[str, int, int], ...]) -> None:
    found = server_searches(query)
    assert tuple((search.query, len(search.fits), len(search.fits_not)) for search in found) == expected
    (regex,) = found[0].fits
    assert re.fullmatch(regex, "get status 404 len 3")
    assert not re.fullmatch(regex, "get status 200 4")


@pytest.mark.parametrize(("query", "error"), REFUSED.values(), ids=REFUSED)
def test_refused(query: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        server_searches(query)


def test_a_statement_keeps_what_stands_around_its_search() -> None:
    statement = (
        "MATCH (d) CALL db.index.fulltext.queryNodes('lines', $q, {limit: 3}) YIELD node AS l, score RETURN l"
    )
    written = statement.replace("$q, {limit: 3}", "$_query0, {skip: 0, limit: 3}")
    assert normalize_statement(statement, {"q": "DOWN"}) == (written, {"q": "DOWN", "_query0": "down"})


def test_a_search_that_is_filtered_returns_the_names_that_were_asked_for() -> None:
    statement, parameters = normalize_statement(f"{CALL} YIELD node WHERE node.number > 1 RETURN node", {})
    assert statement.startswith(
        "CALL { CALL { CALL db.index.fulltext.queryNodes('lines', $_query0) YIELD node AS _line"
    )
    assert statement.endswith("ORDER BY _score DESC SKIP 0 } WITH * WHERE node.number > 1 RETURN node")
    assert set(parameters) == {"_query0", "_fits0"}


def test_a_statement_without_a_search_is_left_as_it_is() -> None:
    statement = "MATCH (n) /* all */ RETURN n"
    assert normalize_statement(statement, {"a": 1}) == (statement, {"a": 1})


def test_near_words_are_those_that_few_changes_make() -> None:
    near, far = ["down", "dwn", "doown", "dawn", "odwn", "own", "downs"], ["dn", "dowwwn", "up", "wodn"]
    fits = [re.compile(regex) for regex in near_words("down", 1)]
    assert [any(regex.fullmatch(word) for regex in fits) for word in [*near, *far]] == [True] * 7 + [
        False
    ] * 4
    fits = [re.compile(regex) for regex in near_words("down", 2)]
    assert [any(regex.fullmatch(word) for regex in fits) for word in ("dn", "dwon", "downed", "dowwwn")] == [
        True
    ] * 4
    assert not any(regex.fullmatch("up") for regex in fits)


def test_a_repeated_word_stands_in_two_places() -> None:
    assert placements(("a", "a"), 1) == [[(0, "a"), (1, "a")], [(0, "a"), (2, "a")]]
    assert placements(("a", "b", "a"), 0) == [[(0, "a"), (1, "b"), (2, "a")]]
    assert placements(("a",) * 4, 9) is None
