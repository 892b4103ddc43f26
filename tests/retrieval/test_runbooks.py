"""A PDF and a Word runbook beside a configuration: loaded by the command, asked in mode `document`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import open_agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from tests.agent.scripted_model import ScriptedCalls
from tests.ingest.write_documents import write_pdf, write_word

ROOT = Path(__file__).resolve().parents[2]
CONFIG = """hostname edge1
!
interface GigabitEthernet0/0
 description uplink
 ip address 192.0.2.2 255.255.255.252
!
router bgp 65010
 neighbor 192.0.2.1 remote-as 64999
!
end
"""
PAGES = [
    ["WAN runbook", "This book is for the night shift.", "Circuit CID-77120 joins edge1 to Northline."],
    ["Escalation", "When the session stays down for ten minutes, call Northline and quote CID-77120."],
]
WORD = ["# Site plan", "## Access", "The key of room 4 is at the gate.", "## Power", "UPS 2 feeds rack B."]
CASES = {
    "a PDF: the page": (
        "Which number do I quote when I call Northline about a session that is down?",
        ("wan.pdf", "Page 2", "lines 9 to 13"),
        ("wan.pdf", 13, PAGES[1][1]),
    ),
    "a Word document: its headings": (
        "Where is the key of room 4?",
        ("site.docx", "Site plan", "Access", "lines 3 to 5"),
        ("site.docx", 5, WORD[2]),
    ),
    "a configuration beside them": (
        "What is the remote-as of neighbor 192.0.2.1?",
        ("edge1.cfg", "lines 7 to 8"),
        ("edge1.cfg", 8, " neighbor 192.0.2.1 remote-as 64999"),
    ),
}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return a graph of the three files."""
    folder, kg = tmp_path_factory.mktemp("in"), tmp_path_factory.mktemp("out") / "kg"
    (folder / "edge1.cfg").write_text(CONFIG)
    write_pdf(folder / "wan.pdf", PAGES)
    write_word(folder / "site.docx", WORD)
    command = [sys.executable, "-m", "cli", "ingest", str(folder), "--kg", str(kg)]
    environment = {name: value for name, value in os.environ.items() if name != "WIRELORE_MODEL"}
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False, timeout=240
    )
    assert done.returncode == 0, done.stderr
    with open_graph(str(kg), idle_s=1.0) as graph:
        yield graph


@pytest.mark.parametrize(("question", "path", "line"), CASES.values(), ids=CASES)
def test_a_passage_tells_its_path_and_its_lines_are_the_files(
    loaded: BoltGraph, question: str, path: tuple[str, ...], line: tuple[str, int, str]
) -> None:
    with open_agent(loaded) as agent:
        answer = agent.ask(Question(question, mode="document"))
    best = answer.closest[0]
    assert best.trail == path
    assert line in [(one.path, one.number, one.text) for one in best.lines]


@pytest.mark.parametrize(("question", "path", "line"), CASES.values(), ids=CASES)
def test_with_a_model_the_answer_has_the_path_and_cites_the_line(
    loaded: BoltGraph, question: str, path: tuple[str, ...], line: tuple[str, int, str]
) -> None:
    calls = ScriptedCalls({"synthesize": [f"It says `{line[2].strip()}` [1-60]"]})
    with open_agent(loaded, "scripted:model", calls=calls) as agent:
        answer = agent.ask(Question(question, mode="document"))
    assert answer.status == "answered", answer.text
    assert line in [(one.path, one.number, one.text) for one in answer.citations]
    assert " > ".join(path) in answer.text
    (sent,) = calls.sent("synthesize")
    assert " > ".join(path) in sent
