"""Text reaches the page as it is."""

from __future__ import annotations

import pytest

from chat.words.markdown import show_cell_text, show_code, show_markdown, show_plain

PLAIN = {
    "an IPv6 address is no directive": ("2001:db8::1", r"2001\:db8\:\:1"),
    "a tag is text": ("<host>", r"\<host\>"),
    "stars and underscores stay": ("a*b_c", r"a\*b\_c"),
    "a line break stays a line break": ("one\ntwo", "one  \ntwo"),
    "a leading dash is no list": ("- permit", r"\- permit"),
    "a leading number is no list": ("10. permit", r"10\. permit"),
    "words are untouched": ("mtu 9100", "mtu 9100"),
}


@pytest.mark.parametrize(("text", "expected"), PLAIN.values(), ids=PLAIN)
def test_show_plain(text: str, expected: str) -> None:
    assert show_plain(text) == expected


MARKDOWN = {
    "bold stays bold": ("**3** peers", "**3** peers"),
    "a directive becomes text": ("peer 2001:db8::1", r"peer 2001\:db8\::1"),
    "code is left alone": ("run `show :x <y>`", "run `show :x <y>`"),
    "a tag outside code is text": ("<host>", r"\<host>"),
}


@pytest.mark.parametrize(("text", "expected"), MARKDOWN.values(), ids=MARKDOWN)
def test_show_markdown(text: str, expected: str) -> None:
    assert show_markdown(text) == expected


def test_a_cell_has_no_bars_and_no_line_breaks() -> None:
    assert show_cell_text("a|b\nc") == r"a\|b c"


def test_a_fence_is_longer_than_what_it_holds() -> None:
    assert show_code("a\n```\nb") == "````text\na\n```\nb\n````"
