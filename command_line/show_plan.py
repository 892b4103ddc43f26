"""Tells what learning would ask of a model, before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from command_line.model_learning import LearningOptions
from ingest.find_files import open_files
from ingest.learn_parsers import Relearn, learn_parsers
from ingest.learning.learn_format import LearningPlan
from ingest.learning.plan_learning import PlanningLearner
from ingest.parser_folder import read_parsers
from ingest.read_sample import read_sample
from ingest.sandbox import Sandbox
from language_model.count_tokens import token_counter
from language_model.open_model import BUILTIN
from language_model.prices import find_price

JsonObject = dict[str, object]


def plan_learning(
    paths: Sequence[str | Path],
    parsers: Path,
    options: LearningOptions,
    relearn: Relearn,
    allow_weak_sandbox: bool,
) -> JsonObject:
    """Find what would be learned of these files. Raises IngestError, SandboxError and BadPriceError."""
    if options.model == BUILTIN:
        return {"model": BUILTIN, "formats": [], "calls": [0, 0], "tokens": [0, 0], "cost_usd": [0.0, 0.0]}
    learner = PlanningLearner(options.model, token_counter(options.model), LearningPlan())
    with open_files(paths) as found:
        samples = [read_sample(file) for file in found.files]
    with Sandbox(allow_weak=allow_weak_sandbox) as sandbox:
        known = [sample for sample in samples if sample.kind != "text"]
        learn_parsers(known, read_parsers(parsers), learner, sandbox, relearn)
    price = find_price(options.model, options.price)
    ends = (0, 1)
    prompts = [sum(each.prompt_tokens[end] for each in learner.expected) for end in ends]
    replies = [sum(each.reply_tokens[end] for each in learner.expected) for end in ends]
    return {
        "model": options.model,
        "formats": [asdict(each) for each in learner.expected],
        "calls": [sum(each.calls[end] for each in learner.expected) for end in ends],
        "tokens": [prompts[end] + replies[end] for end in ends],
        "cost_usd": None if price is None else [round(price(prompts[end], replies[end]), 4) for end in ends],
        "price": None if price is None else price.source,
    }


def show_plan(console: Console, plan: JsonObject) -> None:
    """Print one row per format, and the sum."""
    table = Table("format", "files", "lines", "samples", "calls", "tokens in", "tokens out")
    formats = plan["formats"]
    assert isinstance(formats, list)
    for each in formats:
        table.add_row(
            each["name"] + (" (mend)" if each["mends"] else ""),
            *(f"{each[name]:,}" for name in ("documents", "lines", "samples")),
            *(_range(each[name]) for name in ("calls", "prompt_tokens", "reply_tokens")),
        )
    console.print(table)
    cost = plan["cost_usd"]
    told = (
        "price not known (WIRELORE_PRICE_USD=IN,OUT gives it)"
        if cost is None
        else f"{_range(cost, '.2f')} USD"
    )
    console.print(f"{plan['model']}: {_range(plan['calls'])} calls, {_range(plan['tokens'])} tokens, {told}")
    console.print(
        "An estimate: the model decides how many sections there are; retries come on top. Nothing was sent."
    )


def _range(ends: object, form: str = ",") -> str:
    assert isinstance(ends, list | tuple)
    low, high = ends
    return f"{low:{form}}" if low == high else f"{low:{form}} to {high:{form}}"
