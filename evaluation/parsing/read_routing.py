"""Reads BGP and OSPF of an IOS configuration by regular expressions."""

from __future__ import annotations

from collections.abc import Iterator

from evaluation.parsing.read_blocks import Block, Statement
from evaluation.parsing.read_interfaces import ADDRESS
from evaluation.parsing.records import Fact, Wanted

_POLICY = r"neighbor (\S+) (?:route-map|prefix-list|distribute-list|filter-list) (\S+) (in|out)"


def read_ospf(path: str, block: Block) -> Iterator[Fact]:
    """Yield the networks of an OSPF process: address, wildcard and area."""
    head = block.head.match(r"router ospf (\S+)(?: vrf \S+)?")
    for line in block.body if head else ():
        found = line.match(rf"network ({ADDRESS}) ({ADDRESS}) area (\S+)")
        if head and found:
            wanted = (
                Wanted(head[1], block.head.number, "name", above=True),
                Wanted(found[1], line.number),
                Wanted(found[2], line.number, "mask", of=found[1]),
                Wanted(found[3], line.number),
            )
            yield Fact("OSPF network", path, line.number, line.text, wanted)


def read_bgp(path: str, block: Block) -> Iterator[Fact]:
    """Yield the BGP process, its neighbors and their policies in each address family."""
    head = block.head.match(r"router bgp (\S+)")
    if not head:
        return
    process = Wanted(head[1], block.head.number, "name", above=True)
    yield Fact("BGP process", path, block.head.number, head[1], (process,))
    for name, lines in _neighbors(block).items():
        yield from _neighbor(path, process, name, lines)
    for line, family in _with_family(block):
        found = line.match(_POLICY)
        if found:
            yield _policy(path, process, line, family, found.groups())


def _neighbors(block: Block) -> dict[str, list[Statement]]:
    """Return the lines of each neighbor or peer group."""
    found: dict[str, list[Statement]] = {}
    for line in block.body:
        named = line.match(r"neighbor (\S+) .+")
        if named:
            found.setdefault(named[1], []).append(line)
    return found


def _neighbor(path: str, process: Wanted, name: str, lines: list[Statement]) -> Iterator[Fact]:
    """Yield the neighbor with each AS and each group it is in; with its name alone where it has none."""
    numbers = tuple(line.number for line in lines)
    stating = [(line, line.match(r"neighbor \S+ (?:remote-as|peer-group) (\S+)")) for line in lines]
    for line, found in [pair for pair in stating if pair[1]] or [(lines[0], None)]:
        wanted = [process, Wanted(name, line.number, "name", above=True)]
        if found:
            wanted.append(Wanted(found[1], line.number))
        label = line.text.removeprefix("neighbor ")
        yield Fact("BGP neighbor", path, line.number, label, tuple(wanted), numbers, alone=False)


def _with_family(block: Block) -> Iterator[tuple[Statement, Statement | None]]:
    """Yield each line with the address family it is in, by its indentation or up to exit-address-family."""
    family: Statement | None = None
    nested = False
    for line in block.body:
        if line.text.startswith("address-family "):
            family, nested = line, False
            continue
        nested = nested or family in line.above
        if line.text == "exit-address-family" or (nested and family not in line.above):
            family = None
        yield line, family


def _policy(
    path: str,
    process: Wanted,
    line: Statement,
    family: Statement | None,
    parts: tuple[str, ...],
) -> Fact:
    neighbor, policy, direction = parts
    wanted = [process, Wanted(neighbor, line.number, "name", above=True)]
    if family:
        wanted += [Wanted(word, family.number, "word", above=True) for word in family.text.split()[1:2]]
    wanted += [
        Wanted(policy, line.number),
        Wanted(direction, line.number, "direction", of=policy),
    ]
    return Fact("BGP policy", path, line.number, line.text, tuple(wanted), alone=False)
