"""What a call of a language model takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

MESSAGE_TOKENS = 4
"""What a message costs beyond its text: the role and the marks around it."""

CountTokens = Callable[[str], int]


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

    def call(self, prompt: str, messages: Sequence[Message]) -> Reply:
        """Send the messages; `prompt` is the name of the prompt's file, for logs, reports and recordings.

        Raises ModelCallError, or UnrecordedCall where replies are only replayed.
        """
        ...


def count_messages(messages: Sequence[Message], count_tokens: CountTokens) -> int:
    """Return about how many tokens the messages are for the model."""
    return sum(count_tokens(message.text) + MESSAGE_TOKENS for message in messages)
