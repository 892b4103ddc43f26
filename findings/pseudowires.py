"""Checks that both ends of a pseudowire lead to each other and have one id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from findings.facts import DeviceFacts, Interface, LineFact, Network, plain_name
from findings.records import MOST_LINES, Finding
from graph_store.records import SourceLine


@dataclass(frozen=True, slots=True)
class _Wire:
    """One end of a pseudowire, or the tunnel below it (which has no id): where it leads, and what says so."""

    device: str
    to: str
    number: str
    line: SourceLine
    in_tunnel: bool = False
    on: Interface | None = None
    """The interface at its end."""
    service_mtu: LineFact | None = None

    def said(self, kind: str) -> LineFact | None:
        """Return what the interface at its end says itself."""
        return next(reversed(self.on.told.get(kind, ())), None) if self.on else None


def pseudowire_ends(network: Network) -> Iterator[Finding]:
    """Find pseudowires between two devices that have other ids, and those that lead past the other end."""
    for read in (_wires, _tunnels):
        leads: dict[tuple[str, str], list[_Wire]] = defaultdict(list)
        lost: dict[str, list[_Wire]] = defaultdict(list)
        for wire in (wire for device in network.devices for wire in read(device)):
            owners = {owner.device for owner in network.owners.get(wire.to, ())} - {wire.device}
            if len(owners) == 1:
                leads[wire.device, owners.pop()].append(wire)
            elif not owners:
                lost[wire.device].append(wire)
        for (device, other), found in leads.items():
            back = leads.get((other, device), [])
            if back and device < other:
                yield from _other_ids(found, back)
                yield from _other_mtu(found, back)
                yield from _other_tags(found, back)
            elif not back and lost[other]:
                in_tunnel = [one for one in lost[other] if one.in_tunnel]
                yield from (
                    _other_ids(found, in_tunnel) if in_tunnel else [_one_sided(found, other, lost[other])]
                )


def _wires(device: DeviceFacts) -> Iterator[_Wire]:
    tunnels = {one.fields["sdp"]: one for one in device.all("sdp")}
    named = {plain_name(one.name): one for one in device.interfaces}
    mtus = {one.of: one for one in device.all("service_mtu")}
    circuits = {one.fields["of"]: named.get(plain_name(one.value)) for one in device.all("sap")}
    for one in device.all("pseudowire"):
        below = tunnels.get(one.fields.get("sdp", ""))
        to = one.value or (below.value if below else "")
        if to:
            on = circuits.get(one.fields.get("of", "")) or named.get(
                plain_name(one.fields.get("interface", ""))
            )
            number, mtu = one.fields.get("id", ""), mtus.get(one.fields.get("service", ""))
            yield _Wire(device.device, to, number, one.line, below is not None, on, mtu)


def _tunnels(device: DeviceFacts) -> Iterator[_Wire]:
    """Return the tunnels below pseudowires, where a make configures them apart."""
    return (_Wire(device.device, one.value, "", one.line) for one in device.all("sdp"))


def _other_ids(found: list[_Wire], back: list[_Wire]) -> Iterator[Finding]:
    """Yield the ids of one end that the other end lacks, if both lack one."""
    here, there = ({one.number for one in each} for each in (found, back))
    lacking = [
        [one for one in found if one.number not in there],
        [one for one in back if one.number not in here],
    ]
    if all(lacking):
        (one, *_), (other, *_) = lacking
        ids = [" and ".join(dict.fromkeys(each.number for each in some)) for some in lacking]
        message = (
            f"The ends of a pseudowire have different ids: {one.device} has {ids[0]} to {one.to}, "
            f"{other.device} has {ids[1]} to {other.to}."
        )
        yield _finding((one.device, other.device), message, [*lacking[0], *lacking[1]])


def _other_mtu(found: list[_Wire], back: list[_Wire]) -> Iterator[Finding]:
    """Yield two ends of one id whose interfaces or services say different MTUs: the pseudowire stays down.

    Services of one name are compared with all else that they say.
    """
    for one, other in ((one, other) for one in found for other in back if one.number == other.number):
        mtu, what = [each.service_mtu for each in (one, other)], "services"
        if not (mtu[0] and mtu[1] and mtu[0].of != mtu[1].of):
            mtu, what = [each.said("mtu") for each in (one, other)], "interfaces"
        if mtu[0] and mtu[1] and mtu[0].value != mtu[1].value:
            message = (
                f"The {what} at the ends of pseudowire {one.number} have different MTUs: "
                f"{mtu[0].value} on {one.device}, {mtu[1].value} on {other.device}."
            )
            lines = (mtu[0].line, mtu[1].line, one.line, other.line)
            yield Finding("pseudowire-ends", "high", (one.device, other.device), message, lines)


def _other_tags(found: list[_Wire], back: list[_Wire]) -> Iterator[Finding]:
    """Yield two ends of one id and one VLAN of which only one takes the tag off: what comes out is not known there."""
    for one, other in ((one, other) for one in found for other in back if one.number == other.number):
        vlans = [each.said("encapsulation") for each in (one, other)]
        changes = [each.said("tag_change") for each in (one, other)]
        if vlans[0] and vlans[1] and vlans[0].value == vlans[1].value:
            says = [change.value if change else "nothing" for change in changes]
            if says[0] != says[1]:
                message = (
                    f"The ends of pseudowire {one.number} do different things to the tag of VLAN {vlans[0].value}: "
                    f"{one.device} {says[0]}, {other.device} {says[1]}."
                )
                told = [change or vlan for change, vlan in zip(changes, vlans, strict=True)]
                lines = tuple(each.line for each in told if each)
                yield Finding(
                    "pseudowire-ends",
                    "high",
                    (one.device, other.device),
                    message,
                    (*lines, one.line, other.line),
                )


def _one_sided(found: list[_Wire], other: str, lost: list[_Wire]) -> Finding:
    """Return that a device leads to another one, which leads to addresses of nobody instead."""
    one = found[0]
    where = " and ".join(sorted({each.to for each in lost}))
    message = (
        f"{one.device} leads pseudowires to {one.to} of {other}, but {other} leads none back: "
        f"its own go to {where}, which no device has."
    )
    return _finding((one.device, other), message, [*lost, *found])


def _finding(devices: tuple[str, str], message: str, wires: list[_Wire]) -> Finding:
    lines = tuple(dict.fromkeys(wire.line for wire in wires))[:MOST_LINES]
    return Finding("pseudowire-ends", "high", devices, message, lines)
