"""Checks that the ends of a link agree about OSPF, IS-IS and the protocol of their bundle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from findings.facts import DeviceFacts, Interface, LineFact, Network, secret_of, written_alike
from findings.links import (
    Link,
    area_number,
    bundle_of,
    find_links,
    has_area,
    is_ethernet,
    is_loopback,
    is_small,
    is_virtual,
    link_finding,
    meet,
    members_of,
    membership,
)
from findings.records import MOST_LINES, Finding, Subject
from findings.words import LinkSetting, read_words
from language_model.redaction.stand_in import STAND_IN

_PLAIN_TYPES = frozenset({"broadcast", "point-to-point"})
"""Types of networks whose intervals are those of a link that says nothing."""
DIGEST = "message-digest"
"""Says that keys are used; of some makes each key says with which algorithm."""
ANY = "any"
"""Stands for every value but the default."""
PASSIVE, STATIC = "passive", "static"


def link_ospf(network: Network) -> Iterator[Finding]:
    """Find links whose ends run OSPF with other intervals, network types, authentication or area types."""
    yield from unequal_settings(network, "link-ospf", "passive")
    yield from _area_types(network)


def link_isis(network: Network) -> Iterator[Finding]:
    """Find links whose ends run IS-IS with other authentication, network types or metrics, or in no common level."""
    yield from unequal_settings(network, "link-isis", "isis_passive")
    for link in find_links(network):
        if all(one.told.get("isis_on") for one in link.ends):
            ends = [(one, network.named[one.device]) for one in link.ends]
            levels = [_levels(*end) for end in ends]
            areas = [device.all("isis_area") for _, device in ends]
            if not levels[0] & levels[1]:
                said = [_level(*end) or next(iter(_levels_off(*end)), None) for end in ends]
                says = [
                    f"level {min(here)} alone"
                    if one and one.kind.startswith("isis_level_off")
                    else one.value
                    if one
                    else "both levels (the default)"
                    for one, here in zip(said, levels, strict=True)
                ]
                lines = [one.line if one else end.line for one, (end, _) in zip(said, ends, strict=True)]
                yield link_finding("link-isis", link, "IS-IS level", says, lines)
            elif levels[0] & levels[1] == {"1"} and all(areas):
                values = [{_area(one.value) for one in told} for told in areas]
                if not values[0] & values[1]:
                    says, lines = [told[0].value for told in areas], [told[0].line for told in areas]
                    yield link_finding("link-isis", link, "IS-IS area", says, lines)


def _area(text: str) -> str:
    return text.replace(".", "").lower()


def _level(interface: Interface, device: DeviceFacts) -> LineFact | None:
    """Return what says the level of an interface: itself, or else its device."""
    return next(iter((*interface.told.get("isis_level", ()), *device.all("isis_level_of_all"))), None)


def _levels(interface: Interface, device: DeviceFacts) -> frozenset[str]:
    """Return the levels that an interface is in: 1, 2 or both."""
    told = _level(interface, device)
    off = {one.value for one in _levels_off(interface, device)}
    return frozenset(sign for sign in told.value if sign in "12") if told else frozenset("12") - off


def _levels_off(interface: Interface, device: DeviceFacts) -> tuple[LineFact, ...]:
    return (*interface.told.get("isis_level_off", ()), *device.all("isis_level_off_for_all"))


def _area_types(network: Network) -> Iterator[Finding]:
    """Find links in an area that one end has as stub or NSSA, and the other does not."""
    for link in find_links(network):
        areas = [has_area(one, network.named[one.device]) for one in link.ends]
        numbers = [area_number(one.value) for one in areas if one]
        if meet(link) and len(numbers) == 2 and numbers[0] == numbers[1]:
            types = [network.named[one.device].all("area_type") for one in link.ends]
            told = [
                next((one for one in some if area_number(one.fields["of"]) == numbers[0]), None)
                for some in types
            ]
            says = [one.value if one else "normal" for one in told]
            lines = [one.line for one in (*told, *areas) if one]
            if says[0] != says[1]:
                yield link_finding("link-ospf", link, f"the type of OSPF area {numbers[0]}", says, lines)


def unequal_settings(network: Network, finding: str, off: str) -> Iterator[Finding]:
    """Find links whose ends have the settings of a kind of finding other than alike; none where a fact `off` is."""
    settings = [one for one in read_words().link_settings if one.finding == finding]
    told_of_devices: set[tuple[str, ...]] = set()
    for link in find_links(network):
        devices = tuple(sorted(one.device for one in link.ends))
        ends = [(one, network.named[one.device]) for one in link.ends]
        passive = [said for one in link.ends if (said := one.one(off))]
        if not meet(link) or any("assumed" not in one.fields for one in passive):
            continue  # what is passive by a default may be so by mistake, and its settings count
        for setting in settings:
            told = [_said(*end, setting) for end in ends]
            follows = [one.one(kind) for one in link.ends for kind in setting.unless]
            is_open = any(one and one.value for one in follows)
            known = [
                found is not None or (not is_open and _is_default(setting, *end))
                for found, end in zip(told, ends, strict=True)
            ]
            again = setting.of_device and (setting.kind, *devices) in told_of_devices
            if any(told) and all(known) and all(map(_can_be_compared, told)) and not again:
                told_of_devices.add((setting.kind, *devices))
                yield from _differ(finding, link, setting, told)


def _said(interface: Interface, device: DeviceFacts, setting: LinkSetting) -> LineFact | None:
    """Return what says a setting's value; None where only its block is there."""
    if setting.of_device and interface.told.get(setting.runs):
        return next(iter(device.all(setting.kind)), None)
    found = interface.one(setting.kind)
    if found and setting.digest and meaning(found.value) == DIGEST:
        found = interface.one(setting.digest) or found
    return found if found and found.value and (not setting.secret or secret_of(found)) else None


