"""Keep the chat's conversations, and what people say about the answers. Nothing here may stop an answer."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import logging

import chainlit as cl

from agent.records import Answer, Question
from chat.knowledge import Knowledge
from conversations.errors import ConversationError
from conversations.keeper import Keeper
from conversations.records import Verdict
from graph_store.errors import GraphError

FEEDBACK = "feedback"
KEEPER = "keeper"
THANKS = "Noted."
LABELS: dict[Verdict, tuple[str, str]] = {
    "up": ("thumbs-up", "This answer is right"),
    "down": ("thumbs-down", "This answer is wrong"),
}
"""Verdict → icon, and what it says."""

log = logging.getLogger(__name__)


def keep_answer(keeper: Keeper, question: Question, answer: Answer, knowledge: Knowledge) -> int:
    """Keep a turn, and return its number; 0 when it is not kept. Takes a read of the graph."""
    try:
        return keeper.keep(question, answer, knowledge.graph())
    except (ConversationError, GraphError, OSError) as error:
        log.warning("not kept: %s", error)
        return 0


def feedback_actions(turn: int) -> list[cl.Action]:
    """Offer both verdicts under an answer that is kept."""
    if not turn:
        return []
    return [
        cl.Action(
            name=FEEDBACK, payload={"turn": turn, "verdict": verdict}, icon=icon, label="", tooltip=said
        )
        for verdict, (icon, said) in LABELS.items()
    ]


def keep_feedback(keeper: Keeper, payload: object) -> str:
    """Keep a verdict; return what the person is told."""
    match payload:
        case {"turn": int(turn), "verdict": "up" | "down" as verdict}:
            try:
                keeper.judge(turn, verdict)
            except (ConversationError, OSError) as error:
                log.warning("feedback not kept: %s", error)
                return "That could not be kept; the server's log says why."
            return THANKS
    return "That was no feedback."
