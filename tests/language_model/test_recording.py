"""Replies kept in a file come back for the same messages, whatever happened to the process or the file."""

from __future__ import annotations

import json
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from language_model.calls import Message, Reply
from language_model.errors import ModelUnavailable, UnreadableRecording, UnrecordedCall
from language_model.open_calls import RecordedCalls
from language_model.reply_file import hash_parts, key_of
from tests.language_model.counted_calls import CountedCalls

ROOT = Path(__file__).resolve().parent.parent.parent
ASKED = [Message("system", "Write a parser."), Message("user", "interface Gi0/1 of the secret network")]
OTHER = [Message("user", "another")]
REPLY = Reply("```python\nx = 'ü'\n```\r\n\u2028", 100, 50, 2.0)
REPLAYED = Reply(REPLY.text, 100, 50, 0.0, recorded=True)


def record(file: Path, *replies: Reply) -> RecordedCalls:
    return RecordedCalls(CountedCalls(*(replies or (REPLY,))), file)


def test_a_reply_comes_back_as_it_was_given(tmp_path: Path) -> None:
    file = tmp_path / "new" / "journal.jsonl"
    assert record(file).call("parse", ASKED) == REPLY
    assert RecordedCalls(None, file).call("parse", ASKED) == REPLAYED
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_messages_are_not_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    record(file).call("parse", ASKED)
    assert json.loads(file.read_text("utf-8")) == {
        "key": key_of("parse", ASKED),
        "prompt": "parse",
        "reply": REPLY.text,
        "prompt_tokens": 100,
        "completion_tokens": 50,
        "parts": list(hash_parts(ASKED)),
    }
    assert "network" not in file.read_text("utf-8")


def test_messages_are_kept_where_asked_but_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    secret = [Message("user", "hostname r1\nusername ann password 0 hunter2brown")]
    RecordedCalls(CountedCalls(REPLY), file, keep_prompts=True).call("parse", secret)
    (kept,) = json.loads(file.read_text("utf-8"))["messages"]
    assert kept.startswith("hostname r1\nusername ann password 0 ")
    assert "hunter2brown" not in file.read_text("utf-8")


PROMPT = "Write a parser.\n\nThe schema is {}.\n\ninterface Gi0/1"
NEAR = {
    "from hashes": (False, "1 of its 3 paragraphs are new, 1 recorded ones are gone\n  + The schema is B."),
    "from the messages": (True, "-The schema is A.\n+The schema is B."),
}


