"""The panel beside the chat, with the lines of one citation."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import chainlit as cl

from agent.secrets.mask_secrets import SecretMask
from chat.evidence.citations import read_request
from chat.evidence.elements import make_text, open_panel
from chat.evidence.source_view import view_source
from chat.knowledge import Knowledge


async def open_source(asked: object, knowledge: Knowledge) -> None:
    """Open the lines around a citation. Raises GraphError."""
    citation = read_request(asked)
    if citation is None:
        return
    show = knowledge.settings.show_secrets
    text = await cl.make_async(
        lambda: view_source(citation, knowledge.graph(), SecretMask(show), show_secrets=show)
    )()
    title = ", ".join(dict.fromkeys(place.path for place in citation.places))
    await open_panel(title, [make_text(title, text)])
