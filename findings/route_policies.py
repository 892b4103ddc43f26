"""Checks policies for routes: entries that never match, networks that none lets pass, what providers are told."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network

from findings.facts import DeviceFacts, LineFact, Neighbor, Network
from findings.ipv4 import ipv4_network, ipv4_subnets
from findings.records import MOST_LINES, Finding, Subject
from findings.words import read_words

_LONGEST = 32


@dataclass(frozen=True, slots=True)
class _Prefix:
    """An entry of a prefix list: it matches prefixes in `net` whose length is from `least` to `most`."""

    permits: bool
    net: IPv4Network
    least: int
    most: int
    said: LineFact

    def covers(self, other: _Prefix) -> bool:
        return other.net.subnet_of(self.net) and self.least <= other.least and other.most <= self.most

    def matches(self, net: IPv4Network) -> bool:
        return net.subnet_of(self.net) and self.least <= net.prefixlen <= self.most

    @property
    def is_everything(self) -> bool:
        return self.net.prefixlen == self.least == 0 and self.most == _LONGEST

    def __str__(self) -> str:
        lengths = "" if self.least == self.most == self.net.prefixlen else f" of {self.least} to {self.most}"
        return f"{'permit' if self.permits else 'deny'} {self.net}{lengths}"


def unmatched_prefixes(network: Network) -> Iterator[Finding]:
    """Find entries of prefix lists behind one that decides about all that they match."""
    for device in network.devices:
        for name, entries in _prefix_lists(device).items():
            for place, later in enumerate(entries):
                first = next((one for one in entries[:place] if one.covers(later)), None)
                if first and "ordered" in later.said.fields:
                    same = first.permits == later.permits
                    message = (
                        f"In the prefix list {name} on {device.device}, the entry {later} never matches: {first} comes "
                        f"first, matches all that it would and does {'the same' if same else 'the opposite'}."
                    )
                    lines = (later.said.line, first.said.line)
                    yield Finding(
                        "shadowed-entry", "low" if same else "high", (device.device,), message, lines
                    )


def unannounced(network: Network) -> Iterator[Finding]:
    """Find networks that a device gives to BGP and tells no neighbor, and lists that miss them by their length."""
    routes = {net for device in network.devices for net in _routes(device)}
    for device in network.devices:
        announced = [(net, one) for one in device.all("bgp_network") if (net := _net(one))]
        if not announced or not device.all("bgp_out"):
            continue
        lists = _prefix_lists(device)
        asked = [_lists_that_pass(device, one, lists) for one in device.neighbors if not one.shut_down]
        found = list(_told_to_nobody(device, announced, asked, lists))
        yield from found or _other_length(device, announced, asked, lists, routes)


_Announced = Sequence[tuple[IPv4Network, LineFact]]
_Lists = Mapping[str, Sequence["_Prefix"]]
_Asked = Sequence[set[str] | None]
"""The prefix lists of which one must match, for each neighbor; None where more may pass."""


def _told_to_nobody(
    device: DeviceFacts, announced: _Announced, asked: _Asked, lists: _Lists
) -> Iterator[Finding]:
    names = sorted({name for each in asked for name in each or ()})
    for net, one in announced:
        if asked and all(each is not None and not _permits(each, lists, net) for each in asked):
            says = f"and tells no neighbor: {' and '.join(names)} of its policies do not let it pass"
            yield _finding(device, net, says, [one, *(entry.said for name in names for entry in lists[name])])


def _other_length(
    device: DeviceFacts, announced: _Announced, asked: _Asked, lists: _Lists, routes: set[IPv4Network]
) -> Iterator[Finding]:
    """Yield entries that let pass only a network that is nowhere a route, and what is announced of it is longer."""
    for name in sorted({name for each in asked for name in each or ()}):
        for entry in () if any(_permits({name}, lists, net) for net, _ in announced) else lists[name]:
            inside = [one for net, one in announced if net != entry.net and net.subnet_of(entry.net)]
            if entry.permits and entry.least == entry.most and inside and entry.net not in routes:
                says = f"but {name} of a policy for neighbors lets only {entry.net} pass, which is no route"
                yield _finding(device, _net(inside[0]), says, [entry.said, *inside])


def leaked_routes(network: Network) -> Iterator[Finding]:
    """Find neighbors that are called providers and are told every route: the policy for them denies nothing."""
    for device in network.devices:
        inverted = _inverted_policies(device)
        open_policies = {**inverted, **_open_policies(device)}
        for one in device.neighbors if open_policies else ():
            out = _said(device, one, "bgp_out")
            policy = out.fields.get("policy", "") if out else ""
            texts = [one.group, policy, *(each.value for each in _all_said(device, one, "bgp_described"))]
            is_foreign = one.remote and one.remote != one.own and one.peer not in network.owners
            called = next(filter(None, map(read_words().providers.search, texts)), None)
            if out and is_foreign and policy in open_policies and called:
                routes, does = (
                    ("but its own", "denies what it gives to BGP, and permits the rest")
                    if policy in inverted
                    else ("that it knows", "permits everything")
                )
                message = (
                    f"{device.device} tells its BGP neighbor {one.peer} in AS {one.remote}, which is called "
                    f'"{called[0]}", every route {routes}: the policy {policy} {does}.'
                )
                about = (Subject("neighbor", device.device, one.peer),)
                lines = tuple(dict.fromkeys((open_policies[policy].line, out.line)))
                yield Finding("route-leak", "high", (device.device,), message, lines, about=about)


def _inverted_policies(device: DeviceFacts) -> Mapping[str, LineFact]:
    """Return the policies that permit what they do not ask for, and deny all that the device itself gives to BGP."""
    lists, own = _prefix_lists(device), [net for one in device.all("bgp_network") if (net := _net(one))]
    return {
        one.fields["policy"].split()[-1]: one
        for name, one in (_denied_lists(device) if own else {}).items()
        if "policy" in one.fields and name in lists and all(_permits({name}, lists, net) for net in own)
    }


def unrestricted(network: Network) -> Iterator[Finding]:
    """Find policies and lists that let everything pass, and say of themselves that they let only some of it."""
    words = read_words()
    for device in network.devices:
        denies = {one.fields["policy"] for one in device.all("policy_denies")}
        rest = {one.fields["policy"]: one for one in device.all("policy_default")}
        for one in device.all("policy_said"):
            policy = one.fields["policy"]
            if policy in rest.keys() - denies and words.restricting.search(one.value):
                message = f'In the {policy} on {device.device}, everything is let pass, though it says "{one.value}".'
                lines = (rest[policy].line, one.line)
                yield Finding("route-leak", "medium", (device.device,), message, lines)
        for name, entries in _prefix_lists(device).items():
            for entry in entries if words.default_routes.search(name) else ():
                if entry.permits and entry.is_everything:
                    where = f"The prefix list {name} on {device.device}"
                    message = f"{where} matches every network, not only the default route."
                    yield Finding("route-leak", "medium", (device.device,), message, (entry.said.line,))


def closed_policies(network: Network) -> Iterator[Finding]:
    """Find policies in use that deny whatever their entries match, and so let nothing pass."""
    for device in network.devices:
        ends: dict[str, list[LineFact]] = defaultdict(list)
        for one in device.all("policy_ends"):
            if one.fields["policy"].split()[0] in _CLOSED_BY_DEFAULT and "term" in one.fields:
                ends[one.fields["policy"]].append(one)
        for policy, told in ends.items():
            name = policy.split()[-1]
            uses = [use.line for use in device.uses if use.name == name]
            if uses and all(one.value == "deny" for one in told) and not read_words().closing.search(name):
                message = (
                    f"{device.device} lets no route pass by the {policy}: none of its entries permits any."
                )
                lines = (*(one.line for one in told), *uses)[:MOST_LINES]
                yield Finding(
                    "missing-part", "medium", (device.device,), message, tuple(dict.fromkeys(lines))
                )


def closed_lists(network: Network) -> Iterator[Finding]:
    """Find prefix lists for neighbors that only deny, and so let nothing pass: what no entry matches is denied, too."""
    for device in network.devices:
        for name, entries in _prefix_lists(device).items():
            everything = any(one.net.prefixlen == 0 and one.most == _LONGEST for one in entries)
            is_meant = everything or read_words().closing.search(name)
            if is_meant or any(one.permits or "ordered" not in one.said.fields for one in entries):
                continue
            uses = [use for use in device.uses if use.kind == "prefix list" and use.name == name]
            lines = [use.line for use in uses if not _ASKS.search(use.line.text)]
            if lines:
                lets = f"{device.device} lets no route pass by the prefix list {name}"
                message = f"{lets}: none of its entries permits any."
                shown = (*(one.said.line for one in entries), *lines)[:MOST_LINES]
                yield Finding(
                    "missing-part", "medium", (device.device,), message, tuple(dict.fromkeys(shown))
                )


_ASKS = re.compile(r"\b(?:if-)?match\b")
"""A statement in which a list is a condition of something else."""


def exact_denials(network: Network) -> Iterator[Finding]:
    """Find lists that deny reserved networks alone, and let pass what is in them: no entry asks for longer prefixes."""
    reserved = {IPv4Network(text) for text in read_words().reserved_networks}
    for device in network.devices:
        denied = _denied_lists(device)
        for name, entries in _prefix_lists(device).items():
            exact = [
                one
                for one in entries
                if one.net in reserved
                and one.least == one.most
                and one.permits == (name in denied)
                and not any(_is_longer(each, one) for each in entries if each.permits == one.permits)
            ]
            others = [
                each for each in entries if each.permits and all(_is_longer(each, one) for one in exact)
            ]
            if len(exact) >= _FEWEST_RESERVED and (name in denied or others):
                nets = ", ".join(str(one.net) for one in exact[:_MOST_NAMED])
                message = (
                    f"{device.device} denies {nets} in the list {name}, and lets pass what is in them: "
                    "no entry asks for longer prefixes."
                )
                used = [denied[name].line] if name in denied else [others[0].said.line]
                lines = (*(one.said.line for one in exact), *used)[:MOST_LINES]
                yield Finding("route-leak", "medium", (device.device,), message, tuple(dict.fromkeys(lines)))


_FEWEST_RESERVED = 2
_MOST_NAMED = 4


def _is_longer(entry: _Prefix, than: _Prefix) -> bool:
    """Tell whether an entry matches prefixes in another one's network that are longer."""
    return than.net.subnet_of(entry.net) and entry.most > than.most


