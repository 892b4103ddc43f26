"""Calls a chat model that LangChain opened, in a thread with its own event loop."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, SystemMessage
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_result,
    stop_after_attempt,
    stop_any,
    stop_before_delay,
)
from tenacity.wait import wait_exponential_jitter

from language_model.calls import (
    CALL_LIMIT_S,
    TRIES,
    CountTokens,
    Message,
    OnText,
    Reply,
    count_messages,
    whole_characters,
)
from language_model.errors import (
    CallCancelled,
    ModelRefused,
    ModelUnavailable,
    ReplyCutOff,
    asked_wait,
    explain_failure,
    is_unreachable,
    may_pass,
)

Result = TypeVar("Result")
UNWIND_S = 2.0


class LoopClosedError(RuntimeError):
    """The loop has been closed; nothing can run on it."""


class LoopThread:
    """Runs coroutines for any thread on one event loop in the background, which starts with the first of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._running: set[Future[Any]] = set()

    def run(self, work: Callable[[], Coroutine[Any, Any, Result]]) -> Future[Result]:
        """Wait until the coroutine is done, or cancel it when interrupted. Raises LoopClosedError after `close`."""
        with self._lock:
            loop = self._start()
            future = asyncio.run_coroutine_threadsafe(work(), loop)
            self._running.add(future)
        done = threading.Event()
        future.add_done_callback(self._running.discard)
        future.add_done_callback(lambda _: done.set())
        try:
            while not done.wait(1.0):  # in pieces: on some systems an endless wait cannot be interrupted
                pass
        except BaseException:
            future.cancel()
            raise
        return future

    def close(self, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Cancel what is running, await `last` on the loop, and end the thread. A second time does nothing."""
        with self._lock:
            self._closed = True
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        for future in list(self._running):
            future.cancel()
        asyncio.run_coroutine_threadsafe(_end_tasks(last), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _start(self) -> asyncio.AbstractEventLoop:
        if self._closed:
            raise LoopClosedError("the calls are closed")
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="model calls", daemon=True)
            self._thread.start()
        return self._loop


async def _end_tasks(last: Callable[[], Awaitable[None]] | None) -> None:
    """Wait for what was cancelled: it ends its own tasks, also those that have not begun; then cancel what is left."""
    if await _tasks_left(within=UNWIND_S):
        for task in await _tasks_left(within=0):
            task.cancel()
        await _tasks_left(within=UNWIND_S)
    if last is not None:
        await last()
    await asyncio.get_running_loop().shutdown_asyncgens()


async def _tasks_left(within: float) -> set[asyncio.Task[Any]]:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    if not tasks:
        return set()
    _, pending = await asyncio.wait(tasks, timeout=within)
    return pending


MESSAGES: dict[str, type[BaseMessage]] = {
    "system": SystemMessage,
    "user": HumanMessage,
    "assistant": AIMessage,
}
ENDINGS = ("finish_reason", "stop_reason", "done_reason")
"""Where providers say why a reply ended."""
CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
LEAST_LARGER = 8192
"""Tokens that a reply that was cut off is allowed at least when it is asked for again."""
MOST_WAIT_S = 30.0
TRIES_AWAY = 2
"""Tries where no connection is made, to a server that has not answered yet: a person waits for the answer."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its answer."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    estimated: bool
    cut_off: bool


class _FirstOnly:
    """Tells the pieces of the first request only; those of later ones, after a failure, go nowhere."""

    def __init__(self, on_text: OnText) -> None:
        self._on_text = on_text
        self._begun = False

    def begin(self) -> OnText:
        first, self._begun = not self._begun, True
        return self._on_text if first else lambda text: None


class LangChainCalls:
    """Calls that end: within `time_limit_s` the reply is there, or the request is cancelled and an error raised.

    The limit is for the whole call: retries, waits between them and the second request for a reply that was
    cut off. It closes the connection, as Ctrl-C does, even while the server still drips bytes, which a timeout
    between bytes never notices. Retries are made here (tenacity), by one rule for all providers; their own should
    be off (`open_model(retries=0)`). Waits grow from `first_wait_s` with jitter; Retry-After goes before. A
    server that asks to wait past the limit ends the call at once.
    """

    def __init__(
        self,
        model: BaseChatModel,
        name: str,
        count_tokens: CountTokens,
        time_limit_s: float = CALL_LIMIT_S,
        tries: int = TRIES,
        first_wait_s: float = 1.0,
    ) -> None:
        self.name = name
        self.time_limit_s = time_limit_s
        self._model = model
        self._count_tokens = count_tokens
        self._tries = tries
        self._first_wait_s = first_wait_s
        self._thread = LoopThread()
        self._answered = False

    def __enter__(self) -> LangChainCalls:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Send the messages and wait; `on_text` is called on the thread of the calls, and must not wait.

        Raises ModelRefused, ModelUnavailable, ReplyCutOff or CallCancelled.
        """
        on_first = _FirstOnly(on_text) if on_text else None
        try:
            done = self._thread.run(lambda: self._call(prompt, messages, on_first))
        except LoopClosedError as error:
            raise CallCancelled(prompt, str(error)) from error
        if done.cancelled():
            raise CallCancelled(prompt, "cancelled before the reply came")
        return done.result()

    def close(self) -> None:
        """Cancel the calls under way, whose threads get CallCancelled, and close the model's connections."""
        self._thread.close(self._close_connections)

    async def _call(self, prompt: str, messages: Sequence[Message], on_first: _FirstOnly | None) -> Reply:
        start = time.monotonic()
        first: Exchange | None = None
        try:
            async with asyncio.timeout(self.time_limit_s):
                first = await self._exchange(prompt, messages, start, on_first=on_first)
                if not first.cut_off:
                    return _reply([first], start)
                wanted = max(LEAST_LARGER, 2 * first.completion_tokens)
                most = (self._model.profile or {}).get("max_output_tokens") or wanted
                second = await self._exchange(prompt, messages, start, min(wanted, most))
        except TimeoutError as error:
            reason = f"no whole reply of model {self.name!r} within {self.time_limit_s:g} s"
            if first is not None:
                raise _cut_off(prompt, [first], f"and {reason}, asked for a longer one") from error
            used = count_messages(messages, self._count_tokens)
            raise ModelUnavailable(prompt, reason, prompt_tokens=used) from error
        except (ModelRefused, ModelUnavailable) as error:
            if first is None:
                raise
            raise _cut_off(prompt, [first], f"a longer one was asked for: {error.reason}") from error
        if second.cut_off:
            raise _cut_off(prompt, [first, second], "also when asked for a longer one; ask for less at once")
        return _reply([first, second], start)

    async def _exchange(
        self,
        prompt: str,
        messages: Sequence[Message],
        start: float,
        most_tokens: int | None = None,
        on_first: _FirstOnly | None = None,
    ) -> Exchange:
        left_s = start + self.time_limit_s - time.monotonic()
        ended = stop_any(stop_after_attempt(self._tries), stop_before_delay(left_s))
        retrying = AsyncRetrying(
            retry=retry_if_result(lambda answer: isinstance(answer, BaseException) and may_pass(answer)),
            wait=self._wait_s,
            stop=lambda state: ended(state) or self._is_away(state),
            retry_error_callback=lambda state: state.outcome and state.outcome.result(),
        )
        limits: dict[str, Any] = {} if most_tokens is None else {"max_tokens": most_tokens}
        answer: BaseMessage | BaseException = await retrying(self._ask, prompt, messages, limits, on_first)
        if isinstance(answer, BaseException):
            tries = int(retrying.statistics.get("attempt_number", 1))
            raise explain_failure(prompt, self._model, self.name, tries, answer) from answer
        self._answered = True
        return self._read(answer, messages)

    def _is_away(self, state: RetryCallState) -> bool:
        """Stop early where the server was never there; one that goes away may come back."""
        failed = state.outcome.result() if state.outcome else None
        away = isinstance(failed, BaseException) and is_unreachable(failed)
        return away and not self._answered and state.attempt_number >= TRIES_AWAY

    async def _ask(
        self, prompt: str, messages: Sequence[Message], limits: Mapping[str, Any], on_first: _FirstOnly | None
    ) -> BaseMessage | BaseException:
        """Return what the provider's client raised instead of raising it: nobody can list those classes."""
        sent = [MESSAGES[message.role](message.text) for message in messages]
        asked: Coroutine[Any, Any, BaseMessage] = (
            self._model.ainvoke(sent, config={"run_name": prompt}, **limits)
            if on_first is None
            else self._stream(prompt, sent, limits, on_first)
        )
        return (await asyncio.gather(asked, return_exceptions=True))[0]

    async def _stream(
        self, prompt: str, sent: Sequence[BaseMessage], limits: Mapping[str, Any], on_first: _FirstOnly
    ) -> BaseMessage:
        """Return the whole message; only the pieces of the first request are told."""
        on_text = on_first.begin()
        whole: AIMessageChunk | None = None
        async for chunk in self._model.astream(list(sent), config={"run_name": prompt}, **limits):
            if isinstance(chunk, AIMessageChunk):
                whole = chunk if whole is None else whole + chunk
            if chunk.text:
                on_text(whole_characters(str(chunk.text)))
        return whole if whole is not None else AIMessage("")

    def _wait_s(self, state: RetryCallState) -> float:
        last = state.outcome.result() if state.outcome else None
        asked = asked_wait(last) if isinstance(last, BaseException) else None
        if asked is not None:
            return asked + random.uniform(0, self._first_wait_s / 4)  # noqa: S311 - spreads tries, hides nothing
        first_s = self._first_wait_s
        return wait_exponential_jitter(multiplier=first_s, max=MOST_WAIT_S, jitter=first_s)(state)

    def _read(self, answer: BaseMessage, messages: Sequence[Message]) -> Exchange:
        text = whole_characters(str(answer.text))
        usage = answer.usage_metadata if isinstance(answer, AIMessage) else None
        if usage and usage["input_tokens"]:
            used, estimated = (usage["input_tokens"], usage["output_tokens"]), False
        else:
            used, estimated = (count_messages(messages, self._count_tokens), self._count_tokens(text)), True
        metadata = answer.response_metadata
        incomplete = metadata.get("incomplete_details") or {}
        endings = [metadata.get(name) for name in ENDINGS] + [incomplete.get("reason")]
        cut_off = any(isinstance(ending, str) and ending.lower() in CUT_OFF for ending in endings)
        return Exchange(text, *used, estimated, cut_off)

    async def _close_connections(self) -> None:
        """Close the connections that are this model's alone (see `open_model`); those shared are left."""
        client = getattr(self._model, "http_async_client", None)
        if client is not None:
            await client.aclose()


def _reply(exchanges: Sequence[Exchange], start: float) -> Reply:
    return Reply(
        exchanges[-1].text,
        sum(each.prompt_tokens for each in exchanges),
        sum(each.completion_tokens for each in exchanges),
        time.monotonic() - start,
        estimated=any(each.estimated for each in exchanges),
    )


def _cut_off(prompt: str, exchanges: Sequence[Exchange], reason: str) -> ReplyCutOff:
    longest = max((each.text for each in exchanges), key=len)
    used = _reply(exchanges, 0.0)
    return ReplyCutOff(prompt, longest, reason, used.prompt_tokens, used.completion_tokens)
