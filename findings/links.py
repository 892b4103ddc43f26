"""Finds the two ends of each link, and checks that they agree: MTU, mask, VLAN, duplex, OSPF area."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from findings.facts import (
    DeviceFacts,
    Interface,
    LineFact,
    Network,
    OwnedAddress,
    kept_with_facts,
    plain_name,
    written_alike,
)
from findings.ports import RESERVED, number_set, show_numbers
from findings.records import MOST_LINES, Finding, Severity, Subject
from findings.words import read_words
from graph_store.records import SourceLine

DEFAULT_MTU = 1500
NATIVE_VLAN = "1"
HEADERS = frozenset({0, 4, 14, 18, 22})
"""Bytes of headers that one make counts into the MTU and another does not."""
WIDEST = {4: 16, 6: 48}
"""A mask shorter than this, by version of IP, is that of a summary or of a lab, not of a LAN."""
_WITH_DEFAULT = re.compile(r"xgi|gig|ten|eth|fast|for|hun|twe|ge-|xe-|et-|vlan|port|ae|bundle-|\d")
_VLANS = {"encapsulation": "VLAN tag", "access_vlan": "access VLAN"}


@dataclass(frozen=True, slots=True)
class Link:
    """Two interfaces that are joined, of different devices; `subnet` is blank when only descriptions say so."""

    one: Interface
    other: Interface
    subnet: str = ""

    @property
    def ends(self) -> tuple[Interface, Interface]:
        """Return both interfaces."""
        return self.one, self.other


def link_mtu(network: Network) -> Iterator[Finding]:
    """Find links with different MTUs; an end that routes and says nothing has 1500, unless another default is set."""
    for link in find_links(network):
        ends = [(one.one("ip_mtu") or one.one("mtu"), one, network.named[one.device]) for one in link.ends]
        told = [mtu for mtu, _, _ in ends if mtu is not None]
        if not told or any(
            mtu is None and not (one.addresses and has_default(one, device) and not device.all("unsure_mtu"))
            for mtu, one, device in ends
        ):
            continue
        sizes = [int(mtu.value) if mtu else DEFAULT_MTU for mtu, _, _ in ends]
        forms = {(device.syntax, mtu.kind) for mtu, _, device in ends if mtu}
        same_form = len(forms) == 1 and len(told) == 2 and written_alike(*(device for _, _, device in ends))
        apart = abs(sizes[0] - sizes[1])
        is_routed = any(one.addresses for _, one, _ in ends)
        if not apart or (not same_form and (apart in HEADERS or (not is_routed and apart <= max(HEADERS)))):
            continue
        says = [f"{int(mtu.value)}" if mtu else f"{DEFAULT_MTU} (the default)" for mtu, _, _ in ends]
        lines = [mtu.line if mtu else one.line for mtu, one, _ in ends]
        yield link_finding("link-mtu", link, "MTU", says, lines)


def has_default(interface: Interface, device: DeviceFacts) -> bool:
    """Tell whether what is unsaid of an interface is as every make has it from the start."""
    return not device.all("unsure_defaults") and bool(_WITH_DEFAULT.match(plain_name(interface.name)))


def link_mask(network: Network) -> Iterator[Finding]:
    """Find interfaces in each other's subnet whose masks differ, and ends of a link that are in no common subnet."""
    for link in find_links(network):
        ends = [[each for each in end.addresses if each.owned.version == 4] for end in link.ends]
        if all(ends) and not share_subnet(*ends):
            says, lines = [str(each[0].owned) for each in ends], [each[0].line for each in ends]
            yield link_finding("link-mask", link, "subnet", says, lines)
    owned = [
        (interface, address)
        for interface in network.interfaces
        for address in interface.addresses
        if WIDEST[address.owned.version] <= address.owned.network.prefixlen < address.owned.max_prefixlen
        and not address.owned.is_link_local
        and not interface.is_down
    ]
    within: dict[IPv4Network | IPv6Network, list[int]] = defaultdict(list)
    for place, (_, address) in enumerate(owned):
        within[address.owned.network].append(place)
    for place, (_, address) in enumerate(owned):
        net = address.owned.network
        wider = (net.supernet(new_prefix=length) for length in range(WIDEST[net.version], net.prefixlen))
        for far in (far for each in wider for far in within.get(each, ())):
            (one, near), (other, there) = (owned[each] for each in sorted((place, far)))
            vrfs = {one.vrf, other.vrf}  # a customer's router has a small link to a VRF in none
            may_be_link = len(vrfs) == 1 or ("" in vrfs and is_small(str(net)))
            if one.device != other.device and may_be_link and _may_meet(network, vrfs, near, there):
                says, lines = [str(near.owned), str(there.owned)], [near.line, there.line]
                yield link_finding("link-mask", Link(one, other), "mask", says, lines, things=_IN_ONE_SUBNET)