def _can_be_compared(found: LineFact | None) -> bool:
    """Tell whether a value is none that was replaced, or one whose clear text is known to be another one or not."""
    return not (found and STAND_IN.fullmatch(found.value)) or bool(found and secret_of(found))


def _is_default(setting: LinkSetting, interface: Interface, device: DeviceFacts) -> bool:
    """Tell whether an end that does not say a setting surely has its default."""
    protocol = setting.kind.partition("_")[0]
    if not setting.default or device.all(f"{protocol}_elsewhere") or device.all(f"{setting.kind}_elsewhere"):
        return False
    if setting.runs != "area":
        known = not setting.of_device or bool(device.all(f"{setting.kind}_default"))
        return known and setting.runs in interface.told
    types = interface.told.get("ospf_network_type", ())
    if not has_area(interface, device) or any(
        one.value and meaning(one.value) not in _PLAIN_TYPES for one in types
    ):
        return False
    is_known = device.syntax in setting.everywhere or (setting.on_tunnels and "tunnel_to" in interface.told)
    return setting.default == "none" or is_known or is_ethernet(interface)


def _differ(kind: str, link: Link, setting: LinkSetting, told: list[LineFact | None]) -> Iterator[Finding]:
    means = [meaning(one.value) if one else setting.default for one in told]
    if means[0] != means[1] and (ANY not in means or setting.default in means):
        says = [one.value if one else f"{setting.default} (the default)" for one in told]
        says = ["one secret", "another"] if setting.secret else says
        lines = [one.line if one else end.line for one, end in zip(told, link.ends, strict=True)]
        yield link_finding(kind, link, setting.name, says, lines, setting.severity)


def meaning(value: str) -> str:
    """Return what a value means, however a make writes it."""
    word = value.lower()
    return read_words().setting_values.get(word, word.removesuffix("s") if word[:-1].isdigit() else word)


