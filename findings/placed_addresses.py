"""Checks addresses by where they must be: one of the device's own, in a subnet that it knows, or somebody else's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network

from findings.facts import DeviceFacts, LineFact, Network, owned_by
from findings.ipv4 import ipv4_address, ipv4_network, ipv4_subnets
from findings.links import length_around
from findings.records import Finding
from findings.words import PlacedAddress, read_words

_WRONG = {
    "own": "which is none of its own",
    "near": "which is in no subnet that it knows",
    "foreign": "which is its own",
    "around": "in which it has no interface",
}


def misplaced(network: Network) -> Iterator[Finding]:
    """Find addresses that are not where they must be; nothing on devices that may have addresses from elsewhere."""
    everywhere = [net for device in network.devices for net in _known(device)]
    for device in network.devices:
        own = {*owned_by(device.interfaces)}
        own |= {one.value.partition("/")[0] for one in device.all("virtual_address")}
        if not own or device.all("address_from_elsewhere"):
            continue
        learns = bool(device.all("learns_routes"))
        nets = everywhere if learns else _known(device)
        for setting in read_words().placed_addresses:
            for one in device.all(setting.kind):
                unsure = setting.must == "near" and learns and len(network.devices) == 1
                if not unsure and _is_wrong(one, setting, device, own, nets):
                    what = str(_network(one)) if setting.must == "around" else one.value
                    message = f"{device.device} has {setting.name} {what}, {_WRONG[setting.must]}."
                    yield Finding(
                        "misplaced-address", setting.severity, (device.device,), message, (one.line,)
                    )


def _known(device: DeviceFacts) -> list[IPv4Network]:
    """Return the networks that a device knows by its interfaces, static routes, VPNs and DHCP pools."""
    facts = (*device.all("static_route"), *device.all("dhcp_network"))
    told = [
        ipv4_network(one.fields["address"], one.fields.get("mask", ""))
        for one in facts
        if "address" in one.fields
    ]
    told += [
        ipv4_network(*one.fields["remote"].split())
        for one in device.all("vpn_selector")
        if "remote" in one.fields
    ]
    return [*ipv4_subnets(device.interfaces), *(net for net in told if net and net.prefixlen)]


def _is_wrong(
    one: LineFact,
    setting: PlacedAddress,
    device: DeviceFacts,
    own: set[str],
    nets: Sequence[IPv4Network],
) -> bool:
    if setting.must == "around":
        return not any(length_around(interface, one) >= 0 for interface in device.interfaces)
    ip = ipv4_address(one.value)
    if ip is None or _is_special(ip):
        return False
    if setting.must == "near":
        return not any(ip in net for net in nets)
    return (str(ip) in own) != (setting.must == "own")


def _network(one: LineFact) -> IPv4Network | None:
    wildcard = one.fields.get("wildcard", "")
    return ipv4_network(one.fields["address"], wildcard if wildcard.strip("0.") else wildcard and "32")


def _is_special(ip: IPv4Address) -> bool:
    return ip.is_unspecified or ip.is_loopback or ip.is_multicast
