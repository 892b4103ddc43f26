"""What changed between two versions of a document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from chat.documents.compare_versions import TOP, Change, Thing, Version, compare_versions
from chat.documents.diff_versions import draw_difference, list_kept, read_numbers, say_no_number, show_changes
from chat.documents.versions import (
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


def test_changes_are_told_with_their_lines() -> None:
    old = version([port("Gi1", 1500, 1)], ["interface Gi1", " mtu 1500"])
    new = version([port("Gi1", 9100, 1)], ["interface Gi1", " mtu 9100"])
    said = show_changes(old, new, compare_versions(old, new), list)
    assert said.startswith(
        "**a.cfg: 1 changed** since the version that was replaced at 2026-11-21 10:00 UTC."
    )
    assert r"**Interface Gi1** changed: mtu \[[a.cfg\:1,2](#source=a.cfg%3A1%2C2)\]" in said
    assert "```diff\n  interface Gi1\n-  mtu 1500\n+  mtu 9100\n```" in said


def test_two_versions_before_have_no_citations_that_would_open_other_lines() -> None:
    old = version([port("Gi1", 1500, 1)], ["interface Gi1", " mtu 1500"])
    new = version([port("Gi1", 9100, 1)], ["interface Gi1", " mtu 9100"], "2026-11-21T11:00:00+00:00")
    said = show_changes(old, new, compare_versions(old, new), list, loaded=False)
    assert "replaced at 2026-11-21 10:00 UTC, up to the one replaced at 2026-11-21 11:00 UTC" in said
    assert "+  mtu 9100" in said
    assert "#source=" not in said


NUMBERS: dict[str, tuple[str, tuple[str, tuple[int, ...]]]] = {
    "a path alone": ("core1.cfg", ("core1.cfg", ())),
    "a path and a number": ("core1.cfg 2", ("core1.cfg", (2,))),
    "a path and two numbers": ("core1.cfg 3 1", ("core1.cfg", (3, 1))),
    "a device that is a number": ("12 1", ("12", (1,))),
    "nothing": ("", ("", ())),
}


@pytest.mark.parametrize(("text", "expected"), NUMBERS.values(), ids=NUMBERS)
def test_versions_are_named_by_numbers(text: str, expected: tuple[str, tuple[int, ...]]) -> None:
    assert read_numbers(text) == expected


def test_kept_versions_are_listed_with_their_numbers() -> None:
    assert list_kept("a.cfg", ["2026-11-21 11:00 UTC"]) == ""
    listed = list_kept("a.cfg", ["2026-11-21 11:00 UTC", "2026-11-21 10:00 UTC"])
    assert "2. replaced 2026-11-21 10:00 UTC" in listed
    assert "`diff a.cfg 2 1`" in listed
    assert "there is 1 version before" in say_no_number("a.cfg", ["2026-11-21 11:00 UTC"])


def test_lines_that_nothing_explains_may_change_too() -> None:
    old, new = version([], ["a", "b"]), version([], ["a", "c"])
    assert "1 line came, 1 line went" in show_changes(old, new, (), list)


def test_a_long_difference_is_cut() -> None:
    assert draw_difference([], [str(number) for number in range(50)]).endswith("  ... 10 more lines")


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
