"""One label for what every make calls otherwise."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from graph_store.records import SourceLine
from ingest.concepts.common_labels import path_words, read_concepts
from ingest.files.read_times import TimeReader
from ingest.load.build_entities import EntityBuilder
from ingest.sandbox import RawRecord

CASES = {
    "a type that is called so": (["Interface"], "Interface"),
    "a kind of interface": (["InterfaceEthernet"], "Interface"),
    "an interface that a protocol names": (["RouterOspf", "Area", "Interface"], "ProtocolInterface"),
    "a neighbor under its process": (["RouterBgp", "Vrf", "VrfNeighbor"], "BgpNeighbor"),
    "a peer": (["Bgp", "Peer"], "BgpNeighbor"),
    "a neighbor of no known process": (["Neighbor"], ""),
    "entries of access lists": (["Ipv6AccessList", "Ipv6AccessListEntry"], "FilterEntry"),
    "terms of filters": (["FirewallFilter", "Term"], "FilterEntry"),
    "terms of policies": (["PolicyOptionsPolicyStatement", "Term"], "RoutePolicyClause"),
    "what an interface names is no definition": (["Interface", "Filter"], ""),
    "what the name says besides may be something else": (["Interface", "IpAccessGroup"], ""),
    "names in capitals": (["BGPNeighbor"], "BgpNeighbor"),
    "a zone for management alone": (["ZonesFunctionalZone"], "Zone"),
    "plurals": (["NtpServers"], "NtpServer"),
    "a word that no vendor of these uses": (["FlowExporter"], ""),
}


@pytest.mark.parametrize(("types", "label"), CASES.values(), ids=CASES)
def test_label_of(types: list[str], label: str) -> None:
    path: tuple[str, ...] = ()
    for kind in types[:-1]:
        path = path_words(path, kind, "x1")
    assert read_concepts().label_of(path, types[-1]) == label


def test_a_key_that_is_a_word_says_what_stands_in_it() -> None:
    path = path_words((), "ConfigSystem", "interface")
    assert read_concepts().label_of(path, "ConfigSystemEdit") == "Interface"
    assert read_concepts().label_of(path_words((), "ConfigSystem", "ha1"), "ConfigSystemEdit") == ""


def test_every_label_is_a_name_and_every_phrase_is_in_lower_case(tmp_path: Path) -> None:
    concepts = read_concepts()
    assert all(label.isidentifier() and label[0].isupper() for label in concepts.labels)
    said = [
        word for found in concepts.phrases.values() for one in found for words in one.phrase for word in words
    ]
    assert all(word == word.lower() and word.isalnum() for word in said)
    own = tmp_path / "more.toml"
    own.write_text('[Turnout]\nwords = ["rail switch", "points|turnout"]\n')
    assert read_concepts(own).label_of((), "Turnouts") == "Turnout"


def _record(kind: str, key: str, *children: RawRecord) -> RawRecord:
    return RawRecord(kind, {"key": key}, ((0, 0),), tuple(children))


def test_what_stands_inside_its_own_kind_is_not_counted_again() -> None:
    records = [_record("IpRoute", "10.0.0.0", _record("IpRouteEntry", "10.0.0.1"), _record("Comment", "c"))]
    builder = EntityBuilder("r1.cfg", {}, TimeReader(datetime(2026, 1, 1, tzinfo=UTC)))
    built = builder.build(records, [SourceLine("r1.cfg", 1, "ip route 10.0.0.0 255.0.0.0 10.0.0.1 c")])
    assert [(one.type, one.common) for one in built] == [
        ("IpRoute", "StaticRoute"),
        ("IpRouteEntry", ""),
        ("Comment", ""),
    ]