_IN_ONE_SUBNET = "Two interfaces that are in each other's subnet"


def _may_meet(network: Network, vrfs: Set[str], near: OwnedAddress, there: OwnedAddress) -> bool:
    """Tell whether each is in the other's subnet, and one device's alone: what several own is told as a duplicate."""
    one, other = near.owned, there.owned
    if one.ip == other.ip or one.ip not in other.network or other.ip not in one.network:
        return False
    owners = [network.owners[str(address.ip)] for address in (one, other)]
    return all(len({owner.device for owner in several if owner.vrf in vrfs}) == 1 for several in owners)


def link_vlan(network: Network) -> Iterator[Finding]:
    """Find links whose ends put their frames into different VLANs, or let different VLANs pass.

    Ports of two joined bundles that say their VLANs themselves have what the bundles have: those are told.
    """
    bundles = {
        (one.device, one.told["bundle_number"][-1].value)
        for link in find_links(network)
        for one in link.ends
        if "bundle_number" in one.told
        and any(kind in one.told for kind in (*_VLANS, "native_vlan", "trunk_vlans"))
    }
    for link in find_links(network):
        if all(
            "bundle" in one.told and (one.device, one.told["bundle"][-1].value) in bundles
            for one in link.ends
        ):
            continue
        trunks = [one.told.get("trunk_vlans", ()) for one in link.ends]
        here, there = (number_set(",".join(one.value for one in told)) for told in trunks)
        if any(one.told.get("permits_vlan_1") for one in link.ends):
            here, there = here - {int(NATIVE_VLAN)}, there - {int(NATIVE_VLAN)}
        known = _known_vlans(network, link)
        for kind, name in _VLANS.items():
            yield from _unequal("link-vlan", link, name, [one.told.get(kind, ()) for one in link.ends])
        yield from _native_vlans(
            link, (here | there if known is None else known & (here | there)) if all(trunks) else None
        )
        modes = [_mode(one) for one in link.ends]
        if {one.value for one in modes if one} == {"access", "trunk"}:
            says, lines = [one.value for one in modes if one], [one.line for one in modes if one]
            yield link_finding("link-vlan", link, "the mode of their ports", says, lines)
        natives = {one.told["native_vlan"][-1].value for one in link.ends if "native_vlan" in one.told}
        by_native = len(natives) == 2 and here ^ there == number_set(",".join(natives))  # told above
        if all(trunks) and here != there and not by_native:
            only = [show_numbers(here - there), show_numbers(there - here)]
            says = [
                f"{one}, which the other end lacks" if one else "none that the other lacks" for one in only
            ]
            apart = here ^ there
            lines = [
                one.line
                for told in trunks
                for one in [each for each in told if number_set(each.value) & apart] or told[-1:]
            ]
            severity: Severity = "low" if known is not None and known.isdisjoint(here ^ there) else "medium"
            yield link_finding("link-vlan", link, "the VLANs that their trunks allow", says, lines, severity)


def tags_not_allowed(network: Network) -> Iterator[Finding]:
    """Find VLAN tags of interfaces on a port that the trunk at its other end does not let pass."""
    units: dict[tuple[str, str], list[Interface]] = defaultdict(list)
    for one in network.interfaces:
        if one.parent and "encapsulation" in one.told and not one.is_down:
            units[one.device, one.parent.name].append(one)
    for link in find_links(network):
        for one, other in (link.ends, link.ends[::-1]):
            trunk = other.told.get("trunk_vlans", ())
            allowed = number_set(",".join(fact.value for fact in trunk))
            tagged = [(unit, unit.told["encapsulation"][-1]) for unit in units[one.device, one.name]]
            lacking = [(unit, tag) for unit, tag in tagged if int(tag.value) not in allowed]
            if trunk and len(lacking) < len(tagged):
                for unit, tag in lacking:
                    message = (
                        f"{unit.device} {unit.name} is in VLAN {tag.value}, which the trunk at the other end does not "
                        f"let pass: {other.device} {other.name} allows {show_numbers(allowed)}."
                    )
                    about = tuple(Subject("interface", end.device, end.name) for end in (unit, other))
                    lines = tuple(dict.fromkeys((tag.line, *(fact.line for fact in trunk))))[:MOST_LINES]
                    yield Finding(
                        "link-vlan", "high", (unit.device, other.device), message, lines, about=about
                    )


