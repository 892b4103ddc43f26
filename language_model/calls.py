"""What a model call takes and returns, and what a question's calls cost."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

MESSAGE_TOKENS = 4
"""What a message costs beyond its text: the role and the marks around it."""

CALL_LIMIT_S = 120.0
"""Seconds that one call of a model may take, unless the settings say otherwise."""
TRIES = 5
"""How often a call is tried when the model is away."""

CountTokens = Callable[[str], int]

OnText = Callable[[str], None]
"""Takes a reply piece by piece; from any thread."""


_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation sent."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back; the tokens are of every exchange that the call took, `seconds` of its whole.

    `recorded` is a reply replayed from a file: it cost nothing now. `estimated` are tokens that the server
    did not report, and that were counted here.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    recorded: bool = False
    estimated: bool = False


class ModelCalls(Protocol):
    """Asks a model, from any thread. `name` is the model's, as in "openai:gpt-4.1"."""

    @property
    def name(self) -> str: ...

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Send the messages; `prompt` is the name of the prompt's file, for logs, reports and recordings.

        `on_text` is told the reply piece by piece, or all at once where it is there already. When the first request
        fails half-way, what comes of the next ones is not told: the Reply that is returned is what counts.
        Raises ModelCallError, or UnrecordedCall where replies are only replayed.
        """
        ...


def whole_characters(text: str) -> str:
    """Put U+FFFD for halves of characters, which no store keeps and no request can send."""
    if text.isascii() or not _HALF.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def count_messages(messages: Sequence[Message], count_tokens: CountTokens) -> int:
    """Return about how many tokens the messages are for the model."""
    return sum(count_tokens(message.text) + MESSAGE_TOKENS for message in messages)


def json_object(reply: str) -> str:
    """Return what stands between the first `{` of a reply and its last `}`, both included; "" where nothing does."""
    return reply[reply.find("{") : reply.rfind("}") + 1] if "{" in reply else ""


class MeteredCalls:
    """Counts a question's calls and tokens; `waited_s` are seconds with a call under way, parallel ones once."""

    def __init__(self, inner: ModelCalls) -> None:
        self._inner = inner
        self._lock = threading.Lock()
        self._running = 0
        self._since = 0.0
        self.calls = 0
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self.waited_s = 0.0

    @property
    def name(self) -> str:
        return self._inner.name

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Make the call, and count it."""
        with self._lock:
            if not self._running:
                self._since = time.monotonic()
            self._running += 1
        try:
            reply = self._inner.call(prompt, messages, on_text)
        finally:
            with self._lock:
                self._running -= 1
                if not self._running:
                    self.waited_s += time.monotonic() - self._since
        with self._lock:
            self.calls += 1
            self.prompt_tokens += reply.prompt_tokens
            self.completion_tokens += reply.completion_tokens
        return reply
