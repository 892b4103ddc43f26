"""How a session calls a model: which one, with which budget, and which recorded replies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from language_model.calls import CALL_LIMIT_S, TRIES, ModelCalls
from language_model.open_calls import BUILTIN, CallLimits, Patience, open_calls


@dataclass(frozen=True, slots=True)
class CallOptions:
    """`replies` is a file of replies that are kept as they come; with `replay`, only those in it are used.
    With `keep_prompts` the prompts stand in it too, without secrets; else only hashes of them do.

    Budgets are for all calls of the session. `price` is dollars per million tokens, "IN,OUT".
    """

    model: str = BUILTIN
    budget_usd: float | None = None
    budget_tokens: int | None = None
    price: str = ""
    time_limit_s: float = CALL_LIMIT_S
    replies: Path | None = None
    replay: bool = False
    keep_prompts: bool = False
    tries: int = TRIES


@contextmanager
def open_session_calls(options: CallOptions) -> Iterator[ModelCalls | None]:
    """Yield the calls, unredacted; None for the builtin model without a replay. Raises as `open_calls`."""
    if options.model in {"", BUILTIN} and not options.replay:
        yield None
        return
    with open_calls(
        options.model,
        journal=options.replies,
        mode="replay" if options.replay else "replay-or-record",
        limits=CallLimits(options.budget_usd, options.budget_tokens, options.price),
        patience=Patience(options.time_limit_s, options.tries),
        keep_prompts=options.keep_prompts,
    ) as calls:
        yield calls
