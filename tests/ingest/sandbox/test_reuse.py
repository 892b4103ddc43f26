"""Workers are reused, but never between parsers; batches stream through in order."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
import pytest

from ingest.sandbox import ParserError, RawRecord, Sandbox
from ingest.sandbox.errors import ParserRaisedError, ParserTimeLimitError
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker.wire import Layers

COUNTING = """
calls = []
def parse(lines):
    calls.append(1)
    return [{'type': lines[0], 'values': {'call': len(calls)}, 'lines': [[0, 0]]}]
"""
NUMBERS = "def parse(lines): return [{'type': str(int(lines[0])), 'lines': [[0, 0]]}]"


def types(found: list[RawRecord] | ParserError) -> list[str]:
    assert not isinstance(found, ParserError)
    return [each.type for each in found]


HUNG_ON = """
class Own:
    kept = None
def keep():
    try:
        return found.kept
    except AttributeError:
        found.kept = []
    return found.kept
"""
KEPT = {
    "in a global": ("kept = []", "kept"),
    "in a default": ("def keep(kept=[]): return kept", "keep()"),
    "on an own class": ("class Own:\n    kept = []", "Own.kept"),
    "on a class of a module": (f"from collections import Counter as found\n{HUNG_ON}", "keep()"),
    "on a function of a module": (f"from ipaddress import ip_address as found\n{HUNG_ON}", "keep()"),
    "in what is remembered of calls": (
        "from functools import cache\n@cache\ndef keep(): return []",
        "keep()",
    ),
}


@pytest.mark.parametrize(("before", "kept"), KEPT.values(), ids=KEPT)
def test_nothing_is_left_of_one_text_when_the_next_is_read(before: str, kept: str) -> None:
    source = (
        f"{before}\ndef parse(lines):\n    kept = {kept}\n    kept.append(lines[0])\n"
        "    return [{'type': 'seen', 'values': {'seen': list(kept)}, 'lines': [[0, 0]]}]"
    ).replace("    kept = kept\n", "")
    with Sandbox(workers=1) as sandbox:
        seen = [sandbox.run_parse(source, [text])[0].values["seen"] for text in ("of A", "of B")]
        assert (seen, sandbox.pool.started) == ([("of A",), ("of B",)], 1)


REGISTERS = """
from typing import Mapping
class Own:
    def register(self): pass
def parse(lines):
    known = isinstance(1, Mapping)
    Mapping.register(int)
    return [{'type': 'seen', 'values': {'known': known}, 'lines': [[0, 0]]}]
"""


def test_what_one_run_registers_with_an_abstract_class_is_gone_in_the_next() -> None:
    with Sandbox(workers=1) as sandbox:
        known = [sandbox.run_parse(REGISTERS, [text])[0].values["known"] for text in "ab"]
        assert (known, sandbox.pool.started) == ([False, False], 1)


def test_a_worker_loads_a_source_once_and_is_asked_again() -> None:
    with Sandbox(workers=1) as sandbox:
        calls = [sandbox.run_parse(COUNTING, ["a"])[0].values["call"] for _ in range(5)]
        assert (calls, sandbox.pool.started) == ([1, 1, 1, 1, 1], 1)


def test_another_source_gets_another_worker() -> None:
    with Sandbox(workers=1) as sandbox:
        assert sandbox.run_parse(COUNTING, ["a"])[0].values == {"call": 1}
        assert sandbox.run_parse(COUNTING + "# other", ["a"])[0].values == {"call": 1}
        assert sandbox.run_parse(COUNTING, ["a"])[0].values == {"call": 1}
        assert sandbox.pool.started == 2


def test_idle_workers_are_kept_only_up_to_a_number() -> None:
    with Sandbox(workers=1, limits=SandboxLimits(warm_workers=2)) as sandbox:
        for name in "abca":
            assert sandbox.run_parse(f"{COUNTING}# {name}", ["a"])[0].values == {"call": 1}
        assert sandbox.pool.started == 4


def test_results_come_in_the_order_of_the_batches() -> None:
    uneven = (
        "def parse(lines):\n    sum(range(int(lines[1])))\n    return [{'type': lines[0], 'lines': [[0, 0]]}]"
    )
    batches = [[str(index), str(10**6 if index % 3 == 0 else 1)] for index in range(30)]
    with Sandbox(workers=2) as sandbox:
        found = [types(each) for each in sandbox.try_parse(uneven, batches)]
        assert found == [[str(index)] for index in range(30)]
        assert sandbox.pool.started == 2


def test_batches_are_read_as_they_are_needed() -> None:
    taken = []

    def batches() -> Iterator[list[str]]:
        for index in range(1000):
            taken.append(index)
            yield [str(index)]

    with Sandbox(workers=2) as sandbox:
        stream = sandbox.try_parse(NUMBERS, batches())
        for _ in range(10):
            next(stream)
        assert len(taken) <= 10 + 3 * 2
        assert len(list(stream)) == 990


def test_a_batch_that_fails_gives_its_error_in_its_turn() -> None:
    with Sandbox(workers=2) as sandbox:
        stream = sandbox.try_parse(NUMBERS, [["0"], ["1"], ["x"], ["3"]])
        assert [types(next(stream)), types(next(stream))] == [["0"], ["1"]]
        error = next(stream)
        assert isinstance(error, ParserRaisedError)
        assert "invalid literal" in str(error)
        assert (error.batch, error.lines) == (2, ["x"])


def test_a_batch_that_fails_leaves_the_others_alone() -> None:
    loop = """
