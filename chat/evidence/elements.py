"""Builds the page's tables, charts and files from text, without pandas or plotly on the server."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

import chainlit as cl
from chainlit.context import context
from chainlit.element import Element, ElementType
from chainlit.server import app as server
from fastapi.responses import FileResponse

ROUTE = "/vis-network.js"
LIBRARY = "_internal/plotting/third_party/vis-network/vis-network.min.def.js"
"""The library's file in the folder of the package `gravis`."""


class TableElement(Element):
    """A table that the page sorts and turns over."""

    type: ClassVar[ElementType] = "dataframe"


class FigureElement(Element):
    """A Plotly figure."""

    type: ClassVar[ElementType] = "plotly"


def make_table(name: str, frame: str) -> Element:
    """Make a table of `write_frame`'s JSON; the page wants it as text."""
    return TableElement(name=name, content=frame, display="inline", mime="text/plain")


def make_figure(name: str, figure: str) -> Element:
    """Make a figure of its JSON; served as anything else it stays blank."""
    return FigureElement(name=name, content=figure, display="inline", mime="application/json")


def make_csv(name: str, text: str) -> Element:
    """Make a file to download; it begins with a mark by which spreadsheets know the encoding."""
    return cl.File(name=name, content=f"\ufeff{text}".encode(), display="inline", mime="text/csv")


def make_text(name: str, text: str) -> Element:
    """Make a text in Markdown."""
    return cl.Text(name=name, content=text, display="side", mime="text/plain")


async def open_panel(title: str, elements: Sequence[Element]) -> None:
    """Show elements beside the chat, instead of what is there.

    The panel is told directly: an element of the chat would be opened as soon as it is sent, with all others.
    """
    for element in elements:
        file = await context.session.persist_file(
            name=element.name, content=element.content, mime=element.mime or ""
        )
        element.chainlit_key = file["id"]
    told = [element.to_dict() for element in elements]
    await context.emitter.emit("set_sidebar_title", title)
    await context.emitter.emit("set_sidebar_elements", {"elements": told, "key": elements[0].id})


def serve_graph_library() -> None:
    """Let Chainlit's server give the library that draws the graph. Raises ModuleNotFoundError without its package."""
    found = find_spec("gravis")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("No module named 'gravis', which holds the library that draws the graph")
    file = Path(found.origin).parent / LIBRARY

    async def give_library() -> FileResponse:
        return FileResponse(file, media_type="text/javascript", headers={"Cache-Control": "max-age=86400"})

    server.get(ROUTE)(give_library)
    server.router.routes.insert(0, server.router.routes.pop())  # before the route that serves any path
