"""Writes a replay as JSON; only `times` differs between two runs of the same replay."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from statistics import median

from conversations.records import KeptTurn
from evaluation.replay.replay import Comparison, Replay

JsonObject = dict[str, object]


def replay_json(found: Replay, allowed: int) -> JsonObject:
    """Describe a replay; `allowed` is how many regressions it may have."""
    compared = found.comparisons
    return {
        "conversations": found.conversations,
        "turns": len(compared),
        "model": found.model,
        "graph": {"now": found.graph, "recorded": sorted({each.before.graph for each in compared})},
        "regressions": len(found.regressions),
        "allowed": allowed,
        "passed": len(found.regressions) <= allowed,
        "answers": dict(sorted(Counter(each.wording for each in compared).items())),
        "statements": dict(sorted(Counter(each.found for each in compared).items())),
        "statuses": status_changes(compared),
        "citations": {
            "lost": sum(len(each.citations_lost) for each in compared),
            "new": sum(len(each.citations_new) for each in compared),
        },
        "needs_new_recordings": found.unrecorded,
        "tokens": {
            "recorded": sum(each.before.tokens for each in compared),
            "now": sum(each.after.tokens for each in compared),
        },
        "by_kind": {kind: _share(group) for kind, group in by_kind(compared).items()},
        "by_mode": {mode: _share(group) for mode, group in by_mode(compared).items()},
        "changes": [_change(each) for each in compared if not is_unchanged(each)],
        "times": {
            "recorded": _seconds([each.before.seconds for each in compared]),
            "now": _seconds([each.after.seconds for each in compared]),
        },
    }


def by_kind(compared: Iterable[Comparison]) -> dict[str, list[Comparison]]:
    """Group by what the questions were read to ask for, when they were kept."""
    return _grouped(compared, lambda each: each.before.kind or "not read")


def by_mode(compared: Iterable[Comparison]) -> dict[str, list[Comparison]]:
    """Group by the mode in which the questions were asked now."""
    return _grouped(compared, lambda each: each.after.mode)


def _grouped(compared: Iterable[Comparison], of: Callable[[Comparison], str]) -> dict[str, list[Comparison]]:
    found: dict[str, list[Comparison]] = defaultdict(list)
    for each in compared:
        found[of(each)].append(each)
    return dict(sorted(found.items()))


def status_changes(compared: Iterable[Comparison]) -> dict[str, int]:
    """Count the changes of status, as in "answered → none"."""
    statuses = ((each.before.status, each.after.status) for each in compared)
    return dict(sorted(Counter(f"{old} → {new}" for old, new in statuses if old != new).items()))


def is_unchanged(each: Comparison) -> bool:
    """Tell whether a turn's answer, rows, statements and citations are what they were."""
    same = each.wording == "same" and each.found == "same" and not each.regressed
    return same and not each.citations_lost and not each.citations_new


def _change(each: Comparison) -> JsonObject:
    return {
        "conversation": each.conversation,
        "turn": each.before.number,
        "question": each.before.question,
        "answer": each.wording,
        "statements": each.found,
        "regressed": each.regressed,
        "verdict": each.verdict,
        "missing": list(each.missing),
        "added": list(each.added),
        "citations_lost": [asdict(place) for place in each.citations_lost],
        "citations_new": [asdict(place) for place in each.citations_new],
        "before": _side(each.before),
        "now": _side(each.after),
    }


def _side(turn: KeptTurn) -> JsonObject:
    statements = [asdict(each) for each in turn.statements]
    return {
        "answer": turn.answer,
        "status": turn.status,
        "mode": turn.mode,
        "model": turn.model,
        "tokens": turn.tokens,
        "statements": [{name: each[name] for name in each if name != "seconds"} for each in statements],
    }


def _share(group: Sequence[Comparison]) -> JsonObject:
    return {"n": len(group), "passed": sum(each.passed for each in group)}


def _seconds(each: Sequence[float]) -> JsonObject:
    return {"total": sum(each), "median": median(each) if each else None, "longest": max(each, default=None)}
