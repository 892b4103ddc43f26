"""Who calls and what they may do: bearer tokens (kept as SHA-256 digests), rights, rate limits, a log of calls."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken
from mcp.server.fastmcp.exceptions import ToolError

from chat.people.rate_limit import RateLimit
from graph_store.errors import GraphError
from graph_store.graph import stoppable
from graph_store.server_file import write_private
from language_model.errors import LanguageModelError

AT_ONCE = 2
"""Calls of one caller that run side by side; more wait for them."""
LONGEST_QUEUE = 60
"""Calls of one caller that may wait; more are refused."""
LOCAL = "local"
"""The caller on standard input, who started the server and may do everything."""

log = logging.getLogger("wirelore.mcp")


class Callers:
    """Lets calls through: rights first, then the rate, then a turn. `per_minute` 0 is no limit."""

    def __init__(self, per_minute: float) -> None:
        self._pace = RateLimit(per_minute)
        self._turns: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(AT_ONCE))
        self._waiting = Counter[str]()

    @asynccontextmanager
    async def call(self, tool: str, right: Right, told: object) -> AsyncIterator[None]:
        """Run one call inside. Failures become ToolError; unexpected ones are logged, and told without details."""
        name, started = self._admit(tool, right), time.monotonic()
        outcome = "failed"
        self._waiting[name] += 1
        try:
            async with self._turns[name]:
                with stoppable():
                    yield
            outcome = "done"
        except asyncio.CancelledError:
            outcome = "cancelled"
            raise
        except ToolError:
            outcome = "refused"
            raise
        except (GraphError, LanguageModelError, LookupError, ValueError) as error:
            raise ToolError(str(error)) from error
        except Exception as error:  # an entry point: the caller gets a message, the log the details
            log.exception("a call failed")
            raise ToolError("the call failed; the server's log has the details") from error
        finally:
            self._waiting[name] -= 1
            _note(name, tool, told, outcome, time.monotonic() - started)

    def _admit(self, tool: str, right: Right) -> str:
        token = get_access_token()
        name = token.client_id if token else LOCAL
        if token and right not in token.scopes:
            _note(name, tool, {}, "not allowed", 0.0)
            raise ToolError(f"not allowed: this token has no right '{right}'")
        wait = self._pace.wait_s(name, time.monotonic())
        if wait or self._waiting[name] >= LONGEST_QUEUE:
            _note(name, tool, {}, "too many", 0.0)
            raise ToolError(f"too many calls; try again in {max(1, round(wait))} s")
        return name


def _note(caller: str, tool: str, told: object, outcome: str, seconds: float) -> None:
    said = json.dumps(told, ensure_ascii=True, default=str)[:500]
    log.info("caller=%s tool=%s outcome=%s seconds=%.3f arguments=%s", caller, tool, outcome, seconds, said)


Right = Literal["ask", "read", "cypher"]
"""`ask` asks questions (and may cost tokens), `read` reads lines, devices and findings, `cypher` runs statements."""
RIGHTS: tuple[Right, ...] = get_args(Right)
TOKENS_FILE = "mcp-tokens.json"
PREFIX = "wirelore_"
_NAME = re.compile(r"[A-Za-z0-9][\w.@+-]{0,99}")
_DAY_S = 86_400


class McpServerError(Exception):
    """Any expected failure of this package; calls themselves fail with the SDK's ToolError."""


class TokenError(McpServerError):
    """A token cannot be made, found or read."""


@dataclass(frozen=True, slots=True)
class KeptToken:
    """`digest` is the SHA-256 of the token; `expires` is in seconds since 1970."""

    digest: str
    rights: tuple[Right, ...]
    expires: int


def read_tokens(path: Path) -> dict[str, KeptToken]:
    """Read all tokens by name; none where there is no file. Raises TokenError."""
    try:
        found = json.loads(path.read_text("utf-8"))
        return {
            str(name): KeptToken(str(kept["digest"]), tuple(kept["rights"]), int(kept["expires"]))
            for name, kept in found["tokens"].items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TokenError(f"{path}: the file of tokens cannot be read: {error}") from error


def add_token(path: Path, name: str, rights: tuple[str, ...], days: float) -> str:
    """Make a token and return it; only its digest is kept. Raises TokenError.

    A token is 256 random bits, so a plain digest keeps it: unlike a password, it cannot be guessed.
    """
    if not _NAME.fullmatch(name):
        raise TokenError(f"{name!r} is no name of a caller; expected letters, digits and . _ @ + -")
    known: tuple[Right, ...] = tuple(right for right in RIGHTS if right in rights)
    if len(known) != len(set(rights)) or not known:
        raise TokenError(f"unknown rights {', '.join(rights)}; expected some of {', '.join(RIGHTS)}")
    if not 0 < days <= 3650:
        raise TokenError(f"found {days} days, expected more than 0 and at most 3650")
    token = PREFIX + secrets.token_urlsafe(32)
    kept = KeptToken(_digest(token), known, int(time.time() + days * _DAY_S))
    _write(path, {**read_tokens(path), name: kept})
    return token


def remove_token(path: Path, name: str) -> None:
    """Remove a token, which the next call with it notices. Raises TokenError."""
    tokens = read_tokens(path)
    if name not in tokens:
        raise TokenError(f"no token of {name!r}; there are: {', '.join(sorted(tokens)) or 'none'}")
    _write(path, {other: kept for other, kept in tokens.items() if other != name})


class FileTokens:
    """Checks tokens against the file, as it is at that moment."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return whose token it is; None for an unknown or expired one."""
        digest = _digest(token)
        for name, kept in read_tokens(self._path).items():
            if secrets.compare_digest(kept.digest, digest) and kept.expires > time.time():
                return AccessToken(
                    token=digest, client_id=name, scopes=list(kept.rights), expires_at=kept.expires
                )
        return None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _write(path: Path, tokens: Mapping[str, KeptToken]) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = {name: asdict(token) for name, token in sorted(tokens.items())}
        write_private(path, json.dumps({"tokens": kept}, indent=1) + "\n")
    except OSError as error:
        raise TokenError(f"{path}: not written: {error.strerror or error}") from error
