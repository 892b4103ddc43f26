"""The commands about kept conversations, run as a person runs them; they need no graph."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agent.records import Question
from conversations.keeper import Keeper
from tests.clean_environment import clean_environment
from tests.conversations.made_turns import ANSWER, GRAPH, QUESTION

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = clean_environment() | {"PYTHONPATH": str(ROOT)}


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=ENVIRONMENT, check=False)


@pytest.fixture
def first(tmp_path: Path) -> str:
    """Keep a conversation of ann and one of bob; return the name of ann's."""
    ann, bob = Keeper(str(tmp_path), "chat", "ann"), Keeper(str(tmp_path), "ask", "bob")
    ann.keep(QUESTION, ANSWER, GRAPH)
    bob.keep(Question("Who?"), ANSWER, GRAPH)
    return ann.id


def test_conversations_are_listed_judged_exported_and_deleted(first: str, tmp_path: Path) -> None:
    listed = json.loads(run("conversations", "list", "--kg", tmp_path, "--user", "ann", "--json").stdout)
    (kept,) = listed["conversations"]
    assert (kept["id"], kept["users"], kept["questions"]) == (first, ["ann"], [QUESTION.text])
    judged = run("feedback", "add", first, "up", "--kg", tmp_path, "--comment", "as it should be")
    assert (judged.returncode, judged.stdout) == (0, f"turn 1 of {first}: up\n")
    out = tmp_path / "gold.jsonl"
    told = json.loads(run("feedback", "export", out, "--kg", tmp_path, "--json").stdout)
    assert told == {"file": str(out), "right": 1, "wrong": 0, "follow_ups": 0, "added": 1}
    assert json.loads(out.read_text("utf-8"))["question"] == QUESTION.text
    assert run("conversations", "delete", "--user", "ann", "--kg", tmp_path).returncode == 0
    rest = json.loads(run("conversations", "list", "--kg", tmp_path, "--json").stdout)
    assert [each["users"] for each in rest["conversations"]] == [["bob"]]


BAD = {
    "nothing named": (["conversations", "delete"], "say what to delete"),
    "no such conversation": (["conversations", "delete", "nobody"], "no such conversation"),
    "a path for a name": (["conversations", "delete", "../../x"], "no such conversation"),
    "feedback on no conversation": (["feedback", "add", "nobody", "up"], "No such file"),
    "an unknown verdict": (["feedback", "add", "nobody", "great"], "'great' is not one of 'up', 'down'"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run(*arguments, "--kg", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.split())
