"""An ingest that learns with a model: the real command line, the real client, a server on the loopback."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ingest.learning.test_learn_format import GOOD, PORT_TYPES, PORTS, reply
from tests.language_model.openai_stub import Answer, Handler, Request, Stub, refuse, say, serve
from tests.test_cli import ENVIRONMENT, command, run

CONFIG = """\
name core{number}
port eth0
 speed 100
 note uplink{number}
 password s3cr3t-Of-Core{number}
port eth1
 speed 10
route ten via 10.0.0.{number}
route eleven via 10.0.1.{number}
"""
MODEL = ("--model", "openai:some")


def replies(request: Request) -> str:
    """Return the reply for what a request is about."""
    text = "\n".join(message["content"] for message in request["messages"])
    return next(texts[0] for mark, texts in GOOD.items() if mark in text)


def answer_well(handler: Handler, request: Request) -> None:
    say(replies(request))(handler, request)


def answer_when(is_good: Callable[[Request], bool], otherwise: Answer) -> Answer:
    """Answer what `is_good` accepts, and otherwise otherwise."""

    def answer(handler: Handler, request: Request) -> None:
        (answer_well if is_good(request) else otherwise)(handler, request)

    return answer


def is_division(request: Request) -> bool:
    return "Divide such files" in request["messages"][-1]["content"]


def hang(handler: Handler, request: Request) -> None:
    """Never answer."""
    handler.server.stub.ended.wait(60)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in (1, 2):
        (folder / f"core{number}.cfg").write_text(CONFIG.format(number=number))
    return folder


@pytest.fixture
def server() -> Iterator[Stub]:
    with serve(answer_well) as stub:
        yield stub


def environment(stub: Stub) -> dict[str, str]:
    return {"OPENAI_BASE_URL": stub.url, "OPENAI_API_KEY": "sk-test-1234567890"}


def ingest(stub: Stub, files: Path, *options: str, **more: str) -> dict[str, Any]:
    """Ingest with the model and return the report."""
    arguments = ("ingest", str(files), "--kg", str(files.parent / "kg"), *MODEL, "--json", *options)
    done = run(*arguments, **environment(stub), **more)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def parser_folder(files: Path) -> Path:
    (folder,) = (path for path in (files.parent / "kg" / "parsers").iterdir() if path.is_dir())
    return folder


def test_files_are_explained_and_the_same_kind_costs_nothing_again(server: Stub, files: Path) -> None:
    report = ingest(server, files)
    assert (report["coverage"], report["llm_calls"], report["failures"]) == (1.0, 4, [])
    assert report["labels"]["Port"] == 4
    assert {path.name for path in parser_folder(files).iterdir()} == {
        *(
            "schema.json",
            "manifest.json",
            "split.py",
            "parse_settings.py",
            "parse_ports.py",
            "parse_routes.py",
        )
    }
    (files / "core3.cfg").write_text(CONFIG.format(number=3))
    again = ingest(server, files)
    assert (again["coverage"], again["llm_calls"], again["documents"]) == (1.0, 0, 3)
    assert len(server.requests) == 4


def test_no_secret_and_no_key_reaches_a_server_or_a_file(server: Stub, files: Path) -> None:
    ingest(server, files)
    sent = json.dumps(server.requests)
    assert "uplink1" in sent
    assert "s3cr3t" not in sent
    kept = "".join(
        path.read_text() for path in (files.parent / "kg" / "parsers").rglob("*") if path.is_file()
    )
    assert "s3cr3t" not in kept
    assert "sk-test" not in kept


def test_a_dry_run_sends_nothing_and_tells_what_it_would_take(server: Stub, files: Path) -> None:
    arguments = (
        "ingest",
        str(files),
        "--kg",
        str(files.parent / "kg"),
        "--model",
        "openai:gpt-4.1",
        "--dry-run",
    )
    plan = json.loads(run(*arguments, "--json", **environment(server)).stdout)
    assert [each["name"] for each in plan["formats"]] == ["configuration-core1"]
    assert plan["calls"][0] < plan["calls"][1]
    assert 0 < plan["cost_usd"][0] < plan["cost_usd"][1]
    assert not (files.parent / "kg").exists()
    assert "Nothing was sent" in run(*arguments, **environment(server)).stdout
    assert server.requests == []


def test_a_budget_stops_before_it_is_passed_and_keeps_what_is_learned(server: Stub, files: Path) -> None:
    stopped = ingest(server, files, "--budget-tokens", "4200")
    assert stopped["llm_calls"] < 4
    assert any("not sent" in failure for failure in stopped["failures"])
    asked = len(server.requests)
    whole = ingest(server, files, "--relearn", "all")
    assert (whole["coverage"], whole["failures"]) == (1.0, [])
    assert whole["replayed_calls"] == asked
    assert len(server.requests) == 4


def test_a_killed_ingest_goes_on_from_the_replies_it_has(files: Path) -> None:
    with serve(answer_when(is_division, hang)) as stub:
        arguments = ("ingest", files, "--kg", files.parent / "kg", *MODEL)
        process = subprocess.Popen(
            command(*arguments), env=ENVIRONMENT | environment(stub), stderr=subprocess.PIPE, text=True
        )
        while len(stub.requests) < 2 and process.poll() is None:
            stub.asked.wait(0.05)
        process.kill()
        process.communicate()
    with serve(answer_well) as stub:
        report = ingest(stub, files)
    assert (report["coverage"], report["replayed_calls"], report["llm_calls"]) == (1.0, 1, 3)


def test_ctrl_c_ends_at_once_while_the_model_thinks(files: Path) -> None:
    with serve(answer_when(is_division, hang)) as stub:
        arguments = ("ingest", files, "--kg", files.parent / "kg", *MODEL)
        process = subprocess.Popen(
            command(*arguments), env=ENVIRONMENT | environment(stub), stderr=subprocess.PIPE, text=True
        )
        while len(stub.requests) < 2 and process.poll() is None:
            stub.asked.wait(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.rstrip().endswith("wirelore: interrupted")
    assert (files.parent / "kg" / "parsers" / "calls.jsonl").read_text().count("\n") == 1


def test_a_model_that_is_away_leaves_the_work_to_the_builtin_way_and_says_so(files: Path) -> None:
    with serve(hang) as stub:
        report = ingest(stub, files, WIRELORE_MODEL_TIME_LIMIT_S="1")
    assert report["coverage"] == 1.0
    assert any("learned without a model" in failure for failure in report["failures"])


def test_a_wrong_key_is_an_error_that_names_it(files: Path) -> None:
    with serve(refuse(401, "Incorrect API key provided")) as stub:
        done = run("ingest", files, "--kg", files.parent / "kg", *MODEL, **environment(stub))
    assert done.returncode == 2
    assert "OPENAI_API_KEY" in done.stderr
    assert "sk-test-1234567890" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reply_that_fails_is_mended_and_the_manifest_tells(files: Path) -> None:
    bad = reply(PORT_TYPES, PORTS.replace("line.split()[1]", "line.split()[7]"))
    asked: list[str] = []

    def answer(handler: Handler, request: Request) -> None:
        first = "section `ports`" in request["messages"][1]["content"] and len(request["messages"]) == 2
        asked.append("bad" if first else "good")
        (say(bad) if first else answer_well)(handler, request)

    with serve(answer) as stub:
        report = ingest(stub, files)
    assert (report["coverage"], asked.count("bad"), report["llm_calls"]) == (1.0, 1, 5)
    manifest = json.loads((parser_folder(files) / "manifest.json").read_text())
    assert {stage["stage"]: stage["retries"] for stage in manifest["stages"]}["ports"] == 1
    assert manifest["usage"]["calls"] == 5


def test_an_edited_parser_is_used_as_it_is_and_said(server: Stub, files: Path) -> None:
    ingest(server, files)
    source = parser_folder(files) / "parse_ports.py"
    source.write_text(source.read_text().replace('"Port"', '"Socket"'))
    report = ingest(server, files)
    assert report["labels"]["Socket"] == 4
    assert report["edited"] == ["configuration-core1/parse_ports.py"]
    assert len(server.requests) == 4


def test_recorded_replies_are_enough_without_any_server(server: Stub, files: Path) -> None:
    ingest(server, files, "--replies", str(files.parent / "replies.jsonl"))
    arguments = ("ingest", str(files), "--kg", str(files.parent / "other"), *MODEL, "--json")
    done = run(*arguments, "--replies", str(files.parent / "replies.jsonl"), "--replay")
    report = json.loads(done.stdout)
    assert (report["coverage"], report["replayed_calls"], report["llm_calls"]) == (1.0, 4, 0)
