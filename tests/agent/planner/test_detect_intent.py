"""What a question asks for."""

from __future__ import annotations

import pytest

from agent.planner.words.detect_intent import detect_intent
from agent.planner.words.question_words import read_tokens

CASES = {
    "how many": ("How many interfaces are shut down?", "count"),
    "the number of": ("What is the number of neighbors?", "count"),
    "how many seconds is a measure": ("How many seconds did it take?", "list"),
    "most common": ("What is the most common MTU?", "most_common"),
    "made the most": ("Which address made the most requests?", "most_common"),
    "typical": ("What is the typical response time?", "average"),
    "longest": ("Which request took the longest?", "maximum"),
    "lowest": ("What is the lowest metric?", "minimum"),
    "latest": ("What is the latest status of r1?", "last"),
    "first": ("When was the first failure?", "first"),
    "is there any": ("Is there any unused access list?", "exists"),
    "a plural": ("Which interfaces have an address?", "list"),
    "a singular": ("What community does it set?", "lookup"),
    "an overview": ("Summarize the log", "summary"),
    "at least is no superlative": ("Which addresses had at least one failure?", "list"),
    "how long something lasts is not the last": ("How long did the session last?", "lookup"),
    "the top of a list": ("Top 3 addresses by failures?", "most_common"),
    "the busiest": ("What was the busiest hour?", "most_common"),
    "a superlative in quotes counts for nothing": ("Which devices have the name 'longest'?", "list"),
}


@pytest.mark.parametrize(("text", "intent"), CASES.values(), ids=CASES)
def test_intent(text: str, intent: str) -> None:
    assert detect_intent(text, read_tokens(text, frozenset())).intent == intent


PHRASES = {
    "the noun behind what": ("What is the IP address of Ethernet0/1?", [["IP", "address"]]),
    "two nouns": ("Which device and interface own it?", [["device"], ["interface"]]),
    "more nouns later": ("Which interfaces use it, and in which direction?", [["interfaces"], ["direction"]]),
    "a noun behind a vague one": ("What types of addresses are seen?", [["addresses"]]),
}


@pytest.mark.parametrize(("text", "expected"), PHRASES.values(), ids=PHRASES)
def test_phrases(text: str, expected: list[list[str]]) -> None:
    tokens = read_tokens(text, frozenset())
    found = [
        [tokens[place].text for place in phrase.positions] for phrase in detect_intent(text, tokens).phrases
    ]
    assert [[word for word in words if word not in ("use", "own", "seen")] for words in found] == expected
