"""Which examples of a property prompts tell."""

from __future__ import annotations

import pytest

from agent.model.describe_for_question import describe_for_question
from graph_store.records import Description, LabelDescription, PropertyDescription, Scalar

ROOMS = ("hall", "yard", "loft", "barn", "shed")
ID = "7f1c2b9a-0d3e-4c55-9d0e-11aa22bb33c{}"

SHOWN: dict[str, tuple[int, int, tuple[Scalar, ...], list[str]]] = {
    "all of a few values that come again and again": (100, 5, ROOMS, list(ROOMS)),
    "two of values that do not": (6, 5, ROOMS, ["hall", "yard"]),
    "two of more values than are known": (100, 9, ROOMS, ["hall", "yard"]),
    "none that is blank": (6, 5, ("", "yard", "loft"), ["yard", "loft"]),
    "texts that read like numbers in quotes": (6, 5, ("17.9", 17, True), ["'17.9'", "17"]),
    "one long id of many": (100, 90, (ID.format(1), ID.format(2)), [ID.format(1)]),
    "both long ids, where there are no others": (
        100,
        2,
        (ID.format(1), ID.format(2)),
        [ID.format(1), ID.format(2)],
    ),
}


@pytest.mark.parametrize(("count", "distinct", "examples", "shown"), SHOWN.values(), ids=SHOWN)
def test_examples(count: int, distinct: int, examples: tuple[Scalar, ...], shown: list[str]) -> None:
    room = PropertyDescription("room", ("string",), count, distinct, examples)
    described = describe_for_question(Description((LabelDescription("Guest", count, (room,)),)), "", 460)
    assert f"room ({', '.join(shown)})" in described.labels
