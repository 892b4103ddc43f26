"""Prints the results of `wirelore evaluate` and `replay`, and the list of conversations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from command_line.json_output import JsonObject
from command_line.tables import show_evaluation
from conversations.conversation_file import SUFFIX, read_conversation
from conversations.records import Conversation
from evaluation.replay.replay import Comparison, Replay
from evaluation.replay.replay_json import by_kind, status_changes
from evaluation.runs.ask_run import ComparedRuns, Run
from evaluation.runs.runs_page import by_kind_rows, judged, latency, tell_comparison


def show_runs(console: Console, runs: Sequence[Run], compared: Sequence[ComparedRuns]) -> None:
    """Show one run as it stands; of several a table by kind, what each took, and how every two compare."""
    if len(runs) == 1:
        show_evaluation(console, runs[0].evaluation)
    else:
        _show_table(console, runs)
    for run in runs:
        console.print(Text(_took(run), "dim"))
        for judgement in run.judgements:
            console.print(Text(f"{judgement.question}: {judgement.verdict}: {judgement.words}"))
    for each in compared:
        console.print(Text(tell_comparison(each)))


def _show_table(console: Console, runs: Sequence[Run]) -> None:
    table = Table("kind", *(escape(run.name) for run in runs))
    for row in by_kind_rows(runs):
        table.add_row(*map(Text, row))
    console.print(table)


def _took(run: Run) -> str:
    told = latency(run.scores)
    sent, came = run.spent.prompt_tokens, run.spent.completion_tokens
    calls = f"{run.spent.calls} calls, {sent:,} prompt and {came:,} reply tokens"
    cost = "price not known" if run.usd is None else f"{run.usd:.4f} USD"
    seconds = ", ".join(
        f"{name.replace('_', ' ')} {value:.2f} s" for name, value in told.items() if value is not None
    )
    words = ", ".join(f"{count} {verdict}" for verdict, count in judged(run).items())
    cited = run.evaluation.citation_precision, run.evaluation.citation_recall
    shares = "/".join("-" if share is None else f"{share:.2f}" for share in cited)
    judge = f"; judged: {words}" if words else ""
    return f"{run.name}: citations {shares}; {calls}, {cost}; {seconds}{judge}"


# What a person reads after `wirelore replay`.


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


# What `wirelore conversations list` prints.


def kept_conversations(folder: Path, user: str | None) -> list[Conversation]:
    """Read the conversations of a folder, oldest first; none where there is no folder.

    Raises ConversationUnreadableError.
    """
    kept = [read_conversation(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]
    return [each for each in kept if user is None or user in _users(each)]


def conversations_json(kept: Sequence[Conversation]) -> list[JsonObject]:
    """Describe conversations."""
    return [
        {
            "id": each.heading.id,
            "door": each.heading.door,
            "begun": each.heading.begun,
            "users": _users(each),
            "questions": [turn.question for turn in each.turns],
            "statuses": [turn.status for turn in each.turns],
            "feedback": [{"turn": said.turn, "verdict": said.verdict} for said in each.feedback],
        }
        for each in kept
    ]


def show_conversations(console: Console, folder: Path, kept: Sequence[Conversation]) -> None:
    """Show one row for each conversation."""
    table = Table("id", "door", "users", "turns", "first question", "feedback")
    for each in kept:
        first = each.turns[0].question if each.turns else ""
        said = ", ".join(f"{said.turn} {said.verdict}" for said in each.feedback)
        users, turns = ", ".join(_users(each)), str(len(each.turns))
        table.add_row(*map(Text, (each.heading.id, each.heading.door, users, turns, first, said)))
    console.print(table)
    console.print(Text(str(folder), "dim"))


def _users(kept: Conversation) -> list[str]:
    return sorted({turn.user or kept.heading.user for turn in kept.turns})
