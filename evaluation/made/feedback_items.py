"""Turns feedback into evaluation items: answers marked right become gold questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conversations.records import Conversation, Feedback, KeptTurn, strip_marks
from evaluation.records import LIST, NEGATIVE
from evaluation.score_answer import NO_ANSWER, normalize, shows

_AGGREGATES = ("most_common", "average", "maximum", "minimum")
KINDS = dict.fromkeys(_AGGREGATES, "aggregate") | {"first": "temporal", "last": "temporal", "": "lookup"}
"""What a question was read to ask for → the kind of a gold question, where they are not called the same."""

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class Items:
    """`right` are gold questions; `wrong` want their right answer from a person; `follow_ups` were left out."""

    right: tuple[JsonObject, ...]
    wrong: tuple[JsonObject, ...]
    follow_ups: int


def feedback_items(conversations: Sequence[Conversation]) -> Items:
    """Make an item of every turn with feedback; a question that needs its history does not stand alone."""
    judged = [
        (each, turn, feedback)
        for each in conversations
        for turn in each.turns
        if (feedback := each.verdict(turn.number))
    ]
    alone = [one for one in judged if not one[1].history]
    right = tuple(_right(*one) for one in alone if one[2].verdict == "up")
    wrong = tuple(_wrong(*one) for one in alone if one[2].verdict == "down")
    return Items(right, wrong, len(judged) - len(alone))


def _right(kept: Conversation, turn: KeptTurn, feedback: Feedback) -> JsonObject:
    asked = normalize(turn.question)
    values = [value for value in turn.values if not shows(asked, value)]
    kind = NEGATIVE if turn.status in NO_ANSWER else KINDS.get(turn.kind, turn.kind)
    paths = dict.fromkeys(place.path for place in turn.citations)
    return _item(kept, turn, feedback, kind) | {
        "answer": values if kind == LIST and values else _plain(turn),
        "must_contain": [] if kind == NEGATIVE else values,
        "evidence": [
            {"file": path, "line_numbers": [place.line for place in turn.citations if place.path == path]}
            for path in paths
        ],
    }


def _wrong(kept: Conversation, turn: KeptTurn, feedback: Feedback) -> JsonObject:
    return _item(kept, turn, feedback, KINDS.get(turn.kind, turn.kind)) | {
        "answer": None,
        "state": "proposed",
        "answered": _plain(turn),
        "status": turn.status,
    }


def _item(kept: Conversation, turn: KeptTurn, feedback: Feedback, kind: str) -> JsonObject:
    return {
        "id": f"{kept.heading.id}-{turn.number}",
        "question": turn.question,
        "kind": kind,
        "source": "feedback",
        "comment": feedback.comment,
    }


def _plain(turn: KeptTurn) -> str:
    return strip_marks(turn.answer, (place.path for place in turn.citations)).strip()