def _known_vlans(network: Network, link: Link) -> Set[int] | None:
    """Return the VLANs that the device of an end has, and the one that all have; None where they are not all told."""
    devices = [network.named[one.device] for one in link.ends]
    told = [number_set(",".join(one.value for one in device.all("vlan"))) - RESERVED for device in devices]
    if not all(told) or any(device.all("vlan_elsewhere") for device in devices):
        return None
    return told[0] | told[1] | {int(NATIVE_VLAN)}


def _mode(interface: Interface) -> LineFact | None:
    """Return what says that a port is an access port, or a trunk."""
    told = interface.told.get("mode", ())
    kinds = {"access": "access_vlan", "trunk": "trunk_vlans"}
    by_vlans = [
        LineFact("mode", {"value": mode}, interface.told[kind][-1].line)
        for mode, kind in kinds.items()
        if kind in interface.told
    ]
    return told[-1] if told else by_vlans[0] if len(by_vlans) == 1 else None


def _native_vlans(link: Link, allowed: Set[int] | None) -> Iterator[Finding]:
    """Find trunks of different native VLANs; an end that says none has the default.

    Low where neither is in `allowed`, what the trunks let pass of the VLANs that are there: then nothing goes untagged,
    which is often meant.
    """
    told = [one.told.get("native_vlan", ()) for one in link.ends]
    says = [said[-1].value if said else f"{NATIVE_VLAN} (the default)" for said in told]
    known = all(said or one.told.get("trunk_vlans") for one, said in zip(link.ends, told, strict=True))
    known = known and not any(one.told.get("tagged_only") for one in link.ends)
    if any(told) and known and len({one.split()[0] for one in says}) == 2:
        ends = zip(link.ends, told, strict=True)
        lines = [said[-1].line if said else one.told["trunk_vlans"][-1].line for one, said in ends]
        severity: Severity = "low" if allowed and allowed.isdisjoint(number_set(",".join(says))) else "high"
        yield link_finding("link-vlan", link, "native VLAN", says, lines, severity)


def link_duplex(network: Network) -> Iterator[Finding]:
    """Find links whose ends have other duplex or speed, or of which one end negotiates and the other does not."""
    for link in find_links(network):
        ports = [one.parent or one for one in link.ends]
        here = [one.told.get("duplex", ()) for one in link.ends]
        told = [some or port.told.get("duplex", ()) for some, port in zip(here, ports, strict=True)]
        yield from _unequal("link-duplex", link, "duplex", told)
        speeds = [port.told.get("fixed_speed", ()) for port in ports]
        yield from _unequal("link-duplex", link, "speed", speeds, _speed)
        if not link.subnet or is_small(link.subnet):
            yield from _only_one_fixed(network, link, told, speeds)


def _only_one_fixed(
    network: Network, link: Link, duplex: Sequence[Sequence[LineFact]], speeds: Sequence[Sequence[LineFact]]
) -> Iterator[Finding]:
    """Yield that one end has a fixed speed and full duplex, and the other negotiates: alone, it takes half duplex.

    Faster ports than 100 Mbit/s negotiate whatever is fixed.
    """
    for here, there in ((0, 1), (1, 0)):
        far = link.ends[there].parent or link.ends[there]
        is_fixed = duplex[here] and duplex[here][-1].value == "full" and speeds[here]
        negotiates = not (duplex[there] or speeds[there]) and is_port(far, network)
        if is_fixed and negotiates and int(_speed(speeds[here][-1].value)) <= _SLOW:
            says = ["", ""]
            says[here] = f"{_speed(speeds[here][-1].value)} full, fixed"
            says[there] = "nothing fixed, and negotiates (the default)"
            lines = [duplex[here][-1].line, speeds[here][-1].line, far.line]
            yield link_finding("link-duplex", link, "speed and duplex", says, lines, "medium")


