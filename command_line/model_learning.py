"""Opens what an ingest learns and loads with: a model or the data alone, this process or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from command_line.running import console
from ingest.learn.choose_parsers import FormatLearner
from ingest.load.load_document import DocumentLoad
from ingest.pipeline import OpenLearner, Progress, without_model
from ingest.sandbox import Sandbox
from language_model.call_options import CallOptions
from language_model.open_calls import BUILTIN, CallLimits, Patience, open_calls

if TYPE_CHECKING:
    from ingest.load.load_files import OpenLoad
    from settings import Settings

JOURNAL = "calls.jsonl"
Redact = Literal["secrets", "addresses", "off"]


@contextmanager
def open_learning(options: CallOptions, parsers: Path, redact: Redact = "secrets") -> Iterator[OpenLearner]:
    """Yield what makes an ingest's learner; replies are kept as they come, for a rerun. Raises LanguageModelError."""
    if options.model == BUILTIN:
        yield without_model
        return
    from ingest.learn.model.model_learner import ModelLearner
    from language_model.count_tokens import token_counter
    from language_model.redact import Redactor

    redactor = None if redact == "off" else Redactor(addresses=redact == "addresses")
    tokens = token_counter(options.model)
    with open_calls(
        options.model,
        redactor=redactor,
        journal=options.replies or parsers / JOURNAL,
        mode="replay" if options.replay else "replay-or-record",
        limits=CallLimits(options.budget_usd, options.budget_tokens, options.price),
        patience=Patience(options.time_limit_s),
        count_tokens=tokens,
    ) as calls:

        def open_learner(sandbox: Sandbox, progress: Progress) -> FormatLearner:
            return ModelLearner(calls, sandbox, tokens, redactor, progress)

        yield open_learner


@contextmanager
def spread_load(
    cluster: str, settings: Settings, allow_weak_sandbox: bool, progress: Progress
) -> Iterator[OpenLoad]:
    """Yield what loads a document: this process, or the workers of --cluster. Raises ClusterError."""
    if not cluster:
        yield DocumentLoad
        return
    from ingest.cluster.open_cluster import open_cluster
    from ingest.cluster.work import GraphLogin

    login = GraphLogin(settings.kg, **settings.login)
    show = console(stderr=True).print
    with open_cluster(
        cluster, login, allow_weak_sandbox=allow_weak_sandbox, progress=progress, show=show
    ) as open_load:
        yield open_load
