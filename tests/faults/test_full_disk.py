"""A disk that fills up: a real one, in memory, of which little is left when an ingest begins."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.faults.fill_disk import ROOM
from tests.faults.graph_contents import differences
from tests.faults.two_networks import Network

MINE = (
    ["unshare", "--mount"]
    if os.name == "posix" and os.geteuid() == 0
    else ["unshare", "--mount", "--map-root-user"]
)


@pytest.mark.timeout(900)
def test_a_full_disk_is_named_and_nothing_is_lost(network: Network, tmp_path: Path) -> None:
    _require_own_disk(tmp_path)
    disk = tmp_path / "disk"
    disk.mkdir()
    command = [*MINE, sys.executable, "-m", "tests.faults.fill_disk", str(disk)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=880)
    assert done.returncode == 0, done.stderr
    trials = json.loads(done.stdout)
    assert list(trials) == list(ROOM)
    for number, (name, trial) in enumerate(trials.items()):
        assert "disk is full" in trial["told"], name
        assert (
            "disk is full" in trial["said_in_chat"]
            or "interrupted" in trial["said_in_chat"]
            or trial["said_in_chat"] == "answered"
        ), name
        assert trial["kept"], name
        assert differences(trial["contents"], network.contents[1 - number % 2]) == [], name
        assert trial["faults"] == [], name


def _require_own_disk(folder: Path) -> None:
    """Skip, with what was said, where nobody may mount a disk in memory."""
    (folder / "trial").mkdir()
    command = [*MINE, "mount", "-t", "tmpfs", "none", str(folder / "trial")]
    if shutil.which("unshare") is None:
        pytest.skip("no program 'unshare' to mount a small disk with")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode != 0:
        pytest.skip(f"no small disk may be mounted here: {done.stderr.strip()}")
