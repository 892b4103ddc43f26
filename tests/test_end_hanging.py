"""A test that hangs behind its time limit ends its worker, which says where it stood; the other tests go on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TESTS = """
import threading

import pytest

import tests.end_hanging

tests.end_hanging.GRACE_S = 1.0


@pytest.mark.timeout(1)
def test_hangs():
    try:
        threading.Event().wait()
    finally:
        threading.Event().wait()


def test_goes_on():
    pass
"""
ROOT = Path(__file__).resolve().parent.parent


def test_a_hanging_test_is_told_and_the_others_run(tmp_path: Path) -> None:
    (tmp_path / "test_two.py").write_text(TESTS, "utf-8")
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_xdist_make_scheduler\n", "utf-8")
    command = (sys.executable, "-m", "pytest", "-n", "1", "--dist", "loadfile", "-o", "timeout=300")
    done = subprocess.run(
        (*command, "-p", "tests.end_hanging", "test_two.py"),
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "in test_hangs" in done.stdout
    assert "1 failed, 1 passed" in done.stdout
