"""Every regular expression of a parser that is learned without a model takes time in proportion to the text.

`.venv/bin/python -m tests.test_linear_parsers ../shared/pool/logs/*/*.log` lists those of some logs that do not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.learn.shipped.find_format import read_formats
from reading.header_patterns import either_time, expand
from reading.templates import compile_template
from tests.product_patterns import Found
from tests.test_linear_patterns import LEARNED, told

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = sorted((ROOT / "examples" / "sample-network" / "logs").glob("*.log"))
POOL = ROOT.parent / "shared" / "pool" / "logs"
OF_POOL = ("apache-access", "checkpoint", "fortigate", "kafka", "palo-alto", "postfix")


def learned_patterns(log: Path) -> Iterator[Found]:
    """Yield the patterns of a log's tables, and those that the reader makes of them."""
    source = induce_log(log.read_text("utf-8", "replace").splitlines()).parse_source
    parser: dict[str, Any] = {"__name__": "parser"}
    exec(compile(source, log.name, "exec"), parser)  # the product wrote it
    yield from patterns_of_tables(log.name, parser)


def patterns_of_tables(name: str, tables: Mapping[str, Any]) -> Iterator[Found]:
    """Yield the patterns of the tables of a log."""
    for pattern in tables["HEADER"]:
        yield Found(LEARNED, re.compile(expand(pattern)), ("match",))
    for _, template in tables.get("EVENTS", ()):
        yield Found(LEARNED, re.compile(compile_template(template)[2]), ("fullmatch",))
    for times in ("TIMES_INSIDE", "OWN_TIMES"):
        if times in tables:
            yield Found(f"{name}:{times}", re.compile(either_time(tables[times])), ("search",))


@pytest.mark.parametrize("name", [*(log.name for log in SAMPLE), *OF_POOL])
def test_no_text_makes_a_learned_pattern_slow(name: str) -> None:
    log = next((log for log in SAMPLE if log.name == name), POOL / name / f"{name}.log")
    if not log.exists():
        pytest.skip(f"{log} is not there")
    found = list(learned_patterns(log))
    assert len(found) > 1
    assert [slow for one in found if (slow := told(one))] == []


@pytest.mark.parametrize("name", [each.name for each in read_formats() if each.kind == "log"])
def test_no_text_makes_a_pattern_of_a_format_that_ships_slow(name: str) -> None:
    (shipped,) = (each for each in read_formats() if each.name == name)
    found = list(patterns_of_tables(name, shipped.tables))
    assert [slow for one in found if (slow := told(one))] == []


if __name__ == "__main__":
    for log in map(Path, sys.argv[1:]):
        for one in learned_patterns(log):
            if slow := told(one):
                print(slow)
