"""Finds the two ends of each link, and checks that they agree: MTU, mask, VLAN, duplex, OSPF area."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from findings.facts import DeviceFacts, Interface, LineFact, Network, OwnedAddress, plain_name
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


# Finds the two ends of each link: the only two in a small subnet, or two whose descriptions name each other.


WIDEST_LINK = {4: 16, 6: 64}
"""Prefix lengths, by version, from which on a subnet that only two interfaces are in joins them."""
SMALL = {4: 29, 6: 126}
_NAME = re.compile(r"(?<![a-z-])([a-z-]*[a-z])[ -]?(\d[\d/.:]*)")
_WORDS = re.compile(r"[\w./:-]+")


@dataclass(frozen=True, slots=True)
class Link:
    """Two interfaces that are joined, of different devices; `subnet` is blank when only descriptions say so."""

    one: Interface
    other: Interface
    subnet: str = ""


def find_links(network: Network) -> tuple[Link, ...]:
    """Return every link once: what descriptions say counts where no subnet joins the same two ports."""
    links = list(_by_subnet(network.interfaces))
    joined = {_ports(link) for link in links}
    return (*links, *(link for link in _by_description(network) if _ports(link) not in joined))


def _ports(link: Link) -> frozenset[tuple[str, str]]:
    return frozenset((one.device, (one.parent or one).name) for one in (link.one, link.other))


def _by_subnet(interfaces: Sequence[Interface]) -> Iterator[Link]:
    within: dict[str, list[Interface]] = defaultdict(list)
    for interface in interfaces:
        for address in interface.addresses:
            net = address.owned.network
            if WIDEST_LINK[net.version] <= net.prefixlen < net.max_prefixlen and not net.is_link_local:
                within[str(net)].append(interface)
    for subnet, found in within.items():
        if len(found) != 2 or found[0].device == found[1].device or any(one.is_down for one in found):
            continue
        version = 6 if ":" in subnet else 4
        small = int(subnet.rpartition("/")[2]) >= SMALL[version]
        if small or found[0].vrf == found[1].vrf:  # the ends of a small one may be in VRFs of different names
            yield Link(found[0], found[1], subnet)


def _by_description(network: Network) -> Iterator[Link]:
    named: dict[tuple[str, str], Interface] = {}
    by_device: dict[str, list[Interface]] = defaultdict(list)
    for interface in network.interfaces:
        named[interface.device, interface.name] = interface
        by_device[interface.device.lower()].append(interface)
    says = {key: _far_end(one, by_device) for key, one in named.items()}
    for key, far in says.items():
        if far is None or says.get((far.device, far.name)) is not named[key]:
            continue
        if key < (far.device, far.name) and not (named[key].is_down or far.is_down):
            yield Link(named[key], far)


def _far_end(interface: Interface, by_device: dict[str, list[Interface]]) -> Interface | None:
    """Return the interface of another device that a description names, if it names exactly one."""
    told = interface.told.get("description")
    if not told:
        return None
    text = told[-1].value.lower()
    devices = [
        word for word in _WORDS.findall(text) if word in by_device and word != interface.device.lower()
    ]
    if len(set(devices)) != 1:
        return None
    names = {(found[1], found[2]) for found in _NAME.finditer(text.replace(devices[0], " "))}
    ends = [one for one in by_device[devices[0]] if any(_is_called(one.name, *name) for name in names)]
    return ends[0] if len(ends) == 1 else None


def _is_called(name: str, word: str, number: str) -> bool:
    """Tell whether an interface goes by that word and number: Gi0/1 is GigabitEthernet0/1."""
    found = _NAME.fullmatch(plain_name(name))
    return (
        found is not None and found[2] == number.rstrip(".:") and len(word) > 1 and found[1].startswith(word)
    )
