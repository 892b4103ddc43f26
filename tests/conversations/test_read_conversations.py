"""Reading kept conversations: bad records are named, and a killed process costs its last line at most."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conversations.conversation_file import find_conversations, read_conversation
from conversations.errors import ConversationUnreadableError
from conversations.keeper import Keeper
from tests.conversations.made_turns import ANSWER, GRAPH, QUESTION

ROOT = Path(__file__).resolve().parent.parent.parent
HEAD = {"record": "conversation", "id": "c", "door": "ask", "begun": "2026-01-01T00:00:00Z", "schema": 1}
TURN = {
    "record": "turn",
    "number": 1,
    "time": "2026-01-01T00:00:00Z",
    "question": "Who?",
    "answer": "r1",
    "status": "answered",
}

BAD = {
    "half a line in the middle": ([HEAD, '{"record": "tu', TURN], 2, "not JSON: "),
    "another JSON": (
        [HEAD, "[1]"],
        2,
        "found record None; expected one of: 'conversation', 'turn', 'feedback'",
    ),
    "an unknown record": ([HEAD, {"record": "note"}], 2, "found record 'note'"),
    "a turn without an answer": (
        [HEAD, TURN, {**TURN, "answer": None}],
        3,
        "not a turn: field 'answer': Input should be a valid string",
    ),
    "an unknown status": ([HEAD, {**TURN, "status": "fine"}], 2, "not a turn: field 'status'"),
    "a newer version": (
        [{**HEAD, "schema": 2}],
        1,
        "written with schema 2; this version reads up to 1: upgrade",
    ),
    "no heading": ([TURN], 1, "found no heading"),
    "an empty file": ([], 1, "found no heading"),
}


@pytest.mark.parametrize(("lines", "number", "reason"), BAD.values(), ids=BAD)
def test_a_bad_record_is_named(lines: list[object], number: int, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    with pytest.raises(ConversationUnreadableError) as caught:
        read_conversation(path)
    assert str(caught.value).startswith(f"{path}:{number}: {reason}")
    assert (caught.value.path, caught.value.line) == (str(path), number)


def test_fields_of_a_later_hand_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(json.dumps({**HEAD, "mood": "good"}) + "\n" + json.dumps({**TURN, "mood": 1}) + "\n")
    assert read_conversation(path).turns[0].answer == "r1"


def test_half_a_last_line_is_passed_over_and_cut_off_by_the_next_turn(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "ask")
    keeper.keep(QUESTION, ANSWER, GRAPH)
    (path,) = (tmp_path / "conversations").iterdir()
    with path.open("ab") as opened:
        opened.write(b'{"record": "turn", "numb')
    assert (read_conversation(path).cut, len(read_conversation(path).turns)) == (True, 1)
    keeper.keep(QUESTION, ANSWER, GRAPH)
    assert (read_conversation(path).cut, len(read_conversation(path).turns)) == (False, 2)


def test_half_a_heading_is_written_anew(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "ask")
    path = tmp_path / "conversations" / f"{keeper.id}.jsonl"
    path.parent.mkdir()
    path.write_bytes(b'{"record": "conver')
    keeper.keep(QUESTION, ANSWER, GRAPH)
    assert (read_conversation(path).heading.id, len(read_conversation(path).turns)) == (keeper.id, 1)


KILLED = """
import sys
from conversations.keeper import Keeper
from tests.conversations.made_turns import ANSWER, GRAPH, QUESTION
keeper = Keeper(sys.argv[1], "chat")
while True:
    print(keeper.keep(QUESTION, ANSWER, GRAPH), flush=True)
"""


def test_a_killed_process_loses_nothing_it_has_kept(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == "20":
                process.send_signal(signal.SIGKILL)
                break
    (path,) = (tmp_path / "conversations").iterdir()
    assert [turn.number for turn in read_conversation(path).turns][:20] == list(range(1, 21))


def test_files_are_found_in_folders_each_once(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for name in ("a/2.jsonl", "1.jsonl", "note.txt"):
        (tmp_path / name).touch()
    one = tmp_path / "1.jsonl"
    assert find_conversations([one, tmp_path]) == [one, tmp_path / "a/2.jsonl"]
    (tmp_path / "kg/conversations").mkdir(parents=True)
    for name in ("kg/conversations/3.jsonl", "kg/calls.jsonl"):
        (tmp_path / name).touch()
    assert find_conversations([tmp_path / "kg"]) == [tmp_path / "kg/conversations/3.jsonl"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConversationUnreadableError, match=r"no file ending in .jsonl in this folder"):
        find_conversations([tmp_path / "empty"])
    with pytest.raises(ConversationUnreadableError, match="No such file"):
        read_conversation(tmp_path / "nowhere.jsonl")
