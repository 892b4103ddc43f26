"""The errors of opening a language model.

LanguageModelError
└── UnknownModelError    the model's name is neither "builtin" nor one that LangChain opens
"""

from __future__ import annotations


class LanguageModelError(Exception):
    """Anything that opening a language model has to say."""


class UnknownModelError(LanguageModelError):
    """The model's name is neither "builtin" nor one that LangChain opens; `name` is what was asked for."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(
            f"unknown model {name!r}: {reason}; expected 'builtin', or a provider and a model as in 'openai:gpt-4.1'"
        )
        self.name = name
