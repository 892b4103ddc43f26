"""Checks of DHCP pools: addresses outside of their subnet, and addresses that two pools give away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network
from itertools import combinations, product

from findings.facts import DeviceFacts, LineFact, Network, OwnedAddress, owned_by, plain_name
from findings.ipv4 import ipv4_address, ipv4_network, ipv4_subnets
from findings.ports import number_set
from findings.records import Finding
from graph_store.records import SourceLine


def outside(network: Network) -> Iterator[Finding]:
    """Find pools whose gateway or range is in none of their networks, or of their interface's subnets.

    So are reserved addresses in another subnet of the device.
    """
    for device in network.devices:
        networks = _networks(device)
        near = ipv4_subnets(device.interfaces)
        reserved = [
            one
            for one in device.all("reservation")
            if "pool" in one.fields and any(ipv4_address(one.value) in net for net in near)
        ]
        for one in (*device.all("dhcp_gateway"), *device.all("dhcp_range"), *reserved):
            pool = one.fields["pool"]
            within = networks.get(pool, {})
            ends = [
                ip for field in ("value", "first", "last") if (ip := ipv4_address(one.fields.get(field, "")))
            ]
            if ends and ends[0] > ends[-1]:
                message = (
                    f"On {device.device}, the DHCP range of {pool} ends at {ends[-1]}, before {ends[0]}."
                )
                yield Finding("dhcp-outside", "high", (device.device,), message, (one.line,))
            elif within and ends and not any(all(ip in net for ip in ends) for net in within):
                if not one.value and _is_of_interface(device, pool, ends):
                    continue  # the network is wrong, not the range
                role = "reserved address" if one in reserved else "gateway"
                what = f"the {role} {ends[0]}" if one.value else f"the range {' to '.join(map(str, ends))}"
                nets = " and ".join(sorted(map(str, within)))
                message = f"On {device.device}, {what} of the DHCP pool {pool} is outside of {nets}."
                lines = dict.fromkeys((one.line, *(line for net in within for line in within[net])))
                yield Finding("dhcp-outside", "high", (device.device,), message, tuple(lines))
            elif one in device.all("dhcp_gateway") and (own := _own_mask(device, ends, within)):
                address, net = own
                message = (
                    f"On {device.device}, the DHCP pool {pool} gives away {net}, "
                    f"but {device.device} is in {address.owned.network}."
                )
                lines = dict.fromkeys((*within[net], address.line))
                yield Finding("dhcp-outside", "high", (device.device,), message, tuple(lines))
            elif one.value and ends and one not in reserved and not device.all("anycast"):
                yield from _gateway_of_nobody(network, device, one, ends[0])


def without_gateways(network: Network) -> Iterator[Finding]:
    """Find pools that give their clients no gateway, on devices whose other pools do."""
    for device in network.devices:
        has = {one.fields["pool"] for one in device.all("dhcp_gateway")}
        asked: dict[str, LineFact] = {}
        for one in device.all("dhcp_network") if has else ():
            net = ipv4_network(one.fields.get("address", ""), one.fields.get("mask", ""))
            if "server" not in one.fields and net and net.prefixlen < _SMALLEST:
                asked.setdefault(one.fields.get("pool", ""), one)
        for pool in sorted(asked.keys() - has):
            message = (
                f"{device.device} gives the clients of the DHCP pool {pool} no gateway, unlike of others."
            )
            yield Finding("missing-part", "medium", (device.device,), message, (asked[pool].line,))


def _is_of_interface(device: DeviceFacts, pool: str, ends: Sequence[IPv4Address]) -> bool:
    """Tell whether addresses are in a subnet of the interface that a pool is for."""
    named = {plain_name(one.fields["on"]) for one in device.all("dhcp_on") if one.fields["pool"] == pool}
    subnets = [
        address.owned.network
        for interface in device.interfaces
        for address in interface.addresses
        if plain_name(interface.name) in named
    ]
    return any(all(ip in net for ip in ends) for net in subnets)


def _own_mask(
    device: DeviceFacts, ends: Sequence[IPv4Address], within: Mapping[IPv4Network, Sequence[SourceLine]]
) -> tuple[OwnedAddress, IPv4Network] | None:
    """Return the device's address in the gateway's subnet, and the pool's network if its mask is another one."""
    own = [
        address
        for interface in device.interfaces
        for address in interface.addresses
        if not interface.is_down and all(ip in address.owned.network for ip in ends)
    ]
    nets = [net for net in within if all(ip in net for ip in ends)]
    differ = len(own) == len(nets) == 1 and own[0].owned.network.prefixlen not in (32, nets[0].prefixlen)
    return (own[0], nets[0]) if differ else None


