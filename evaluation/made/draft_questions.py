"""Let a model write questions with their answers from a part of a file, and check what can be checked."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

from agent.model.call_model import DATA, fence
from evaluation.match_answer import normalize, shows
from graph_store.records import SourceLine
from language_model.calls import Message, ModelCalls, json_object
from language_model.redact import Redactor

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
KINDS = ("lookup", "list", "count", "aggregate", "exists", "temporal", "summary")
_PLACE = re.compile(r"\{(\w+)\}")

JsonObject = dict[str, object]


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
    redactor: Redactor,
) -> Drafted:
    """Ask for `count` questions about these lines, of one file or several; `header` are those that they stand below.

    Secrets are replaced before anything is sent. Raises ModelCallError, and UnrecordedCall.
    """
    shown = [*header, *lines]
    clean = redactor.lines([line.text for line in shown])
    values = {"count": str(count), "lines": "\n".join(_numbered(shown, clean))}
    told, _, data = _read_prompt().partition(DATA)
    filled = _PLACE.sub(lambda place: fence(place[1], values[place[1]]), data.strip())
    reply = calls.call("write_questions", [Message("system", told.strip()), Message("user", filled)]).text
    return read_drafts(reply, shown)


def _numbered(shown: Sequence[SourceLine], texts: Sequence[str]) -> Iterator[str]:
    """Number lines as they are shown, as several files have a line 1; each file's name stands before its lines."""
    path = ""
    for number, (line, text) in enumerate(zip(shown, texts, strict=True), start=1):
        if line.path != path:
            path = line.path
            yield f"File: {path}"
        yield f"{number}: {text}"


def read_drafts(reply: str, shown: Sequence[SourceLine]) -> Drafted:
    """Read a reply; a draft that is none, or that names a line that was not shown, is left out with its reason."""
    try:
        drafts = _Drafts.model_validate_json(json_object(reply)).questions
    except ValidationError:
        return Drafted((), (f"no such JSON: {reply[:80]!r}",))
    known = dict(enumerate(shown, start=1))
    read = [_read(draft, known) for draft in drafts]
    items = tuple(each for each in read if not isinstance(each, str))
    return Drafted(items, tuple(each for each in read if isinstance(each, str)))


def _read(draft: object, known: Mapping[int, SourceLine]) -> JsonObject | str:
    try:
        said = _Draft.model_validate(draft)
    except ValidationError as error:
        return f"{json.dumps(draft)[:80]}: {error.errors()[0]['msg']}"
    strange = [number for number in said.lines if number not in known]
    if strange or said.kind not in KINDS:
        what = f"line {strange[0]} was not shown" if strange else f"unknown kind {said.kind!r}"
        return f"{said.question}: {what}"
    items = [str(item) for item in (said.answer if isinstance(said.answer, list) else [said.answer])]
    proof = [known[number] for number in sorted(set(said.lines))]
    text = normalize("\n".join(line.text for line in proof))
    return {
        "id": hashlib.sha256(f"{proof[0].path}\n{said.question}".encode()).hexdigest()[:10],
        "question": said.question,
        "kind": said.kind,
        "answer": items,
        "must_contain": [] if said.kind == "summary" else items,
        "evidence": [
            {"file": path, "line_numbers": [line.number for line in proof if line.path == path]}
            for path in dict.fromkeys(line.path for line in proof)
        ],
        "source_lines": [f"{line.path}:{line.number}: {line.text}" for line in proof],
        "stands_in_lines": all(shows(text, item) for item in items),
        "source": "model",
        "state": "proposed",
    }


@cache
def _read_prompt() -> str:
    return (PROMPTS / "write_questions.md").read_text("utf-8").removeprefix("# write_questions\n")
