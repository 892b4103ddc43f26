"""What has changed between two answers to one question. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from conversations.records import KeptTurn, Place, Statement, Verdict
from conversations.strip_marks import strip_marks
from evaluation.replay.find_facts import find_facts, missing_facts
from evaluation.replay.records import Comparison, Found, Wording

ANSWERED = "answered"
NO_ANSWER = ("closest", "not_parsed", "failed")


def compare_turns(
    conversation: str,
    before: KeptTurn,
    after: KeptTurn,
    verdict: Verdict | None = None,
    trouble: str = "",
    unrecorded: str = "",
) -> Comparison:
    """Compare a turn with the same question asked again."""
    wording, missing, added = _compare_answers(before, after)
    lost, new = _apart(before.citations, after.citations), _apart(after.citations, before.citations)
    return Comparison(
        conversation,
        before,
        after,
        wording,
        _compare_statements(before.statements, after.statements),
        missing,
        added,
        lost,
        new,
        verdict,
        trouble or _regression(before, after, wording, missing, added, verdict),
        unrecorded,
        trouble,
    )


def _compare_answers(before: KeptTurn, after: KeptTurn) -> tuple[Wording, tuple[str, ...], tuple[str, ...]]:
    if before.answer == after.answer and before.status == after.status:
        return "same", (), ()
    paths = {place.path for turn in (before, after) for place in turn.citations}
    old, new = strip_marks(before.answer, paths), strip_marks(after.answer, paths)
    missing = missing_facts(find_facts(old, before.values), new)
    added = missing_facts(find_facts(new, after.values), old)
    alike = before.status == after.status and not missing and not added
    return "worded" if alike else "facts", missing, added


def _regression(
    before: KeptTurn,
    after: KeptTurn,
    wording: Wording,
    missing: Sequence[str],
    added: Sequence[str],
    verdict: Verdict | None,
) -> str:
    """Say why a change counts against the replay.

    What could not be answered may become anything but a failure, and an answer that a person called wrong may change.
    """
    if before.status != after.status:
        if before.status in NO_ANSWER and after.status != "failed":
            return ""
        return "" if verdict == "down" else f"status was {before.status!r}, is {after.status!r}"
    if wording == "facts" and verdict != "down" and before.status not in NO_ANSWER:
        parts = [("lacks", missing), ("adds", added)]
        return "; ".join(f"{what} {', '.join(facts)}" for what, facts in parts if facts)
    if before.citations and not after.citations:
        return "cites nothing any more"
    return ""


def _compare_statements(before: Sequence[Statement], after: Sequence[Statement]) -> Found:
    if [_written(each) for each in before] == [_written(each) for each in after] and _rows(before) == _rows(
        after
    ):
        return "same"
    return "reworded" if _rows(before) == _rows(after) else "other"


def _written(statement: Statement) -> tuple[str, str, str]:
    return statement.kind, statement.text, repr(sorted(statement.parameters.items()))


def _rows(statements: Iterable[Statement]) -> Counter[str]:
    return Counter(each.digest for each in statements if each.rows)


def _apart(places: Sequence[Place], others: Sequence[Place]) -> tuple[Place, ...]:
    """Return the places whose line is not among the others, wherever in its file it stands now."""
    known = {(place.path, place.digest) for place in others}
    return tuple(place for place in places if (place.path, place.digest) not in known)
