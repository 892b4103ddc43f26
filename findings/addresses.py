"""Checks for addresses on two interfaces of one VRF, and for subnets of a device that overlap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from ipaddress import ip_address
from itertools import combinations

from findings.facts import Interface, Network, OwnedAddress, plain_name
from findings.records import Finding, Subject

MOST_OWNERS = 3
"""An address that more interfaces own is shared on purpose, or the files are not of one network."""
_LAB_ADDRESSES = frozenset({"10.0.2.15"})
"""What every virtual machine has behind the same emulated NAT."""
_SHARING = ("source_of_tunnels", "rendezvous_point")
"""Kinds of facts that name interfaces and addresses which several devices share."""


def duplicates(network: Network) -> Iterator[Finding]:
    """Find addresses that more than one interface owns, in one VRF."""
    owners: dict[tuple[str, str], list[tuple[Interface, OwnedAddress]]] = defaultdict(list)
    for interface, address in _own_addresses(network):
        owners[interface.vrf, str(address.owned.ip)].append((interface, address))
    for (vrf, text), found in owners.items():
        if 1 < len(found) <= MOST_OWNERS:
            devices = tuple(dict.fromkeys(interface.device for interface, _ in found))
            places = " and ".join(f"{interface.name} of {interface.device}" for interface, _ in found)
            message = f"{text} is configured on {places}{f' in VRF {vrf}' if vrf else ''}."
            lines = tuple(address.line for _, address in found)
            about = tuple(Subject("address", device, text) for device in devices)
            yield Finding("duplicate-address", "high", devices, message, lines, about=about)


def _own_addresses(network: Network) -> Iterator[tuple[Interface, OwnedAddress]]:
    """Yield the addresses that should be one interface's alone: no loopback's or link's, and none shared on purpose."""
    shared: dict[str, set[str]] = defaultdict(set)
    for device in network.devices:
        shared[device.device] |= {plain_name(one.value) for kind in _SHARING for one in device.all(kind)}
    for interface in network.interfaces:
        if interface.is_down or interface.one("anycast") or "keepalive" in interface.vrf:
            continue
        name, on_purpose = plain_name(interface.name), shared[interface.device]
        for address in interface.addresses:
            ip = address.owned.ip
            of_host = ip.is_link_local or ip.is_loopback or (address.secondary and name.startswith("lo"))
            if not (of_host or str(ip) in _LAB_ADDRESSES or on_purpose & {name, str(ip)}):
                yield interface, address


def sole_owners(network: Network) -> Mapping[str, str]:
    """Return the device of each address that identifies one: no other device has it, and no routers share it."""
    own = [
        (str(address.owned.ip), interface.device)
        for interface, address in _own_addresses(network)
        if not address.secondary
    ]
    managed = list(_managed(network))
    owners: dict[str, set[str]] = defaultdict(set)
    for text, several in network.owners.items():
        owners[text].update(interface.device for interface in several)
    for text, device in managed:
        owners[text].add(device)
    return {
        text: device
        for text, device in (*own, *managed)
        if len(owners[text]) == 1 and text not in network.virtual_addresses
    }


def _managed(network: Network) -> Iterator[tuple[str, str]]:
    """Yield the addresses of management that configurations state without an interface."""
    for facts in network.devices:
        for one in facts.all("management_address"):
            with suppress(ValueError):
                address = ip_address(one.value)
                if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                    yield str(address), facts.device


def overlaps(network: Network) -> Iterator[Finding]:
    """Find interfaces of one device and VRF whose subnets overlap: one of them gets what is meant for the other.

    The same subnet twice is left to `duplicates`; networks of one or two addresses lie in others on purpose.
    """
    subnets: dict[tuple[str, str], list[tuple[Interface, OwnedAddress]]] = defaultdict(list)
    for interface in network.interfaces:
        if interface.is_down or "keepalive" in interface.vrf:
            continue
        for address in interface.addresses:
            owned = address.owned
            if owned.network.num_addresses > 2 and not (owned.ip.is_link_local or owned.ip.is_loopback):
                subnets[interface.device, interface.vrf].append((interface, address))
    for (device, vrf), found in subnets.items():
        for (one, wide), (other, narrow) in combinations(found, 2):
            if one.name == other.name or wide.owned.network == narrow.owned.network:
                continue
            if wide.owned.version == narrow.owned.version and wide.owned.network.overlaps(
                narrow.owned.network
            ):
                ends = f"{wide.owned} of {one.name} and {narrow.owned} of {other.name}"
                message = f"On {device}, {ends} are in subnets that overlap{f' in VRF {vrf}' if vrf else ''}."
                about = tuple(Subject("interface", device, each.name) for each in (one, other))
                lines = (wide.line, narrow.line)
                yield Finding("overlapping-subnet", "medium", (device,), message, lines, about=about)