_SLOW = 100


def is_port(interface: Interface, network: Network) -> bool:
    """Tell whether an interface is an Ethernet port of a device whose defaults are known."""
    return has_default(interface, network.named[interface.device]) and not (
        is_virtual(interface) or is_bundle(interface)
    )


def _speed(text: str) -> str:
    """Return a speed in Mbit/s, of 10g and 10000 alike."""
    number = text.lower().rstrip("mg")
    return f"{number}000" if text[-1:] in "gG" else number


def _unequal(
    kind: str, link: Link, what: str, told: Sequence[Sequence[LineFact]], plain: Callable[[str], str] = str
) -> Iterator[Finding]:
    if all(told):
        ends = [next(one for one in several if one.value == several[-1].value) for several in told]
        says = [plain(one.value) for one in ends]
        if says[0] != says[1]:
            yield link_finding(kind, link, what, says, [one.line for one in ends])


def link_area(network: Network) -> Iterator[Finding]:
    """Find links whose ends are in different OSPF areas."""
    for link in find_links(network):
        if meet(link) and not any(one.one("passive") for one in link.ends):
            areas = [_area(one, network.named[one.device]) for one in link.ends]
            yield from _unequal("link-area", link, "OSPF area", areas, area_number)


def without_backbone(network: Network) -> Iterator[Finding]:
    """Find devices that are in several OSPF areas, none of which is the backbone: these exchange no routes."""
    for device in network.devices:
        told: dict[str, LineFact] = {}
        for one in device.interfaces:
            if not (one.vrf or one.is_down) and (said := has_area(one, device)):
                told.setdefault(area_number(said.value), said)
        several = len({one.value for one in device.all("ospf_process")}) > 1
        if len(told) > 1 and "0" not in told and not several and not device.all("ospf_virtual_link"):
            message = (
                f"{device.device} is in the OSPF areas {' and '.join(sorted(told))}, and not in area 0: it passes no "
                "routes between them."
            )
            lines = tuple(one.line for one in told.values())[:MOST_LINES]
            yield Finding("link-area", "medium", (device.device,), message, lines)


def meet(link: Link) -> bool:
    """Tell whether both ends of a link have addresses, be it with different masks or of different subnets."""
    return bool(link.subnet) or all(one.addresses for one in link.ends)


def share_subnet(here: Sequence[OwnedAddress], there: Sequence[OwnedAddress]) -> bool:
    """Tell whether an address of one end is in a network of the other."""
    return any(
        one.owned.ip in other.owned.network or other.owned.ip in one.owned.network
        for one in here
        for other in there
    )


def is_ethernet(interface: Interface) -> bool:
    """Tell whether an interface has a VLAN tag, or its name, or its port's, is of an Ethernet port, VLAN or bundle."""
    name = plain_name((interface.parent or interface).name)
    return (
        "encapsulation" in interface.told
        or bool(_WITH_DEFAULT.match(name))
        or name.startswith(("bridge-a", "route-a", "lag", "irb"))
    )


def _area(interface: Interface, device: DeviceFacts) -> Sequence[LineFact]:
    """Return what puts an interface into an area: itself, or else the narrowest network around it."""
    told = interface.told.get("area", ())
    if not told:
        networks = (
            [] if interface.vrf else [one for one in device.all("area_network") if "vrf" not in one.fields]
        )
        around = [(length_around(interface, one), one) for one in networks]
        best = max(around, key=lambda one: one[0], default=None)
        told = (best[1],) if best and best[0] >= 0 else ()
    numbers = {one.fields["name"]: one.value or "0" for one in device.all("area_number")}
    fields = ({**one.fields, "value": numbers.get(one.value, one.value)} for one in told)
    return tuple(LineFact(one.kind, each, one.line) for one, each in zip(told, fields, strict=True))


def length_around(interface: Interface, one: LineFact) -> int:
    """Return the prefix length of a network that an interface is in; -1 where it is not."""
    wildcard = one.fields.get("wildcard", "")
    length = wildcard if wildcard.strip("0.") else wildcard and "32"
    text = one.fields.get("address", "") + (f"/{length}" if length else "")
    try:
        net = ip_network(text, strict=False)  # which takes every other wildcard for a host mask
    except ValueError:
        return -1
    return net.prefixlen if any(address.owned.ip in net for address in interface.addresses) else -1


