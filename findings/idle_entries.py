"""Checks entries and rules that nothing matches: masks as wildcards, wrong ways, ports before NAT, bare ports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv4Network

from findings.facts import DeviceFacts, Interface, LineFact, Network, owned_by, plain_name
from findings.filters.blocks import entries_in_blocks
from findings.filters.first_match import asks_no_more
from findings.filters.read_filters import filters_by_name, read_filters
from findings.filters.records import Filter, FilterEntry
from findings.filters.sides import ANY, PORTS, VERSION, Objects, words_of
from findings.ipv4 import ipv4_address, ipv4_subnets
from findings.records import MOST_LINES, Finding, Subject
from findings.words import read_words
from graph_store.records import SourceLine

_EVERY_BIT = 2**32 - 1


def masks_as_wildcards(network: Network) -> Iterator[Finding]:
    """Find wildcards that are written as masks: they ask for the last bits of an address, and these are all zero."""
    for device in network.devices:
        for one in device.all("wildcard_mask"):
            address, wildcard = (ipv4_address(one.fields[field]) for field in ("address", "wildcard"))
            bits = int(wildcard) if wildcard else 0
            asked = ~bits & _EVERY_BIT
            is_mask = bits >> 31 and bits != _EVERY_BIT and asked & (asked + 1) == 0
            if is_mask and address and not int(address) & asked:
                message = (
                    f"{device.device} asks in {one.of} for {address} {wildcard}, where a wildcard belongs and a mask "
                    f"stands: it matches addresses anywhere that end in {_ending(asked)}."
                )
                yield _finding(device, message, (one.line,))


def _ending(asked: int) -> str:
    return ".".join(["", *("0" for _ in range((asked.bit_length() + 7) // 8))]) or ".0"


def swapped_filters(network: Network) -> Iterator[Finding]:
    """Find filters at an interface that ask for what goes the other way: none of their entries can match there."""
    for device in network.devices:
        named = filters_by_name(device)
        interfaces = {plain_name(one.name): one for one in device.interfaces}
        for one in device.all("filter_on"):
            interface = interfaces[plain_name(one.interface)]
            found, nets = named.get(one.value), ipv4_subnets([interface])
            way = _way(one.fields["of"])
            if not (found and nets and way) or any(net.prefixlen > 29 for net in nets):
                continue
            behind, beyond = ("source", "destination") if way == "out" else ("destination", "source")
            own = owned_by(device.interfaces) | network.virtual_addresses
            judged = [each for each in found.entries if each.sides.keys() & {"source", "destination"}]
            swapped = [each for each in judged if _is_swapped(each, behind, beyond, nets, own)]
            if swapped and len(swapped) >= len(
                [each for each in judged if each.action in ("permit", "deny")]
            ):
                where = "leaves by" if way == "out" else "comes in at"
                message = (
                    f"In {found.name} on {device.device}, which judges what {where} {interface.name}, "
                    f"entr{'y' if len(swapped) == 1 else 'ies'} {', '.join(each.called for each in swapped[:6])} never "
                    f"match{'es' if len(swapped) == 1 else ''}: the {behind} is behind {interface.name}."
                )
                about = (Subject("interface", device.device, interface.name),)
                lines = (one.line, *(line for each in swapped for line in each.lines))
                yield _finding(device, message, lines, about)


def filters_of_others(network: Network) -> Iterator[Finding]:
    """Find filters of what comes in at an interface that permit only sources behind other interfaces."""
    for device in network.devices:
        named = filters_by_name(device)
        interfaces = {plain_name(one.name): one for one in device.interfaces}
        for one in device.all("filter_on"):
            found, interface = named.get(one.value), interfaces[plain_name(one.interface)]
            if found and found.default == "deny" and _way(one.fields["of"]) == "in":
                yield from _of_others(device, found, interface, one.line, f"permits in {found.name}")


def classes_of_others(network: Network) -> Iterator[Finding]:
    """Find classes of a policy for what comes in at an interface that ask only for sources behind other interfaces."""
    for device in network.devices:
        used = (*device.all("policy_on"), *device.all("policy_on_vlan"))
        if not used:
            continue
        named = filters_by_name(device)
        interfaces = {plain_name(one.name): one for one in device.interfaces}
        asked: dict[str, int] = defaultdict(int)
        for each in device.all("class_asks"):
            asked[each.of] += 1
        for one in used:
            vlans = (f"{name}{one.fields.get('vlan')}" for name in _VLAN_INTERFACES)
            names = vlans if "vlan" in one.fields else [plain_name(one.interface)]
            interface = next((interfaces[name] for name in names if name in interfaces), None)
            classes = {each.value for each in device.all("policy_class") if each.of == one.fields["policy"]}
            for each in device.all("class_list") if interface else ():
                found = named.get(each.value)
                if found and interface and each.of in classes and asked[each.of] == 1:
                    what = f"asks in {each.of} of {one.fields['policy']}"
                    yield from _of_others(device, found, interface, one.line, what, each.line)


_VLAN_INTERFACES = ("vlanif", "vlan-interface", "vlan")


def _of_others(
    device: DeviceFacts, found: Filter, interface: Interface, where: SourceLine, does: str, *more: SourceLine
) -> Iterator[Finding]:
    nets = ipv4_subnets([interface])
    permits = [one for one in found.entries if one.action == "permit"]
    others = [
        net
        for one in device.interfaces
        if one is not interface and one.vrf == interface.vrf and not one.is_down
        for net in ipv4_subnets([one])
        if net.prefixlen <= _SMALLEST
    ]
    known = all(one.action for one in found.entries)
    if not (known and permits and nets and others) or any(net.prefixlen > _SMALLEST for net in nets):
        return
    sources = [one.sides.get("source", ANY) for one in permits]
    if all(
        side != ANY
        and side.ranges
        and not side.names
        and not any(map(side.meets, nets))
        and side.is_within(others)
        for side in sources
    ):
        message = (
            f"{device.device} {does} only what comes from networks behind other interfaces, and nothing of {nets[0]} "
            f"behind {interface.name}, where it is used."
        )
        about = (Subject("interface", device.device, interface.name),)
        lines = (where, *more, *(line for one in permits for line in one.lines))
        yield _finding(device, message, lines, about)


_SMALLEST = 29
"""Subnets with longer masks are those of links, by which others' packets come."""


