"""What the environment says, read once by an entry point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT_KG = ".wirelore"
DEFAULT_MODEL = "builtin"
DEFAULT_IDLE_S = 30.0
DEFAULT_MODEL_TIME_LIMIT_S = 120.0
DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
DEFAULT_KEEP_DAYS = 90.0


class SettingsError(ValueError):
    """A variable of the environment cannot be used; `variable` is its name."""

    def __init__(self, variable: str, message: str) -> None:
        super().__init__(f"{variable}: {message}")
        self.variable = variable


@dataclass(frozen=True, slots=True)
class Settings:
    """How Wirelore runs. `kg` is a folder or a Bolt URL; user, password and database are for URLs only.

    `idle_s` is how long a folder's server waits for the next client before it stops. `price_usd` is what the model
    costs, "IN,OUT" in dollars per million tokens; `model_time_limit_s` is how long one call of it may take.
    `keep_days` is how long conversations are kept; 0 keeps none. Budgets are for what is asked of a model until the
    process ends; None is no limit. `show_secrets` leaves passwords and keys in answers.
    `otlp_endpoint` is where traces are sent.
    """

    kg: str = DEFAULT_KG
    model: str = DEFAULT_MODEL
    neo4j_user: str = ""
    neo4j_password: str = ""
    neo4j_database: str | None = None
    idle_s: float = DEFAULT_IDLE_S
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    price_usd: str = ""
    model_time_limit_s: float = DEFAULT_MODEL_TIME_LIMIT_S
    keep_days: float = DEFAULT_KEEP_DAYS
    budget_usd: float | None = None
    budget_tokens: int | None = None
    show_secrets: bool = False
    otlp_endpoint: str = ""


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read WIRELORE_KG, _MODEL, _NEO4J_USER, _NEO4J_PASSWORD, _NEO4J_DATABASE, _IDLE_S, _HOST,
    _PRICE_USD, _MODEL_TIME_LIMIT_S, _KEEP_DAYS, _BUDGET_USD, _BUDGET_TOKENS, _SHOW_SECRETS,
    _OTLP_ENDPOINT, and PORT.

    An empty variable counts as unset. Raises SettingsError when a number is none.
    """
    tokens = _limit("WIRELORE_BUDGET_TOKENS", "tokens", environment)
    return Settings(
        kg=environment.get("WIRELORE_KG") or DEFAULT_KG,
        model=environment.get("WIRELORE_MODEL") or DEFAULT_MODEL,
        neo4j_user=environment.get("WIRELORE_NEO4J_USER", ""),
        neo4j_password=environment.get("WIRELORE_NEO4J_PASSWORD", ""),
        neo4j_database=environment.get("WIRELORE_NEO4J_DATABASE") or None,
        idle_s=_seconds("WIRELORE_IDLE_S", environment, DEFAULT_IDLE_S),
        host=environment.get("WIRELORE_HOST") or DEFAULT_HOST,
        port=_port(environment.get("PORT", "")),
        price_usd=environment.get("WIRELORE_PRICE_USD", ""),
        model_time_limit_s=_seconds("WIRELORE_MODEL_TIME_LIMIT_S", environment, DEFAULT_MODEL_TIME_LIMIT_S),
        keep_days=_number("WIRELORE_KEEP_DAYS", "days", environment, DEFAULT_KEEP_DAYS),
        otlp_endpoint=environment.get("WIRELORE_OTLP_ENDPOINT", ""),
        budget_usd=_limit("WIRELORE_BUDGET_USD", "dollars", environment),
        budget_tokens=None if tokens is None else int(tokens),
        show_secrets=_switch("WIRELORE_SHOW_SECRETS", environment),
    )


def _port(text: str) -> int:
    if not text:
        return DEFAULT_PORT
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise SettingsError("PORT", f"found {text!r}, expected a number from 1 to 65535")
    return int(text)


def _seconds(variable: str, environment: Mapping[str, str], default: float) -> float:
    return _number(variable, "seconds", environment, default)


def _limit(variable: str, unit: str, environment: Mapping[str, str]) -> float | None:
    return _number(variable, unit, environment, 0.0) if environment.get(variable) else None


def _switch(variable: str, environment: Mapping[str, str]) -> bool:
    text = environment.get(variable, "").lower()
    if text not in {"", "0", "no", "off", "false", "1", "yes", "on", "true"}:
        raise SettingsError(variable, f"found {text!r}, expected 1 or 0")
    return text in {"1", "yes", "on", "true"}


def _number(variable: str, unit: str, environment: Mapping[str, str], default: float) -> float:
    text = environment.get(variable, "")
    try:
        number = float(text or default)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise SettingsError(variable, f"found {text!r}, expected a number of {unit}")
    return number
