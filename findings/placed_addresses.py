"""Checks addresses by where they must be: one of the device's own, in a subnet that it knows, or somebody else's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network

from findings.facts import DeviceFacts, LineFact, Network, owned_by, plain_name
from findings.ipv4 import ipv4_address, ipv4_network, ipv4_subnets
from findings.links import is_small, length_around
from findings.records import Finding
from findings.words import PlacedAddress, read_words

_WRONG = {
    "own": "which is none of its own",
    "near": "which is in no subnet that it knows",
    "foreign": "which is its own",
    "around": "in which it has no interface",
    "peer": "which nobody has: {others} has {theirs} in that subnet",
    "on": "which is in no subnet of {on}",
    "aside": "which is in no subnet of {on}, but in that of another interface",
}
_NO_HOST = "which is no host of {net}"
_WIDEST_LINK = 31
"""From this prefix length on, the first and the last address of a subnet are hosts, too."""


def misplaced(network: Network) -> Iterator[Finding]:
    """Find addresses that are not where they must be; nothing on devices that may have addresses from elsewhere."""
    yield from _no_hosts(network)
    for device in network.devices:
        own = {*owned_by(device.interfaces)}
        own |= {one.value.partition("/")[0] for one in device.all("virtual_address")}
        if not own or device.all("address_from_elsewhere"):
            continue
        learns = bool(device.all("learns_routes"))
        subnets = [net for net in ipv4_subnets(device.interfaces) if net.prefixlen < _WIDEST_LINK]
        nets = [*_known(device), *(ipv4_subnets(network.interfaces) if learns else ())]
        for setting in read_words().placed_addresses:
            for one in () if device.all(setting.unsure) else device.all(setting.kind):
                unsure = setting.must == "near" and learns and len(network.devices) == 1
                if setting.must in ("peer", "on", "aside"):
                    wrong = _without_end(one, setting.must, device, network)
                else:
                    wrong = "" if unsure else _wrong(one, setting, device, own, nets, subnets)
                if wrong:
                    what = str(_network(one)) if setting.must == "around" else one.value
                    message = f"{device.device} has {setting.name} {what}, {wrong}."
                    yield Finding(
                        "misplaced-address", setting.severity, (device.device,), message, (one.line,)
                    )


def _no_hosts(network: Network) -> Iterator[Finding]:
    """Find interfaces whose own address is the first or the last of their subnet."""
    for interface in network.interfaces:
        for address in interface.addresses:
            net, ends = address.owned.network, (address.owned.network[0], address.owned.network[-1])
            if net.version == 4 and net.prefixlen < _WIDEST_LINK and address.owned.ip in ends:
                message = (
                    f"{interface.device} {interface.name} has {address.owned}, {_NO_HOST.format(net=net)}."
                )
                yield Finding("misplaced-address", "medium", (interface.device,), message, (address.line,))


def stated_networks(network: Network) -> Iterator[Finding]:
    """Find addresses that are not in the network that is said beside them."""
    for device in network.devices:
        for one in device.all("stated_network"):
            net = ipv4_network(one.fields["address"])
            if net and str(net.network_address) != one.value:
                has = f"{device.device} has {one.fields['address']}"
                message = f"{has} in the network {one.value}, which is not its own."
                yield Finding("misplaced-address", "medium", (device.device,), message, (one.line,))


def _without_end(one: LineFact, must: str, device: DeviceFacts, network: Network) -> str:
    """Say that nobody has an address though its subnet is known, or that it is not on the interface that is named.

    A subnet is known where it is that of a link, or where another device in it leads back here.
    """
    ip, on = ipv4_address(one.value), plain_name(one.fields.get("on", ""))
    if must in ("on", "aside"):
        nets = ipv4_subnets([each for each in device.interfaces if plain_name(each.name) == on])
        unsure = ip is None or not nets or any(ip in net for net in nets)
        if must == "aside" and ip:
            unsure = unsure or not any(ip in net for net in ipv4_subnets(device.interfaces))
        return "" if unsure else _WRONG[must].format(on=one.fields["on"])
    if ip is None or str(ip) in network.owners or str(ip) in network.virtual_addresses:
        return ""
    around = [net for net in ipv4_subnets(device.interfaces) if ip in net]
    own = owned_by(device.interfaces)
    back = {each.device for each in network.devices if any(fact.value in own for fact in each.all(one.kind))}
    others = [
        (each.device, address.owned.ip)
        for each in (network.interfaces if around else ())
        for address in each.addresses
        if each.device != device.device
        and address.owned.network in around
        and not each.is_down
        and (each.device in back or is_small(str(address.owned.network)))
    ]
    return _WRONG[must].format(others=others[0][0], theirs=others[0][1]) if others else ""


def _known(device: DeviceFacts) -> list[IPv4Network]:
    """Return the networks that a device knows by its interfaces, static routes, VPNs and DHCP pools."""
    facts = (*device.all("static_route"), *device.all("dhcp_network"))
    told = [
        ipv4_network(one.fields["address"], one.fields.get("mask", ""))
        for one in facts
        if "address" in one.fields and (one.kind != "static_route" or one.value or "on" in one.fields)
    ]
    told += [
        ipv4_network(*one.fields["remote"].split(maxsplit=1))
        for one in device.all("vpn_selector")
        if "remote" in one.fields
    ]
    return [*ipv4_subnets(device.interfaces), *(net for net in told if net and net.prefixlen)]


def _wrong(
    one: LineFact,
    setting: PlacedAddress,
    device: DeviceFacts,
    own: set[str],
    nets: Sequence[IPv4Network],
    subnets: Sequence[IPv4Network],
) -> str:
    """Say what is wrong with where an address is; blank where nothing is, or where it is none.

    `subnets` are the device's own that have addresses which are no hosts.
    """
    says = _WRONG.get(setting.must, "")
    if setting.must == "around":
        return "" if any(length_around(interface, one) >= 0 for interface in device.interfaces) else says
    ip = ipv4_address(one.value.partition("/")[0])
    if ip is None or _is_special(ip):
        return ""
    if setting.must == "own":
        return "" if str(ip) in own else says
    if setting.must == "near":
        asked = ipv4_network(one.value)
        if asked and not any(asked.overlaps(net) for net in nets):
            return says
        if "/" in one.value:
            return ""
    around = [net for net in subnets if ip in (net.network_address, net.broadcast_address)]
    if around and not any(ip in net and net not in around for net in subnets):
        return _NO_HOST.format(net=around[0])
    return says if setting.must == "foreign" and str(ip) in own else ""


def _network(one: LineFact) -> IPv4Network | None:
    wildcard = one.fields.get("wildcard", "")
    return ipv4_network(one.fields["address"], wildcard if wildcard.strip("0.") else wildcard and "32")


def _is_special(ip: IPv4Address) -> bool:
    return ip.is_unspecified or ip.is_loopback or ip.is_multicast