def parse(lines):
    while lines[0] == 'loop': pass
    return [{'type': lines[0], 'lines': [[0, 0]]}]
"""
    with Sandbox(workers=2, limits=SandboxLimits(time_base_s=0.5)) as sandbox:
        found = list(sandbox.try_parse(loop, [["a"], ["loop"], ["c"], ["d"]]))
    assert [each.batch if isinstance(each, ParserError) else types(each) for each in found] == [
        ["a"],
        1,
        ["c"],
        ["d"],
    ]
    assert isinstance(found[1], ParserTimeLimitError)


def test_a_source_that_cannot_be_loaded_ends_the_stream_at_once() -> None:
    with Sandbox(workers=2) as sandbox, pytest.raises(ParserError, match="division by zero"):
        list(sandbox.try_parse("x = 1 / 0\ndef parse(lines): return []", [["a"], ["b"]]))


def test_a_consumer_that_takes_its_time_does_not_use_up_the_limit() -> None:
    large = "def parse(lines):\n    return [{'type': 'x' * 150, 'lines': [[0, 0]]} for _ in range(9000)]"
    batches = [["x" * 200] * 2000] * 3
    with Sandbox(workers=2, limits=SandboxLimits(time_base_s=1.0, time_per_mb_s=0)) as sandbox:
        for found in sandbox.try_parse(large, batches):
            time.sleep(1.2)
            assert len(types(found)) == 9000


def test_a_worker_that_others_keep_from_the_processor_is_waited_for() -> None:
    before = {one.pid for one in psutil.Process().children(recursive=True)}
    with Sandbox(workers=1, limits=SandboxLimits(time_base_s=0.5)) as sandbox:
        assert types(next(sandbox.try_parse(NUMBERS, [["7"]]))) == ["7"]
        own = [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
        for one in own:
            one.suspend()
        again = threading.Timer(1.5, _resume, [own])
        again.start()
        started = time.monotonic()
        assert types(next(sandbox.try_parse(NUMBERS, [["8"]]))) == ["8"]
        again.join()
    assert time.monotonic() - started > 1


def _resume(stopped: Sequence[psutil.Process]) -> None:
    for one in stopped:
        one.resume()


def test_a_stream_that_is_dropped_leaves_no_process(sandbox: Sandbox) -> None:
    stream = sandbox.try_parse("def parse(lines):\n    return []", ([str(index)] for index in range(100)))
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert sandbox.run_split("def split(lines): return lines", ["a"]) == ["a"]


def test_no_worker_outlives_the_sandbox() -> None:
    before = children()
    with Sandbox(workers=2) as sandbox:
        assert [types(each) for each in sandbox.try_parse(NUMBERS, [["1"]] * 4)] == [["1"]] * 4
        assert children() - before
    assert not children() - before


def test_workers_can_be_started_after_what_forks_them_was_killed() -> None:
    before = children()
    with Sandbox(workers=1) as sandbox:
        (forking,) = [each for each in children() - before if "worker.main" in command_of(each)][:1]
        os.kill(int(forking), signal.SIGKILL)
        for name in "abc":
            assert sandbox.run_parse(f"{COUNTING}# {name}", ["a"])[0].values == {"call": 1}
    assert not children() - before


def test_a_worker_holds_nothing_of_the_sources_before_it() -> None:
    """Forks share what was there before: the modules, and none of what a parser did to them in another worker."""
    leaving = (
        "import re\nre.left = 'behind'\ndef split(lines): return [str(getattr(re, 'left', 'nothing'))]\n"
    )
    looking = "import re\ndef split(lines): return [str(getattr(re, 'left', 'nothing'))]\n"
    open_layers = Layers(facades=False, allow_list=False)
    with Sandbox(workers=1, layers=open_layers) as sandbox:
        assert sandbox.run_split(leaving, ["a"]) == ["behind"]
        assert sandbox.run_split(looking, ["a"]) == ["nothing"]


def command_of(process: str) -> str:
    return Path(f"/proc/{process}/cmdline").read_text()


def children() -> set[str]:
    """Name our child processes."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def test_a_thousand_patterns_are_compiled_once(sandbox: Sandbox) -> None:
    """Python itself keeps 512: a parser with more of them would compile each for every batch."""
    patterns = "[re.compile(rf'word{number}\\s+(\\S+)\\s+(-?[0-9]+) end') for number in range(1000)]"
    source = f"import re\nALL = {patterns}\ndef parse(lines): return []\n"
    seconds = []
    for _ in range(3):
        started = time.perf_counter()
        sandbox.run_parse(source, ["a line"], parser="many")
        seconds.append(time.perf_counter() - started)
    assert min(seconds[1:]) < seconds[0] / 4
