"""A file that cannot be learned in time is told and loaded as plain lines; Ctrl-C ends an ingest at once."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ingest.errors import LearningTookTooLong
from ingest.learn.builtin.builtin_learner import BuiltinLearner
from ingest.learn.time_limit import TimeIsOverError, time_limit
from ingest.pipeline import ingest
from ingest.records import Sample
from tests.borrowed_graph import borrowed_graph

ENDLESS = re.compile(r"(a|a)*b")
LOG = [
    f"2026-01-0{number % 9 + 1} 10:00:00 core-{number} gated[{number}]: closed by 10.0.0.{number}"
    for number in range(200)
]
AUDIT = "".join(
    f"type=AUDIT msg=audit({number}) "
    + " ".join(f'name{at}="value {at} of {number}"' for at in range(60))
    + "\n"
    for number in range(2)
) + "".join(f"key{number} = value {number}\n" for number in range(57))

START_AND_WAIT = """
import re, sys
from ingest.load.load_files import time_limit
print("ready", flush=True)
with time_limit(60):
    re.match(r"(a|a)*b", "a" * 100)
"""


def test_a_regular_expression_is_ended() -> None:
    started = time.monotonic()
    with pytest.raises(TimeIsOverError, match=r"not done within 0.2 s"), time_limit(0.2):
        ENDLESS.match("a" * 100)
    assert time.monotonic() - started < 2


def test_a_timer_outside_goes_on_with_what_it_had_left() -> None:
    def end(_signal: int, _frame: object) -> None:
        raise TimeoutError

    before, outer_s = signal.signal(signal.SIGALRM, end), signal.setitimer(signal.ITIMER_REAL, 0.5)[0]
    try:
        with time_limit(30):
            time.sleep(0.1)
        with pytest.raises(TimeoutError):
            time.sleep(5)
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, outer_s)


def test_learning_that_takes_too_long_is_told() -> None:
    learner = BuiltinLearner(limit_s=0.001)
    with pytest.raises(
        LearningTookTooLong, match=r"a\.log: no parser learned within 0\.001 s; its lines are loaded"
    ):
        learner.learn("a", [Sample("a.log", "log", tuple(LOG))])


def test_its_lines_are_loaded_beside_other_files(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.log").write_text("\n".join(LOG) + "\n")
    with borrowed_graph() as graph:
        report = ingest(
            [tmp_path / "in"],
            graph,
            tmp_path / "parsers",
            open_learner=lambda sandbox, progress: BuiltinLearner(limit_s=0.001),
        )
        lines = graph.read("MATCH (l:Line) RETURN count(l)").rows[0][0]
    assert [failure for failure in report.failures if "no parser learned within" in failure]
    assert lines == len(LOG)


def test_pairs_of_an_audit_log_are_learned_soon() -> None:
    started = time.process_time()
    BuiltinLearner().learn("a", [Sample("a.conf", "configuration", tuple(AUDIT.splitlines()))])
    assert time.process_time() - started < 10


def test_ctrl_c_ends_a_regular_expression_at_once() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", START_AND_WAIT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.2)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=10)
    assert time.monotonic() - started < 2
    assert told.rstrip().endswith("KeyboardInterrupt")