def link_protocol(network: Network) -> Iterator[Finding]:
    """Find links of which one end runs a protocol, and the other end does not, or waits for no neighbor."""
    running = {
        (device.device, protocol.on)
        for device in network.devices
        for protocol in read_words().link_protocols
        if device.all(protocol.device)
        or any(runs(one, device, protocol.on) for one in network.by_device.get(device.device, ()))
    }
    for link in find_links(network):
        if not link.subnet or not is_small(link.subnet) or any(one.vrf for one in link.ends):
            continue
        for protocol in read_words().link_protocols:
            told = [runs(one, network.named[one.device], protocol.on) for one in link.ends]
            passive = [one.one(protocol.passive) for one in link.ends]
            if any(network.named[one.device].all(protocol.unsure) for one in link.ends) or not any(told):
                continue
            lines = [one.line if one else end.line for one, end in zip(told, link.ends, strict=True)]
            if all(told) and any(passive) and not all(passive):
                says = ["no neighbors allowed" if one else "neighbors allowed" for one in passive]
                where = [one.line if one else line for one, line in zip(passive, lines, strict=True)]
                yield link_finding("link-protocol", link, protocol.name, says, where)
            elif not (all(told) or any(passive) or _have_session(link, network)) and all(
                (one.device, protocol.on) in running for one in link.ends
            ):
                says = [f"{protocol.name} on" if one else "none there" for one in told]
                yield link_finding("link-protocol", link, protocol.name, says, lines, "medium")


def never_active(network: Network) -> Iterator[Finding]:
    """Find devices that let a protocol find neighbors on no interface, and of which no link already tells."""
    reported = {line for one in link_protocol(network) for line in one.lines}
    words = read_words()
    for setting, protocol in product(words.assumed_settings, words.link_protocols):
        for device in network.devices if setting.kind == protocol.passive else ():
            said = [one.line for one in device.all(setting.where)][:1]
            within = [one for one in device.interfaces if not is_loopback(one)]
            running = [one for one in within if not one.is_down and runs(one, device, protocol.on)]
            is_sure = not (device.all(setting.unless) or device.all(protocol.unsure))
            if said and running and is_sure and reported.isdisjoint(said):
                message = (
                    f"{device.device} lets {protocol.name} find no neighbor: all interfaces are passive by "
                    "default, and none is excepted."
                )
                yield Finding("link-protocol", "medium", (device.device,), message, tuple(said))


def unlike_siblings(network: Network) -> Iterator[Finding]:
    """Find the one interface of a device that runs OSPF or IS-IS without what all others like it run.

    Its far end is not known, else the two ends tell. The devices that are linked and written alike count, too.
    """
    alike: dict[str, set[str]] = {device.device: {device.device} for device in network.devices}
    known = set[tuple[str, str]]()
    for link in find_links(network):
        ends = [network.named[one.device] for one in link.ends]
        known |= {(one.device, one.name) for one in link.ends}
        if written_alike(*ends):
            alike[ends[0].device].add(ends[1].device)
            alike[ends[1].device].add(ends[0].device)
    for protocol in (one for one in read_words().link_protocols if one.beside):
        for device in network.devices:
            group = [network.named[name] for name in sorted(alike[device.device])]
            if any(one.all(protocol.unsure) for one in group):
                continue
            within = [
                (one, _beside(one, network.named[one.device])) for end in group for one in end.interfaces
            ]
            told = [(one, beside) for one, beside in within if beside and not (one.vrf or is_loopback(one))]
            has = [one for one, _ in told if one.told.get(protocol.on)]
            lacks = [(one, beside) for one, beside in told if not one.told.get(protocol.on)]
            if len(has) < _FEWEST_SIBLINGS or len(lacks) != 1 or lacks[0][0].device != device.device:
                continue
            one, beside = lacks[0]
            if (one.device, one.name) not in known and any(each.device == one.device for each in has):
                message = (
                    f"{one.device} {one.name} runs {beside[0]} without {protocol.name}, unlike the {len(has)} "
                    f"other such interfaces of {' and '.join(sorted({each.device for each in has}))}."
                )
                lines = tuple(
                    dict.fromkeys(
                        (one.line, beside[1].line, *(each.told[protocol.on][0].line for each in has))
                    )
                )
                about = (Subject("interface", one.device, one.name),)
                yield Finding(
                    "link-protocol", "medium", (one.device,), message, lines[:MOST_LINES], about=about
                )


_FEWEST_SIBLINGS = 3


def _beside(interface: Interface, device: DeviceFacts) -> tuple[str, LineFact] | None:
    """Return the protocol of routes that an interface has neighbors in, with what says so."""
    for protocol in (one for one in read_words().link_protocols if one.routes):
        said = runs(interface, device, protocol.on)
        if said and interface.addresses and not interface.is_down and not interface.one(protocol.passive):
            return protocol.name, said
    return None


