"""Has a model draft questions with answers from part of a file, checks them, and keeps what a person accepts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from agent.errors import ModelReplyError
from agent.model.call_model import read_object
from evaluation.errors import QuestionsUnreadableError
from evaluation.prompts import PROMPTS
from evaluation.score_answer import normalize, shows
from graph_store.records import SourceLine
from language_model.calls import ModelCalls
from language_model.prompts import fill, read_prompt

PROMPT = "write_questions"
KINDS = ("lookup", "list", "count", "aggregate", "exists", "temporal", "summary")


class _Draft(BaseModel):
    question: str = Field(min_length=1)
    kind: str
    answer: list[str | int | float] | str | int | float
    lines: list[int] = Field(min_length=1)


class _Drafts(BaseModel):
    questions: list[object]


@dataclass(frozen=True, slots=True)
class Drafted:
    """Questions in the format of gold ones, to be accepted by a person; `left_out` says what was wrong with others."""

    items: tuple[JsonObject, ...]
    left_out: tuple[str, ...] = ()


def draft_questions(
    header: Sequence[SourceLine],
    lines: Sequence[SourceLine],
    count: int,
    calls: ModelCalls,
) -> Drafted:
    """Ask for `count` questions about these lines, of one file or several; `header` are those that they stand below.

    Raises ModelCallError, and UnrecordedCall.
    """
    shown = [*header, *lines]
    values = {"count": str(count), "lines": "\n".join(_numbered(shown))}
    return read_drafts(calls.call(PROMPT, fill(read_prompt(PROMPTS, PROMPT), values)).text, shown)


def _numbered(shown: Sequence[SourceLine]) -> Iterator[str]:
    """Number lines as they are shown, as several files have a line 1; each file's name stands before its lines."""
    path = ""
    for number, line in enumerate(shown, start=1):
        if line.path != path:
            path = line.path
            yield f"File: {path}"
        yield f"{number}: {line.text}"


def read_drafts(reply: str, shown: Sequence[SourceLine]) -> Drafted:
    """Read a reply; a draft that is none, or that names a line that was not shown, is left out with its reason."""
    try:
        drafts = read_object(PROMPT, reply, _Drafts).questions
    except ModelReplyError:
        return Drafted((), (f"no such JSON: {reply[:80]!r}",))
    known = dict(enumerate(shown, start=1))
    read = [_read(draft, known) for draft in drafts]
    items = tuple(each for each in read if not isinstance(each, str))
    return Drafted(items, tuple(each for each in read if isinstance(each, str)))


def _read(draft: object, known: Mapping[int, SourceLine]) -> JsonObject | str:
    try:
        draft_question = _Draft.model_validate(draft)
    except ValidationError as error:
        return f"{json.dumps(draft)[:80]}: {error.errors()[0]['msg']}"
    strange = [number for number in draft_question.lines if number not in known]
    if strange or draft_question.kind not in KINDS:
        what = f"line {strange[0]} was not shown" if strange else f"unknown kind {draft_question.kind!r}"
        return f"{draft_question.question}: {what}"
    items = [
        str(item)
        for item in (
            draft_question.answer if isinstance(draft_question.answer, list) else [draft_question.answer]
        )
    ]
    proof = [known[number] for number in sorted(set(draft_question.lines))]
    text = normalize("\n".join(line.text for line in proof))
    return {
        "id": hashlib.sha256(f"{proof[0].path}\n{draft_question.question}".encode()).hexdigest()[:10],
        "question": draft_question.question,
        "kind": draft_question.kind,
        "answer": items,
        "must_contain": [] if draft_question.kind == "summary" else items,
        "evidence": [
            {"file": path, "line_numbers": [line.number for line in proof if line.path == path]}
            for path in dict.fromkeys(line.path for line in proof)
        ],
        "source_lines": [f"{line.path}:{line.number}: {line.text}" for line in proof],
        "stands_in_lines": all(shows(text, item) for item in items),
        "source": "model",
        "state": "proposed",
    }


# Accept or reject questions that were made; only accepted ones are asked in an evaluation.


DraftState = Literal["proposed", "accepted", "rejected"]
JsonObject = dict[str, object]


def read_items(path: Path) -> list[JsonObject]:
    """Read the objects of a file of questions, whatever their state. Raises QuestionsUnreadableError."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise QuestionsUnreadableError(str(path), 0, error.strerror or str(error)) from error
    items = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except ValueError as error:
            raise QuestionsUnreadableError(str(path), number, f"not JSON: {error}") from error
        if not isinstance(found, dict):
            raise QuestionsUnreadableError(str(path), number, "not a question: expected a JSON object")
        items.append(found)
    return items


def _write_items(path: Path, items: Iterable[Mapping[str, object]]) -> None:
    """Write a file of questions anew, whole or not at all."""
    new = path.with_name(path.name + ".new")
    new.write_text("".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items), encoding="utf-8")
    new.replace(path)


def add_items(path: Path, items: Sequence[JsonObject]) -> int:
    """Add the questions that the file does not have yet, by id; return how many those are."""
    known = read_items(path) if path.exists() else []
    ids = {item.get("id") for item in known}
    new = {item["id"]: item for item in items if item.get("id") not in ids}
    _write_items(path, [*known, *new.values()])
    return len(new)


def settle(path: Path, ids: Sequence[str], state: DraftState) -> None:
    """Set the state of these questions. Raises QuestionsUnreadableError when one is not there."""
    items = read_items(path)
    known = {str(item.get("id")) for item in items}
    for each in ids:
        if each not in known:
            raise QuestionsUnreadableError(str(path), 0, f"found no question with id {each!r}")
    _write_items(path, [item | {"state": state} if str(item.get("id")) in ids else item for item in items])
