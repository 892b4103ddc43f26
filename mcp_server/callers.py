"""Who calls and what they may do: bearer tokens (kept as SHA-256 digests), rights, rate limits, a log of calls."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken
from mcp.server.fastmcp.exceptions import ToolError

from graph_store.errors import GraphError
from graph_store.graph import stoppable
from language_model.errors import LanguageModelError
from language_model.redact import redact_text
from workspace.errors import TokenError
from workspace.limits import RateLimit
from workspace.users import Right, read_tokens, token_digest

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
    async def call(self, tool: str, right: Right, arguments: object) -> AsyncIterator[None]:
        """Run one call inside. Failures become ToolError; the details of unexpected ones are in the log only."""
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
            _note(name, tool, arguments, outcome, time.monotonic() - started)

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


def _note(caller: str, tool: str, arguments: object, outcome: str, seconds: float) -> None:
    written = redact_text(json.dumps(arguments, ensure_ascii=True, default=str)[:500])
    log.info(
        "caller=%s tool=%s outcome=%s seconds=%.3f arguments=%s", caller, tool, outcome, seconds, written
    )


class FileTokens:
    """Checks tokens against the file, as it is at that moment."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return whose token it is; None for an unknown or expired one, and for all while the file is damaged."""
        digest = token_digest(token)
        try:
            tokens = read_tokens(self._path)
        except TokenError as error:
            log.error("nobody is let in: %s", error)
            return None
        for name, kept in tokens.items():
            if secrets.compare_digest(kept.digest, digest) and kept.expires > time.time():
                return AccessToken(
                    token=digest, client_id=name, scopes=list(kept.rights), expires_at=kept.expires
                )
        return None
