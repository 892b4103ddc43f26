"""What an answer says without its citation marks."""

from __future__ import annotations

import pytest

from conversations.records import strip_marks

MARKS = {
    "a mark in brackets": ("It is 7 [r1.cfg:13].", "It is 7 ."),
    "several marks in brackets": ("7 [r1.cfg:13, r1.cfg:19 … 12 lines] ok", "7  ok"),
    "a bare mark with a range": ("see r1.cfg:13-19 there", "see   there"),
    "other brackets stay": ("[instance: 7] r2.cfg:3", "[instance: 7] r2.cfg:3"),
    "a longer path that ends the same stays": ("sub/r1.cfg:4", "sub/r1.cfg:4"),
}


@pytest.mark.parametrize(("text", "expected"), MARKS.values(), ids=MARKS)
def test_strip_marks(text: str, expected: str) -> None:
    assert strip_marks(text, ["r1.cfg"]) == expected
