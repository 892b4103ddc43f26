"""Opens an ingest: its lock, graph and learner; a model or the data alone, this process or a cluster."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import ingest_lock
from ingest.files.find_files import open_files
from ingest.files.read_sample import read_sample
from ingest.learn.choose_parsers import FormatLearner, Relearn, learn_parsers
from ingest.learn.model.plan_learning import PlanningLearner
from ingest.learn.parser_folder import read_parsers
from ingest.load.load_document import DocumentLoad
from ingest.pipeline import OpenLearner, Progress, ingest, without_model
from ingest.records import IngestReport
from ingest.sandbox import Sandbox
from language_model.budget import find_price
from language_model.count_tokens import token_counter
from language_model.open_calls import BUILTIN, CallOptions, open_calls
from workspace.as_json import JsonObject
from workspace.folders import hash_key, own_rules, parsers_folder
from workspace.open_kg import opened
from workspace.versions import keep_replaced

if TYPE_CHECKING:
    from ingest.load.load_files import OpenLoad
    from settings import Settings

JOURNAL = "calls.jsonl"
Redact = Literal["secrets", "addresses"]


@contextmanager
def open_ingest(
    settings: Settings,
    options: CallOptions,
    graph: Callable[[], BoltGraph] | None = None,
    parsers: Path | None = None,
    redact: Redact = "secrets",
) -> Iterator[tuple[BoltGraph, Callable[..., IngestReport]]]:
    """Be the one ingest into the settings' KG; yield its graph, and what loads paths into it as `ingest` does.

    `graph` returns it where it is open; else it is opened, and made where there is none. Raises GraphError and
    LanguageModelError.
    """
    folder = parsers or parsers_folder(settings.kg)
    with (
        ingest_lock(settings.kg, **settings.login),
        opened(settings, create=True) if graph is None else nullcontext(graph()) as held,
        _open_learning(options, folder, redact) as open_learner,
    ):
        load = partial(
            ingest,
            graph=held,
            parsers_folder=folder,
            rules=own_rules(settings.kg),
            open_learner=open_learner,
            key=hash_key(settings.kg),
            keep=partial(keep_replaced, settings.kg),
        )
        yield held, load


@contextmanager
def _open_learning(options: CallOptions, parsers: Path, redact: Redact) -> Iterator[OpenLearner]:
    """Yield what makes an ingest's learner; replies are kept as they come, for a rerun. Raises LanguageModelError."""
    if options.model == BUILTIN:
        yield without_model
        return
    from ingest.learn.model.model_learner import ModelLearner
    from language_model.count_tokens import token_counter
    from language_model.redaction.pseudonyms import Pseudonyms

    rename = Pseudonyms(secrets.token_bytes(32)).replace if redact == "addresses" else None
    tokens = token_counter(options.model)
    with open_calls(
        replace(options, replies=options.replies or parsers / JOURNAL, keep_prompts=False), rename, tokens
    ) as calls:

        def open_learner(sandbox: Sandbox, progress: Progress) -> FormatLearner:
            return ModelLearner(calls, sandbox, tokens, rename, progress)

        yield open_learner


@contextmanager
def spread_load(
    cluster: str,
    settings: Settings,
    allow_weak_sandbox: bool,
    progress: Progress,
    show: Callable[[str], None],
) -> Iterator[OpenLoad]:
    """Yield what loads a document: this process, or the workers of --cluster. Raises ClusterError."""
    if not cluster:
        yield DocumentLoad
        return
    from ingest.cluster.open_cluster import open_cluster
    from ingest.cluster.work import GraphLogin

    login = GraphLogin(settings.kg, **settings.login)
    with open_cluster(
        cluster, login, allow_weak_sandbox=allow_weak_sandbox, progress=progress, show=show
    ) as open_load:
        yield open_load


def plan_learning(
    paths: Sequence[str | Path],
    parsers: Path,
    options: CallOptions,
    relearn: Relearn,
    allow_weak_sandbox: bool,
) -> JsonObject:
    """Tell what learning would ask of a model. Raises IngestError, SandboxError and BadPriceError."""
    if options.model == BUILTIN:
        return {"model": BUILTIN, "formats": [], "calls": [0, 0], "tokens": [0, 0], "cost_usd": [0.0, 0.0]}
    learner = PlanningLearner(options.model, token_counter(options.model))
    with open_files(paths) as found:
        samples = [read_sample(file) for file in found.files]
    with Sandbox(allow_weak=allow_weak_sandbox) as sandbox:
        known = [sample for sample in samples if sample.kind not in ("text", "capture")]
        learn_parsers(known, read_parsers(parsers), learner, sandbox, relearn)
    price = find_price(options.model, options.price)
    prompts = [sum(each.prompt_tokens[end] for each in learner.expected) for end in (0, 1)]
    replies = [sum(each.reply_tokens[end] for each in learner.expected) for end in (0, 1)]
    ends = list(zip(prompts, replies, strict=True))
    return {
        "model": options.model,
        "formats": [asdict(each) for each in learner.expected],
        "calls": [sum(each.calls[end] for each in learner.expected) for end in (0, 1)],
        "tokens": [sent + came for sent, came in ends],
        "cost_usd": None if price is None else [round(price(sent, came), 4) for sent, came in ends],
        "price": None if price is None else price.source,
    }
