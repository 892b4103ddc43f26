"""Checks ports of bundles and bridges: what stands on them, and what they must have as their bundle has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from findings.agreement import STATIC, meaning
from findings.facts import DeviceFacts, Interface, LineFact, Network, plain_name
from findings.ports import number_set
from findings.records import Finding, Subject
from graph_store.records import SourceLine

_ALIKE = {"access_vlan": "access VLAN", "native_vlan": "native VLAN", "trunk_vlans": "allowed VLANs"}


def member_ports(network: Network) -> Iterator[Finding]:
    """Find ports with an address of their own, in two bundles, or with other VLANs, and bundles with too few ports."""
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
        yield from _unlike_modes(named)
        yield from _too_few(device, named)


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


def _unlike_modes(named: Mapping[str, Interface]) -> Iterator[Finding]:
    """Yield bundles of which some ports negotiate, and others do not."""
    ports: dict[str, list[tuple[Interface, LineFact]]] = defaultdict(list)
    for one in named.values():
        if "bundle" in one.told and (said := one.told.get("lacp")) and said[-1].value:
            ports[one.told["bundle"][-1].value].append((one, said[-1]))
    for bundle, found in ports.items():
        fixed = [each for each in found if meaning(each[1].value) == STATIC]
        if fixed and len(fixed) < len(found):
            other = next(each for each in found if each not in fixed)
            message = (
                f"{other[0].device} {fixed[0][0].name} is in bundle {bundle} without LACP ({fixed[0][1].value}), and "
                f"{other[0].name} with it ({other[1].value})."
            )
            yield _finding(fixed[0][0], message, [fixed[0][1].line, other[1].line])


def _too_few(device: DeviceFacts, named: Mapping[str, Interface]) -> Iterator[Finding]:
    """Yield bundles that ask for more ports that are up than they have."""
    ports: dict[str, dict[str, LineFact]] = defaultdict(dict)
    for port, groups in _members(device).items():
        for group, one in groups.items():
            ports[plain_name(group)][port] = one
    for port, interface in named.items():
        for one in interface.told.get("bundle", ()):
            ports[plain_name(one.value)][port] = one
    for bundle in named.values():
        least = bundle.told.get("bundle_least", ())
        numbers = {plain_name(bundle.name), *(one.value for one in bundle.told.get("bundle_number", ()))}
        found = {port: one for number in numbers for port, one in ports.get(number, {}).items()}
        up = [port for port in found if port not in named or not named[port].is_down]
        if least and found and len(up) < int(least[-1].value) + ("above" in least[-1].fields):
            message = (
                f"{bundle.device} {bundle.name} never comes up: it asks for "
                f"{'more than ' if 'above' in least[-1].fields else ''}{least[-1].value} ports, "
                f"and has {len(up)}{'' if len(up) == len(found) else ' that are not shut down'}."
            )
            yield _finding(bundle, message, [least[-1].line, *(one.line for one in found.values())])


def _finding(interface: Interface, message: str, lines: Sequence[SourceLine]) -> Finding:
    about = (Subject("interface", interface.device, interface.name),)
    return Finding("member-port", "medium", (interface.device,), message, tuple(lines), about=about)
