"""Free text is no entry of a filter, whatever it says."""

from __future__ import annotations

import pytest

from reading.filter_entries import entry_fields


@pytest.mark.parametrize("word", ["description", "comment", "name", "action", "alias"])
def test_a_text_is_no_entry(word: str) -> None:
    assert entry_fields([word, "permit", "ip"], "Filter") is None


@pytest.mark.parametrize(
    ("words", "action"), [("extended deny ip any any", "deny"), ("10 permit ip any any", "permit")]
)
def test_words_before_an_action(words: str, action: str) -> None:
    found = entry_fields(words.split(), "Filter")
    assert found is not None
    assert found["action"] == action
