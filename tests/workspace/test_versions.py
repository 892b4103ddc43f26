"""What changed between two versions of a document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from workspace.versions import (
    TOP,
    Change,
    Thing,
    Version,
    compare_versions,
    forget_versions,
    keep_version,
    kept_times,
    last_version,
    numbered_version,
    versioned_paths,
)


def version(
    things: Sequence[Thing], lines: Sequence[str] = (), taken: str = "2026-11-21T10:00:00+00:00"
) -> Version:
    return Version("a.cfg", f"sha {taken}", taken, tuple(things), tuple(lines))


def port(name: str, mtu: int, line: int) -> Thing:
    return Thing("Interface", name, TOP, {"mtu": mtu}, (line, line + 1))


def rule(text: str, line: int, parent: int = 0) -> Thing:
    return Thing("Rule", "", parent, {"text": text}, (line,))


ACL = Thing("AccessList", "10", TOP, {}, (1,))
CASES: dict[str, tuple[list[Thing], list[Thing], list[Change]]] = {
    "nothing": ([port("Gi1", 1500, 1)], [port("Gi1", 1500, 7)], []),
    "a value": (
        [port("Gi1", 1500, 1)],
        [port("Gi1", 9100, 7)],
        [Change("changed", ("Interface Gi1",), ("mtu",), (1, 2), (7, 8))],
    ),
    "one came and one went": (
        [port("Gi1", 1500, 1), port("Gi2", 1500, 3)],
        [port("Gi1", 1500, 1), port("Gi3", 1500, 3)],
        [
            Change("added", ("Interface Gi3",), after=(3, 4)),
            Change("removed", ("Interface Gi2",), before=(3, 4)),
        ],
    ),
    "a rule in the middle is one change": (
        [ACL, rule("permit a", 2), rule("permit b", 3)],
        [ACL, rule("permit a", 2), rule("deny x", 3), rule("permit b", 4)],
        [Change("added", ("AccessList 10", "Rule"), after=(3,))],
    ),
    "one rule for another is a change": (
        [ACL, rule("permit a", 2)],
        [ACL, rule("deny a", 2)],
        [Change("changed", ("AccessList 10", "Rule"), ("text",), (2,), (2,))],
    ),
    "the order of rules": (
        [ACL, rule("permit a", 2), rule("deny b", 3)],
        [ACL, rule("deny b", 2), rule("permit a", 3)],
        [Change("moved", ("AccessList 10", "Rule"), before=(2,), after=(3,))],
    ),
    "what is inside goes with it": (
        [ACL, rule("permit a", 2)],
        [],
        [Change("removed", ("AccessList 10",), before=(1, 2))],
    ),
    "another type of that name": (
        [Thing("Vlan", "10")],
        [ACL],
        [Change("added", ("AccessList 10",), after=(1,)), Change("removed", ("Vlan 10",))],
    ),
}


@pytest.mark.parametrize(("old", "new", "expected"), CASES.values(), ids=CASES)
def test_compare_versions(old: list[Thing], new: list[Thing], expected: list[Change]) -> None:
    assert list(compare_versions(version(old), version(new))) == expected


def test_versions_are_kept_read_and_forgotten(tmp_path: Path) -> None:
    kg = str(tmp_path)
    one = version([port("Gi1", 1500, 1), rule("permit", 3)], ["x"])
    two = version([port("Gi1", 9100, 1)], ["y"], "2026-11-21T11:00:00+00:00")
    keep_version(kg, one)
    keep_version(kg, two)
    assert last_version(kg, "a.cfg", "other") == two
    assert last_version(kg, "a.cfg", two.sha256) == one
    assert last_version(kg, "b.cfg", "") is None
    assert [numbered_version(kg, "a.cfg", number) for number in (1, 2, 3)] == [two, one, None]
    assert kept_times(kg, "a.cfg") == ["2026-11-21 11:00 UTC", "2026-11-21 10:00 UTC"]
    assert versioned_paths(kg) == ["a.cfg"]
    forget_versions(kg, "a.cfg")
    assert versioned_paths(kg) == []
