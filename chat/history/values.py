"""Converts values of the history for the database, and reads database URLs. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chat.errors import HistoryUrlError
from chat.history.tables import STEP_COLUMNS

DRIVERS = {
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
}
"""Scheme of a URL → the driver that is used."""


def history_url(said: str, file: Path) -> str:
    """Return SQLAlchemy's URL of what the settings say; of a file where they say nothing. Raises HistoryUrlError."""
    if not said:
        return f"sqlite+aiosqlite:///{file.resolve()}"
    scheme, separator, rest = said.partition("://")
    if not separator or scheme not in DRIVERS:
        raise HistoryUrlError(scheme)
    return f"{DRIVERS[scheme]}://{rest}"


def encode(value: Any) -> Any:
    """Write lists and objects as JSON; leave all else."""
    return json.dumps(value) if isinstance(value, list | dict) else value


def step_row(step: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a step says, by column; what it leaves open is not there."""
    shown = str(step.get("showInput", "")).lower() if "showInput" in step else None
    whole = {**step, "showInput": shown, "metadata": step.get("metadata") or {}}
    said = {name: whole.get(name) for name in STEP_COLUMNS}
    row = {name: encode(value) for name, value in said.items() if value is not None and value != {}}
    return {"metadata": "{}", **row}


def decode(value: Any, default: Any) -> Any:
    """Read what `encode` wrote; the default for nothing, and for what cannot be read."""
    if not isinstance(value, str):
        return default if value is None else value
    try:
        found = json.loads(value)
    except ValueError:
        return default
    return default if found is None else found


def like_pattern(searched: str) -> str:
    r"""Write a pattern for SQL's LIKE with ESCAPE '\', which finds a text anywhere in lower-case text."""
    escaped = searched.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
