"""Checks BGP sessions: wrong AS, one end only, passwords, sources and ways."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Network, ip_address
from itertools import combinations

from findings.facts import (
    DeviceFacts,
    Interface,
    LineFact,
    Neighbor,
    Network,
    Owned,
    OwnedAddress,
    own_as,
    owned_by,
    plain_name,
    secret_of,
    written_alike,
)
from findings.ipv4 import ipv4_address, ipv4_network, ipv4_subnets, is_beside
from findings.links import has_area, is_loopback
from findings.records import MOST_LINES, Finding, Severity, Subject
from findings.references import idle_lines
from findings.set_aside import off_lines
from findings.words import SessionSetting, read_words

_Ends = tuple[tuple[DeviceFacts, Neighbor], tuple[DeviceFacts, Neighbor]]
"""A neighbor with its device, and the neighbor that faces it with its own."""
_WAYS = {"in": "accepts", "out": "announces"}


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


def foreign_prepends(network: Network) -> Iterator[Finding]:
    """Find policies that put ASes before a path of which none is the device's own."""
    for device in network.devices:
        own = own_as(device.told, "")
        ours = {_number(own), *(_number(one.value) for one in device.all("bgp_local_as"))}
        told: dict[str, list[LineFact]] = defaultdict(list)
        for one in device.all("prepended") if own and not device.all("bgp_confederation") else ():
            if ours.isdisjoint(_number(word) for word in one.value.split()):
                told[one.value].append(one)
        said = [one.line for one in device.all("bgp_as") if one.fields.get("as") == own][:1]
        for ases, several in told.items():
            facts = [one for one in several if one.line not in idle_lines(device)]
            if not facts:
                continue
            message = f"{device.device} prepends {ases} to paths, but is AS {own}."
            lines = (*(one.line for one in facts[:MOST_LINES]), *said)
            yield Finding("bgp-wrong-as", "medium", (device.device,), message, lines)


def one_sided(network: Network) -> Iterator[Finding]:
    """Find neighbors whose device has no neighbor on the other side, or no BGP at all."""
    for neighbor, owner, device in _met(network):
        own = own_as(device.told, owner.vrf)
        runs_none = not own and "bgp" not in device.places
        facing = _facing(network, neighbor, device)
        closed = bool(facing) and all(one.shut_down for one in facing)
        if device.all("bgp_listens") or not (own or runs_none) or (facing and not closed):
            continue
        if own and neighbor.remote and _number(neighbor.remote) != _number(own):
            continue  # which is told as a wrong AS
        amiss = None if facing or runs_none else _amiss(network, neighbor, owner, device)
        says = "runs no BGP" if runs_none else f"has no neighbor on {neighbor.device}"
        near = _beside(network.by_device[neighbor.device], neighbor.peer) if amiss else []
        near = near if len(near) == 1 else []
        if amiss:
            says = f"has the neighbor {amiss.peer} there, an address that {neighbor.device} does not have"
            says += "".join(f": its {name} has {one.owned.ip}" for name, one in near)
        message = (
            f"{neighbor.device} has the BGP neighbor {neighbor.peer}, which is {device.device} {owner.name}; "
            f"{device.device} {'has shut that session down' if closed else says}."
        )
        address = [one.line for one in owner.addresses if str(one.owned.ip) == neighbor.peer]
        off = {one.peer for one in facing}
        shut = [one.line for one in device.all("bgp_shutdown") if one.fields["peer"] in off]
        lines = (
            *neighbor.lines,
            *(shut or address),
            *(amiss.lines if amiss else ()),
            *(one.line for _, one in near),
        )
        devices, about = (
            (neighbor.device, device.device),
            (Subject("neighbor", neighbor.device, neighbor.peer),),
        )
        yield Finding("bgp-one-sided", "medium", devices, message, lines, about=about)


