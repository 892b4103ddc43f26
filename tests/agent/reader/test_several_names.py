"""Nothing is claimed of a configuration that names several devices, or that a script may change; why is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent, open_agent
from agent.records import Question
from findings.checks import run_checks
from findings.errors import UnreadDeviceError
from findings.filters.first_match import test_filter as decide
from findings.filters.records import Packet
from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

ACL = "ip access-list extended GATE\n permit tcp any any eq 22\n deny ip any any\n!\n"
OTHERS = "ip dhcp pool A\n hostname desk\n!\nbanner motd ^C\nhostname nobody\n^C\n!\n"
FILES = {
    "both.cfg": f"version 15.2\nhostname ash1\n!\nntp server 10.4.4.1\nntp server 10.4.4.2\n!\n{ACL}hostname ash2\n",
    "late.cfg": f"version 15.2\nhostname ivy1\n!\nntp server 10.4.4.3\n!\n{ACL}end\nconf t\nntp server 10.4.4.4\n",
    "own.cfg": f"version 15.2\nhostname oak5\n!\nntp server 10.4.4.5\n!\n{ACL}{OTHERS}end\n",
}
UNCLAIMED = {
    "the first name": (
        "Which NTP servers does ash1 use?",
        "both.cfg:11: it names several devices (ash1, ash2)",
    ),
    "the second name": (
        "Which NTP servers does ash2 use?",
        "both.cfg:11: it names several devices (ash1, ash2)",
    ),
    "the file": ("Which NTP servers does both use?", "both.cfg:11: it names several devices (ash1, ash2)"),
    "a script": ("Which NTP servers does ivy1 use?", "late.cfg:11: a script behind the end"),
    "all devices": ("How many devices are there?", "both.cfg:11: it names several devices (ash1, ash2)"),
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    folder: Path = tmp_path_factory.mktemp("several")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    with borrowed_graph() as opened:
        ingest([folder], opened, folder.with_name("parsers"))
        yield opened


@pytest.fixture(scope="module")
def agent(graph: BoltGraph) -> Iterator[Agent]:
    with open_agent(graph) as opened:
        yield opened


@pytest.mark.parametrize(("question", "why"), UNCLAIMED.values(), ids=UNCLAIMED)
def test_what_is_of_nobody_known_is_not_claimed(agent: Agent, question: str, why: str) -> None:
    answer = agent.ask(Question(question))
    assert answer.status != "answered"
    assert why in answer.text


def test_what_another_device_has_is_claimed(agent: Agent) -> None:
    answer = agent.ask(Question("Which NTP servers does oak5 use?"))
    assert (answer.status, "10.4.4.5" in answer.text) == ("answered", True)


def test_no_finding_rests_on_mixed_settings(graph: BoltGraph) -> None:
    findings = run_checks(graph)
    about = [one for one in findings if any(line.path == "both.cfg" for line in one.lines)]
    assert [one.kind for one in about] == ["not-checked"]
    assert "it names several devices (ash1, ash2)" in about[0].message


@pytest.mark.parametrize(("device", "reasons"), [("both", 1), ("nobody", 0)])
def test_no_verdict_is_given_of_a_device_that_was_not_read(
    graph: BoltGraph, device: str, reasons: int
) -> None:
    with pytest.raises(UnreadDeviceError) as raised:
        decide(graph, device, "GATE", Packet(protocol="tcp", destination_port=22))
    assert len(raised.value.reasons) == reasons
    assert decide(graph, "oak5", "GATE", Packet(protocol="tcp", destination_port=22)).action == "permit"
