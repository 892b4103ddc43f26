"""What varies in a text is found by templates and by values."""

from __future__ import annotations

import pytest

from benchmarks.parsing.predict_templates import align_template, locate_scalars, render, stands_alone
from graph_store.records import Scalar

ALIGNED: dict[str, tuple[str, str, list[str] | None]] = {
    "wildcards between fixed parts": ("port <*> of <*> up", "port 7 of r1 up", ["7", "r1"]),
    "a wildcard at both ends": ("<*> is <*>", "a b is c", ["a b", "c"]),
    "no wildcard, the same text": ("all up", "all up", []),
    "no wildcard, another text": ("all up", "all down", None),
    "a fixed part that is missing": ("port <*> down", "port 7 up", None),
    "an end that is in the beginning already": ("ab<*>bc", "abc", None),
    "the last part is taken at the end": ("<*> a", "x a y a", ["x a y"]),
}


@pytest.mark.parametrize(("template", "text", "expected"), ALIGNED.values(), ids=ALIGNED)
def test_align_template(template: str, text: str, expected: list[str] | None) -> None:
    spans = align_template(template, text)
    assert (None if spans is None else [text[first:last] for first, last in spans]) == expected


LOCATED: dict[str, tuple[list[Scalar], str, str]] = {
    "whole words first": ([1], "v10 is 1", "v10 is <*>"),
    "a number in another spelling": ([2.5], "took 2.50 s", "took <*> s"),
    "a number at a unit": ([32], "took 32ms", "took <*>ms"),
    "a long value holds a short one": (["a", "a-b"], "a-b and a", "<*> and <*>"),
    "each value once": (["x"], "x or x", "<*> or x"),
    "flags stand nowhere": ([True], "True", "True"),
    "a value that is not there": (["y"], "x", "x"),
}


@pytest.mark.parametrize(("values", "text", "expected"), LOCATED.values(), ids=LOCATED)
def test_locate_scalars(values: list[Scalar], text: str, expected: str) -> None:
    assert render(text, locate_scalars(values, text)) == expected


def test_a_span_that_begins_before_the_text_is_cut() -> None:
    assert render("head [id] text 7", [(6, 9), (15, 16)], 10) == "text <*>"
    assert render("head [id] text 7", [(6, 12), (15, 16)], 10) == "<*>xt <*>"


ALONE = {
    "between brackets": ("123", "sshd[123]: x", True),
    "before a colon": ("sshd", "host sshd: x", True),
    "inside a date": ("16", "2017-05-16 x", False),
    "inside a number": ("1", "log.1.2", False),
}


@pytest.mark.parametrize(("value", "text", "expected"), ALONE.values(), ids=ALONE)
def test_stands_alone(value: str, text: str, expected: bool) -> None:
    assert stands_alone(value, text) == expected
