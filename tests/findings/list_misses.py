"""Lists what a second reading of the text finds and the checks do not, and the other way round.

    python -m tests.findings.list_misses FOLDER...

Written apart from `findings`: regular expressions over IOS-like lines, and nothing of its words or facts. It knows less
(no other syntax, nothing is shared on purpose), so that each line it lists wants a look, and is not yet a miss.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_interface
from pathlib import Path

from findings import addresses, references
from findings.facts import Network, read_device
from findings.links import find_links, link_mask
from findings.statements import read_statements
from graph_store.records import SourceLine

DEFINED = re.compile(
    r"^(?:ip |ipv6 |mac )?(access-list|route-map|prefix-list|community-list|policy-map|class-map)"
    r"(?: (?:standard|extended|expanded|match-all|match-any))? (\S+)"
)
USED = {
    "access-list": r"(?:ip access-group|access-class|match ip address(?! prefix)|match access-group(?: name)?) (\S+)",
    "route-map": r"(?:(?<!^)route-map|ip policy route-map) (\S+)",
    "prefix-list": r"(?:prefix-list|distribute-list prefix) (\S+) (?:in|out)$|address prefix-list (\S+)$",
    "policy-map": r"service-policy (?:input|output) (\S+)",
}
Found = set[tuple[str, str]]


def read_folder(folder: Path) -> dict[str, list[str]]:
    """Return the lines of every file that looks like a configuration, by its name."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in (".json", ".md", ".log"):
            text = path.read_text(encoding="utf-8", errors="replace")
            if re.search(r"^(?:hostname|interface) ", text, re.MULTILINE):
                found[path.stem] = text.splitlines()
    return found


def undefined_by_text(lines: list[str]) -> set[str]:
    """Return names that a pattern of USED finds and no line of DEFINED has."""
    defined = {found[2] for line in lines if (found := DEFINED.match(line))}
    used = set()
    for line in lines:
        if line.startswith(" ") and "description" not in line:
            for pattern in USED.values():
                used |= {
                    name for found in re.finditer(pattern, line.strip()) for name in found.groups() if name
                }
    return used - defined


def unused_by_text(lines: list[str]) -> set[str]:
    """Return names of DEFINED that are a word of no other line."""
    defined = {found[2] for line in lines if (found := DEFINED.match(line))}
    others = [line.split() for line in lines if not DEFINED.match(line)]
    words = {word for line in others for word in line}
    return {name for name in defined if name not in words}


def addresses_by_text(files: dict[str, list[str]]) -> Iterator[tuple[str, str, str]]:
    """Yield device, interface and address with its prefix length, of interfaces that are up and in no VRF."""
    for device, lines in files.items():
        for block in re.split(r"\n(?=\S)", "\n".join(lines)):
            name = re.match(r"interface (\S+)", block)
            if name and not re.search(r"^ +(?:shutdown|.*vrf.*)$", block, re.MULTILINE):
                for found in re.finditer(r"^ +ip address ([\d.]+)[ /]([\d.]+)(.*)$", block, re.MULTILINE):
                    with suppress(ValueError):
                        yield device, name[1], str(ip_interface(f"{found[1]}/{found[2]}"))


def list_differences(folder: Path) -> Iterator[str]:
    """Yield one line for each difference."""
    files = read_folder(folder)
    network = _network(files)
    for kind, check, by_text in (
        ("undefined", references.undefined, undefined_by_text),
        ("unused", references.unused, unused_by_text),
    ):
        verb = " uses " if kind == "undefined" else " defines "
        told = {(one.devices[0], one.message.split(verb)[1]) for one in check(network)}
        here: Found = {(device, said.split(" and ")[0].split()[-1]) for device, said in told}
        there: Found = {(device, name) for device, lines in files.items() for name in by_text(lines)}
        yield f"{kind}: {len(here)} by the checks, {len(there)} by the text, {len(here & there)} by both"
        yield from (f"  miss? {kind} {device} {name}" for device, name in sorted(there - here))
        yield from (f"  more: {kind} {device} {name}" for device, name in sorted(here - there))
    owners = defaultdict(set)
    for device, interface, address in addresses_by_text(files):
        owners[address.split("/")[0]].add((device, interface))
    twice = {address for address, several in owners.items() if len(several) > 1}
    told_twice = {one.message.split()[0] for one in addresses.duplicates(network)}
    yield f"duplicate: {len(told_twice)} by the checks, {len(twice)} by the text"
    yield from (f"  miss? duplicate {one} {sorted(owners[one])}" for one in sorted(twice - told_twice))
    yield from (f"  more: duplicate {one}" for one in sorted(told_twice - twice))
    yield f"links: {len(find_links(network))}; masks that differ: {len(list(link_mask(network)))}"
    masks = defaultdict(set)
    for device, interface, address in addresses_by_text(files):
        net = ip_interface(address).network
        if 16 <= net.prefixlen < 32:
            masks[str(net.network_address)].add((net.prefixlen, device, interface))
    for start, several in sorted(masks.items()):
        if len({length for length, _, _ in several}) > 1 and len({device for _, device, _ in several}) > 1:
            yield f"  look: masks of {start}: {sorted(several)}"


def _network(files: dict[str, list[str]]) -> Network:
    devices = []
    for device, texts in files.items():
        lines = [SourceLine(device, number, text) for number, text in enumerate(texts, 1)]
        syntax, statements = read_statements(lines)
        devices.append(read_device(device, syntax, statements))
    return Network(tuple(devices))


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(f"== {argument}")
        print("\n".join(list_differences(Path(argument))))
