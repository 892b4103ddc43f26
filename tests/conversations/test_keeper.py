"""What is kept of a conversation, for whom, and how long."""

from __future__ import annotations

import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from agent.records import Outcome, Question, Row, Turn
from conversations.conversation_file import (
    add_feedback,
    forget_named,
    forget_older,
    forget_user,
    locked,
    read_conversation,
)
from conversations.errors import ConversationUnwritableError, UnknownTurnError
from conversations.keep_turn import conversations_folder
from conversations.keeper import Keeper, find_conversation
from conversations.records import CitedLine, KeptTurn, RunStatement, digest, digest_rows, fingerprint
from graph_store.records import SourceLine
from tests.conversations.made_turns import ANSWER, GRAPH, LINE, QUERY, QUESTION, ROWS, ListedDocuments


def folder_of(kg: Path) -> Path:
    return conversations_folder(str(kg))


def test_a_turn_is_kept_whole(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "ask", "ann")
    assert keeper.keep(QUESTION, ANSWER, GRAPH) == 1
    (path,) = folder_of(tmp_path).iterdir()
    kept = read_conversation(path)
    assert (kept.heading.id, kept.heading.door, kept.heading.user, kept.cut) == (
        keeper.id,
        "ask",
        "ann",
        False,
    )
    (turn,) = kept.turns
    assert turn == KeptTurn(
        number=1,
        time=turn.time,
        question=QUESTION.text,
        answer=ANSWER.text,
        status="answered",
        citations=(CitedLine("r1.cfg", 7, digest(LINE.text)),),
        values=("Ethernet0/1", "down"),
        statements=(
            RunStatement(
                "cypher",
                QUERY.statement,
                {"n": ("a", "b")},
                rows=2,
                total=2,
                digest=digest_rows(ANSWER.outcomes[0]),
                seconds=0.5,
            ),
        ),
        graph=fingerprint(GRAPH),
        user="ann",
        seconds=1.5,
    )


def test_it_is_kept_for_its_owner_only(tmp_path: Path) -> None:
    Keeper(str(tmp_path), "ask").keep(QUESTION, ANSWER, GRAPH)
    folder = folder_of(tmp_path)
    (path,) = folder.iterdir()
    assert (stat.S_IMODE(folder.stat().st_mode), stat.S_IMODE(path.stat().st_mode)) == (0o700, 0o600)


def test_turns_are_numbered_and_say_how_much_history_they_had(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "chat")
    keeper.keep(QUESTION, ANSWER, GRAPH)
    again = Question("And up?", (Turn(QUESTION.text, ANSWER.text),))
    assert keeper.keep(again, replace(ANSWER, model="openai:x", tokens=9), GRAPH) == 2
    (path,) = folder_of(tmp_path).iterdir()
    first, second = read_conversation(path).turns
    assert [(each.number, each.history, each.tokens) for each in (first, second)] == [(1, 0, 0), (2, 1, 9)]
    assert (first.prompts, "synthesize" in second.prompts) == ({}, True)


def test_nothing_is_kept_for_no_days(tmp_path: Path) -> None:
    assert Keeper(str(tmp_path), "ask", days=0).keep(QUESTION, ANSWER, GRAPH) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_server_has_a_folder_of_its_own() -> None:
    one, other = conversations_folder("bolt://a"), conversations_folder("bolt://b")
    assert one.parent == other.parent == Path("wirelore-conversations")
    assert one != other


def test_what_cannot_be_kept_is_named(tmp_path: Path) -> None:
    (tmp_path / "conversations").write_text("a file")
    with pytest.raises(
        ConversationUnwritableError, match=r"cannot be kept: .*WIRELORE_KEEP_DAYS=0 keeps none"
    ):
        Keeper(str(tmp_path), "ask", days=9).keep(QUESTION, ANSWER, GRAPH)


