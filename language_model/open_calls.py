"""Opens a chat model by name, with its budget and recording."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from language_model.budget import BudgetedCalls, find_price
from language_model.calls import CALL_LIMIT_S, TRIES, CountTokens, Message, ModelCalls, OnText, Reply
from language_model.count_tokens import token_counter
from language_model.errors import MissingKeyError, UnknownModelError, UnknownPriceError
from language_model.local_model import LOCAL, is_local, read_local, serve_local
from language_model.reply_file import ReplyFile, key_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from language_model.langchain_calls import LangChainCalls

BUILTIN = "builtin"
OPENAI = "openai"
KEY_VARIABLE = re.compile(r"\b[A-Z][A-Z0-9_]*_API_KEY\b")
"""How providers' packages name the variable of a key that they miss."""
CONNECT_S = 10.0
"""Seconds to wait for a connection, which needs less patience than a reply."""


def open_model(
    name: str, *, retries: int | None = None, timeout_s: float | None = None, **options: Any
) -> BaseChatModel | None:
    """Return the chat model of "provider:model"; None for "builtin" and "".

    An OpenAI-compatible server is `openai:MODEL` with OPENAI_BASE_URL set. Temperature is 0, except for models
    known to take none. `retries` are the provider's own and `timeout_s` its longest wait for the next byte;
    `options` are LangChain's. Raises UnknownModelError: no such provider, a missing package, no key.
    """
    if name in {"", BUILTIN}:
        return None
    if is_local(name):
        raise UnknownModelError(name, "a model from a file is opened with its process (open_calls)")
    if ":" not in name.strip(":"):
        raise UnknownModelError(name, "it names no provider")
    if retries is not None:
        options["max_retries"] = retries
    if timeout_s is not None:
        options["timeout"] = timeout_s
    from openai import OpenAIError

    try:
        model = _init(name, {"temperature": 0, **options})
        if (model.profile or {}).get("temperature") is False:
            model = _init(name, options)
    except (ImportError, ValueError, TypeError, OpenAIError) as error:
        missing = KEY_VARIABLE.search(str(error))
        if missing is not None:
            raise MissingKeyError(name, missing[0]) from error
        raise UnknownModelError(name, str(error).splitlines()[0]) from error
    return model


def _init(name: str, options: dict[str, Any]) -> BaseChatModel:
    """Open it with connections of its own: LangChain's are shared by all, also by those on a closed event loop."""
    from langchain.chat_models import init_chat_model

    if name.partition(":")[0] == OPENAI:
        from openai import DefaultAsyncHttpxClient, Timeout

        if "timeout" in options:
            options = {**options, "timeout": Timeout(options["timeout"], connect=CONNECT_S)}
        options = {"http_async_client": DefaultAsyncHttpxClient(), **options}
    model: BaseChatModel = init_chat_model(name, **options)
    return model


def check_model(name: str) -> None:
    """Raise UnknownModelError if a model cannot be opened; nothing is called or loaded."""
    if is_local(name):
        read_local(name)
    else:
        open_model(name)


class RecordedCalls:
    """Calls replayed from a file, or made and recorded there; ReplyFile says what is kept.

    `inner` is asked for what is not in the file: an interrupted run goes on without paying twice. Without it nothing
    is called. Raises UnreadableRecording when the file cannot be opened or, by a call, written.
    """

    def __init__(self, inner: ModelCalls | None, file: Path, keep_prompts: bool = False) -> None:
        self._inner = inner
        self._replies = ReplyFile(file, create=inner is not None, keep_prompts=keep_prompts)

    @property
    def name(self) -> str:
        return self._inner.name if self._inner is not None else "recorded"

    @property
    def unreadable(self) -> int:
        """Return how many lines of the file cannot be read."""
        return self._replies.unreadable

    def is_free(self, prompt: str, messages: Sequence[Message]) -> bool:
        """Tell whether the call would be replayed, which costs nothing."""
        return self._replies.find(key_of(prompt, messages)) is not None

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Replay the call, or make it. Raises UnrecordedCall where it is neither recorded nor may be made."""
        key = key_of(prompt, messages)
        found = self._replies.find(key)
        if found is not None:
            if on_text is not None:
                on_text(found.reply)
            return Reply(found.reply, found.prompt_tokens, found.completion_tokens, 0.0, recorded=True)
        if self._inner is None:
            raise self._replies.unrecorded(key, prompt, messages)
        reply = self._inner.call(prompt, messages, on_text)
        self._replies.add(key, prompt, messages, reply.text, (reply.prompt_tokens, reply.completion_tokens))
        return reply


Rename = Callable[[str], str]
"""Gives a text's addresses other names; a second time changes nothing."""


