"""Checks for addresses on two interfaces of one VRF, unless they share it on purpose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from findings.facts import DeviceFacts, Interface, Network, OwnedAddress, plain_name
from findings.records import Finding

MOST_OWNERS = 3
"""An address that more interfaces own is shared on purpose, or the files are not of one network."""
_LAB_ADDRESSES = frozenset({"10.0.2.15"})
"""What every virtual machine has behind the same emulated NAT."""


def duplicates(network: Network) -> Iterator[Finding]:
    """Find addresses that more than one interface owns, in one VRF."""
    owners: dict[tuple[str, str], list[tuple[Interface, OwnedAddress]]] = defaultdict(list)
    shared: dict[str, frozenset[str]] = defaultdict(frozenset)
    for device in network.devices:
        shared[device.device] |= _shared_on_purpose(device)
    for interface in network.interfaces:
        if interface.is_down or interface.one("anycast") or "keepalive" in interface.vrf:
            continue
        for address in interface.addresses:
            text = str(address.owned.ip)
            if _is_compared(interface, address) and not shared[interface.device] & {
                plain_name(interface.name),
                text,
            }:
                owners[interface.vrf, text].append((interface, address))
    for (vrf, text), found in owners.items():
        if 1 < len(found) <= MOST_OWNERS:
            yield _finding(vrf, text, found)


def _finding(vrf: str, text: str, found: list[tuple[Interface, OwnedAddress]]) -> Finding:
    devices = tuple(dict.fromkeys(interface.device for interface, _ in found))
    places = " and ".join(f"{interface.name} of {interface.device}" for interface, _ in found)
    where = f" in VRF {vrf}" if vrf else ""
    message = f"{text} is configured on {places}{where}."
    return Finding("duplicate-address", "high", devices, message, tuple(address.line for _, address in found))


def _is_compared(interface: Interface, address: OwnedAddress) -> bool:
    ip = address.owned.ip
    loopback = plain_name(interface.name).startswith("lo")
    return not (
        ip.is_link_local or ip.is_loopback or str(ip) in _LAB_ADDRESSES or (loopback and address.secondary)
    )


def _shared_on_purpose(device: DeviceFacts) -> frozenset[str]:
    """Return the interfaces and addresses of a device that others of its kind share: tunnel ends, rendezvous points."""
    kinds = ("source_of_tunnels", "rendezvous_point")
    return frozenset(plain_name(one.value) for kind in kinds for one in device.all(kind))
