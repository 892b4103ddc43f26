"""One network of makes that say one thing in different words: none of them may be left out without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

JSON = """\
{
  "device": {"hostname": "hall-j"},
  "interfaces": {
    "eth0": {"ipv4": "192.0.2.9", "netmask": "255.255.255.0", "enabled": true},
    "eth1": {"ipv4": "198.51.100.2", "netmask": "255.255.255.252", "enabled": false}
  },
  "bgp": {"asn": 65010, "peers": [
    {"address": "198.51.100.1", "remoteAs": 65001},
    {"address": "192.0.2.1", "remoteAs": 65040}]}
}
"""
XML = """\
<config>
  <hostname>hall-x</hostname>
  <interfaces>
    <interface name="port1"><ip>192.0.2.1</ip><mask>255.255.255.0</mask></interface>
    <interface name="port2"><ip>203.0.113.1</ip><mask>255.255.255.252</mask><shutdown/></interface>
  </interfaces>
</config>
"""
YAML = """\
hostname: hall-y
interfaces:
  - name: lan0
    address: 198.51.100.1/30
    mtu: 9100
  - name: lan4
    address: 10.1.0.3/31
    mtu: 1500
    enabled: false
bgp:
  asn: 65099
  neighbors:
    198.51.100.2:
      remote_as: 65010
"""


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    folder: Path = tmp_path_factory.mktemp("halls")
    for name, text in (("hall-j.json", JSON), ("hall-x.xml", XML), ("hall-y.yaml", YAML)):
        (folder / name).write_text(text)
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest(
            [folder / "hall-j.json", folder / "hall-x.xml", folder / "hall-y.yaml"],
            graph,
            folder / "parsers",
            allow_weak_sandbox=True,
        )
        yield graph


LISTED = {
    "switched off by a switch of any name": ("Which interfaces are disabled?", {"eth1", "port2", "lan4"}),
    "the same, in other words": ("Which interfaces are shut down?", {"eth1", "port2", "lan4"}),
    "switched on is not switched off": ("Which interfaces are enabled?", {"eth0", "port1", "lan0"}),
    "on the one device": ("Which interfaces of hall-j are enabled?", {"eth0"}),
    "a link between makes": ("What is connected to eth1 of hall-j?", {"lan0"}),
    "the same link from its other end": ("What is connected to lan0 of hall-y?", {"eth1"}),
    "a neighbor whose AS is another": ("Which neighbor has the wrong AS?", {"198.51.100.1"}),
}
NAME = re.compile(r"\b[a-z]+\d\b|\b\d+(?:\.\d+){3}\b(?!/)")


@pytest.mark.parametrize(("question", "names"), LISTED.values(), ids=LISTED)
def test_all_makes_are_heard(halls: BoltGraph, question: str, names: set[str]) -> None:
    answer = Agent(halls).ask(Question(question))
    assert answer.status == "answered"
    assert set(NAME.findall(answer.text.split("(read as")[0])) == names


def test_a_wrong_thing_that_nothing_compares_is_not_answered(halls: BoltGraph) -> None:
    answer = Agent(halls).ask(Question("Which neighbor has the wrong color?"))
    assert answer.status == "not_parsed"
