"""What a question is cut into."""

from __future__ import annotations

import pytest

from agent.planner.words.question_words import Mention, Word, read_tokens

MENTIONS = {
    "an address": ("Who owns 10.1.1.2?", [("10.1.1.2", "address")]),
    "a prefix": ("Which interfaces are in 10.0.0.0/8?", [("10.0.0.0/8", "prefix")]),
    "an interface name": ("Is Gi0/0 up?", [("Gi0/0", "name")]),
    "a quoted text": ("How many lines report 'Unknown base file'?", [("Unknown base file", "text")]),
    "a path in quotes": ("When was '/v2/servers' asked for?", [("/v2/servers", "name")]),
    "the beginning of an id": ("What happened to af9d460c-89bf-\u2026?", [("af9d460c-89bf-", "cut")]),
    "the beginning of an address": ("Which address (10.11.21.x) asked most?", [("10.11.21.", "cut")]),
    "a number": ("Who runs OSPF area 1?", [("1", "number")]),
    "two clock times": ("What happened between 10:00 and 10:05?", [("10:00", "time"), ("10:05", "time")]),
    "a day with its month": ("What happened on June 5th?", [("--06-05", "time")]),
    "a name with underscores": ("Where is default_list used?", [("default_list", "name")]),
    "no value at all": ("Which devices are there?", []),
    "a quoted word with an ellipsis is a word": ('How many ids stand in "[instance: \u2026]"?', []),
}


@pytest.mark.parametrize(("text", "expected"), MENTIONS.values(), ids=MENTIONS)
def test_mentions(text: str, expected: list[tuple[str, str]]) -> None:
    tokens = read_tokens(text, frozenset())
    assert [(token.text, token.shape) for token in tokens if isinstance(token, Mention)] == expected


CONTENT = {
    "filler is left out": ("Please show me the interfaces that are configured", ["interfaces"]),
    "short names are written out": ("Which ACLs are there?", ["access", "list"]),
    "an order is no noun": ("List the prefix list", ["prefix", "list"]),
    "adverbs do not narrow": ("Which ports are administratively blocked?", ["ports", "blocked"]),
}


@pytest.mark.parametrize(("text", "expected"), CONTENT.values(), ids=CONTENT)
def test_content_words(text: str, expected: list[str]) -> None:
    tokens = read_tokens(text, frozenset())
    assert [token.text for token in tokens if isinstance(token, Word) and token.sort == "content"] == expected


def test_a_word_with_digits_is_a_word_when_the_graph_has_it() -> None:
    assert isinstance(read_tokens("ipv4", frozenset({"ipv4"}))[0], Word)
    assert isinstance(read_tokens("ipv4", frozenset())[0], Mention)
