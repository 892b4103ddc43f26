"""Finds what a question says was done, where no statement about log records says so."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from agent.planner.accounts.used_names import Used
from agent.planner.plan_records import Meaning
from agent.planner.scope import DEVICE_STEMS, LOG_STEMS, RECORD_STEMS, Scope
from agent.reader.english import stem
from agent.planner.words.lexicon import EVENT
from graph_store.names import quote_name

_PLAIN = DEVICE_STEMS | LOG_STEMS | RECORD_STEMS | {stem("times")}
_DEED = re.compile(r"\w+(?:ed|ions?|ings?|ures?|outs?|ins)")
"""What is done is said so: "associations", "timeouts", "blocked"."""
_BECAME = (
    "lose lost miss missed leave left add added remove removed connect connected create created download downloaded "
    "upload uploaded finish finished complete completed send sent receive received open opened close closed start "
    "started stop stopped move moved succeed succeeded"
)
_CHANGING = frozenset(_BECAME.split())
"""Plain verbs that say what became of something, unlike "got", "made", "came"."""
_COUNTING = ("count", "most_common", "maximum", "minimum", "average")
_MOST = 0.9
"""What so many of all records' lines say narrows nothing."""


def open_deeds(
    scope: Scope, used: Used, meanings: Sequence[Meaning], explained: Collection[int]
) -> tuple[str, ...]:
    """Return the deeds that nothing of the statements says; none where no reading of log records wrote them."""
    of_logs = [one for one in meanings if one.target.label == EVENT]
    if not of_logs:
        return ()
    verbs = [word for word in scope.words if word.sort == "generic" and word.text.lower() in _CHANGING]
    known = used.explained(verbs)
    told = scope.asked.intent not in _COUNTING  # a list shows its records, a number does not
    changing = [word.text for word in verbs if not (told or word.index in known or word.index in explained)]
    return (*changing, *_of_all_records(scope, used, of_logs))


def _of_all_records(scope: Scope, used: Used, meanings: Sequence[Meaning]) -> list[str]:
    """Return the plain words that only some lines say, where the records of all kinds are told or counted."""
    whole = [one for one in meanings if not (one.labels or one.conditions or one.measure)]
    if not whole or scope.asked.intent == "summary":
        return []
    records = sum(label.count for label in scope.lexicon.events)
    deeds = [word for word in scope.words if word.sort == "generic" and _DEED.fullmatch(word.text.lower())]
    explained = used.explained(deeds)
    head = scope.asked.phrases[0].positions if scope.asked.phrases and scope.asked.intent != "count" else ()
    left = [word for word in deeds if word.index not in {*explained, *head} and word.stem not in _PLAIN]
    wanted = [name for one in whole for name in one.properties]
    return [
        word.text
        for word in left
        if 0 < scope.look_up.mentions(word.stem) < _MOST * records
        and not _is_implied(scope, word.stem, wanted)
    ]


def _is_implied(scope: Scope, stemmed: str, wanted: Sequence[str]) -> bool:
    """Tell whether the records that have what is wanted say a word already."""
    if not wanted:
        return False
    having = " AND ".join(f"e.{quote_name(name)} IS NOT NULL" for name in wanted)
    told = "(toLower(e.message) CONTAINS $said OR toLower(e.template) CONTAINS $said)"
    read = f"MATCH (e:Event) WHERE {having} AND {told} RETURN count(*) AS count"
    return scope.look_up.count(read, {"said": stemmed}) > 0
