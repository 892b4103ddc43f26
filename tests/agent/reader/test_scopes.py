"""Which devices, files, times and severities a question means, and what logs say of a thing that it describes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import wirelore
from agent.devices_by_word import DevicesByWord
from agent.reader.candidate_lines import CandidateLines
from agent.reader.show_data import DataReader, ShownData
from agent.value_index import ValueIndex
from graph_store.open_graph import open_graph
from graph_store.records import Description, Document

VYOS = """interfaces {{
    ethernet eth0 {{
        address 192.0.2.{n}/24
        description "to Quayside"
    }}
}}
system {{
    host-name edge{n}
    ntp {{
        server 192.0.2.9 {{
        }}
    }}
    login {{
        user {user} {{
            full-name "someone"
        }}
    }}
}}
// vyos-config-version: "ntp@2:system@25"
// Release version: 1.4.0
"""
LOG = """2026-03-05T22:0{n}:17+01:00 edge{n} ERROR kernel: eth0 link is down
2026-03-05T22:0{n}:40+01:00 edge{n} INFO kernel: eth0 link is up
2026-03-06T08:0{n}:00+01:00 edge{n} INFO sshd: Accepted password for ida from 192.0.2.77 port 4{n}00 ssh2
2026-03-06T09:0{n}:00+01:00 edge{n} INFO sshd: Failed password for lena from 192.0.2.78 port 4{n}00 ssh2
"""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DataReader]:
    folder = tmp_path_factory.mktemp("scopes")
    for n in (1, 2):
        (folder / f"edge{n}.conf").write_text(VYOS.format(n=n, user=("ida", "lena")[n - 1]), "utf-8")
    (folder / "all.log").write_text(LOG.format(n=1) + LOG.format(n=2), "utf-8")
    kg = folder / "kg"
    with wirelore.open_kg(kg, create=True) as opened:
        opened.ingest(folder / "edge1.conf", folder / "edge2.conf", folder / "all.log")
    with open_graph(str(kg), idle_s=1.0) as graph:
        look_up, description = ValueIndex(graph), graph.describe()
        yield DataReader(graph, description, look_up, CandidateLines(graph, description, look_up))


def events(shown: ShownData) -> dict[str, int]:
    """Return the counts of the kinds of records that are shown, by what is written of each."""
    table = next((one for one in shown.tables if "log record" in one.title), None)
    return {str(row[1]): int(str(row[0])) for row in table.rows} if table else {}


def test_what_happened_on_a_device_is_all_its_records(reader: DataReader) -> None:
    assert sum(events(reader.show("what happened on edge1")).values()) == 4


def test_a_file_is_meant_by_its_name(reader: DataReader) -> None:
    shown = reader.show("show the logs of all.log")
    assert (sum(events(shown).values()), shown.nowhere) == (8, ())


def test_errors_are_records_of_that_severity(reader: DataReader) -> None:
    assert events(reader.show("errors on edge2")) == {"eth0 link is down": 1}


@pytest.mark.parametrize("clock", ["around 22:00", "at 22:01"])
def test_a_time_is_meant_as_it_is_written(reader: DataReader, clock: str) -> None:
    found = events(reader.show(f"what happened on edge1 {clock} on 2026-03-05"))
    assert found == {"eth0 link is down": 1, "eth0 link is up": 1}


def test_who_logged_in_shows_no_failures(reader: DataReader) -> None:
    found = events(reader.show("who logged in on edge1"))
    assert [text for text in found if "Failed" in text] == []
    assert "Accepted password for ida from 192.0.2.77 port 4100 ssh2" in found


def test_logs_of_what_a_configuration_describes(reader: DataReader) -> None:
    shown = reader.show("when did the Quayside link go down")
    assert any("eth0" in title for title in (table.title for table in shown.tables))


def test_a_make_means_its_devices(reader: DataReader) -> None:
    assert reader.show("interfaces of the vyos boxes").asked.devices == ("edge1", "edge2")
    assert reader.show("interfaces of the edge routers").asked.devices == ("edge1", "edge2")
    assert reader.claim("interfaces of the edge routers") is None


@pytest.mark.parametrize("word", ["Nexus", "nexuses", "cisco", "leaf"])
def test_what_a_format_says_that_its_make_is_called(word: str) -> None:
    read = Document(
        "a.cfg", "", "configuration", 1, device="leaf1", parser="cisco-nxos@1", unknown="!shutdown @nexus"
    )
    learned = replace(read, path="b.cfg", device="old", unknown="*")
    known = DevicesByWord(
        Description(labels=(), relations=(), documents=(read, learned), devices=("leaf1", "old"))
    )
    assert known.of(word) == ("leaf1",)


def test_a_word_of_a_phrase_is_not_called_missing(reader: DataReader) -> None:
    assert "accepted" not in reader.show("who logged in to edge9").nowhere


def test_a_name_tells_which_devices_lack_it(reader: DataReader) -> None:
    table = next(one for one in reader.show("which boxes have no user ida").tables if "show no" in one.title)
    assert [(row[0], row[2]) for row in table.rows] == [("without", "edge2"), ("with", "edge1")]


def test_an_ordinary_word_is_no_file(reader: DataReader) -> None:
    assert reader.show("which switches have no ntp server").asked.documents == ()
