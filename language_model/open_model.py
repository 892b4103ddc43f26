"""Open the chat model that one string names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from language_model.errors import MissingModelKey, UnknownModelError
from language_model.local_model import is_local, read_local

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

BUILTIN = "builtin"
OPENAI = "openai"
KEY = re.compile(r"\b[A-Z][A-Z0-9_]*_API_KEY\b")
"""What a provider's package says of a key that is not set."""
CONNECT_S = 10.0
"""Seconds to wait for a connection, which needs less patience than a reply."""


def open_model(
    name: str, *, retries: int | None = None, timeout_s: float | None = None, **options: Any
) -> BaseChatModel | None:
    """Return the chat model of "provider:model"; None for "builtin" and "", which think without one.

    An OpenAI-compatible server is `openai:MODEL` with OPENAI_BASE_URL set. Temperature is 0, except for models
    known to take none. `retries` are the provider's own and `timeout_s` its longest wait for the next byte (its
    defaults when None); `options` are LangChain's.
    Raises UnknownModelError when LangChain cannot open it: no such provider, a missing package, no key.
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
        if key := KEY.search(str(error)):
            raise MissingModelKey(name, key[0]) from error
        raise UnknownModelError(name, str(error).splitlines()[0]) from error
    return model


def _init(name: str, options: dict[str, Any]) -> BaseChatModel:
    """Give the model connections of its own: LangChain's are shared by all, also by those on a closed event loop."""
    from langchain.chat_models import init_chat_model

    if name.partition(":")[0] == OPENAI:
        from openai import DefaultAsyncHttpxClient, Timeout

        if "timeout" in options:
            options = {**options, "timeout": Timeout(options["timeout"], connect=CONNECT_S)}
        options = {"http_async_client": DefaultAsyncHttpxClient(), **options}
    model: BaseChatModel = init_chat_model(name, **options)
    return model


def check_model(name: str) -> None:
    """Raise UnknownModelError where a model cannot be opened; nothing is called or loaded."""
    if is_local(name):
        read_local(name)
    else:
        open_model(name)