def area_number(text: str) -> str:
    """Return an area as a number, of 0.0.0.1 and 1 alike; nothing said is area 0."""
    return str(int(ip_address(text))) if text.count(".") == 3 else text or "0"


def link_finding(
    kind: str,
    link: Link,
    what: str,
    says: Sequence[str],
    lines: Sequence[SourceLine],
    severity: Severity = "high",
    things: str = "The ends of a link",
) -> Finding:
    """Return the finding that the ends of a link have different values of something, each with its line."""
    one, other = link.ends
    ends = [f"{end.device} {end.name} has {said}" for end, said in zip(link.ends, says, strict=True)]
    wrong = "do not fit" if says[0] == says[1] else "differ"
    message = f"{things} {wrong} in {what}: {ends[0]}, {ends[1]}."
    about = tuple(Subject("interface", end.device, end.name) for end in link.ends)
    cited = tuple(dict.fromkeys(lines))
    return Finding(kind, severity, (one.device, other.device), message, cited, about=about)


# Finds the two ends of each link: the only two in a small subnet, or two whose descriptions name each other.


WIDEST_LINK = {4: 16, 6: 64}
"""Prefix lengths, by version, from which on a subnet that only two interfaces are in joins them."""
SMALL = {4: 29, 6: 126}
_VIRTUAL = re.compile("vlan|irb|lo|tun|bvi|bdi|nve|vxlan|port-channel|bundle|ae|bond|po(?!rt)|vl|st0")
"""How the names of interfaces begin that are no ports."""
_NAME = re.compile(r"(?<![a-z-])([a-z-]*[a-z])[ -]?(\d[\d/.:]*)")
_SPEED = re.compile(r"^\d+(?=ge\d)")
"""Stands before the names of some ports: 10GE1/0/1."""
_WORDS = re.compile(r"[\w./:-]+")


@kept_with_facts
def find_links(network: Network) -> tuple[Link, ...]:
    """Return every link once: what descriptions say counts where no subnet joins the same two ports."""
    links = list(_by_subnet(network.interfaces))
    off = _bundles_off(network)
    joined = {_ports(link) for link in links}
    described = list(_by_description(network))
    links += (link for link in described if _ports(link) not in joined)
    links += _of_members(network, described, links)
    bundles = list(_of_bundles(network, links))
    found = (*links, *bundles, *_above(network, [*described, *bundles], links))
    return tuple(one for one in found if off.isdisjoint((end.device, end.name) for end in one.ends))


def _bundles_off(network: Network) -> frozenset[tuple[str, str]]:
    """Return the bundles of which all ports are shut down: devices and names."""
    ports: dict[tuple[str, str], list[Interface]] = defaultdict(list)
    for one in network.interfaces:
        if "bundle" in one.told:
            ports[one.device, one.told["bundle"][-1].value].append(one)
    return frozenset(
        (one.device, one.name)
        for one in network.interfaces
        if (told := one.told.get("bundle_number"))
        and (found := ports.get((one.device, told[-1].value)))
        and all(port.is_down for port in found)
    )


def far_ends(network: Network) -> dict[tuple[str, str], tuple[str, str]]:
    """Return for each port at the end of a link the port at the other end: device and name, as `plain_name` has it."""
    pairs = [(link.one.parent or link.one, link.other.parent or link.other) for link in find_links(network)]
    keys = [tuple((end.device, plain_name(end.name)) for end in pair) for pair in pairs]
    return {one: other for pair in keys for one, other in (pair, pair[::-1])}


def _above(network: Network, ports: Sequence[Link], links: Sequence[Link]) -> Iterator[Link]:
    """Yield the interfaces on two joined ports that no subnet joins: the only ones there, or those of one VLAN tag."""
    joined = {(one.device, one.name) for link in links for one in link.ends}
    units: dict[tuple[str, str], dict[str, list[Interface]]] = defaultdict(lambda: defaultdict(list))
    for one in network.interfaces:
        if one.parent and one.addresses and not one.is_down and (one.device, one.name) not in joined:
            tags = one.told.get("encapsulation", ())
            units[one.device, one.parent.name][tags[-1].value if tags else ""].append(one)
    for link in ports:
        here, there = (units[end.device, end.name] for end in link.ends)
        for tag in sorted(here.keys() & there.keys()):
            if len(here[tag]) == len(there[tag]) == 1:
                yield Link(here[tag][0], there[tag][0])


