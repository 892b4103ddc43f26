"""Opens what an ingest learns with: the data alone, or a model with its budget, journal and redaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ingest.learn_parsers import FormatLearner
from ingest.pipeline import OpenLearner, Progress, without_model
from ingest.sandbox import Sandbox
from language_model.open_calls import BUILTIN, CallLimits, Patience, open_calls

JOURNAL = "calls.jsonl"
Redact = Literal["secrets", "addresses", "off"]


@dataclass(frozen=True, slots=True)
class LearningOptions:
    """How formats are learned. `replies` is the file of the model's replies; `replay` asks the model nothing new."""

    model: str
    redact: Redact = "secrets"
    budget_usd: float | None = None
    budget_tokens: int | None = None
    price: str = ""
    time_limit_s: float = 120.0
    replies: Path | None = None
    replay: bool = False


@contextmanager
def open_learning(options: LearningOptions, parsers: Path) -> Iterator[OpenLearner]:
    """Yield what makes the learner of an ingest; replies are kept as they come, so that a rerun goes on from them.

    Raises LanguageModelError when the model cannot be opened.
    """
    if options.model == BUILTIN:
        yield without_model
        return
    from ingest.learning.model_learner import ModelLearner
    from language_model.count_tokens import token_counter
    from language_model.redact import Redactor

    redactor = None if options.redact == "off" else Redactor(addresses=options.redact == "addresses")
    tokens = token_counter(options.model)
    journal = options.replies or parsers / JOURNAL
    limits = CallLimits(options.budget_usd, options.budget_tokens, options.price)
    with open_calls(
        options.model,
        redactor=redactor,
        journal=journal,
        mode="replay" if options.replay else "replay-or-record",
        limits=limits,
        patience=Patience(options.time_limit_s),
        count_tokens=tokens,
    ) as calls:

        def open_learner(sandbox: Sandbox, progress: Progress) -> FormatLearner:
            return ModelLearner(calls, sandbox, tokens, redactor, progress)

        yield open_learner
