"""Links that open a kept conversation in the browser, used by the button under answers in Slack."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import html
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from chainlit.config import config
from chainlit.data import get_data_layer
from chainlit.user import User
from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from agent.records import AnswerTable
from chat.asking.answer_view import show_text
from chat.asking.tables_view import show_tables
from chat.evidence.citation_links import link_citations
from chat.history.data_layer import History
from chat.history.keep_history import CONVERSATION, copy_of
from chat.history.tables import WRITE_THREAD, step_row
from chat.page.pages import serve_first
from chat.people.login import REQUESTER
from chat.words.say import say
from conversations.keeper import find_conversation
from conversations.records import Conversation, KeptTable, KeptTurn
from graph_store.records import SourceLine
from settings import Settings
from workspace.users import is_key

ROUTE = "/conversations/{name}"
LONGEST_TITLE = 60
ONCE_MORE = "again"
"""A browser that has no session yet gets one with the page, and asks once more."""


def serve_links(settings: Settings) -> None:
    """Let Chainlit's server open such links."""

    async def open_link(request: Request, name: str, key: str = "") -> Response:
        return await _open(request, name, key, settings.kg)

    serve_first(ROUTE, open_link)


async def _open(request: Request, name: str, key: str, kg: str) -> Response:
    if not is_key(kg, name, key):
        return _page(say("links.unknown"), 404)
    user = REQUESTER.get()
    if not user and ONCE_MORE in request.query_params:
        return _page(say("links.log_in_first"), 401)
    if not user:
        again = request.url.include_query_params(**{ONCE_MORE: "1"}).replace(scheme="", netloc="")
        return HTMLResponse(say("links.again", address=html.escape(str(again))))
    kept = await asyncio.to_thread(find_conversation, kg, name)
    layer = get_data_layer()
    if kept is None or not isinstance(layer, History):
        return _page(say("links.gone"), 404)
    thread = copy_of(user, name)
    await _write(layer, user, thread, kept)
    return RedirectResponse(f"{config.run.root_path}/thread/{thread}", 303)


def _page(text: str, status: int) -> Response:
    start = html.escape(f"{config.run.root_path}/")
    return HTMLResponse(say("links.page", text=html.escape(text), start=start), status)


async def _write(layer: History, name: str, thread: str, kept: Conversation) -> None:
    """Write a conversation's turns as a thread of the user's own, which goes on as the same conversation."""
    title = kept.turns[0].question[:LONGEST_TITLE] if kept.turns else ""
    user = await layer.get_user(name) or await layer.create_user(User(identifier=name))
    said = {"name": title, "user": user.id if user else None, "tags": None}
    now = await layer.get_current_timestamp()
    await layer.execute_sql(WRITE_THREAD, {"id": thread, "createdAt": now, **said})
    await layer.update_thread(thread, metadata={CONVERSATION: kept.heading.id})
    rows = [step for turn in kept.turns for step in _steps(thread, name, kept.heading.id, turn)]
    await layer.write_steps(thread, rows)


def _steps(thread: str, user: str, conversation: str, turn: KeptTurn) -> Iterator[dict[str, Any]]:
    """Yield a turn as two messages; ids are made of places, so that a second visit changes nothing."""
    paths = {place.path for place in turn.citations}
    text = link_citations(turn.answer, paths, lambda piece: show_text(piece, turn.model))
    if turn.status != "answered":
        text = "\n\n".join(filter(None, (text, show_tables([_as_shown(one) for one in turn.tables]))))
    mark = {"conversation": conversation, "turn": turn.number}
    asked = (datetime.fromisoformat(turn.time) - timedelta(milliseconds=1)).isoformat().replace("+00:00", "Z")
    question = {"type": "user_message", "name": user, "output": turn.question, "metadata": {}}
    answer = {"type": "assistant_message", "name": config.ui.name, "output": text, "metadata": mark}
    for place, time, said in (("question", asked, question), ("answer", turn.time, answer)):
        name = str(uuid5(NAMESPACE_URL, f"{thread}:{turn.number}:{place}"))
        yield step_row(
            {**said, "id": name, "threadId": thread, "createdAt": time, "start": time, "end": time}
        )


def _as_shown(kept: KeptTable) -> AnswerTable:
    """Return a kept table with the line that each of its rows cites."""
    places = (one.rpartition(":") for one in kept.places)
    cited = tuple(
        (SourceLine(path, int(number), ""),) if number.isdecimal() else () for path, _, number in places
    )
    return AnswerTable(kept.title, kept.columns, kept.rows, kept.total, cited)
