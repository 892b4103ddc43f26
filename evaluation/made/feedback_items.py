"""Turns feedback into evaluation items: answers marked right become gold questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conversations.records import Conversation, Feedback, KeptTurn, strip_marks
from evaluation.records import LIST, NEGATIVE
from evaluation.score_answer import NO_ANSWER, normalize, shows

KINDS = {
    "most_common": "aggregate",
    "average": "aggregate",
    "maximum": "aggregate",
    "minimum": "aggregate",
    "first": "temporal",
    "last": "temporal",
    "": "lookup",
}
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
        (each, turn, said)
        for each in conversations
        for turn in each.turns
        if (said := each.verdict(turn.number))
    ]
    alone = [one for one in judged if not one[1].history]
    right = tuple(_right(*one) for one in alone if one[2].verdict == "up")
    wrong = tuple(_wrong(*one) for one in alone if one[2].verdict == "down")
    return Items(right, wrong, len(judged) - len(alone))


def _right(kept: Conversation, turn: KeptTurn, said: Feedback) -> JsonObject:
    values = _asked_for(turn)
    kind = NEGATIVE if turn.status in NO_ANSWER else KINDS.get(turn.kind, turn.kind)
    text = _plain(turn)
    return _item(kept, turn, said, kind) | {
        "answer": values if kind == LIST and values else text,
        "must_contain": [] if kind == NEGATIVE else values,
        "evidence": _evidence(turn),
    }


def _wrong(kept: Conversation, turn: KeptTurn, said: Feedback) -> JsonObject:
    return _item(kept, turn, said, KINDS.get(turn.kind, turn.kind)) | {
        "answer": None,
        "state": "proposed",
        "answered": _plain(turn),
        "status": turn.status,
    }


def _item(kept: Conversation, turn: KeptTurn, said: Feedback, kind: str) -> JsonObject:
    return {
        "id": f"{kept.heading.id}-{turn.number}",
        "question": turn.question,
        "kind": kind,
        "source": "feedback",
        "comment": said.comment,
    }


def _plain(turn: KeptTurn) -> str:
    return strip_marks(turn.answer, (place.path for place in turn.citations)).strip()


def _asked_for(turn: KeptTurn) -> list[str]:
    """Return the values that the answer shows and the question does not name."""
    asked = normalize(turn.question)
    return [value for value in turn.values if not shows(asked, value)]


def _evidence(turn: KeptTurn) -> list[JsonObject]:
    paths: Iterable[str] = dict.fromkeys(place.path for place in turn.citations)
    return [
        {"file": path, "line_numbers": [place.line for place in turn.citations if place.path == path]}
        for path in paths
    ]
