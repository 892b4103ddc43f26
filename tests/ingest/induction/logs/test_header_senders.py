"""Senders in headers whose names look like any other word: told by their place, what follows, and known devices."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from ingest.learn.builtin.builtin_learner import BuiltinLearner
from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.learn.choose_parsers import learn_parsers
from ingest.records import Sample
from ingest.sandbox import Sandbox

NAMES = ("heron", "willow", "quarry", "lantern")
PLACES = {
    "a relay's time, then fields": (
        "<134>{day} {clock} {name} Kind: Notice, Part: Fan, Number: F{number}, Text: The fan {number} stopped",
        "<134>{day} {clock} {name} Kind: Notice, Part: Disk, Number: D{number}, Text: The disk {number} is full",
    ),
    "a relay's time, then sentences that all senders say": (
        "<134>{day} {clock} {name} session {number} opened for the operator",
        "<134>{day} {clock} {name} battery at {number} percent",
        "<134>{day} {clock} {name} link to peer {number} restored",
    ),
    "a thread in brackets instead of a process id": (
        "<134> {day} {clock} {name} PORTS[portTask]: port {number} is up",
        "<134> {day} {clock} {name} TRAPS[trapTask]: trap {number} was sent",
    ),
    "a year behind the clock": (
        "{day} {clock} 2026 {name} authmgr[{number}]: user {number} came in",
        "{day} {clock} 2026 {name} stationd: station {number} left",
    ),
    "a time with its date, then a program with its process": (
        "2026-03-17T{clock}Z {name} bgpd[{number}]: neighbor 10.0.0.{number} is up",
        "2026-03-17T{clock}Z {name} zebra[{number}]: interface {number} changed",
    ),
    "facility and level of a collector": (
        "2026-03-17 {clock}\tLocal7.Notice\t{name}\t{number}: user {number} came in",
        "2026-03-17 {clock}\tDaemon.Error\t{name}\t{number}: fan {number} stopped",
    ),
    "a mnemonic with slashes": (
        "{day} 2026 {clock} {name} %%01IFNET/4/IF_STATE(l)[{number}]:Interface {number} has turned into UP state.",
        "{day} 2026 {clock} {name} %%01SHELL/5/CMD(s)[{number}]:Recorded command {number}.",
    ),
}
WITHOUT = {
    "a thread behind a time": "2026-03-17 {clock} {name} Opened file {number}",
    "a program behind a relay's time": "{day} {clock} {name}: opened file {number}",
}


def render(shapes: tuple[str, ...], names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return lines with the name in each, as many of each shape and name."""
    start = datetime(2026, 3, 17, 9, 5)
    lines = []
    for at in range(48):
        time = start + timedelta(seconds=37 * at)
        name = names[at // len(shapes) % len(names)]
        values = {"day": f"{time:%b %d}", "clock": f"{time:%H:%M:%S}", "name": name, "number": 10 + at % 50}
        lines.append((shapes[at % len(shapes)].format(**values), name))
    return lines


def hosts(lines: list[str], sandbox: Sandbox, devices: frozenset[str] = frozenset()) -> list[object]:
    records = sandbox.run_parse(induce_log(lines, devices=devices).parse_source, lines)
    assert all("timestamp_text" in record.values for record in records)
    return [record.values.get("host") for record in records]


@pytest.mark.parametrize("names", [NAMES, NAMES[:1]], ids=["four senders", "one sender"])
@pytest.mark.parametrize("shapes", PLACES.values(), ids=PLACES)
def test_the_sender_is_found(shapes: tuple[str, ...], names: tuple[str, ...], sandbox: Sandbox) -> None:
    lines = render(shapes, names)
    assert hosts([line for line, _ in lines], sandbox) == [name for _, name in lines]


@pytest.mark.parametrize("shape", WITHOUT.values(), ids=WITHOUT)
def test_another_word_is_no_sender(shape: str, sandbox: Sandbox) -> None:
    assert set(hosts([line for line, _ in render((shape,), NAMES)], sandbox)) == {None}


@pytest.mark.parametrize(
    "shapes",
    [
        ("2026-03-17 {clock} {name} Opened file {number}", "2026-03-17 {clock} {name} Closed file {number}"),
        ('"2026-03-17 {clock}","{name}","notice","Opened file {number}"',),
    ],
    ids=["behind a time", "in a row"],
)
def test_a_known_device_is_the_sender(shapes: tuple[str, ...], sandbox: Sandbox) -> None:
    lines = render(shapes, NAMES)
    texts = [line for line, _ in lines]
    assert set(hosts(texts, sandbox)) == {None}
    assert hosts(texts, sandbox, frozenset(NAMES)) == [name for _, name in lines]


def test_configurations_name_the_devices_of_logs(sandbox: Sandbox) -> None:
    configurations = [
        Sample(
            f"{name}.cfg", "configuration", (f"hostname {name}", "!", "interface Vlan1", f" mtu {9000 + at}")
        )
        for at, name in enumerate(NAMES)
    ]
    lines = [line for line, _ in render(("2026-03-17 {clock} {name} Opened file {number}",), NAMES)]
    samples = [Sample("events.log", "log", tuple(lines)), *configurations]
    chosen = learn_parsers(samples, (), BuiltinLearner(), sandbox)
    records = sandbox.run_parse(chosen.parsers["events.log"].source, lines)
    assert {record.values.get("host") for record in records} == set(NAMES)


def test_the_hour_of_a_day_is_no_part_of_a_name(sandbox: Sandbox) -> None:
    lines = [
        line for line, _ in render(("{day} 2026 {clock} amber rpd[{number}]: peer {number} is up",), NAMES)
    ]
    assert set(hosts(lines, sandbox)) == {"amber"}


def test_a_device_that_a_program_speaks_of_is_not_the_sender(sandbox: Sandbox) -> None:
    lines = [
        line for line, _ in render(("2026-03-17 {clock} poller[{number}]: {name} did not answer",), NAMES)
    ]
    assert set(hosts(lines, sandbox, frozenset(NAMES))) == {None}
