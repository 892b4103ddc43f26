"""Open the chat model that one string names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from language_model.errors import UnknownModelError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

BUILTIN = "builtin"


def open_model(name: str) -> BaseChatModel | None:
    """Return the chat model of "provider:model"; None for "builtin" and "", which think without one.

    An OpenAI-compatible server is `openai:MODEL` with OPENAI_BASE_URL set. Temperature is 0.
    Raises UnknownModelError when LangChain cannot open it: no such provider, a missing package, no key.
    """
    if name in {"", BUILTIN}:
        return None
    if ":" not in name.strip(":"):
        raise UnknownModelError(name, "it names no provider")
    from langchain.chat_models import init_chat_model
    from openai import OpenAIError

    try:
        model: BaseChatModel = init_chat_model(name, temperature=0)
    except (ImportError, ValueError, TypeError, OpenAIError) as error:
        raise UnknownModelError(name, str(error).splitlines()[0]) from error
    return model