def unequal_sessions(network: Network) -> Iterator[Finding]:
    """Find sessions that cannot come up: a password at one end, a source that the other end does not expect, no way."""
    yield from _without_policy(network)
    wrong = {
        subject for one in wrong_as(network) for subject in one.about
    }  # with the right AS none needs multihop
    for neighbor in (one for device in network.devices for one in device.neighbors if not one.shut_down):
        if neighbor.peer.lower() not in network.owners:
            yield from _without_way(neighbor, network.named[neighbor.device], network)
    for neighbor, _, device in _met(network):
        own = network.named[neighbor.device]
        back = _in_one_subnet(network, neighbor, _facing(network, neighbor, device))
        is_wrong = Subject("neighbor", neighbor.device, neighbor.peer) in wrong
        if len(back) == 1 and _number(back[0].remote) == _number(neighbor.own) and not is_wrong:
            yield from _without_way(neighbor, own, network)
        if len(back) != 1 or own.all("bgp_elsewhere") or device.all("bgp_elsewhere"):
            continue
        ends = ((own, neighbor), (device, back[0]))
        if neighbor.device < device.device:
            for setting in read_words().session_settings:
                yield from _unequal(ends, setting)
        yield from _other_source(ends, network)


def unsent_communities(network: Network) -> Iterator[Finding]:
    """Find neighbors whose policy sets communities that are not sent to them, on makes that send them if asked to."""
    for device in network.devices:
        yield from _lost_targets(device)
        sets = {one.fields["policy"]: one for one in device.all("sets_community")}
        for neighbor in device.neighbors if sets and not device.all("bgp_elsewhere") else ():
            out = _said(device, neighbor, "bgp_out")
            said = sets.get(out.fields.get("policy", "")) if out else None
            if out and said and not neighbor.shut_down and not _said(device, neighbor, "sends_community"):
                policy = out.fields["policy"]
                message = (
                    f"{device.device} sets communities for its BGP neighbor {neighbor.peer} by {policy}, and does not "
                    "send any to it."
                )
                about = (Subject("neighbor", device.device, neighbor.peer),)
                lines = (said.line, out.line, *neighbor.lines[:1])
                yield Finding("bgp-session", "medium", (device.device,), message, lines, about=about)


def _lost_targets(device: DeviceFacts) -> Iterator[Finding]:
    """Yield neighbors of EVPN that are sent no extended communities: these hold the route targets."""
    for neighbor in device.neighbors if device.all("asked_for_communities") else ():
        families = [one for one in device.all("bgp_family") if "evpn" in one.value]
        family = next(
            (one for one in families if one.fields["peer"] in (neighbor.peer, neighbor.group)), None
        )
        sent = _said(device, neighbor, "sends_community") or device.all("bgp_elsewhere")
        if family and not sent and not neighbor.shut_down:
            message = (
                f"{device.device} sends no communities to its EVPN neighbor {neighbor.peer}: without route targets, "
                "its routes are not taken."
            )
            about = (Subject("neighbor", device.device, neighbor.peer),)
            lines = (family.line, *neighbor.lines[:1])
            yield Finding("bgp-session", "high", (device.device,), message, lines, about=about)


def unreflected(network: Network) -> Iterator[Finding]:
    """Find devices in the middle of internal neighbors that have no session of their own, and reflect them nothing."""
    peers: dict[str, dict[str, Neighbor]] = defaultdict(dict)
    for device in network.devices:
        for one in device.neighbors:
            owners = {owner.device for owner in network.owners.get(one.peer, ())}
            if len(owners) == 1 and one.own and _number(one.remote) == _number(one.own) and not one.shut_down:
                peers[device.device][owners.pop()] = one
    for name, found in peers.items():
        device = network.named[name]
        apart = [
            pair
            for pair in combinations(sorted(found), 2)
            if all(name in peers.get(end, {}) for end in pair) and pair[1] not in peers[pair[0]]
        ]
        if apart and not any(device.all(kind) for kind in ("reflects", "bgp_confederation", "bgp_elsewhere")):
            ends = apart[0]
            message = (
                f"{name} passes no internal routes of {ends[0]} to {ends[1]}, which have no session of their own: it "
                "is no route reflector."
            )
            lines = tuple(found[end].lines[0] for end in ends)
            yield Finding("bgp-session", "medium", (name, *ends), message, lines)