def _ports(link: Link) -> frozenset[tuple[str, str]]:
    return frozenset((one.device, (one.parent or one).name) for one in link.ends)


def _of_bundles(network: Network, links: Sequence[Link]) -> Iterator[Link]:
    """Yield two bundles that are the only ones of their devices described as going to the other device."""
    of_ports = [link for link in links if not any("vlan_interface" in one.told for one in link.ends)]
    joined = {(one.device, (one.parent or one).name) for link in of_ports for one in link.ends}
    leads: dict[tuple[str, str], list[Interface]] = defaultdict(list)
    for one in network.interfaces:
        named = described_device(one, network) if is_bundle(one) else None
        if named and not one.told.get("bundle") and not one.is_down:
            leads[one.device, named[0]].append(one)
    for (device, other), found in leads.items():
        back = leads.get((other, device), [])
        is_joined = any((one.device, one.name) in joined for one in (*found, *back))
        if device < other and len(found) == len(back) == 1 and not is_joined:
            yield Link(found[0], back[0])


def _of_members(network: Network, ports: Sequence[Link], links: Sequence[Link]) -> Iterator[Link]:
    """Yield the bundles that joined ports are members of, each two once."""
    joined = {_ports(link) for link in links}
    for link in ports:
        one, other = (bundle_of(end, network) for end in link.ends)
        if one and other and not (one.is_down or other.is_down):
            found = Link(one, other)
            if _ports(found) not in joined:
                joined.add(_ports(found))
                yield found


def membership(port: Interface, network: Network) -> LineFact | None:
    """Return what makes a port a member of a bundle: itself, or the bundle that lists it."""
    if told := port.told.get("bundle"):
        return told[-1]
    name = plain_name(port.name)
    bundles = {plain_name(one.name) for one in network.by_device.get(port.device, ()) if is_bundle(one)}
    for one in network.named[port.device].all("member_of"):
        if plain_name(one.fields["of"]) in bundles and name in _listed(one):
            return LineFact(one.kind, {**one.fields, "value": one.fields["of"]}, one.line)
    return None


def _listed(member: LineFact) -> Set[str]:
    return {plain_name(name) for name in member.value.replace(",", " ").split()}


def bundle_of(port: Interface, network: Network) -> Interface | None:
    """Return the bundle that a port is a member of, if it is configured: by its number, or by its name."""
    member = membership(port, network)
    called = plain_name(member.value) if member else ""
    return next(
        (
            one
            for one in (network.by_device.get(port.device, ()) if member else ())
            if plain_name(one.name) == called
            or any(fact.value == called for fact in one.told.get("bundle_number", ()))
        ),
        None,
    )


def members_of(bundle: Interface, network: Network) -> Iterator[Interface]:
    """Yield the ports that say that they are members of a bundle."""
    called = {plain_name(bundle.name), *(fact.value for fact in bundle.told.get("bundle_number", ()))}
    for one in network.by_device.get(bundle.device, ()):
        if any(plain_name(fact.value) in called for fact in one.told.get("bundle", ())):
            yield one


def is_bundle(interface: Interface) -> bool:
    """Tell whether an interface is a bundle of ports."""
    return any(kind in interface.told for kind in _OF_BUNDLES)


_OF_BUNDLES = ("bundle_number", "bundle_by_hand", "lacp")
"""Facts that bundles say of themselves."""


def _by_subnet(interfaces: Sequence[Interface]) -> Iterator[Link]:
    within: dict[IPv4Network | IPv6Network, list[Interface]] = defaultdict(list)
    for interface in interfaces:
        for address in interface.addresses:
            net = address.owned.network
            if WIDEST_LINK[net.version] <= net.prefixlen < net.max_prefixlen and not net.is_link_local:
                within[net].append(interface)
    for net, found in within.items():
        if len(found) != 2 or found[0].device == found[1].device or any(one.is_down for one in found):
            continue
        # the ends of a small one may be in VRFs of different names
        if net.prefixlen >= SMALL[net.version] or found[0].vrf == found[1].vrf:
            yield Link(found[0], found[1], str(net))
    alone = {net: found[0] for net, found in within.items() if len(found) == 1 and not found[0].is_down}
    for net, one in alone.items():
        for length in range(SMALL[net.version], net.prefixlen):
            wider = net.supernet(new_prefix=length)
            other = alone.get(wider)
            if other and other.device != one.device and _share_small(one, other, wider):
                yield Link(one, other, str(wider))


