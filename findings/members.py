"""Checks ports of bundles and bridges: what stands on them, and what they must have as their bundle has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from findings.facts import DeviceFacts, Interface, LineFact, Network, plain_name
from findings.ports import number_set
from findings.records import Finding, Subject
from graph_store.records import SourceLine

_ALIKE = {"access_vlan": "access VLAN", "native_vlan": "native VLAN", "trunk_vlans": "allowed VLANs"}


def member_ports(network: Network) -> Iterator[Finding]:
    """Find ports with an address of their own, in two bundles or bridges, or with other VLANs than their bundle."""
    for device in network.devices:
        named = {plain_name(one.name): one for one in network.by_device.get(device.device, ())}
        for port, groups in _members(device).items():
            interface = named.get(port)
            if len(groups) > 1:
                message = (
                    f"{device.device} has {next(iter(groups.values())).value} in two: {' and '.join(groups)}."
                )
                lines = tuple(one.line for one in groups.values())
                yield Finding("member-port", "medium", (device.device,), message, lines)
            elif interface and interface.addresses and not interface.is_down:
                address, (group, one) = interface.addresses[0], next(iter(groups.items()))
                message = (
                    f"{device.device} has {address.owned} on {interface.name}, which is a port of {group}."
                )
                yield _finding(interface, message, (address.line, one.line))
        yield from _unlike_bundles(named)


def _members(device: DeviceFacts) -> Mapping[str, Mapping[str, LineFact]]:
    """Return what each port is in, by its plain name, with what says so."""
    found: dict[str, dict[str, LineFact]] = defaultdict(dict)
    for one in device.all("member_of"):
        for name in one.value.replace(",", " ").split():
            fields = {**one.fields, "value": name}
            found[plain_name(name)].setdefault(one.fields["of"], LineFact(one.kind, fields, one.line))
    return found


def _unlike_bundles(named: Mapping[str, Interface]) -> Iterator[Finding]:
    """Yield ports that have other VLANs than the bundle that they are in."""
    bundles = {fact.value: one for one in named.values() for fact in one.told.get("bundle_number", ())}
    for one in named.values():
        bundle = bundles.get(one.told["bundle"][-1].value) if "bundle" in one.told else None
        for kind, name in _ALIKE.items() if bundle else ():
            told = [each.told.get(kind, ()) for each in (one, bundle) if each]
            values = [number_set(",".join(fact.value for fact in several)) for several in told]
            if all(told) and values[0] != values[1] and bundle:
                message = (
                    f"{one.device} {one.name} has other {name} than {bundle.name}, which it is a port of."
                )
                yield _finding(one, message, [several[-1].line for several in told])


def _finding(interface: Interface, message: str, lines: Sequence[SourceLine]) -> Finding:
    about = (Subject("interface", interface.device, interface.name),)
    return Finding("member-port", "medium", (interface.device,), message, tuple(lines), about=about)