def _denied_lists(device: DeviceFacts) -> Mapping[str, LineFact]:
    """Return the lists of which a policy denies whatever they match, and lets pass what it asks of no list."""
    ends = {(one.fields["policy"], one.fields.get("term")): one.value for one in device.all("policy_ends")}
    asks = (*device.all("policy_list"), *device.all("policy_asks"))
    asked = {(one.fields["policy"], one.fields.get("term")) for one in asks}
    open_policies = {
        policy for (policy, term), end in ends.items() if end in _PASSES and (policy, term) not in asked
    }
    found = {one.value: one for one in device.all("list_dropped")}
    for one in device.all("policy_list"):
        policy = one.fields["policy"]
        if ends.get((policy, one.fields.get("term"))) in _STOPS and policy in open_policies:
            found |= dict.fromkeys(one.value.split(), one)
    return found


_PASSES, _STOPS = frozenset({"permit", "accept"}), frozenset({"deny", "reject", "drop"})


def shut_policies(network: Network) -> Iterator[Finding]:
    """Find policies in use that end with a drop, of which no entry lets anything pass."""
    for device in network.devices:
        passing = {one.of for one in device.all("policy_lets_pass")}
        for one in device.all("policy_shut"):
            uses = [use.line for use in device.uses if use.name == one.of]
            if uses and one.of not in passing and not read_words().closing.search(one.of):
                shut = f"{device.device} lets no route pass by the {one.fields['policy']}"
                message = f"{shut}: none of its entries permits any."
                lines = tuple(dict.fromkeys((one.line, *uses)))[:MOST_LINES]
                yield Finding("missing-part", "medium", (device.device,), message, lines)


