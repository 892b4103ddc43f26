"""Budgets are kept before they are passed, and everything used is counted."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from pathlib import Path

import pytest

from language_model.budget import BudgetedCalls, GivenPrice, Usage, find_price, parse_price
from language_model.calls import Message, Reply
from language_model.errors import (
    BadPriceError,
    BudgetReached,
    ModelUnavailable,
    ReplyCutOff,
    UnknownPriceError,
)
from tests.language_model.counted_calls import CountedCalls

ROOT = Path(__file__).resolve().parent.parent.parent
PRICE = GivenPrice(15625.0, 31250.0)
"""1/64 and 1/32 of a dollar a token: sums are exact."""
HUNDRED = [Message("user", "x " * 96)]
"""96 words and 4 tokens around them."""
REPLY = Reply("y", 100, 50, 2.0)


def count_words(text: str) -> int:
    return len(text.split())


def call_often(calls: BudgetedCalls) -> None:
    for _ in range(100):
        calls.call("learn", HUNDRED)


TOKEN_LIMITS = {
    "the call fits to the token": (1600, [REPLY], 1),
    "the call could pass the limit by one token": (1599, [REPLY], 0),
    "two fit, the third could pass": (1900, [REPLY], 3),
    "a longer reply than expected is expected again": (4999, [Reply("y", 100, 2400, 1.0)], 1),
}


@pytest.mark.parametrize(("limit", "replies", "made"), TOKEN_LIMITS.values(), ids=TOKEN_LIMITS)
def test_a_call_that_could_pass_the_limit_is_not_made(limit: int, replies: list[Reply], made: int) -> None:
    inner = CountedCalls(*replies)
    calls = BudgetedCalls(inner, None, count_words, most_tokens=limit)
    with pytest.raises(BudgetReached) as caught:
        call_often(calls)
    assert len(inner.sent) == made
    assert (caught.value.spent, caught.value.limit, caught.value.unit) == (
        calls.usage.tokens,
        limit,
        "tokens",
    )


def test_a_limit_in_dollars() -> None:
    inner = CountedCalls(REPLY)
    calls = BudgetedCalls(inner, PRICE, count_words, most_usd=55.0)
    with pytest.raises(
        BudgetReached, match=r"not sent: 9.3750 of 55.0000 USD are used, and the call may need 48.4375"
    ):
        call_often(calls)
    assert len(inner.sent) == 3
    assert calls.usage.cost_usd == 9.375


def test_parallel_calls_cannot_pass_the_limit_together() -> None:
    gate = threading.Event()
    inner = CountedCalls(Reply("y", 100, 1500, 2.0), gate=gate)
    calls = BudgetedCalls(inner, None, count_words, most_tokens=5000)
    with ThreadPoolExecutor(16) as pool:
        waiting = [pool.submit(calls.call, "learn", HUNDRED) for _ in range(16)]
        refused = sum(
            isinstance(call.exception(), BudgetReached) for call in islice(as_completed(waiting), 13)
        )
        gate.set()
    assert (refused, len(inner.sent), calls.usage.calls, calls.usage.tokens) == (13, 3, 3, 4800)


def test_what_is_set_aside_counts_until_the_reply_is_there() -> None:
    gate = threading.Event()
    inner = CountedCalls(REPLY, gate=gate)
    calls = BudgetedCalls(inner, None, count_words, most_tokens=3000)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(calls.call, "learn", HUNDRED)
        assert inner.asked.wait(5)
        with pytest.raises(BudgetReached) as caught:
            calls.call("learn", HUNDRED)
        assert caught.value.spent == 1600
        gate.set()
        first.result()
    assert calls.call("learn", HUNDRED) == REPLY


def test_usage_adds_up_over_all_prompts() -> None:
    inner = CountedCalls(REPLY, Reply("z", 10, 5, 1.0, estimated=True), Reply("r", 7, 3, 0.0, recorded=True))
    calls = BudgetedCalls(inner, PRICE, count_words)
    for prompt in ("split", "parse", "parse"):
        calls.call(prompt, HUNDRED)
    recorded = {"recorded_prompt_tokens": 7, "recorded_completion_tokens": 3}
    assert calls.usage == Usage(2, 110, 55, 3.4375, 3.0, 0, 1, 1, **recorded)


def test_failed_calls_cost_what_is_known() -> None:
    cut = ReplyCutOff("parse", "half", "also the second time", 200, 100)
    inner = CountedCalls(cut, ModelUnavailable("parse", "down"), REPLY)
    calls = BudgetedCalls(inner, PRICE, count_words)
    for error in (ReplyCutOff, ModelUnavailable):
        with pytest.raises(error):
            calls.call("parse", HUNDRED)
    assert calls.usage == Usage(0, 200, 100, 6.25, failed=2)


def test_recorded_calls_need_no_budget() -> None:
    replayed = Reply("r", 7, 3, 0.0, recorded=True)
    calls = BudgetedCalls(CountedCalls(replayed), None, count_words, most_tokens=1, is_free=lambda *_: True)
    assert calls.call("parse", HUNDRED) == replayed
    assert calls.usage == Usage(recorded_calls=1, recorded_prompt_tokens=7, recorded_completion_tokens=3)


def test_an_unknown_price_gives_no_cost() -> None:
    calls = BudgetedCalls(CountedCalls(REPLY), None, count_words)
    calls.call("parse", HUNDRED)
    assert calls.usage == Usage(1, 100, 50, None, 2.0)


def test_a_limit_in_dollars_needs_a_price() -> None:
    with pytest.raises(UnknownPriceError, match=r"'openai:counted'.*WIRELORE_PRICE_USD=IN,OUT"):
        BudgetedCalls(CountedCalls(REPLY), None, count_words, most_usd=1.0)


PUBLISHED = {
    "a known model": "openai:gpt-4.1",
    "a provider that LangChain calls otherwise": "google_genai:gemini-2.5-flash",
    "a dated model": "anthropic:claude-sonnet-4-5",
}


@pytest.mark.parametrize("name", PUBLISHED.values(), ids=PUBLISHED)
def test_published_prices(name: str) -> None:
    price = find_price(name)
    assert price is not None
    assert price.source.startswith("list price, genai-prices ")
    assert 0 < price(1_000_000, 0) < price(0, 1_000_000) < 1000


OFFLINE = """
import sys
def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise SystemExit(f"{event} {arguments}")
sys.addaudithook(refuse)
from language_model.budget import find_price
print(find_price("openai:gpt-4.1")(1000, 1000) > 0)
"""


def test_prices_are_found_without_network() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


UNPUBLISHED = {
    "a model nobody knows": "openai:relay",
    "a provider nobody knows": "nobody:gpt-4.1",
    "a model of another provider": "openai:claude-sonnet-4-5",
    "no name": "",
}


@pytest.mark.parametrize("name", UNPUBLISHED.values(), ids=UNPUBLISHED)
def test_prices_that_are_not_published(name: str) -> None:
    assert find_price(name) is None


def test_a_price_that_is_given_goes_first() -> None:
    assert find_price("openai:gpt-4.1", " 1.5, 6 ") == GivenPrice(1.5, 6.0)


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "-1,2", "nan,1", "1,inf", "1;2"])
def test_a_price_that_is_none(text: str) -> None:
    with pytest.raises(BadPriceError, match=r"expected dollars per million tokens.*IN,OUT") as caught:
        parse_price(text)
    assert caught.value.text == text
