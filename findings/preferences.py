"""Checks that what is called a backup is not preferred to what it stands in for: static routes, and routes of BGP."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import permutations

from findings.facts import DeviceFacts, LineFact, Network, in_vrf, kept_with_facts
from findings.ipv4 import ipv4_network
from findings.records import Finding
from findings.words import read_words
from graph_store.records import SourceLine


@dataclass(frozen=True, slots=True)
class _Way:
    """One of several ways to the same: what it is called, how it is ranked (the lowest is taken), and its lines."""

    name: str
    called: str
    rank: tuple[int, ...]
    says: str
    lines: tuple[SourceLine, ...]

    @property
    def is_backup(self) -> bool:
        return bool(read_words().backups.search(self.called))


def preferred_backups(network: Network) -> Iterator[Finding]:
    """Find ways that are called backups, and are taken before others to the same that are not."""
    for device in network.devices:
        ways: dict[Hashable, list[_Way]] = defaultdict(list)
        for to, way in (*_static_routes(device), *_neighbors(device)):
            ways[to].append(way)
        for backup, other in (pair for several in ways.values() for pair in permutations(several, 2)):
            if backup.is_backup and not other.is_backup and backup.rank < other.rank:
                message = (
                    f"{device.device} prefers a backup: {backup.name} ({backup.called}) has {backup.says}, "
                    f"{other.name}{f' ({other.called})' if other.called else ''} has {other.says}."
                )
                lines = tuple(dict.fromkeys((*backup.lines, *other.lines)))
                yield Finding("backup-preferred", "medium", (device.device,), message, lines)


def preferred_blackholes(network: Network) -> Iterator[Finding]:
    """Find routes that drop what another static route to the same would forward, and are taken first."""
    for device in network.devices:
        for kind, default in read_words().default_ranks.items():
            told = [
                (one, ipv4_network(one.fields.get("address", "0.0.0.0/0"), one.fields.get("mask", "")))
                for one in device.all(kind)
            ]
            for (drops, net), (other, to) in permutations(told, 2):
                ranks = [int(one.fields.get("rank", default)) for one in (drops, other)]
                if (
                    "blackhole" in drops.fields
                    and "blackhole" not in other.fields
                    and net == to
                    and ranks[0] < ranks[1]
                ):
                    message = (
                        f"{device.device} drops what it has a route for: the blackhole for {net} has distance "
                        f"{ranks[0]}, the other route {ranks[1]}."
                    )
                    yield Finding(
                        "backup-preferred", "medium", (device.device,), message, (drops.line, other.line)
                    )


@kept_with_facts
def spare_routes(device: DeviceFacts) -> frozenset[tuple[str, str, str]]:
    """Return the VRF, network and next hop of static routes that are ranked to wait until other routes are gone."""
    return frozenset(
        (in_vrf(one), str(net), one.fields.get("by", "").rpartition(" ")[2])
        for kind, default in read_words().default_ranks.items()
        for one in device.all(kind)
        if int(one.fields.get("rank", default)) > default
        and (net := ipv4_network(one.fields.get("address", "0.0.0.0/0"), one.fields.get("mask", "")))
    )


def _static_routes(device: DeviceFacts) -> Iterator[tuple[Hashable, _Way]]:
    """Yield the static routes that lead anywhere, by VRF and destination."""
    for kind, default in read_words().default_ranks.items():
        for one in device.all(kind):
            net = ipv4_network(one.fields.get("address", "0.0.0.0/0"), one.fields.get("mask", ""))
            distance, priority = int(one.fields.get("rank", default)), int(one.fields.get("second", "0"))
            if net is not None and "blackhole" not in one.fields:
                name = " by ".join(filter(None, (f"the route to {net}", one.fields.get("by", ""))))
                says = f"distance {distance}" + (
                    f" and priority {priority}" if "second" in one.fields else ""
                )
                called = one.fields.get("called", "")
                yield (
                    ("static", in_vrf(one), net),
                    _Way(name, called, (distance, priority), says, (one.line,)),
                )


def _neighbors(device: DeviceFacts) -> Iterator[tuple[Hashable, _Way]]:
    """Yield the BGP neighbors in other ASes whose routes get one local preference, which all of them have in common."""
    given: dict[str, list[LineFact]] = defaultdict(list)
    for one in device.all("local_preference"):
        given[one.fields["policy"].split()[-1]].append(one)
    for neighbor in device.neighbors if given else ():
        of = {neighbor.peer, neighbor.group} - {""}
        policies = [one for one in device.all("bgp_in") if one.fields["peer"] in of]
        told = [one for each in policies for one in given.get(each.fields["policy"], ())]
        if len(policies) == 1 and len({one.value for one in told}) == 1 and neighbor.remote != neighbor.own:
            texts = [one.value for one in device.all("bgp_described") if one.fields["peer"] in of]
            called = " ".join(dict.fromkeys((*texts, neighbor.group, policies[0].fields["policy"]))).strip()
            name, says = f"the BGP neighbor {neighbor.peer}", f"local preference {told[0].value}"
            lines = (told[0].line, policies[0].line)
            yield ("bgp", neighbor.vrf), _Way(name, called, (-int(told[0].value),), says, lines)
