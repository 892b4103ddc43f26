"""What a person may set for their chat: how to retrieve, how many rows, and which model. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.execute import Limits
from agent.records import Mode

MODE, ROWS, MODEL = "mode", "rows", "model"
MODES: dict[str, Mode] = {
    "combined: graph and full text": "combined",
    "graph: Cypher alone": "graph",
    "text: full-text search alone": "text",
    "hybrid: one query over both": "hybrid",
}
ROW_LIMITS = (10, 25, 50, 100, 250, 500)
LABELS = {MODE: "Retrieval", ROWS: "Rows of one query, at most", MODEL: "Model"}
HINTS = {
    MODE: "How the graph is asked.",
    ROWS: "What the limit leaves out is counted, never hidden.",
    MODEL: "builtin needs no model and no network.",
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """How this chat's questions are answered; `model` is one of those that the server offers."""

    model: str
    mode: Mode = "combined"
    rows: int = Limits().rows


def read_preferences(said: object, models: Sequence[str]) -> Preferences:
    """Read what the page sends; what is not on offer is left as it is by default."""
    told = said if isinstance(said, Mapping) else {}
    mode, rows, model = told.get(MODE), str(told.get(ROWS, "")), told.get(MODEL)
    plain = Preferences(models[0])
    return Preferences(
        model if isinstance(model, str) and model in models else plain.model,
        next((one for one in MODES.values() if one == mode), plain.mode),
        int(rows) if rows.isdecimal() and int(rows) in ROW_LIMITS else plain.rows,
    )
