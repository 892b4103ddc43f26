"""Replies that are told while they come, through everything that stands between a stage and the model."""

from __future__ import annotations

from pathlib import Path

import pytest

from language_model.budget import BudgetedCalls
from language_model.calls import Message, MeteredCalls, Reply
from language_model.errors import ModelUnavailable
from language_model.langchain_calls import LangChainCalls
from language_model.open_calls import RecordedCalls, RenamedCalls, open_model
from tests.language_model.counted_calls import CountedCalls
from tests.language_model.openai_stub import Answer, Stub, break_off, refuse, say, serve

HELLO = (Message("user", "Hello"),)
NAME = "openai:test-model"


def stream(*script: Answer, tries: int = 3) -> tuple[Reply, list[str], Stub]:
    pieces: list[str] = []
    with serve(*script) as stub:
        model = open_model(NAME, retries=0, base_url=stub.url, api_key="sk-key")
        assert model is not None
        with LangChainCalls(model, NAME, len, 20.0, tries, first_wait_s=0.02) as calls:
            return calls.call("p", HELLO, pieces.append), pieces, stub


def test_pieces_come_one_by_one() -> None:
    reply, pieces, stub = stream(say("one two"))
    assert reply.text == "one two"
    assert pieces == list("one two")
    assert stub.requests[0]["stream"] is True


def test_a_failure_before_the_first_piece_is_tried_again() -> None:
    reply, _, stub = stream(refuse(500), say("fine"))
    assert (reply.text, len(stub.requests)) == ("fine", 2)


def test_what_never_comes_is_an_error() -> None:
    with pytest.raises(ModelUnavailable):
        stream(break_off, tries=2)


def test_all_layers_pass_the_pieces_on(tmp_path: Path) -> None:
    inner = CountedCalls(Reply("all at once", 5, 3, 0.0))
    recorded = RecordedCalls(RenamedCalls(inner, str), tmp_path / "calls.jsonl")
    calls = MeteredCalls(BudgetedCalls(recorded, None, len, most_tokens=10_000, is_free=recorded.is_free))
    told: list[str] = []
    for _ in range(2):
        assert calls.call("p", HELLO, told.append).text == "all at once"
    assert told == ["all at once", "all at once"]
    assert len(inner.sent) == 1
    assert (calls.calls, calls.prompt_tokens, calls.completion_tokens) == (2, 10, 6)


def test_seconds_of_parallel_calls_count_once() -> None:
    meter = MeteredCalls(CountedCalls(Reply("x", 1, 1, 0.0)))
    meter.call("p", HELLO)
    assert 0 <= meter.waited_s < 1
