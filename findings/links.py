"""The two ends of a link that do not agree: MTU, mask, VLAN, duplex or OSPF area."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from findings.facts import DeviceFacts, Interface, LineFact, Network, OwnedAddress, plain_name
from findings.link_ends import Link, find_links
from findings.ports import number_set, show_numbers
from findings.records import Finding, Severity
from graph_store.records import SourceLine

DEFAULT_MTU = 1500
HEADERS = frozenset({0, 4, 14, 18, 22})
"""Bytes of headers that one make counts into the MTU and another does not."""
WIDEST = 16
"""A mask shorter than this is that of a summary or of a lab, not of a LAN."""
_PORTS_WITH_DEFAULT = (
    "gig",
    "ten",
    "eth",
    "fast",
    "for",
    "hun",
    "twe",
    "ge-",
    "xe-",
    "et-",
    "vlan",
    "port-channel",
    "ae",
)


def link_mtu(network: Network) -> Iterator[Finding]:
    """Find links with different MTUs; where one end says nothing it has 1500, unless something sets another default."""
    devices = {device.device: device for device in network.devices}
    for link in find_links(network):
        ends = [(_mtu(one), one, devices[one.device]) for one in (link.one, link.other)]
        told = [mtu for mtu, _, _ in ends if mtu is not None]
        if not told or any(mtu is None and not _has_default(one, device) for mtu, one, device in ends):
            continue
        sizes = [int(mtu.value) if mtu else DEFAULT_MTU for mtu, _, _ in ends]
        forms = {(device.syntax, mtu.kind) for mtu, _, device in ends if mtu}
        same_form = len(forms) == 1 and len(told) == 2
        if sizes[0] == sizes[1] or (not same_form and abs(sizes[0] - sizes[1]) in HEADERS):
            continue
        says = [
            f"{size}{'' if mtu else ' (the default)'}" for size, (mtu, _, _) in zip(sizes, ends, strict=True)
        ]
        lines = [mtu.line if mtu else one.line for mtu, one, _ in ends]
        yield _finding("link-mtu", "high", link, "MTU", says, lines)


def _mtu(interface: Interface) -> LineFact | None:
    return interface.one("ip_mtu") or interface.one("mtu")


def _has_default(interface: Interface, device: DeviceFacts) -> bool:
    return not device.all("unsure_defaults") and plain_name(interface.name).startswith(_PORTS_WITH_DEFAULT)


def link_mask(network: Network) -> Iterator[Finding]:
    """Find interfaces that are in each other's subnet, whose masks differ."""
    owned = [
        (interface, address)
        for interface in network.interfaces
        for address in interface.addresses
        if address.owned.version == 4
        and WIDEST <= address.owned.network.prefixlen < 32
        and not interface.is_down
    ]
    within: dict[tuple[str, IPv4Network | IPv6Network], list[int]] = defaultdict(list)
    for place, (interface, address) in enumerate(owned):
        within[interface.vrf, address.owned.network].append(place)
    for place, (interface, address) in enumerate(owned):
        net = address.owned.network
        wider = (net.supernet(new_prefix=length) for length in range(WIDEST, net.prefixlen))
        for far in (far for each in wider for far in within.get((interface.vrf, each), ())):
            if interface.device != owned[far][0].device and _in_each_other(address, owned[far][1]):
                (one, near), (other, there) = (owned[each] for each in sorted((place, far)))
                if _owned_once(network, one.vrf, near, there):
                    says = [str(near.owned), str(there.owned)]
                    yield _finding(
                        "link-mask", "high", Link(one, other), "mask", says, [near.line, there.line]
                    )


def _in_each_other(one: OwnedAddress, other: OwnedAddress) -> bool:
    return (
        one.owned.ip != other.owned.ip
        and one.owned.ip in other.owned.network
        and other.owned.ip in one.owned.network
    )


def _owned_once(network: Network, vrf: str, *addresses: OwnedAddress) -> bool:
    """Tell whether each is one device's alone: what several own says of no link, and is told as a duplicate."""
    owners = [network.owners[str(address.owned.ip)] for address in addresses]
    return all(len({one.device for one in several if one.vrf == vrf}) == 1 for several in owners)


