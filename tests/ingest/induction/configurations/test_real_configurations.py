"""What is found in real configurations equals what plain regular expressions count in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import Sandbox
from tests.ingest.induction.configurations.parsed_text import flatten


@dataclass(frozen=True, slots=True)
class Found:
    """What one parser found in the documents it was learned from."""

    types: Counter[str]
    properties: Counter[tuple[str, str]]
    lines: int
    explained: int

    @property
    def coverage(self) -> float:
        return self.explained / self.lines


def read(folder: Path, pattern: str) -> list[list[str]]:
    return [file.read_text(encoding="utf-8").splitlines() for file in sorted(folder.glob(pattern))]


def learn_and_read(documents: Sequence[Sequence[str]], sandbox: Sandbox) -> Found:
    source = induce_configuration(documents).parse_source
    types: Counter[str] = Counter()
    properties: Counter[tuple[str, str]] = Counter()
    explained = lines = 0
    for document in documents:
        owned: set[int] = set()
        for record in flatten(sandbox.run_parse(source, document)):
            types[record.type] += 1
            properties.update((record.type, name) for name in record.values)
            owned.update(index for first, last in record.lines for index in range(first, last + 1))
        full = {index for index, line in enumerate(document) if any(map(str.isalnum, line))}
        lines += len(full)
        explained += len(full & owned)
    return Found(types, properties, lines, explained)


def count(documents: Sequence[Sequence[str]], pattern: str) -> int:
    """Count the distinct matches of every document."""
    return sum(
        len({match[0] for line in document if (match := re.match(pattern, line))}) for document in documents
    )


def count_lines(documents: Sequence[Sequence[str]], pattern: str) -> int:
    return sum(bool(re.match(pattern, line)) for document in documents for line in document)


SETS = {
    "Cisco IOS, a campus": (
        "cisco-example/configs",
        "*.cfg",
        {"Interface": r"interface \S+", "Neighbor": r" neighbor \S+"},
        {
            "AccessListEntry": r"access-list \d+ +(permit|deny)",
            "IpAccessListExtendedEntry": r" (permit|deny) ",
        },
    ),
    "Cisco IOS, a backbone": (
        "stanford-backbone",
        "*_config.txt",
        {"Interface": r"interface \S+"},
        {"AccessListEntry": r"access-list \d+ +(permit|deny)"},
    ),
    "Cisco NX-OS": (
        "multi-vendor/nxos",
        "*.cfg",
        {"Interface": r"interface \S+", "Neighbor": r" +neighbor \S+"},
        {},
    ),
    "Juniper Junos": ("multi-vendor/juniper-evpn", "*.cfg", {}, {"Neighbor": r"\s*neighbor \S+"}),
    "Arista EOS": (
        "multi-vendor/dc-panos",
        "[bls][lpe][0ai]*.cfg",
        {"Interface": r"interface \S+", "Neighbor": r"   neighbor \S+"},
        {},
    ),
    "Junos in set form": (
        "multi-vendor/dc-panos",
        "bor*.cfg",
        {"Interface": r"set interfaces \S+", "Neighbor": r"set protocols bgp group \S+ neighbor \S+"},
        {},
    ),
    "PAN-OS in set form": (
        "multi-vendor/dc-panos",
        "fwl*.cfg",
        {"InterfaceEthernet": r"set network interface ethernet \S+", "Peer": r".* peer-group \S+ peer \S+"},
        {},
    ),
}


@pytest.mark.parametrize(("folder", "pattern", "distinct", "lines"), SETS.values(), ids=SETS)
def test_counts_and_coverage(
    folder: str,
    pattern: str,
    distinct: dict[str, str],
    lines: dict[str, str],
    shared_data: Path,
    sandbox: Sandbox,
) -> None:
    documents = read(shared_data / folder, pattern)
    assert documents
    found = learn_and_read(documents, sandbox)
    expected = {kind: count(documents, regex) for kind, regex in distinct.items()}
    expected |= {kind: count_lines(documents, regex) for kind, regex in lines.items()}
    counted = found.types + Counter({".".join(key): number for key, number in found.properties.items()})
    assert {kind: counted[kind] for kind in expected} == expected
    assert found.coverage >= 0.99


def test_other_keywords_give_the_same_coverage(shared_data: Path, sandbox: Sandbox) -> None:
    documents = read(shared_data / "cisco-example/configs", "*.cfg")
    keywords = Counter(
        word
        for document in documents
        for line in document
        for word in re.findall(r"(?<![\w.-])[a-z][a-z-]+(?![\w.])", line)
    )
    renamed = {word: "qz" + word for word, number in keywords.items() if number > 5}
    assert "qzinterface" in renamed.values()
    pattern = re.compile(r"(?<![\w.-])[a-z][a-z-]+(?![\w.])")
    others = [
        [pattern.sub(lambda match: renamed.get(match[0], match[0]), line) for line in document]
        for document in documents
    ]
    before, after = learn_and_read(documents, sandbox), learn_and_read(others, sandbox)
    assert abs(before.coverage - after.coverage) < 0.01
    assert after.types["Qzinterface"] == before.types["Interface"]
    assert after.types["Qzneighbor"] == before.types["Neighbor"]
