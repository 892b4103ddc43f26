"""The whole chain from one name: budget, recording, redaction and the calls, through the environment's settings."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from language_model.budget import Usage
from language_model.calls import Message
from language_model.errors import (
    BadPriceError,
    BudgetReached,
    UnknownModelError,
    UnknownPriceError,
    UnreadableRecording,
)
from language_model.open_calls import CallOptions, open_calls
from tests.language_model.openai_stub import Stub, echo_words, say, serve, stay_silent

ROOT = Path(__file__).resolve().parent.parent.parent
KEY = "sk-key-of-the-tests"
NAME = "openai:test-model"
ASKED = [Message("user", "the server is 192.0.2.7")]
QUICK = CallOptions(NAME, time_limit_s=5.0, tries=2, first_wait_s=0.02)


def rename(text: str) -> str:
    """Give one host another name."""
    return text.replace("192.0.2.7", "10.9.8.7")


def at(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", stub.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def test_the_chain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "journal.jsonl"
    options = replace(QUICK, replies=journal, budget_usd=1.0, budget_tokens=5000, price="1,2")
    with serve(echo_words) as stub:
        at(stub, monkeypatch)
        with open_calls(options, rename) as calls:
            assert calls.name == NAME
            texts = [calls.call("learn", ASKED).text for _ in range(2)]
    assert texts == ["the server is 10.9.8.7"] * 2
    assert len(stub.requests) == 1
    assert calls.usage == Usage(1, 4, 7, (4 * 1 + 7 * 2) / 1e6, calls.usage.seconds, 0, 0, 1, 4, 7)
    assert not [secret for secret in ("192.0.2.7", KEY) if secret in journal.read_text("utf-8")]


def test_a_run_goes_on_from_its_journal_with_no_budget_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "journal.jsonl"
    with serve(say("Hi")) as stub:
        at(stub, monkeypatch)
        with open_calls(replace(QUICK, replies=journal)) as calls:
            calls.call("learn", ASKED)
        with open_calls(replace(QUICK, replies=journal, budget_tokens=10)) as calls:
            assert calls.call("learn", ASKED).recorded
            with pytest.raises(BudgetReached):
                calls.call("learn", [Message("user", "something new")])
    assert len(stub.requests) == 1


def test_replay_needs_neither_key_nor_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "journal.jsonl"
    with serve(say("Hi")) as stub:
        at(stub, monkeypatch)
        with open_calls(replace(QUICK, replies=journal)) as calls:
            calls.call("learn", ASKED)
    monkeypatch.delenv("OPENAI_API_KEY")
    with open_calls(CallOptions(NAME, replies=journal, replay=True)) as calls:
        assert calls.call("learn", ASKED).text == "Hi"


def test_calls_without_journal_and_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(echo_words) as stub:
        at(stub, monkeypatch)
        with open_calls(QUICK) as calls:
            assert calls.call("learn", ASKED).text == ASKED[0].text


def test_the_client_waits_as_long_as_the_call_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(say("Hi")) as stub:
        at(stub, monkeypatch)
        with open_calls(CallOptions(NAME, time_limit_s=3000.0)) as calls:
            calls.call("learn", ASKED)
    assert float(stub.headers[0]["x-stainless-read-timeout"]) > 3000


UNOPENED = {
    "no model": (CallOptions("builtin"), UnknownModelError),
    "no provider": (CallOptions("gpt"), UnknownModelError),
    "no price for a budget": (CallOptions(NAME, budget_usd=1.0), UnknownPriceError),
    "a price that is none": (CallOptions(NAME, price="cheap"), BadPriceError),
}


@pytest.mark.parametrize(("options", "error"), UNOPENED.values(), ids=UNOPENED)
def test_what_cannot_be_opened(options: CallOptions, error: type[Exception]) -> None:
    with pytest.raises(error), open_calls(options):
        pass


def test_a_missing_recording_is_named(tmp_path: Path) -> None:
    options = CallOptions(NAME, replies=tmp_path / "no.jsonl", replay=True)
    with pytest.raises(UnreadableRecording), open_calls(options):
        pass


INTERRUPTED = """
import sys
from concurrent.futures import ThreadPoolExecutor
from language_model.calls import Message
from language_model.open_calls import CallOptions, open_calls
asked = [Message("user", "hello")]
try:
    with ThreadPoolExecutor(2) as pool, open_calls(CallOptions("openai:test-model")) as calls:
        if sys.argv[1] == "in sections":
            [each.result() for each in [pool.submit(calls.call, "learn", asked) for _ in range(2)]]
        calls.call("learn", asked)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("where", ["in the main thread", "in sections"])
def test_an_interrupt_ends_the_call_at_once(where: str) -> None:
    with serve(stay_silent) as stub:
        process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", INTERRUPTED, where],
            cwd=ROOT,
            env={"OPENAI_BASE_URL": stub.url, "OPENAI_API_KEY": KEY, "PATH": ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with process:
            assert stub.asked.wait(60)
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
            took = time.monotonic() - start
        assert stub.hung_up.wait(5)
    assert (out, err, process.returncode) == ("interrupted\n", "", 0)
    assert took < 10
