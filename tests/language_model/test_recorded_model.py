"""Chat models of LangChain recorded and replayed, with the real OpenAI client: tools, structured output, streams."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.tools import tool
from pydantic import BaseModel

from language_model.calls import Message, Reply
from language_model.errors import UnrecordedCall
from language_model.open_calls import RecordedCalls, open_model
from language_model.recorded_model import RecordedModel
from tests.language_model.counted_calls import CountedCalls
from tests.language_model.openai_stub import Answer, Stub, call_tools, say, serve

KEY = "sk-key-of-the-tests"
ASKED: list[BaseMessage] = [SystemMessage("Be short."), HumanMessage("How many doors has gate3?")]


@tool
def count_doors(gate: str) -> int:
    """Count the doors of a gate."""
    return len(gate)


@tool
def close_door(gate: str, door: int) -> str:
    """Close a door."""
    return f"{gate} {door}"


class Doors(BaseModel):
    """The doors of a gate."""

    gate: str
    doors: int


ARGUMENTS = '{"gate": "gate3"}'
CALLED = call_tools(("count_doors", ARGUMENTS))
JSON_SHAPE = {"type": "json_object"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "replies.jsonl"


def real(stub: Stub) -> BaseChatModel:
    model = open_model("openai:test-model", retries=0, base_url=stub.url, api_key=KEY)
    assert model is not None
    return model


def replayed(file: Path) -> Any:
    return RecordedModel(file=file, mode="replay")


def record(file: Path, answer: Answer, ask: Any) -> tuple[Any, Stub]:
    with serve(answer) as stub:
        return ask(RecordedModel(inner=real(stub), file=file)), stub


def gathered(chunks: Iterator[AIMessageChunk]) -> AIMessage:
    whole: AIMessageChunk | None = None
    for chunk in chunks:
        whole = chunk if whole is None else whole + chunk
    assert whole is not None
    return whole


def said(message: AIMessage) -> tuple[object, ...]:
    used = message.usage_metadata
    tokens = (used["input_tokens"], used["output_tokens"]) if used else ()
    calls = [(call["name"], call["args"], call["id"]) for call in message.tool_calls]
    return message.content, calls, tokens, message.response_metadata.get("finish_reason")


ASK = {
    "a text": (say("Four."), lambda model: model.invoke(ASKED)),
    "a text in a stream": (say("Four."), lambda model: gathered(model.stream(ASKED))),
    "a tool that may be called": (CALLED, lambda model: model.bind_tools([count_doors]).invoke(ASKED)),
    "tools called in a stream": (
        call_tools(("count_doors", ARGUMENTS), ("close_door", '{"gate": "gate3", "door": 2}')),
        lambda model: gathered(model.bind_tools([count_doors, close_door]).stream(ASKED)),
    ),
    "a tool that must be called": (
        CALLED,
        lambda model: model.bind_tools([count_doors], tool_choice="any").invoke(ASKED),
    ),
    "a shape of the reply": (
        say('{"doors": 4}'),
        lambda model: model.bind(response_format=JSON_SHAPE).invoke(ASKED),
    ),
    "a shape in a stream": (
        say('{"doors": 4}'),
        lambda model: gathered(model.bind(response_format=JSON_SHAPE).stream(ASKED)),
    ),
    "arguments that are no JSON": (
        call_tools(("count_doors", '{"gate": ')),
        lambda model: model.bind_tools([count_doors]).invoke(ASKED),
    ),
    "no stream, without a loop": (
        CALLED,
        lambda model: asyncio.run(model.bind_tools([count_doors]).ainvoke(ASKED)),
    ),
}


@pytest.mark.parametrize(("answer", "ask"), ASK.values(), ids=ASK)
def test_a_replay_says_what_the_model_said(answer: Answer, ask: Any, file: Path) -> None:
    first, stub = record(file, answer, ask)
    again = ask(replayed(file))
    assert said(again) == said(first)
    assert again.invalid_tool_calls == first.invalid_tool_calls
    assert len(stub.requests) == 1
    assert KEY not in file.read_text("utf-8")
    assert "gate3?" not in file.read_text("utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_request_holds_the_tools(file: Path) -> None:
    first, stub = record(
        file, CALLED, lambda model: model.bind_tools([count_doors], tool_choice="any").invoke(ASKED)
    )
    (sent,) = stub.requests
    assert [each["function"]["name"] for each in sent["tools"]] == ["count_doors"]
    assert sent["tool_choice"] == "required"
    assert said(first)[1] == [("count_doors", {"gate": "gate3"}, "call_0")]


def test_structured_output_is_replayed(file: Path) -> None:
    answer = call_tools(("Doors", '{"gate": "gate3", "doors": 4}'))
    first, _ = record(file, answer, lambda model: model.with_structured_output(Doors).invoke(ASKED))
    again = replayed(file).with_structured_output(Doors).invoke(ASKED)
    assert first == again == Doors(gate="gate3", doors=4)


def test_a_conversation_with_a_tool_is_replayed(file: Path) -> None:
    def ask(model: RecordedModel) -> AIMessage:
        armed = model.bind_tools([count_doors])
        called = armed.invoke(ASKED)
        results = [count_doors.invoke(call) for call in called.tool_calls]
        return armed.invoke([*ASKED, called, *results])

    with serve(CALLED, say("Five.")) as stub:
        first = ask(RecordedModel(inner=real(stub), file=file))
        assert [each["role"] for each in stub.requests[1]["messages"]] == [
            "system",
            "user",
            "assistant",
            "tool",
        ]
    assert said(ask(replayed(file))) == said(first)
    assert first.content == "Five."


def test_a_stream_replays_what_was_recorded_whole_and_the_other_way_round(file: Path) -> None:
    record(file, CALLED, lambda model: model.bind_tools([count_doors]).invoke(ASKED))
    pieces = replayed(file).bind_tools([count_doors]).stream(ASKED)
    assert said(gathered(pieces))[1] == [("count_doors", {"gate": "gate3"}, "call_0")]


def test_what_is_recorded_costs_no_second_call(file: Path) -> None:
    _, stub = record(file, say("Four."), lambda model: [model.invoke(ASKED) for _ in range(3)])
    assert len(stub.requests) == 1


CALL = {"name": "count_doors", "args": {"gate": "gate3"}, "id": "call_0", "type": "tool_call"}
AFTER = [*ASKED, AIMessage("", tool_calls=[CALL]), ToolMessage("4", tool_call_id="call_0")]
OTHERS = {
    "another tool": (lambda model: model.bind_tools([close_door]).invoke(AFTER), "close_door"),
    "one more tool": (lambda model: model.bind_tools([count_doors, close_door]).invoke(AFTER), "close_door"),
    "no tool": (lambda model: model.invoke(AFTER), "1 recorded ones are gone"),
    "another choice": (
        lambda model: model.bind_tools([count_doors], tool_choice="any").invoke(AFTER),
        'tool_choice: "any"',
    ),
    "another shape": (
        lambda model: model.bind_tools([count_doors]).invoke(AFTER, response_format=JSON_SHAPE),
        "json_object",
    ),
    "where to stop": (lambda model: model.bind_tools([count_doors]).invoke(AFTER, stop=["."]), 'stop: "."'),
    "another result of the tool": (
        lambda model: model.bind_tools([count_doors]).invoke(
            [*AFTER[:-1], ToolMessage("5", tool_call_id="call_0")]
        ),
        "+ 5",
    ),
    "another call of the tool": (
        lambda model: model.bind_tools([count_doors]).invoke(
            [*ASKED, AIMessage("", tool_calls=[{**CALL, "args": {"gate": "hub1"}}]), AFTER[-1]]
        ),
        "hub1",
    ),
    "a result that a person says": (
        lambda model: model.bind_tools([count_doors]).invoke([*AFTER[:-1], HumanMessage("4")]),
        "are gone",
    ),
}


@pytest.mark.parametrize(("ask", "told"), OTHERS.values(), ids=OTHERS)
def test_another_request_is_not_mixed_up_and_the_difference_is_told(ask: Any, told: str, file: Path) -> None:
    record(file, say("Four."), lambda model: model.bind_tools([count_doors]).invoke(AFTER))
    with pytest.raises(UnrecordedCall) as caught:
        ask(replayed(file))
    assert told in str(caught.value)


def test_a_stream_that_is_left_is_not_recorded(file: Path) -> None:
    with serve(say("A long reply.")) as stub:
        stream: Any = RecordedModel(inner=real(stub), file=file).stream(ASKED)
        assert next(stream).text == "A"
        stream.close()
    assert file.read_text("utf-8") == ""


def test_prompts_are_kept_where_asked_but_no_secret(file: Path) -> None:
    secret = [HumanMessage("hostname r1\nusername ann password 0 hunter2brown")]
    with serve(say("fine")) as stub:
        RecordedModel(inner=real(stub), file=file, keep_prompts=True).invoke(secret)
    (kept,) = json.loads(file.read_text("utf-8"))["messages"]
    assert kept.startswith("hostname r1\nusername ann password 0 ")
    assert "hunter2brown" not in kept


def test_plain_texts_share_a_file_with_calls_without_langchain(file: Path) -> None:
    messages = [Message("system", "Be short."), Message("user", "How many doors has gate3?")]
    RecordedCalls(CountedCalls(Reply("Four.", 5, 2, 0.0)), file, "record").call("chat", messages)
    assert said(replayed(file).invoke(ASKED)) == ("Four.", [], (5, 2), None)


def test_only_replay_goes_without_a_model(file: Path) -> None:
    with pytest.raises(ValueError, match="mode 'record' needs a model"):
        RecordedModel(file=file, mode="record")
