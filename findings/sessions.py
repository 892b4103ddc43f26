"""Checks BGP sessions: wrong AS, or configured at one end only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from ipaddress import ip_address

from findings.facts import DeviceFacts, Interface, Neighbor, Network, Owned, own_as
from findings.records import Finding, Subject


def wrong_as(network: Network) -> Iterator[Finding]:
    """Find neighbors of which another AS is expected than the device has that owns the address."""
    for neighbor, owner, device in _met(network):
        own = own_as(device.told, owner.vrf)
        ours = _facing(network, neighbor, device)
        if not neighbor.remote or not own or _number(neighbor.remote) == _number(own):
            continue
        if device.all("bgp_confederation") or any(one.local_as for one in ours):
            continue
        message = (
            f"{neighbor.device} expects AS {neighbor.remote} of its BGP neighbor {neighbor.peer}, "
            f"but {device.device}, which has that address on {owner.name}, is AS {own}."
        )
        where = [one.line for one in device.all("bgp_as") if one.fields.get("as") == own]
        lines = (*neighbor.lines, *where[:1])
        about = (Subject("neighbor", neighbor.device, neighbor.peer),)
        yield Finding("bgp-wrong-as", "high", (neighbor.device, device.device), message, lines, about=about)


def one_sided(network: Network) -> Iterator[Finding]:
    """Find neighbors whose device has no neighbor on the other side, or no BGP at all."""
    for neighbor, owner, device in _met(network):
        own = own_as(device.told, owner.vrf)
        runs_none = not own and "bgp" not in device.places
        if device.all("bgp_listens") or not (own or runs_none) or _facing(network, neighbor, device):
            continue
        if own and neighbor.remote and _number(neighbor.remote) != _number(own):
            continue  # which is told as a wrong AS
        message = (
            f"{neighbor.device} has the BGP neighbor {neighbor.peer}, which is {device.device} {owner.name}; "
            f"{device.device} {'runs no BGP' if runs_none else f'has no neighbor on {neighbor.device}'}."
        )
        address = [one.line for one in owner.addresses if str(one.owned.ip) == neighbor.peer]
        lines = (*neighbor.lines, *address)
        devices, about = (
            (neighbor.device, device.device),
            (Subject("neighbor", neighbor.device, neighbor.peer),),
        )
        yield Finding("bgp-one-sided", "medium", devices, message, lines, about=about)


def _met(network: Network) -> Iterator[tuple[Neighbor, Interface, DeviceFacts]]:
    """Yield each neighbor with the interface that owns its address, where only one on another device does."""
    devices: dict[str, list[DeviceFacts]] = defaultdict(list)
    for device in network.devices:
        devices[device.device].append(device)
    for neighbor in (one for device in network.devices for one in device.neighbors):
        everyone = network.owners.get(neighbor.peer.lower(), ())
        owners = [one for one in everyone if one.device != neighbor.device]
        ours = [one for one in everyone if one.device == neighbor.device and one.vrf == neighbor.vrf]
        if len(owners) != 1 or ours or neighbor.shut_down:
            continue
        theirs = devices[owners[0].device]
        if len(theirs) == 1 and not owners[0].is_down:
            yield neighbor, owners[0], theirs[0]


def _facing(network: Network, neighbor: Neighbor, device: DeviceFacts) -> list[Neighbor]:
    """Return the device's neighbors that are, or may be, addresses of the device that has this neighbor."""
    owned = [address.owned for one in network.by_device[neighbor.device] for address in one.addresses]
    return [
        one
        for one in device.neighbors
        if any(str(each.ip) == one.peer.lower() for each in owned)
        or (_number(one.remote) == _number(neighbor.own) and _is_virtual(one.peer, owned, network))
    ]


def _is_virtual(peer: str, owned: Sequence[Owned], network: Network) -> bool:
    """Tell whether nobody owns an address, but it is in one of the subnets."""
    try:
        ip = ip_address(peer)
    except ValueError:
        return True
    return peer.lower() not in network.owners and any(ip in each.network for each in owned)


def _number(text: str) -> int:
    """Return an AS as a number, of 64500 and of 1.10 alike; -1 of what is none."""
    high, _, low = text.partition(".")
    if not high.isdigit():
        return -1
    return int(high) * 65536 + int(low) if low.isdigit() else int(high)
