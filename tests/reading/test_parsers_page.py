"""docs/parsers.md: its examples give what it shows, and the prompts say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.learn.model.attempt import fill_prompt
from ingest.sandbox import Sandbox
from reading import read_configuration, read_log

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "parsers.md").read_text("utf-8")
EXAMPLE = re.compile(
    r'^\*\*"(?P<style>\w+)"(?:, lead "(?P<lead>\w+)")?\*\*.*?\n\n(?P<blocks>(?:    .*\n|\n)+)', re.MULTILINE
)
CONFIGURATIONS, LOGS = PAGE.split("\n## Logs\n")
EXAMPLES = {found["style"]: found for found in EXAMPLE.finditer(CONFIGURATIONS)}
EXAMPLES_OF_LOGS = {found["style"]: found for found in EXAMPLE.finditer(LOGS)}
HEADER = ("timestamp_text", "host", "level", "process", "message")
"""Properties that the examples of logs do not show."""


def shown(records: list[dict[str, Any]], indent: str = "") -> Iterator[str]:
    """Write records as the page does."""
    for record in records:
        key = f" {record['values']['key']}" if "key" in record["values"] else ""
        said = ", ".join(f"{name}={value!r}" for name, value in record["values"].items() if name != "key")
        yield f"{indent}{record['type']}{key}" + (f": {said}" if said else "")
        yield from shown(record["children"], indent + "    ")


def parts_of_example(found: re.Match[str]) -> tuple[list[str], list[str], list[str]]:
    """Return the text, what it is read by, and the records."""
    lines = [line.removeprefix("    ") for line in found["blocks"].rstrip("\n").splitlines()]
    first, second = (number for number, line in enumerate(lines) if line in ("is read by", "into"))
    return lines[:first], lines[first + 1 : second], lines[second + 1 :]


def test_every_style_of_statements_has_an_example() -> None:
    assert set(EXAMPLES) == {"indented", "braces", "flat", "set", "edit", "menus"}


@pytest.mark.parametrize("style", EXAMPLES)
def test_an_example_gives_what_it_shows(style: str) -> None:
    found = EXAMPLES[style]
    text, rows, records = parts_of_example(found)
    (root,) = read_configuration(text, "\n".join(rows), style, found["lead"] or "")
    assert list(shown([root] if root["values"] else root["children"])) == records


def test_every_kind_of_log_has_an_example() -> None:
    assert set(EXAMPLES_OF_LOGS) == {"events", "keys", "objects", "columns"}


@pytest.mark.parametrize("kind", EXAMPLES_OF_LOGS)
def test_an_example_of_a_log_gives_what_it_shows(kind: str) -> None:
    text, rows, records = parts_of_example(EXAMPLES_OF_LOGS[kind])
    tables: dict[str, Any] = {}
    exec("\n".join(rows), tables)  # the page's own tables
    arguments = {name.lower(): table for name, table in tables.items() if name.isupper()}
    found = read_log(text, **arguments)
    for record in found:
        record["values"] = {name: value for name, value in record["values"].items() if name not in HEADER}
        record["children"] = []
    assert list(shown(found)) == records


def test_the_parser_at_the_head_of_the_logs_reads_one(sandbox: Sandbox) -> None:
    source = LOGS.split("```python\n")[1].split("```")[0]
    (record,) = sandbox.run_parse(source, ["2024-05-01 10:00:02 INFO netd: link eth1, state down"])
    assert (record.type, record.values["state"]) == ("LinkChanged", "down")


def test_a_function_beside_the_table_reads_what_rows_cannot(sandbox: Sandbox) -> None:
    source = CONFIGURATIONS.split("```python\n")[-1].split("```")[0]
    (root, lease) = sandbox.run_parse(source, ["pool guests", "lease 10.0.0.7", "ends tomorrow"])
    assert (root.children[0].values, lease.values) == (
        {"key": "guests"},
        {"key": "10.0.0.7", "ends": "tomorrow"},
    )


def test_the_page_and_the_prompts_say_the_same() -> None:
    assert fill_prompt("grammar") in CONFIGURATIONS
    assert fill_prompt("templates") in LOGS
