"""The panel beside the chat, with the lines of one citation."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import chainlit as cl
from chainlit.context import context

from chat.citations import read_request
from chat.knowledge import Knowledge
from chat.source_view import view_source


async def open_source(asked: object, knowledge: Knowledge) -> None:
    """Open the lines around a citation. Raises GraphError.

    The panel is told directly: an element of the chat would be opened as soon as it is sent, with all others.
    """
    citation = read_request(asked)
    if citation is None:
        return
    text = await cl.make_async(lambda: view_source(citation, knowledge.graph()))()
    file = await context.session.persist_file(name=citation.label, content=text, mime="text/plain")
    element = cl.Text(name=citation.label, content=text, display="side")
    element.chainlit_key, element.mime = file["id"], "text/plain"
    await context.emitter.emit("set_sidebar_title", citation.label)
    await context.emitter.emit("set_sidebar_elements", {"elements": [element.to_dict()], "key": element.id})
