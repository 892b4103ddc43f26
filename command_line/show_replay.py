"""What a person reads after `wirelore replay`."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evaluation.replay.records import Comparison, Replay
from evaluation.replay.replay_json import by_kind, status_changes

MOST_FACTS = 8


def show_replay(console: Console, found: Replay, allowed: int) -> None:
    """Show what is no worse by kind, then every turn that is, then what else changed, in short."""
    table = Table("kind", "no worse", "of")
    for kind, group in by_kind(found.comparisons).items():
        table.add_row(kind, str(sum(each.passed for each in group)), str(len(group)))
    console.print(table)
    for each in found.regressions:
        _show_regression(console, each)
    for prompt, turns in found.unrecorded.items():
        console.print(
            Text(
                f"prompt {prompt} needs new recordings for {turns} turns: run with --record and a model",
                "yellow",
            )
        )
    changed = [each for each in found.comparisons if each.wording != "same" and each.passed]
    console.print(f"{len(found.comparisons)} turns of {found.conversations} conversations: ", end="")
    told = [f"{len(found.regressions)} worse ({allowed} allowed)", f"{len(changed)} changed otherwise"]
    told += [f"{count} {change}" for change, count in status_changes(found.comparisons).items()]
    console.print(Text(", ".join(told), "red" if len(found.regressions) > allowed else "green"))
    if any(each.before.graph != found.graph for each in found.comparisons):
        console.print(Text("what is loaded has changed since", "yellow"))


def _show_regression(console: Console, each: Comparison) -> None:
    console.print(
        Text(f"{each.conversation}, turn {each.before.number}: {each.before.question}", style="bold")
    )
    console.print(Text(f"  {_shorten(each.regressed)}", style="red"))
    console.print(Text(f"  was: {each.before.answer}", style="dim"))
    console.print(Text(f"  is:  {each.after.answer}", style="dim"))


def _shorten(reason: str) -> str:
    facts = reason.split(", ")
    more = f" and {len(facts) - MOST_FACTS} more" if len(facts) > MOST_FACTS else ""
    return ", ".join(facts[:MOST_FACTS]) + more