def test_feedback_stands_beside_its_turn(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "chat", "ann")
    keeper.keep(QUESTION, ANSWER, GRAPH)
    keeper.judge(1, "up")
    keeper.judge(1, "down", "Loopback0 is down too")
    (path,) = folder_of(tmp_path).iterdir()
    kept = read_conversation(path)
    said = kept.verdict(1)
    assert said is not None
    assert (said.verdict, said.comment, said.user, len(kept.feedback)) == (
        "down",
        "Loopback0 is down too",
        "ann",
        2,
    )
    assert kept.verdict(2) is None
    with pytest.raises(UnknownTurnError, match="found no turn 2; expected one of 1 to 1"):
        add_feedback(path, 2, "up")


def test_conversations_that_are_too_old_go_when_another_begins(tmp_path: Path) -> None:
    Keeper(str(tmp_path), "ask").keep(QUESTION, ANSWER, GRAPH)
    (old,) = folder_of(tmp_path).iterdir()
    os.utime(old, (time.time() - 10 * 86_400,) * 2)
    Keeper(str(tmp_path), "ask", days=11).keep(QUESTION, ANSWER, GRAPH)
    assert old.exists()
    Keeper(str(tmp_path), "ask", days=9).keep(QUESTION, ANSWER, GRAPH)
    assert not old.exists()
    assert len(list(folder_of(tmp_path).iterdir())) == 2


def test_what_a_user_said_goes_and_others_words_stay(tmp_path: Path) -> None:
    shared, alone = Keeper(str(tmp_path), "slack", "ann"), Keeper(str(tmp_path), "ask", "ann")
    shared.keep(QUESTION, ANSWER, GRAPH)
    shared.keep(Question("Mine?"), ANSWER, GRAPH, user="bob")
    shared.judge(1, "up")
    alone.keep(QUESTION, ANSWER, GRAPH)
    folder = folder_of(tmp_path)
    assert len(forget_user(folder, "ann")) == 2
    (left,) = folder.iterdir()
    kept = read_conversation(left)
    assert [(turn.number, turn.question) for turn in kept.turns] == [(2, "Mine?")]
    assert (kept.feedback, kept.heading.user) == ((), "")
    assert "ann" not in left.read_text("utf-8")
    assert stat.S_IMODE(left.stat().st_mode) == 0o600
    assert forget_user(folder, "ann") == []


def test_a_conversation_goes_on_after_its_user_was_forgotten(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "chat", "ann")
    keeper.keep(QUESTION, ANSWER, GRAPH)
    forget_user(folder_of(tmp_path), "ann")
    assert list(folder_of(tmp_path).iterdir()) == []
    assert keeper.keep(Question("and now?", (Turn(QUESTION.text, ANSWER.text),)), ANSWER, GRAPH) == 2
    (path,) = folder_of(tmp_path).iterdir()
    kept = read_conversation(path)
    assert ([turn.question for turn in kept.turns], kept.heading.user) == (["and now?"], "ann")
    with pytest.raises(UnknownTurnError):
        keeper.judge(1, "up")


def test_what_others_say_meanwhile_is_not_lost(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "chat", "room")
    with ThreadPoolExecutor(2) as pool:
        forgotten = pool.submit(lambda: [forget_user(folder_of(tmp_path), "ann") for _ in range(100)])
        for number in range(60):
            keeper.keep(Question(str(number)), ANSWER, GRAPH, "ann")
            keeper.keep(Question(str(number)), ANSWER, GRAPH, "bob")
        forgotten.result()
    forget_user(folder_of(tmp_path), "ann")
    (path,) = folder_of(tmp_path).iterdir()
    kept = read_conversation(path)
    assert sorted(int(turn.question) for turn in kept.turns) == list(range(60))
    assert {turn.user for turn in kept.turns} == {"bob"}
    assert "ann" not in path.read_text("utf-8")


def test_a_file_that_nothing_was_written_to_yet_is_no_obstacle_to_forgetting(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "chat", "ann")
    keeper.keep(QUESTION, ANSWER, GRAPH)
    (kept,) = folder_of(tmp_path).iterdir()
    (folder_of(tmp_path) / "0-begun.jsonl").touch()
    assert forget_user(folder_of(tmp_path), "ann") == [kept]
    assert not kept.exists()