def link_vlan(network: Network) -> Iterator[Finding]:
    """Find links whose ends put their frames into different VLANs, or let different VLANs pass."""
    for link in find_links(network):
        for kind, name in (
            ("encapsulation", "VLAN tag"),
            ("access_vlan", "access VLAN"),
            ("native_vlan", "native VLAN"),
        ):
            yield from _unequal(link, kind, "link-vlan", "high", name, str)
        yield from _trunks(link)


def _trunks(link: Link) -> Iterator[Finding]:
    ends = [link.one.told.get("trunk_vlans", ()), link.other.told.get("trunk_vlans", ())]
    if not all(ends):
        return
    allowed = [number_set(",".join(one.value for one in told)) for told in ends]
    if allowed[0] != allowed[1]:
        only = [show_numbers(allowed[0] - allowed[1]), show_numbers(allowed[1] - allowed[0])]
        says = [f"{one}, which the other end lacks" if one else "no others" for one in only]
        lines = [one.line for told in ends for one in told]
        yield _finding("link-vlan", "medium", link, "the VLANs that their trunks allow", says, lines)


def link_duplex(network: Network) -> Iterator[Finding]:
    """Find links where both ends say what duplex they have, and differ."""
    for link in find_links(network):
        yield from _unequal(link, "duplex", "link-duplex", "high", "duplex", str)


def link_area(network: Network) -> Iterator[Finding]:
    """Find links whose ends are in different OSPF areas."""
    devices = {device.device: device for device in network.devices}
    for link in find_links(network):
        if link.one.one("passive") or link.other.one("passive") or not link.subnet:
            continue
        areas = [_area(one, devices[one.device]) for one in (link.one, link.other)]
        if areas[0] and areas[1] and areas[0][0] != areas[1][0]:
            lines = [areas[0][1], areas[1][1]]
            says = [areas[0][0], areas[1][0]]
            yield _finding("link-area", "high", link, "OSPF area", says, lines)


def _area(interface: Interface, device: DeviceFacts) -> tuple[str, SourceLine] | None:
    told = interface.told.get("area")
    if told:
        return _area_number(told[-1].value), told[-1].line
    best: tuple[int, LineFact] | None = None
    for one in device.all("area_network"):
        net = _covers(one)
        inside = net and any(address.owned.ip in net for address in interface.addresses)
        if (
            net
            and inside
            and not interface.vrf
            and "vrf" not in one.fields
            and (not best or net.prefixlen > best[0])
        ):
            best = net.prefixlen, one
    return (_area_number(best[1].value), best[1].line) if best else None


def _covers(one: LineFact):  # type: ignore[no-untyped-def]
    text = one.fields["address"] + (f"/{one.fields['wildcard']}" if "wildcard" in one.fields else "")
    try:
        return ip_network(text, strict=False)  # which takes a wildcard for a host mask
    except ValueError:
        return None


def _area_number(text: str) -> str:
    return str(int(ip_address(text))) if text.count(".") == 3 else text


def _unequal(
    link: Link, kind: str, finding: str, severity: Severity, name: str, plain: Callable[[str], str]
) -> Iterator[Finding]:
    told = [
        one.told.get(kind) or (one.parent.told.get(kind) if one.parent and kind == "duplex" else None)
        for one in (link.one, link.other)
    ]
    if told[0] and told[1]:
        ends = [told[0][-1], told[1][-1]]
        says = [plain(one.value) for one in ends]
        if says[0] != says[1]:
            yield _finding(finding, severity, link, name, says, [one.line for one in ends])


def _finding(
    kind: str, severity: Severity, link: Link, what: str, says: list[str], lines: list[SourceLine]
) -> Finding:
    one, other = link.one, link.other
    message = (
        f"The ends of a link differ in {what}: {one.device} {one.name} has {says[0]}, "
        f"{other.device} {other.name} has {says[1]}."
    )
    return Finding(kind, severity, (one.device, other.device), message, tuple(dict.fromkeys(lines)))
