"""Measure what the sandbox costs: `python -m tests.ingest.sandbox.measure_throughput [LINES]`."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Mapping

from ingest.sandbox import ParserError, Sandbox
from tests.ingest.sandbox import parsers_to_measure as parsers

Parse = Callable[[list[str]], list[dict[str, object]]]
LOG = (
    parsers.parse_log,
    "2024-05-{day:02d} 10:00:{second:02d} host{second} app[{day}]: session 10.0.{day}.{second} up",
)
CONFIGURATION = (
    parsers.parse_blocks,
    "interface Ethernet{second}\n description to site {day}\n mtu 1{day:02d}0\n!",
)
_BATCH_LINES = 2_000


def batches_of(pattern: str, count: int) -> list[list[str]]:
    """Write about `count` lines of a pattern, in batches."""
    texts = (pattern.format(day=index % 28 + 1, second=index % 60) for index in range(count))
    lines = [line for text in texts for line in text.split("\n")][:count]
    return [lines[start : start + _BATCH_LINES] for start in range(0, count, _BATCH_LINES)]


def measure(parse: Parse, pattern: str, count: int) -> dict[str, float]:
    """Give lines per second in our own process, and in the sandbox by number of workers."""
    source = inspect.getsource(parsers).replace(f"def {parse.__name__}", "def parse")
    batches, rates = batches_of(pattern, count), dict[str, float]()
    start, own = time.perf_counter(), time.process_time()
    here = [record for batch in batches for record in parse(batch)]
    rates["in process"] = count / (time.perf_counter() - start)
    rates["in process, by processor time"] = count / (time.process_time() - own)
    for workers in (1, 2):
        with Sandbox(workers=workers) as sandbox:
            sandbox.run_parse(source, batches[0])
            start, own = time.perf_counter(), time.process_time()
            found = [
                len(batch)
                for batch in sandbox.try_parse(source, batches)
                if not isinstance(batch, ParserError)
            ]
            rates[f"{workers} workers"] = count / (time.perf_counter() - start)
            own = time.process_time() - own
        assert sum(found) == len(here)
    rates["by our own processor time"] = count / own
    return rates


def start_s(times: int = 5) -> float:
    """Give the seconds from nothing to the first result, the best of some."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        with Sandbox(workers=1) as sandbox:
            sandbox.run_split("def split(lines): return lines", ["a"])
        found.append(time.perf_counter() - start)
    return min(found)


def report(rates: Mapping[str, float]) -> str:
    """Write rates in one line."""
    return ", ".join(f"{name} {rate:,.0f} lines/s" for name, rate in rates.items())


if __name__ == "__main__":
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(f"start to first result: {start_s() * 1000:.0f} ms")
    print("log:", report(measure(*LOG, lines)))
    print("configuration:", report(measure(*CONFIGURATION, lines)))
