"""Judges how well configurations were parsed: `python -m benchmarks.parsing.configuration_facts KG FILES...`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.parsing.find_facts import add_reports, find_facts
from benchmarks.parsing.log_accuracy import read_texts
from benchmarks.parsing.read_blocks import Block, Statement, read_blocks
from benchmarks.parsing.read_entities import ParsingJudgeError, read_entities
from benchmarks.parsing.records import Fact, FactReport, Wanted
from graph_store.errors import GraphError
from graph_store.open_graph import open_graph
from graph_store.records import Entity

# Reads interfaces with their addresses, VLANs and static routes of an IOS configuration by regular expressions.


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


# Reads access lists, prefix lists and route maps of an IOS configuration by regular expressions.


HOST = "host"
"""Says that an address has no wildcard: so does the address alone."""
EQUAL = "eq"
"""Says that a port is one number or name: so does the port alone."""
_KEYWORD = re.compile(r"[a-z][a-z\-]*")
_IP = r"(?:ip|ipv6) (?:address(?: prefix-list)?|next-hop|route-source|default next-hop|precedence|dscp)"
_PHRASES = re.compile(
    rf"(?:match|set) (?:{_IP}|as-path prepend|extcommunity (?:rt|soo|cost)|[a-z][a-z\-]*)(?![^ ])"
)
_TRAILING = frozenset({"additive", "none", "delete", "exact-match", "internet", "no-export", "no-advertise"})
_ENTRY = r"(?:(\d+) )?(permit|deny|remark)(?: (.+))?"


def read_access_lists(path: str, block: Block) -> Iterator[Fact]:
    """Yield every entry of a numbered or named access list; remarks are none."""
    numbered = block.head.match(r"access-list (\S+) (permit|deny) (.+)")
    if numbered:
        yield _access_entry(path, block.head, numbered[1], "", numbered[2], numbered[3], above=())
    named = block.head.match(r"(?:ip|ipv6) access-list (?:(standard|extended) )?(\S+)")
    for line in block.body if named else ():
        entry = line.match(_ENTRY)
        if named and entry and entry[2] != "remark":
            above = (Wanted(named[1], block.head.number, "word", above=True),) if named[1] else ()
            yield _access_entry(path, line, named[2], entry[1] or "", entry[2], entry[3] or "", above)


def _access_entry(
    path: str,
    line: Statement,
    name: str,
    sequence: str,
    action: str,
    rest: str,
    above: tuple[Wanted, ...],
) -> Fact:
    wanted = [Wanted(name, line.number, "name", above=True), *above]
    if sequence:
        wanted.append(Wanted(sequence, line.number))
    wanted.append(Wanted(action, line.number, "word"))
    before = ""
    for token in rest.split():
        is_wildcard = re.fullmatch(ADDRESS, token) and re.fullmatch(ADDRESS, before)
        if is_wildcard:
            wanted.append(Wanted(token, line.number, "mask", of=before))
        elif token not in (HOST, EQUAL):
            wanted.append(Wanted(token, line.number, "word" if _KEYWORD.fullmatch(token) else "value"))
        before = "" if is_wildcard or before == HOST else token
    label = f"{name} {action} {rest}".strip()
    return Fact("access-list entry", path, line.number, label, tuple(wanted), order=f"access-list {name}")


def read_prefix_list(path: str, block: Block) -> Iterator[Fact]:
    """Yield a prefix list's entry."""
    line = block.head
    found = line.match(
        r"(?:ip|ipv6) prefix-list (\S+) (?:seq (\d+) )?(permit|deny) (\S+)(?: ge (\d+))?(?: le (\d+))?"
    )
    if not found:
        return
    name, sequence, action, prefix, least, most = found.groups()
    wanted = [
        Wanted(name, line.number, "name", above=True),
        Wanted(action, line.number, "word"),
        Wanted(prefix, line.number),
    ]
    if sequence:
        wanted.append(Wanted(sequence, line.number, "name"))
    wanted += [Wanted(length, line.number) for length in (least, most) if length]
    label = f"{name} {sequence or ''} {action} {prefix}"
    yield Fact("prefix-list entry", path, line.number, label, tuple(wanted), order=f"prefix-list {name}")


