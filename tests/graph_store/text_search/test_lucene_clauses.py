"""Lucene's classic syntax, read as Lucene reads it; the rest is refused with a place and a way out."""

import pytest

from graph_store.text_search.errors import LuceneSyntaxError
from graph_store.text_search.lucene_clauses import (
    Boosted,
    Clause,
    ClauseGroup,
    Everything,
    Fuzzy,
    Occurrence,
    Pattern,
    Phrase,
    TermRange,
    Wildcard,
    read_clauses,
)
from graph_store.text_search.lucene_words import ANY_CHARACTER, ANY_CHARACTERS

MUST, SHOULD, MUST_NOT = Occurrence.MUST, Occurrence.SHOULD, Occurrence.MUST_NOT
A, B, C = Phrase(("a",)), Phrase(("b",)), Phrase(("c",))


def wild(text: str) -> str:
    return text.replace("*", ANY_CHARACTERS).replace("?", ANY_CHARACTER)


READ = {
    "a word": ("A", A),
    "words are alternatives": ("a b", ClauseGroup(((SHOULD, A), (SHOULD, B)))),
    "AND asks for both": ("a AND b", ClauseGroup(((MUST, A), (MUST, B)))),
    "&& is AND": ("a && b", ClauseGroup(((MUST, A), (MUST, B)))),
    "|| is OR": ("a || b", ClauseGroup(((SHOULD, A), (SHOULD, B)))),
    "AND binds its left neighbour, OR does not": (
        "a OR b AND c",
        ClauseGroup(((SHOULD, A), (MUST, B), (MUST, C))),
    ),
    "plus and minus": ("+a -b c", ClauseGroup(((MUST, A), (MUST_NOT, B), (SHOULD, C)))),
    "AND NOT excludes": ("a AND NOT b", ClauseGroup(((MUST, A), (MUST_NOT, B)))),
    "an exclamation mark is NOT": ("a !b", ClauseGroup(((SHOULD, A), (MUST_NOT, B)))),
    "groups": ("a AND (b OR c)", ClauseGroup(((MUST, A), (MUST, ClauseGroup(((SHOULD, B), (SHOULD, C))))))),
    "a field before a word": ("search_text:a", A),
    "a field before a group": ("search_text:(a b)", ClauseGroup(((SHOULD, A), (SHOULD, B)))),
    "a boost": ("a^2.5", Boosted(A, 2.5)),
    "a phrase": ('"a b"', Phrase(("a", "b"))),
    "a phrase with slop": ('"a b"~3', Phrase(("a", "b"), 3)),
    "a quote inside a phrase": (r'"a \" b"', Phrase(("a", "b"))),
    "two letters of fuzziness when none are given": ("error~", Fuzzy("error", 2)),
    "one letter of fuzziness": ("error~1", Fuzzy("error", 1)),
    "fuzziness as a share of the letters": ("error~0.7", Fuzzy("error", 1)),
    "a range": ("[a TO b}", TermRange("a", "b", with_low=True, with_high=False)),
    "a range open below": ("{* TO 10:30]", TermRange("", "10:30", with_low=False, with_high=True)),
    "quoted ends of a range": ('["A" TO "b"]', TermRange("a", "b", with_low=True, with_high=True)),
    "a wildcard": ("Gig*0/?", Wildcard((wild("gig*0/?"),), wild("gig*0/?"))),
    "punctuation around a wildcard goes": ("%LINK*", Wildcard((wild("link*"),), wild("link*"))),
    "a wildcard over an address and its port": (
        "10.1.*:80",
        Wildcard((wild("10.1.*"), "80"), wild("10.1.*:80")),
    ),
    "an escaped star is no wildcard": (r"a\*", A),
    "a regular expression": (r"a /x\/[0-9]/", ClauseGroup(((SHOULD, A), (SHOULD, Pattern(r"x\/[0-9]", 3))))),
    "every line": ("*:*", Everything()),
    "every line but some": ("*:* -a", ClauseGroup(((SHOULD, Everything()), (MUST_NOT, A)))),
    "a community needs no backslash": ("2:1", Phrase(("2:1",))),
    "nor an address with its port": ("10.1.2.3:80", Phrase(("10.1.2.3", "80"))),
    "nor an interface": ("GigabitEthernet0/0", Phrase(("gigabitethernet0/0",))),
    "nor a path": ("/v2/abc/servers", Phrase(("/v2/abc/servers",))),
    "nor two paths": ("/a/b AND /c/d", ClauseGroup(((MUST, Phrase(("/a/b",))), (MUST, Phrase(("/c/d",)))))),
    "nor a MAC": ("00:1A:2b:3c:4d:5e", Phrase(("00:1a:2b:3c:4d:5e",))),
    "but one does no harm": (
        r"2\:1 GigabitEthernet0\/0",
        ClauseGroup(((SHOULD, Phrase(("2:1",))), (SHOULD, Phrase(("gigabitethernet0/0",))))),
    ),
    "a hyphen inside a word is a letter": ("route-map", Phrase(("route-map",))),
    "an escape by number": (r"\u0041", A),
    "punctuation beside words is left out": ("a -> b", ClauseGroup(((SHOULD, A), (SHOULD, B)))),
}

