"""Checks for described interfaces that are down, and VLANs that a port uses but the device lacks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from findings.facts import DeviceFacts, Interface, Network, plain_name
from findings.records import MOST_LINES, Finding, Severity, Subject
from graph_store.records import SourceLine


def watched_ports(network: Network) -> Iterator[Finding]:
    """Find ports that a device watches, or from whose address it speaks, and that are shut down."""
    for device in network.devices:
        down = {plain_name(one.name): one for one in device.interfaces if one.is_down}
        for kind, does in _DOES.items() if down else ():
            for one in device.all(kind):
                if "interface" in one.fields and plain_name(one.interface) in down:
                    continue
                names = [name for name in one.value.strip("[] ").split() if plain_name(name) in down]
                for name in names:
                    port = down[plain_name(name)]
                    message = f"{device.device} {does} {name}, which is shut down."
                    off = [each.line for each in port.told.get("shutdown", ())]
                    about = (Subject("interface", device.device, port.name),)
                    lines = (one.line, *off)
                    yield Finding("missing-part", "medium", (device.device,), message, lines, about=about)


_DOES = {"watched": "watches", "speaks_from": "speaks from the address of"}


# Sets of numbers as configurations write them: 10,20-25 or 10 to 20.


_RANGE = re.compile(r"(\d+)(?:\s*(?:-|\bto\b)\s*(\d+))?")
HIGHEST = 4095


def number_set(text: str) -> frozenset[int]:
    """Return the numbers of a list of numbers and ranges, up to 4095."""
    found: set[int] = set()
    for first, last in _RANGE.findall(text):
        if int(first) <= HIGHEST:
            found.update(range(int(first), min(int(last or first), HIGHEST) + 1))
    return frozenset(found)


def show_numbers(numbers: Iterable[int]) -> str:
    """Write numbers as ranges: "10, 20-25"."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


RESERVED = frozenset({1, 1002, 1003, 1004, 1005, 4094, 4095})
"""VLANs that are there without being defined, or that makes keep for themselves."""
_USES: tuple[tuple[tuple[str, ...], Severity, str], ...] = (
    (("access_vlan", "voice_vlan", "member_vlans"), "medium", "has ports in"),
    (("trunk_vlans", "native_vlan"), "low", "has trunks for"),
    (("vlan_interface",), "low", "has an interface in"),
)


def described_but_down(network: Network) -> Iterator[Finding]:
    """Find interfaces that are shut down, though their description says that they are for something."""
    for interface in network.interfaces:
        told, off = interface.told.get("description"), interface.told.get("shutdown")
        if not told or not off or not interface.is_down:
            continue
        text = plain_text(told[-1].value)
        if is_spare(text):
            continue
        message = f'{interface.device} {interface.name} is shut down, though it is described as "{text}".'
        lines, about = (told[-1].line, off[-1].line), Subject("interface", interface.device, interface.name)
        yield Finding("described-but-down", "info", (interface.device,), message, lines, about=(about,))


def spares(network: Network) -> frozenset[tuple[str, str]]:
    """Return the devices and names, as `plain_name` has them, of interfaces that are described as not in use."""
    return frozenset(
        (one.device, plain_name(one.name))
        for one in network.interfaces
        if (told := one.told.get("description")) and is_spare(plain_text(told[-1].value))
    )


def plain_text(text: str) -> str:
    """Return a description without its quotes."""
    return text.strip().strip('"')


def is_spare(text: str) -> bool:
    """Tell whether a description says that a port is not in use, or says nothing in words."""
    return bool(_SPARE.search(text)) or not any(sign.isalpha() for sign in text)


_SPARE = re.compile(
    r"(?i)(?<![a-z])(?:(?:not[ _-]?|un)(?:used|in[ _-]use|connected|cabled|assigned|patched)|do not use|spare|free"
    r"|reserved?|available|empty|disabled|shut ?down|down|decom\w*|defunct|obsolete|removed|old|no (?:cable|longer)"
    r"|blackhole|parking|former)(?![a-z])"
)
"""Words of a description that say that nothing is to be expected of the interface."""


