"""Open everything that stands between a stage and the model: budget, recording, redaction, the calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from language_model.budget import BudgetedCalls
from language_model.calls import CountTokens, ModelCalls
from language_model.count_tokens import token_counter
from language_model.errors import UnknownModelError, UnknownPriceError
from language_model.local_model import LOCAL, Served, is_local, serve_local
from language_model.open_model import OPENAI, open_model
from language_model.prices import Price, find_price
from language_model.recording import RecordedCalls
from language_model.redacted_calls import RedactedCalls, Redacts
from language_model.reply_file import Mode

if TYPE_CHECKING:
    from language_model.langchain_calls import LangChainCalls


@dataclass(frozen=True, slots=True)
class Limits:
    """What the calls may use in all; `price` is the user's own, "IN,OUT" in dollars per million tokens."""

    most_usd: float | None = None
    most_tokens: int | None = None
    price: str = ""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one call may take in all, how often it is tried, and the first wait between two tries."""

    time_limit_s: float = 120.0
    tries: int = 5
    first_wait_s: float = 1.0


SPARE_S = 5.0
"""Seconds that the client waits longer than the call may take, so that the call's limit is the one that ends it."""
NO_LIMITS = Limits()
PATIENT = Patience()


@contextmanager
def open_calls(
    name: str,
    *,
    redactor: Redacts | None = None,
    journal: Path | None = None,
    mode: Mode = "replay-or-record",
    limits: Limits = NO_LIMITS,
    patience: Patience = PATIENT,
    count_tokens: CountTokens | None = None,
    keep_prompts: bool = False,
) -> Iterator[BudgetedCalls]:
    """Yield the calls of "provider:model"; leaving cancels those under way and closes the connections.

    Threads that wait for a call get CallCancelled then: leave this before the pool whose threads call, as in
    `with ThreadPoolExecutor() as pool, open_calls(...) as calls:`, so that Ctrl-C ends them at once.
    With mode "replay" no model is opened and no key is needed. Without a redactor, messages go as they are. With
    `keep_prompts` the journal keeps the messages too, redacted.
    Raises UnknownModelError, BadPriceError, UnknownPriceError (before a model is opened) or UnreadableRecording.
    """
    price = find_price(name, limits.price)
    if limits.most_usd is not None and price is None:
        raise UnknownPriceError(name)
    counter = count_tokens or token_counter(name)
    with ExitStack() as stack:
        calls: ModelCalls | None = None
        if journal is None or mode != "replay":
            options = _local_options(stack.enter_context(serve_local(name))) if is_local(name) else {}
            calls = stack.enter_context(_open_real(name, patience, counter, options))
            calls = calls if redactor is None else RedactedCalls(calls, redactor)
        recorded = RecordedCalls(calls, journal, mode, keep_prompts) if journal is not None else None
        yield _compose(calls, recorded, limits, price, counter)


def _compose(
    calls: ModelCalls | None,
    recorded: RecordedCalls | None,
    limits: Limits,
    price: Price | None,
    counter: CountTokens,
) -> BudgetedCalls:
    if recorded is not None:
        return BudgetedCalls(recorded, price, counter, limits.most_usd, limits.most_tokens, recorded.is_free)
    if calls is None:
        raise ValueError("neither a model nor a journal")
    return BudgetedCalls(calls, price, counter, limits.most_usd, limits.most_tokens)


def _open_real(
    name: str, patience: Patience, counter: CountTokens, options: Mapping[str, str]
) -> LangChainCalls:
    from language_model.langchain_calls import LangChainCalls

    opened = f"{OPENAI}:{LOCAL}" if options else name
    model = open_model(opened, retries=0, timeout_s=patience.time_limit_s + SPARE_S, **options)
    if model is None:
        raise UnknownModelError(name, "it thinks without a language model, and there is none to call")
    return LangChainCalls(model, name, counter, patience.time_limit_s, patience.tries, patience.first_wait_s)


def _local_options(served: Served) -> dict[str, str]:
    return {"base_url": served.url, "api_key": served.key}