def test_a_turn_that_waits_goes_into_the_file_that_stands_there_then(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "chat", "ann")
    keeper.keep(QUESTION, ANSWER, GRAPH)
    (path,) = folder_of(tmp_path).iterdir()
    with ThreadPoolExecutor(1) as pool, locked(path):
        waiting = pool.submit(keeper.keep, Question("Later?"), ANSWER, GRAPH)
        time.sleep(0.3)
        new = path.with_suffix(".new")
        new.write_bytes(path.read_bytes())
        new.replace(path)
    assert waiting.result() == 2
    assert [turn.question for turn in read_conversation(path).turns] == [QUESTION.text, "Later?"]


def test_named_conversations_are_deleted(tmp_path: Path) -> None:
    keeper = Keeper(str(tmp_path), "ask")
    keeper.keep(QUESTION, ANSWER, GRAPH)
    forget_named(folder_of(tmp_path), [keeper.id])
    assert list(folder_of(tmp_path).iterdir()) == []
    assert forget_older(folder_of(tmp_path), 0) == []


OUTCOME = ANSWER.outcomes[0]
ALIKE = {
    "rows in another order": replace(OUTCOME, rows=ROWS[::-1]),
    "a number that differs in its last bits": replace(
        OUTCOME, rows=(replace(ROWS[0], values={**ROWS[0].values, "n": 3}), ROWS[1])
    ),
}
UNLIKE = {
    "another value": Row({"interface": "Ethernet0/2", "up": "down", "n": 3}, (LINE,), 1),
    "another line": Row(ROWS[0].values, (SourceLine("r1.cfg", 8, LINE.text),), 1),
    "another text of the line": Row(ROWS[0].values, (SourceLine("r1.cfg", 7, "x"),), 1),
}


@pytest.mark.parametrize("outcome", ALIKE.values(), ids=ALIKE)
def test_alike_rows_have_one_digest(outcome: Outcome) -> None:
    assert digest_rows(outcome) == digest_rows(OUTCOME)


@pytest.mark.parametrize("row", UNLIKE.values(), ids=UNLIKE)
def test_other_rows_have_another_digest(row: Row) -> None:
    assert digest_rows(replace(OUTCOME, rows=(row, ROWS[1]))) != digest_rows(OUTCOME)


def test_what_a_load_numbers_is_no_part_of_a_digest() -> None:
    nodes = [Row({"n": {"id": number, "document": number, "key": "a"}}, (), 0) for number in (1, 2)]
    first, second = (replace(OUTCOME, rows=(node,)) for node in nodes)
    assert digest_rows(first) == digest_rows(second)


def test_a_fingerprint_is_of_what_is_loaded_in_any_order() -> None:
    assert fingerprint(GRAPH) == fingerprint(ListedDocuments(("r2.cfg", "cd"), ("r1.cfg", "ab")))
    assert fingerprint(GRAPH) != fingerprint(ListedDocuments(("r2.cfg", "cd"), ("r1.cfg", "cd")))


def test_turns_are_counted_on_when_another_door_took_the_conversation_up(tmp_path: Path) -> None:
    first = Keeper(str(tmp_path), "slack", name="one")
    assert first.keep(QUESTION, ANSWER, GRAPH) == 1
    assert first.told_elsewhere() is None
    second = Keeper(str(tmp_path), "chat", resumed=find_conversation(str(tmp_path), "one"))
    assert second.keep(QUESTION, ANSWER, GRAPH) == 2
    elsewhere = first.told_elsewhere()
    assert elsewhere is not None
    assert [turn.number for turn in elsewhere.turns] == [1, 2]
    assert first.keep(QUESTION, ANSWER, GRAPH) == 3
    assert second.keep(QUESTION, ANSWER, GRAPH) == 4
