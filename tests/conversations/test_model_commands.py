"""Commands that ask a model, run as a person runs them, with the real OpenAI client and a server on the loopback."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.clean_environment import clean_environment
from tests.language_model.openai_stub import Answer, Handler, Request, Stub, refuse, say, serve

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "examples" / "sample-network" / "configs"
KEY = "sk-key-of-the-tests"
STATEMENT = (
    "MATCH (n:NtpServer) WHERE n.device = $d RETURN n.device AS device, n.key AS server ORDER BY server"
)
GRAPH = {"statement": STATEMENT, "parameters": {"d": "core1"}, "intent": "list", "subject": "servers"}
SAID = "`core1` uses `10.20.30.5` and `10.20.30.6` [1,2]"
JUDGED = {"why": "both servers are named", "verdict": "right"}
QUESTIONS = (
    {
        "id": "ntp",
        "dataset": "sample",
        "question": "Which NTP servers does core1 use?",
        "kind": "list",
        "answer": ["10.20.30.5", "10.20.30.6"],
        "must_contain": ["10.20.30.5", "10.20.30.6"],
    },
    {
        "id": "open",
        "dataset": "sample",
        "question": "How does core1 keep its time?",
        "kind": "summary",
        "answer": ["It asks two NTP servers."],
    },
)


def reply_by_prompt(handler: Handler, request: Request) -> None:
    """Reply as the prompt asks: it is known by its first words."""
    told, data = (message["content"] for message in request["messages"][:2])
    if told.startswith("You judge an answer"):
        found: str = json.dumps(JUDGED)
    elif told.startswith("You write questions"):
        found = json.dumps({"questions": draft(data)})
    elif told.startswith("You answer"):
        found = SAID
    else:
        found = json.dumps(GRAPH)
    say(found)(handler, request)


def draft(data: str) -> list[dict[str, Any]]:
    """Ask for the last word of the longest line shown, and for a line that was not shown."""
    shown = re.findall(r"^(\d+): (.*)$", data, re.MULTILINE)
    number, text = max(shown, key=lambda line: len(line[1]))
    good = {
        "question": f"Which word ends '{text.strip()[:40]}'?",
        "kind": "lookup",
        "answer": [text.split()[-1]],
        "lines": [int(number)],
    }
    return [good, {**good, "question": "Which line was never shown?", "lines": [99_999]}]


def run(stub: Stub | None, *arguments: str | Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the command with a model's server, or without any."""
    model = {"OPENAI_BASE_URL": stub.url, "OPENAI_API_KEY": KEY} if stub is not None else {}
    return subprocess.run(
        [sys.executable, "-m", "cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=200,
        env={
            **clean_environment("OPENAI_"),
            **model,
            **settings,
            "PYTHONPATH": str(ROOT),
            "WIRELORE_IDLE_S": "1",
        },
        check=False,
    )


def told(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in QUESTIONS), encoding="utf-8")
    return path


def test_an_evaluation_with_a_judge(sample_kg: Path, questions: Path, tmp_path: Path) -> None:
    replies, page = tmp_path / "replies.jsonl", tmp_path / "page.html"
    asked: list[str | Path] = [
        "evaluate", questions, "--kg", sample_kg, "--model", "openai:asked", "--mode", "graph", "--mode", "hybrid",
        "--judge", "openai:judge", "--replies", replies, "--json",
    ]  # fmt: skip
    with serve(reply_by_prompt) as stub:
        found = told(run(stub, *asked, "--html", page))
    assert {request["model"] for request in stub.requests} == {"asked", "judge"}
    assert [each["mode"] for each in found["runs"]] == ["graph", "hybrid"]
    for each in found["runs"]:
        assert [
            (one["question"], one["verdict"], json.loads(one["words"])) for one in each["judgements"]
        ] == [("open", "right", JUDGED)]
    assert "both servers are named" in page.read_text("utf-8")
    assert KEY not in replies.read_text("utf-8") + page.read_text("utf-8")
    again = told(run(None, *asked, "--replay"))
    assert [each["judgements"] for each in again["runs"]] == [each["judgements"] for each in found["runs"]]
    assert again["passed"] == found["passed"]