def _gateway_of_nobody(
    network: Network, device: DeviceFacts, one: LineFact, gateway: IPv4Address
) -> Iterator[Finding]:
    """Find a gateway in a subnet of the device that serves the pool, which no known device has there."""
    near = [
        address
        for interface in device.interfaces
        for address in interface.addresses
        if gateway in address.owned.network and not interface.is_down
    ]
    if near and str(gateway) not in network.owners and str(gateway) not in network.virtual_addresses:
        message = (
            f"On {device.device}, no known device has the gateway {gateway} of the DHCP pool {one.fields['pool']}: "
            f"{device.device} is in that subnet with {near[0].owned.ip}."
        )
        yield Finding("dhcp-outside", "medium", (device.device,), message, (one.line, near[0].line))


def servers_without_networks(network: Network) -> Iterator[Finding]:
    """Find interfaces that addresses are given away on, though nothing is said of their subnets, as of others."""
    for device in network.devices:
        nets = [net for one in device.all("dhcp_network") if (net := ipv4_network(one.fields["address"]))]
        named = {plain_name(interface.name): interface for interface in device.interfaces}
        for one in device.all("dhcp_on") if nets and device.all("dhcp_networks_apart") else ():
            interface = named.get(plain_name(one.fields["on"]))
            subnets = ipv4_subnets([interface]) if interface else []
            if subnets and not any(net.overlaps(each) for net in nets for each in subnets):
                serves = f"{device.device} serves DHCP on {one.fields['on']}"
                message = f"{serves}, and no DHCP network has {subnets[0]} in it."
                yield Finding("missing-part", "medium", (device.device,), message, (one.line,))


def untrusted_servers(network: Network) -> Iterator[Finding]:
    """Find ports that are described as those of a DHCP server, whose answers are dropped: DHCP is snooped there."""
    for device in network.devices:
        snooping = (*device.all("snooping_vlans"), *device.all("snooping_in"))
        snooped = frozenset[int]().union(*(number_set(one.value) for one in snooping))
        for port in device.interfaces:
            said, vlan = port.one("dhcp_server_at"), port.one("access_vlan")
            trusts = port.one("trusts_dhcp") or port.told.get("bundle") or port.is_down
            if said and vlan and number_set(vlan.value) & snooped and not trusts:
                message = (
                    f"{device.device} snoops DHCP in VLAN {vlan.value} and does not trust {port.name}, which is "
                    f'described as "{said.value}": what a server answers there is dropped.'
                )
                lines = (said.line, vlan.line)
                yield Finding("missing-part", "medium", (device.device,), message, lines)


def refused_clients(network: Network) -> Iterator[Finding]:
    """Find networks whose clients are told to ask a device for names that answers other networks alone."""
    for device in network.devices:
        allowed = [net for one in device.all("resolver_allows") if (net := ipv4_network(one.value))]
        own = owned_by(device.interfaces) | network.virtual_addresses
        for one in device.all("dhcp_dns") if allowed else ():
            net = ipv4_network(one.fields.get("address", ""))
            if net and one.value in own and not any(net.subnet_of(each) for each in allowed):
                says = " and ".join(map(str, allowed))
                asks = f"{device.device} tells clients in {net} to ask {one.value} for names"
                message = f"{asks}, and answers only {says}."
                lines = (one.line, *(each.line for each in device.all("resolver_allows")))
                yield Finding("missing-part", "medium", (device.device,), message, lines)


@dataclass(frozen=True, slots=True)
class _Range:
    """Addresses that a pool of a device gives away, from the first to the last, and what says so."""

    device: str
    first: IPv4Address
    last: IPv4Address
    said: LineFact
    left_over: bool = False

    def holds(self, text: str) -> bool:
        ip = ipv4_address(text)
        return ip is not None and self.first <= ip <= self.last

    def __str__(self) -> str:
        return f"{self.first} to {self.last} of {self.said.fields['pool']}"


