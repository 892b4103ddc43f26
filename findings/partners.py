"""Checks for what differs between two partners, which stand in for each other, and between neighbors as a whole."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, ip_address, ip_network
from itertools import product

from findings.agreement import runs
from findings.facts import (
    DeviceFacts,
    Interface,
    LineFact,
    Network,
    in_vrf,
    kept_with_facts,
    owned_by,
    plain_name,
    secret_of,
    written_alike,
)
from findings.filters.first_match import without_effect
from findings.filters.read_filters import read_filters
from findings.filters.records import PLACES, Filter, FilterEntry
from findings.ipv4 import ipv4_address, ipv4_network, ipv4_subnets
from findings.links import WIDEST, find_links, is_small
from findings.ports import RESERVED, number_set, show_numbers
from findings.preferences import spare_routes
from findings.records import MOST_LINES, Finding, Subject
from findings.words import PartnerSetting, read_words
from graph_store.records import SourceLine

_ENOUGH = 2
"""Subnets that only two devices are in make them partners; a virtual address that they share counts as many."""
MOST_DIFFERENCES = 3
"""More than these of one kind are meant."""
KIND = "partner-differs"
_Told = tuple[Sequence[LineFact], Sequence[LineFact]]


@dataclass(frozen=True, slots=True)
class _Partners:
    """Two devices, their interfaces in one subnet or bundle, and what joins them; `is_pair` where both say it."""

    ends: tuple[DeviceFacts, DeviceFacts]
    shared: tuple[tuple[Interface, Interface], ...]
    is_pair: bool
    says: str = "stand in for each other"
    across: tuple[str, ...] = ("",)
    """Which settings can be compared: those of devices that are written alike or joined so."""

    @property
    def names(self) -> tuple[str, str]:
        return self.ends[0].device, self.ends[1].device


@dataclass(frozen=True, slots=True)
class _Place:
    """What both partners say of one thing: of themselves, of an interface, or of a `part` of it."""

    names: tuple[str, str]
    told: _Told
    part: str = ""
    heads: tuple[LineFact, ...] = ()


def differing_partners(network: Network) -> Iterator[Finding]:
    """Find what only one of two partners has, and what must be alike, or must not, and is otherwise."""
    for partners in _find_partners(network):
        yield from _differences(partners, KIND)
        yield from _unlike_filters(partners)
        for one, other in (partners.ends, partners.ends[::-1]):
            yield from _leads_nowhere(one, other)


def differing_neighbors(network: Network, kind: str) -> Iterator[Finding]:
    """Find what two devices of one link must have alike as a whole, and have otherwise."""
    switched: dict[tuple[str, str], bool] = defaultdict(bool)
    for link in find_links(network):
        first, second = sorted(one.device for one in link.ends)
        switched[first, second] |= not any(one.addresses for one in link.ends)
    for (first, second), is_switched in sorted(switched.items()):
        ends = (network.named[first], network.named[second])
        alike = written_alike(*ends)
        across = ("link", *(["switch"] if is_switched else []), *([""] if alike else []))
        partners = _Partners(ends, (), is_pair=False, says="are joined", across=across)
        yield from _differences(partners, kind)


def unmirrored_ends(network: Network) -> Iterator[Finding]:
    """Find ends of which one calls the other another number than that one calls itself."""
    for setting in read_words().mirrored_settings:
        leads: dict[tuple[str, str], list[LineFact]] = defaultdict(list)
        for device in network.devices:
            for fact in device.all(setting.kind):
                owners = {owner.device for owner in network.owners.get(fact.fields.get("to", ""), ())}
                if len(owners) == 1 and {"local", "remote"} <= fact.fields.keys():
                    leads[device.device, owners.pop()].append(fact)
        for (name, other), found in leads.items():
            back = leads.get((other, name), [])
            if len(found) == len(back) == 1 and found[0].fields["remote"] != back[0].fields["local"]:
                message = (
                    f"{name} expects {found[0].fields['remote']} as the {setting.name} of {other}, "
                    f"which is {back[0].fields['local']}."
                )
                lines = (found[0].line, back[0].line)
                about = tuple(Subject("device", each) for each in (name, other))
                yield Finding("neighbor-differs", "high", (name, other), message, lines, about=about)


def _differences(partners: _Partners, kind: str) -> Iterator[Finding]:
    for setting in read_words().partner_settings:
        if any(device.all(setting.unless) for device in partners.ends if setting.unless):
            continue
        if (
            setting.finding == kind
            and (partners.is_pair or not setting.of_pair)
            and (setting.across in partners.across or "" in partners.across)
        ):
            found = [
                one for place in _places(partners, setting) for one in _compare(partners, setting, place)
            ]
            yield from found if len(found) <= MOST_DIFFERENCES else ()


def partners_of(network: Network) -> dict[str, list[DeviceFacts]]:
    """Return the partners of each device, by its name."""
    found: dict[str, list[DeviceFacts]] = defaultdict(list)
    for partners in _find_partners(network):
        for one, other in (partners.ends, partners.ends[::-1]):
            found[one.device].append(other)
    return found


@kept_with_facts
def _find_partners(network: Network) -> tuple[_Partners, ...]:
    """Return pairs that share a virtual address, name each other, or are the only ones in several subnets."""
    return tuple(_partners(network))


def _partners(network: Network) -> Iterator[_Partners]:
    within: dict[tuple[str, str, str], dict[str, Interface]] = defaultdict(dict)
    for interface in network.interfaces:
        form = network.named[interface.device].form
        for net in ipv4_subnets([interface]):
            if net.prefixlen >= WIDEST[net.version] and not is_small(str(net)) and not interface.is_down:
                within[form, interface.vrf, str(net)].setdefault(interface.device, interface)
    shared: dict[tuple[str, str], dict[tuple[str, str], tuple[Interface, Interface]]] = defaultdict(dict)
    reasons: Counter[tuple[str, str]] = Counter()
    for found in within.values():
        if len(found) == 2:
            first, second = sorted(found)
            one, other = found[first], found[second]
            shared[first, second][one.name, other.name] = (one, other)
            reasons[first, second] += _ENOUGH if _groups(one) & _groups(other) else 1
    pairs = frozenset(_named_pairs(network))
    for names in sorted({*pairs, *(names for names, count in reasons.items() if count >= _ENOUGH)}):
        ends = (network.named[names[0]], network.named[names[1]])
        if written_alike(*ends):
            for one, other in product(ends[0].interfaces, ends[1].interfaces):
                ports = [{each.value for each in end.told.get("pair_port", ())} for end in (one, other)]
                if ports[0] & ports[1]:
                    shared[names][one.name, other.name] = (one, other)
            yield _Partners(ends, tuple(shared[names].values()), names in pairs)


def _groups(interface: Interface) -> set[tuple[str, str]]:
    told = interface.told.get("virtual_address", ())
    return {(one.fields.get("protocol", ""), one.fields.get("group", "")) for one in told}


def _named_pairs(network: Network) -> Iterator[tuple[str, str]]:
    """Yield devices of which one sends keepalives to the other, or that alone are of one domain."""
    found = [
        {device.device, *(owner.device for owner in network.owners.get(one.value, ()))}
        for device in network.devices
        for one in device.all("pair_peer")
    ]
    domains: dict[str, set[str]] = defaultdict(set)
    for device in network.devices:
        for one in device.all("pair_domain"):
            domains[one.value].add(device.device)
    for names in (*found, *domains.values()):
        if len(names) == 2:
            first, second = sorted(names)
            yield first, second


def _places(partners: _Partners, setting: PartnerSetting) -> Iterator[_Place]:
    """Yield where both may say a setting, with what they say there."""
    kind, where = setting.kind, setting.where
    told = [_told(device, kind, partners) for device in partners.ends]
    if kind != "area" and not any("interface" in one.fields for several in told for one in several):
        marks = [
            {(one.fields.get("of", ""), _mark(one, setting)) for one in _told(device, where, partners)}
            for device in partners.ends
        ]
        only = None if marks[0] == marks[1] else frozenset[str]()
        if where and (
            setting.compare == "has" or setting.default
        ):  # where both have the other fact of a part
            only = frozenset({of for of, _ in marks[0]} & {of for of, _ in marks[1]})
        heads = [_told(device, where, partners) for device in partners.ends]
        yield from _by_part(partners.names, (told[0], told[1]), only, (heads[0], heads[1]))
        return
    for ends in partners.shared:
        facts = [
            [one] if kind == "area" and (one := runs(end, device, kind)) else end.told.get(kind, ())
            for end, device in zip(ends, partners.ends, strict=True)
        ]
        names = (f"{ends[0].device} {ends[0].name}", f"{ends[1].device} {ends[1].name}")
        groups = [{one.fields.get("group", "") for one in end.told.get(where, ())} for end in ends]
        yield from _by_part(names, (facts[0], facts[1]), frozenset(groups[0] & groups[1]) if where else None)


def _told(device: DeviceFacts, kind: str, partners: _Partners) -> Sequence[LineFact]:
    """Return what a device says of a kind, but for what only its place in the network asks for.

    Of neighbors in its own AS, those that are not the partners; of others, those that no OSPF area of its own reaches;
    of static routes, those to a next hop that is beside both, but for spare ones.
    """
    if kind not in _ASKED_BY_PLACE:
        return device.all(kind)
    owned = owned_by(one for end in partners.ends for one in end.interfaces)
    if kind == "static_route":
        beside = [ipv4_subnets(end.interfaces) for end in partners.ends]
        hops = [(one, ipv4_address(one.value)) for one in device.all(kind) if "address" in one.fields]
        return [
            one
            for one, hop in hops
            if hop
            and one.value not in owned
            and all(any(hop in net for net in nets) for nets in beside)
            and (in_vrf(one), str(_network(one)), one.value) not in spare_routes(device)
        ]
    known = [(one, ipv4_address(one.peer)) for one in device.neighbors if one.own and one.remote]
    if kind == "external_peer":
        reached = ipv4_subnets([one for one in device.interfaces if runs(one, device, "area")])
        return [
            LineFact(kind, {"value": ""}, one.lines[0])
            for one, peer in known
            if one.remote != one.own and peer and not any(peer in net for net in reached)
        ]
    peers = [one for one, _ in known if one.remote == one.own and one.peer not in owned]
    return [LineFact(kind, {"value": one.peer}, one.lines[0]) for one in peers]


_ASKED_BY_PLACE = frozenset({"static_route", "external_peer", "internal_peer"})


def _by_part(
    names: tuple[str, str], told: _Told, only: frozenset[str] | None, heads: _Told = ((), ())
) -> Iterator[_Place]:
    """Yield what both say of each part, but of those in `only` where that is not None; `heads` say that it is there."""
    for part in sorted({one.fields.get("of", "") for several in told for one in several}):
        here, there = (
            [
                one
                for one in several
                if one.fields.get("of", "") == part and (one.value or "entry" not in one.fields)
            ]
            for several in told
        )
        if only is None or part in only:
            silent = [end for end, said in enumerate((here, there)) if not said]
            first = [[one for one in heads[end] if one.fields.get("of", "") == part][:1] for end in silent]
            yield _Place(names, (here, there), part, tuple(one for several in first for one in several))


def _compare(partners: _Partners, setting: PartnerSetting, place: _Place) -> Iterator[Finding]:
    names, told = place.names, place.told
    last = [_value(several[-1], setting) if several else setting.default for several in told]
    secrets = [secret_of(several[-1]) if several else "" for several in told]
    says, differ = "", "but differ in"
    if setting.compare in ("lacks", "some"):
        says = _only(partners, setting, place)
    elif setting.compare == "has" and bool(told[0]) != bool(told[1]):
        has, lacks = names if told[0] else names[::-1]
        says = f"only {has} has {'one' if 'redacted-' in max(last) else max(last) or 'it'}, {lacks} has none"
    elif setting.compare == "equal" and all(secrets) and secrets[0] != secrets[1]:
        says = f"{names[0]} has another one than {names[1]}"
    elif (
        setting.compare == "equal"
        and all(last)
        and "redacted-" not in "".join(last)
        and last[0].lower() != last[1].lower()
    ):
        shown = [text if said else f"{text} (the default)" for text, said in zip(last, told, strict=True)]
        says = f"{names[0]} has {shown[0]}, {names[1]} has {shown[1]}"
    elif setting.compare == "unlike" and all(told) and last[0].lower() == last[1].lower():
        says, differ = f"{names[0]} and {names[1]} have {last[0]}", "but have the same"
    if says:
        of = f"{setting.name} ({place.part})" if place.part else setting.name
        lines = [one.line for several in (*told, place.heads) for one in several]
        yield _finding(partners, f"{differ} {of}: {says}", lines, setting.finding)


def _only(partners: _Partners, setting: PartnerSetting, place: _Place) -> str:
    """Say what only one of two has; blank where nothing is, or where they may be meant to differ."""
    values = [_values(several, setting) for several in place.told]
    unknown = any(told and not some for told, some in zip(place.told, values, strict=True))
    if unknown or (values[0].isdisjoint(values[1]) and (all(values) or setting.compare == "some")):
        return ""
    only = []
    for end, device in enumerate(partners.ends[::-1]):
        near = {str(net) for net in ipv4_subnets(device.interfaces)}
        lacking = sorted(values[end] - values[1 - end] - near)
        if lacking:
            shown = show_numbers(map(int, lacking)) if setting.numbers else " and ".join(lacking)
            only.append((len(lacking), f"only {place.names[end]} has {shown}"))
    if setting.compare == "some" and (len(only) > 1 or any(count > MOST_DIFFERENCES for count, _ in only)):
        return ""
    return ", ".join(text for _, text in only)


def _values(told: Sequence[LineFact], setting: PartnerSetting) -> frozenset[str]:
    if setting.numbers:
        return frozenset(str(one) for fact in told for one in number_set(fact.value) - RESERVED)
    return frozenset(_value(one, setting) for one in told)


def _mark(one: LineFact, setting: PartnerSetting) -> str:
    """Return what must be alike for others to be compared: makes write lists of numbers otherwise."""
    return show_numbers(number_set(one.value)) if setting.across and one.value[:1].isdigit() else one.value


def _value(one: LineFact, setting: PartnerSetting) -> str:
    """Return what a fact says: its value, or its network with its VRF."""
    if setting.kind != "static_route":
        return show_numbers(number_set(one.value)) if setting.numbers else one.value
    return " ".join(filter(None, (str(_network(one) or ""), one.fields.get("vrf") or one.fields.get("vrf0"))))


def _network(route: LineFact) -> IPv4Network | None:
    return ipv4_network(route.fields.get("address", ""), route.fields.get("mask", ""))


def _unlike_filters(partners: _Partners) -> Iterator[Finding]:
    """Find filters of one name that have a few entries on one partner alone, or one that is written otherwise."""
    here, there = ({one.name: one for one in read_filters(device)} for device in partners.ends)
    owned = owned_by(one for end in partners.ends for one in end.interfaces)
    nets = [set(map(str, ipv4_subnets(end.interfaces))) for end in partners.ends]
    sides = [ip_network(text) for text in nets[0] ^ nets[1]]  # subnets that only one of them is in
    ports = [{plain_name(one.name) for one in end.interfaces} for end in partners.ends]
    for name in sorted(here.keys() & there.keys()):
        asked = [_asked(here[name]), _asked(there[name])]
        extra = [
            [
                entry
                for key, entry in asked[end].items()
                if key not in asked[1 - end] and _places_of(entry).isdisjoint(ports[end] - ports[1 - end])
            ]
            for end in (0, 1)
        ]
        for found, entries in zip((here[name], there[name]), extra, strict=True):
            idle = without_effect(found) if entries else ()
            entries[:] = [entry for entry in entries if entry not in idle]
        counts = sorted(map(len, extra))
        lines = [entry.lines[0] for entry in (*extra[0], *extra[1])]
        is_one = counts == [1, 1] and len(asked[0]) > 1 and extra[0][0].name == extra[1][0].name
        own = any(
            word in owned or any((ip := ipv4_address(word)) and ip in net for net in sides)
            for entry in extra[0] + extra[1]
            for line in entry.lines
            for text in line.text.replace("'", " ").replace(";", " ").split()
            for word in (text.removesuffix("/32"),)
        )
        written = [{line.text.strip() for entry in several for line in entry.lines} for several in extra]
        if (counts[0] == 0 < counts[1] <= MOST_DIFFERENCES) or (
            is_one and not own and written[0] != written[1]
        ):
            called = [
                ", ".join(entry.name or entry.lines[0].text.strip() for entry in several) for several in extra
            ]
            only = (
                f"only {end} has entry {each}"
                for end, each in zip(partners.names, called, strict=True)
                if each
            )
            says = "entry " + called[0] + " is not the same" if counts[0] else next(only)
            if is_one:  # the very lines that differ
                texts = [[line.text.strip() for line in one[0].lines] for one in extra[::-1]]
                parts = [
                    line
                    for one, other in zip(extra, texts, strict=True)
                    for line in one[0].lines
                    if line.text.strip() not in other
                ]
                lines = parts or lines
            lines += [entry.lines[0] for entry in here[name].entries]
            yield _finding(partners, f"but differ in the filter {name}: {says}", lines)


def _places_of(entry: FilterEntry) -> set[str]:
    """Return the interfaces that an entry names."""
    return {plain_name(name) for key in PLACES if key in entry.sides for name in entry.sides[key].names}


def _asked(found: Filter) -> dict[object, FilterEntry]:
    """Return the entries of a filter by what they ask and do, whatever their numbers."""
    return {(one.action, tuple(sorted(one.sides.items(), key=str)), one.open): one for one in found.entries}


def _leads_nowhere(one: DeviceFacts, other: DeviceFacts) -> Iterator[Finding]:
    """Find keepalives to an address that the partner does not have, though it is in that subnet, or leads back here."""
    owned = owned_by(other.interfaces)
    nets = ipv4_subnets(other.interfaces)
    back = any(fact.value in owned_by(one.interfaces) for fact in other.all("pair_peer"))
    for fact in one.all("pair_peer"):
        if fact.value not in owned and (back or any(ip_address(fact.value) in net for net in nets)):
            message = f"{one.device} sends keepalives to {fact.value}, which its partner {other.device} does not have."
            yield Finding("partner-differs", "high", (one.device, other.device), message, (fact.line,))


def _finding(partners: _Partners, says: str, lines: Sequence[SourceLine], kind: str = KIND) -> Finding:
    message = f"{' and '.join(partners.names)} {partners.says}, {says}."
    about = tuple(Subject("device", name) for name in partners.names)
    return Finding(
        kind, "medium", partners.names, message, tuple(dict.fromkeys(lines))[:MOST_LINES], about=about
    )
