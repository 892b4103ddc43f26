"""Findings about logs: a clock that was not set tells no time, and a port that is switched off is not down."""

from __future__ import annotations

from pathlib import Path

import pytest

from findings.checks import run_checks
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

CONFIGURATION = """version 17.6
hostname heath-sw1
interface GigabitEthernet1/0/3
 shutdown
interface GigabitEthernet1/0/4
 description printer
end
"""


def found(folder: Path, *lines: str) -> dict[str, list[str]]:
    """Return what the checks of logs find in a log beside the configuration, by their kinds."""
    (folder / "heath-sw1.cfg").write_text(CONFIGURATION)
    (folder / "heath-sw1.log").write_text("\n".join(lines) + "\n")
    messages: dict[str, list[str]] = {"restart": [], "still-down": []}
    with borrowed_graph() as graph:
        ingest([folder / "heath-sw1.cfg", folder / "heath-sw1.log"], graph, folder / "parsers")
        for one in run_checks(graph, list(messages)):
            messages[one.kind].append(one.message)
    return messages


@pytest.mark.parametrize("mark", ["*", "."])
def test_a_clock_that_was_not_set_tells_no_time(tmp_path: Path, mark: str) -> None:
    (message,) = found(
        tmp_path,
        f"000012: {mark}Mar  1 00:01:07.311: %SYS-5-RESTART: System restarted --",
        f"000013: {mark}Mar  1 00:01:09.002: %LINK-3-UPDOWN: Interface GigabitEthernet1/0/4, changed state to up",
        "000014: Nov  4 08:02:10.110: %SYS-6-CLOCKUPDATE: System clock has been updated",
    )["restart"]
    assert f"{mark}Mar  1 00:01:07" in message
    assert "no sure time" in message
    assert "20" not in message


def test_a_clock_that_was_set_tells_the_time(tmp_path: Path) -> None:
    (message,) = found(
        tmp_path,
        "000012: Mar  1 09:01:07.311: %SYS-5-RESTART: System restarted --",
        "000013: Mar  1 09:02:00.1: x",
    )["restart"]
    assert message.endswith("-03-01 09:01:07.")


LINK = (
    "Nov  3 10:00:{second}.5: %LINK-5-CHANGED: Interface GigabitEthernet1/0/{port}, changed state to {state}"
)
PROTOCOL = (
    "Nov  3 10:00:{second}.9: %LINEPROTO-5-UPDOWN: Line protocol on "
    "Interface GigabitEthernet1/0/{port}, changed state to down"
)
OFF = "administratively down"
SWITCHED_OFF = {
    "its protocol follows": [
        LINK.format(second="01", port=4, state=OFF),
        PROTOCOL.format(second="02", port=4),
    ],
    "a client is let in there later": [
        LINK.format(second="01", port=4, state="down"),
        "Nov  3 10:09:11.5: %DOT1X-5-SUCCESS: Client 0050.56aa.0107 authenticated on Interface GigabitEthernet1/0/4",
    ],
    "its configuration has it off": [LINK.format(second="01", port=3, state="down")],
}


@pytest.mark.parametrize("lines", SWITCHED_OFF.values(), ids=SWITCHED_OFF)
def test_a_port_that_is_switched_off_or_used_is_not_down(tmp_path: Path, lines: list[str]) -> None:
    assert found(tmp_path, *lines)["still-down"] == []


def test_a_port_that_goes_down_is(tmp_path: Path) -> None:
    assert len(found(tmp_path, LINK.format(second="01", port=4, state="down"))["still-down"]) == 1


def test_a_port_that_was_used_before_is(tmp_path: Path) -> None:
    used = "Nov  3 09:50:11.5: %DOT1X-5-SUCCESS: Client 0050.56aa.0107 authenticated on Interface GigabitEthernet1/0/4"
    assert len(found(tmp_path, used, LINK.format(second="01", port=4, state="down"))["still-down"]) == 1
