"""Things that people ask of all devices have the same label, whatever make says them: NTP, DNS, OSPF, routes, users."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graph_store.records import SourceLine
from ingest.files.read_times import TimeReader
from ingest.learn.shipped.find_format import read_formats
from ingest.load.build_entities import EntityBuilder
from ingest.sandbox import RawRecord

BY_NAME = {each.name: each for each in read_formats()}
WRITTEN = tomllib.loads(Path(__file__).with_name("common_things.toml").read_text("utf-8"))
IS_NOT = {"NtpPeer": "NtpServer", "BgpVrf": "BgpNeighborAddressFamily"}
"""A peer is no server; the neighbors of a VRF are neighbors, and not what families say of them."""
CASES = [(make, label) for make, things in WRITTEN.items() for label in things]


def record_of(record: Mapping[str, Any]) -> RawRecord:
    """Return what a parser gives as the sandbox hands it on."""
    values = {name: tuple(one) if isinstance(one, list) else one for name, one in record["values"].items()}
    children = tuple(record_of(child) for child in record.get("children", ()))
    return RawRecord(
        record["type"], values, tuple((first, last) for first, last in record["lines"]), children
    )


@pytest.mark.parametrize(("make", "label"), CASES, ids=[f"{make}, {label}" for make, label in CASES])
def test_a_thing_has_the_label_of_all_makes(make: str, label: str) -> None:
    texts = WRITTEN[make][label].split("\n")
    lines = [SourceLine("a.cfg", number, text) for number, text in enumerate(texts, 1)]
    builder = EntityBuilder("a.cfg", {}, TimeReader(datetime(2026, 1, 1, tzinfo=UTC)), named=True)
    entities = builder.build([record_of(one) for one in BY_NAME[make].parse(texts)], lines)
    found = [one for one in entities if label in (one.type, one.common)]
    assert found, [(one.type, one.common, one.key) for one in entities]
    assert any(one.key or one.values for one in found)
    assert IS_NOT.get(label) not in {one.common for one in entities}


def test_every_make_says_most_of_them() -> None:
    counts = Counter(label for _, label in CASES)
    labels = {label for label, count in counts.items() if count > len(WRITTEN) / 2}
    full = [make for make, things in WRITTEN.items() if len(things) >= len(labels) - 2]
    assert len(full) >= 22


def test_a_repeated_record_of_a_nexus_stands_for_several() -> None:
    lines = [
        "2026 Mar  3 03:00:00 nx1 %ETHPORT-5-IF_DOWN_LINK_FAILURE: Interface Ethernet1/2 is down (Link failure)",
        "2026 Mar  3 03:00:10 nx1 last message repeated 2 times",
    ]
    _, repeated = BY_NAME["cisco-ios-log"].parse(lines)
    assert (repeated["type"], repeated["values"]["repeated"]) == ("LastMessageRepeated", 2)
