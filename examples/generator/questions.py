"""A gold question, and its line in `questions.jsonl`."""

import json
from dataclasses import dataclass
from datetime import datetime

from .facts import Facts

Groups = tuple[tuple[str, ...], ...]
Answer = str | int | list[str]
NONE = (
    "none",
    "no",
    "not",
    "cannot",
    "isn't",
    "aren't",
    "doesn't",
    "don't",
    "didn't",
    "wasn't",
    "weren't",
    "never",
    "nothing",
    "absent",
    "without",
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer; `marks` name the lines that prove it."""

    kind: str
    text: str
    answer: Answer
    must_contain: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    any_of: Groups = ()
    universe: tuple[str, ...] = ()
    note: str = ""


def negative(text: str, answer: str, note: str = "") -> Question:
    return Question("negative", text, answer, any_of=(NONE,), note=note)


def names(
    kind: str, text: str, answer: list[str], marks: list[str], universe: list[str] | None = None
) -> Question:
    """Make a question whose answer is a list of names, each of which a right answer shows."""
    return Question(kind, text, answer, tuple(answer), tuple(marks), universe=tuple(universe or ()))


def value(kind: str, text: str, answer: str | int, *marks: str) -> Question:
    """Make a question whose answer is one value, which a right answer shows."""
    return Question(kind, text, answer, (str(answer),), marks)


def said_times(time: datetime) -> Groups:
    """Give the ways to say a moment: its clock time, and its day."""
    clock, day = f"{time:%H:%M:%S}", str(time.day)
    days = (f"Nov {day}", f"Nov  {day}", f"November {day}", f"{day} November", f"{time:%m-%d}*")
    return (clock, f"{time:%Y-%m-%dT%H:%M:%S}*"), days


def as_json(number: int, question: Question, facts: Facts) -> str:
    record = {
        "id": f"sn-{number:02d}",
        "dataset": "sample-network",
        "question": question.text,
        "kind": question.kind,
        "answer": question.answer,
        "must_contain": question.must_contain,
        "evidence": facts.evidence(question.marks),
        "source": "ours",
    }
    optional = {"any_of": question.any_of, "universe": question.universe, "note": question.note}
    return json.dumps(record | {name: content for name, content in optional.items() if content})
