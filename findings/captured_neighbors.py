"""Checks of what captures say of neighbors: not established, not there, or another one than the description names.

Where captures say nothing, nothing is found. What properties and values mean is in states.toml.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, partial
from ipaddress import ip_address

from findings.captured_interfaces import about_interface, captured_finding, state_lines
from findings.facts import DEFAULT_VRFS, DeviceFacts, Interface, Neighbor, Network, owned_by
from findings.links import described_device, find_links, has_area, is_virtual
from findings.ports import plain_text
from findings.records import Finding, Subject
from findings.states import (
    CapturedState,
    ShownOutput,
    StateRows,
    States,
    by_interface,
    find_interface,
    newest,
)
from graph_store.records import SourceLine

_WORD = re.compile(r"[\w.:/-]+")


def neighbor_not_up(network: Network, states: States) -> Iterator[Finding]:
    """Find neighbors that are configured, and that the newest capture shows not established, or does not show."""
    for device in network.devices:
        yield from _bgp(device, states)
        for protocol, words in (("OSPF", states.words.ospf), ("IS-IS", states.words.isis)):
            yield from _adjacencies(protocol, words, device, states)
    yield from _missing_adjacencies(network, states)


def _bgp(device: DeviceFacts, states: States) -> Iterator[Finding]:
    words = states.words.bgp
    rows = [row for row in states.of(words, device.device) if row.first(words.state)]
    for neighbor in device.neighbors:
        if neighbor.shut_down:
            continue
        found = newest([row for row in rows if _is_of(row, neighbor, device)])
        down = [(row, value) for row in found if (value := row.says(words.state, words.down))]
        if down and len(down) == len(found):
            row, value = down[0]
            yield from _not_up(states, device, neighbor, row, value, state_lines(states, words, row))
        elif not found and _is_shown(neighbor, device, words):
            yield from _by_lines(states, device, neighbor)


def _is_shown(neighbor: Neighbor, device: DeviceFacts, words: StateRows) -> bool:
    """Tell whether a command that shows every neighbor must show this one: it is in no other VRF or address family."""
    if neighbor.vrf not in DEFAULT_VRFS or any(word in device.places for word in words.apart):
        return False
    places = device.places.get(neighbor.peer.lower(), ())
    return not any(words.negated and words.negated.match(place.words) for place in places)


def _is_of(row: CapturedState, neighbor: Neighbor, device: DeviceFacts) -> bool:
    """Tell whether a row is about a neighbor: by its address, and its VRF where several have that address."""
    if _address(row.name) != _address(neighbor.peer):
        return False
    vrf = str(row.values.get("vrf", "")).lower()
    alike = [one for one in device.neighbors if _address(one.peer) == _address(neighbor.peer)]
    return len(alike) == 1 or (bool(vrf) and neighbor.vrf == ("" if vrf in DEFAULT_VRFS else vrf))


def _by_lines(states: States, device: DeviceFacts, neighbor: Neighbor) -> Iterator[Finding]:
    """Look for a neighbor in the lines of an output that shows every neighbor: a template may leave rows out."""
    words = states.words.bgp
    found = states.every(words, device.device)
    if found is None or _address(neighbor.peer).count(".") != 3:
        return
    output, (asked, *lines) = found
    here = [line for line in lines if neighbor.peer in _WORD.findall(line.text)]
    if not here and output.is_read:
        yield from _not_up(states, device, neighbor, output, "", [asked])
    elif len(here) == 1 and (value := _down_word(here[0], words)):
        yield from _not_up(states, device, neighbor, output, value, here)


def _down_word(line: SourceLine, words: StateRows) -> str:
    """Return the last word of a line that says that a neighbor is not up; blank where it was switched off, too."""
    found = [word for word in line.text.split() if words.down is not None and words.down.match(word)]
    return found[-1] if found and "adm" not in line.text.lower() else ""


def _not_up(
    states: States,
    device: DeviceFacts,
    neighbor: Neighbor,
    row: CapturedState | ShownOutput,
    value: str,
    shown: Sequence[SourceLine],
) -> Iterator[Finding]:
    """Yield the finding, unless the neighbor was configured after the capture, or a later record says that it is up."""
    name, capture = device.device, row.capture
    if states.is_older(capture, name, "", neighbor.lines) or states.is_up_later(capture, name, neighbor.peer):
        return
    how = f"was {value}" if value else f'was not among those of "{row.command}"'
    message = f"{name} has the BGP neighbor {neighbor.peer} configured, which {how} when {capture.when}."
    about = [Subject("neighbor", name, neighbor.peer)]
    scope = "" if value else f'the output of "{row.command}" in {capture.path}'
    lines = (*shown, *neighbor.lines)
    yield captured_finding("neighbor-not-up", "high", [capture], message, lines, about, scope)


def _address(text: str) -> str:
    try:
        return str(ip_address(text.partition("+")[0]))
    except ValueError:
        return text.lower()


def _adjacencies(protocol: str, words: StateRows, device: DeviceFacts, states: States) -> Iterator[Finding]:
    """Find neighbors of an interface that are stuck before they are adjacent."""
    rows = by_interface(states.of(words, device.device), device.interfaces)
    for interface in device.interfaces:
        some = newest(rows.get(interface.name, ()))
        down = [(row, value) for row in some if (value := row.says(words.state, words.down))]
        if not down or interface.is_down:
            continue
        row, value = down[0]
        if states.is_older(row.capture, device.device, interface.name, [interface.line]):
            continue
        if states.is_up_later(row.capture, device.device, row.first(("neighbor_id", "system_id"))):
            continue
        who = row.first((*words.address, "neighbor_id", "system_id"))
        message = (
            f"{device.device} {interface.name} has the {protocol} neighbor {who}, which was {value} "
            f"when {row.capture.when}."
        )
        yield about_interface(
            "neighbor-not-up", "high", states, row, message, [interface.line], interface, words
        )


def _missing_adjacencies(network: Network, states: States) -> Iterator[Finding]:
    """Find links both of whose ends run OSPF, and one end's capture shows no neighbor there, or one that is stuck."""
    words, devices = states.words.ospf, {one.device: one for one in network.devices}
    shown_by = cache(partial(states.every, words))
    rows_of = cache(lambda name: by_interface(states.of(words, name), network.by_device[name]))
    for link in find_links(network):
        ends = link.ends
        areas = [has_area(one, devices[one.device]) for one in ends]
        if not link.subnet or any(_is_passive(one, devices[one.device]) for one in ends):
            continue
        for near, far, area in zip(ends, reversed(ends), areas, strict=True):
            found = shown_by(near.device) if all(areas) else None
            if found is None or area is None or rows_of(near.device).get(near.name):
                continue
            output, (asked, *lines) = found
            addresses = owned_by([far])
            here = [line for line in lines if addresses & set(_WORD.findall(line.text))]
            value = _down_word(here[0], words) if len(here) == 1 else ""
            cited = [area.line, *(one.line for one in near.addresses[:1])]
            if (here and not value) or not (here or output.is_read):
                continue
            if states.is_older(output.capture, near.device, near.name, cited):
                continue
            how = f"a neighbor there that was {value}" if value else "no neighbor there"
            message = (
                f"{near.device} {near.name} and {far.device} {far.name} run OSPF on their link, and "
                f"{near.device} had {how} when {output.capture.when}."
            )
            about = [Subject("interface", near.device, near.name)]
            scope = "" if value else f'the output of "{output.command}" in {output.capture.path}'
            shown = [*(here or [asked]), *cited]
            yield captured_finding("neighbor-not-up", "high", [output.capture], message, shown, about, scope)