def unknown_next_hops(network: Network) -> Iterator[Finding]:
    """Find internal neighbors that are told next hops in a subnet that they do not know."""
    for device in network.devices:
        if any(device.all(kind) for kind in ("bgp_elsewhere", "announces_connected", "sets_next_hop")):
            continue
        peers = [one for one in device.neighbors if not (one.shut_down or one.vrf) and one.own]
        inner = [one for one in peers if _number(one.remote) == _number(one.own)]
        outer = [one for one in peers if _number(one.remote) not in (-1, _number(one.own))]
        for neighbor in inner if outer else ():
            owners = {owner.device for owner in network.owners.get(neighbor.peer, ())} - {device.device}
            families = _values(device, neighbor, "bgp_family")
            ipv4 = not families or not families.isdisjoint(("ipv4", "ipv4-unicast", "ipv4 unicast"))
            if len(owners) != 1 or not ipv4 or _said(device, neighbor, "next_hop_self"):
                continue
            other = network.named[owners.pop()]
            for external in outer:
                net = _unknown_there(external, device, other)
                if net and not _said(device, neighbor, "bgp_out"):
                    message = (
                        f"{device.device} tells its BGP neighbor {other.device} routes by {external.peer}, and "
                        f"{other.device} knows no way to {net}: its own address as next hop is not set."
                    )
                    about = (Subject("neighbor", device.device, neighbor.peer),)
                    lines = (*neighbor.lines, *external.lines)
                    devices = (device.device, other.device)
                    yield Finding("bgp-session", "medium", devices, message, lines, about=about)
                    break


def _unknown_there(external: Neighbor, device: DeviceFacts, other: DeviceFacts) -> IPv4Network | None:
    """Return the subnet of a neighbor if another device has no way to it that configurations tell of."""
    peer = ipv4_address(external.peer)
    for one in device.interfaces:
        net = next((net for net in ipv4_subnets([one]) if peer and peer in net and net.prefixlen), None)
        if net and not one.vrf:
            told = has_area(one, device) or one.told.get("isis_on") or device.all("ospf_unsure")
            gives = [
                ipv4_network(fact.fields["address"], fact.fields.get("mask", ""))
                for fact in device.all("bgp_network")
            ]
            routes = [
                ipv4_network(fact.fields.get("address", "0.0.0.0/0"), fact.fields.get("mask", ""))
                for kind in ("static_to", "static_route")
                for fact in other.all(kind)
            ]
            ways = [*ipv4_subnets(other.interfaces), *routes]
            unsure = told or net in gives or other.all("address_from_elsewhere")
            return None if unsure or any(way and net.subnet_of(way) for way in ways) else net
    return None


def _said(device: DeviceFacts, neighbor: Neighbor, kind: str) -> LineFact | None:
    """Return what is said of a neighbor, or of its group."""
    of = {neighbor.peer, neighbor.group} - {""}
    return next((one for one in device.all(kind) if one.fields.get("peer") in of), None)


def _unequal(ends: _Ends, setting: SessionSetting) -> Iterator[Finding]:
    """Yield what only one end of a session has, and secrets or values that are not the same."""
    told = [_said(*end, setting.kind) for end in ends]
    names = [device.device for device, _ in ends]
    secrets = [secret_of(one) if one else "" for one in told]
    if setting.values:
        values = [_values(*end, setting.kind) for end in ends]
        if all(values) and values[0] != values[1] and written_alike(ends[0][0], ends[1][0]):
            only = [
                f"only {name} has the {setting.name} {' and '.join(sorted(here - there))}"
                for name, here, there in zip(names, values, values[::-1], strict=True)
                if here - there
            ]
            yield _differ(ends, told, ", ".join(only), "does not exchange everything", "medium")
    elif any(told) and not all(told):
        says = [f"has {setting.name}" if one else "has none" for one in told]
        yield _differ(ends, told, f"{names[0]} {says[0]}, {names[1]} {says[1]}", setting.effect)
    elif all(secrets) and secrets[0] != secrets[1]:
        yield _differ(ends, told, "their passwords are not the same")


def _values(device: DeviceFacts, neighbor: Neighbor, kind: str) -> set[str]:
    """Return the words of everything that is said of a neighbor and of its group, but for what goes without saying."""
    of = {neighbor.peer, neighbor.group} - {""}
    told = (one.value for one in device.all(kind) if one.fields["peer"] in of)
    return {word for value in told for word in value.split()} - {"unicast"}


