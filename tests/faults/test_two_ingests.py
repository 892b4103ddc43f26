"""Two ingests into one KG at once: the second is refused, and says by whom; nothing of the first is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.conftest import ROOT
from tests.faults.killable_ingest import DONE, Job, RunningIngest
from tests.faults.two_networks import Network


def test_the_second_is_refused_and_the_first_goes_on(network: Network) -> None:
    version = network.other()
    first = RunningIngest(network.jobs[version])
    first.freeze_at("read")
    try:
        told = RunningIngest(network.jobs[1 - version]).wait()
        assert told == f"{network.folder}: another ingest is running (pid {first.pid})"
        done = _ingest_by_command(network.jobs[1 - version])
        assert done.returncode == 2
        assert f"another ingest is running (pid {first.pid})" in done.stderr
        assert done.stdout == ""
    finally:
        first.thaw()
    assert first.wait() == DONE
    assert network.faults(version) == []
    away = network.jobs[version].files.rename(
        network.folder.with_name("away")
    )  # its documents are replaced then
    try:
        done = _ingest_by_command(network.jobs[1 - version])
    finally:
        away.rename(network.jobs[version].files)
    assert json.loads(done.stdout)["documents"] == 4
    assert network.faults(1 - version) == []


def _ingest_by_command(job: Job) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cli", "ingest", str(job.files), "--kg", job.kg, "--json"]
    environment = {**os.environ, "WIRELORE_JAVA_CACHE": "off"}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=240
    )