def test_a_judge_that_refuses_ends_no_evaluation(sample_kg: Path, questions: Path, tmp_path: Path) -> None:
    def refuse_to_judge(handler: Handler, request: Request) -> None:
        answer: Answer = refuse(401, "wrong key") if request["model"] == "judge" else reply_by_prompt
        answer(handler, request)

    with serve(refuse_to_judge) as stub:
        ask: list[str | Path] = [
            "evaluate",
            questions,
            "--kg",
            sample_kg,
            "--model",
            "openai:asked",
            "--mode",
            "graph",
            "--json",
        ]
        found = told(run(stub, *ask, "--judge", "openai:judge"))
    ((judged,),) = [each["judgements"] for each in found["runs"]]
    assert judged["verdict"] == "unclear"
    assert judged["words"].startswith("not judged: prompt 'judge'")


@pytest.fixture
def configs(tmp_path: Path) -> Path:
    """Two configurations of one syntax, so that there are chunks which are no samples."""
    folder = tmp_path / "configs"
    folder.mkdir()
    for name in ("core1.cfg", "core2.cfg", "dist1.cfg"):
        (folder / name).write_text((CONFIGS / name).read_text("utf-8"), encoding="utf-8")
    return folder


def test_questions_are_made_settled_and_asked(sample_kg: Path, configs: Path, tmp_path: Path) -> None:
    out, replies = tmp_path / "made.jsonl", tmp_path / "replies.jsonl"
    make: list[str | Path] = [
        "questions", "make", configs, "--out", out, "--model", "openai:writer", "--chunks", "2", "--count", "2",
        "--samples", "2", "--replies", replies, "--json",
    ]  # fmt: skip
    with serve(reply_by_prompt) as stub:
        found = told(run(stub, *make))
    assert (found["chunks"], found["added"]) == (2, 2)
    assert all("line 99999 was not shown" in reason for reason in found["left_out"])
    items = told(run(None, "questions", "list", out, "--json"))["questions"]
    for item in items:
        ((file, numbers),) = [(each["file"], each["line_numbers"]) for each in item["evidence"]]
        text = (configs / file).read_text("utf-8").splitlines()[numbers[0] - 1]
        assert item["stands_in_lines"] == (item["answer"][0] in text)  # what is a secret does not
        assert item["source_lines"] == [f"{file}:{numbers[0]}: {text}"]
        assert item["state"] == "proposed"
    nothing = run(None, "evaluate", out, "--kg", sample_kg)
    assert nothing.returncode == 2
    assert "no question found" in " ".join(nothing.stderr.split())
    assert run(None, "questions", "accept", out, items[0]["id"]).returncode == 0
    assert run(None, "questions", "reject", out, items[1]["id"]).returncode == 0
    assert told(run(None, "evaluate", out, "--kg", sample_kg, "--json"))["n"] == 1
    out.unlink()
    again = told(run(None, *make, "--replay"))
    assert again == found


def test_questions_are_not_made_without_a_model(configs: Path, tmp_path: Path) -> None:
    done = run(None, "questions", "make", configs, "--out", tmp_path / "made.jsonl")
    assert done.returncode == 2
    assert "questions are written by a language model" in " ".join(done.stderr.split())


def test_an_unrecorded_question_shows_the_nearest_recorded_prompt(sample_kg: Path, tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    ask = ["--kg", str(sample_kg), "--model", "openai:asked", "--mode", "text", "--replies", str(replies)]
    with serve(say('{"q": "ntp AND server"}')) as stub:
        run(stub, "ask", "Which devices ask NTP servers?", *ask, WIRELORE_KEEP_PROMPTS="1")
    assert "Which devices ask NTP servers?" in replies.read_text("utf-8")
    done = run(None, "ask", "Which devices ask no NTP servers?", *ask, "--replay")
    assert done.returncode == 2
    said = " ".join(done.stderr.split())
    assert "no recorded reply for a call of prompt 'write_text'" in said
    assert "-Which devices ask NTP servers?" in said
    assert "+Which devices ask no NTP servers?" in said