def _without_policy(network: Network) -> Iterator[Finding]:
    """Find neighbors in another AS without a policy for a way, on makes that then exchange no routes."""
    for device in network.devices:
        for one in device.neighbors if device.all("bgp_policy_needed") else ():
            of = {one.peer, one.group} - {""}
            told = [each for each in device.all("bgp_policy") if each.fields["peer"] in of]
            far = -1 not in (_number(one.remote), _number(one.own)) and _number(one.remote) != _number(
                one.own
            )
            families = [each for each in device.all("bgp_family") if each.fields["peer"] in of]
            known = any(
                own_as(network.named[owner.device].told, owner.vrf) == one.own
                for owner in network.owners.get(one.peer, ())
            )
            if one.shut_down or known or not far or not all("way" in each.fields for each in told):
                continue
            for family in families:
                has = {each.fields["way"] for each in told if each.fields["family"] == family.value}
                ways = [way for way in _WAYS if way not in has]
                if ways:
                    what = " and ".join(_WAYS[way] for way in ways)
                    message = (
                        f"{device.device} {what} no {family.value} routes: its BGP neighbor {one.peer} in AS "
                        f"{one.remote} has no policy {' or '.join(ways)}."
                    )
                    about = (Subject("neighbor", device.device, one.peer),)
                    lines = (*one.lines, family.line)
                    yield Finding("bgp-session", "high", (device.device,), message, lines, about=about)


def _differ(
    ends: _Ends,
    told: Sequence[LineFact | None],
    says: str,
    effect: str = "cannot come up",
    severity: Severity = "high",
) -> Finding:
    (_, neighbor), (device, _) = ends
    message = f"The BGP session of {neighbor.device} and {device.device} {effect}: {says}."
    lines = [one.line if one else end.lines[-1] for one, (_, end) in zip(told, ends, strict=True)]
    about = (Subject("neighbor", neighbor.device, neighbor.peer),)
    devices = (neighbor.device, device.device)
    return Finding("bgp-session", severity, devices, message, tuple(dict.fromkeys(lines)), about=about)


def _other_source(ends: _Ends, network: Network) -> Iterator[Finding]:
    """Yield that an end begins its session elsewhere than at the address that the other end has as its neighbor."""
    (device, neighbor), (other, back) = ends
    source = _said(device, neighbor, "bgp_source")
    if _begins_elsewhere(device, neighbor, back, network):
        says = f"{device.device} begins at {source.value}" if source else f"{device.device} names no source"
        says = f"{says}, but {back.device} expects {back.peer}"
        if _begins_elsewhere(other, back, neighbor, network):
            yield _differ(ends, [source, None], says)
        else:
            yield _differ(ends, [source, None], says, "may not come up", "medium")


def _begins_elsewhere(device: DeviceFacts, neighbor: Neighbor, back: Neighbor, network: Network) -> bool:
    """Tell whether a device certainly begins a session elsewhere than where the other end expects it."""
    expected = [one for one in network.owners.get(back.peer.lower(), ()) if one.device == neighbor.device]
    source = _said(device, neighbor, "bgp_source")
    if len(expected) != 1 or device.all("bgp_own_source"):
        return False
    own = network.by_device[device.device]
    if source:
        named = [one for one in own if plain_name(one.name) == plain_name(source.value)]
        begins = owned_by(named) or {source.value}
        return back.peer.lower() not in begins and bool(named or source.value[:1].isdigit())
    nets = [address.owned.network for one in own for address in one.addresses]
    return is_loopback(expected[0]) and not any(ip_address(neighbor.peer) in net for net in nets)