_CLOSED_BY_DEFAULT = ("route-map", "route-policy")
"""Policies that deny what no entry matches."""


def inexact_networks(network: Network) -> Iterator[Finding]:
    """Find networks that a device gives to BGP and has only a part of: BGP asks for the very same route.

    So is the only one that nothing on the device has to do with, where it has a route for another.
    """
    routes = {net for device in network.devices for net in _routes(device, without=("bgp_network",))}
    for device in network.devices:
        if (
            device.all("learns_inner_routes")
            or device.all("bgp_unchecked_networks")
            or device.all("address_from_elsewhere")
        ):
            continue
        told = [(one, _net(one)) for one in device.all("bgp_network")]
        known = [net for _, net in told if net in routes]
        lost = [net for _, net in told if net and net.prefixlen and not _is_within(net, device)]
        for one, net in told:
            inside = [
                part
                for part in ipv4_subnets(device.interfaces)
                if net and part != net and part.subnet_of(net)
            ]
            is_lost = bool(net and net.prefixlen) and net not in routes and "checked" in one.fields
            if is_lost and (inside or (known and lost == [net])):
                only = f", only {inside[0]} in it" if inside else ""
                says = f"and has no such route{only}: it is told to nobody"
                yield _finding(device, net, says, [one])


def _is_within(net: IPv4Network | None, device: DeviceFacts) -> bool:
    """Tell whether a network overlaps one that a device has or has a route for."""
    nets = [*ipv4_subnets(device.interfaces), *_routes(device, without=("bgp_network",))]
    return any(net and each.prefixlen and net.overlaps(each) for each in nets)


