"""Questions about how long something was in a state: down, open, locked; from the record that begins it to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.planner.logs.event_clauses import Clause, all_have, fields_holding, read_clause
from agent.planner.logs.match_records import (
    are_few,
    contrary_fields,
    labels_of,
    naming_fields,
    of_thing,
    origins,
    shared_fields,
    write_kinds,
    write_later,
    write_same,
    write_seconds,
    write_tests,
)
from agent.planner.logs.moved_clauses import moved_clauses, templates
from agent.planner.logs.open_records import shown_kind, write_open
from agent.planner.logs.said_states import said_clauses
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Statement
from agent.planner.scope import DEVICE_STEMS, Scope, read_scope
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_GONE = "down lost offline unreachable unavailable disconnected failed dead gone inactive stopped crashed"
_BACK = (
    "up restored back recovered online reachable available connected regained established returned running"
)
_ENDS = {
    "open": "closed",
    "opened": "closed",
    "connected": "disconnected closed lost down",
    "locked": "unlocked released",
    "running": "stopped finished ended exited completed down",
    "active": "inactive closed ended stopped",
    "blocked": "unblocked released cleared",
    "started": "stopped finished ended completed",
    "suspended": "resumed",
    "paused": "resumed",
    "disabled": "enabled",
    "raised": "cleared",
}
_RECOVERED = "cleared restored recovered back normal healthy ok released resumed ended closed again"
"""What ends a state that has no contrary of its own."""
_WELL = frozenset((_BACK + " " + _RECOVERED + " free ready running complete normal good").split()) - {
    "ended",
    "closed",
}
_UNWELL = frozenset((_GONE + " not no exhausted empty error").split())
_NO_STATES = frozenset({"last", "lasted", "take", "took", "it", "this", "that", "long"})
_HOW_LONG = re.compile(
    r"^\s*(?:for )?how (?:long|much time|many (?:seconds|minutes|hours)) "
    r"(?:was|were|is|are|has|have|had|did) (?P<what>.+?) "
    r"(?:(?:been|stay(?:ed)?|remain(?:ed)?|be|kept|keep) )?(?P<state>[a-z]+)(?: for)?"
    r"(?P<where> (?:on|at|in) (?:the )?[\w.-]+)?\s*[?.!]*$",
    re.IGNORECASE,
)
_LONGEST = re.compile(
    r"^\s*(?:which|what) (?P<what>.+?) (?:was|were|stayed|remained) (?P<state>[a-z]+) (?:for )?the longest\b[^a-z]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class States:
    """The records that begin a state, those that end it, and the fields that tie them."""

    begin: Clause
    end: Clause
    fields: tuple[str, ...]


def write_lasting(scope: Scope) -> tuple[Statement, ...]:
    """Write each time that something was in a state, with its length, and what has no end in the log.

    Nothing comes back where no two kinds of records tell it.
    """
    longest = _LONGEST.match(scope.text)
    asked = longest or _HOW_LONG.match(scope.text)
    if asked is None or not scope.lexicon.events or asked["state"].lower() in _NO_STATES:
        return ()
    where = "" if longest else asked["where"] or ""
    what, state = f"{asked['what']}{where}", asked["state"].lower()
    several = [] if longest else [_said(what, state, scope)]
    several.append(read_states(what, state, scope))
    found = {frozenset(one.begin.reading.meaning.labels): one for one in several if one is not None}
    return tuple(one for states in found.values() for one in _write_all(states, scope, bool(longest)))


def _write_all(states: States, scope: Scope, longest: bool) -> Iterator[Statement]:
    """Write each time with its length, and what has no end."""
    lasting = _write(states, scope, longest)
    if lasting is not None:
        yield lasting
    open_still = write_open(states.begin, (states.end,), states.fields, scope, last=True)
    if open_still is None or (longest and not lasting):
        return
    if scope.look_up.rows(open_still.text, open_still.parameters):
        yield open_still


def _said(what: str, state: str, scope: Scope) -> States | None:
    """Find the records whose own text says the state, where fields of other records hold it, too."""
    found = said_clauses(what, state, _ends(state), scope) if fields_holding(state, scope) else None
    return tied(*found, scope) if found else None


def read_states(what: str, state: str, scope: Scope) -> States | None:
    """Find the records that say that something went into a state, and those that say that it left it.

    Other words stand for a state only where no field holds the state itself: who "failed" was not "down".
    """
    what = re.sub(r"^(?:the|a|an|any) ", "", what.strip(), flags=re.IGNORECASE)
    moved = moved_clauses(what, state, scope)
    moved_states = tied(*moved, scope) if moved else None
    if moved_states is not None:
        return moved_states
    begins = (state,) if fields_holding(state, scope) else _begins(state)
    for begin in state_clauses(what, begins, scope):
        ends = [*state_clauses(what, _ends(state), scope), *ending_kinds(begin, scope)]
        for end in ends or state_clauses(_noun(what, scope), _ends(state), scope):
            states = tied(begin, end, scope)
            if states and not (states.fields and _is_device(what, scope)):
                return states
    return None


def tied(begin: Clause, end: Clause, scope: Scope) -> States | None:
    """Tie what begins a state and what ends it by what both kinds of records share; None where they are no two."""
    firsts, lasts = (labels_of(one.reading.meaning, scope.lexicon) for one in (begin, end))
    contrary = contrary_fields(begin.reading.meaning, end.reading.meaning)
    if not contrary and {one.name for one in firsts} & {one.name for one in lasts}:
        return None
    fields = shared_fields(firsts, lasts, scope.lexicon) or naming_fields(firsts, lasts, scope.lexicon)
    fields = tuple(name for name in fields if name not in contrary)
    fields = of_thing(fields, begin.reading.meaning, begin.text)
    fields += tuple(one for one in origins((*firsts, *lasts), scope.lexicon) if fields and one not in fields)
    if {one.name for one in firsts} & {one.name for one in lasts}:
        fields = tuple(name for name in fields if all_have(begin, name) and all_have(end, name)) or fields
    alone = len(firsts) == len(lasts) == 1
    said = frozenset.intersection(*(one.template_words for one in (*firsts, *lasts)))
    return States(begin, end, fields) if (fields or (said and alone)) and are_few(firsts, lasts) else None


def _is_device(what: str, scope: Scope) -> bool:
    """Tell whether only a device is named: what a part of it went through is not said of it."""
    own = read_scope(what, scope.lexicon, scope.look_up)
    words = [one for one in own.words if one.stem not in DEVICE_STEMS]
    return bool(own.devices) and not words and all(one.devices for one in own.located)


def _begins(state: str) -> tuple[str, ...]:
    gone, back = _GONE.split(), _BACK.split()
    return tuple(dict.fromkeys((state, *(gone if state in gone else back if state in back else ()))))


def _ends(state: str) -> tuple[str, ...]:
    others = _BACK if state in _GONE.split() else _GONE if state in _BACK.split() else _RECOVERED
    return tuple(dict.fromkeys((*_ENDS.get(state, "").split(), *others.split())))


def back_words() -> tuple[str, ...]:
    """Return what says that something is there again."""
    return tuple(_BACK.split())


def state_clauses(what: str, words: Sequence[str], scope: Scope) -> Iterator[Clause]:
    """Read what something is said to be, word by word, as far as records say it."""
    for word in words:
        clause = read_clause(f"{what} {word}", scope, state=word)
        if clause is not None:
            yield clause


def _noun(what: str, scope: Scope) -> str:
    """Return what something is called, without which one it is: that one may never have ended."""
    own = read_scope(what, scope.lexicon, scope.look_up)
    return " ".join(one.text for one in own.tokens if isinstance(one, Word) and one.sort != "function")


def ending_kinds(begin: Clause, scope: Scope) -> Iterator[Clause]:
    """Find kinds of records of the same thing that say that it is well again, in words of their own."""
    firsts = {one.name for one in labels_of(begin.reading.meaning, scope.lexicon)}
    tests = begin.reading.meaning.conditions
    for label in scope.lexicon.events:
        said = set(re.findall(r"[a-z]+", " ".join(map(str, templates(label))).lower()))
        if label.name in firsts or not said & _WELL or said & _UNWELL:
            continue
        if not all(one.property in label.properties for one in tests if one.property):
            continue
        meaning = replace(begin.reading.meaning, labels=(label.name,), note="")
        count = EventWriter(meaning, begin.reading.scope).count_matched()
        if count:
            yield Clause(replace(begin.reading, meaning=meaning), "", count, label.name)


def _write(states: States, scope: Scope, longest: bool) -> Statement | None:
    a, b = states.begin.reading.meaning, states.end.reading.meaning
    firsts, lasts = labels_of(a, scope.lexicon), labels_of(b, scope.lexicon)
    parameters = Parameters()
    tests = [*write_tests("a", a, parameters), *write_tests("b", b, parameters), write_later("b", "a")]
    tests += write_same("b", "a", states.fields, scope, (*firsts, *lasts))
    between = [
        *write_tests("c", b, parameters),
        write_later("c", "a"),
        write_later("b", "c"),
        *write_same("c", "a", states.fields, scope, (*firsts, *lasts)),
    ]
    tests.append(f"NOT EXISTS {{ MATCH (c:{write_kinds(b.labels)}) WHERE {' AND '.join(between)} }}")
    again = [*write_tests("d", a, parameters), write_later("a", "d")]
    again += write_same("d", "a", states.fields, scope, firsts)
    ended = [*write_tests("f", b, parameters), write_later("f", "d"), write_later("a", "f")]
    ended += write_same("f", "a", states.fields, scope, (*firsts, *lasts))
    again.append(f"NOT EXISTS {{ MATCH (f:{write_kinds(b.labels)}) WHERE {' AND '.join(ended)} }}")
    tests.append(f"NOT EXISTS {{ MATCH (d:{write_kinds(a.labels)}) WHERE {' AND '.join(again)} }}")
    names = [f"a.{quote_name(name)} AS {quote_name(name)}" for name in states.fields]
    names += ["a.device AS device"] if scope.lexicon.devices else []
    columns = (*states.fields, *(["device"] if scope.lexicon.devices else []), "began", "ended", "seconds")
    seconds = f"{write_seconds('a', 'b')} AS seconds"
    order = "seconds DESC LIMIT 1" if longest else "a.timestamp, a.ordinal"
    text = (
        f"MATCH (a:{write_kinds(a.labels)}), (b:{write_kinds(b.labels)}) WHERE {' AND '.join(tests)} "
        f"RETURN {', '.join(names)}, a.timestamp_text AS began, b.timestamp_text AS ended, {seconds} ORDER BY {order}"
    )
    if not scope.look_up.rows(text, parameters.values):
        return None
    kinds = f"from '{shown_kind(states.begin, scope)}' to '{shown_kind(states.end, scope)}'"
    return Statement(text, parameters.values, "list", columns, subject="log record", note=f"read as: {kinds}")
