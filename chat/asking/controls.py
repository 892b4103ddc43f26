"""What the page offers beside its text field: the commands, and the settings of this chat."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chainlit as cl
from chainlit.context import context
from chainlit.input_widget import InputWidget, Select
from chainlit.types import CommandDict

from chat.asking.commands import COMMANDS
from chat.asking.preferences import (
    MODE,
    MODEL,
    ROW_LIMITS,
    ROWS,
    Preferences,
    read_preferences,
)
from chat.evidence.citations import KIND
from chat.words.say import words_of

PREFERENCES = "preferences"


async def offer_controls(models: Sequence[str]) -> None:
    """Put the commands and the settings into the page."""
    commands = [
        CommandDict(
            id=name,
            icon=icon,
            description=words_of("commands")[name],
            button=False,
            persistent=False,
            selected=False,
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