def _share_small(one: Interface, other: Interface, wider: IPv4Network | IPv6Network) -> bool:
    """Tell whether each of two interfaces, one of which has the wider mask, is in the other's subnet."""
    near = [each.owned for each in one.addresses if each.owned.ip in wider]
    far = [each.owned for each in other.addresses if each.owned.network == wider]
    return any(here.ip != there.ip and there.ip in here.network for here in near for there in far)


def lans(network: Network) -> Iterator[tuple[str, tuple[Interface, ...]]]:
    """Yield each subnet that interfaces of more than two devices are in, with one interface of each."""
    within: dict[tuple[str, str], dict[str, Interface]] = defaultdict(dict)
    for interface in network.interfaces:
        for address in interface.addresses:
            net = address.owned.network
            if (
                WIDEST_LINK[net.version] <= net.prefixlen < net.max_prefixlen
                and not net.is_link_local
                and not interface.is_down
            ):
                within[interface.vrf, str(net)].setdefault(interface.device, interface)
    yield from ((net, tuple(found.values())) for (_, net), found in within.items() if len(found) > 2)


def is_small(subnet: str) -> bool:
    """Tell whether a subnet is that of a link, and not of a LAN that only two of its devices are known of."""
    net = ip_network(subnet)
    return net.prefixlen >= SMALL[net.version]


def is_virtual(interface: Interface) -> bool:
    """Tell whether an interface is no port: a VLAN's, a loopback, a tunnel or a bundle."""
    return _VIRTUAL.match(plain_name((interface.parent or interface).name)) is not None


def is_loopback(interface: Interface) -> bool:
    """Tell whether an interface's name is that of a loopback."""
    return plain_name(interface.name).startswith(("lo", "dum", "system"))


def has_area(interface: Interface, device: DeviceFacts) -> LineFact | None:
    """Return what puts an interface into an OSPF area; None where nothing does."""
    told = _area(interface, device)
    return told[-1] if told else None


def described_device(interface: Interface, network: Network) -> tuple[str, Interface | None] | None:
    """Return the other device that a description names, if it names one, and its interface if it names that, too."""
    told = interface.told.get("description")
    text = told[-1].value.lower() if told else ""
    known = (network.names[word] for word in _WORDS.findall(text) if word in network.names)
    devices = {
        name for name in known if name in network.by_device and name.lower() != interface.device.lower()
    }
    if len(devices) != 1:
        return None
    name = devices.pop()
    return name, _far_end(interface, {name.lower(): list(network.by_device[name])})


def _by_description(network: Network) -> Iterator[Link]:
    named = {(one.device, one.name): one for one in network.interfaces}
    by_device: dict[str, list[Interface]] = defaultdict(list)
    for interface in network.interfaces:
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
    text = told[-1].value.lower() if told else ""
    devices = {word for word in _WORDS.findall(text) if word in by_device} - {interface.device.lower()}
    if len(devices) != 1:
        return None
    device = devices.pop()
    names = {(found[1], found[2]) for found in _NAME.finditer(text.replace(device, " "))}
    bare = {word for word in _WORDS.findall(text) if "/" in word}  # ports without a name but their number
    ends = [
        one
        for one in by_device[device]
        if one.name in bare or any(_is_called(one.name, *name) for name in names)
    ]
    return ends[0] if len(ends) == 1 else None


def is_called(name: str, short: str) -> bool:
    """Tell whether an interface's name may be written so for short."""
    found = _NAME.fullmatch(short)
    return found is not None and _is_called(name, found[1], found[2])


def _is_called(name: str, word: str, number: str) -> bool:
    """Tell whether an interface goes by that word and number: Gi0/1 is GigabitEthernet0/1."""
    found = _NAME.fullmatch(_SPEED.sub("", plain_name(name)))
    if found is None or len(word) < 2:
        return False
    begins = (word, *read_words().short_names.get(word, ()))
    return found[2] == number.rstrip(".:") and found[1].startswith(begins)
