"""The repository's recordings, made on the sample network, are answered today as they were."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from agent.ask import open_agent
from conversations.conversation_file import find_conversations, read_conversation
from conversations.records import fingerprint
from evaluation.replay.replay import Today, replay
from graph_store.open_graph import open_graph
from tests.clean_environment import clean_environment

ROOT = Path(__file__).resolve().parents[2]
RECORDINGS = Path(__file__).with_name("recordings")
ENVIRONMENT = {
    **clean_environment("PYTEST_"),
    "PYTHONPATH": str(ROOT),
    "WIRELORE_IDLE_S": "1",
}
NEW = "python -m tests.conversations.make_recordings KG makes those whose files are deleted anew"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=200, env=ENVIRONMENT, cwd=ROOT, check=False
    )


def test_no_fact_has_changed(sample_kg: Path) -> None:
    conversations = [read_conversation(path) for path in find_conversations([RECORDINGS])]
    with open_graph(str(sample_kg), idle_s=1.0) as graph, open_agent(graph) as agent:
        found = replay(conversations, agent.ask, Today(fingerprint(graph), {}, "builtin"), jobs=2)
    worse = [(each.conversation, each.before.number, each.regressed) for each in found.regressions]
    assert worse == [], NEW
    assert len(found.comparisons) >= 15


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """Two recordings: one as it is, and one whose answer has another address."""
    folder = tmp_path / "kept"
    folder.mkdir()
    shutil.copy(RECORDINGS / "reload.jsonl", folder)
    text = (RECORDINGS / "an-address.jsonl").read_text("utf-8")
    (folder / "an-address.jsonl").write_text(text.replace("10.254.0.8", "10.254.0.9"), encoding="utf-8")
    return folder


def test_the_command_tells_what_got_worse(changed: Path, sample_kg: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    done = run("cli", "replay", changed, "--kg", sample_kg, "--json", "--html", page)
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    assert (told["conversations"], told["turns"], told["regressions"], told["passed"]) == (2, 3, 1, False)
    (worse,) = [each for each in told["changes"] if each["regressed"]]
    assert (worse["conversation"], worse["turn"]) == ("an-address", 2)
    assert (worse["missing"], worse["added"]) == (["10.254.0.9"], ["10.254.0.8"])
    assert "1 of 3 turns are worse" in page.read_text("utf-8")
    allowed = run("cli", "replay", changed, "--kg", sample_kg, "--allow", "1")
    assert allowed.returncode == 0, allowed.stderr
    assert "lacks 10.254.0.9; adds 10.254.0.8" in allowed.stdout


def test_pytest_collects_a_folder_of_conversations(changed: Path, sample_kg: Path) -> None:
    (changed / "other.jsonl").write_text('{"a": 1}\n')
    done = run(
        "pytest", "-p", "command_line.collect_conversations", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir",
        changed, changed, "--wirelore-kg", sample_kg,
    )  # fmt: skip
    assert "1 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert "and on 'core2'?" in done.stdout
    assert "lacks 10.254.0.9; adds 10.254.0.8" in done.stdout
    assert "Traceback" not in done.stdout


def test_a_conversation_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"record": "conversation"}\n')
    done = run("cli", "replay", tmp_path)
    assert done.returncode == 2
    assert "bad.jsonl:1: not a conversation: field 'id'" in " ".join(done.stderr.split())
