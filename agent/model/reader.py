"""Make a follow-up stand alone with a model, or ask back what is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, Field

from agent.errors import ModelReplyError
from agent.model.call_model import AskModel
from agent.model.question_values import EDGES, question_values
from agent.reader.value_index import ValueIndex
from agent.records import Answer, Question
from agent.render.words import shorten
from graph_store.records import Description

MOST_CHOICES = 8
SHORTEST_PART = 3
LONGEST_TURN = 600
TURNS = 6
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


class _Restated(BaseModel):
    question: str = ""
    ask: str = ""
    choices: list[str] = Field(default_factory=list)


class ModelReader:
    """Asks the model only where there are earlier turns, or names that may be meant."""

    def __init__(self, model: AskModel, description: Description, look_up: ValueIndex) -> None:
        self._model = model
        self._description = description
        self._look_up = look_up

    def stand_alone(self, question: Question) -> Question | Answer:
        """Restate or ask back; a reply that makes no sense leaves the question as it is."""
        names = similar_names(question.text, self._description, self._look_up)
        if not question.text.strip() or not (question.history or names):
            return question
        turns = question.history[-TURNS:]
        history = "\n".join(f"Q: {turn.question}\nA: {turn.answer[:LONGEST_TURN]}" for turn in turns)
        values = {
            "history": history or "none",
            "names": "\n".join(names) or "none",
            "question": question.text,
        }
        try:
            reply = self._model.ask("understand", values, _Restated)
        except ModelReplyError:
            return question
        known = {name for line in names for name in line.partition(": ")[2].split(", ")}
        choices = tuple(dict.fromkeys(choice for choice in reply.choices if choice in known))
        if reply.ask.strip() and len(choices) > 1:
            return ask_back(reply.ask, choices)
        return replace(question, text=reply.question.strip() or question.text, history=())


def ask_back(question: str, choices: Sequence[str]) -> Answer:
    """Answer with a question, and the names that it may be about."""
    listed = ", ".join(choices[:-1]) + f" or {choices[-1]}"
    return Answer(f"{shorten(question.strip())} ({listed})", "unclear", choices=tuple(choices))


def similar_names(text: str, description: Description, look_up: ValueIndex) -> tuple[str, ...]:
    """Return, for each word that is a part of several names and no whole name, these: "border: a-border, b-border"."""
    found = []
    kinds = {part.lower() for label in description.labels for part in WORD.findall(label.name)}
    for word in dict.fromkeys(part.strip(EDGES) for part in text.split()):
        named = len(word) >= SHORTEST_PART and word.lower() not in kinds
        names = _devices_with(word, description.devices) if named else []
        if 1 < len(names) <= MOST_CHOICES:
            found.append(f"{word}: {', '.join(names)}")
    for value in question_values(text):
        if look_up.devices(value) or any(line.startswith(f"{value}: ") for line in found):
            continue
        keys = sorted({str(one.value) for one in look_up.find(value) if one.match in {"beginning", "inside"}})
        if 1 < len(keys) <= MOST_CHOICES and not any("," in key for key in keys):
            found.append(f"{value}: {', '.join(keys)}")
    return tuple(found)


def _devices_with(word: str, devices: Sequence[str]) -> list[str]:
    folded = word.lower()
    if not re.search(r"\w", folded) or any(folded == name.lower() for name in devices):
        return []
    inside = r"" if any(sign.isdigit() for sign in folded) else r"(?![a-z])"
    part = re.compile(rf"(?<![a-z]){re.escape(folded)}{inside}|(?<=\d){re.escape(folded)}")
    return [name for name in devices if part.search(name.lower())]
