"""Checks device hardening: readable passwords, open services, weak cryptography, and parts that are missing or off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from ipaddress import IPv4Network

from findings.facts import DeviceFacts, Interface, LineFact, Network, owned_by, plain_name
from findings.ipv4 import ipv4_address, ipv4_network, ipv4_subnets
from findings.ports import number_set
from findings.records import Finding, Severity
from findings.words import JudgedSetting, read_words
from language_model.redaction.stand_in import STAND_IN

DEFAULT_COMMUNITIES = frozenset({"public", "private"})
MOST_LINES = 10
_REMOVED = frozenset("<*#x.")
Tell = Callable[[DeviceFacts], Iterable[LineFact]]
"""Returns what is told of a setting on a device."""


def clear_text(network: Network) -> Iterator[Finding]:
    """Find passwords that stand as they are in the configuration; less severe where a make has no other form.

    Low as well for FRR: unless told otherwise, its daemons listen on the loopback address only.
    """
    daemons, others = (
        Network(tuple(one for one in network.devices if ("frr" in one.first_words) == is_frr))
        for is_frr in (True, False)
    )
    says = "keeps {count} password{s} in clear text"
    kinds: tuple[tuple[Network, str, Severity, str], ...] = (
        (others, "clear_text", "high", says),
        (daemons, "clear_text", "low", f"{says}, for the terminals of its routing daemons"),
        (network, "clear_text_only", "low", f"{says}, as its make always does"),
    )
    for devices, kind, severity, each in kinds:
        yield from _check(devices, partial(_kept, kind=kind), "clear-text-password", severity, each)


def reversible(network: Network) -> Iterator[Finding]:
    """Find passwords and keys in an encoding that anyone can turn back."""
    says = "keeps {count} password{s} or key{s} in type 7, which anyone can turn back"
    return _check(network, lambda device: _kept(device, "reversible"), "weak-password", "low", says)


def communities(network: Network) -> Iterator[Finding]:
    """Find SNMP communities that everyone tries first."""

    def tell(device: DeviceFacts) -> Iterator[LineFact]:
        on = device.all("community_if_on") if device.all("snmp_on") else ()
        return (one for one in (*device.all("community"), *on) if one.value.lower() in DEFAULT_COMMUNITIES)

    return _check(network, tell, "default-community", "high", "answers to the SNMP community {values}")


def judged(finding: str) -> Callable[[Network], Iterator[Finding]]:
    """Return the check that finds what `judged_settings` say of one kind of finding."""

    def check(network: Network) -> Iterator[Finding]:
        for one in _settings_of(finding):
            yield from _check(network, partial(_judged, setting=one), finding, one.severity, one.says)

    return check


@cache
def _settings_of(finding: str) -> Sequence[JudgedSetting]:
    return [one for one in read_words().judged_settings if one.finding == finding]


def _judged(device: DeviceFacts, setting: JudgedSetting) -> Iterator[LineFact]:
    """Yield the facts of a setting's kind that no other fact makes good."""
    says_value = "{values}" in setting.says
    told = [
        one for one in device.all(setting.kind) if one.value or not (says_value and "entry" in one.fields)
    ]
    if not told or not all(device.all(kind) for kind in setting.where):
        return
    if setting.unless_each:
        things, those_with, all_known = (
            {one.value for one in device.all(kind)} for kind in setting.unless_each
        )
        if all_known and things <= those_with:
            return
    good: dict[str, list[LineFact]] = defaultdict(list)
    for one in (one for kind in setting.unless for one in device.all(kind)):
        good[one.of].append(one)
    needed = {one.of for kind in setting.only for one in device.all(kind)}
    own = owned_by(device.interfaces) if setting.own else frozenset()
    values: dict[str, set[str]] = defaultdict(set)
    for one in told:
        values[one.of].add(one.value)
    for one in told:
        if setting.only and one.fields.get("of", "") not in needed:
            continue
        makes_good = [
            each
            for each in (*good[one.of], *(good[""] if one.of else ()))
            if not setting.ordered or each.line.number < one.line.number
        ]
        is_good = bool(makes_good) and (not setting.numbers or _has_numbers(one, makes_good))
        if setting.once:
            is_good = len(values[one.of]) == 1
        if not is_good and not _is_in_order(one) and (not setting.own or one.value in own):
            yield one


