"""Keeps the chat's history, and takes a conversation up again."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import chainlit as cl
from chainlit.chat_context import chat_context
from chainlit.context import context
from chainlit.data import get_data_layer

from agent.records import Turn
from chat.folders import ELEMENTS, HISTORY, chat_folder, make_folder
from chat.history.data_layer import History
from chat.history.keep_elements import ElementFiles, serve_elements
from chat.history.tables import JUDGED
from chat.history.values import decode, history_url
from conversations.conversation_file import add_feedback
from conversations.errors import ConversationError
from conversations.forget import forget_named
from conversations.keep_turn import conversations_folder
from conversations.keeper import find_conversation, kept_file
from conversations.records import Conversation, Verdict
from settings import Settings

ASKED = "asked"
CONVERSATION = "conversation"
"""Where a thread's metadata says as which conversation its turns are kept."""

log = logging.getLogger(__name__)


def keep_history(settings: Settings) -> None:
    """Keep the chat's history where the settings say. Nothing is kept with `keep_days` 0. Raises HistoryUrlError."""
    if not settings.keep_days:
        return
    folder = chat_folder(settings.kg)
    url = history_url(settings.history_url, folder / HISTORY)
    make_folder(folder)
    files = ElementFiles(folder / ELEMENTS)
    serve_elements(files)
    conversations = conversations_folder(settings.kg)
    cl.data_layer(lambda: History(url, files, lambda metadata: _forget(conversations, metadata)))


def _forget(folder: Path, metadata: Any) -> None:
    """Delete a conversation's turns with its thread."""
    name = metadata.get(CONVERSATION) if isinstance(metadata, dict) else None
    if name:
        try:
            forget_named(folder, [str(name)])
        except ConversationError as error:
            log.info("%s", error)


async def forget_old(days: float) -> None:
    """Delete what is older than it may be kept."""
    layer = get_data_layer()
    if isinstance(layer, History):
        forgotten = await layer.forget_older(days)
        if forgotten:
            log.info("%d old conversations deleted from the history", forgotten)


async def name_conversation(name: str) -> None:
    """Write into the thread as which conversation its turns are kept."""
    layer = get_data_layer()
    if layer and context.session.user and cl.user_session.get(CONVERSATION) != name:
        await layer.update_thread(context.session.thread_id, metadata={CONVERSATION: name})
        cl.user_session.set(CONVERSATION, name)


async def name_by_question(question: str) -> None:
    """Let the first question name a conversation that began with files or a command."""
    if not cl.user_session.get(ASKED) and len(chat_context.get()) > 1:
        await context.emitter.init_thread(question)
    cl.user_session.set(ASKED, True)


async def read_kept(thread: Any, kg: str) -> Conversation | None:
    """Read the conversation of a thread that is taken up again; None when it is not kept any more."""
    name = decode(thread.get("metadata"), {}).get(CONVERSATION, "")
    return await asyncio.to_thread(find_conversation, kg, str(name)) if name else None


def last_turns(kept: Conversation, most: int) -> tuple[Turn, ...]:
    """Return what the agent is told of a conversation."""
    turns: Sequence[Turn] = [Turn(turn.question, turn.answer) for turn in kept.turns]
    return tuple(turns[-most:])


async def keep_judgement(feedback: Any, kg: str, user: str) -> None:
    """Write a user's thumb, with its comment, to the turn that it is about: one of the user's own."""
    layer = get_data_layer()
    asked = {"id": feedback.forId, "user": user}
    rows = await layer.execute_sql(JUDGED, asked) if isinstance(layer, History) else []
    for row in rows or []:
        match decode(row["metadata"], {}):
            case {"conversation": str(name), "turn": int(turn)}:
                path = kept_file(kg, name)
                if path is None:
                    continue
                verdict: Verdict = "up" if feedback.value else "down"
                try:
                    await asyncio.to_thread(add_feedback, path, turn, verdict, feedback.comment or "", user)
                except (ConversationError, OSError) as error:
                    log.warning("feedback not kept: %s", error)