class RenamedCalls:
    """Renames the addresses of every message on its way out."""

    def __init__(self, inner: ModelCalls, rename: Rename) -> None:
        self._inner = inner
        self._rename = rename

    @property
    def name(self) -> str:
        return self._inner.name

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Send the messages, renamed."""
        renamed = [replace(message, text=self._rename(message.text)) for message in messages]
        return self._inner.call(prompt, renamed, on_text)


@dataclass(frozen=True, slots=True)
class CallOptions:
    """Which model is called and how; budgets are for all calls of the session, the time limit is for one.

    `price` is the user's own, "IN,OUT" in dollars per million tokens. `replies` is a file of replies that are kept as
    they come; with `replay`, only those in it are used, no model is opened and no key needed. With `keep_prompts` the
    prompts stand in it too, without secrets; else only hashes of them do. A call is tried `tries` times.
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
    first_wait_s: float = 1.0


SPARE_S = 5.0
"""Seconds that the client waits longer than the call may take, so that the call's limit is the one that ends it."""


@contextmanager
def open_calls(
    options: CallOptions, rename: Rename | None = None, count_tokens: CountTokens | None = None
) -> Iterator[BudgetedCalls]:
    """Yield the calls of "provider:model"; leaving cancels those under way and closes the connections.

    Threads that wait for a call get CallCancelled then: leave this before the pool whose threads call, as in
    `with ThreadPoolExecutor() as pool, open_calls(...) as calls:`, so that Ctrl-C ends them at once.
    Without `rename`, messages go as they are.
    Raises UnknownModelError, BadPriceError, UnknownPriceError (before a model is opened) or UnreadableRecording.
    """
    name = options.model
    price = find_price(name, options.price)
    if options.budget_usd is not None and price is None:
        raise UnknownPriceError(name)
    counter = count_tokens or token_counter(name)
    with ExitStack() as stack:
        calls: ModelCalls | None = None
        if options.replies is None or not options.replay:
            served = stack.enter_context(serve_local(name)) if is_local(name) else {}
            calls = stack.enter_context(_open_real(options, counter, served))
            calls = calls if rename is None else RenamedCalls(calls, rename)
        budget = (price, counter, options.budget_usd, options.budget_tokens)
        if options.replies is not None:
            recorded = RecordedCalls(calls, options.replies, options.keep_prompts)
            yield BudgetedCalls(recorded, *budget, recorded.is_free)
        elif calls is not None:
            yield BudgetedCalls(calls, *budget)


@contextmanager
def open_session_calls(options: CallOptions) -> Iterator[ModelCalls | None]:
    """Yield the calls, unredacted; None for the builtin model without a replay. Raises as `open_calls`."""
    if options.model in {"", BUILTIN} and not options.replay:
        yield None
        return
    with open_calls(options) as calls:
        yield calls


def _open_real(options: CallOptions, counter: CountTokens, served: Mapping[str, str]) -> LangChainCalls:
    from language_model.langchain_calls import LangChainCalls

    opened = f"{OPENAI}:{LOCAL}" if served else options.model
    model = open_model(opened, retries=0, timeout_s=options.time_limit_s + SPARE_S, **served)
    if model is None:
        raise UnknownModelError(
            options.model, "it thinks without a language model, and there is none to call"
        )
    return LangChainCalls(
        model, options.model, counter, options.time_limit_s, options.tries, options.first_wait_s
    )
