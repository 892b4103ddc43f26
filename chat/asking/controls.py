"""The commands and settings that the page offers, and the buttons that ask a question."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence

import chainlit as cl
from chainlit.config import config
from chainlit.context import context
from chainlit.input_widget import InputWidget, Select
from chainlit.session import WebsocketSession
from chainlit.types import CommandDict

from chat.asking.commands import COMMANDS, MODE, MODEL, ROW_LIMITS, ROWS, Preferences, read_preferences
from chat.errors import is_of_model
from chat.evidence.citation_links import KIND
from chat.words.markdown import cut_text
from chat.words.say import say, words_of
from language_model.open_calls import BUILTIN

PREFERENCES = "preferences"


async def offer_controls(models: Sequence[str]) -> None:
    """Put the commands and the settings into the page."""
    said = words_of("commands")
    commands = [
        CommandDict(
            id=name, icon=icon, description=said[name], button=False, persistent=False, selected=False
        )
        for name, icon in COMMANDS.items()
    ]
    await context.emitter.set_commands(commands)
    now = current_preferences(models)
    inputs: list[InputWidget] = [
        _select(MODE, {label: mode for mode, label in words_of("settings.mode").items()}, now.mode),
        _select(ROWS, {str(rows): str(rows) for rows in ROW_LIMITS}, str(now.rows)),
        _select(MODEL, {model: model for model in models}, now.model),
    ]
    keep_preferences(await cl.ChatSettings(inputs).send(), models)


def misses_controls(asked: object) -> bool:
    """Say whether the page tells that it has none: what is sent while it connects anew is lost."""
    return asked == {KIND: "controls"}


def keep_preferences(said: object, models: Sequence[str]) -> None:
    """Keep what was set, for this chat."""
    chosen = read_preferences(said, models)
    cl.user_session.set(PREFERENCES, {MODE: chosen.mode, ROWS: str(chosen.rows), MODEL: chosen.model})


def current_preferences(models: Sequence[str]) -> Preferences:
    """Return what is set."""
    return read_preferences(cl.user_session.get(PREFERENCES), models)


def _select(name: str, items: Mapping[str, str], initial: str) -> Select:
    label, hint = words_of("settings.label")[name], words_of("settings.hint")[name]
    return Select(id=name, label=label, items=dict(items), initial_value=initial, description=hint)


# Buttons that ask: a choice where the agent asked back, a name that is near, the same without a model.


ASK = "ask"
LONGEST_LABEL = 60


def ask_action(text: str, label: str = "", *, icon: str = "corner-down-right", model: str = "") -> cl.Action:
    """Make a button that asks a text as if it was typed; with `model`, of that one."""
    return cl.Action(
        name=ASK,
        payload={"text": text, MODEL: model},
        label=cut_text(label or text, LONGEST_LABEL),
        tooltip=say("ask.hint", text=text),
        icon=icon,
    )


def what_else(error: Exception, text: str, others: Sequence[str]) -> list[cl.Action]:
    """Offer what helps where a question was not answered: the other models, when the one that was asked is away."""
    actions = []
    for model in sorted(others, key=BUILTIN.__ne__) if is_of_model(error) else ():
        label = say("ask.without_model") if model == BUILTIN else say("ask.with_model", model=model)
        actions.append(ask_action(text, label, icon="refresh-cw", model=model))
    return actions


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
