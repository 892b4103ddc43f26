"""Writes a replay as an HTML page: charts, then every change side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from statistics import median

from conversations.records import KeptTurn, RunStatement
from evaluation.replay.replay import Comparison, Replay
from evaluation.replay.replay_json import by_kind, by_mode, is_unchanged, status_changes
from evaluation.report.page import (
    draw_pairs,
    draw_shares,
    mark_words,
    write_facts,
    write_fold,
    write_page,
    write_pictures,
    write_sides,
)

WORDINGS = {"same": "the same answer", "worded": "worded differently", "facts": "different facts"}
FOUND = {"same": "same statements", "reworded": "other statements, same rows", "other": "other rows"}
SIDES = ("kept", "now")


def replay_page(found: Replay, allowed: int) -> str:
    """Write the page; `allowed` is how many regressions there may be."""
    compared = found.comparisons
    parts = [_summary(found, allowed), _pictures(compared)]
    for title, group in (
        ("Worse", found.regressions),
        ("Changed, no worse", [each for each in compared if each.passed and not is_unchanged(each)]),
        ("The same", [each for each in compared if is_unchanged(each)]),
    ):
        parts += [f"<h2>{title} ({len(group)})</h2>"] if group else []
        parts += [_turn(each, title == "Worse") for each in group]
    return write_page("Replay of conversations", parts)


def _summary(found: Replay, allowed: int) -> str:
    compared, regressions = found.comparisons, len(found.regressions)
    kind = "good" if regressions <= allowed else "bad"
    head = f'<p class="{kind}"><b>{regressions} of {len(compared)} turns are worse</b>, {allowed} allowed</p>'
    as_it_was = all(each.before.graph == found.graph for each in compared)
    facts: dict[str, object] = {
        "conversations": found.conversations,
        "model now": found.model,
        "what is loaded": "as it was" if as_it_was else "has changed",
        **{text: sum(each.wording == name for each in compared) for name, text in WORDINGS.items()},
        **{text: sum(each.found == name for each in compared) for name, text in FOUND.items()},
        **status_changes(compared),
        **{f"needs new recordings: prompt {name}": count for name, count in found.unrecorded.items()},
    }
    return head + write_facts(facts)


def _pictures(compared: Sequence[Comparison]) -> str:
    kinds, modes = by_kind(compared), by_mode(compared)
    drawn = [
        draw_shares("no worse, by kind", _shares(kinds)),
        draw_shares("no worse, by mode", _shares(modes)),
        draw_pairs("median latency by kind", SIDES, _measure(kinds, lambda turn: turn.seconds), "s"),
    ]
    if any(each.before.tokens or each.after.tokens for each in compared):
        tokens = _measure(kinds, lambda turn: float(turn.tokens))
        drawn.append(draw_pairs("median tokens by kind", SIDES, tokens, ""))
    else:
        drawn.append("<figure><figcaption>tokens: none were used, then and now</figcaption></figure>")
    return write_pictures(drawn)


def _shares(groups: Mapping[str, Sequence[Comparison]]) -> dict[str, tuple[int, int]]:
    return {name: (sum(each.passed for each in group), len(group)) for name, group in groups.items()}


def _measure(
    groups: Mapping[str, Sequence[Comparison]], of: Callable[[KeptTurn], float]
) -> dict[str, tuple[float, float]]:
    return {
        name: (median(of(each.before) for each in group), median(of(each.after) for each in group))
        for name, group in groups.items()
    }


def _turn(each: Comparison, is_open: bool) -> str:
    old, new = mark_words(each.before.answer, each.after.answer)
    remarks = [
        f"{WORDINGS[each.wording]}, {FOUND[each.found]}",
        each.regressed,
        f"a person said: {each.verdict}" if each.verdict else "",
        f"{len(each.citations_lost)} citations lost" if each.citations_lost else "",
        f"{len(each.citations_new)} new citations" if each.citations_new else "",
    ]
    inside = "".join(f'<p class="soft">{escape(line)}</p>' for line in remarks if line)
    sides = write_sides(_side(each.before, old), _side(each.after, new))
    where = f"{each.conversation}, turn {each.before.number}"
    return write_fold(f"{each.before.question} ({where})", inside + sides, is_open)


def _side(turn: KeptTurn, answer: str) -> str:
    head = f"{turn.status} · {turn.mode} · {turn.model} · {turn.tokens:,} tokens · {turn.seconds:.2f} s"
    statements = "".join(map(_statement, turn.statements))
    return f'<p class="soft">{escape(head)}</p>{answer}{write_fold("statements", statements)}'


def _statement(each: RunStatement) -> str:
    outcome = each.error or f"{each.rows} rows"
    parameters = "\n".join(f"${name} = {value!r}" for name, value in each.parameters.items())
    head = escape(f"{each.kind}, attempt {each.attempt}: {outcome}")
    return f'<p class="soft">{head}</p><pre>{escape(each.text)}\n{escape(parameters)}</pre>'
