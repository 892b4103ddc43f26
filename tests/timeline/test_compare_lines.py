"""Which lines differ between two versions, and in which blocks they stand."""

from __future__ import annotations

import pytest

from timeline.compare_lines import Change, find_changes

PORT = ["interface Gi1", " mtu 1500", " no shutdown", "!"]
CASES: dict[str, tuple[list[str], list[str], list[Change]]] = {
    "nothing": (PORT, PORT, []),
    "a line in a block": (
        PORT,
        ["interface Gi1", " mtu 9100", " no shutdown", "!"],
        [Change("changed", ("interface Gi1",), (2,), (2,))],
    ),
    "two blocks that come in a row are two changes": (
        ["hostname a"],
        ["hostname a", "interface Gi1", " mtu 1", "interface Gi2", " mtu 2"],
        [Change("added", ("interface Gi1",), (), (2, 3)), Change("added", ("interface Gi2",), (), (4, 5))],
    ),
    "blocks in braces, and what closes them": (
        ["interfaces {", "    ge-0/0/0 {", "        mtu 1500;", "    }", "}"],
        ["interfaces {", "    ge-0/0/0 {", "        mtu 9000;", "        disable;", "    }", "}"],
        [Change("changed", ("interfaces", "ge-0/0/0"), (3,), (3, 4))],
    ),
    "lines without blocks": (
        ["set a 1", "set b 1", "set c 1"],
        ["set a 1", "set b 2", "set d 1"],
        [Change("changed", (), (2, 3), (2, 3))],
    ),
    "a block that goes": (
        ["a", "interface Gi1", " mtu 1", "b"],
        ["a", "b"],
        [Change("removed", ("interface Gi1",), (2, 3), ())],
    ),
}


@pytest.mark.parametrize(("old", "new", "expected"), CASES.values(), ids=CASES)
def test_find_changes(old: list[str], new: list[str], expected: list[Change]) -> None:
    assert list(find_changes(old, new)) == expected