def _has_numbers(one: LineFact, good: Sequence[LineFact]) -> bool:
    """Tell whether all numbers of a fact are among those of others."""
    return number_set(one.value) <= number_set(",".join(each.value for each in good))


def _is_in_order(one: LineFact) -> bool:
    """Tell whether a fact says what is the `least` and the `most` of something, and rightly so, or only one of them.

    Where it is `strict`, the two may not be equal.
    """
    least, most = (one.fields.get(name, "") for name in ("least", "most"))
    if not (least and most):
        return bool(least) != bool(most)
    return _amount(least) < _amount(most) or (_amount(least) == _amount(most) and "strict" not in one.fields)


_UNITS = {"k": 10**3, "M": 10**6, "G": 10**9}


def _amount(text: str) -> int:
    """Return a number that may have a unit behind it."""
    return int(text[:-1]) * _UNITS[text[-1]] if text[-1] in _UNITS else int(text)


def unlike_siblings(network: Network) -> Iterator[Finding]:
    """Find the one of several alike things of a device that lacks what all others have."""
    for device in network.devices:
        for setting in read_words().alike_things:
            has = {one.of for one in device.all(setting.has)}
            kept = {one.of for one in device.all(setting.only)} if setting.only else None
            things = {one.of: one for one in device.all(setting.kind) if kept is None or one.of in kept}
            lacking = [one for of, one in things.items() if of not in has]
            if len(lacking) == 1 and len(things) > FEWEST_ALIKE:
                lacks = f"the {setting.things} {lacking[0].of} lacks {setting.name}"
                message = f"On {device.device}, {lacks}, unlike the {len(things) - 1} others."
                yield Finding("unlike-siblings", "low", (device.device,), message, (lacking[0].line,))


FEWEST_ALIKE = 3
"""Things that must have it before the one that has not is worth a word."""


def shared_out(network: Network) -> Iterator[Finding]:
    """Find policies whose classes are promised, or limited to, more than 100 % or the rate of the whole."""
    for device in network.devices:
        for of, told in _by_thing(device.all("share")).items():
            total = sum(int(one.value) for one in told)
            if total > _EVERYTHING:
                message = f"{device.device} promises {total} % of the bandwidth to the classes of {of}."
                yield _promised(device, message, told)
        wholes = _by_thing(device.all("whole_rate"))
        for of, told in _by_thing(device.all("share_of_rate")).items():
            rates, whole = [_rate(one) for one in told], wholes.get(of, [])
            if len(whole) == 1 and sum(rates) > _rate(whole[0]):
                parts = " + ".join(_shown_rate(one) for one in told)
                message = f"{device.device} promises {parts} to the classes of {of}, which has {_shown_rate(whole[0])}."
                yield _promised(device, message, [*whole, *told])
        for one in device.all("capped_rate"):
            whole = wholes.get(one.of, [])
            if len(whole) == 1 and _rate(one) > _rate(whole[0]):
                message = (
                    f"{device.device} limits a class of {one.of} to {_shown_rate(one)}, "
                    f"which has {_shown_rate(whole[0])} as a whole: the limit never acts."
                )
                yield _promised(device, message, [*whole, one])


def _by_thing(told: Iterable[LineFact]) -> dict[str, list[LineFact]]:
    found: dict[str, list[LineFact]] = defaultdict(list)
    for one in told:
        found[one.of].append(one)
    return found


def _promised(device: DeviceFacts, message: str, told: Sequence[LineFact]) -> Finding:
    lines = tuple(one.line for one in told[:MOST_LINES])
    return Finding("rate-order", "medium", (device.device,), message, lines)


def _rate(one: LineFact) -> int:
    return int(one.value) * _UNITS.get(one.fields.get("unit_of", "").upper().replace("K", "k"), 1)


def _shown_rate(one: LineFact) -> str:
    return one.value + one.fields.get("unit_of", "")


_EVERYTHING = 100


def open_vty(network: Network) -> Iterator[Finding]:
    """Find vty lines that any address may reach."""

    def tell(device: DeviceFacts) -> Iterator[LineFact]:
        filtered = {one.value for one in device.all("vty_filter")}
        is_open = any(True for setting in _settings_of("telnet-server") for _ in _judged(device, setting))
        of_all = device.all("vty_filter_of_all") and not is_open
        return (one for one in device.all("vty") if one.value not in filtered and not of_all)

    says = "has no access class on vty {values}"
    for device in network.devices:
        is_odd = any("closed" not in one.fields for one in device.all("vty_filter"))
        severity: Severity = "medium" if is_odd else "low"
        others = ", unlike others" if is_odd else ""
        yield from _check(Network((device,)), tell, "vty-without-filter", severity, says + others)


