"""The errors of the agent.

AgentError
└── ModelReplyError    the chat model's reply was not what the prompt asked for
"""

from __future__ import annotations


class AgentError(Exception):
    """Anything that goes wrong while a question is answered and is no query's fault."""


class ModelReplyError(AgentError):
    """A reply that is not what `prompt` asked for, or none, as the prompt was `too_long` for the model."""

    def __init__(self, prompt: str, reply: str, message: str, too_long: bool = False) -> None:
        super().__init__(message)
        self.too_long = too_long
        self.prompt = prompt
        self.reply = reply
