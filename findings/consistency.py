"""Checks for what one device lacks and most devices like it have."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from findings.facts import DeviceFacts, LineFact, Network
from findings.partners import partners_of
from findings.records import Finding, Severity
from findings.set_aside import missing_end
from graph_store.records import SourceLine
from reading.spoken_names import name_some

FEWEST_DEVICES = 4
FEWEST_WITH = 0.75
"""The share of the devices that must have it."""
MOST_WITHOUT = 5
"""At most one device in so many, or one, lacks it: more are there on purpose."""
SERVERS = {
    "ntp": "NTP server",
    "syslog": "syslog server",
    "aaa": "AAA server",
    "trap_host": "SNMP trap receiver",
    "name_server": "name server",
}
FEATURES = {
    "ntp": "no NTP server",
    "syslog": "no syslog server",
    "aaa": "no AAA server",
    "snmp": "no SNMP settings",
    "banner": "no login banner",
}
TRACES = {
    "ntp": ("ntp", "sntp", "chrony", "timesync"),
    "syslog": ("logging", "syslog", "rsyslog", "loghost", "syslogd"),
    "aaa": ("tacacs", "radius", "aaa", "hwtacacs", "tacplus"),
    "snmp": ("snmp", "snmpv3", "snmpd", "snmp-server", "snmp-agent"),
    "banner": ("banner", "motd", "announcement", "header", "message"),
}
"""Words of which a device of another make has none, if it surely lacks the feature."""


@dataclass(frozen=True, slots=True)
class _Whole:
    """All that is told on one device, whatever number of files it has."""

    device: str
    parts: tuple[DeviceFacts, ...]

    def all(self, kind: str) -> list[LineFact]:
        return [one for part in self.parts for one in part.all(kind)]

    def values(self, kind: str) -> frozenset[str]:
        return frozenset(one.value for one in self.all(kind))

    @property
    def first_words(self) -> frozenset[str]:
        return frozenset().union(*(part.first_words for part in self.parts))

    @property
    def form(self) -> str:
        return self.parts[0].form


def lacking_servers(network: Network) -> Iterator[Finding]:
    """Find devices that lack a server which most others have, though they have another one for it."""
    fleet = _fleet(network)
    for kind, name in SERVERS.items():
        having = [device for device in fleet if device.all(kind)]
        for value in sorted({value for device in having for value in device.values(kind)}):
            with_it = [device for device in having if value in device.values(kind)]
            without = [device for device in having if value not in device.values(kind)]
            is_small = len(having) == len(fleet) == FEWEST_DEVICES - 1 and _has_another(
                without, kind, with_it
            )
            is_rare = is_small or _is_majority(len(with_it), len(without))
            if is_rare and not _have_their_own(without, kind, with_it):
                for device in without:
                    message = (
                        f"lacks the {name} {value}, unlike {len(with_it)} of {len(having)} devices like it"
                    )
                    lines = [one.line for one in device.all(kind)]
                    if instead := _instead(device, kind, value, with_it):
                        message += f", and has {name_some(instead, len(instead))} instead"
                    severity: Severity = "low" if is_small or instead or _is_cut_off(device) else "medium"
                    yield _finding("not-like-others", device, message, lines, severity)


def _has_another(without: Sequence[_Whole], kind: str, with_it: Sequence[_Whole]) -> bool:
    """Tell whether one device has one server where two others share one, and else what these have."""
    values = [device.values(kind) for device in (*without, *with_it)]
    shared = frozenset.intersection(*values[1:])
    return len(without) == 1 and len(values[0] - shared) == 1 and len(shared - values[0]) == 1


def _instead(device: _Whole, kind: str, value: str, with_it: Sequence[_Whole]) -> list[str]:
    """Return the servers that only this device has, if it has as many as others; not one that may be a slip."""
    own = device.values(kind) - frozenset().union(*(one.values(kind) for one in with_it))
    is_fewer = len(device.values(kind)) < min(len(one.values(kind)) for one in with_it)
    is_slip = any(one.rpartition(".")[0] == value.rpartition(".")[0] for one in own)
    return [] if is_fewer or is_slip else sorted(own)


def _is_cut_off(device: _Whole) -> bool:
    return any(missing_end(part) for part in device.parts)


def lacking_features(network: Network) -> Iterator[Finding]:
    """Find devices on which nothing is set that most others like them have set, or most of the whole network."""
    fleet = _fleet(network)
    alike: dict[str, list[_Whole]] = defaultdict(list)
    for device in fleet:
        alike[device.form].append(device)
    partners = partners_of(network)
    for kind, says in FEATURES.items():
        told = set()
        for group in (*alike.values(), fleet):
            with_it = [device for device in group if device.all(kind)]
            without = [device for device in group if not device.all(kind)]
            is_small = len(group) == FEWEST_DEVICES - 1 and len(without) == 1
            if not (is_small or _is_majority(len(with_it), len(without))) or not _is_one_network(group):
                continue
            is_whole = group is fleet and len(alike) > 1
            where = "of the network" if is_whole else "like it"
            message = f"has {says}, unlike {len(with_it)} of {len(group)} devices {where}"
            for device in without:
                named = device.all("hostname")  # a file without one is a part of a configuration
                if any(one.all(kind) for one in partners.get(device.device, ())):
                    continue  # which is told of the two
                if device.device not in told and named and _surely_lacks(device, kind, with_it):
                    told.add(device.device)
                    is_low = is_whole or is_small or _is_cut_off(device)
                    severity: Severity = "low" if is_low else "medium"
                    yield _finding("feature-missing", device, message, [named[0].line], severity)


def _fleet(network: Network) -> list[_Whole]:
    parts: dict[str, list[DeviceFacts]] = defaultdict(list)
    for device in network.devices:
        if device.statements:
            parts[device.device].append(device)
    return [_Whole(name, tuple(found)) for name, found in parts.items()]


def _is_majority(with_it: int, without: int) -> bool:
    total = with_it + without
    few = 0 < without <= max(1, total // MOST_WITHOUT)
    return few and total >= FEWEST_DEVICES and with_it / total >= FEWEST_WITH


def _have_their_own(without: Sequence[_Whole], kind: str, with_it: Sequence[_Whole]) -> bool:
    """Tell whether several devices share a server that the others do not have: they are of another role."""
    shared = frozenset.intersection(*(device.values(kind) for device in without))
    others = frozenset().union(*(device.values(kind) for device in with_it))
    return len(without) > 1 and bool(shared - others)


def _is_one_network(group: Sequence[_Whole]) -> bool:
    """Tell whether most devices share a server with another one: files of anywhere say nothing about each other."""
    held = [{(kind, value) for kind in SERVERS for value in device.values(kind)} for device in group]
    counts = Counter(one for values in held for one in values)
    return sum(any(counts[one] > 1 for one in values) for values in held) > len(group) / 2


def _surely_lacks(device: _Whole, kind: str, with_it: Sequence[_Whole]) -> bool:
    """Tell whether one of the same make has it, or else no word of the device speaks of it."""
    words = device.first_words
    if any(one.form == device.form and 2 * len(one.first_words & words) >= len(words) for one in with_it):
        return True
    return not any(word in part.places for part in device.parts for word in TRACES[kind])


def _finding(
    kind: str, device: _Whole, says: str, lines: Sequence[SourceLine], severity: Severity = "medium"
) -> Finding:
    shown = tuple(dict.fromkeys(lines))[:6]
    return Finding(kind, severity, (device.device,), f"{device.device} {says}.", shown)