def outside_management(network: Network) -> Iterator[Finding]:
    """Find interfaces to the outside on which a device can be managed, by themselves, their zone or their profile."""

    def tell(device: DeviceFacts) -> Iterator[LineFact]:
        outside = {plain_name(one.name): one.name for one in _outside(device, network)}
        by_itself = {plain_name(one.interface) for one in device.all("managed_by_itself")}
        limited = {one.of for one in device.all("managing_for_some")}
        offers = _by_thing(one for one in device.all("managing") if one.of not in limited)
        for one in device.all("managed_on"):
            if name := outside.get(plain_name(one.interface)):
                yield replace(one, fields={**one.fields, "value": name})
        for one in device.all("managed_by"):
            port = plain_name(one.interface)
            for each in offers.get(one.value, ()) if port in outside and port not in by_itself else ():
                for line in (each.line, one.line):
                    yield LineFact(each.kind, {"interface": one.interface, "value": outside[port]}, line)

    guarded = [one for one in network.devices if not (one.all("guards_itself") or _lets_some_in_alone(one))]
    says = "can be managed from the outside, on {values}"
    return _check(Network(tuple(guarded)), tell, "outside-management", "medium", says)


def _lets_some_in_alone(device: DeviceFacts) -> bool:
    """Tell whether every administrator may come from some addresses alone: nobody else is answered."""
    trusted = {one.of for one in device.all("trusted_host")}
    return bool(trusted) and trusted >= {one.of for one in device.all("administrator")}


def _outside(device: DeviceFacts, network: Network) -> Iterator[Interface]:
    """Yield the interfaces that say so, are in a zone called so, or lead to the Internet from an address of it.

    A zone's name alone does not count where a link with private addresses leads to another device of the network.
    """
    words = read_words()
    told = {plain_name(one.interface) for one in device.all("outside")}
    zones = (one for one in device.all("of_zone") if words.outsides.search(one.value))
    zoned = {plain_name(one.interface) for one in zones}
    reserved = [IPv4Network(text) for text in words.reserved_networks]
    hops = {
        hop
        for one in device.all("static_route")
        if (net := ipv4_network(one.fields.get("address", "0.0.0.0/0"), one.fields.get("mask", "")))
        and not net.prefixlen
        and (hop := ipv4_address(one.value))
    }
    for one in device.interfaces:
        nets = ipv4_subnets([one])
        public = [net for net in nets if not any(net.subnet_of(each) for each in reserved)]
        is_zoned = plain_name(one.name) in zoned and bool(public or not _is_shared(one, network))
        if plain_name(one.name) in told or is_zoned or any(hop in net for hop in hops for net in public):
            yield one


def _is_shared(interface: Interface, network: Network) -> bool:
    """Tell whether another device of the network has an address in a subnet of an interface."""
    nets = {address.owned.network for address in interface.addresses}
    return any(
        address.owned.network in nets
        for one in network.interfaces
        if one.device != interface.device
        for address in one.addresses
    )


def _kept(device: DeviceFacts, kind: str) -> Iterator[LineFact]:
    """Yield the secrets that whoever collected the file did not take out."""
    for one in device.all(kind):
        value, stands_for = one.value.lower(), STAND_IN.fullmatch(one.value)
        if stands_for and kind != "reversible" and stands_for["kind"] != "clear":
            continue
        if value and not set(value) <= _REMOVED and not value.startswith("<") and "removed" not in value:
            yield one


def _check(network: Network, tell: Tell, kind: str, severity: Severity, says: str) -> Iterator[Finding]:
    for device in network.devices:
        off = {plain_name(one.name) for one in device.interfaces if one.is_down}
        told = [one for one in tell(device) if plain_name(one.fields.get("interface", "")) not in off]
        lines = tuple(dict.fromkeys(one.line for one in told))
        if lines:
            values = " and ".join(sorted({one.value for one in told if one.value}))
            things = " and ".join(sorted({one.of for one in told if one.of}))
            said = says.format(
                count=len(lines),
                s="" if len(lines) == 1 else "s",
                y="y" if len(lines) == 1 else "ies",
                values=values,
                things=things,
            )
            yield Finding(kind, severity, (device.device,), f"{device.device} {said}.", lines[:MOST_LINES])
