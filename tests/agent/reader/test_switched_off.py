"""A table of things shows which are switched off, however many properties differ more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.reader.things import is_switched_off
from agent.records import Question
from graph_store.records import Cell
from tests.agent.ask_files import agent_on

RULES = "set deviceconfig system hostname wall3\n" + "".join(
    f"set rulebase security rules {name} {part}\n"
    for name, target, application in (("Web", "any", "any"), ("Old-Ftp", "198.51.100.17", "ftp"))
    for part in (
        "from trust",
        "to untrust",
        "source any",
        f"destination {target}",
        f"application {application}",
        "service application-default",
        "action allow",
        *["disabled yes"] * (name == "Old-Ftp"),
    )
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("off"), {"wall3.set": RULES}) as made:
        yield made


def test_a_rule_that_is_disabled_is_shown_so(agent: Agent) -> None:
    answer = agent.ask(Question("is FTP allowed on wall3?"))
    rows = [dict(zip(table.columns, row, strict=True)) for table in answer.tables for row in table.rows]
    assert [row["disabled"] for row in rows if row.get("policy") == "Old-Ftp"] == ["yes"]


CELLS: dict[str, tuple[str, Cell, bool]] = {
    "a rule that is disabled": ("disabled", "yes", True),
    "one that says that it is not": ("disabled", "no", False),
    "a status that is off": ("status", "disable", True),
    "a status that is on": ("status", "enable", False),
    "OpenWrt": ("enabled", "0", True),
    "nothing said": ("status", None, False),
    "another property": ("logging", "off", False),
}


@pytest.mark.parametrize(("name", "cell", "expected"), CELLS.values(), ids=CELLS)
def test_what_switches_off(name: str, cell: Cell, expected: bool) -> None:
    assert is_switched_off(name, cell) is expected
