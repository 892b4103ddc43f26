"""Keeps the chat's history, and resumes conversations."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import logging
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

import chainlit as cl
from chainlit.chat_context import chat_context
from chainlit.config import config
from chainlit.context import context
from chainlit.data import get_data_layer
from chainlit.data.storage_clients.base import BaseStorageClient
from chainlit.server import UserParam
from chainlit.user import PersistedUser
from fastapi import HTTPException
from fastapi.responses import FileResponse

from agent.records import Answer, Question
from chat.history.data_layer import History
from chat.history.tables import JUDGED, decode, history_url
from chat.page.pages import serve_first
from chat.words.say import say
from conversations.conversation_file import add_feedback, forget_named
from conversations.errors import ConversationError
from conversations.keep_turn import conversations_folder
from conversations.keeper import Keeper, find_conversation, kept_file
from conversations.records import Conversation, Verdict
from graph_store.errors import GraphError
from settings import Settings
from workspace.folders import ELEMENTS, HISTORY, chat_folder, make_folder
from workspace.workspace import Workspace

KEEPER = "keeper"
log = logging.getLogger(__name__)


def keep_answer(keeper: Keeper, question: Question, answer: Answer, workspace: Workspace) -> int:
    """Keep a turn, and return its number; 0 when it is not kept, which stops no answer."""
    try:
        return keeper.keep(question, answer, workspace.graph())
    except (ConversationError, GraphError, OSError) as error:
        log.warning("not kept: %s", error)
        return 0


# What the history's messages hold besides text: files beside the KG, served to their own user only.


ROUTE = "/wirelore/elements/{user}/{element}"
TYPES = {"plotly": "application/json", "dataframe": "text/plain"}
"""Kind of element → what it is served as; Chainlit's page shows a figure blank that is served as anything else."""
ELEMENT = 'SELECT "type", "mime", "name" FROM elements WHERE "id" = :id'


class ElementFiles(BaseStorageClient):
    """Keeps elements below a folder, by user and element."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def upload_file(
        self,
        object_key: str,
        data: bytes | str,
        mime: str = "application/octet-stream",
        overwrite: bool = True,
        content_disposition: str | None = None,
    ) -> dict[str, Any]:
        """Write an element."""
        place, content = self.place(object_key), data.encode() if isinstance(data, str) else data
        await asyncio.to_thread(make_folder, place.parent)
        await asyncio.to_thread(place.write_bytes, content)
        return {"object_key": object_key, "url": await self.get_read_url(object_key)}

    async def delete_file(self, object_key: str) -> bool:
        """Delete an element."""
        await asyncio.to_thread(self.place(object_key).unlink, missing_ok=True)
        return True

    async def get_read_url(self, object_key: str) -> str:
        """Return the address below which the page finds an element."""
        user, element = object_key.split("/")[:2]
        return f"{config.run.root_path}/wirelore/elements/{quote(user)}/{quote(element)}"

    async def close(self) -> None:
        """Do nothing: no file stays open."""

    def place(self, object_key: str) -> Path:
        """Name an element's file. What stands behind user and element is a name for people."""
        user, element = object_key.split("/")[:2]
        return self._folder / Path(user).name / Path(element).name


def serve_elements(files: ElementFiles) -> None:
    """Serve elements to their own user."""

    async def send_element(user: str, element: str, current_user: UserParam) -> FileResponse:
        place = files.place(f"{user}/{element}")
        if not isinstance(current_user, PersistedUser) or current_user.id != user or not place.is_file():
            raise HTTPException(404, say("people.not_found"))
        rows = await get_data_layer().execute_sql(ELEMENT, {"id": element})
        known = rows[0] if rows else {"type": "", "mime": "", "name": element}
        shown = TYPES.get(known["type"], known["mime"] or "application/octet-stream")
        name = known["name"] if known["type"] == "file" else None
        return FileResponse(place, media_type=shown, filename=name, headers={"cache-control": "private"})

    serve_first(f"{config.run.root_path}{ROUTE}", send_element)


# Where the history is kept, and a conversation that is taken up again.


ASKED = "asked"
CONVERSATION = "conversation"
"""Where a thread's metadata says as which conversation its turns are kept."""


def keep_history(settings: Settings) -> None:
    """Keep the chat's history where the settings say. Nothing is kept with `keep_days` 0. Raises HistoryUrlError."""
    if not settings.keep_days:
        return
    folder = chat_folder(settings.kg)
    url = history_url(settings.history_url, folder / HISTORY)
    make_folder(folder)
    files = ElementFiles(folder / ELEMENTS)
    serve_elements(files)
    cl.data_layer(lambda: History(url, files, partial(forget_thread, settings.kg)))


async def probe_history() -> None:
    """Raise where the history's database does not answer; nothing where no history is kept."""
    layer = get_data_layer()
    if isinstance(layer, History):
        await layer.probe()


def copy_of(user: str, name: str) -> str:
    """Return the id of the thread in which a user reads a conversation that a link opened."""
    return str(uuid5(NAMESPACE_URL, f"wirelore:{user}:{name}"))


def forget_thread(kg: str, thread: str, owner: str, metadata: Any) -> None:
    """Delete the turns that are kept of a thread, but none of another user's, and none with a link's copy."""
    name = str(metadata.get(CONVERSATION, "")) if isinstance(metadata, dict) else ""
    kept = find_conversation(kg, name) if name else None
    if not name or thread == copy_of(owner, name) or (kept and kept.heading.user != owner):
        return
    try:
        forget_named(conversations_folder(kg), [name])
    except ConversationError as error:
        log.info("%s", error)


async def forget_old(days: float) -> None:
    """Delete what is older than it may be kept."""
    layer = get_data_layer()
    if isinstance(layer, History) and (forgotten := await layer.forget_older(days)):
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


async def keep_judgement(feedback: Any, kg: str, user: str) -> None:
    """Write a user's thumb, with its comment, to the turn that it is about: one of the user's own."""
    layer = get_data_layer()
    asked = {"id": feedback.forId, "user": user}
    rows = await layer.execute_sql(JUDGED, asked) if isinstance(layer, History) else []
    verdict: Verdict = "up" if feedback.value else "down"
    for row in rows or []:
        match decode(row["metadata"], {}):
            case {"conversation": str(name), "turn": int(turn)}:
                try:
                    if path := kept_file(kg, name):
                        await asyncio.to_thread(
                            add_feedback, path, turn, verdict, feedback.comment or "", user
                        )
                except (ConversationError, OSError) as error:
                    log.warning("feedback not kept: %s", error)