def closed_filters(network: Network) -> Iterator[Finding]:
    """Find filters at an interface of which no entry permits, though they deny only some: all else is denied, too."""
    for device in network.devices:
        named = filters_by_name(device)
        for one in device.all("filter_on"):
            found = named.get(one.value)
            if not (found and found.entries) or read_words().closing.search(found.name):
                continue
            if found.default == "deny" and all(
                each.action == "deny" and each.sides for each in found.entries
            ):
                message = (
                    f"{device.device} lets nothing pass at {one.interface}: no entry of {found.name} permits, and what "
                    "none matches is denied."
                )
                about = (Subject("interface", device.device, one.interface),)
                lines = (one.line, *(line for each in found.entries for line in each.lines))
                shown = tuple(dict.fromkeys(lines))[:MOST_LINES]
                yield Finding("missing-part", "medium", (device.device,), message, shown, about=about)


def late_translations(network: Network) -> Iterator[Finding]:
    """Find rules of NAT, such as exceptions, behind one that matches all that they would."""
    for device in network.devices:
        words = words_of(device)
        objects = Objects(device, words)
        for block in words.translation:
            rules: dict[str, list[FilterEntry]] = defaultdict(list)
            for name, entry in entries_in_blocks(device, block, words, objects):
                rules[name].append(entry)
            for name, entries in rules.items():
                for place, later in enumerate(entries):
                    first = next(
                        (one for one in entries[:place] if not one.open and asks_no_more(one, later)), None
                    )
                    if first:
                        message = (
                            f"On {device.device}, the rule {later.called} of NAT ({name}) never matches: "
                            f"{first.called} comes first and matches all that it would."
                        )
                        lines = (*later.lines, *first.lines)[:MOST_LINES]
                        yield Finding("shadowed-entry", "medium", (device.device,), message, lines)


def _way(text: str) -> str:
    word, words = text.split()[0], read_words()
    return "out" if word in words.outward else "in" if word in words.inward else ""


def _is_swapped(
    entry: FilterEntry, behind: str, beyond: str, nets: Sequence[IPv4Network], own: frozenset[str]
) -> bool:
    """Tell whether an entry asks for one side in the interface's subnets, and for the other side elsewhere."""
    here, there = entry.sides.get(behind, ANY), entry.sides.get(beyond, ANY)
    if here == ANY or here.names or there.names or not here.ranges:
        return False
    inside = here.is_within(nets)
    are_own = all(low == high and str(IPv4Address(low % VERSION)) in own for low, high in here.ranges)
    return (inside and not are_own and not any(map(there.meets, nets))) or (
        inside and not are_own and there == ANY and behind == "source"
    )


