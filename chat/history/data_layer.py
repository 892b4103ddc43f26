"""The chat's history: Chainlit's SQL data layer, corrected where it loses data."""

# mypy: untyped-calls-exclude=chainlit, disable-error-code="untyped-decorator"

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partialmethod
from pathlib import Path
from typing import Any

import psutil
from chainlit import config, server
from chainlit.context import ChainlitContextException, context
from chainlit.data.sql_alchemy import SQLAlchemyDataLayer
from chainlit.data.storage_clients.base import BaseStorageClient
from chainlit.data.utils import queue_until_user_message
from chainlit.element import Element
from chainlit.session import BaseSession
from chainlit.step import StepDict
from chainlit.types import Feedback, PageInfo, PaginatedResponse, Pagination, ThreadDict, ThreadFilter
from fastapi import HTTPException
from sqlalchemy import event, text
from sqlalchemy.exc import SQLAlchemyError

from chat.calm import CALM
from chat.history.tables import (
    BEGIN_THREAD,
    FEEDBACK,
    METADATA,
    OLD_THREADS,
    OWNER_OF_ELEMENT,
    OWNER_OF_STEP,
    OWNER_OF_THREAD,
    STEP_COLUMNS,
    TABLES,
    THREADS_OF_USER,
    WRITE_STEP,
    WRITE_THREAD,
    decode,
    encode,
    like_pattern,
    step_row,
)
from chat.people.login import REQUESTER
from chat.words.say import say
from conversations.records import digest
from workspace.folders import chat_folder, make_folder

# Where the files of open sessions lie: in a folder of this process, below names that we make and no page chooses.


SESSIONS = "sessions"


def keep_session_files(kg: str) -> None:
    """Use a folder beside the KG. Chainlit's own is shared by all chats of a clone; the first that ends deletes it."""
    sessions = chat_folder(kg) / SESSIONS
    for left in sessions.glob("*"):  # by processes that are gone
        if not (left.name.isdecimal() and psutil.pid_exists(int(left.name))):
            shutil.rmtree(left, ignore_errors=True)
    folder = make_folder(sessions / str(os.getpid())).resolve()
    config.FILES_DIRECTORY = folder
    server.FILES_DIRECTORY = folder  # type: ignore[attr-defined] # which it deletes when it ends
    BaseSession.persist_file = partialmethod(_persist, BaseSession.persist_file)  # type: ignore[assignment,method-assign]
    BaseSession.files_dir = property(_folder_of)  # type: ignore[assignment,method-assign]


def _folder_of(session: BaseSession) -> Path:
    """Name a session's folder; Chainlit asks before it writes there, and before it deletes it.

    Its own would be the session's id below the folder, and the page chooses the id. Raises PermissionError.
    """
    folder = config.FILES_DIRECTORY / digest(session.id)
    if folder.is_symlink() or folder.resolve().parent != config.FILES_DIRECTORY:
        raise PermissionError(say("people.bad_folder"))
    return folder


async def _persist(
    session: BaseSession, persist: Any, name: str, mime: str, path: str | None = None, content: Any = None
) -> Any:
    """Keep a file as Chainlit does, and an empty one too, of which it makes an error without a reason."""
    return await persist(session, name, mime, path or (None if content else os.devnull), content)


PRAGMAS = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL", "PRAGMA busy_timeout=10000")
MOST_THREADS = 100_000
GATHERED_S = 0.05
"""What comes within this time is written together."""
MOST_ON_A_PAGE = 200

log = logging.getLogger(__name__)