REFUSED = {
    "nothing": ("", 0, "the end of the query", "a word"),
    "blanks": ("   ", 3, "the end of the query", "a word"),
    "punctuation": ("...", 0, "no letter or digit", "a word"),
    "an operator in front": ("AND a", 0, "'AND'", "a word"),
    "an operator at the end": ("a OR", 4, "the end of the query", "a word"),
    "two operators": ("a OR OR b", 5, "'OR'", "a word"),
    "a group that stays open": ("(a", 2, "the end of the query", "closing parenthesis"),
    "a group that was never opened": ("a)", 1, "')'", "the end"),
    "an empty group": ("()", 1, "')'", "a word"),
    "an open quote": ('a "b', 2, "never closed", 'a second "'),
    "half a range": ("[a b]", 0, "'['", "a range like [10 TO 20]"),
    "a range between phrases": ('["a b" TO c]', 0, "'a b' as the end of a range", "one word"),
    "a boost without a number": ("a^", 1, "'^'", "a word"),
    "a boost of nothing": ("^2", 0, "'^2'", "a word"),
    "half letters of fuzziness": ("a~1.5", 0, "~1.5", "~1 or ~2"),
    "fuzziness of two words": ("10.1.2.3:80~", 0, "2 words", "one word"),
    "a backslash at the end": ("a\\", 1, "a backslash", "the character that it escapes"),
    "a bare slash in a regular expression": ("/a/b[0-9]/", 0, "bare '/'", r"\/"),
    "a field of nothing": ("search_text:", 12, "the end of the query", "a word"),
    "only exclusion": ("NOT a", 0, "only excluded", "*:*"),
    "only exclusion in a group": ("a AND (NOT b)", 7, "only excluded", "*:*"),
    "a wildcard for punctuation": ("%*", 0, "'%*'", "a letter or digit"),
    "groups without end": ("(" * 60, 51, "'('", "at most 50"),
    "half a surrogate pair": ("a\ud800", 0, "surrogate", "UTF-8"),
}


@pytest.mark.parametrize(("query", "clause"), READ.values(), ids=READ)
def test_read_clauses(query: str, clause: Clause) -> None:
    assert read_clauses(query) == clause


@pytest.mark.parametrize(("query", "position", "found", "expected"), REFUSED.values(), ids=REFUSED)
def test_refused(query: str, position: int, found: str, expected: str) -> None:
    with pytest.raises(LuceneSyntaxError) as refusal:
        read_clauses(query)
    assert refusal.value.position == position
    assert found in refusal.value.found
    assert expected in refusal.value.expected
    assert f"character {position + 1}" in str(refusal.value)