def overlapping(network: Network) -> Iterator[Finding]:
    """Find ranges with addresses in common, also of two devices in one subnet, or with an address that is taken."""
    ranges = {device.device: list(_ranges(device)) for device in network.devices}
    for device in network.devices:
        owned = {str(each.owned.ip): each.line for one in device.interfaces for each in one.addresses}
        gateways = () if device.all("dhcp_keeps_back") else device.all("dhcp_gateway")
        for one in ranges[device.device]:
            taken = (
                {} if device.all("dhcp_skips_own") else {ip: ("its own address", owned[ip]) for ip in owned}
            )
            for each in gateways:
                if each.fields["pool"] == one.said.fields["pool"] and each.value not in owned:
                    taken[each.value] = ("its gateway", each.line)
            for ip, (what, line) in taken.items():
                if one.holds(ip):
                    message = f"On {device.device}, the DHCP range {one} has {what} {ip} in it."
                    yield Finding("dhcp-overlap", "medium", (device.device,), message, (one.said.line, line))
        for one, other in combinations(ranges[device.device], 2):
            if one.said.line != other.said.line:
                yield from _in_common(one, other)
    given = {device.device: ranges[device.device] or list(_left_over(device)) for device in network.devices}
    for device, peer in combinations([one for one in network.devices if given[one.device]], 2):
        alone = not any(end.all(kind) for end in (device, peer) for kind in _TOGETHER)
        alone &= not any(ranges[end.device] and end.all("dhcp_keeps_back") for end in (device, peer))
        parts = [given[end.device] for end in (device, peer)]
        same = {str(one) for one in parts[0]} & {str(one) for one in parts[1]}
        for one, other in product(*parts) if alone else ():
            if _meet(one, device, peer) and not (one.left_over and str(one) in same):
                yield from _in_common(one, other)


_TOGETHER = ("failover_role", "pair_peer")
"""Facts of devices that divide addresses between them in another way than by ranges."""


def _left_over(device: DeviceFacts) -> Iterator[_Range]:
    """Yield what a device without ranges gives away of the networks of its pools: what is not kept back."""
    out = [
        (first, ipv4_address(one.fields.get("last", "")) or first, one.fields.get("pool"))
        for one in device.all("dhcp_excluded")
        if (first := ipv4_address(one.fields["first"]))
    ]
    kept = {*owned_by(device.interfaces), *(one.value for one in device.all("dhcp_gateway"))}
    out += [(ip, ip, None) for text in kept if out and (ip := ipv4_address(text))]
    for one in device.all("dhcp_network") if out else ():
        net = ipv4_network(one.fields.get("address", ""), one.fields.get("mask", ""))
        if net is None or net.prefixlen > _SMALLEST:
            continue
        begin = net.network_address + 1
        taken = sorted(each[:2] for each in out if each[2] in (None, one.fields["pool"]) and each[0] in net)
        for first, last in (*taken, (net.broadcast_address, net.broadcast_address)):
            if begin < first:
                yield _Range(device.device, begin, first - 1, one, left_over=True)
            begin = max(begin, last + 1)


_SMALLEST = 30


def _meet(one: _Range, *devices: DeviceFacts) -> bool:
    """Tell whether both devices have an address in one subnet that a range is of."""
    nets = [{net for net in ipv4_subnets(device.interfaces) if one.first in net} for device in devices]
    return bool(nets[0] & nets[1])


def _in_common(one: _Range, other: _Range) -> Iterator[Finding]:
    if one.first <= other.last and other.first <= one.last:
        is_own = one.device == other.device
        where, there = (f"On {one.device}, two", "") if is_own else ("Two", f" on {other.device}")
        here = "" if is_own else f" on {one.device}"
        message = f"{where} DHCP ranges overlap: {one}{here}, and {other}{there}."
        devices = tuple(dict.fromkeys((one.device, other.device)))
        yield Finding("dhcp-overlap", "medium", devices, message, (one.said.line, other.said.line))


def _ranges(device: DeviceFacts) -> Iterator[_Range]:
    """Return the ranges of a device, but for those of pools that no interface uses where interfaces name theirs."""
    bound = {one.fields["pool"] for one in device.all("dhcp_on")}
    for one in device.all("dhcp_range"):
        first, last = (ipv4_address(one.fields.get(field, "")) for field in ("first", "last"))
        if first and last and first <= last and (not bound or one.fields["pool"] in bound):
            yield _Range(device.device, first, last, one)


def _networks(device: DeviceFacts) -> dict[str, dict[IPv4Network, list[SourceLine]]]:
    """Return each pool's networks with their first lines: those that it says, or else its interface's subnets."""
    said: dict[str, dict[IPv4Network, list[SourceLine]]] = defaultdict(dict)
    for one in device.all("dhcp_network"):
        net = ipv4_network(one.fields["address"], one.fields.get("mask", ""))
        if net is not None:
            said[one.fields["pool"]].setdefault(net, [one.line])
    named = {plain_name(interface.name): interface for interface in device.interfaces}
    for one in device.all("dhcp_on"):
        interface = named.get(plain_name(one.fields["on"]))
        if interface and one.fields["pool"] not in said:
            for address in interface.addresses:
                subnet = address.owned.network
                if isinstance(subnet, IPv4Network):
                    said[one.fields["pool"]].setdefault(subnet, []).append(address.line)
    return said
