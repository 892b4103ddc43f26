"""Keep what `wirelore ask` answered. The answer counts more: what cannot be kept is a warning."""

from __future__ import annotations

import getpass
import sys

from agent.records import Answer, Question
from conversations.errors import ConversationError
from conversations.keeper import Keeper
from graph_store.errors import GraphError
from graph_store.graph import ReadableGraph


def keep_asked(kg: str, question: Question, answer: Answer, graph: ReadableGraph, days: float) -> None:
    """Keep one question as a conversation of one turn."""
    try:
        Keeper(kg, "ask", _user(), days).keep(question, answer, graph)
    except (ConversationError, GraphError, OSError) as error:
        sys.stderr.write(f"wirelore: not kept: {error}\n")


def _user() -> str:
    """Return the name of who runs this; "" where the system knows none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""
