"""What was dropped into the chat is never run as a page of the chat, whatever its uploader says that it is."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

PAGES = ("text/html", "image/svg+xml", "Text/HTML; charset=utf-8", "application/xhtml+xml", "text/xml", "")


async def served(kind: str, disposition: str = "", path: str = "/project/file/1") -> dict[str, str]:
    """Return the headers with which the chat serves a file of a kind."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from chat.page.pages import OurPages
    sent: list[Any] = []
    said = {"content-type": kind, "content-disposition": disposition}
    headers = [(name.encode(), text.encode()) for name, text in said.items() if text]

    async def app(_scope: object, _receive: object, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"<script></script>"})

    async def keep(message: Any) -> None:
        sent.append(message)

    pages: Any = OurPages(app)
    await pages({"type": "http", "path": path}, None, keep)
    assert sent[1]["body"] == b"<script></script>"
    return {name.decode(): text.decode() for name, text in sent[0]["headers"]}


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("path", ["/project/file/1", "/wirelore/elements/a/b"])
async def test_a_page_is_downloaded(kind: str, path: str) -> None:
    told = await served(kind, path=path)
    assert told["content-disposition"] == "attachment"
    assert told["x-content-type-options"] == "nosniff"
    assert told["content-security-policy"].startswith("sandbox;")


@pytest.mark.parametrize("said", ["inline", "attachment"])
async def test_a_files_name_stays(said: str) -> None:
    told = await served("text/html", f'{said}; filename="a.html"')
    assert told["content-disposition"] == 'attachment; filename="a.html"'


async def test_text_and_pdf_open_in_the_browser() -> None:
    text, pdf = await served("text/plain"), await served("application/pdf")
    assert "content-disposition" not in text | pdf
    assert "sandbox" in text["content-security-policy"]
    assert "content-security-policy" not in pdf  # no browser would show it
    assert pdf["x-content-type-options"] == "nosniff"