def _finding(device: DeviceFacts, net: IPv4Network | None, says: str, told: Sequence[LineFact]) -> Finding:
    lines = tuple(dict.fromkeys(one.line for one in told))[:MOST_LINES]
    message = f"{device.device} gives {net} to BGP, {says}."
    return Finding("unannounced-network", "medium", (device.device,), message, lines)


def _net(one: LineFact) -> IPv4Network | None:
    return ipv4_network(one.fields.get("address", ""), one.fields.get("mask", ""))


def _prefix_lists(device: DeviceFacts) -> Mapping[str, Sequence[_Prefix]]:
    """Return the prefix lists of which every entry could be read, by name, in the order in which they are asked."""
    found: dict[str, list[tuple[int, _Prefix]]] = defaultdict(list)
    unread = set()
    for one in device.all("prefix_entry"):
        net = _net(one)
        if net is None or "rest" in one.fields:
            unread.add(one.fields["of"])
            continue
        has = one.fields
        longer = "ge" in has or has.get("sort") == "longer"
        least = int(has.get("ge", net.prefixlen))
        most = int(has.get("le", _LONGEST if longer else net.prefixlen))
        permits = has.get("action", "permit") == "permit"
        entry = _Prefix(permits, net, least, most, one)
        found[has["of"]].append((int(has.get("number", 0)), entry))
    return {
        name: [entry for _, entry in sorted(entries, key=lambda each: each[0])]
        for name, entries in found.items()
        if name not in unread
    }


def _routes(device: DeviceFacts, without: Sequence[str] = ()) -> Iterator[IPv4Network]:
    """Return the prefixes that a device may announce as they are."""
    yield from ipv4_subnets(device.interfaces)
    for kind in {"bgp_network", "bgp_aggregate", "static_to", "route_by_entry"}.difference(without):
        yield from (net for one in device.all(kind) if (net := _net(one)))


def _all_said(device: DeviceFacts, neighbor: Neighbor, kind: str) -> list[LineFact]:
    of = {neighbor.peer, neighbor.group} - {""}
    return [one for one in device.all(kind) if one.fields.get("peer") in of]


def _said(device: DeviceFacts, neighbor: Neighbor, kind: str) -> LineFact | None:
    return next(iter(_all_said(device, neighbor, kind)), None)


def _lists_that_pass(device: DeviceFacts, neighbor: Neighbor, lists: _Lists) -> set[str] | None:
    """Return the prefix lists of which one must match for a route to pass to a neighbor; None where more may pass."""
    told = _all_said(device, neighbor, "bgp_out")
    if len(told) != 1:
        return None
    if "list" in told[0].fields:
        names = {told[0].fields["list"]}
        return names if names <= lists.keys() else None
    kinds = {
        kind: [
            one for one in device.all(kind) if one.fields["policy"].split()[-1] == told[0].fields["policy"]
        ]
        for kind in ("policy_ends", "policy_list", "policy_default")
    }
    names = set[str]()
    for ends in kinds["policy_ends"]:
        of_term = [one for one in kinds["policy_list"] if one.fields["term"] == ends.fields.get("term")]
        if ends.value in _PERMITS and not of_term:
            return None
        names |= {name for one in of_term for name in one.value.split() if ends.value in _PERMITS}
    return names if names and names <= lists.keys() and not kinds["policy_default"] else None


_PERMITS = ("permit", "accept")


def _permits(names: set[str], lists: _Lists, net: IPv4Network) -> bool:
    decided = (next((entry for entry in lists[name] if entry.matches(net)), None) for name in names)
    return any(entry is not None and entry.permits for entry in decided)


def _open_policies(device: DeviceFacts) -> Mapping[str, LineFact]:
    """Return the policies that permit whatever is asked, and deny nothing, by name, with what says so.

    An entry that asks only for lists that match everything asks for nothing.
    """
    ends, lists = device.all("policy_ends"), _prefix_lists(device)
    whole = {name for name, entries in lists.items() if entries[0].permits and entries[0].is_everything}
    idle = {one.line for one in device.all("policy_list") if whole.issuperset(one.value.split())}
    asks = [one for one in device.all("policy_asks") if one.line not in idle]
    asked = {(one.fields["policy"], one.fields.get("term")) for one in asks}
    free = [
        one
        for one in ends
        if one.value in _PERMITS and (one.fields["policy"], one.fields.get("term")) not in asked
    ]
    closed = {one.fields["policy"] for one in ends if one.value not in _PERMITS}
    closed |= {one.fields["policy"] for one in (*device.all("policy_jumps"), *device.all("policy_closes"))}
    return {
        one.fields["policy"].split()[-1]: one
        for one in (*free, *device.all("policy_default"))
        if one.fields["policy"] not in closed
    }
