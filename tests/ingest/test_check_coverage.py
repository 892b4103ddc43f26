"""Coverage counts what is explained, not what is swallowed."""

from __future__ import annotations

import pytest

from graph_store.records import Entity, SourceLine
from ingest.learn.judge_records import count_tokens, owned_lines
from ingest.sandbox import RawRecord

LINES = tuple(
    SourceLine("a.cfg", number, text)
    for number, text in enumerate(
        ("interface Gi0/0", " mtu 1500", "!", "hello there people", "10.0.0.9;"), start=1
    )
)

CASES: dict[str, tuple[list[RawRecord], set[int]]] = {
    "separators need no explaining": ([], {3}),
    "a record owns its lines": (
        [RawRecord("Interface", {"key": "Gi0/0", "mtu": 1500}, ((0, 1),))],
        {1, 2, 3},
    ),
    "a child owns its lines too": (
        [RawRecord("Root", {}, (), (RawRecord("Interface", {"key": "Gi0/0"}, ((0, 0),)),))],
        {1, 3},
    ),
    "raw text explains nothing": ([RawRecord("Other", {"text": "hello there people"}, ((3, 3),))], {3}),
    "a comment is a comment": ([RawRecord("Comment", {"text": "hello there people"}, ((3, 3),))], {3, 4}),
    "one value alone is a value": ([RawRecord("NameServer", {"key": "10.0.0.9"}, ((4, 4),))], {3, 5}),
}


@pytest.mark.parametrize(("records", "expected"), CASES.values(), ids=CASES)
def test_owned_lines(records: list[RawRecord], expected: set[int]) -> None:
    assert owned_lines(records, LINES) == expected


def test_tokens_in_named_fields() -> None:
    entities = [Entity("Interface", "Gi0/0", 0, {"mtu": 1500, "message": "10.0.0.9"}, (1, 2, 5))]
    assert count_tokens(LINES, entities) == (3, 2)
