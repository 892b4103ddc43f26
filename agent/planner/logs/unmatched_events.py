"""Questions about what began and never ended: a port that went down and stayed down, a job that never finished."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.logs.event_clauses import Clause, named_values, read_clause
from agent.planner.logs.lasting_states import States, back_words, read_states, state_clauses, tied
from agent.planner.logs.match_records import labels_of, naming_fields, of_thing, origins, shared_fields
from agent.planner.logs.open_records import write_open
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope

_ASKING = r"^\s*(?:(?:list|show|name|find)(?: me)?(?: all)?(?: the)?|which|what|(?:are|were) there any)"
_STILL = re.compile(
    rf"{_ASKING} (?P<what>.+?) (?:(?:went|became|got|were|was|turned) (?P<before>[a-z]+),? (?:and|but) )?"
    r"(?:(?:were|was|are|is|stayed|remained|have|has|that|which|been|being) )+(?:still )?(?P<state>[a-z]+)"
    r"(?P<end>,? (?:at|until|till|by) the (?:very )?end(?: of .+)?)?\s*[?.!]*$",
    re.IGNORECASE,
)
_NEVER = re.compile(
    rf"{_ASKING} (?P<begin>.+?),? (?:but|and|yet|that|who|which)(?: (?:was|were|had|has|have|did|do|does|they))*"
    r" (?:never|neither|not|n't) (?P<ends>.+?)\s*[?.!]*$",
    re.IGNORECASE,
)
_OTHER_ENDS = re.compile(r",? (?:nor|or) (?:(?:was|were|had|has|did|ever) )?", re.IGNORECASE)
_VERB = re.compile(
    r"\s+(?:(?:was|were|had|got|has|have)\s+)?(?:went|came|\w+ed|began|lost|opens?|starts?)\b.*",
    re.IGNORECASE,
)
_BACK_AGAIN = re.compile(
    r"^(?:c[oa]me|go|went|been|get|got|brought)? ?(?:back|up|back up|restored|recovered?)\b", re.IGNORECASE
)


def write_unmatched(scope: Scope) -> Statement | None:
    """Write what began without an end; None where no two kinds of records tell both."""
    if not scope.lexicon.events:
        return None
    text = re.sub(r"\bdid ?n[o']?t\b", "did not", scope.text, flags=re.IGNORECASE)
    never = _NEVER.match(text)
    if never is not None:
        return _never(never["begin"], never["ends"], scope)
    still = _STILL.match(text)
    if still is None or not (still["end"] or " still " in text.lower()):
        return None
    states = read_states(still["what"], still["state"].lower(), scope)
    return write_open(states.begin, (states.end,), states.fields, scope, last=True) if states else None


def _never(begin: str, ends: str, scope: Scope) -> Statement | None:
    began = read_clause(begin, scope)
    noun = _VERB.sub("", begin).strip().split(" ")[-1]
    if began is None or not noun:
        return None
    named = named_values(scope)
    if _BACK_AGAIN.match(ends):
        states = _recovered(began, noun, ends, scope)
        return write_open(began, (states.end,), states.fields, scope, last=True) if states else None
    closes = [read_clause(f"{noun} {one}", scope, named) for one in _OTHER_ENDS.split(ends)]
    found = [one for one in closes if one is not None]
    if not found or len(found) < len(closes):
        return None
    return write_open(began, found, _fields(began, found, scope), scope, last=False)


def _recovered(begun: Clause, noun: str, ends: str, scope: Scope) -> States | None:
    """Find what says that something is back, of the same things."""
    for end in state_clauses(
        noun, tuple(dict.fromkeys((*reversed(ends.lower().split()), *back_words()))), scope
    ):
        states = tied(begun, end, scope)
        if states is not None and states.fields:
            return states
    return None


def _fields(began: Clause, ends: Sequence[Clause], scope: Scope) -> tuple[str, ...]:
    firsts = labels_of(began.reading.meaning, scope.lexicon)
    lasts = [label for end in ends for label in labels_of(end.reading.meaning, scope.lexicon)]
    fields = shared_fields(firsts, lasts, scope.lexicon) or naming_fields(firsts, lasts, scope.lexicon)
    fields = of_thing(fields, began.reading.meaning, began.text)
    return fields + tuple(
        one for one in origins((*firsts, *lasts), scope.lexicon) if fields and one not in fields
    )
