"""What a failed request means: whether to ask again, when, and how to say it."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from langchain_core.exceptions import ContextOverflowError, ModelError
from langchain_core.language_models import BaseChatModel
from pydantic import SecretStr

from language_model.errors import ModelCallError, ModelRefused, ModelUnavailable, PromptTooLong

PASSING = frozenset({408, 409, 425, 429})
"""Statuses below 500 that may pass; every other one of 4xx will not."""
NO_CREDIT = "insufficient_quota"
"""The code of a 429 that no waiting mends."""
TOO_LONG = re.compile(r"context[ _](?:length|size|window)", re.IGNORECASE)
"""What servers say in a 400 that LangChain does not always know as ContextOverflowError (llama.cpp, vLLM)."""
CHECKS = {
    400: "check the model's name and what it can take",
    401: "check OPENAI_API_KEY, or your provider's key, and OPENAI_BASE_URL",
    403: "check what OPENAI_API_KEY, or your provider's key, may use",
    404: "check the model's name, and OPENAI_BASE_URL (its path often ends in /v1)",
    429: "the account has no credit left: check its plan and billing",
}
MOST_WORDS = 400
"""Characters of the server's own words that a message repeats."""


def may_pass(error: BaseException) -> bool:
    """Tell whether the same request may succeed a little later.

    LangChain's own classes say so themselves, whichever provider; an error with an HTTP status is judged by it.
    Anything else is a reply or a connection that broke in a way of its own, and worth another try.
    """
    if not isinstance(error, Exception):
        return False
    status = status_of(error)
    if status is None:
        return error.is_retryable if isinstance(error, ModelError) else True
    if status == 429 and getattr(error, "code", None) == NO_CREDIT:
        return False
    return status in PASSING or status >= 500


def is_unreachable(error: BaseException) -> bool:
    """Tell whether no connection was made at all: nobody listens there, or the name is not known."""
    cause: BaseException | None = error
    while cause is not None:
        if (
            isinstance(cause, ConnectionRefusedError | socket.gaierror)
            or type(cause).__name__ == "ConnectError"
        ):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status of the server's answer, which providers' classes carry."""
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) and status >= 400 else None


def asked_wait(error: BaseException | None) -> float | None:
    """Return the seconds that the server asks to wait in Retry-After, a number or a date; None if it does not."""
    headers = getattr(getattr(error, "response", None), "headers", None)
    if not isinstance(headers, Mapping):
        return None
    asked = headers.get("retry-after")
    if not isinstance(asked, str):
        return None
    try:
        return max(0.0, float(asked))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
    except ValueError:
        return None


def explain_failure(
    prompt: str, model: BaseChatModel, name: str, tries: int, error: BaseException
) -> ModelCallError:
    """Return what to raise for the last failure: who refused, in the server's own words, and what to check."""
    words = _without_secrets(_words(error), model)
    status = status_of(error)
    if not may_pass(error):
        what = f"{status} " if status else ""
        kind, check = ModelRefused, CHECKS.get(status or 0, CHECKS[400])
        if isinstance(error, ContextOverflowError) or _is_too_long(error, words):
            kind, check = PromptTooLong, "the prompt is longer than this model can take"
        return kind(prompt, f"model {name!r} was refused: {what}{words}; {check}")
    if is_unreachable(error):
        return ModelUnavailable(
            prompt,
            f"model {name!r} cannot be reached: {words}; nobody answers at its address. Start it, check "
            "OPENAI_BASE_URL, or answer without a model: --model builtin",
        )
    asked = asked_wait(error)
    wait = f"; it asks to wait {asked:,.0f} s" if asked else ""
    return ModelUnavailable(
        prompt,
        f"model {name!r} gave no reply in {tries} tries: {f'{status} ' if status else ''}{words}{wait}; "
        "check OPENAI_BASE_URL and the connection, or try later",
    )


def _is_too_long(error: BaseException, words: str) -> bool:
    return status_of(error) in {400, 413} and bool(TOO_LONG.search(f"{getattr(error, 'code', '')} {words}"))


def _words(error: BaseException) -> str:
    """Return the server's own message where there is one, else the error's with its causes."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, Mapping) else None
    said = inner.get("message") if isinstance(inner, Mapping) else inner
    text = said if isinstance(said, str) and said else str(error)
    cause = None if said else error.__cause__
    while cause is not None:
        inside = str(cause).rstrip(".")
        if inside and inside not in text:
            text = f"{text.rstrip('.')} ({inside})"
        cause = cause.__cause__
    if not isinstance(error, ModelError) and status_of(error) is None:
        text = f"its answer cannot be read ({type(error).__name__}: {text})"
    line = " ".join(text.split()).rstrip(".")
    return line if len(line) <= MOST_WORDS else line[:MOST_WORDS] + "…"


def _without_secrets(text: str, model: BaseChatModel) -> str:
    """Some servers repeat the key that they refuse."""
    for value in vars(model).values():
        if isinstance(value, SecretStr) and value.get_secret_value():
            text = text.replace(value.get_secret_value(), "***")
    return text
