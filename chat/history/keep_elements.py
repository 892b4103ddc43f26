"""What the history's messages hold besides text: files beside the KG, served to their own user only."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from chainlit.config import config
from chainlit.data import get_data_layer
from chainlit.data.storage_clients.base import BaseStorageClient
from chainlit.server import UserParam
from chainlit.server import app as server
from chainlit.user import PersistedUser
from fastapi import HTTPException
from fastapi.responses import FileResponse

from chat.folders import make_folder
from chat.words.say import say

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
        content = data.encode() if isinstance(data, str) else data
        await asyncio.to_thread(self._write, self.place(object_key), content)
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

    def _write(self, place: Path, content: bytes) -> None:
        make_folder(place.parent)
        place.write_bytes(content)


def serve_elements(files: ElementFiles) -> None:
    """Add the route, before Chainlit's own that takes every path."""
    server.add_api_route(f"{config.run.root_path}{ROUTE}", _answer(files), methods=["GET"])
    server.router.routes.insert(0, server.router.routes.pop())


def _answer(files: ElementFiles) -> Callable[..., Any]:
    async def send_element(user: str, element: str, current_user: UserParam) -> FileResponse:
        place = files.place(f"{user}/{element}")
        if not isinstance(current_user, PersistedUser) or current_user.id != user or not place.is_file():
            raise HTTPException(404, say("people.not_found"))
        rows = await get_data_layer().execute_sql(ELEMENT, {"id": element})
        kind, mime, name = (
            (rows[0][column] for column in ("type", "mime", "name")) if rows else ("", "", element)
        )
        shown = TYPES.get(kind, mime or "application/octet-stream")
        risky = kind == "file" or "html" in shown or "svg" in shown
        return FileResponse(
            place,
            media_type=shown,
            filename=name if risky else None,
            headers={"x-content-type-options": "nosniff", "cache-control": "private"},
        )

    return send_element
