"""What stands in a banner or a comment is shown as such, behind what is set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

MOOR = """version 17.6
hostname moor-r1
banner login ^C
The old way, do not type it:
 snmp-server host 10.66.0.9 version 2c
^C
! snmp-server host 10.66.0.8 version 3
enable secret 9 $9$inventedinvented
interface GigabitEthernet0/1
 ip address 10.66.1.1 255.255.255.0
snmp-server location shed
boot system flash:moor-image.bin
end
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("texts"), {"moor-r1.cfg": MOOR}) as opened:
        yield opened


@pytest.mark.parametrize(
    "text", ["snmp-server host of moor-r1", "which snmp hosts get traps", "where is 10.66.0.9"]
)
def test_text_is_said_to_set_nothing(agent: Agent, text: str) -> None:
    answer = agent.ask(Question(text))
    assert "Text of a banner or a comment, which sets nothing: moor-r1.cfg:" in answer.text
    assert "5" in answer.text.partition("moor-r1.cfg:")[2]


def test_a_value_of_a_setting_is_no_text(agent: Agent) -> None:
    answer = agent.ask(Question("why is the enable secret of moor-r1 so long?"))
    assert any("enable secret" in line.text for one in answer.closest for line in one.lines)
    assert "moor-r1.cfg:8" not in answer.text.partition("which sets nothing")[2]


def test_what_stands_behind_keywords_is_a_setting(agent: Agent) -> None:
    answer = agent.ask(Question("what is moor-image.bin for"))
    assert any("boot system" in line.text for one in answer.closest for line in one.lines) or answer.tables
    assert "which sets nothing" not in answer.text


def test_what_is_set_comes_before_it(agent: Agent) -> None:
    closest = agent.ask(Question("snmp-server host of moor-r1")).closest
    numbers = [one.lines[-1].number for one in closest]
    assert numbers.index(11) < min(numbers.index(number) for number in numbers if number in (5, 7))


UNSET = """000012: *Mar  1 00:01:07.311: %SYS-5-RESTART: System restarted --
000013: *Mar  1 00:01:09.002: %LINK-3-UPDOWN: Interface GigabitEthernet1/0/4, changed state to up
"""


def test_a_clock_that_was_not_set_is_named(tmp_path: Path) -> None:
    with agent_on(tmp_path, {"moor-sw1.log": UNSET}) as opened:
        answer = opened.ask(Question("was it restarted"))
    assert any("first" in table.columns for table in answer.tables)
    assert "its clock was not set" in answer.text


def test_of_what_is_set_nothing_is_said(agent: Agent) -> None:
    assert "banner" not in agent.ask(Question("address of GigabitEthernet0/1 of moor-r1 please")).text