def runs(interface: Interface, device: DeviceFacts, kind: str) -> LineFact | None:
    """Return what says that an interface runs a protocol: a fact of that kind, or the network that it is in."""
    return has_area(interface, device) if kind == "area" else next(iter(interface.told.get(kind, ())), None)


def _have_session(link: Link, network: Network) -> bool:
    """Tell whether one end has the other's address as a BGP neighbor: routes may come by that alone."""
    peers = {one.peer for end in link.ends for one in network.named[end.device].neighbors}
    return any(str(address.owned.ip) in peers for end in link.ends for address in end.addresses)


def _links_of_ports(network: Network) -> Iterator[Link]:
    """Return the links of ports and bundles, each once: that of an interface that runs on one is the one's own."""
    links = [
        Link(link.one.parent or link.one, link.other.parent or link.other, link.subnet)
        for link in find_links(network)
    ]
    ends = [frozenset((end.device, end.name) for end in link.ends) for link in links]
    return iter(dict(zip(ends, links, strict=True)).values())


def link_lacp(network: Network) -> Iterator[Finding]:
    """Find links of bundles that cannot form: LACP or membership at one end only, or passive at both."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    for link in _links_of_ports(network):
        members = [membership(one, network) for one in link.ends]
        if not link.subnet and any(members) and not all(members) and not any(map(is_virtual, link.ends)):
            says = [f"{told.value} as its bundle" if told else "none" for told in members]
            lines = [told.line if told else one.line for told, one in zip(members, link.ends, strict=True)]
            yield link_finding("link-lacp", link, "membership of a bundle", says, lines)
        bundles = [bundle_of(one, network) or one for one in link.ends]
        names = tuple((one.device, one.name) for one in bundles)
        ends = [_negotiation(one, bundle, network) for one, bundle in zip(link.ends, bundles, strict=True)]
        if names in seen or not any(ends):
            continue
        pairs = zip(link.ends, bundles, ends, strict=True)
        if not all(said or any("bundle_by_hand" in one.told for one in pair) for *pair, said in pairs):
            continue
        modes = [meaning(_mode(said)) if said else STATIC for said in ends]
        if (STATIC in modes) != (modes == [STATIC, STATIC]) or modes == [PASSIVE, PASSIVE]:
            seen.add(names)
            says = [
                "no LACP (the default)" if not said else said.value or f"{_mode(said)} (the default)"
                for said in ends
            ]
            lines = [said.line if said else one.line for one, said in zip(link.ends, ends, strict=True)]
            yield link_finding("link-lacp", link, "LACP", says, lines)


def _negotiation(port: Interface, bundle: Interface, network: Network) -> LineFact | None:
    """Return what says how a bundle is negotiated: the port at the end of a link, the bundle, or a port of it."""
    for one in (port, bundle, *members_of(bundle, network)):
        if told := one.told.get("lacp"):
            return next((each for each in reversed(told) if each.value), told[-1])
    return None


def _mode(fact: LineFact) -> str:
    """Return what a fact says of LACP, or the default that a statement stands for."""
    unsaid = (name.removeprefix(_UNSAID) for name in fact.fields if name.startswith(_UNSAID))
    return fact.value or next(unsaid, "")


_UNSAID = "unsaid_"


def edge_ports(network: Network) -> Iterator[Finding]:
    """Find ports that are edges of spanning tree, and lead to another switch: both ends carry VLANs."""
    for link in _links_of_ports(network):
        if any(one.addresses or not one.told.get("trunk_vlans") for one in link.ends):
            continue
        for one, other in (link.ends, link.ends[::-1]):
            for said in (one.told.get("edge_port") or one.told.get("guarded_port", ()))[:1]:
                is_edge = "an edge port of spanning tree"
                what = (
                    is_edge
                    if said.kind == "edge_port"
                    else "switched off by what a switch sends (BPDU guard)"
                )
                message = (
                    f"{one.device} {one.name} is {what}, and leads to a switch: {other.device} {other.name}."
                )
                about = tuple(Subject("interface", end.device, end.name) for end in link.ends)
                lines = (said.line, other.line)
                yield Finding("edge-port", "medium", (one.device, other.device), message, lines, about=about)
