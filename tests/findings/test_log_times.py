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
NXOS_TIME = "2026 Nov  3 10:00:0"
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


def _messages(folder: Path, kinds: list[str], **logs: list[str]) -> list[str]:
    """Return what the checks of logs find in files of these names."""
    for name, lines in logs.items():
        (folder / f"{name}.log").write_text("\n".join(lines) + "\n")
    with borrowed_graph() as graph:
        ingest([folder / f"{name}.log" for name in logs], graph, folder / "parsers")
        return [one.message for one in run_checks(graph, kinds)]


FAN = "2026-06-03T07:{minute}:09{zone} tor4 %FAN-2-FAIL: Fan tray 3 failed"
WELL = "2026-06-03T07:{minute}:41{zone} tor4 %FAN-5-OK: Fan tray 3 is ok"
LOST = "tor4 %BUS-2-LOST: Connection to module 7 lost"


@pytest.mark.parametrize(
    ("zone", "hour", "name"), [("+02:00", "05", " UTC"), ("Z", "07", ""), ("-03:00", "10", " UTC")]
)
def test_times_that_their_lines_write_in_another_zone_are_named_utc(
    tmp_path: Path, zone: str, hour: str, name: str
) -> None:
    lines = [FAN.format(minute=15, zone=zone), WELL.format(minute=55, zone=zone)]
    (message,) = _messages(tmp_path, ["power-or-fan"], tor4=lines)
    assert f"at 2026-06-03 {hour}:15:09{name}:" in message
    assert message.endswith(f"at 2026-06-03 {hour}:55:41{name}.")


@pytest.mark.parametrize(
    ("zone", "time"), [("+01:00", "07:20:31.5"), ("Z", "07:20:31.5"), ("+01:00", "08:40:31.5")]
)
def test_an_event_in_two_files_is_told_once(tmp_path: Path, zone: str, time: str) -> None:
    own = [f"2026 Jun  3 {time} {LOST}", "2026 Jun  3 07:25:00.1 tor4 %AAA-6-IN: user ann came"]
    server = [
        f"2026-06-03T07:20:31{zone} {LOST}",
        f"2026-06-03T07:24:00.5{zone} tor5 %AAA-6-IN: user ann came",
    ]
    (message,) = _messages(tmp_path, ["severe-message"], own=own, server=server)
    assert message.count('module 7 lost"') == (1 if time.startswith("07:20") else 2)


@pytest.mark.parametrize(("minutes", "told"), [((20, 33), 1), ((20,), 1), ((33,), 1), ((20, 44), 2)])
def test_a_file_that_tells_some_of_the_events_of_another_tells_none_again(
    tmp_path: Path, minutes: tuple[int, ...], told: int
) -> None:
    own = [f"2026 Jun  3 07:{minute}:31.5 {LOST}" for minute in minutes]
    server = [f"2026-06-03T07:{minute}:31Z {LOST}" for minute in (20, 33)]
    (message,) = _messages(tmp_path, ["severe-message"], own=own, server=server)
    assert message.count('module 7 lost" twice') == told


SWITCHED_OFF = {
    "IOS": (
        "Nov  3 10:00:01: %PM-4-ERR_DISABLE: bpduguard error detected on Gi1/0/4, putting Gi1/0/4 in err-disable state",
        "Nov  3 10:00:02: %LINK-3-UPDOWN: Interface GigabitEthernet1/0/4, changed state to down",
    ),
    "NX-OS": (
        f"{NXOS_TIME}1 sw1 %ETHPORT-5-IF_DOWN_ERROR_DISABLED: Interface Ethernet1/4 is down (Error disabled. Reason:x)",
        f"{NXOS_TIME}2 sw1 %ETHPORT-5-IF_DOWN_LINK_FAILURE: Interface Ethernet1/4 is down (Link failure)",
    ),
    "EOS": (
        "Nov  3 10:00:01 sw1 Ebra: %ETH-4-ERRDISABLE: bpduguard error detected on Ethernet4.",
        "Nov  3 10:00:01 sw1 Ebra: %LINEPROTO-5-UPDOWN: Line protocol on Interface Ethernet4, changed state to down",
    ),
}
"""What a switch says when it switches off a port itself, and of that port."""


@pytest.mark.parametrize("make", SWITCHED_OFF)
def test_a_port_that_the_switch_itself_keeps_down_is_no_switched_off_host(tmp_path: Path, make: str) -> None:
    (message,) = found(tmp_path, *SWITCHED_OFF[make])["still-down"]
    assert "as the device switched it off itself, and no record says that it came up" in message
