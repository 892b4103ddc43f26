"""An old copy beside the live configuration is named, and is no device."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.files.find_files import find_files

LIVE = "hostname weir-r1\ninterface Ethernet1\n mtu 1500\n"
OLD = "hostname weir-r1\ninterface Ethernet1\n mtu 1400\n"
LOG = "".join(f"Nov  3 10:00:{second:02} weir-r1 kernel: link up\n" for second in range(30))
PASSED = {
    "of the live file": ({"r1.cfg": LIVE, "r1.cfg.bak": OLD}, ["r1.cfg.bak"]),
    "of several": ({"r1.cfg": LIVE, "r1.cfg~": OLD, "r1.cfg.old": OLD, "r1.cfg.save.1": OLD}, 3),
    "of a file without an ending": ({"running": LIVE, "running.orig": OLD}, ["running.orig"]),
    "of a file that is gone, beside others": ({"50-main.yaml": LIVE, "95-test.yaml.bak": OLD}, ["95-test.yaml.bak"]),
    "where nothing is live": ({"r1.cfg.bak": LIVE, "r2.cfg.bak": OLD}, []),
    "beside other things": ({"README.md": "x", "r2.cfg.bak": OLD}, []),
    "an old log": ({"kern.log": LOG, "kern.log.old": LOG + LOG}, []),
    "a name that is none of a copy": ({"r1.cfg": LIVE, "r1.cfg.new": OLD, "old.cfg": OLD}, []),
}  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), PASSED.values(), ids=PASSED)
def test_old_copies_are_passed_over(tmp_path: Path, files: dict[str, str], expected: list[str] | int) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    found = find_files([tmp_path])
    passed = [one.path for one in found.passed_over]
    assert (len(passed) if isinstance(expected, int) else passed) == expected
    assert {one.path for one in found.files} == files.keys() - set(passed)
    assert all("an old copy, beside" in one.reason and not one.failed for one in found.passed_over)


def test_a_copy_that_is_given_with_the_live_file_is_passed_over(tmp_path: Path) -> None:
    for name, text in {"r1.cfg": LIVE, "r1.cfg.bak": OLD}.items():
        (tmp_path / name).write_text(text)
    found = find_files([tmp_path / "r1.cfg", tmp_path / "r1.cfg.bak"])
    assert [one.path for one in found.files] == ["r1.cfg"]
    assert [one.path for one in found.passed_over] == ["r1.cfg.bak"]


def test_a_copy_that_is_given_is_loaded(tmp_path: Path) -> None:
    for name, text in {"r1.cfg": LIVE, "r1.cfg.bak": OLD}.items():
        (tmp_path / name).write_text(text)
    assert [one.path for one in find_files([tmp_path / "r1.cfg.bak"]).files] == ["r1.cfg.bak"]
