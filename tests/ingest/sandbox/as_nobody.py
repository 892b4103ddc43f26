"""Run Python as an ordinary user: as nobody when the tests run as root, as ourselves otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]
_NOBODY = 65534


def run_as_nobody(code: str) -> str:
    """Run code in the project's folder and return what it prints; skips where no interpreter is in reach."""
    done = _run([_reachable_python(), "-W", "error", "-c", code])
    assert done.returncode == 0, done.stderr
    return done.stdout


def _reachable_python() -> str:
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        try:
            done = _run([python, "-c", "import sys, graph_store.records; assert sys.version_info >= (3, 11)"])
        except OSError:
            continue
        if done.returncode == 0:
            return python
    pytest.skip("no Python 3.11 that the user nobody may run, or the project's folder is closed to it")


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    as_root = os.geteuid() == 0
    return subprocess.run(
        command,
        cwd=_ROOT,
        env={"PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        user=_NOBODY if as_root else None,
        group=_NOBODY if as_root else None,
        extra_groups=[] if as_root else None,
    )
