"""Prints what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

_STAGES = ("read", "learn", "name devices", "parse", "load", "relate", "describe")


def show_table(found: Mapping[str, Any]) -> None:
    """Print the ingests, the seconds of their stages, and the reads."""
    console = Console(width=130)
    ingests = {f"log, {int(size):,} lines": each for size, each in found["logs"].items()}
    for name in ("neo4j", "append", "configurations", "small files"):
        if name in found:
            ingests[name] = found[name]
    _show_ingests(console, ingests)
    sizes = list(found["logs"].values())
    if len(sizes) > 1:
        growth = sizes[-1]["wall_s"] / max(0.01, sizes[-2]["wall_s"])
        console.print(
            f"{sizes[-1]['lines'] / sizes[-2]['lines']:.0f} times the lines took {growth:.1f} times as long"
        )
    reads = Table("read", "p50 ms", "runs", "found", title="reads at the largest size")
    for each in found["reads"]["reads"]:
        reads.add_row(each["name"], f"{each['p50_ms']:.1f}", str(each["runs"]), each["found"])
    console.print(reads)
    console.print(f"opening a KG to the first answer: {found['reads']['open_to_first_answer_s']} s")


def _show_ingests(console: Console, ingests: Mapping[str, Mapping[str, Any]]) -> None:
    table = Table(
        "ingest",
        "wall s",
        "lines/s",
        "our core s",
        "workers'",
        "database's",
        "core µs/line",
        "peak MB",
        "load",
    )
    stages = Table("stages, wall s", *_STAGES)
    for name, each in ingests.items():
        cores = each["own_s"] + each["workers_s"] + each["database_s"]
        table.add_row(
            name,
            f"{each['wall_s']:.1f}",
            f"{each['lines'] / max(0.01, each['wall_s']):,.0f}",
            f"{each['own_s']:.1f}",
            f"{each['workers_s']:.1f}",
            f"{each['database_s']:.1f}",
            f"{1e6 * cores / max(1, each['lines']):.0f}",
            str(each["peak_memory_mb"]),
            str(each["load_average"]),
        )
        stages.add_row(name, *(f"{each['stages_wall_s'].get(stage, 0.0):.1f}" for stage in _STAGES))
    console.print(table)
    console.print(stages)
