"""Finds the two ends of each link: the only two in a small subnet, or two whose descriptions name each other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from findings.facts import Interface, Network, plain_name

WIDEST = {4: 16, 6: 64}
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
            if WIDEST[net.version] <= net.prefixlen < net.max_prefixlen and not net.is_link_local:
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
