"""Masks secrets that people type into questions: no model, journal or log sees them."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.records import Question, Turn
from agent.value_index import ValueIndex
from graph_store.errors import GraphError
from language_model.redact import redact_text
from language_model.redaction.secret_words import Name, name_of
from reading.spoken_names import singular

_ASKS, _ASKED = re.compile(r"(?<=\w)\?(?!\S)"), re.compile(r"(?<=\S) \?(?!\S)")
"""The question mark is none of a word's signs: "password guessing?" types no secret."""
_SECRETS = frozenset({Name.SECRET, Name.COMMUNITY, Name.PASS})


def asks_for_secret(text: str) -> bool:
    """Say whether a question is about secrets: a value that is nowhere may be one, as these are hidden at loading."""
    words = re.findall(r"[a-z]+", text.lower())
    return any(name_of(form) in _SECRETS for word in words for form in (word, singular(word)))


def mask_typed(question: Question, look_up: ValueIndex) -> Question:
    """Put stand-ins in the place of secrets in a question and the turns before it, for good.

    What the graph knows as a thing's name is no secret. Stand-ins have no hash: nobody learns whether a guess is right.
    """

    def is_name(text: str) -> bool:
        try:
            return any(one.property == "key" for one in look_up.find(text))
        except GraphError:
            return False

    def masked(text: str) -> str:
        return _ASKED.sub("?", redact_text(_ASKS.sub(" ?", text), is_name))

    history = tuple(Turn(masked(turn.question), masked(turn.answer)) for turn in question.history)
    return replace(question, text=masked(question.text), history=history)
