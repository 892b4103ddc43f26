"""The errors of opening and calling a language model.

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

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from language_model.compare_prompts import NearestCall


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
    """No recorded reply fits; `nearest` are the keys recorded for the same prompt name, `key` is the missing one.

    `most_alike` is the recorded call that shares most with it, and what differs.
    """

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
        broken = f"; {unreadable} lines of the file cannot be read" if unreadable else ""
        super().__init__(
            f"{file}: no recorded reply for a call of prompt '{prompt}' with key {key[:12]} "
            f"({known if nearest else 'none recorded of this prompt'}{broken}); the prompt or the data shown in it "
            f"has changed: record again with a model{_most_alike(most_alike)}"
        )
        self.prompt = prompt
        self.key = key
        self.nearest = nearest
        self.most_alike = most_alike


def _most_alike(near: NearestCall | None) -> str:
    if near is None:
        return ""
    return f"; the nearest is {near.key[:12]} ({near.alike:.0%} alike): {near.difference}"


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
        super().__init__(
            prompt,
            f"the reply is cut off after {len(text)} characters ({reason})",
            prompt_tokens,
            completion_tokens,
        )
        self.text = text


class BudgetReached(ModelCallError):  # noqa: N818 - named for what happened, as its siblings
    """The call was not made; `spent` is used or reserved by calls under way, `unit` is "USD" or "tokens"."""

    def __init__(self, prompt: str, spent: float, limit: float, unit: str, needed: float) -> None:
        number = "{:,.4f}".format if unit == "USD" else "{:,.0f}".format
        super().__init__(
            prompt,
            f"not sent: {number(spent)} of {number(limit)} {unit} are used, and the call may need {number(needed)}",
        )
        self.spent = spent
        self.limit = limit
        self.unit = unit
        self.needed = needed


class CallCancelled(ModelCallError):  # noqa: N818 - named for what happened, as its siblings
    """The calls were closed before the reply came, or before the call was made."""