def ports_before_nat(network: Network) -> Iterator[Finding]:
    """Find entries that permit a forwarded port by the number that it has before NAT, which comes first, or another."""
    for device in network.devices:
        forwards = [one for one in device.all("mapped_port") if {"outer", "inner"} <= one.fields.keys()]
        filters = read_filters(device) if forwards else ()
        own = read_words().not_behind_nat
        for found, entry in (
            (one, entry) for one in filters if not own.search(one.name) for entry in one.entries
        ):
            for one in forwards if entry.action == "permit" else ():
                outer, inner = one.fields["outer"], one.fields["inner"]
                changed = outer != inner
                asks = asks_port(entry, outer) if changed else bool(entry.sides.get("destination", ANY).names)
                if asks and _goes_to(entry, one) and not asks_port(entry, inner):
                    why = (
                        f"port {outer} has become {inner} by then"
                        if changed
                        else f"only port {inner} is forwarded"
                    )
                    message = (
                        f"In {found.name} on {device.device}, entry {entry.called} never matches: {why}."
                    )
                    about = (Subject("entry", device.device, entry.called),)
                    yield _finding(device, message, (*entry.lines[: MOST_LINES - 1], one.line), about)


def _goes_to(entry: FilterEntry, one: LineFact) -> bool:
    """Tell whether an entry asks for nothing but the target of a forwarded port, by its address or its name."""
    asked = entry.sides.get("destination", ANY)
    names = {name.lower() for name in asked.names}
    inside = ipv4_address(one.fields.get("inside", ""))
    hosts = {IPv4Address(low % VERSION) for low, high in asked.ranges if low == high and low // VERSION == 4}
    if names:
        return names == {one.fields.get("of", "").lower()} and not asked.ranges
    return bool(hosts) and hosts == {inside} and len(hosts) == len(asked.ranges)


def asks_port(entry: FilterEntry, port: str) -> bool:
    """Tell whether an entry asks for a port, or for none; a blank one stands for all. What is not known is asked."""
    asked = [(entry.sides[name], size) for name, size in _PORTS_IN.items() if name in entry.sides]
    return not port or all(
        side.names
        or any(low // size % PORTS <= int(port) <= high // size % PORTS for low, high in side.ranges)
        for side, size in asked
    )


_PORTS_IN = {"destination_port": 1, "service": PORTS}
"""Sides with ports, and what a side's numbers are divided by: those of services have the source port behind it."""


def rules_of_carriers(network: Network) -> Iterator[Finding]:
    """Find rules, zones and lists that name a port without an address, which carries an interface that has one."""
    for device in network.devices:
        rules = device.all("rule_port")
        above = carried_on(device) if rules else {}
        dynamic = {plain_name(one.fields["interface"]) for one in device.all("dynamic_address")}
        addressed = dynamic | {plain_name(one.name) for one in device.interfaces if one.addresses}
        used = {one.value for one in device.all("list_used")}
        lists: dict[str, set[str]] = defaultdict(set)
        for one in rules:
            lists[one.of].add(plain_name(one.value))
        for one in rules:
            name, rule = plain_name(one.value), one.fields.get("rule") or f"the list {one.of}"
            upper = {each: fact for each, fact in above.get(name, {}).items() if each in addressed}
            is_meant = bool(one.of) and (
                one.of not in used or bool(above.get(name, {}).keys() & lists[one.of])
            )
            if upper and name not in addressed and not is_meant:
                message = (
                    f"{device.device} names {one.value} in {rule}, which has no address: what passes comes and goes by "
                    f"{' and '.join(sorted(upper))} on it."
                )
                yield _finding(device, message, (one.line, *upper.values()))


def carried_on(device: DeviceFacts) -> Mapping[str, Mapping[str, SourceLine]]:
    """Return what runs on each port, by plain names, with what says so: units, tunnels, bridges and bundles."""
    above: dict[str, dict[str, SourceLine]] = defaultdict(dict)
    for one in device.interfaces:
        port = one.parent.name if one.parent else one.name.rpartition(".")[0]
        above[plain_name(port)][plain_name(one.name)] = one.line
    for fact in device.all("carried"):
        above[plain_name(fact.fields["on"])][plain_name(fact.value)] = fact.line
    for fact in device.all("member_of"):
        for port in fact.value.replace(",", " ").split():
            above[plain_name(port)][plain_name(fact.fields["of"])] = fact.line
    return above


def _finding(
    device: DeviceFacts, message: str, lines: Sequence[SourceLine], about: tuple[Subject, ...] = ()
) -> Finding:
    shown = tuple(dict.fromkeys(lines))[:MOST_LINES]
    return Finding("unmatched-entry", "medium", (device.device,), message, shown, about=about)
