"""What keeps the reader small: no phrase of a question is a rule, words stand in one file, reading looks nothing up."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from tests.product_patterns import ROOT, Found, methods_by_name, patterns_of

READER = ROOT / "agent" / "reader"
FILES = sorted(READER.glob("*.py"))
MOST_LINES = 4_242
MOST_FILES = 30
LOOKING_UP = {"candidate_lines.py"}
"""The lines that are shown, and where a value stands; no other file reads the graph."""
QUESTIONS = (
    "how many interfaces are shut down on core1",
    "which vlans are on leaf1 and what are their names",
    "what is the ip address of Loopback0 on edge2",
    "is telnet allowed on any device",
    "show me the last three errors of fw1 before 10:15",
    "who logged in from 10.0.0.7 yesterday",
    "why did the bgp session to 192.0.2.1 go down",
    "list all ntp servers per device",
    "does core2 have a syslog server",
    "what is wrong with branch3",
    "are there any duplicate addresses",
    "hello, what can you do",
)


def found_in(path: Path) -> list[Found]:
    return list(patterns_of(path, methods_by_name()))


def test_the_reader_is_small() -> None:
    lines = sum(len(path.read_text().splitlines()) for path in FILES)
    assert lines <= MOST_LINES
    assert len(FILES) <= MOST_FILES


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_no_expression_is_made_for_a_whole_question(path: Path) -> None:
    assert [found.place for found in found_in(path) if matches_a_question(found.pattern)] == []


def test_an_expression_for_a_whole_question_would_be_seen() -> None:
    assert matches_a_question(re.compile(r"^how many (\w+) are .*"))
    assert matches_a_question(re.compile(r"(?:is|are) (?:there )?(.+?)( on any device)?\?"))
    assert not matches_a_question(re.compile(r"\b(?:its|their)\b"))


def matches_a_question(pattern: re.Pattern[str]) -> bool:
    """Say whether a pattern takes a question as a whole, as written or with its mark."""
    return any(pattern.fullmatch(text + mark) for text in QUESTIONS for mark in ("", "?"))


def test_words_stand_in_one_file() -> None:
    assert [path.name for path in READER.iterdir() if path.suffix in {".json", ".toml"}] == ["english.json"]
    words = json.loads((READER / "english.json").read_text())
    assert sum(len(one) for one in words.values()) > 100
    readers = [path.name for path in FILES if "english.json" in path.read_text()]
    assert readers == ["english.py"]


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_only_the_indexes_read_the_graph(path: Path) -> None:
    calls = [
        node.func.attr
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    looks_up = bool({"read", "execute", "run"}.intersection(calls))
    assert looks_up == (path.name in LOOKING_UP)
