"""The versions of a document that are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from workspace.versions import (
    Version,
    forget_versions,
    keep_version,
    kept_headers,
    kept_times,
    last_version,
    named_version,
    numbered_version,
    versioned_paths,
)


def version(*lines: str, taken: str = "2026-11-21T10:00:00+00:00") -> Version:
    return Version("a.cfg", f"sha {taken}", taken, lines)


def test_versions_are_kept_read_and_forgotten(tmp_path: Path) -> None:
    kg = str(tmp_path)
    one, two = version("x", "", "y"), version("y", taken="2026-11-21T11:00:00+00:00")
    keep_version(kg, one)
    keep_version(kg, two)
    assert last_version(kg, "a.cfg", "other") == two
    assert last_version(kg, "a.cfg", two.sha256) == one
    assert last_version(kg, "b.cfg", "") is None
    assert [numbered_version(kg, "a.cfg", number) for number in (1, 2, 3)] == [two, one, None]
    assert [header.sha256 for header in kept_headers(kg, "a.cfg")] == [two.sha256, one.sha256]
    assert kept_times(kg, "a.cfg") == ["2026-11-21 11:00 UTC", "2026-11-21 10:00 UTC"]
    assert versioned_paths(kg) == ["a.cfg"]
    forget_versions(kg, "a.cfg")
    assert versioned_paths(kg) == []


NAMED = {
    "the one that came then": ("a.cfg@2026-11-21T100000Z", ("one",)),
    "with colons": ("a.cfg@2026-11-21T10:00:00Z", ("one",)),
    "of which is not known when it came": ("a.cfg@before", ("zero",)),
    "several that came in one second and differ": ("a.cfg@2026-11-21T110000Z", None),
    "another time": ("a.cfg@2026-11-21T100001Z", None),
    "another file": ("../a.cfg@2026-11-21T100000Z", None),
    "no time": ("a.cfg", None),
}


@pytest.mark.parametrize(("name", "lines"), NAMED.values(), ids=NAMED)
def test_named_version(name: str, lines: tuple[str, ...] | None, tmp_path: Path) -> None:
    loaded = ("", "2026-11-21T10:00:00+00:00", "2026-11-21T11:00:00+00:00", "2026-11-21T11:00:00+00:00")
    for number, (text, time) in enumerate(zip(("zero", "one", "two", "three"), loaded, strict=True)):
        taken = f"2026-11-21T1{number}:30:00+00:00"
        keep_version(str(tmp_path), Version("a.cfg", f"sha {text}", taken, (text,), loaded=time))
    found = named_version(str(tmp_path), name)
    assert (found.lines if found else None) == lines
