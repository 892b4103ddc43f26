"""Templates that say the same are equal; templates that do not stay different."""

from __future__ import annotations

import pytest

from benchmarks.parsing.normalise_template import merge_wildcards, normalise_template

NORMALISED = {
    "several blanks are one": ("a  b\t<*> ", "a b <*>"),
    "a decimal number is one variable": ("time: <*>.<*> s", "time: <*> s"),
    "an address with its port is one variable": ("from <*>:<*>", "from <*>"),
    "variables side by side are one": ("<*><*> x", "<*> x"),
    "a word with a variable in it is a variable": ("block blk_<*> of part-<*>", "block <*> of part-<*>"),
    "a path keeps its beginning": ("file /<*>/blk_<*>", "file /<*>/blk_<*>"),
    "a variable in quotes is one": ("host '<*>' gone", "host <*> gone"),
    "dashes hold variables apart": ("<*>-<*> ok", "<*>-<*> ok"),
    "blanks hold variables apart": ("<*> <*> ok", "<*> <*> ok"),
    "a number left in a template is not a variable": ("status: 200", "status: 200"),
}


@pytest.mark.parametrize(("template", "expected"), NORMALISED.values(), ids=NORMALISED)
def test_normalise_template(template: str, expected: str) -> None:
    assert normalise_template(template) == expected
    assert normalise_template(expected) == expected


MERGED = {
    "a date with its time is one": ("from <*>-<*>-<*> <*>:<*>:<*> to <*>", "from <*> to <*>"),
    "a request's path and protocol are one": ('"GET <*> <*>" status', '"GET <*>" status'),
    "words hold variables apart": ("<*> of <*>", "<*> of <*>"),
}


@pytest.mark.parametrize(("template", "expected"), MERGED.values(), ids=MERGED)
def test_merge_wildcards(template: str, expected: str) -> None:
    assert merge_wildcards(template) == expected
