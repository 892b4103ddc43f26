"""Reads interfaces with their addresses, VLANs and static routes of an IOS configuration by regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evaluation.parsing.read_blocks import Block, Statement
from evaluation.parsing.records import Fact, Wanted

ADDRESS = r"\d+\.\d+\.\d+\.\d+"
_WORDS = frozenset({"vrf", "tag", "name", "track", "permanent", "global", "dhcp", "multicast"})


def read_interfaces(path: str, block: Block) -> Iterator[Fact]:
    """Yield the interface with its description and whether it is shut down, then its addresses."""
    head = block.head.match(r"interface (.+)")
    if not head:
        return
    name = head[1]
    wanted = [Wanted(name, block.head.number, "name")]
    shut = False
    for line in block.body:
        if found := line.match(r"description (.+)"):
            wanted.append(Wanted(found[1], line.number))
        if line.text in ("shutdown", "no shutdown"):
            shut = line.text == "shutdown"
            wanted.append(Wanted("shutdown", line.number, "on" if shut else "off"))
    lines = (block.head.number, *(line.number for line in block.body))
    yield Fact(
        "interface",
        path,
        block.head.number,
        name,
        tuple(wanted),
        lines,
        unless="" if shut else "shutdown",
    )
    for line in block.body:
        yield from _address(path, name, block.head.number, line)


def _address(path: str, interface: str, head: int, line: Statement) -> Iterator[Fact]:
    of_interface = Wanted(interface, head, "name", above=True)
    if found := line.match(rf"ip address ({ADDRESS}) ({ADDRESS})( secondary)?"):
        wanted = [of_interface, Wanted(found[1], line.number), _mask(found[2], found[1], line)]
        if found[3]:
            wanted.append(Wanted("secondary", line.number, "word"))
    elif found := line.match(r"ipv6 address (\S*:\S*)(?: .*)?"):
        wanted = [of_interface, Wanted(found[1], line.number)]
    else:
        return
    yield Fact("address", path, line.number, f"{interface} {found[1]}", tuple(wanted), alone=False)


def _mask(mask: str, address: str, line: Statement) -> Wanted:
    return Wanted(mask, line.number, "mask", of=address)


def read_vlan(path: str, block: Block) -> Iterator[Fact]:
    """Yield a VLAN with its name."""
    head = block.head.match(r"vlan (\d[\d,\-]*)")
    if not head:
        return
    wanted = [Wanted(head[1], block.head.number, "name")]
    for line in block.body:
        if found := line.match(r"name (.+)"):
            wanted.append(Wanted(found[1], line.number))
    lines = (block.head.number, *(line.number for line in block.body))
    yield Fact("vlan", path, block.head.number, head[1], tuple(wanted), lines)


def read_static_route(path: str, block: Block) -> Iterator[Fact]:
    """Yield a static route: prefix, mask, and what stands behind them."""
    number = block.head.number
    head = block.head.match(rf"ip route (?:vrf (\S+) )?({ADDRESS}) ({ADDRESS}) (.+)")
    if not head:
        return
    rest = [
        Wanted(token, number, "word" if token in _WORDS else "value") for token in re.findall(r"\S+", head[4])
    ]
    vrf = [Wanted(head[1], number)] if head[1] else []
    wanted = (*vrf, Wanted(head[2], number), Wanted(head[3], number, "mask", of=head[2]), *rest)
    yield Fact("static route", path, number, f"{head[2]} {head[3]} {head[4]}", wanted)
