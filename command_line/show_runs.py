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

MOST_FACTS = 8


def show_runs(console: Console, runs: Sequence[Run], compared: Sequence[ComparedRuns]) -> None:
    """Show one run as it stands; of several a table by kind, what each took, and how every two compare."""
    if len(runs) == 1:
        show_evaluation(console, runs[0].evaluation)
    else:
        table = Table("kind", *(escape(run.name) for run in runs))
        for row in by_kind_rows(runs):
            table.add_row(*map(Text, row))
        console.print(table)
    for run in runs:
        console.print(Text(_took(run), "dim"))
        for judgement in run.judgements:
            console.print(Text(f"{judgement.question}: {judgement.verdict}: {judgement.words}"))
    for each in compared:
        console.print(Text(tell_comparison(each)))


def _took(run: Run) -> str:
    sent, came = run.spent.prompt_tokens, run.spent.completion_tokens
    calls = f"{run.spent.calls} calls, {sent:,} prompt and {came:,} reply tokens"
    cost = "price not known" if run.usd is None else f"{run.usd:.4f} USD"
    times = [(name.replace("_", " "), value) for name, value in latency(run.scores).items()]
    seconds = ", ".join(f"{name} {value:.2f} s" for name, value in times if value is not None)
    words = ", ".join(f"{count} {verdict}" for verdict, count in judged(run).items())
    cited = run.evaluation.citation_precision, run.evaluation.citation_recall
    shares = "/".join("-" if share is None else f"{share:.2f}" for share in cited)
    judge = f"; judged: {words}" if words else ""
    return f"{run.name}: citations {shares}; {calls}, {cost}; {seconds}{judge}"


def show_replay(console: Console, found: Replay, allowed: int) -> None:
    """Show what is no worse by kind, then every turn that is, then what else changed, in short."""
    table = Table("kind", "no worse", "of")
    for kind, group in by_kind(found.comparisons).items():
        table.add_row(kind, str(sum(each.passed for each in group)), str(len(group)))
    console.print(table)
    for each in found.regressions:
        _show_regression(console, each)
    for prompt, turns in found.unrecorded.items():
        told = f"prompt {prompt} needs new recordings for {turns} turns: run with --record and a model"
        console.print(Text(told, "yellow"))
    changed = [each for each in found.comparisons if each.wording != "same" and each.passed]
    console.print(f"{len(found.comparisons)} turns of {found.conversations} conversations: ", end="")
    counts = [f"{len(found.regressions)} worse ({allowed} allowed)", f"{len(changed)} changed otherwise"]
    counts += [f"{count} {change}" for change, count in status_changes(found.comparisons).items()]
    console.print(Text(", ".join(counts), "red" if len(found.regressions) > allowed else "green"))
    if any(each.before.graph != found.graph for each in found.comparisons):
        console.print(Text("what is loaded has changed since", "yellow"))


def _show_regression(console: Console, each: Comparison) -> None:
    facts = each.regressed.split(", ")
    more = f" and {len(facts) - MOST_FACTS} more" if len(facts) > MOST_FACTS else ""
    head = f"{each.conversation}, turn {each.before.number}: {each.before.question}"
    console.print(Text(head, style="bold"))
    console.print(Text(f"  {', '.join(facts[:MOST_FACTS])}{more}", style="red"))
    console.print(Text(f"  was: {each.before.answer}", style="dim"))
    console.print(Text(f"  is:  {each.after.answer}", style="dim"))


def kept_conversations(folder: Path, user: str | None) -> list[Conversation]:
    """Read the conversations of a folder, oldest first; none if it is missing. Raises ConversationUnreadableError."""
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
