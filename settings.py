"""Settings from the environment, read once by an entry point."""

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
DEFAULT_QUESTIONS_PER_MINUTE = 60.0
DEFAULT_STOP_WITHIN_S = 60.0


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
    process ends; None is no limit. `show_secrets` leaves passwords and keys in answers;
    `keep_prompts` keeps prompts, redacted, beside the replies that are recorded.
    `otlp_endpoint` is where traces are sent. `models` are offered in the chat beside `model`.

    Who may use the chat: `users_file` holds users and hashes of their passwords, `auth_header` is the header in which
    a proxy names the user, `oauth_users` are patterns of whom an OAuth provider may let in. `history_url` is the
    database of the chat's history. `questions_per_minute` is each user's; 0 is no limit. `root_path` is the path below
    which a proxy serves the chat. `hosts` are names by which browsers may ask for it, besides this machine's own.
    `metrics` serves Prometheus; `stop_within_s` is how long a chat that is stopped may take to end its answers.
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
    keep_prompts: bool = False
    otlp_endpoint: str = ""
    users_file: str = ""
    auth_header: str = ""
    oauth_users: tuple[str, ...] = ()
    history_url: str = ""
    questions_per_minute: float = DEFAULT_QUESTIONS_PER_MINUTE
    root_path: str = ""
    models: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    metrics: bool = False
    stop_within_s: float = DEFAULT_STOP_WITHIN_S


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read WIRELORE_KG, _MODEL, _NEO4J_USER, _NEO4J_PASSWORD, _NEO4J_DATABASE, _IDLE_S, _HOST,
    _PRICE_USD, _MODEL_TIME_LIMIT_S, _KEEP_DAYS, _BUDGET_USD, _BUDGET_TOKENS, _SHOW_SECRETS, _KEEP_PROMPTS,
    _OTLP_ENDPOINT, _MODELS (names with commas between them), _USERS_FILE, _AUTH_HEADER, _OAUTH_USERS,
    _HISTORY_URL, _QUESTIONS_PER_MINUTE, _ROOT_PATH, _HOSTS (names with commas between them), _METRICS,
    _STOP_WITHIN_S, and PORT.

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
        keep_prompts=_switch("WIRELORE_KEEP_PROMPTS", environment),
        users_file=environment.get("WIRELORE_USERS_FILE", ""),
        auth_header=environment.get("WIRELORE_AUTH_HEADER", ""),
        oauth_users=_names(environment.get("WIRELORE_OAUTH_USERS", "")),
        history_url=environment.get("WIRELORE_HISTORY_URL", ""),
        questions_per_minute=_number(
            "WIRELORE_QUESTIONS_PER_MINUTE", "questions", environment, DEFAULT_QUESTIONS_PER_MINUTE
        ),
        root_path=_root_path(environment.get("WIRELORE_ROOT_PATH", "")),
        models=_names(environment.get("WIRELORE_MODELS", "")),
        hosts=_names(environment.get("WIRELORE_HOSTS", "")),
        metrics=_switch("WIRELORE_METRICS", environment),
        stop_within_s=_seconds("WIRELORE_STOP_WITHIN_S", environment, DEFAULT_STOP_WITHIN_S),
    )


def _port(text: str) -> int:
    if not text:
        return DEFAULT_PORT
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise SettingsError("PORT", f"found {text!r}, expected a number from 1 to 65535")
    return int(text)


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, text.split(","))))


def _root_path(text: str) -> str:
    """Write a path as a proxy's: "/lore" for "lore/", blank for "/"."""
    path = text.strip("/")
    if not all(
        part.replace("-", "").replace("_", "").replace(".", "").isalnum() for part in path.split("/") if path
    ):
        raise SettingsError("WIRELORE_ROOT_PATH", f"found {text!r}, expected a path like /wirelore")
    return f"/{path}" if path else ""


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
