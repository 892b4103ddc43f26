"""Receives dropped files: checked before anything is read, and streamed to disk, a few at the same time.

Stands in for Chainlit's own route, which reads every file into memory before it looks at its size and its session.
"""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import mimetypes
import shutil
import uuid
from pathlib import Path
from weakref import WeakValueDictionary

from chainlit.config import config
from chainlit.session import WebsocketSession
from fastapi import HTTPException
from starlette.datastructures import Headers, UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Message, Receive, Scope

from chat.page.pages import serve_first
from chat.people.login import REQUESTER
from chat.words.say import say
from workspace.limits import AtOnce

PATH = "/project/file"
MOST_OF_A_BODY = 2 << 20
"""Bytes of a request that is no upload: the page's own are far smaller."""
MOST_DIGITS = 15
MOST_OF_A_SESSION = 4
"""A session keeps so many times the size of the largest file."""
OF_A_USER, OF_ALL = 2, 16
"""Files that are received at the same time; further ones of a user wait for their turn, unread."""
_turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
_of_all = AtOnce(OF_ALL)


def largest_file() -> int:
    """Return how many bytes a dropped file may have."""
    upload = config.features.spontaneous_file_upload
    return int((upload.max_size_mb if upload else None) or 500) << 20


def _too_large() -> HTTPException:
    return HTTPException(413, say("load.too_large", most=largest_file() >> 20))


def limit_body(scope: Scope, receive: Receive) -> Receive:
    """Return what receives a request's body up to its limit, and raises HTTPException (413) behind that."""
    is_upload = scope["path"].removeprefix(config.run.root_path) == PATH
    left = (largest_file() if is_upload else 0) + MOST_OF_A_BODY
    declared = Headers(scope=scope).get("content-length", "")
    if len(declared) > MOST_DIGITS or (declared.isdecimal() and int(declared) > left):
        left = -1

    async def limited() -> Message:
        nonlocal left
        message = await receive() if left >= 0 else {}
        left -= len(message.get("body", b""))
        if left < 0:
            raise _too_large()
        return message

    return limited


async def receive_file(request: Request, session_id: str) -> JSONResponse:
    """Keep a file for the session that it was dropped on, which has to be the requester's own."""
    session, name = WebsocketSession.get_by_id(session_id), REQUESTER.get()
    if session is None or session.user is None or session.user.identifier != name:
        raise HTTPException(404, say("people.not_found"))
    turn = _turns.setdefault(name, asyncio.Semaphore(OF_A_USER))
    async with turn:
        return await _receive(request, session)


async def _receive(request: Request, session: WebsocketSession) -> JSONResponse:
    with _of_all.one_more("") as room:
        if not room:
            raise HTTPException(429, say("load.too_many"))
        if sum(int(file["size"]) for file in session.files.values()) > MOST_OF_A_SESSION * largest_file():
            raise _too_large()
        async with request.form(max_files=1, max_fields=8) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile) or not file.filename:
                raise HTTPException(400, say("load.nothing"))
            if (file.size or 0) > largest_file():
                raise _too_large()
            return JSONResponse({"id": await _keep(session, file, file.filename)})


async def _keep(session: WebsocketSession, file: UploadFile, name: str) -> str:
    key, kind = str(uuid.uuid4()), file.content_type or "application/octet-stream"
    path = (session.files_dir / key).with_suffix(mimetypes.guess_extension(kind) or "")
    await asyncio.to_thread(_copy, file, path)
    size = path.stat().st_size
    session.files[key] = {"id": key, "path": path, "name": name, "type": kind, "size": size}
    return key


def _copy(file: UploadFile, path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as kept:
        shutil.copyfileobj(file.file, kept)


def put_receiver() -> None:
    """Answer uploads before Chainlit's route does."""
    serve_first(f"{config.run.root_path}{PATH}", receive_file, "POST")
