"""What the bench makes and how it reads its arguments; that it runs at all, on a few lines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.speed.__main__ import log_sizes, make_configurations, write_log
from benchmarks.speed.errors import BenchError

ROOT = Path(__file__).resolve().parents[3]
INSTANCE = "5b1d2e3f-0a1b-4c2d-8e3f-001122334455"
LOG = "".join(
    f"api.log 2024-05-01 10:00:{second:02d}.250 7 INFO api [req-{INSTANCE[:-2]}{second:02d} - -] "
    f"instance {INSTANCE} answered status: {200 if second % 7 else 500} time: 0.{second:02d}5\n"
    for second in range(60)
)
CONFIGURATION = """\
hostname core
interface Gi0/0
 ip address 10.0.0.1 255.255.255.0
interface Gi0/1
 shutdown
"""

SIZES = {
    "thousands and millions": ("10k,1M", [10_000, 1_000_000]),
    "the smallest comes first": ("300, 20", [20, 300]),
}
NO_SIZES = {"words": "many", "nothing": "", "no lines": "0", "a broken number": "1.5k"}


@pytest.mark.parametrize(("text", "sizes"), SIZES.values(), ids=SIZES)
def test_sizes_are_read_as_people_write_them(text: str, sizes: list[int]) -> None:
    assert log_sizes(text) == sizes


@pytest.mark.parametrize("text", NO_SIZES.values(), ids=NO_SIZES)
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(BenchError):
        log_sizes(text)


def test_a_made_log_has_fresh_ids_and_later_times_in_every_pass(tmp_path: Path) -> None:
    source, made = tmp_path / "source.log", tmp_path / "made.log"
    source.write_text(LOG)
    write_log(source, made, 150)
    lines = made.read_text().splitlines()
    assert lines[:60] == LOG.splitlines()
    assert len(lines) == 150
    instances = [re.findall(r"instance (\S+)", line)[0] for line in lines]
    assert [len(set(instances[start : start + 60])) for start in (0, 60)] == [1, 1]
    assert len(set(instances)) == 3
    times = [line[8:31] for line in lines]
    assert times == sorted(times)
    assert len(set(times)) == 150


def test_a_log_goes_on_where_it_ended(tmp_path: Path) -> None:
    source, whole, grown = tmp_path / "source.log", tmp_path / "whole.log", tmp_path / "grown.log"
    source.write_text(LOG)
    write_log(source, whole, 170)
    write_log(source, grown, 130)
    write_log(source, grown, 40, first=130)
    assert grown.read_text() == whole.read_text()


def test_made_configurations_are_of_different_devices(tmp_path: Path) -> None:
    source = tmp_path / "core.cfg"
    source.write_text(CONFIGURATION)
    assert make_configurations([source], tmp_path / "made", 12) == 15
    names = [path.read_text().splitlines()[0] for path in sorted((tmp_path / "made").iterdir())]
    assert names == ["hostname core_001", "hostname core_002", "hostname core_003"]


def test_the_bench_measures_prints_and_writes(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "openstack").mkdir(parents=True)
    (data / "openstack" / "OpenStack_2k.log").write_text(LOG)
    (data / "stanford-backbone").mkdir()
    (data / "stanford-backbone" / "core.txt").write_text(CONFIGURATION)
    command = [
        sys.executable,
        "-m",
        "benchmarks.speed",
        "--sizes",
        "120",
        "--configurations",
        "10",
        "--files",
        "7",
    ]
    told = [*command, "--data", str(data), "--folder", str(tmp_path), "--out", str(tmp_path / "bench.json")]
    done = subprocess.run(told, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    assert "log, 120 lines" in done.stdout
    found = json.loads((tmp_path / "bench.json").read_text())
    assert found["logs"]["120"]["lines"] == 120
    assert (found["append"]["unchanged"], found["append"]["lines"]) == (0, 1120)
    assert found["configurations"]["lines"] == 10
    assert {read["name"] for read in found["reads"]["reads"]} >= {"key lookup", "Lucene term", "ask, warm"}
