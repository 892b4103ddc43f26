"""One question to several KGs: each answers for itself, and one that fails is named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graph_store.open_graph import open_graph
from tests.agent.small_graph import load_small_graph

ROOT = Path(__file__).resolve().parents[1]


def ask(*options: str) -> subprocess.CompletedProcess[str]:
    """Ask as a person does, without a model."""
    command = [sys.executable, "-m", "cli", "ask", "bgp neighbor", "--mode", "text", *options]
    environment = {name: value for name, value in os.environ.items() if name != "WIRELORE_MODEL"}
    return subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False, timeout=240
    )


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return two KGs, only one of which holds anything."""
    names = [str(tmp_path_factory.mktemp("sites") / site) for site in ("north", "south")]
    for name in names:
        with open_graph(name, create=True, idle_s=1.0) as graph:
            if name.endswith("north"):
                load_small_graph(graph)
    return names[0], names[1]


def test_each_answers_for_itself(sites: tuple[str, str]) -> None:
    options = [part for name in sites for part in ("--kg", name)]
    done = ask(*options, "--json")
    assert done.returncode == 0, done.stderr
    north, south = json.loads(done.stdout)["answers"]
    assert (north["kg"], south["kg"]) == sites
    assert north["closest"]
    assert not south["closest"]
    shown = ask(*options)
    heads = [line for line in shown.stdout.splitlines() if line in sites]
    assert heads == list(sites)


def test_one_that_is_not_there_is_named_and_the_others_answer(sites: tuple[str, str], tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    done = ask("--json", "--kg", gone, "--kg", sites[0])
    assert done.returncode == 1
    first, second = json.loads(done.stdout)["answers"]
    assert first["kg"] == gone
    assert "gone" in first["error"]
    assert second["closest"]


def test_the_same_kg_twice_is_asked_once(sites: tuple[str, str]) -> None:
    done = ask("--json", "--kg", sites[0], "--kg", sites[0])
    assert done.returncode == 0, done.stderr
    assert "answers" not in json.loads(done.stdout)
