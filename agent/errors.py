"""The errors of the agent.

AgentError
└── ModelReplyError    the chat model's reply was not what the prompt asked for
"""

from __future__ import annotations


class AgentError(Exception):
    """Anything that goes wrong while a question is answered and is no query's fault."""


class ModelReplyError(AgentError):
    """The chat model's reply was not what the prompt asked for; `prompt` is its name, `reply` what came."""

    def __init__(self, prompt: str, reply: str, message: str) -> None:
        super().__init__(message)
        self.prompt = prompt
        self.reply = reply
