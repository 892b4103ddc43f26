"""Who calls, what the caller may do, and how much at once; every call is logged."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.fastmcp.exceptions import ToolError

from chat.people.rate_limit import RateLimit
from graph_store.errors import GraphError
from graph_store.stop_reading import stoppable
from language_model.errors import LanguageModelError
from mcp_server.tokens import Right

AT_ONCE = 2
"""Calls of one caller that run side by side; more wait for them."""
LONGEST_QUEUE = 60
"""Calls of one caller that may wait; more are refused."""
LOCAL = "local"
"""The caller on standard input, who started the server and may do everything."""

log = logging.getLogger("wirelore.mcp")


@dataclass(slots=True)
class _Caller:
    turns: asyncio.Semaphore
    waiting: int = 0


class Callers:
    """Lets calls through: rights first, then the rate, then a turn. `per_minute` 0 is no limit."""

    def __init__(self, per_minute: float) -> None:
        self._pace = RateLimit(per_minute)
        self._callers: dict[str, _Caller] = defaultdict(lambda: _Caller(asyncio.Semaphore(AT_ONCE)))

    @asynccontextmanager
    async def call(self, tool: str, right: Right, told: object) -> AsyncIterator[None]:
        """Run one call inside; what it reads ends when it is cancelled.

        Expected failures become ToolError, with their message; unexpected ones are logged and said without details.
        """
        name, started = self._admit(tool, right), time.monotonic()
        outcome = "failed"
        caller = self._callers[name]
        caller.waiting += 1
        try:
            async with caller.turns:
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
            caller.waiting -= 1
            _note(name, tool, told, outcome, time.monotonic() - started)

    def _admit(self, tool: str, right: Right) -> str:
        token = get_access_token()
        name = token.client_id if token else LOCAL
        if token and right not in token.scopes:
            _note(name, tool, {}, "not allowed", 0.0)
            raise ToolError(f"not allowed: this token has no right '{right}'")
        wait = self._pace.wait_s(name, time.monotonic())
        if wait or self._callers[name].waiting >= LONGEST_QUEUE:
            _note(name, tool, {}, "too many", 0.0)
            raise ToolError(f"too many calls; try again in {max(1, round(wait))} s")
        return name


def _note(caller: str, tool: str, told: object, outcome: str, seconds: float) -> None:
    said = json.dumps(told, ensure_ascii=True, default=str)[:500]
    log.info("caller=%s tool=%s outcome=%s seconds=%.3f arguments=%s", caller, tool, outcome, seconds, said)
