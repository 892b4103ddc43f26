"""Keep the chat's conversations. Nothing here may stop an answer."""

from __future__ import annotations

import logging

from agent.records import Answer, Question
from chat.knowledge import Knowledge
from conversations.errors import ConversationError
from conversations.keeper import Keeper
from graph_store.errors import GraphError

KEEPER = "keeper"
log = logging.getLogger(__name__)


def keep_answer(keeper: Keeper, question: Question, answer: Answer, knowledge: Knowledge) -> int:
    """Keep a turn, and return its number; 0 when it is not kept. Takes a read of the graph."""
    try:
        return keeper.keep(question, answer, knowledge.graph())
    except (ConversationError, GraphError, OSError) as error:
        log.warning("not kept: %s", error)
        return 0


def turn_mark(keeper: Keeper, turn: int) -> dict[str, object]:
    """Say in an answer's metadata which turn of which conversation it is, for whoever judges it; {} when not kept."""
    return {"conversation": keeper.id, "turn": turn} if turn else {}
