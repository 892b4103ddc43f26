"""Makes the repository's recordings: conversations about the sample network, without a model.

    python -m tests.conversations.make_recordings KG

KG is one into which `ingest.pipeline.ingest` loaded examples/sample-network with `relearn="all"`, as
tests/conftest.py does. (A KG that `wirelore ingest` makes has a key of its own, and stand-ins of secrets differ from KG
to KG.) Read the answers before you keep them: a replay compares with them. A conversation that is there already is
left as it is; delete its file to make it anew.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from agent.ask import Agent, open_agent
from agent.records import Mode, Question, Turn
from conversations.conversation_file import append_lines, write_line
from conversations.keep_turn import keep_turn
from conversations.records import Heading, fingerprint
from graph_store.open_graph import open_graph

RECORDINGS = Path(__file__).with_name("recordings")
BEGUN = "2026-11-21T00:00:00.000Z"
ASKED: Mapping[str, tuple[Mode, Sequence[str]]] = {
    "an-address": (
        "combined",
        (
            "What is the IP address of interface 'TenGigabitEthernet1/0/3' on 'core1'?",
            "and on 'core2'?",
        ),
    ),
    "who-runs-ospf": ("combined", ("Which devices run OSPF?",)),
    "vlans": ("graph", ("Which VLANs are configured on leaf1?", "What about leaf2?")),
    "shut-down": ("combined", ("How many interfaces are administratively shut down on leaf1?",)),
    "neighbors": ("graph", ("How many BGP neighbors does core1 have?", "and core2?")),
    "ntp": (
        "combined",
        (
            "Which NTP servers does core1 use?",
            "Which device does not have the NTP server 10.20.30.6 configured?",
        ),
    ),
    "zones": ("hybrid", ("What security zones are defined on fw1?",)),
    "failed-passwords": (
        "combined",
        (
            "How many failed passwords came from 10.10.10.66?",
            "Which user name did 10.10.10.66 try most often, and how many times?",
        ),
    ),
    "reload": ("combined", ("When was leaf2 asked to reload, and by whom?",)),
    "latency": (
        "graph",
        ("What is the highest latency_ms of any request in the fares application's log?",),
    ),
    "lines": ("text", ("PL-OLD-DEPOTS",)),
    "nothing-there": (
        "combined",
        ("Which devices run EIGRP?", "What is the IP address of Loopback1 on core1?"),
    ),
}
"""Name → how the answers are looked for, and the questions, each with the turns before it."""


def main(kg: str) -> None:
    """Ask what is not recorded yet."""
    with open_graph(kg) as graph, open_agent(graph) as agent:
        loaded = fingerprint(graph)
        for name, (mode, questions) in ASKED.items():
            path = RECORDINGS / f"{name}.jsonl"
            if not path.exists():
                _record(path, agent, loaded, mode, questions)


def _record(path: Path, agent: Agent, loaded: str, mode: Mode, questions: Sequence[str]) -> None:
    lines = [write_line(Heading(path.stem, "chat", BEGUN))]
    history: tuple[Turn, ...] = ()
    for number, text in enumerate(questions, start=1):
        question = Question(text, history, mode)
        answer = agent.ask(question)
        lines.append(write_line(keep_turn(number, question, answer, graph=loaded, prompts={})))
        history = (*history, Turn(text, answer.text))
        sys.stdout.write(f"{path.stem} {number}: {text}\n  {answer.status}: {answer.text}\n")
    append_lines(path, lines)
    path.chmod(0o644)


if __name__ == "__main__":
    main(sys.argv[1])
