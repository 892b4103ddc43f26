"""The field that names who wrote a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from ingest.induction.logs.sender import find_sender

TEN = ("gate-a", "gate-b") * 5
CASES: dict[str, tuple[Mapping[str, Sequence[str]], str]] = {
    "a standard name on every line": ({"devname": TEN, "srcip": TEN}, "devname"),
    "the surer of two names": ({"hostname": TEN, "devname": TEN}, "devname"),
    "a site that few lines visit": ({"hostname": TEN[:4]}, ""),
    "as many values as lines": ({"host": tuple(f"site{place}.example" for place in range(10))}, ""),
    "numbers": ({"host": ("1", "2") * 5}, ""),
    "no standard name": ({"gate": TEN}, ""),
}


@pytest.mark.parametrize(("values", "expected"), CASES.values(), ids=CASES)
def test_find_sender(values: Mapping[str, Sequence[str]], expected: str) -> None:
    assert find_sender(values, 10) == expected