@pytest.mark.parametrize(("kept", "difference"), NEAR.values(), ids=NEAR)
def test_an_unrecorded_call_shows_the_nearest(kept: bool, difference: str, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    calls = RecordedCalls(CountedCalls(REPLY, REPLY), file, keep_prompts=kept)
    near = [Message("user", PROMPT.format("A"))]
    calls.call("parse", near)
    calls.call("parse", OTHER)
    with pytest.raises(UnrecordedCall) as caught:
        RecordedCalls(None, file).call("parse", [Message("user", PROMPT.format("B"))])
    assert caught.value.most_alike is not None
    assert caught.value.most_alike.key == key_of("parse", near)
    assert caught.value.most_alike.alike == pytest.approx(2 / 3)
    assert difference in str(caught.value)


def test_what_is_asked_twice_is_called_once(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    inner = CountedCalls(Reply("first", 1, 1, 0.0), Reply("second", 1, 1, 0.0))
    calls = RecordedCalls(inner, file)
    for _ in range(2):
        calls.call("parse", ASKED)
    assert len(inner.sent) == 1
    assert RecordedCalls(None, file).call("parse", ASKED).text == "first"
    assert [calls.is_free("parse", ASKED), calls.is_free("parse", OTHER)] == [True, False]


DIFFERENT = {
    "another prompt": ("split", ASKED),
    "other messages": ("parse", OTHER),
    "the same words by another role": ("parse", [Message("user", ASKED[0].text), ASKED[1]]),
    "the same words in one message": ("parse", [Message("system", ASKED[0].text + ASKED[1].text)]),
}


@pytest.mark.parametrize(("prompt", "messages"), DIFFERENT.values(), ids=DIFFERENT)
def test_other_calls_are_not_mixed_up(prompt: str, messages: list[Message], tmp_path: Path) -> None:
    assert key_of(prompt, messages) != key_of("parse", ASKED)
    file = tmp_path / "journal.jsonl"
    record(file).call("parse", ASKED)
    with pytest.raises(UnrecordedCall) as caught:
        RecordedCalls(None, file).call(prompt, messages)
    assert caught.value.nearest == ((key_of("parse", ASKED),) if prompt == "parse" else ())
    assert f"no recorded reply for a call of prompt '{prompt}'" in str(caught.value)
    assert ("(1 recorded of this prompt: " if prompt == "parse" else "(none recorded") in str(caught.value)


BROKEN = {
    "half a last line": b'{"key": "1234", "prom',
    "half a character": '{"key": "ü'.encode()[:-1],
    "another JSON": b"[1, 2]\n",
    "a line without a reply": b'{"key": "1", "prompt": "parse"}\n',
    "bytes": b"\x00\xff\x00\n",
}


@pytest.mark.parametrize("rest", BROKEN.values(), ids=BROKEN)
def test_a_broken_line_costs_that_line_only(rest: bytes, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    record(file).call("parse", ASKED)
    with file.open("ab") as opened:
        opened.write(rest)
    assert RecordedCalls(None, file).call("parse", ASKED) == REPLAYED
    record(file, Reply("after", 1, 1, 0.0)).call("split", OTHER)
    again = RecordedCalls(None, file)
    assert (again.call("split", OTHER).text, again.call("parse", ASKED).text) == ("after", REPLY.text)
    with pytest.raises(UnrecordedCall, match="1 lines of the file cannot be read"):
        again.call("nothing", OTHER)


def test_a_failed_call_is_not_recorded(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    with pytest.raises(ModelUnavailable):
        RecordedCalls(CountedCalls(ModelUnavailable("parse", "down")), file).call("parse", ASKED)
    assert file.read_bytes() == b""


def test_parallel_calls_of_two_writers_keep_every_line_whole(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    long = Reply("x" * 20_000, 1, 1, 0.0)
    writers = [record(file, long), record(file, long)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: writers[n % 2].call("parse", [Message("user", str(n))]), range(60)))
    replay = RecordedCalls(None, file)
    assert {replay.call("parse", [Message("user", str(n))]).text for n in range(60)} == {long.text}
    assert (replay.unreadable, len(file.read_bytes().splitlines())) == (0, 60)


KILLED = """
import sys, pathlib
from tests.language_model.counted_calls import CountedCalls
from language_model.calls import Message, Reply
from language_model.open_calls import RecordedCalls
calls = RecordedCalls(CountedCalls(Reply("kept", 1, 1, 0.0)), pathlib.Path(sys.argv[1]))
number = 0
while True:
    calls.call("parse", [Message("user", str(number))])
    print(number, flush=True)
    number += 1
"""


def test_a_killed_process_loses_nothing_it_was_told(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == "20":
                process.send_signal(signal.SIGKILL)
                break
    replay = RecordedCalls(None, file)
    assert all(replay.call("parse", [Message("user", str(number))]).text == "kept" for number in range(21))


def test_a_recording_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableRecording, match="cannot be used as a recording of calls: No such file"):
        RecordedCalls(None, tmp_path / "none.jsonl")
    with pytest.raises(UnreadableRecording, match="Is a directory"):
        record(tmp_path)


def test_a_recording_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    calls = record(tmp_path / "folder" / "journal.jsonl")
    (tmp_path / "folder" / "journal.jsonl").unlink()
    (tmp_path / "folder").rmdir()
    with pytest.raises(UnreadableRecording, match="No such file"):
        calls.call("parse", ASKED)
