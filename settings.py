"""Settings from the environment, read once by an entry point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypedDict


class SettingsError(ValueError):
    """A variable of the environment cannot be used; `variable` is its name."""

    def __init__(self, variable: str, message: str) -> None:
        super().__init__(f"{variable}: {message}")
        self.variable = variable


class Login(TypedDict):
    """Who opens a KG by its URL."""

    user: str
    password: str
    database: str | None


@dataclass(frozen=True, slots=True)
class Settings:
    """How Wirelore runs. `kg` is a folder or a Bolt URL; user, password and database are for URLs only.

    `idle_s` is how long a folder's server waits for the next client before it stops. `price_usd` is what the model
    costs, "IN,OUT" in dollars per million tokens; `model_time_limit_s` is how long one call of it may take.
    `keep_days` is how long conversations are kept; 0 keeps none. Budgets are for what is asked of a model until the
    process ends; None is no limit. `keep_prompts` keeps prompts beside the replies that are recorded.
    `otlp_endpoint` is where traces are sent. `models` are offered in the chat beside `model`.

    Who may use the chat: `users_file` holds users and hashes of their passwords, `auth_header` is the header in which
    a proxy names the user, `oauth_users` are patterns of whom an OAuth provider may let in. `history_url` is the
    database of the chat's history. `questions_per_minute` is each user's; 0 is no limit. `root_path` is the path below
    which a proxy serves the chat. `hosts` are names by which browsers may ask for it, besides this machine's own.
    `metrics` serves Prometheus; `stop_within_s` is how long a chat that is stopped may take to end its answers.
    """

    kg: str = ".wirelore"
    model: str = "builtin"
    neo4j_user: str = ""
    neo4j_password: str = ""
    neo4j_database: str | None = None
    idle_s: float = 600.0
    host: str = "127.0.0.1"
    port: int = 8000
    price_usd: str = ""
    model_time_limit_s: float | None = None
    keep_days: float = 90.0
    budget_usd: float | None = None
    budget_tokens: int | None = None
    keep_prompts: bool = False
    otlp_endpoint: str = ""
    users_file: str = ""
    auth_header: str = ""
    oauth_users: tuple[str, ...] = ()
    history_url: str = ""
    questions_per_minute: float = 60.0
    root_path: str = ""
    models: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    metrics: bool = False
    stop_within_s: float = 60.0

    @property
    def login(self) -> Login:
        """Who opens `kg`, where it is a URL."""
        return Login(user=self.neo4j_user, password=self.neo4j_password, database=self.neo4j_database)


_UNITS = {"s": "seconds", "days": "days", "usd": "dollars", "tokens": "tokens", "minute": "questions"}
"""The last word of a setting's name → what it counts."""


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read WIRELORE_KG, _MODEL, _NEO4J_USER, _NEO4J_PASSWORD, _NEO4J_DATABASE, _IDLE_S, _HOST,
    _PRICE_USD, _MODEL_TIME_LIMIT_S, _KEEP_DAYS, _BUDGET_USD, _BUDGET_TOKENS, _KEEP_PROMPTS,
    _OTLP_ENDPOINT, _MODELS (names with commas between them), _USERS_FILE, _AUTH_HEADER, _OAUTH_USERS,
    _HISTORY_URL, _QUESTIONS_PER_MINUTE, _ROOT_PATH, _HOSTS (names with commas between them), _METRICS,
    _STOP_WITHIN_S, and PORT.

    An empty variable counts as unset. Raises SettingsError when a number is none.
    """
    given: dict[str, Any] = {}
    for one in fields(Settings):
        variable = "PORT" if one.name == "port" else f"WIRELORE_{one.name.upper()}"
        if text := environment.get(variable):
            given[one.name] = _read(one.name, str(one.type), variable, text)
    return Settings(**given)


def _read(name: str, kind: str, variable: str, text: str) -> object:
    """Read one variable as the type of its setting."""
    if name == "root_path":
        return _root_path(variable, text)
    match kind:
        case "int":
            if not text.isdecimal() or not 0 < int(text) < 65536:
                raise SettingsError(variable, f"found {text!r}, expected a number from 1 to 65535")
            return int(text)
        case "int | None":
            return int(_number(name, variable, text))
        case "float" | "float | None":
            return _number(name, variable, text)
        case "tuple[str, ...]":
            return tuple(filter(None, map(str.strip, text.split(","))))
        case "bool":
            if text.lower() not in {"0", "no", "off", "false", "1", "yes", "on", "true"}:
                raise SettingsError(variable, f"found {text!r}, expected 1 or 0")
            return text.lower() in {"1", "yes", "on", "true"}
    return text


def _root_path(variable: str, text: str) -> str:
    """Write a path as a proxy's: "/lore" for "lore/", blank for "/"."""
    path = text.strip("/")
    words = [part.replace("-", "").replace("_", "").replace(".", "") for part in path.split("/")]
    if path and not all(map(str.isalnum, words)):
        raise SettingsError(variable, f"found {text!r}, expected a path like /wirelore")
    return f"/{path}" if path else ""


def _number(name: str, variable: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise SettingsError(
            variable, f"found {text!r}, expected a number of {_UNITS[name.rpartition('_')[2]]}"
        )
    return number
