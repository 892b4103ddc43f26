"""Counts the tokens and costs of calls, and refuses those that could exceed the budget."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from language_model.calls import CountTokens, Message, ModelCalls, OnText, Reply, count_messages
from language_model.errors import BadPriceError, BudgetReached, ModelCallError, UnknownPriceError
from language_model.local_model import LOCAL

EXPECTED_REPLY = 1500
"""Tokens set aside for a reply, until a longer one has been seen."""

IsFree = Callable[[str, Sequence[Message]], bool]


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls have used; replayed ones are counted apart, and cost nothing.

    `cost_usd` is None when nobody knows the price; `failed` calls brought no reply, and cost what is known of
    them; `estimated` replies came without the server's count. Seconds of parallel calls add up.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0
    seconds: float = 0.0
    failed: int = 0
    estimated: int = 0
    recorded_calls: int = 0
    recorded_prompt_tokens: int = 0
    recorded_completion_tokens: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


class BudgetedCalls:
    """Sets aside what a call may need before it is made, so that parallel calls cannot pass the limit together.

    That is its prompt, counted here, and the longest reply so far (1,500 tokens at least). A reply that is longer
    still, or cut off and asked for again, can pass the limit by as much, once. A call that `is_free` says is
    recorded needs nothing. Raises UnknownPriceError for a limit in dollars without a price.
    """

    def __init__(
        self,
        inner: ModelCalls,
        price: Price | None,
        count_tokens: CountTokens,
        most_usd: float | None = None,
        most_tokens: int | None = None,
        is_free: IsFree = lambda prompt, messages: False,
    ) -> None:
        if most_usd is not None and price is None:
            raise UnknownPriceError(inner.name)
        self._price = price
        self._inner = inner
        self._count_tokens = count_tokens
        self._most_usd = most_usd
        self._most_tokens = most_tokens
        self._is_free = is_free
        self._lock = threading.Lock()
        self._usage = Usage()
        self._reserved: list[tuple[int, int]] = []
        self._longest = EXPECTED_REPLY

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def usage(self) -> Usage:
        """What all calls have used."""
        with self._lock:
            return self._usage

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Make the call if the budget holds it. Raises BudgetReached before anything is sent."""
        if self._is_free(prompt, messages):
            reply = self._inner.call(prompt, messages, on_text)
            with self._lock:
                self._add(reply)
            return reply
        needed = self._reserve(prompt, messages)
        outcome: Reply | ModelCallError | None = None
        try:
            outcome = self._inner.call(prompt, messages, on_text)
        except ModelCallError as error:
            outcome = error
            raise
        finally:
            with self._lock:
                self._reserved.remove(needed)
                if outcome is not None:
                    self._add(outcome)
        return outcome

    def _reserve(self, prompt: str, messages: Sequence[Message]) -> tuple[int, int]:
        prompt_tokens = count_messages(messages, self._count_tokens)
        with self._lock:
            needed = (prompt_tokens, self._longest)
            used = self._usage
            tokens = used.tokens + sum(sum(each) for each in self._reserved)
            if self._most_tokens is not None and tokens + sum(needed) > self._most_tokens:
                raise BudgetReached(prompt, tokens, self._most_tokens, "tokens", sum(needed))
            if self._most_usd is not None and self._price is not None:
                usd = (used.cost_usd or 0.0) + sum(self._price(*each) for each in self._reserved)
                if usd + self._price(*needed) > self._most_usd:
                    raise BudgetReached(prompt, usd, self._most_usd, "USD", self._price(*needed))
            self._reserved.append(needed)
        return needed

    def _add(self, outcome: Reply | ModelCallError) -> None:
        prompt_tokens, completion_tokens = outcome.prompt_tokens, outcome.completion_tokens
        if isinstance(outcome, Reply) and outcome.recorded:
            used = Usage(
                recorded_calls=1,
                recorded_prompt_tokens=prompt_tokens,
                recorded_completion_tokens=completion_tokens,
            )
        else:
            cost = None if self._price is None else self._price(prompt_tokens, completion_tokens)
            if isinstance(outcome, ModelCallError):
                used = Usage(0, prompt_tokens, completion_tokens, cost, failed=1)
            else:
                self._longest = max(self._longest, completion_tokens)
                seconds, estimated = outcome.seconds, int(outcome.estimated)
                used = Usage(1, prompt_tokens, completion_tokens, cost, seconds, estimated=estimated)
        self._usage = add_usage([self._usage, used])


def add_usage(usages: Sequence[Usage]) -> Usage:
    """Return what all of them used together; the cost is None as soon as one is not known."""

    def total(name: str) -> Any:
        values = [getattr(usage, name) for usage in usages]
        return None if None in values else sum(values)

    return Usage(**{field.name: total(field.name) for field in fields(Usage)})


# What a model's tokens cost in dollars.


PROVIDERS = {
    "anthropic_bedrock": "aws",
    "azure_ai": "azure",
    "azure_openai": "azure",
    "bedrock": "aws",
    "bedrock_converse": "aws",
    "google_anthropic_vertex": "google",
    "google_genai": "google",
    "google_vertexai": "google",
    "mistralai": "mistral",
    "xai": "x-ai",
}
"""LangChain's name of a provider → genai-prices' where they differ."""
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class GivenPrice:
    """Dollars per million tokens, as the user gave them."""

    prompt_usd: float
    completion_usd: float
    source: str = "given"

    def __call__(self, prompt_tokens: int, completion_tokens: int) -> float:
        return (prompt_tokens * self.prompt_usd + completion_tokens * self.completion_usd) / MILLION


@dataclass(frozen=True, slots=True)
class PublishedPrice:
    """The provider's list price, from the data inside the genai-prices package; nothing is fetched."""

    provider: str
    model: str
    source: str

    def __call__(self, prompt_tokens: int, completion_tokens: int) -> float:
        from genai_prices import Usage, calc_price

        used = Usage(input_tokens=prompt_tokens, output_tokens=completion_tokens)
        return float(calc_price(used, self.model, provider_id=self.provider).total_price)


Price = GivenPrice | PublishedPrice
"""Dollars for one call; its `source` says where the price is from."""


def find_price(name: str, given: str = "") -> Price | None:
    """Return the price of "provider:model": the one given as "IN,OUT", else the published one, else None.

    A model of another server behind OPENAI_BASE_URL that is called as one of OpenAI's has OpenAI's price:
    give its own. A model from a file costs nothing. Raises BadPriceError when what is given is no price.
    """
    if given.strip():
        return parse_price(given)
    import genai_prices

    provider, _, model = name.partition(":")
    if provider == LOCAL:
        return GivenPrice(0.0, 0.0)
    source = f"list price, genai-prices {genai_prices.__version__}"
    published = PublishedPrice(PROVIDERS.get(provider, provider), model, source)
    try:
        published(1, 1)
    except LookupError:
        return None
    return published


def parse_price(text: str) -> GivenPrice:
    """Read "IN,OUT": dollars per million tokens of prompt and of reply. Raises BadPriceError."""
    try:
        prompt_usd, completion_usd = (float(part) for part in text.split(","))
    except ValueError as error:
        raise BadPriceError(text) from error
    if not all(math.isfinite(usd) and usd >= 0 for usd in (prompt_usd, completion_usd)):
        raise BadPriceError(text)
    return GivenPrice(prompt_usd, completion_usd)
