"""What a model's tokens cost in dollars."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from language_model.errors import BadPriceError
from language_model.local_model import LOCAL

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


class Price(Protocol):
    """Dollars for one call; `source` says where the price is from."""

    @property
    def source(self) -> str: ...

    def __call__(self, prompt_tokens: int, completion_tokens: int) -> float: ...


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
    published = PublishedPrice(
        PROVIDERS.get(provider, provider), model, f"list price, genai-prices {genai_prices.__version__}"
    )
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