def read_route_map(path: str, block: Block) -> Iterator[Fact]:
    """Yield a clause of a route map with all that it matches and sets."""
    head = block.head.match(r"route-map (\S+)(?: (permit|deny))?(?: (\d+))?")
    if not head:
        return
    number = block.head.number
    wanted = [Wanted(head[1], number, "name", above=True)]
    if head[2]:
        wanted.append(Wanted(head[2], number, "word"))
    if head[3]:
        wanted.append(Wanted(head[3], number, "name"))
    for line in block.body:
        wanted += _condition(line)
    lines = (number, *(line.number for line in block.body))
    yield Fact("route-map clause", path, number, block.head.text[10:], tuple(wanted), lines)


def _condition(line: Statement) -> Iterator[Wanted]:
    """Yield the values of a match or set line; what it matches or sets is a property's name, and so free."""
    phrase = _PHRASES.match(line.text)
    verb, *rest = line.text.split()
    if verb in ("match", "set"):
        values = line.text[phrase.end() :].split() if phrase else rest[1:]
        for token in values:
            yield Wanted(token, line.number, "word" if token in _TRAILING else "value")


# Reads BGP and OSPF of an IOS configuration by regular expressions.


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


# Reads what a Cisco IOS configuration says, by regular expressions: the truth that parsers are judged by.


READERS = (
    read_interfaces,
    read_route_map,
    read_prefix_list,
    read_access_lists,
    read_bgp,
    read_ospf,
    read_vlan,
    read_static_route,
)
KINDS = (
    "interface",
    "address",
    "route-map clause",
    "prefix-list entry",
    "access-list entry",
    "BGP process",
    "BGP neighbor",
    "BGP policy",
    "OSPF network",
    "vlan",
    "static route",
)


def read_facts(path: str, texts: Sequence[str]) -> list[Fact]:
    """Return all facts of a file, in the order of their kinds, then of their lines."""
    facts = [fact for block in read_blocks(texts) for read in READERS for fact in read(path, block)]
    return sorted(facts, key=lambda fact: (KINDS.index(fact.kind), fact.number))


def configuration_facts(entities: Sequence[Entity], file: Path) -> FactReport:
    """Judge a parser's entities of a configuration by what the file says. Raises UnreadableTruthError."""
    return find_facts(read_facts(str(file), read_texts(file)), entities)


def describe_facts(report: FactReport) -> str:
    """Write a table of the kinds, then what is missing and what is invented."""
    rows = sorted(report.kinds, key=lambda row: KINDS.index(row[0]))
    rows.append(("all", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    text = [f"{'kind':18}{'expected':>9}{'found':>7}{'share':>8}"]
    for kind, expected, found in rows:
        share = found / expected if expected else 1.0
        text.append(f"{kind:18}{expected:9}{found:7}{share:8.3f}")
    for missed in report.missed:
        fact = missed.fact
        why = f"not held: {', '.join(missed.lacks)}" if missed.lacks else "no entity (left) with this line"
        text.append(f"missing  {fact.path}:{fact.number} {fact.kind} {fact.name}: {why}")
    for each in report.invented:
        text.append(f"invented {each.path}:{each.number} {each.type} {each.key}")
    return "\n".join(text)


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 when a fact is missing, 2 when nothing could be judged."""
    parser = argparse.ArgumentParser(prog="configuration_facts", description=__doc__)
    parser.add_argument("kg", metavar="KG")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        with open_graph(options.kg) as graph:
            reports = [configuration_facts(read_entities(graph, file), file) for file in options.files]
    except (ParsingJudgeError, GraphError) as error:
        print(error, file=sys.stderr)
        return 2
    report = add_reports(reports)
    print(describe_facts(report))
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