def undefined_vlans(network: Network) -> Iterator[Finding]:
    """Find VLANs that a port of a device names alone, not in a range, and that the device does not define.

    Named ones are references. A device that defines none has them from elsewhere, by VTP or in a database of its own.
    """
    for device in network.devices:
        defined = frozenset().union(*(number_set(one.value) for one in device.all("vlan")))
        if defined - RESERVED and not device.all("vlan_elsewhere"):
            for kinds, severity, what in _USES:
                yield from _undefined(device, kinds, severity, what, defined)


def lonely_vlans(network: Network) -> Iterator[Finding]:
    """Find VLANs with an address that no port of their device carries, and ports that are alone in theirs.

    Nothing is found on a device with a port that may carry any VLAN, or whose VLANs may go elsewhere.
    """
    for device in network.devices:
        ports = [one for one in device.interfaces if not one.is_down and not one.told.get("bundle")]
        carries = {one.name: _carried(one) for one in ports}
        trunks = [one for one in ports if one.told.get("trunk_vlans")]
        if not trunks or device.all("any_vlan") or device.all("unsure_defaults") or any(map(_is_open, ports)):
            continue
        defined = frozenset().union(*(number_set(one.value) for one in device.all("vlan")))
        routed = {int(told[-1].value): one for one in ports if (told := one.told.get("vlan_interface"))}
        for number, one in routed.items():
            is_carried = any(number in several for several in carries.values())
            if one.addresses and number not in RESERVED and not is_carried and "stays_up" not in one.told:
                message = (
                    f"{device.device} has an address in VLAN {number}, which none of its ports carries: "
                    f"{one.name} stays down."
                )
                about = (Subject("interface", device.device, one.name),)
                yield Finding("undefined-vlan", "low", (device.device,), message, (one.line,), about=about)
        for one in ports:
            told = one.told.get("access_vlan", ())
            number = int(told[-1].value) if told and one.name in carries else 0
            others = [name for name, several in carries.items() if number in several and name != one.name]
            if number in defined - RESERVED - routed.keys() and not others:
                message = (
                    f"{device.device} {one.name} is alone in VLAN {number}: no other port carries it, and no address "
                    "is in it."
                )
                about = (Subject("interface", device.device, one.name),)
                lines = (told[-1].line,)
                yield Finding("undefined-vlan", "low", (device.device,), message, lines, about=about)


def _carried(port: Interface) -> frozenset[int]:
    kinds = ("access_vlan", "voice_vlan", "native_vlan", "member_vlans", "trunk_vlans")
    return number_set(",".join(one.value for kind in kinds for one in port.told.get(kind, ())))


def _is_open(port: Interface) -> bool:
    """Tell whether a port is a trunk without a list of VLANs: of most makes it carries all."""
    mode = port.told.get("mode", ())
    return bool(mode) and mode[-1].value != "access" and not port.told.get("trunk_vlans")


def _undefined(
    device: DeviceFacts, kinds: Sequence[str], severity: Severity, what: str, defined: frozenset[int]
) -> Iterator[Finding]:
    """Find VLANs that one kind of statement names; ports that are all shut down are less severe."""
    used: dict[int, list[SourceLine]] = defaultdict(list)
    off, is_used = {one.name for one in device.interfaces if one.is_down}, False
    for one in (one for kind in kinds for one in device.all(kind)):
        alone = {int(first) for first, last in _RANGE.findall(one.value) if not last}
        for number in alone - defined - RESERVED:
            used[number].append(one.line)
            is_used = is_used or one.fields.get("interface") not in off
    if used:
        lines = (line for number in sorted(used) for line in used[number][:2])
        vlans, them = ("VLAN", "it") if len(used) == 1 else ("VLANs", "them")
        message = f"{device.device} {what} {vlans} {show_numbers(used)} and does not define {them}."
        yield _finding(device, severity if is_used else "low", message, lines)


def _finding(device: DeviceFacts, severity: Severity, message: str, lines: Iterable[SourceLine]) -> Finding:
    shown = tuple(dict.fromkeys(lines))[:MOST_LINES]
    return Finding("undefined-vlan", severity, (device.device,), message, shown)
