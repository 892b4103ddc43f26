"""Checks that the next hops of static routes can be reached, as far as configurations tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network

from findings.facts import DeviceFacts, Interface, LineFact, Network, in_vrf, plain_name
from findings.ipv4 import ipv4_address, ipv4_network, ipv4_subnets, is_beside, is_private
from findings.links import is_small
from findings.preferences import spare_routes
from findings.records import Finding, Severity
from findings.words import read_words


def unreachable(network: Network) -> Iterator[Finding]:
    """Find static routes whose next hop is in no subnet of the device, and to which no other static route leads.

    Where a routing protocol may know the way, there are other devices, and the next hop is in no subnet of any.
    """
    everywhere = [
        *ipv4_subnets(network.interfaces),
        *(net for device in network.devices for net in _routed(device)),
    ]
    unsure = {device.device for device in network.devices if device.all("address_from_elsewhere")}
    yield from _loops(network)
    for device in network.devices:
        subnets = ipv4_subnets(network.by_device[device.device])
        if not subnets:
            continue
        vrfs = {interface.vrf for interface in network.by_device[device.device] if interface.addresses}
        routes = [(one, destination_of(one), next_hop_of(one)) for one in device.all("static_route")]
        learns = bool(device.all("learns_routes"))
        seen = set()
        for one, to, hop in routes:
            if (to, hop) in seen:  # what is said of a route in its block
                continue
            seen.add((to, hop))
            if hop is None or in_vrf(one) not in vrfs:  # the file may show no address of a VRF
                continue
            may_be_learned = learns and "direct" not in one.fields
            by_others = "alone" not in one.fields or device.all("resolves")
            others = [
                net
                for each, net, way in routes
                if by_others and net and net != to and net.prefixlen and (way or "on" in each.fields)
            ]
            own = [each for each in network.owners.get(str(hop), ()) if each.device == device.device]
            if any(each.vrf == in_vrf(one) and not each.is_down for each in own):
                yield _finding(device, one, to, hop, "medium", is_own=True)
                continue
            no_host = [net for net in subnets if net.prefixlen < 31 and hop in (net[0], net[-1])]
            if no_host:
                yield _finding(device, one, to, hop, "medium", what=f"is no host of {no_host[0]}")
                continue
            off = [each for each in device.interfaces if any(hop in net for net in ipv4_subnets([each]))]
            if off and all(each.is_down for each in off) and not any(hop in net for net in others):
                is_spare = (in_vrf(one), str(to), str(hop)) in spare_routes(device)
                severity: Severity = "low" if is_spare else "medium"
                yield _finding(
                    device, one, to, hop, severity, what=f"is behind {off[0].name}, which is shut down"
                )
                continue
            known = [*subnets, *others, *(everywhere if may_be_learned else ())]
            if any(hop in net for net in known) or (may_be_learned and len(network.devices) == 1):
                continue
            if device.device in unsure and not any(is_beside(hop, net) for net in subnets):
                continue
            yield _finding(device, one, to, hop, "info" if may_be_learned else "medium")
        yield from _beside_its_interface(device, routes)
        yield from _out_of_nothing(device)


def _out_of_nothing(device: DeviceFacts) -> Iterator[Finding]:
    """Yield routes without a next hop by an interface that is shut down."""
    down = {plain_name(one.name): one for one in device.interfaces if one.is_down}
    for one in (*device.all("static_route"), *device.all("route_out")) if down else ():
        if one.kind == "route_out" or not one.value:
            port = down.get(plain_name(one.fields.get("on", "")))
            to = destination_of(one)
            if port and to:
                is_spare = (in_vrf(one), str(to), one.fields["on"]) in spare_routes(device)
                severity: Severity = "low" if is_spare else "medium"
                message = f"{device.device} sends {to} out of {port.name}, which is shut down."
                off = [each.line for each in port.told.get("shutdown", ())]
                lines = (one.line, *off)
                yield Finding("next-hop-unreachable", severity, (device.device,), message, lines)


def unresolved(network: Network) -> Iterator[Finding]:
    """Find routes whose next hop has a route of its own, of a scope that this one may not use: it is never resolved.

    Source: `scope` and `target-scope` in MikroTik's manual of routes.
    """
    for device in network.devices:
        routes, subnets = device.all("scoped_route"), ipv4_subnets(device.interfaces)
        hosts: dict[IPv4Address | None, list[LineFact]] = defaultdict(list)
        for one in routes:
            if (net := destination_of(one)) and net.prefixlen == 32:
                hosts[net.network_address].append(one)
        for one in routes:
            hop = next_hop_of(one)
            below = [each for each in hosts.get(hop, ()) if each is not one]
            if hop is None or not below or any(hop in net for net in subnets):
                continue
            most = int(one.fields.get("target", _TARGET_SCOPE))
            if all(int(each.fields.get("scope", _STATIC_SCOPE)) > most for each in below):
                scope = below[0].fields.get("scope", _STATIC_SCOPE)
                message = (
                    f"{device.device} sends {destination_of(one)} to {hop}, whose route has the scope {scope}, above "
                    f"the target scope {most}: the next hop is never resolved."
                )
                lines = (one.line, *(each.line for each in below))
                yield Finding("next-hop-unreachable", "medium", (device.device,), message, lines)


_TARGET_SCOPE, _STATIC_SCOPE = "10", "30"
"""Of static routes that do not say them."""


def without_return(network: Network) -> Iterator[Finding]:
    """Find static routes to a subnet of another device that knows no way back: no route, no protocol, no default."""
    kinds = ("static_route", "static_to", "static_out", *read_words().default_ranks)
    for device in network.devices:
        if any(device.all(kind) for kind in _TRANSLATES):
            continue
        seen = set[str]()
        for one in device.all("static_route"):
            to, hop = destination_of(one), next_hop_of(one)
            owners = {
                each.device for each in network.owners.get(str(hop), ()) if not (each.vrf or each.is_down)
            }
            other = network.named[owners.pop()] if len(owners) == 1 else device
            there = ipv4_subnets(other.interfaces)
            if (
                other == device
                or other.device in seen
                or to is None
                or not to.prefixlen
                or in_vrf(one)
                or not any(net.subnet_of(to) for net in there)
                or any(other.all(kind) for kind in ("learns_routes", "address_from_elsewhere"))
            ):
                continue
            seen.add(other.device)
            known = [net for kind in kinds for each in other.all(kind) if (net := destination_of(each))]
            own = [
                net
                for end in device.interfaces
                for net in ipv4_subnets([end])
                if not (end.vrf or end.is_down or is_small(str(net))) and is_private(net[0])
            ]
            lost = [net for net in own if not any(net.overlaps(each) for each in (*there, *known))]
            if lost and len(lost) in (1, len(own)):
                message = (
                    f"{device.device} sends {to} to {hop}, which is {other.device}, and that one knows no way back to "
                    f"{' and '.join(map(str, lost[:_MOST_NAMED]))}."
                )
                yield Finding(
                    "next-hop-unreachable", "medium", (device.device, other.device), message, (one.line,)
                )


_MOST_NAMED = 3
_TRANSLATES = (
    "hides_all",
    "hides_sources",
    "hides_everything",
    "nat_of_inside",
    "nat_pool",
    "translated_out",
    "translated",
)


def into_themselves(network: Network) -> Iterator[Finding]:
    """Find tunnels whose other end is reached by a static route into the tunnel itself."""
    for device in network.devices:
        kinds = (*read_words().default_ranks, "static_route")
        told = [one for kind in kinds for one in device.all(kind) if not in_vrf(one)]
        learns = device.all("learns_routes") or device.all("address_from_elsewhere")
        for tunnel in (one for one in device.interfaces if not one.one("tunnel_vrf") and not one.is_down):
            goal = ipv4_address(to.value) if (to := tunnel.one("tunnel_to")) else None
            routes = [(net, one) for one in told if goal and (net := destination_of(one)) and goal in net]
            others = ipv4_subnets([one for one in device.interfaces if one != tunnel])
            longest = max((net.prefixlen for net, _ in routes), default=0)
            if longest < (_SURE if learns else 1) or any(goal in net for net in others if goal):
                continue
            best = [one for net, one in routes if net.prefixlen == longest]
            if to and all(_leads_into(one, tunnel) for one in best):
                what = f"what is for {goal}, the other end of {tunnel.name}"
                message = f"{device.device} sends {what}, into {tunnel.name} itself."
                lines = tuple(dict.fromkeys((best[0].line, to.line)))
                yield Finding("next-hop-unreachable", "high", (device.device,), message, lines)


_SURE = 24
"""A route of this length is taken, whatever a routing protocol may know."""


def _leads_into(one: LineFact, tunnel: Interface) -> bool:
    by = (one.fields.get("by") or one.value or one.fields.get("on", "")).split() or [""]
    hop = ipv4_address(by[-1])
    return plain_name(by[0]) == plain_name(tunnel.name) or any(
        hop in net for net in ipv4_subnets([tunnel]) if hop
    )


def _loops(network: Network) -> Iterator[Finding]:
    """Find two devices that send one network to each other, each with no other way for it."""
    routes: dict[tuple[str, str, IPv4Network], dict[str, LineFact]] = defaultdict(dict)
    for device in network.devices:
        for one in device.all("static_route"):
            if to := destination_of(one):
                routes[device.device, in_vrf(one), to].setdefault(one.value, one)
    for (device_name, vrf, to), ways in routes.items():
        for hop, one in ways.items():
            owners = sorted({owner.device for owner in network.owners.get(hop, ())})
            back = (
                routes.get((owners[0], vrf, to), {}) if len(owners) == 1 and device_name < owners[0] else {}
            )
            leads_back = [
                device_name in {owner.device for owner in network.owners.get(each, ())} for each in back
            ]
            if len(ways) == 1 and leads_back == [True]:
                message = (
                    f"{device_name} sends {to} to {hop}, which is {owners[0]}, and {owners[0]} sends it back."
                )
                lines = (one.line, *(each.line for each in back.values()))
                yield Finding("next-hop-unreachable", "high", (device_name, owners[0]), message, lines)


def _beside_its_interface(
    device: DeviceFacts, routes: Sequence[tuple[LineFact, IPv4Network | None, IPv4Address | None]]
) -> Iterator[Finding]:
    """Find routes that name an interface, and a next hop in another subnet of the device."""
    subnets = {plain_name(one.name): ipv4_subnets([one]) for one in device.interfaces}
    for one, to, hop in routes:
        on = subnets.get(plain_name(one.fields.get("on", "")), [])
        if (
            hop
            and on
            and not any(hop in net for net in on)
            and any(hop in net for net in ipv4_subnets(device.interfaces))
        ):
            yield _finding(device, one, to, hop, "medium", f" on {one.fields['on']}")


def _finding(
    device: DeviceFacts,
    one: LineFact,
    to: IPv4Network | None,
    hop: IPv4Address,
    severity: Severity,
    on: str = "",
    is_own: bool = False,
    what: str = "",
) -> Finding:
    unless = ", unless a routing protocol tells the way" if severity == "info" else ""
    nowhere = f"is in no subnet of {one.fields['on']}" if on else "is in no subnet of an interface"
    nowhere = what or ("is its own address" if is_own else nowhere)
    message = f"{device.device} sends {to or 'traffic'} to {hop}, which {nowhere}{unless}."
    return Finding("next-hop-unreachable", severity, (device.device,), message, (one.line,))


def _routed(device: DeviceFacts) -> list[IPv4Network]:
    found = (destination_of(one) for one in device.all("static_route"))
    return [net for net in found if net is not None and net.prefixlen]


def destination_of(one: LineFact) -> IPv4Network | None:
    """Return the network that a static route leads to."""
    return ipv4_network(one.fields.get("address", "0.0.0.0/0"), one.fields.get("mask", ""))


def next_hop_of(one: LineFact) -> IPv4Address | None:
    """Return the next hop of a static route; none where it has no address."""
    ip = ipv4_address(one.value)
    return None if ip is None or ip.is_unspecified else ip
