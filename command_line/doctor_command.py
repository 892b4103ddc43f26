"""The command `wirelore doctor`: what works on this machine, and how well a model does."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import Json
from command_line.running import FAILED, console, json_only, print_json, settings_for
from workspace.as_json import pick
from workspace.open_kg import call_options

if TYPE_CHECKING:
    from evaluation.try_model import Trial


def examine(
    model: Annotated[
        str | None, typer.Option(help="The model to test, e.g. openai:gpt-4.1 or local:/path/model.gguf.")
    ] = None,
    json: Json = False,
) -> None:
    """Test a model with eight questions about a small built-in network.

    Exits with 1 if the model gave a wrong answer as a sure one.
    """
    import resource

    from agent.ask import open_agent
    from evaluation.try_model import built_in_files, try_model
    from graph_store.open_graph import open_graph
    from ingest.pipeline import ingest
    from language_model.open_calls import check_model

    settings = settings_for(None, model)
    name = settings.model
    check_model(name)
    with json_only(json), built_in_files() as folder:
        kg = folder / "kg"
        with open_graph(str(kg), create=True, idle_s=0) as graph:
            ingest([folder / one for one in ("r1.cfg", "r2.cfg", "r1.log")], graph, kg / "parsers")
            sys.stderr.write(f"asking {name} eight questions ...\n")
            with open_agent(graph, name, options=call_options(settings)) as agent:
                trial = try_model(agent.ask)
    # the most that a child process of ours took, in MB: a local model is one
    memory_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print_json(_as_json(name, trial, memory_mb)) if json else _show(name, trial, memory_mb)
    if trial.false:
        raise typer.Exit(FAILED)


def _as_json(name: str, trial: Trial, memory_mb: int) -> dict[str, object]:
    return {
        "model": name,
        "passed": trial.passed,
        "n": len(trial.scores),
        "false": [score.gold.id for score in trial.false],
        "verdict": trial.verdict,
        "tokens_a_second": round(trial.tokens_a_second, 1),
        "memory_mb": memory_mb,
        "questions": [{"id": one.gold.id, **pick(one, "passed status reasons")} for one in trial.scores],
    }


def _show(name: str, trial: Trial, memory_mb: int) -> None:
    out = console()
    for one in trial.scores:
        mark = "right" if one.passed else one.status if one.status != "answered" else "WRONG"
        out.print(f"{mark:>10}  {one.gold.question}", markup=False)
    speed = (
        f", {trial.tokens_a_second:.1f} tokens a second, {memory_mb:,} MB" if trial.tokens_a_second else ""
    )
    out.print(f"{name}: {trial.passed} of {len(trial.scores)}{speed}. {trial.verdict}", markup=False)
