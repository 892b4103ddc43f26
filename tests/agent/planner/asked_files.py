"""Answers from files that a test writes, and what an answer has to show and may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from agent.ask import Agent
from agent.records import Question
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest


@contextmanager
def agent_of(files: Mapping[str, str], folder: Path) -> Iterator[Agent]:
    """Write files, read them, and answer from them."""
    for name, text in files.items():
        path = folder / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest([folder / "files"], graph, folder / "parsers", allow_weak_sandbox=True)
        yield Agent(graph)


def assert_shows(agent: Agent, question: str, shown: Sequence[str], hidden: Sequence[str]) -> None:
    """Test that a question is answered with citations, and what its answer says."""
    answer = agent.ask(Question(question))
    assert answer.status == "answered", answer.text
    assert answer.citations
    assert [one for one in shown if one not in answer.text] == [], answer.text
    assert [one for one in hidden if one in answer.text] == [], answer.text


def assert_not_answered(agent: Agent, question: str) -> None:
    """Test that nothing is claimed of a question."""
    answer = agent.ask(Question(question))
    assert answer.status != "answered", answer.text