def _is_passive(interface: Interface, device: DeviceFacts) -> bool:
    """Tell whether an interface is passive, or may be: one of several processes makes all passive by default."""
    unsure = device.all("passive_by_default") and device.all("ospf_unsure")
    return bool(unsure) or interface.one("passive") is not None


# The neighbor that is seen.


def other_neighbor(network: Network, states: States) -> Iterator[Finding]:
    """Find ports where LLDP or CDP sees another known device, or port of it, than the description names."""
    known = {one.device.lower(): one.device for one in network.devices}
    for device, interfaces in network.by_device.items():
        seen: dict[str, list[tuple[StateRows, CapturedState]]] = defaultdict(list)
        for words in states.words.seen:
            for name, rows in by_interface(states.of(words, device), interfaces).items():
                seen[name] += [(words, row) for row in newest(rows)]
        for interface in interfaces:
            rows_here = seen.get(interface.name, [])
            named = described_device(interface, network) if rows_here else None
            if named is None:
                continue
            wanted, port = named
            fars = [known.get(_short(row.first(words.far)), "") for words, row in rows_here]
            if not all(fars):
                continue
            about, (words, row) = interface.told["description"][-1], rows_here[0]
            if states.is_older(row.capture, device, interface.name, [about.line]):
                continue
            there = find_interface(row.first(words.far_port), network.by_device[fars[0]])
            if wanted not in fars:
                sees = f"{fars[0]}{f' {there.name}' if there else ''}"
            elif port and there and len(rows_here) == 1 and not _is_same_port(port, there):
                sees = f"{there.device} {there.name}"
            else:
                continue
            message = (
                f'{device} {interface.name} is described as "{plain_text(about.value)}", and {words.called} saw {sees} '
                f"there when {row.capture.when}."
            )
            properties = (*words.far, *words.far_port, *words.name)
            yield about_interface(
                "other-neighbor", "medium", states, row, message, [about.line], interface, words, properties
            )


def _short(name: str) -> str:
    """Return a neighbor's name without its domain, and without what stands in parentheses behind it."""
    return name.partition("(")[0].partition(".")[0].strip().lower()


def _is_same_port(one: Interface, other: Interface) -> bool:
    ports = [each.parent or each for each in (one, other)]
    return ports[0].name == ports[1].name or is_virtual(one) or is_virtual(other)
