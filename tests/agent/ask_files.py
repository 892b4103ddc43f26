"""Opens an agent without a model on a few texts, as if they were files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from agent.ask import Agent, open_agent
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph


@contextmanager
def agent_on(folder: Path, files: Mapping[str, str]) -> Iterator[Agent]:
    """Write texts by file name into a folder, load them into an empty graph, and open an agent on it."""
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    with borrowed_graph() as graph:
        ingest([folder / name for name in files], graph, folder / "parsers")
        with open_agent(graph) as opened:
            yield opened
