"""What an operator sees of a chat process: health, readiness, metrics, and an end that breaks no answer."""

from __future__ import annotations

import json
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.chat.ask_together import ask_together
from tests.chat.conftest import ingest_small
from tests.chat.serving import Served, serve_chat
from tests.language_model.openai_stub import Handler, Request, say, serve

SLOW_S = 4.0
QUESTION = "What is the IP address of Loopback0 on core1?"


def fetch(served: Served, path: str) -> tuple[int, str]:
    """Return status and body, as a probe sees them that logs in nowhere."""
    try:
        with urllib.request.urlopen(f"{served.url}{path}", timeout=20) as answer:
            return int(answer.status), answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def metric(served: Served, name: str) -> float:
    """Add up a metric over its labels."""
    lines = fetch(served, "/metrics")[1].splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith((f"{name} ", f"{name}{{")))


def answer_late(handler: Handler, request: Request) -> None:
    """Answer as a model does that takes its time."""
    time.sleep(SLOW_S)
    say('{"question": "", "ask": "Which device do you mean?", "choices": ["core1", "core2"]}')(
        handler, request
    )


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with a loaded KG."""
    ingest_small(tmp_path)
    return tmp_path


def test_probes_and_metrics_answer_without_a_login(folder: Path) -> None:
    with serve_chat(folder / "kg", folder / "log", {"WIRELORE_METRICS": "1"}) as served:
        served.wait()
        assert fetch(served, "/healthz") == (200, "ok\n")
        assert fetch(served, "/readyz") == (200, '{"ready":true,"failing":[]}')
        assert metric(served, "wirelore_questions_total") == 0
        ask_together(served, [QUESTION, QUESTION])
        assert metric(served, "wirelore_questions_total") == 2
        assert metric(served, "wirelore_question_seconds_count") == 2
        assert metric(served, "wirelore_node_seconds_count") > 2
        assert metric(served, "wirelore_questions_under_way") == 0
        text = fetch(served, "/metrics")[1]
        assert "core1" not in text
        assert str(folder) not in text


def test_what_does_not_answer_is_named_and_metrics_are_off_by_default(tmp_path: Path) -> None:
    away = {"WIRELORE_HISTORY_URL": "postgresql://nobody:none@127.0.0.1:9/none"}
    with serve_chat(tmp_path / "none", tmp_path / "log", away) as served:
        served.wait()
        status, told = fetch(served, "/readyz")
        assert status == 503
        assert json.loads(told)["failing"] == ["graph", "history"]
        assert "nobody" not in told
        assert "wirelore_questions" not in fetch(served, "/metrics")[1]
        assert fetch(served, "/healthz")[0] == 200


def test_a_stopped_process_ends_its_answers_first(folder: Path) -> None:
    with serve(answer_late) as stub:
        model = {
            "WIRELORE_MODEL": "openai:late",
            "OPENAI_API_KEY": "none",
            "OPENAI_BASE_URL": stub.url,
        }
        with serve_chat(folder / "kg", folder / "log", model) as served, ThreadPoolExecutor(1) as person:
            served.wait()
            asked = person.submit(ask_together, served, [QUESTION])
            assert stub.asked.wait(60)
            served.process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            status, told = fetch(served, "/readyz")
            assert (status, "stopping" in told) == (503, True)
            (heard,) = asked.result().heard
            assert "core1.cfg" in heard.answer
            assert served.process.wait(20) in (0, -signal.SIGTERM)