class History(SQLAlchemyDataLayer):
    """Makes its tables, writes in the order in which things happened, and gives back what was put in."""

    def __init__(
        self, url: str, storage: BaseStorageClient, on_delete: Callable[[str, str, Any], None]
    ) -> None:
        super().__init__(url, storage_provider=storage, user_thread_limit=MOST_THREADS)
        self._on_delete = on_delete
        self._made = False
        self._unwritten: dict[tuple[str, str], dict[str, Any]] = {}
        self._owners: dict[str, str] = {}
        self._making, self._order = asyncio.Lock(), asyncio.Lock()
        if url.startswith("sqlite"):
            event.listen(self.engine.sync_engine, "connect", _prepare)

    async def execute_sql(self, query: str, parameters: dict[str, Any]) -> Any:
        """Run a statement: lists and objects go in as JSON, which drivers cannot bind."""
        await self._make_tables()
        return await super().execute_sql(query, {name: encode(value) for name, value in parameters.items()})

    async def probe(self) -> None:
        """Raise where the database does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

    async def get_current_timestamp(self) -> str:
        """Tell the time in UTC, as steps do; Chainlit writes local time and calls it UTC."""
        return datetime.now(UTC).isoformat().replace("+00:00", "Z")

    @queue_until_user_message()
    async def create_step(self, step_dict: StepDict) -> None:
        """Write a step, or what is said of it anew.

        Steps come as tasks of their own, many in a moment; what has come until it is a task's turn is written together.
        """
        row = step_row(step_dict)
        await self._claim(row["threadId"])
        key = row["threadId"], row["id"]
        self._unwritten[key] = {**self._unwritten.get(key, {}), **row}
        async with self._order:
            if self._unwritten:
                await CALM.come()
                await asyncio.sleep(GATHERED_S)
                await self._write_steps()

    @queue_until_user_message()
    async def update_step(self, step_dict: StepDict) -> None:
        """Write a step anew."""
        await self.create_step(step_dict)

    @queue_until_user_message()
    async def delete_step(self, step_id: str) -> None:
        """Delete a step behind all that was written before."""
        async with self._order:
            await self._write_steps()
            await self._require(OWNER_OF_STEP, step_id)
            await SQLAlchemyDataLayer.delete_step.__wrapped__(self, step_id)

    @queue_until_user_message()
    async def create_element(self, element: Element) -> None:
        """Keep an element, but no second copy of a file that was dropped."""
        if element.path and str(element.path).startswith(str(config.FILES_DIRECTORY)):
            return
        await self._claim(element.thread_id)
        async with self._order:
            known = await self._require(OWNER_OF_ELEMENT, element.id)
            if any(row["threadId"] != element.thread_id for row in known):
                raise _not_found()
            await SQLAlchemyDataLayer.create_element.__wrapped__(self, element)

    @queue_until_user_message()
    async def delete_element(self, element_id: str, thread_id: str | None = None) -> None:
        """Delete an element."""
        async with self._order:
            await self._require(OWNER_OF_ELEMENT, element_id)
            await SQLAlchemyDataLayer.delete_element.__wrapped__(self, element_id, thread_id)

    async def upsert_feedback(self, feedback: Feedback) -> str:
        """Keep what a person thinks of a step; it stands in the conversation of the step, whatever the page says."""
        if feedback.id:
            await self._require_feedback(feedback.id)
        async with self._order:
            await self._write_steps()
            rows = await self._require(OWNER_OF_STEP, feedback.forId)
        if not rows and who_writes():
            raise _not_found()
        feedback.threadId = rows[0]["threadId"] if rows else feedback.threadId
        return str(await super().upsert_feedback(feedback))

    async def delete_feedback(self, feedback_id: str) -> bool:
        """Take back what a person thought of a step."""
        await self._require_feedback(feedback_id)
        return bool(await super().delete_feedback(feedback_id))

    async def update_thread(
        self,
        thread_id: str,
        name: str | None = None,
        user_id: str | None = None,
        metadata: dict[str, Any] | None = None,
        tags: list[str] | None = None,
    ) -> None:
        """Write what is known of a conversation. A message without words gives it no name, and takes none away."""
        await self._claim(thread_id)
        if metadata is not None:
            await super().update_thread(thread_id, name or None, user_id, metadata, tags)
            return
        said = {"name": name or None, "user": user_id, "tags": tags}
        now = await self.get_current_timestamp()
        await self.execute_sql(WRITE_THREAD, {"id": thread_id, "createdAt": now, **said})

    async def get_thread_author(self, thread_id: str) -> str:
        """Return whose a conversation is; blank for one that is unknown, which Chainlit answers with 404."""
        rows = await self.execute_sql(OWNER_OF_THREAD, {"id": thread_id}) or []
        return str(rows[0]["owner"] or "") if rows else ""

    async def delete_thread(self, thread_id: str) -> None:
        """Delete a conversation, and tell its id, owner and metadata: something is kept beside it."""
        await self._require(OWNER_OF_THREAD, thread_id)
        rows = await self.execute_sql(METADATA, {"id": thread_id}) or []
        async with self._order:
            await self._write_steps()
            await super().delete_thread(thread_id)
            self._owners.pop(thread_id, None)
        for row in rows:
            owner, metadata = str(row["owner"] or ""), decode(row["metadata"], {})
            await asyncio.to_thread(self._on_delete, thread_id, owner, metadata)

    async def get_all_user_threads(
        self, user_id: str | None = None, thread_id: str | None = None
    ) -> list[ThreadDict] | None:
        """Read conversations whole, with what still waits to be written; what went in as JSON comes out as it was."""
        async with self._order:
            await self._write_steps()
        threads = await super().get_all_user_threads(user_id, thread_id)
        return None if threads is None else [_mended(thread) for thread in threads]

    async def list_threads(
        self, pagination: Pagination, filters: ThreadFilter
    ) -> PaginatedResponse[ThreadDict]:
        """Read a page of a user's conversations without what was said in them; the cursor is how many come before."""
        if not filters.userId:
            raise ValueError("userId is required")
        if not re.fullmatch("[0-9]{0,9}", pagination.cursor or ""):
            raise HTTPException(400, "cursor: expected how many conversations come before")
        begin, most = int(pagination.cursor or 0), max(1, min(pagination.first, MOST_ON_A_PAGE))
        wanted = {
            "user": filters.userId,
            "search": filters.search or "",
            "pattern": like_pattern(filters.search or ""),
            "limit": most + 1,
            "offset": begin,
        }
        rows = await self.execute_sql(THREADS_OF_USER, wanted) or []
        page = [_mended({**row, "tags": [], "steps": [], "elements": []}) for row in rows[:most]]
        shown = PageInfo(len(rows) > most, str(begin), str(begin + len(page)))
        return PaginatedResponse(shown, page)

    async def forget_older(self, days: float) -> int:
        """Delete the conversations to which nothing was added for so many days; return how many."""
        oldest = datetime.now(UTC) - timedelta(days=days)
        rows = await self.execute_sql(OLD_THREADS, {"oldest": oldest.isoformat()}) or []
        for row in rows:
            await self.delete_thread(row["id"])
        return len(rows)

    async def write_steps(self, thread: str, rows: list[dict[str, Any]]) -> None:
        """Write steps of a conversation at once. Raises SQLAlchemyError."""
        await self._claim(thread)
        async with self._order:
            await self._write(rows)

    async def _claim(self, thread: str) -> None:
        """Let a user write into a conversation: into his own, or into a new one, which is his from then on."""
        user = who_writes()
        if not user:
            return
        if thread not in self._owners:
            rows = await self.execute_sql(OWNER_OF_THREAD, {"id": thread})
            if rows is None:
                return  # the database is away: nothing is written either
            if len(self._owners) >= MOST_THREADS:
                self._owners.clear()
            self._owners.setdefault(thread, str(rows[0]["owner"] or "") if rows else user)
        if self._owners[thread] != user:
            raise _not_found()

    async def _require(self, query: str, name: str) -> list[dict[str, Any]]:
        """Return what a query tells of an id and its owner; all of it must be the user's who writes."""
        rows: list[dict[str, Any]] = await self.execute_sql(query, {"id": name}) or []
        if who_writes() and any(row["owner"] != who_writes() for row in rows):
            raise _not_found()
        return rows

    async def _require_feedback(self, name: str) -> None:
        for row in await self.execute_sql(FEEDBACK, {"id": name}) or []:
            await self._require(OWNER_OF_STEP, row["forId"])

    async def _write_steps(self) -> None:
        """Write all that waits, together; each by itself where one cannot be written."""
        rows, self._unwritten = list(self._unwritten.values()), {}
        if not rows:
            return
        await self._make_tables()
        try:
            await self._write(rows)
        except SQLAlchemyError:
            for row in rows:
                try:
                    await self._write([row])
                except SQLAlchemyError as error:
                    log.warning("a step was not kept: %s", error)

    async def _write(self, rows: list[dict[str, Any]]) -> None:
        now = await self.get_current_timestamp()
        threads = [
            {"id": name, "createdAt": now, "user": self._owners.get(name)}
            for name in dict.fromkeys(row["threadId"] for row in rows)
        ]
        async with self.engine.begin() as connection:
            await connection.execute(text(BEGIN_THREAD), threads)
            await connection.execute(text(WRITE_STEP), [dict.fromkeys(STEP_COLUMNS) | row for row in rows])

    async def _make_tables(self) -> None:
        async with self._making:
            if self._made:
                return
            try:
                async with self.engine.begin() as connection:
                    for statement in TABLES:
                        await connection.execute(text(statement))
                self._made = True
            except SQLAlchemyError as error:
                log.error("the history cannot be kept: %s", error)


def who_writes() -> str:
    """Name the user for whom something is written; blank for the chat itself, as it forgets what is old."""
    if name := REQUESTER.get():
        return name
    try:
        user = context.session.user
    except ChainlitContextException:
        return ""
    return user.identifier if user else ""


def _not_found() -> HTTPException:
    """Say of what is another's the same as of what is not there."""
    return HTTPException(404, say("people.not_found"))


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _decoded(row: Any) -> dict[str, Any]:
    return {"metadata": decode(row.get("metadata"), {}), "tags": decode(row.get("tags"), [])}


def _mended(thread: Any) -> Any:
    steps = []
    for step in thread["steps"]:
        generation = decode(step.get("generation"), None) or None
        flags = {"isError": bool(step.get("isError")), "streaming": False, "waitForAnswer": False}
        steps.append({**step, **_decoded(step), "generation": generation, **flags})
    elements = [{**each, "props": decode(each.get("props"), {})} for each in thread["elements"]]
    return {**thread, **_decoded(thread), "steps": steps, "elements": elements}
