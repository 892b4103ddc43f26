"""Errors of opening and calling a model, and what a failed request means: retry, wait, or explain.

LanguageModelError
├── UnknownModelError      the model's name is neither "builtin" nor one that LangChain opens
├── BadPriceError          the price given is not two numbers
├── UnknownPriceError      a budget in dollars, and nobody knows what the model costs
├── UnreadableRecording    the file of recorded calls cannot be opened or written
├── UnrecordedCall         only recorded replies may be used, and there is none for this call
└── ModelCallError         a call brought no reply
    ├── ModelRefused       the server says that this request will never do: key, model, request
    │   └── PromptTooLong  the prompt is longer than the model's context
    ├── ModelUnavailable   no readable reply, after the last retry or at the time limit
    ├── ReplyCutOff        the reply is longer than the model may write, also the second time
    ├── BudgetReached      the call was not made: it could pass the budget
    └── CallCancelled      the calls were closed while this one was waiting
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from langchain_core.exceptions import ContextOverflowError, ModelError
from pydantic import SecretStr

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from language_model.reply_file import NearestCall


class LanguageModelError(Exception):
    """Anything that opening or calling a language model has to say."""


class UnknownModelError(LanguageModelError):
    """The model's name is neither "builtin" nor one that LangChain opens; `name` is what was asked for."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(
            f"unknown model {name!r}: {reason}; expected 'builtin', or a provider and a model as in 'openai:gpt-4.1'"
        )
        self.name = name


class MissingKeyError(UnknownModelError):
    """A provider's key is not set; `variable` is where it is looked for."""

    def __init__(self, name: str, variable: str) -> None:
        LanguageModelError.__init__(
            self,
            f"model {name!r} has no key: set {variable} (any text will do for a server of yours that asks for none), "
            "or answer without a model: --model builtin",
        )
        self.name = name
        self.variable = variable


class BadPriceError(LanguageModelError):
    """A price that cannot be read; `text` is what was given."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"price {text!r}: expected dollars per million tokens of prompt and of reply, IN,OUT as in '2.00,8.00'"
        )
        self.text = text


class UnknownPriceError(LanguageModelError):
    """A budget in dollars needs a price; `name` is the model's."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"model {name!r}: its price is not known, so a budget in dollars cannot be kept; give the price as "
            "WIRELORE_PRICE_USD=IN,OUT (dollars per million tokens), or the budget in tokens"
        )
        self.name = name


class UnreadableRecording(LanguageModelError):  # noqa: N818 - named for what was found, as its siblings
    """The file of recorded calls cannot be opened or written; `file` is where."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: cannot be used as a recording of calls: {reason}")
        self.file = file


class UnrecordedCall(LanguageModelError):  # noqa: N818 - named for what happened
    """No recorded reply fits `key`; `nearest` are keys of the same prompt, `most_alike` shares most with it."""

    def __init__(
        self,
        prompt: str,
        key: str,
        nearest: tuple[str, ...],
        file: str,
        unreadable: int = 0,
        most_alike: NearestCall | None = None,
    ) -> None:
        known = f"{len(nearest)} recorded of this prompt: {', '.join(each[:12] for each in nearest[:5])}"
        near = ""
        if most_alike is not None:
            share, difference = most_alike.alike, most_alike.difference
            near = f"; the nearest is {most_alike.key[:12]} ({share:.0%} alike): {difference}"
        broken = f"; {unreadable} lines of the file cannot be read" if unreadable else ""
        super().__init__(
            f"{file}: no recorded reply for a call of prompt '{prompt}' with key {key[:12]} "
            f"({known if nearest else 'none recorded of this prompt'}{broken}); the prompt or the data shown in it "
            f"has changed: record again with a model{near}"
        )
        self.prompt = prompt
        self.key = key
        self.nearest = nearest
        self.most_alike = most_alike


class ModelCallError(LanguageModelError):
    """A call brought no reply; the tokens are what it is known to have used all the same."""

    def __init__(self, prompt: str, reason: str, prompt_tokens: int = 0, completion_tokens: int = 0) -> None:
        super().__init__(f"prompt '{prompt}': {reason}")
        self.prompt = prompt
        self.reason = reason
        self.prompt_tokens = prompt_tokens
        self.completion_tokens = completion_tokens


class ModelRefused(ModelCallError):  # noqa: N818 - named for what happened, as its siblings
    """The server will never answer this request: the key, the model's name or the request is wrong."""


class PromptTooLong(ModelRefused):
    """The prompt and its reply are longer than the model can take; a shorter prompt may do."""


class ModelUnavailable(ModelCallError):  # noqa: N818 - named for what happened, as its siblings
    """No readable reply came, after the last retry or at the time limit; later it may."""


class ReplyCutOff(ModelCallError):  # noqa: N818 - named for what happened, as its siblings
    """The reply reached the model's limit; `text` is what there is of it."""

    def __init__(
        self, prompt: str, text: str, reason: str, prompt_tokens: int, completion_tokens: int
    ) -> None:
        message = f"the reply is cut off after {len(text)} characters ({reason})"
        super().__init__(prompt, message, prompt_tokens, completion_tokens)
        self.text = text


class BudgetReached(ModelCallError):  # noqa: N818 - named for what happened, as its siblings
    """The call was not made; `spent` is used or reserved by calls under way, `unit` is "USD" or "tokens"."""

    def __init__(self, prompt: str, spent: float, limit: float, unit: str, needed: float) -> None:
        number = "{:,.4f}".format if unit == "USD" else "{:,.0f}".format
        used = f"{number(spent)} of {number(limit)} {unit} are used"
        super().__init__(prompt, f"not sent: {used}, and the call may need {number(needed)}")
        self.spent = spent
        self.limit = limit
        self.unit = unit
        self.needed = needed


class CallCancelled(ModelCallError):  # noqa: N818 - named for what happened, as its siblings
    """The calls were closed before the reply came, or before the call was made."""


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

    An error with an HTTP status is judged by it, others of LangChain's say so themselves. Anything else is a reply or
    a connection that broke in a way of its own, and worth another try.
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
    words, status = _words(error), status_of(error)
    for value in vars(model).values():  # some servers repeat the key that they refuse
        if isinstance(value, SecretStr) and value.get_secret_value():
            words = words.replace(value.get_secret_value(), "***")
    what = f"{status} " if status else ""
    if not may_pass(error):
        kind, check = ModelRefused, CHECKS.get(status or 0, CHECKS[400])
        said_too_long = status in {400, 413} and TOO_LONG.search(f"{getattr(error, 'code', '')} {words}")
        if isinstance(error, ContextOverflowError) or said_too_long:
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
        f"model {name!r} gave no reply in {tries} tries: {what}{words}{wait}; "
        "check OPENAI_BASE_URL and the connection, or try later",
    )


def _words(error: BaseException) -> str:
    """Return the server's own message where there is one, else the error's with its causes."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, Mapping) else None
    message = inner.get("message") if isinstance(inner, Mapping) else inner
    text = message if isinstance(message, str) and message else str(error)
    cause = None if message else error.__cause__
    while cause is not None:
        inside = str(cause).rstrip(".")
        if inside and inside not in text:
            text = f"{text.rstrip('.')} ({inside})"
        cause = cause.__cause__
    if not isinstance(error, ModelError) and status_of(error) is None:
        text = f"its answer cannot be read ({type(error).__name__}: {text})"
    line = " ".join(text.split()).rstrip(".")
    return line if len(line) <= MOST_WORDS else line[:MOST_WORDS] + "…"
