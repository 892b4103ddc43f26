"""Gold questions as records, and files that hold none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation.errors import QuestionsUnreadableError
from evaluation.records import Gold, GoldEvidence, NumberRange, read_questions

FULL = {
    "id": "q1",
    "dataset": "d",
    "question": "How many?",
    "kind": "count",
    "answer": 3,
    "must_contain": ["3"],
    "any_of": [["a", "b"]],
    "numeric": [{"min": 1, "max": 2.5, "unit": "s"}],
    "must_not_contain": ["4"],
    "universe": ["x", "y"],
    "evidence": [{"file": "d/a.cfg", "line_numbers": [1, 2], "total_lines": 9, "truncated": True}],
    "source": "ours",
    "note": "as it is meant",
}


def test_every_field_is_read(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps(FULL) + "\n\n")
    assert read_questions(path) == [
        Gold(
            id="q1",
            dataset="d",
            question="How many?",
            kind="count",
            items=("3",),
            must_contain=("3",),
            any_of=(("a", "b"),),
            numeric=(NumberRange(1, 2.5, "s"),),
            must_not_contain=("4",),
            universe=("x", "y"),
            evidence=(GoldEvidence("d/a.cfg", (1, 2), truncated=True),),
        )
    ]


def test_optional_fields_may_be_missing(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"id": "q", "question": "Who?", "kind": "list", "answer": ["a", "b"]}\n')
    assert read_questions(path) == [Gold("q", "", "Who?", "list", ("a", "b"))]


BAD = {
    "an empty file": ("", ": no question found; expected one JSON object a line"),
    "text that is no JSON": ("\nhello\n", ":2: not a gold question: line: Invalid JSON"),
    "a missing field": (
        '{"id": "q", "kind": "list", "answer": []}',
        ":1: not a gold question: question: Field required",
    ),
    "an empty question": (
        '{"id": "q", "question": "", "kind": "list", "answer": []}',
        ":1: not a gold question: question: String should have at least 1 character",
    ),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_bad_files_say_where_and_why(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(text)
    with pytest.raises(QuestionsUnreadableError) as caught:
        read_questions(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionsUnreadableError, match=r"nowhere\.jsonl: No such file or directory"):
        read_questions(tmp_path / "nowhere.jsonl")


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_bytes(b"\xff\xfe\x00\xd8")
    with pytest.raises(QuestionsUnreadableError, match="is not UTF-8 text"):
        read_questions(path)
