"""Real calls by the langchain-openai client, against a server on the loopback."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from language_model.calls import Message, Reply
from language_model.errors import (
    CallCancelled,
    MissingKeyError,
    ModelCallError,
    ModelRefused,
    ModelUnavailable,
    ReplyCutOff,
)
from language_model.langchain_calls import LangChainCalls
from language_model.open_calls import open_model
from tests.language_model.openai_stub import (
    USAGE,
    Answer,
    Stub,
    break_off,
    completion,
    drip,
    echo_schema,
    echo_words,
    refuse,
    reset,
    say,
    say_json,
    send_raw,
    serve,
    stay_silent,
)

KEY = "sk-key-of-the-tests"
NAME = "openai:test-model"
HELLO = (Message("system", "Be short."), Message("user", "Hello there"))


def count_words(text: str) -> int:
    return len(text.split())


@contextmanager
def calling(url: str, time_limit_s: float = 20.0, tries: int = 3, **options: Any) -> Iterator[LangChainCalls]:
    model = open_model(NAME, retries=0, base_url=url, api_key=KEY, **options)
    assert model is not None
    with LangChainCalls(model, NAME, count_words, time_limit_s, tries, first_wait_s=0.02) as calls:
        yield calls


def outcome(stub: Stub, **options: Any) -> tuple[str, int, int, bool]:
    with calling(stub.url, **options) as calls:
        reply = calls.call("learn", HELLO)
    return reply.text, reply.prompt_tokens, reply.completion_tokens, reply.estimated


NO_USAGE = (12, 2, True)
BLOCKS = completion("")
BLOCKS["choices"][0]["message"]["content"] = [
    {"type": "text", "text": "Hi "},
    {"type": "text", "text": "you"},
]

REPLIES: dict[str, tuple[list[Answer], dict[str, Any], tuple[str, int, int, bool], int]] = {
    "a plain reply": ([say("Hi you")], {}, ("Hi you", 11, 7, False), 1),
    "a streamed reply": ([say("Hi you")], {"streaming": True}, ("Hi you", 11, 7, False), 1),
    "an empty reply": ([say("")], {}, ("", 11, 7, False), 1),
    "a reply of nothing": ([say(None)], {}, ("", 11, 7, False), 1),
    "a reply in blocks": ([say_json(BLOCKS)], {}, ("Hi you", 11, 7, False), 1),
    "tokens are counted here when the server does not": (
        [say("Hi you", usage=None)],
        {},
        ("Hi you", *NO_USAGE),
        1,
    ),
    "a streamed reply without a count": (
        [say("Hi you", usage=None)],
        {"streaming": True},
        ("Hi you", *NO_USAGE),
        1,
    ),
    "too many requests": ([refuse(429), say("Hi")], {}, ("Hi", 11, 7, False), 2),
    "a server error": ([refuse(500), refuse(503), say("Hi")], {}, ("Hi", 11, 7, False), 3),
    "a gateway's page": (
        [send_raw(b"<h1>Bad</h1>", "text/html", 502), say("Hi")],
        {},
        ("Hi", 11, 7, False),
        2,
    ),
    "a timeout on the server's side": ([refuse(408), say("Hi")], {}, ("Hi", 11, 7, False), 2),
    "a connection broken within the reply": ([break_off, say("Hi")], {}, ("Hi", 11, 7, False), 2),
    "a connection closed without a word": ([reset, say("Hi")], {}, ("Hi", 11, 7, False), 2),
    "a reply that is half JSON": (
        [send_raw(b'{"id": ', "application/json"), say("Hi")],
        {},
        ("Hi", 11, 7, False),
        2,
    ),
    "a page instead of a reply": (
        [send_raw(b"<h1>Hi</h1>", "text/html"), say("Hi")],
        {},
        ("Hi", 11, 7, False),
        2,
    ),
    "a reply without choices": (
        [say_json({**completion("x"), "choices": []}), say("Hi")],
        {},
        ("Hi", 11, 7, False),
        2,
    ),
    "a reply whose choices are null": (
        [say_json({**completion("x"), "choices": None}), say("Hi")],
        {},
        ("Hi", 11, 7, False),
        2,
    ),
    "an error within a reply": (
        [say_json({"error": {"message": "no"}}), say("Hi")],
        {},
        ("Hi", 11, 7, False),
        2,
    ),
    "half of a character": ([say("Hi\ud83d")], {}, ("Hi\ufffd", 11, 7, False), 1),
    "a reply cut off is asked for again": (
        [say("Hi", "length"), say("Hi you")],
        {},
        ("Hi you", 22, 14, False),
        2,
    ),
}


@pytest.mark.parametrize(("script", "options", "expected", "requests"), REPLIES.values(), ids=REPLIES)
def test_what_brings_a_reply(
    script: list[Answer], options: dict[str, Any], expected: tuple[str, int, int, bool], requests: int
) -> None:
    with serve(*script) as stub:
        assert outcome(stub, **options) == expected
    assert len(stub.requests) == requests


FAILURES: dict[str, tuple[list[Answer], type[ModelCallError], list[str], int]] = {
    "a wrong key": (
        [refuse(401, f"Incorrect API key provided: {KEY}.")],
        ModelRefused,
        [NAME, "401 Incorrect API key provided: ***;", "OPENAI_API_KEY", "OPENAI_BASE_URL"],
        1,
    ),
    "a key without the right": (
        [refuse(403, "Not yours")],
        ModelRefused,
        ["403 Not yours", "OPENAI_API_KEY"],
        1,
    ),
    "an unknown model": (
        [refuse(404, "No such model")],
        ModelRefused,
        ["404 No such model", "model's name"],
        1,
    ),
    "a bad request": ([refuse(400, "Too hot")], ModelRefused, ["400 Too hot"], 1),
    "a request that cannot be processed": ([refuse(422, "Odd")], ModelRefused, ["422 Odd"], 1),
    "a prompt too long": (
        [refuse(400, "This model's maximum context length is 5", "context_length_exceeded")],
        ModelRefused,
        ["the prompt is longer"],
        1,
    ),
    "no credit": (
        [refuse(429, "Pay first", "insufficient_quota")],
        ModelRefused,
        ["429 Pay first", "billing"],
        1,
    ),
    "always too many requests": (
        [refuse(429, "Slow down")],
        ModelUnavailable,
        ["in 3 tries: 429 Slow down"],
        3,
    ),
    "always down": ([refuse(503, "Down")], ModelUnavailable, ["in 3 tries: 503 Down", "OPENAI_BASE_URL"], 3),
    "always breaking off": ([break_off], ModelUnavailable, ["in 3 tries: Connection error (peer closed"], 3),
    "always a page": (
        [send_raw(b"<h1>Hi</h1>", "text/html")],
        ModelUnavailable,
        ["ValueError", "<h1>Hi</h1>"],
        3,
    ),
    "always half JSON": (
        [send_raw(b'{"id": ', "application/json")],
        ModelUnavailable,
        ["its answer cannot be read"],
        3,
    ),
    "always without choices": (
        [say_json({**completion("x"), "choices": []})],
        ModelUnavailable,
        ["in 3 tries"],
        3,
    ),
    "asked to wait longer than the limit": (
        [refuse(429, "Later", retry_after="100")],
        ModelUnavailable,
        ["in 1 tries: 429 Later; it asks to wait 100 s"],
        1,
    ),
}


@pytest.mark.parametrize(("script", "error", "words", "requests"), FAILURES.values(), ids=FAILURES)
def test_what_brings_none(
    script: list[Answer], error: type[ModelCallError], words: list[str], requests: int
) -> None:
    with serve(*script) as stub, calling(stub.url) as calls, pytest.raises(error) as caught:
        calls.call("learn", HELLO)
    assert str(caught.value).startswith("prompt 'learn': ")
    assert [word for word in words if word not in str(caught.value)] == []
    assert KEY not in str(caught.value)
    assert len(stub.requests) == requests


def test_no_server_at_all() -> None:
    with serve(say("x")) as stub:
        pass
    begun = time.monotonic()
    with (
        calling(stub.url, tries=50) as calls,
        pytest.raises(ModelUnavailable, match=r"cannot be reached: .*OPENAI_BASE_URL"),
    ):
        calls.call("learn", HELLO)
    assert time.monotonic() - begun < 5


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_ADMIN_KEY", raising=False)
    with pytest.raises(MissingKeyError, match="set OPENAI_API_KEY") as caught:
        open_model(NAME)
    assert caught.value.variable == "OPENAI_API_KEY"


WAITS = {
    "in seconds": lambda: "0.4",
    "as a date": lambda: format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True),
}


@pytest.mark.parametrize("asked", WAITS.values(), ids=WAITS)
def test_the_wait_asked_for_is_kept(asked: Any) -> None:
    with serve(refuse(429, retry_after=asked()), say("Hi")) as stub:
        outcome(stub)
    assert 0.35 < stub.times[1] - stub.times[0] < 4


def test_waits_grow() -> None:
    with serve(refuse(500)) as stub, calling(stub.url, tries=5) as calls, pytest.raises(ModelUnavailable):
        calls.call("learn", HELLO)
    waits = [later - sooner for sooner, later in zip(stub.times, stub.times[1:], strict=False)]
    assert len(waits) == 4
    assert waits[3] > 0.16


ENDLESS: dict[str, Answer] = {"never answers": stay_silent, "drips a byte at a time": drip}


@pytest.mark.parametrize("answer", ENDLESS.values(), ids=ENDLESS)
def test_a_server_without_end_is_left_at_the_limit(answer: Answer) -> None:
    start = time.monotonic()
    with serve(answer) as stub, calling(stub.url, time_limit_s=0.6) as calls:
        with pytest.raises(
            ModelUnavailable, match=r"no whole reply of model 'openai:test-model' within 0.6 s"
        ) as caught:
            calls.call("learn", HELLO)
        assert time.monotonic() - start < 5
        assert stub.hung_up.wait(5)
    assert caught.value.prompt_tokens == 12


def test_a_call_after_one_that_was_cancelled_works() -> None:
    with serve(drip, say("Hi")) as stub, calling(stub.url, time_limit_s=1.0) as calls:
        with pytest.raises(ModelUnavailable):
            calls.call("learn", HELLO)
        assert calls.call("learn", HELLO).text == "Hi"


CUT_OFF: dict[str, tuple[list[Answer], str, int]] = {
    "twice cut off": ([say("abc", "length"), say("abcdef", "length")], "abcdef", 14),
    "a larger reply is refused": ([say("abc", "length"), refuse(400, "At most 5 tokens")], "abc", 7),
    "no server the second time": ([say("abc", "length"), refuse(500)], "abc", 7),
    "the limit ends the second": ([say("abc", "length"), stay_silent], "abc", 7),
}


@pytest.mark.parametrize(("script", "text", "tokens"), CUT_OFF.values(), ids=CUT_OFF)
def test_what_there_is_of_a_reply_is_kept(script: list[Answer], text: str, tokens: int) -> None:
    with (
        serve(*script) as stub,
        calling(stub.url, time_limit_s=1.5) as calls,
        pytest.raises(ReplyCutOff) as caught,
    ):
        calls.call("learn", HELLO)
    assert (caught.value.text, caught.value.completion_tokens) == (text, tokens)
    assert "max_completion_tokens" not in stub.requests[0]
    assert stub.requests[1]["max_completion_tokens"] == 8192


def test_what_is_sent() -> None:
    turn = (*HELLO, Message("assistant", "Hi"), Message("user", "And?"))
    with serve(say("x")) as stub, calling(stub.url) as calls:
        calls.call("learn", turn)
    sent = [(message["role"], message["content"]) for message in stub.requests[0]["messages"]]
    assert sent == [("system", "Be short."), ("user", "Hello there"), ("assistant", "Hi"), ("user", "And?")]
    assert stub.requests[0]["temperature"] == 0
    assert stub.headers[0]["authorization"] == f"Bearer {KEY}"


def test_sections_call_at_the_same_time() -> None:
    texts = [f"number {number}" for number in range(24)]
    with serve(echo_words) as stub, ThreadPoolExecutor(8) as pool, calling(stub.url) as calls:
        replies = list(pool.map(lambda text: calls.call("learn", [Message("user", text)]), texts))
    assert [reply.text for reply in replies] == texts


def test_closing_ends_the_calls_that_wait() -> None:
    with serve(stay_silent) as stub, ThreadPoolExecutor(1) as pool:
        with calling(stub.url) as calls:
            waiting = pool.submit(calls.call, "learn", HELLO)
            assert stub.asked.wait(5)
        assert isinstance(waiting.exception(5), CallCancelled)
        with pytest.raises(CallCancelled, match="the calls are closed"):
            calls.call("learn", HELLO)


def test_one_model_after_another_has_its_own_connections() -> None:
    with serve(say("Hi")) as stub:
        assert [outcome(stub)[0] for _ in range(3)] == ["Hi"] * 3


def test_structured_output_comes_from_the_same_model() -> None:
    schema = {
        "title": "Name",
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
    }
    with serve(echo_schema) as stub:
        opened = open_model(NAME, retries=0, base_url=stub.url, api_key=KEY)
        assert opened is not None
        asked = opened.bind(
            response_format={"type": "json_schema", "json_schema": {"name": "Name", "schema": schema}}
        )
        assert json.loads(str(asked.invoke("Who?").text)) == {"name": "x"}


def test_replies_say_how_long_they_took() -> None:
    with serve(refuse(429, retry_after="0.3"), say("Hi")) as stub, calling(stub.url) as calls:
        reply = calls.call("learn", HELLO)
    assert reply == Reply("Hi", USAGE["prompt_tokens"], USAGE["completion_tokens"], reply.seconds)
    assert reply.seconds >= 0.3


TEMPERATURES = {
    "a model that takes one": ("openai:gpt-4.1", 0),
    "a model that takes none": ("openai:o3", None),
    "a model nobody knows": (NAME, 0),
}


@pytest.mark.parametrize(("name", "temperature"), TEMPERATURES.values(), ids=TEMPERATURES)
def test_no_temperature_is_sent_to_a_model_that_takes_none(name: str, temperature: int | None) -> None:
    with serve(say("Hi")) as stub:
        model = open_model(name, retries=0, base_url=stub.url, api_key=KEY)
        assert model is not None
        with LangChainCalls(model, name, count_words) as calls:
            calls.call("learn", HELLO)
    assert stub.requests[0].get("temperature") == temperature


def test_a_known_limit_is_not_passed_when_asking_for_a_longer_reply() -> None:
    with serve(say("abc", "length"), say("abcd")) as stub:
        model = open_model("openai:gpt-4", retries=0, base_url=stub.url, api_key=KEY)
        assert model is not None
        most = (model.profile or {}).get("max_output_tokens", 0)
        with LangChainCalls(model, "openai:gpt-4", count_words) as calls:
            assert calls.call("learn", HELLO).text == "abcd"
    assert stub.requests[1]["max_completion_tokens"] == min(most, 8192) > 0


def test_no_thread_is_left() -> None:
    with serve(say("Hi")) as stub:
        outcome(stub)
    assert [thread.name for thread in threading.enumerate() if thread.name == "model calls"] == []
