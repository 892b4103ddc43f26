"""A question for when something went down and came back is shown the records of both."""

from __future__ import annotations

from pathlib import Path

from agent.records import Question
from tests.agent.ask_files import agent_on

LOG = """\
<189>Nov 10 08:01:02 mast1 125: Nov 10 08:01:01.100: %LINK-3-UPDOWN: Interface GigabitEthernet0/7, changed state to down
<189>Nov 10 08:04:02 mast1 126: Nov 10 08:04:01.100: %LINK-3-UPDOWN: Interface GigabitEthernet0/7, changed state to up
<189>Nov 10 09:01:02 mast2 127: Nov 10 09:01:01.100: %LINK-3-UPDOWN: Interface GigabitEthernet0/8, changed state to down
"""
ASKED = {
    "When did GigabitEthernet0/7 go down and come back?": {"down", "up"},
    "when did port GigabitEthernet0/7 on mast1 go down and come back": {"down", "up"},
    "when did GigabitEthernet0/7 recover after it was down": {"down", "up"},
    "when was GigabitEthernet0/8 down": {"down"},
}


def test_both_records_are_shown(tmp_path: Path) -> None:
    with agent_on(tmp_path, {"mast.log": LOG}) as agent:
        shown = {text: agent.ask(Question(text)) for text in ASKED}
    for text, expected in ASKED.items():
        rows = [str(cell) for table in shown[text].tables for row in table.rows for cell in row]
        states = {cell.rpartition(" ")[2] for cell in rows if "changed state to" in cell}
        assert states == expected, text