def _without_way(neighbor: Neighbor, device: DeviceFacts, network: Network) -> Iterator[Finding]:
    """Yield that a neighbor in another AS is in no subnet, but known or beside one, without multihop."""
    peer, remote = ipv4_address(neighbor.peer), _number(neighbor.remote)
    nets = ipv4_subnets([one for one in network.by_device.get(device.device, ()) if one.vrf == neighbor.vrf])
    if peer is None or remote < 0 or not neighbor.own or remote == _number(neighbor.own):
        return
    source = _said(device, neighbor, "bgp_source")
    is_close = peer in {ipv4_address(one.value) for one in device.all("tunnel_remote")}
    loopbacks = [one for one in network.by_device[device.device] if is_loopback(one)]
    begins = {plain_name(source.value), source.value} if source else set[str]()
    is_of_loopback = bool(begins & {*owned_by(loopbacks), *(plain_name(one.name) for one in loopbacks)})
    unsure = (
        any(device.all(kind) for kind in ("bgp_elsewhere", "address_from_elsewhere"))
        or _said(device, neighbor, "bgp_multihop") is not None
        or is_close
        or off_lines(device).issuperset(neighbor.lines)
        or (source is not None and not is_of_loopback)
    )
    is_known = is_of_loopback or neighbor.peer in network.owners or any(is_beside(peer, net) for net in nets)
    if is_known and not unsure and not any(peer in net for net in nets):
        message = (
            f"{device.device} has the BGP neighbor {neighbor.peer} in AS {neighbor.remote}, which is in no subnet of "
            "an interface, and multihop is not set."
        )
        about = (Subject("neighbor", neighbor.device, neighbor.peer),)
        yield Finding("bgp-session", "medium", (device.device,), message, neighbor.lines, about=about)


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
        if len(theirs) == 1 and not owners[0].is_down and not _is_elsewhere(network, neighbor, owners[0]):
            yield neighbor, owners[0], theirs[0]


def _is_elsewhere(network: Network, neighbor: Neighbor, owner: Interface) -> bool:
    """Tell whether a neighbor in a VRF may be another device than the owner of that address in another table.

    What is called RED here may be called otherwise there, or be the global table of a customer's router: then an
    interface of that VRF is in the subnet.
    """
    peer = ipv4_address(neighbor.peer)
    if not neighbor.vrf or neighbor.vrf == owner.vrf or peer is None:
        return False
    nets = ipv4_subnets([one for one in network.by_device[neighbor.device] if one.vrf == neighbor.vrf])
    return not any(peer in net for net in nets)


def _facing(network: Network, neighbor: Neighbor, device: DeviceFacts) -> list[Neighbor]:
    """Return the device's neighbors that are, or may be, addresses of the device that has this neighbor."""
    owned = [address.owned for one in network.by_device[neighbor.device] for address in one.addresses]
    return [
        one
        for one in device.neighbors
        if any(str(each.ip) == one.peer.lower() for each in owned)
        or (_number(one.remote) == _number(neighbor.own) and _is_virtual(one.peer, owned, network))
    ]


def _amiss(network: Network, neighbor: Neighbor, owner: Interface, device: DeviceFacts) -> Neighbor | None:
    """Return the only neighbor of a device in the owner's subnet and the AS of this one that is nobody's address."""
    nets = [each.owned.network for each in owner.addresses if str(each.owned.ip) == neighbor.peer.lower()]
    found = [
        one
        for one in device.neighbors
        if _number(one.remote) == _number(neighbor.own) != -1
        and one.peer.lower() not in network.owners
        and any(ipv4_address(one.peer) in net for net in nets if isinstance(net, IPv4Network))
    ]
    return found[0] if len(found) == 1 else None


def _beside(interfaces: Sequence[Interface], peer: str) -> list[tuple[str, OwnedAddress]]:
    """Return the addresses, with the names of their interfaces, in small subnets beside which a neighbor is."""
    ip = ipv4_address(peer)
    return [
        (one.name, each)
        for one in interfaces
        for each in one.addresses
        if ip and isinstance(each.owned.network, IPv4Network) and is_beside(ip, each.owned.network)
    ]


def _in_one_subnet(network: Network, neighbor: Neighbor, facing: list[Neighbor]) -> list[Neighbor]:
    """Return, of several that face a neighbor, the one that is in its subnet, as on links that stand side by side."""
    owned = [address.owned for one in network.by_device[neighbor.device] for address in one.addresses]
    around = [each for each in owned if ip_address(neighbor.peer) in each.network]
    longest = max((each.network.prefixlen for each in around), default=0)
    near = {str(each.ip) for each in around if each.network.prefixlen == longest}
    return [one for one in facing if one.peer.lower() in near] if len(facing) > 1 else facing


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
