"""What wirelore history and wirelore diff read and print."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from workspace.history import DocumentDiff, compare_lines, cut_hunks
from workspace.show_history import diff_json, parse_since, write_diff

NOW = datetime(2026, 11, 26, 18, 0, tzinfo=UTC)
THEN, LATER = "2026-11-24T10:00:00+00:00", "2026-11-25T10:00:00+00:00"
TIMES = {
    "30m": NOW - timedelta(minutes=30),
    "12h": NOW - timedelta(hours=12),
    "2d": NOW - timedelta(days=2),
    "1w": NOW - timedelta(days=7),
    "2026-11-24": datetime(2026, 11, 24, tzinfo=UTC),
    "2026-11-24T18:00": datetime(2026, 11, 24, 18, tzinfo=UTC),
    "2026-11-24T18:00+02:00": datetime(2026, 11, 24, 16, tzinfo=UTC),
}


@pytest.mark.parametrize(("text", "expected"), TIMES.items(), ids=TIMES)
def test_parse_since(text: str, expected: datetime) -> None:
    assert parse_since(text, NOW) == expected


@pytest.mark.parametrize("text", ["", "d", "2x", "-2d", "2.5d", "9999999999d", "yesterday"])
def test_what_is_no_time_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no time; expected one such as 30m"):
        parse_since(text, NOW)


def compared(old: str, new: str, *, complete: bool = True, versions: int = 2) -> DocumentDiff:
    hunks = tuple(cut_hunks(compare_lines(old.split("/"), new.split("/"))))
    return DocumentDiff("c/r1.cfg", "r1", THEN, LATER, hunks, complete, versions)


HEAD = ["--- c/r1.cfg\tloaded 2026-11-24 10:00:00 UTC", "+++ c/r1.cfg\tloaded 2026-11-25 10:00:00 UTC"]
DIFFS = {
    "a change": (compared("a/b/c", "a/x/c"), [*HEAD, "@@ -1,3 +1,3 @@ c/r1.cfg:2", " a", "-b", "+x", " c"]),
    "a line that went stood before the next one": (
        compared("a/b/c", "a/c"),
        [*HEAD, "@@ -1,3 +1,2 @@ c/r1.cfg:2", " a", "-b", " c"],
    ),
    "a last line that went stood behind the last one": (
        compared("a/b", "a"),
        [*HEAD, "@@ -1,2 +1,1 @@ c/r1.cfg:1", " a", "-b"],
    ),
    "no difference": (compared("a", "a"), ["# c/r1.cfg: no difference since 2026-11-24 10:00:00 UTC"]),
    "no version that is old enough": (
        compared("a", "a", complete=False),
        [
            "# c/r1.cfg: no version that old is known; compared with the oldest one that is kept",
            "# c/r1.cfg: no difference since 2026-11-24 10:00:00 UTC",
        ],
    ),
    "one version": (
        compared("a", "a", versions=1),
        ["# c/r1.cfg: only one version was loaded (2026-11-25 10:00:00 UTC)"],
    ),
}


@pytest.mark.parametrize(("diff", "expected"), DIFFS.values(), ids=DIFFS)
def test_write_diff(diff: DocumentDiff, expected: list[str]) -> None:
    assert list(write_diff(diff)) == expected


def test_diff_json() -> None:
    assert diff_json(compared("a/b/c", "a/x/c")) == {
        "path": "c/r1.cfg",
        "before": THEN,
        "after": LATER,
        "versions": 2,
        "added": 1,
        "removed": 1,
        "complete": True,
        "changes": [
            {"sign": "-", "path": "c/r1.cfg", "line": 2, "text": "b"},
            {"sign": "+", "path": "c/r1.cfg", "line": 2, "text": "x"},
        ],
    }
