"""Checks what devices ask of others, who must answer: keys, relays, VRFs, filters, names and addresses of others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from findings.facts import (
    DeviceFacts,
    Interface,
    LineFact,
    Network,
    in_vrf,
    owned_by,
    plain_name,
    secret_of,
)
from findings.filters.first_match import decide
from findings.filters.read_filters import filters_by_name, read_filters
from findings.filters.records import Packet
from findings.ipv4 import ipv4_address, ipv4_network, ipv4_subnets
from findings.links import find_links, is_small
from findings.records import MOST_LINES, Finding, Subject
from findings.words import ServedSetting, read_words


def refused_askers(network: Network) -> Iterator[Finding]:
    """Find what a device asks another known one with, such as the number of a key, and that one does not know."""
    for setting in read_words().served_settings:
        for device in network.devices:
            for one in device.all(setting.kind):
                owners = {owner.device for owner in network.owners.get(one.fields.get("to", ""), ())}
                server = network.named[owners.pop()] if len(owners) == 1 else device
                known = server.all(setting.by)
                if server != device and one.value in {each.value for each in known}:
                    yield from _other_secret(setting, one, device, server)
                if server != device and known and one.value not in {each.value for each in known}:
                    has = " and ".join(dict.fromkeys(each.value for each in known))
                    asks = f"{device.device} asks {server.device} for {setting.name} {one.value}"
                    message = f"{asks}, and that one has {has}."
                    lines = (one.line, *(each.line for each in known))[:MOST_LINES]
                    devices = (device.device, server.device)
                    yield Finding("neighbor-differs", "high", devices, message, lines)


def _other_secret(
    setting: ServedSetting, one: LineFact, device: DeviceFacts, server: DeviceFacts
) -> Iterator[Finding]:
    """Yield that what both have by one number is not the same secret."""
    told = [
        next((each for each in end.all(setting.secret) if each.of == one.value), None)
        for end in (device, server)
    ]
    secrets = [secret_of(each) if each else "" for each in told]
    if all(secrets) and secrets[0] != secrets[1]:
        message = f"{device.device} asks {server.device} for {setting.name} {one.value}, which is another secret there."
        lines = (one.line, *(each.line for each in told if each))
        yield Finding("neighbor-differs", "high", (device.device, server.device), message, lines)


def one_sided_passwords(network: Network) -> Iterator[Finding]:
    """Find neighbors of LDP of which one asks the other for a password, and that one has none for it."""
    beside: dict[str, set[str]] = defaultdict(set)
    for link in find_links(network):
        if all("ldp_on" in one.told for one in link.ends):
            beside[link.one.device].add(link.other.device)
            beside[link.other.device].add(link.one.device)
    seen = set[tuple[str, str]]()
    for device in network.devices:
        own = owned_by(device.interfaces)
        for one in device.all("ldp_password"):
            to = one.fields.get("to", "")
            others = {owner.device for owner in network.owners.get(to, ())} if to else beside[device.device]
            for name in sorted(others - {device.device}):
                other = network.named[name]
                runs = [said for kind in ("ldp_on", "ldp_device", "ldp_enabled") for said in other.all(kind)]
                has = [each.fields.get("to", "") for each in other.all("ldp_password")]
                if runs and (device.device, name) not in seen and own.isdisjoint(has) and "" not in has:
                    seen.add((device.device, name))
                    message = (
                        f"{device.device} asks {name} for a password for LDP, and {name} has none for it: "
                        "their session cannot come up."
                    )
                    lines = (one.line, runs[-1].line)
                    yield Finding("neighbor-differs", "high", (device.device, name), message, lines)


def relays_past_servers(network: Network) -> Iterator[Finding]:
    """Find interfaces whose relays for DHCP no known device has, though one serves that subnet."""
    for device in network.devices:
        relays: dict[str, list[LineFact]] = defaultdict(list)
        for one in device.all("relay"):
            relays[plain_name(one.fields.get("interface", ""))].append(one)
        for interface in network.by_device.get(device.device, ()):
            told = relays.get(plain_name(interface.name), [])
            addresses = [one.value.split()[-1] for one in told]
            if not told or any(
                one in network.owners or one in network.virtual_addresses for one in addresses
            ):
                continue
            for net in ipv4_subnets([interface]):
                served = [(other, line) for other in network.devices for line in _serves(other, net)]
                if served and all(other != device for other, _ in served):
                    server, said = served[0]
                    message = (
                        f"{device.device} relays DHCP for {net} to {' and '.join(addresses)}, which no known device "
                        f"has: {server.device} serves that subnet."
                    )
                    lines = (*(one.line for one in told), said.line)[:MOST_LINES]
                    devices = (device.device, server.device)
                    yield Finding("misplaced-address", "medium", devices, message, lines)


def lacking_relays(network: Network) -> Iterator[Finding]:
    """Find the one subnet of a device without a relay for DHCP, where at least three others have the same one.

    Not that of the server itself, of a link, or what a description or a VLAN's name says has no clients.
    """
    no_clients = read_words().without_clients
    for device in network.devices:
        relays: dict[str, dict[str, LineFact]] = defaultdict(dict)
        for one in (each for each in device.all("relay") if "interface" in each.fields):
            relays[plain_name(one.interface)][one.value] = one
        names = {one.of: one.value for one in device.all("vlan_called")}
        shared = set.intersection(*map(set, relays.values())) if len(relays) >= _ENOUGH else set()
        servers = [ip for text in shared if (ip := ipv4_address(text.split()[-1]))]
        vrfs = {one.vrf for one in device.interfaces if plain_name(one.name) in relays}
        lacking = []
        for end in device.interfaces if servers else ():
            nets = [net for net in ipv4_subnets([end]) if not is_small(str(net))]
            called = [fact.value for fact in end.told.get("description", ())]
            called += [names.get(fact.value, "") for fact in end.told.get("vlan_interface", ())]
            if (
                plain_name(end.name) not in relays
                and nets
                and end.vrf in vrfs
                and not (end.is_down or any(ip in net for ip in servers for net in nets))
                and not any(map(no_clients.search, (end.name, *called)))
                and not any(True for other in network.devices for net in nets for _ in _serves(other, net))
            ):
                lacking.append(end)
        if len(lacking) == 1:
            has = [one for told in relays.values() for one in told.values() if one.value in shared]
            message = (
                f"{device.device} relays no DHCP on {lacking[0].name}, unlike its {len(relays)} other subnets, "
                f"to {' and '.join(sorted(shared))}."
            )
            lines = (lacking[0].line, *(one.line for one in has))[:MOST_LINES]
            about = (Subject("interface", device.device, lacking[0].name),)
            yield Finding("unlike-siblings", "low", (device.device,), message, lines, about=about)


_ENOUGH = 3


def relays_to_nowhere(network: Network) -> Iterator[Finding]:
    """Find relays for DHCP to an address in no subnet that is known, where all others go to known ones.

    Two others are enough, or one of another device in the same subnet.
    """
    told = [
        (device, one, ip)
        for device in network.devices
        for one in device.all("relay")
        if (ip := ipv4_address(one.value.split()[-1]))
    ]
    known = ipv4_subnets(network.interfaces)
    lost = [each for each in told if not any(each[2] in net for net in known)]
    others = [each for each in told if each not in lost]
    if not others or len({ip for *_, ip in lost}) != 1:
        return
    device, one, ip = lost[0]
    beside = {other.device for other, *_ in others if _share_lan(network, one, device, other)}
    routed = [
        ipv4_network(each.fields.get("address", ""), each.fields.get("mask", ""))
        for end in network.devices
        for each in end.all("static_route")
    ]
    if (
        len(lost) == 1
        and (beside or len(others) > 1)
        and not any(net and net.prefixlen and ip in net for net in routed)
    ):
        instead = " and ".join(sorted({str(each) for *_, each in others}))
        where = f" on {one.interface}" if "interface" in one.fields else ""
        message = (
            f"{device.device} relays DHCP{where} to {ip}, which is in no subnet that is known: other relays go to "
            f"{instead}."
        )
        lines = (one.line, *(each.line for _, each, _ in others))[:MOST_LINES]
        yield Finding("misplaced-address", "medium", (device.device,), message, lines)


def _share_lan(network: Network, one: LineFact, device: DeviceFacts, other: DeviceFacts) -> bool:
    """Tell whether another device has an interface in the subnet where a relay is set."""
    ports = [
        each
        for each in device.interfaces
        if "interface" in one.fields and plain_name(each.name) == plain_name(one.interface)
    ]
    nets = ipv4_subnets(ports)
    return device is not other and any(net in nets for net in ipv4_subnets(other.interfaces))


def _serves(device: DeviceFacts, net: object) -> Iterator[LineFact]:
    """Yield what says that a device gives away addresses of a network."""
    for one in device.all("dhcp_network"):
        if ipv4_network(one.fields.get("address", ""), one.fields.get("mask", "")) == net:
            yield one


def sources_elsewhere(network: Network) -> Iterator[Finding]:
    """Find servers that a device asks in another VRF than that of the interface which it asks them from."""
    for device in network.devices:
        named = {plain_name(one.name): one for one in device.interfaces}
        asked = device.all("asked_in")
        for source in device.all("asked_from"):
            on = named.get(plain_name(source.fields["on"]))
            if on is None or not on.addresses:
                continue
            if in_vrf(source):
                yield from _in_other_vrf(device, source, on, source)
                continue
            for one in asked if on.vrf else ():
                if one.of == source.of:
                    yield from _in_other_vrf(device, one, on, source)


def _in_other_vrf(device: DeviceFacts, one: LineFact, on: Interface, source: LineFact) -> Iterator[Finding]:
    if in_vrf(one) != on.vrf:
        where, there = (f"VRF {vrf}" if vrf else "no VRF" for vrf in (in_vrf(one), on.vrf))
        what = f"{one.of} {one.value}".strip()
        message = f"{device.device} asks {what} in {where}, from {on.name}, which is in {there}."
        lines = tuple(dict.fromkeys((one.line, source.line)))
        yield Finding("misplaced-address", "medium", (device.device,), message, lines)


def filtered_servers(network: Network) -> Iterator[Finding]:
    """Find servers that a service of a device may not hear: its own filter of them denies them."""
    for device in network.devices:
        filters = filters_by_name(device) if device.all("servers_filter") else {}
        told = [one for one in device.all("servers_filter") if one.value in filters]
        for one in device.all("ntp") if len(told) == 1 else ():
            packet = Packet(source=one.value, protocol="udp", source_port=123, destination_port=123)
            verdict = decide(filters[told[0].value], packet, read_filters(device))
            if ipv4_address(one.value) and verdict.action == "deny":
                message = f"{device.device} does not listen to its NTP server {one.value}: {told[0].value} denies it."
                lines = tuple(dict.fromkeys((one.line, told[0].line, *verdict.lines)))[:MOST_LINES]
                yield Finding("own-traffic", "high", (device.device,), message, lines)


def borrowed_names(network: Network) -> Iterator[Finding]:
    """Find devices that call themselves by the name of another one in what they send."""
    named = {device.device.lower(): device.device for device in network.devices}
    for device in network.devices:
        for one in device.all("self_name"):
            other = named.get(one.value.lower()) or named.get(one.value.lower().partition(".")[0])
            if other and other != device.device:
                message = (
                    f"{device.device} calls itself {one.value} in what it sends, which is another device."
                )
                yield Finding("contradictory-name", "medium", (device.device, other), message, (one.line,))


def given_to_others(network: Network) -> Iterator[Finding]:
    """Find ranges that a device translates to or gives away, in which is the address of somebody else."""
    for device in network.devices:
        own = owned_by(device.interfaces)
        nets = ipv4_subnets(device.interfaces)
        others = {one.value: ("its next hop", one.line) for one in device.all("static_route")}
        others |= {one.peer: ("its BGP neighbor", one.lines[0]) for one in device.neighbors}
        for text, owners in network.owners.items():
            interface = owners[0]
            if interface.device != device.device and not interface.is_down:
                others[text] = (f"the address of {interface.device}", interface.line)
        for kind, does in _RANGES.items():
            for one in device.all(kind):
                first, last = (ipv4_address(one.fields.get(field, "")) for field in ("first", "last"))
                if first is None or last is None:
                    continue
                for text, (what, line) in others.items():
                    ip = ipv4_address(text)
                    near = ip and any(ip in net and first in net for net in nets)
                    if ip and near and text not in own and first <= ip <= last:
                        message = f"{device.device} {does} {first} to {last}, and {ip} there is {what}."
                        lines = (one.line, line)
                        yield Finding("misplaced-address", "medium", (device.device,), message, lines)


_RANGES = {"nat_pool": "translates to", "dhcp_range": "gives away by DHCP"}
