"""The records of an evaluation: gold questions, one score per question, and the whole result."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError

from evaluation.errors import QuestionsUnreadableError

NEGATIVE = "negative"
SUMMARY = "summary"
LIST = "list"


@dataclass(frozen=True, slots=True)
class GoldEvidence:
    """Lines of one file that prove a gold answer; `truncated` when only the first ones are listed."""

    file: str
    line_numbers: tuple[int, ...]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Some number of a right answer lies between `low` and `high`, both included, read in `unit`."""

    low: Annotated[float, Field(validation_alias="min")]
    high: Annotated[float, Field(validation_alias="max")]
    unit: str = ""


def _as_items(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else (str(value),)


@dataclass(frozen=True, slots=True)
class Gold:
    """One question with its right answer; `items` are the gold answer, one item when it is not a list."""

    id: str
    dataset: str
    question: Annotated[str, Field(min_length=1)]
    kind: str
    items: Annotated[tuple[str, ...], BeforeValidator(_as_items), Field(validation_alias="answer")]
    must_contain: tuple[str, ...] = ()
    any_of: tuple[tuple[str, ...], ...] = ()
    numeric: tuple[NumberRange, ...] = ()
    must_not_contain: tuple[str, ...] = ()
    universe: tuple[str, ...] = ()
    evidence: tuple[GoldEvidence, ...] = ()

    @property
    def text(self) -> str:
        """Return the gold answer as one text, an item a line."""
        return "\n".join(self.items)


@dataclass(frozen=True, slots=True)
class ListScore:
    """How a list answer compares: gold items found, and wrong extras of the universe."""

    found: tuple[str, ...]
    missing: tuple[str, ...]
    extras: tuple[str, ...]

    @property
    def precision(self) -> float:
        """Return the share of right items among those named; 1.0 when nothing was named."""
        named = len(self.found) + len(self.extras)
        return len(self.found) / named if named else 1.0

    @property
    def recall(self) -> float:
        """Return the share of gold items that were named."""
        gold = len(self.found) + len(self.missing)
        return len(self.found) / gold if gold else 1.0


@dataclass(frozen=True, slots=True)
class CitationScore:
    """Citations of one answer against the gold lines; `precision` is None when nothing was cited.

    `recall` lets the first and last lines stand for long evidence, `recall_strict` does not.
    """

    precision: float | None
    recall: float
    recall_strict: float


@dataclass(frozen=True, slots=True)
class AnswerCost:
    """What an answer took; `waited_s` of its seconds a call of the model was under way."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    waited_s: float = 0.0

    @property
    def tokens(self) -> int:
        """Return those of prompts and of replies."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Score:
    """The verdict on one answer; `reasons` says why it failed and is empty when it passed.

    So many of the closest lines show the gold answer; 0 where they do not.
    """

    gold: Gold
    answer: str
    status: str
    reasons: tuple[str, ...]
    listed: ListScore | None = None
    cited: CitationScore | None = None
    spent: AnswerCost = field(default=AnswerCost(), compare=False)
    closest_rank: int = 0

    @property
    def passed(self) -> bool:
        """Tell whether the answer passed."""
        return not self.reasons


@dataclass(frozen=True, slots=True)
class PassCount:
    """How many of `n` passed."""

    n: int
    passed: int


@dataclass(frozen=True, slots=True)
class Failure:
    """A question that did not pass, with what was answered and why that is not enough."""

    id: str
    kind: str
    question: str
    status: str
    answer: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result over all questions. Averages are means over questions, None where nothing could be measured.

    `wrong` counts answers that were claimed and did not pass. Of the other questions that did not pass, negatives
    apart, the first 5 (`closest_first`) or 10 closest lines show the answer to some; those that passed count, too.
    `to_judge` names the summaries that passed the word checks: a person or a model has to judge them as well.
    """

    n: int
    passed: int
    without_negatives: PassCount
    negatives: PassCount
    by_kind: Mapping[str, PassCount]
    citation_precision: float | None
    citation_recall: float | None
    citation_recall_answered: float | None
    citation_recall_strict: float | None
    list_precision: float | None
    list_recall: float | None
    keyword_dump: PassCount
    failures: tuple[Failure, ...] = ()
    to_judge: tuple[str, ...] = ()
    wrong: int = 0
    closest_first: PassCount = PassCount(0, 0)
    closest_second: PassCount = PassCount(0, 0)


# Read gold questions: one JSON object a line.


_GOLD = TypeAdapter[Gold](
    Annotated[
        Gold, BeforeValidator(lambda found: {"dataset": ""} | found if isinstance(found, dict) else found)
    ]
)
_UNSETTLED = re.compile(r'"state"\s*:\s*"(?:proposed|rejected)"')
"""Made by a model or from feedback, and not accepted by a person: may lack an answer."""


def parse_question(line: str) -> Gold:
    """Read one line. Raises pydantic's ValidationError when it is not a gold question."""
    return _GOLD.validate_json(line)


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
        if not line.strip() or _is_unsettled(line):
            continue
        try:
            questions.append(parse_question(line))
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"]) or "line"
            reason = f"not a gold question: {field}: {first['msg']}"
            raise QuestionsUnreadableError(str(path), number, reason) from error
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
