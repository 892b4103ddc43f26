"""Read gold questions: one JSON object a line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from evaluation.errors import QuestionsUnreadableError
from evaluation.records import Gold, GoldEvidence, NumberRange


def _as_items(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else (str(value),)


class _EvidenceIn(BaseModel):
    model_config = ConfigDict(extra="ignore")
    file: str
    line_numbers: tuple[int, ...]
    truncated: bool = False


class _RangeIn(BaseModel):
    model_config = ConfigDict(extra="ignore")
    min: float
    max: float
    unit: str = ""


class _QuestionIn(BaseModel):
    model_config = ConfigDict(extra="ignore")
    id: str
    question: str = Field(min_length=1)
    kind: str
    answer: Annotated[tuple[str, ...], BeforeValidator(_as_items)]
    dataset: str = ""
    must_contain: tuple[str, ...] = ()
    any_of: tuple[tuple[str, ...], ...] = ()
    numeric: tuple[_RangeIn, ...] = ()
    must_not_contain: tuple[str, ...] = ()
    universe: tuple[str, ...] = ()
    evidence: tuple[_EvidenceIn, ...] = ()


_UNSETTLED = re.compile(r'"state"\s*:\s*"(?:proposed|rejected)"')
"""Made by a model or from feedback, and not accepted by a person: may lack an answer."""


def parse_question(line: str) -> Gold:
    """Read one line. Raises pydantic's ValidationError when it is not a gold question."""
    read = _QuestionIn.model_validate_json(line)
    return Gold(
        id=read.id,
        dataset=read.dataset,
        question=read.question,
        kind=read.kind,
        items=read.answer,
        must_contain=read.must_contain,
        any_of=read.any_of,
        numeric=tuple(NumberRange(each.min, each.max, each.unit) for each in read.numeric),
        must_not_contain=read.must_not_contain,
        universe=read.universe,
        evidence=tuple(GoldEvidence(each.file, each.line_numbers, each.truncated) for each in read.evidence),
    )


def read_questions(path: Path) -> list[Gold]:
    """Read every question of a file, in order; blank lines and questions not accepted yet are passed over.

    Raises QuestionsUnreadableError when the file cannot be read, holds no question, or a line is not one.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "is not UTF-8 text"
        raise QuestionsUnreadableError(str(path), 0, reason) from error
    questions = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not _is_unsettled(line):
            questions.append(_parse(path, number, line))
    if not questions:
        raise QuestionsUnreadableError(str(path), 0, "no question found; expected one JSON object a line")
    return questions


def _is_unsettled(line: str) -> bool:
    """Look closely only where a line may be one: a question's text may hold the words, too."""
    if not _UNSETTLED.search(line):
        return False
    try:
        found = json.loads(line)
    except ValueError:
        return False
    return isinstance(found, dict) and found.get("state") in ("proposed", "rejected")


def _parse(path: Path, number: int, line: str) -> Gold:
    try:
        return parse_question(line)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "line"
        raise QuestionsUnreadableError(
            str(path), number, f"not a gold question: {field}: {first['msg']}"
        ) from error
