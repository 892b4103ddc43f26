"""Checks of what captures say of interfaces and parts: down, another MTU or duplex, more errors, failed.

Where captures say nothing, nothing is found. What properties and values mean is in states.toml.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from findings.facts import Interface, Network
from findings.links import (
    HEADERS,
    Link,
    described_device,
    find_links,
    is_virtual,
    link_duplex,
    link_mtu,
)
from findings.ports import is_spare, plain_text
from findings.records import Finding, Severity, Subject
from findings.states import Capture, CapturedState, StateRows, States, by_interface, newest
from graph_store.records import SourceLine
from reading.spoken_names import name_some

MOST_ALONE = 3
"""More interfaces of one device that only have a description, and are down, are one finding."""
MOST_NAMED = 5
_MTU = re.compile(r"\b(?:ip-)?mtu\b", re.IGNORECASE)


def configured_but_down(network: Network, states: States) -> Iterator[Finding]:
    """Find interfaces that are configured to be up, and that the newest capture shows down.

    What the capture shows as switched off is no fault; nor is a port whose description says that it is a spare.
    """
    for device, interfaces in network.by_device.items():
        down = _down(states, device, interfaces)
        told: list[tuple[Interface, CapturedState, str]] = []
        for name, (interface, state, value) in down.items():
            if interface.parent is not None and interface.parent.name in down:
                continue
            units = [one for one in interfaces if one.parent is interface]
            address = next((a for one in (interface, *units) for a in one.addresses if not one.is_down), None)
            about = interface.told.get("description")
            if address is None and (about is None or is_spare(about[-1].value)):
                continue
            lines = ([address.line] if address else []) + ([about[-1].line] if about else [])
            if states.is_older(state.capture, device, name, lines):
                continue
            if address is None and described_device(interface, network) is None:
                told.append((interface, state, value))
                continue
            means = [str(address.owned)] if address else []
            means += [f'description "{plain_text(about[-1].value)}"'] if about else []
            message = (
                f"{device} {interface.name} is configured to be up ({', '.join(means)}), "
                f"and was {value} when {state.capture.when}."
            )
            yield about_interface("configured-but-down", "medium", states, state, message, lines, interface)
        yield from _described(states, device, told)


def _described(
    states: States, device: str, told: Sequence[tuple[Interface, CapturedState, str]]
) -> Iterator[Finding]:
    """Yield what has only a description: a few alone, more as one, since users switch their machines off."""
    if len(told) <= MOST_ALONE:
        for interface, state, value in told:
            told_last = interface.told["description"][-1]
            message = (
                f'{device} {interface.name} is not shut down (description "{plain_text(told_last.value)}"), '
                f"and was {value} when {state.capture.when}."
            )
            lines = [told_last.line]
            yield about_interface("configured-but-down", "info", states, state, message, lines, interface)
        return
    some = told[:MOST_NAMED]
    names = name_some([interface.name for interface, _, _ in some], len(told))
    capture = told[0][1].capture
    message = (
        f"{device} has {len(told)} interfaces with a description that are not shut down, and were down when "
        f"{capture.when}: {names}."
    )
    shown = [line for _, row, _ in some for line in state_lines(states, states.words.interface, row)]
    lines = [*shown, *(interface.told["description"][-1].line for interface, _, _ in some)]
    about = [Subject("interface", device, interface.name) for interface, _, _ in told]
    yield captured_finding("configured-but-down", "info", [capture], message, lines, about)


def _down(
    states: States, device: str, interfaces: Sequence[Interface]
) -> dict[str, tuple[Interface, CapturedState, str]]:
    """Return the interfaces of a device that are up by the configuration and down by all its newest captures."""
    words = states.words.interface
    rows = by_interface(states.of(words, device), interfaces)
    found: dict[str, tuple[Interface, CapturedState, str]] = {}
    for interface in interfaces:
        some = newest([row for row in rows.get(interface.name, ()) if _says_state(row, words)])
        if not some or interface.is_down or any(_is_off(row, words) for row in some):
            continue
        properties = (*words.state, *(words.protocol if interface.addresses else ()))
        down = [(row, value) for row in some if (value := row.says(properties, words.down))]
        captures = {row.capture.serial for row in some}
        if down and {row.capture.serial for row, _ in down} == captures:
            row, value = down[0]
            if not states.is_up_later(row.capture, device, interface.name):
                found[interface.name] = interface, row, value
    return found


def _says_state(row: CapturedState, words: StateRows) -> bool:
    properties = (*words.state, *words.protocol)
    says = row.says(properties, words.up) or row.says(properties, words.down)
    return bool(says) or _is_off(row, words)


def _is_off(row: CapturedState, words: StateRows) -> bool:
    return bool(
        row.says((*words.state, *words.protocol), words.off) or row.says(words.admin, words.off_by_admin)
    )


# What differs: MTU, duplex.


def captured_mtu(network: Network, states: States) -> Iterator[Finding]:
    """Find interfaces whose MTU in a capture is not what is configured, and links whose ends have different MTUs."""
    words, told = states.words.interface, set()
    rows = _rows_of_ports(network, states)
    for interface in network.interfaces:
        row = _row_with(rows, interface, words.mtu)
        mtu = interface.told.get("mtu", ())
        if row is None or not mtu or not _MTU.search(mtu[-1].line.text):
            continue
        wanted = {int(one.value) for one in (*mtu, *interface.told.get("ip_mtu", ()))}
        texts = [str(row.values[name]) for name in words.mtu if name in row.values]
        values = [int(text) for text in texts if text.isdigit()]
        if not values:
            continue
        near = network.by_device[interface.device]
        has_address = any(one.addresses for one in near if one is interface or one.parent is interface)
        if any(_is_same(one, other) for one in wanted for other in values):
            continue
        if not has_address and values[0] > int(mtu[-1].value):
            continue
        if states.is_older(row.capture, interface.device, interface.name, [mtu[-1].line]):
            continue
        told.add((interface.device, interface.name))
        message = (
            f"{interface.device} {interface.name} has MTU {mtu[-1].value} configured, and had {values[0]} "
            f"when {row.capture.when}."
        )
        yield about_interface(
            "captured-mtu", "medium", states, row, message, [mtu[-1].line], interface, words, words.mtu
        )
    known = _reported(link_mtu(network)) | told
    for link in find_links(network):
        ends = [_row_with(rows, end, words.mtu) for end in link.ends]
        if not link.subnet or any(is_virtual(end) for end in link.ends) or _among(link, known):
            continue
        says = [row.first(words.mtu) if row else "" for row in ends]
        if all(value.isdigit() for value in says) and not _is_same(int(says[0]), int(says[1])):
            yield _unequal("captured-mtu", "MTU", link, ends, says, states, words.mtu)


def _is_same(one: int, other: int) -> bool:
    return abs(one - other) in HEADERS


def captured_duplex(network: Network, states: States) -> Iterator[Finding]:
    """Find interfaces whose duplex in a capture is not what is configured, and links whose ends differ."""
    words, told = states.words.interface, set()
    rows = _rows_of_ports(network, states)
    for interface in network.interfaces:
        row, mode = _row_with(rows, interface, words.duplex), interface.told.get("duplex", ())
        value = _duplex(row, words)
        if row is None or not value or not mode or mode[-1].value.lower() not in ("full", "half"):
            continue
        wanted = mode[-1].value.lower()
        if value == wanted or states.is_older(row.capture, interface.device, interface.name, [mode[-1].line]):
            continue
        told.add((interface.device, interface.name))
        message = (
            f"{interface.device} {interface.name} has {wanted} duplex configured, and had {value} duplex "
            f"when {row.capture.when}."
        )
        lines = [mode[-1].line]
        yield about_interface(
            "captured-duplex", "medium", states, row, message, lines, interface, words, words.duplex
        )
    known = _reported(link_duplex(network)) | told
    for link in find_links(network):
        ends = [_row_with(rows, end, words.duplex) for end in link.ends]
        values = [_duplex(row, words) for row in ends]
        if all(values) and values[0] != values[1] and not _among(link, known):
            yield _unequal("captured-duplex", "duplex", link, ends, values, states, words.duplex)


def _duplex(row: CapturedState | None, words: StateRows) -> str:
    """Return full or half; blank where a row says neither, or that the interface is down."""
    if row is None or row.says(words.state, words.down) or _is_off(row, words):
        return ""
    return (
        "half" if row.says(words.duplex, words.half) else "full" if row.says(words.duplex, words.full) else ""
    )


_PortRows = Mapping[tuple[str, str], Sequence[CapturedState]]


def _rows_of_ports(network: Network, states: States) -> _PortRows:
    words = states.words.interface
    return {
        (device, name): rows
        for device, interfaces in network.by_device.items()
        for name, rows in by_interface(states.of(words, device), interfaces).items()
    }


def _row_with(rows: _PortRows, interface: Interface, properties: Sequence[str]) -> CapturedState | None:
    """Return the newest row of an interface, or else of its port, that has one of the properties with a value."""
    for one in filter(None, (interface, interface.parent)):
        found = [row for row in rows.get((one.device, one.name), ()) if row.first(properties)]
        some = newest(found)
        if some:
            alike = len({row.first(properties) for row in some}) == 1
            return some[0] if alike else None
    return None


def _reported(findings: Iterable[Finding]) -> set[tuple[str, str]]:
    return {(about.device, about.name) for one in findings for about in one.about}


def _among(link: Link, told: set[tuple[str, str]]) -> bool:
    return any((each.device, each.name) in told for end in link.ends for each in (end, end.parent) if each)


def _unequal(
    kind: str,
    what: str,
    link: Link,
    rows: Sequence[CapturedState | None],
    values: Sequence[str],
    states: States,
    properties: Sequence[str],
) -> Finding:
    one, other = link.ends
    here, there = (row for row in rows if row is not None)
    message = (
        f"The ends of a link differed in {what}: {one.device} {one.name} had {values[0]} when {here.capture.when}, "
        f"{other.device} {other.name} had {values[1]} when {there.capture.when}."
    )
    shown = [line for row in (here, there) for line in states.lines(row, properties)]
    lines = [*shown, *((end.addresses[0].line if end.addresses else end.line) for end in link.ends)]
    about = [Subject("interface", end.device, end.name) for end in link.ends]
    return captured_finding(kind, "high", [here.capture, there.capture], message, lines, about)


# What gets worse, or has failed.


def growing_errors(network: Network, states: States) -> Iterator[Finding]:
    """Find interfaces whose errors grow between the two newest captures with a time, or two versions of one.

    Counters of which one went back were cleared, and are compared no further.
    """
    words = states.words.interface
    for device, interfaces in network.by_device.items():
        for name, rows in by_interface(states.of(words, device), interfaces).items():
            counted = [row for row in rows if row.first(words.errors)]
            latest = next(iter(newest(counted)), None)
            if latest is None:
                continue
            earlier = [row for row in counted if latest.capture.clock and row.capture.clock]
            before = newest([row for row in earlier if row.capture.clock < latest.capture.clock])
            if before:
                captures, pairs = [before[0].capture], _pairs(before[0], latest, words)
            else:
                captures, pairs = _version_before(states, latest, words)
            grown = _grown(pairs, words)
            if not grown:
                continue
            interface = next(one for one in interfaces if one.name == name)
            captures = [*captures, latest.capture]
            said = ", ".join(
                f"{one.replace('_', ' ')} from {first:,} to {last:,}" for one, first, last in grown
            )
            message = (
                f"{device} {name} has more errors: {said}, {captures[0].when} and then {captures[1].when}."
            )
            shown = [
                line for row in (latest, *before[:1]) for line in states.lines(row, [one[0] for one in grown])
            ]
            about = [Subject("interface", device, name)]
            lines = [*shown, interface.line]
            yield captured_finding("growing-errors", "medium", captures, message, lines, about)


_Counters = list[tuple[str, int, int]]
"""Names of counters, each with what it was and what it is."""


def _pairs(before: CapturedState, after: CapturedState, words: StateRows) -> _Counters:
    pairs = []
    for name in words.errors:
        first, last = (str(row.values.get(name, "")) for row in (before, after))
        if first.isdigit() and last.isdigit():
            pairs.append((name, int(first), int(last)))
    return pairs


def _version_before(states: States, row: CapturedState, words: StateRows) -> tuple[list[Capture], _Counters]:
    """Return the version of a capture that it replaced, and the counters of an interface whose lines changed."""
    serial, pairs, since = row.capture.serial, [], ""
    if not any(document == serial for document, _ in states.replaced):
        return [], []
    for name in words.errors:
        value = str(row.values.get(name, ""))
        if value.isdigit():
            for line in states.lines(row, [name]):
                old = states.replaced.get((serial, line.number))
                first = old.number(int(value)) if old else None
                if old and first is not None:
                    since = old.since
                    pairs.append((name, first, int(value)))
    return [Capture(0, row.capture.path, since)], pairs


def _grown(pairs: _Counters, words: StateRows) -> _Counters:
    """Return the counters that grew by enough; none where one went back, as after a restart."""
    if any(last < first for _, first, last in pairs):
        return []
    return [each for each in pairs if each[2] - each[1] >= words.least_errors]


def failed_parts(network: Network, states: States) -> Iterator[Finding]:
    """Find power supplies and fans that a capture shows failing."""
    for device in network.by_device:
        for words in states.words.part:
            by_name: dict[str, list[CapturedState]] = defaultdict(list)
            for row in states.of(words, device):
                if row.first(words.state):
                    by_name[row.name].append(row)
            for name, rows in by_name.items():
                bad = [(row, value) for row in newest(rows) if (value := row.says(words.state, words.down))]
                if bad:
                    row, value = bad[0]
                    message = f"{device}: {words.called} {name} was {value} when {row.capture.when}."
                    lines, about = state_lines(states, words, row), [Subject("device", device)]
                    yield captured_finding("failed-part", "high", [row.capture], message, lines, about)


def state_lines(states: States, words: StateRows, row: CapturedState) -> tuple[SourceLine, ...]:
    """Return the lines that show what a row is named, and its state."""
    return states.lines(row, (*words.state, *words.protocol, *words.name))


def about_interface(
    kind: str,
    severity: Severity,
    states: States,
    row: CapturedState,
    message: str,
    lines: Sequence[SourceLine],
    interface: Interface,
    words: StateRows | None = None,
    properties: Sequence[str] = (),
) -> Finding:
    """Make a finding about an interface: it cites the capture first, then the configuration."""
    words = words or states.words.interface
    shown = states.lines(row, properties) if properties else state_lines(states, words, row)
    about = [Subject("interface", interface.device, interface.name)]
    return captured_finding(kind, severity, [row.capture], message, [*shown, *lines], about)


def captured_finding(
    kind: str,
    severity: Severity,
    captures: Sequence[Capture],
    message: str,
    lines: Sequence[SourceLine],
    about: Sequence[Subject],
    scope: str = "",
) -> Finding:
    """Make a finding of the devices that it is about; its times are those of the captures, if all have one."""
    times = [capture.time for capture in captures]
    since, until = (min(times), max(times)) if all(times) else ("", "")
    devices, cited = tuple(dict.fromkeys(one.device for one in about)), tuple(dict.fromkeys(lines))
    return Finding(kind, severity, devices, message, cited, scope, since, until, tuple(about))
