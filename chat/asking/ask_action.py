"""Buttons that ask: a choice where the agent asked back, a name that is near, the same without a model."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

import chainlit as cl
from chainlit.config import config
from chainlit.context import context
from chainlit.session import WebsocketSession

from chat.trouble import is_of_model
from chat.words.say import say
from language_model.open_model import BUILTIN

ASK = "ask"
MODEL = "model"
LONGEST_LABEL = 60


def ask_action(text: str, label: str = "", *, icon: str = "corner-down-right", model: str = "") -> cl.Action:
    """Make a button that asks a text as if it was typed; with `model`, of that one."""
    shown = label or text
    return cl.Action(
        name=ASK,
        payload={"text": text, MODEL: model},
        label=shown if len(shown) <= LONGEST_LABEL else f"{shown[: LONGEST_LABEL - 1]}…",
        tooltip=say("ask.hint", text=text),
        icon=icon,
    )


def choice_actions(choices: Sequence[str]) -> list[cl.Action]:
    """Offer what an unclear question may mean."""
    return [ask_action(choice) for choice in choices]


def what_else(error: Exception, text: str, others: Sequence[str]) -> list[cl.Action]:
    """Offer what helps where a question was not answered: the other models, when the one that was asked is away."""
    if not is_of_model(error):
        return []
    return [
        ask_action(
            text,
            say("ask.without_model") if model == BUILTIN else say("ask.with_model", model=model),
            icon="refresh-cw",
            model=model,
        )
        for model in sorted(others, key=BUILTIN.__ne__)
    ]


async def ask_again(payload: object) -> None:
    """Ask what a button says; the stop button stops it as it stops what was typed."""
    match payload:
        case {"text": str(text), "model": str(model)} if text.strip():
            session = context.session
            task = asyncio.create_task(_ask(text, model))
            if isinstance(session, WebsocketSession):
                session.current_task = task
            await asyncio.wait([task])


async def _ask(text: str, model: str) -> None:
    message = cl.Message(content=text, type="user_message", metadata={MODEL: model} if model else None)
    await context.emitter.task_start()
    try:
        await message.send()
        if config.code.on_message:
            await config.code.on_message(message)
    finally:
        await context.emitter.task_end()


def asked_model(message: cl.Message, offered: Collection[str]) -> str:
    """Return the model that a button asked for, if it is one of those on offer; "" for the one that is set."""
    model = (message.metadata or {}).get(MODEL, "")
    return model if model in offered else ""
