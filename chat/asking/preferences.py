"""What a person may set for their chat: how to retrieve, how many rows, and which model. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.execute import QueryLimits
from agent.modes import MODES, Mode

MODE, ROWS, MODEL = "mode", "rows", "model"
ROW_LIMITS = (10, 25, 50, 100, 250, 500)


@dataclass(frozen=True, slots=True)
class Preferences:
    """How this chat's questions are answered; `model` is one of those that the server offers."""

    model: str
    mode: Mode = "combined"
    rows: int = QueryLimits().rows


def read_preferences(said: object, models: Sequence[str]) -> Preferences:
    """Read what the page sends; what is not on offer is left as it is by default."""
    told = said if isinstance(said, Mapping) else {}
    mode, rows, model = told.get(MODE), str(told.get(ROWS, "")), told.get(MODEL)
    plain = Preferences(models[0])
    return Preferences(
        model if isinstance(model, str) and model in models else plain.model,
        next((one for one in MODES if one == mode), plain.mode),
        int(rows) if rows.isdecimal() and int(rows) in ROW_LIMITS else plain.rows,
    )
