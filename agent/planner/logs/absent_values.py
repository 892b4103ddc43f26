"""Questions about what never did something in a log: "which sites never lost a path", "leased but never seen there"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.planner.logs.asked_heads import asks_devices, names_devices
from agent.planner.logs.event_clauses import Clause, all_have, read_clause
from agent.planner.logs.event_words import EventProperty, event_properties
from agent.planner.logs.fields_by_kind import kinds_named
from agent.planner.logs.match_records import labels_of, write_kinds, write_tests
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope, read_scope
from agent.planner.words.lexicon import Label
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters, where
from graph_store.names import quote_name

_ASKING = r"^\s*(?:(?:(?:please )?(?:list|show|name|find)(?: me)?(?: all)?(?: of)?(?: the)?)|which|what)(?: of the)?"
_NOUN = r"(?P<noun>(?!ones?\b)[\w-]+(?: [\w-]+){0,2}?)"
_FORMS = (
    re.compile(
        rf"{_ASKING} {_NOUN}(?: that| which| who)? (?:were|was|got|had(?: been)?|have(?: been)?|did) "
        r"(?P<first>[\w ,.:/-]+?),? (?:but|and|yet) (?:(?:was|were|did|do|does|have|had|are|is|they) )*"
        r"(?:never|not)(?: once| ever)? (?P<clause>.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_ASKING} {_NOUN}(?: that| which| who)? (?:(?:were|was|have|has|had|did) )?never(?: once| ever)? "
        r"(?:been |had |have )?(?P<clause>.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_ASKING} {_NOUN}(?: that| which| who)? (?:did|were|was|had|have|has) not(?: once| ever| been)* "
        r"(?P<clause>.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^\s*(?:on|at|in|from|for) (?:which|what)(?: of the)? {_NOUN} (?:did|was|were|had|has|have) "
        r"(?:nobody|no ?one|none|nothing)(?: ever)? (?P<clause>.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_ASKING} {_NOUN}(?: that| which| who)? (?:had|got|saw|made|sent|reported|logged|showed) "
        r"(?:no|not a single|not any|zero) (?P<clause>.+)$",
        re.IGNORECASE,
    ),
)
_FILLER = re.compile(
    r"^(?:a|an|any|the|one|single) |\b(?:at all|during the day|all day|even once)\b", re.IGNORECASE
)
_LIGHT = re.compile(
    r"ha(?:ve|d|s)|g[eo]t|see|saw|seen|report(?:ed)?|show(?:ed|n)?|appear(?:ed)?|made?|make|experienced?|suffer(?:ed)?|"
    r"hit|went|go|logg?(?:ed)?|produced?|raised?|mentioned|use|used|involved"
)
_DEVICE = "device"
_SURE = 0.6


@dataclass(frozen=True, slots=True)
class _Sides:
    """The field whose values are asked for, those that it is compared with, and who is taken in at all."""

    field: str
    others: tuple[str, ...]
    begin: str = ""


def write_absent(scope: Scope) -> tuple[Statement, ...]:
    """Write which values of a field no record of some kind has; nothing where either is not understood."""
    if not scope.lexicon.events:
        return ()
    text = scope.text.strip(" ?.!")
    for form in _FORMS:
        found = form.match(text)
        parts = found.groupdict() if found else {}
        clause = _read(_FILLER.sub("", parts["clause"]).strip(), scope) if parts else None
        if clause is None or not _is_heeded(clause):
            continue
        said = parts.get("first")
        first = (read_clause(f"{parts['noun']} {said}", scope) or read_clause(said, scope)) if said else None
        if said and first is None:
            continue
        written = _write(parts["noun"], first, clause, scope)
        if written is not None:
            return (written,)
    return ()


def _read(text: str, scope: Scope) -> Clause | None:
    """Read what never was; where it is not understood, without a verb that says nothing of itself: "get an error"."""
    plain = re.sub(rf"^(?:{_LIGHT.pattern}) (?:(?:a|an|any|the|one|single) )?", "", text, flags=re.IGNORECASE)
    return read_clause(text, scope) or (read_clause(plain, scope) if plain != text else None)


def _is_heeded(clause: Clause) -> bool:
    """Tell whether the verb of a clause was read, or says nothing of itself: "had a path down"."""
    verb = next((one for one in clause.reading.scope.words), None)
    light = verb is None or _LIGHT.fullmatch(verb.text.lower()) is not None
    return light or (verb is not None and verb.index in clause.reading.meaning.explained)


def _kinds(clause: Clause, scope: Scope) -> list[Label]:
    """Return the kinds of the records that a clause means."""
    writer = EventWriter(clause.reading.meaning, clause.reading.scope)
    writer.count_matched()
    rows = scope.look_up.rows(f"{writer.pattern} RETURN DISTINCT e.type AS type", writer.parameters.values)
    return [scope.lexicon.labels[str(row[0])] for row in rows if str(row[0]) in scope.lexicon.labels]


def _is_whole(sides: _Sides, clause: Clause) -> bool:
    return len(sides.others) > 1 or sides.field == _DEVICE or all_have(clause, sides.others[0])


def _write(noun: str, first: Clause | None, clause: Clause, scope: Scope) -> Statement | None:
    words = [one for one in read_scope(noun, scope.lexicon, scope.look_up).tokens if isinstance(one, Word)]
    told = _kinds(clause, scope)
    sides = _sides(words, first, clause, scope) if words else None
    if sides is None or not told or not _is_whole(sides, clause):
        return None
    a = first.reading.meaning if first else None
    parameters = Parameters()
    name = quote_name(sides.field)
    tests = write_tests("e", a, parameters) if a else []
    tests.append(
        f"e.{name} IS NOT NULL AND e.{name} <> ''" if sides.field == _DEVICE else f"e.{name} IS NOT NULL"
    )
    if sides.begin:
        tests.append(f"toLower(e.{name}) STARTS WITH {parameters.add(sides.begin)}")
    inner = write_tests("b", clause.reading.meaning, parameters)
    kinds = write_kinds(clause.reading.meaning.labels)
    had = {f"had{place}": quote_name(one) for place, one in enumerate(sides.others, 1)}
    tests += [f"NOT e.{name} IN {one}" for one in had]
    told_by = ", ".join(
        f"COLLECT {{ MATCH (b:{kinds}){where([*inner, f'b.{other} IS NOT NULL'])} RETURN DISTINCT b.{other} }} AS {one}"
        for one, other in had.items()
    )
    text = (
        f"WITH {told_by} MATCH (e:{write_kinds(a.labels if a else ())}) WHERE {' AND '.join(tests)} "
        f"RETURN e.{name} AS {name}, count(*) AS count ORDER BY {name}"
    )
    if not scope.look_up.rows(text, parameters.values):
        return None
    began = f" of '{first.text}'" if first else ""
    note = f"read as: {noun} by {sides.field.replace('_', ' ')}{began}, without those of '{clause.text}'."
    note = f"{note} {clause.reading.meaning.note}".strip()
    return Statement(text, parameters.values, "list", (sides.field, "count"), subject="log record", note=note)


def _sides(words: Sequence[Word], first: Clause | None, clause: Clause, scope: Scope) -> _Sides | None:
    """Find the field that a noun names: one that the clause's records have, or with the same kind of values."""
    head = words[-1]
    told = _kinds(clause, scope)
    if first is None:
        field = _named(words, event_properties(told))
        if field is not None and all_have(clause, field.name):
            return _Sides(field.name, (field.name,))
        if names_devices(head, scope.lexicon.devices):
            return _Sides(_DEVICE, (_DEVICE,), head.text.lower().removesuffix("s"))
        return _Sides(_DEVICE, (_DEVICE,)) if asks_devices(head) and len(scope.lexicon.devices) > 1 else None
    firsts = labels_of(first.reading.meaning, scope.lexicon)
    own = event_properties(firsts)
    field = _named(words, own) or _of_kind(head, own)
    if field is None:
        return None
    alike = [
        one.name
        for one in event_properties(told)
        if one.name == field.name or (field.kinds and one.kinds == field.kinds and not one.is_number)
    ]
    return (
        _Sides(field.name, tuple(alike))
        if (alike and field.kinds != {"string"}) or field.name in alike
        else None
    )


def _named(words: Sequence[Word], fields: Sequence[EventProperty]) -> EventProperty | None:
    """Return the field that all words name, the last one surely; of several the one that is called like it most."""
    fitting = []
    for one in fields:
        matched = match_words(one.words, words)
        sure = matched.positions.get(words[-1].index, 0.0) >= _SURE
        if sure and all(word.index in matched.positions for word in words):
            fitting.append(
                (sum(matched.positions.values()) - 0.15 * matched.missed, one.count, one.name, one)
            )
    return max(fitting, key=lambda one: one[:3])[3] if fitting else None


def _of_kind(head: Word, fields: Sequence[EventProperty]) -> EventProperty | None:
    """Return the only field whose values are of the kind that a noun names."""
    kinds = kinds_named(head)
    fitting = [one for one in fields if one.kinds and one.kinds <= kinds]
    return fitting[0] if len(fitting) == 1 else None
