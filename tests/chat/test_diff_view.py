"""What `diff` shows of two versions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chat.documents.diff_versions import draw_difference, list_kept, read_numbers, say_no_number, show_changes
from tests.workspace.test_versions import version
from timeline.compare_lines import find_changes

OLD = version("interface Gi1", " mtu 1500")
NEW = version("interface Gi1", " mtu 9100", taken="2026-11-21T11:00:00+00:00")
CHANGES = find_changes(OLD.lines, NEW.lines)


def test_changes_are_told_with_their_lines() -> None:
    said = show_changes(OLD, NEW, CHANGES)
    assert said.startswith(
        "**a.cfg: 1 changed** since the version that was replaced at 2026-11-21 10:00 UTC."
    )
    assert r"**interface Gi1** changed \[[a.cfg\:2](#source=a.cfg%3A2)\]" in said
    assert "```diff\n-  mtu 1500\n+  mtu 9100\n```" in said


def test_two_versions_before_have_no_citations_that_would_open_other_lines() -> None:
    said = show_changes(OLD, NEW, CHANGES, loaded=False)
    assert "replaced at 2026-11-21 10:00 UTC, up to the one replaced at 2026-11-21 11:00 UTC" in said
    assert "+  mtu 9100" in said
    assert "#source=" not in said


def test_two_devices_are_compared() -> None:
    other = replace(NEW, path="b.cfg")
    said = show_changes(OLD, other, CHANGES, against=OLD.path)
    assert said.startswith("**b.cfg beside a.cfg: 1 changed.** Lines with - stand in a.cfg only")
    assert "#source=b.cfg%3A2" in said
    assert show_changes(OLD, other, (), against=OLD.path) == "**b.cfg and a.cfg have the same lines.**"


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


def test_equal_versions_have_no_changes() -> None:
    assert "No line of a.cfg changed" in show_changes(OLD, OLD, ())


def test_a_long_difference_is_cut() -> None:
    assert draw_difference([], [str(number) for number in range(50)]).endswith("  ... 10 more lines")
