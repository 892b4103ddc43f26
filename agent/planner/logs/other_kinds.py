"""Tells what other kinds of log records say of a state, beside those that have the field which is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from agent.planner.logs.asked_heads import asked_head
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import CLOCK, DAY, Condition, Meaning, Statement
from agent.planner.scope import Scope
from agent.reader.english import stem
from agent.planner.words.lexicon import EVENT, HEADER, INTERNAL, Label
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

_STATES = frozenset(
    ["down", "up", "off", "on", "offline", "online", "dark", "inactive", "unreachable", "unavailable"]
)
_BECOMING = frozenset(["go", "goes", "going", "gone", "went", "come", "comes", "came", "turned"]) | frozenset(
    ["is", "are", "was", "were", "been", "become", "became"]
)
_DENYING = frozenset(["no", "not", "never", "cannot"])
_SURE = 0.5
_TIMES = frozenset({CLOCK, DAY, "timestamp"})
_FEW_VALUES = 12
_MOST_TOLD = 3
_LISTED = ("list", "lookup")
_COUNTED = ("count", "most_common")


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of records that says the state, by its text or by one value of a field; `field` names what is wanted."""

    label: Label
    test: tuple[Condition, ...]
    field: str


def with_other_kinds(written: Sequence[Statement], meaning: Meaning, scope: Scope) -> tuple[Statement, ...]:
    """Add what other kinds of records say, and name those that have no such field."""
    head, state = asked_head(scope.tokens, scope.asked.phrases), _state(scope)
    if head is None or not state or not _is_plain(meaning, scope, state):
        return tuple(written)
    times = tuple(one for one in meaning.conditions if one.property in _TIMES)
    bare = replace(meaning, labels=(), properties=(), note="", conditions=times)
    kinds = [one for one in _kinds(scope, head, state) if not _is_covered(one.label, meaning)]
    kinds = [one for one in kinds if EventWriter(_of(bare, [one]), scope).count_matched()]
    listed = scope.asked.intent in _LISTED and bool(meaning.properties)
    added = [
        EventWriter(replace(_of(bare, own), properties=(own[0].field,)), scope).write()[0]
        for own in (_grouped(kinds) if listed else ())
    ]
    note = _note(scope, [one for one in kinds if not (listed and one.field)], bare, state)
    said = " ".join(filter(None, (written[0].note or meaning.note, _ever(scope, state), note)))
    return (replace(written[0], note=said), *written[1:], *added)


def _is_plain(meaning: Meaning, scope: Scope, state: str) -> bool:
    """Tell whether all that is asked for are the things that came into a state, or how many did."""
    more = meaning.unlinked or meaning.missing or meaning.group or meaning.measure or scope.asked.negations
    tests = [one for one in meaning.conditions if one.property not in _TIMES]
    asked = scope.asked.intent in (*_LISTED, *_COUNTED) and len(meaning.properties) <= 1
    return asked and not more and all(_says(one, state) for one in tests)


def _state(scope: Scope) -> str:
    """Return the state that the question says that something came into, or is in."""
    spoken = [one.text.lower() for one in scope.tokens]
    said = (
        text
        for place, text in enumerate(spoken)
        if text in _STATES and _BECOMING & set(spoken[max(0, place - 2) : place])
    )
    return next(said, "")


def _ever(scope: Scope, state: str) -> str:
    """Say that what is told was so at some time, where it is asked what is so."""
    spoken = [one.text.lower() for one in scope.tokens]
    is_now = any(one in spoken[: spoken.index(state)][-2:] for one in ("is", "are"))
    return f"Told is what was '{state}' at any time in the log, whatever came after." if is_now else ""


def _says(condition: Condition, state: str) -> bool:
    return condition.test in ("line", "equal") and tuple(str(one).lower() for one in condition.values) == (
        state,
    )


def _is_covered(label: Label, meaning: Meaning) -> bool:
    has = all(name in label.properties for name in meaning.properties)
    return has and (not meaning.labels or label.name in meaning.labels)


def _kinds(scope: Scope, head: Word, state: str) -> Iterable[_Kind]:
    for label in scope.lexicon.events:
        fields = [one for one in label.properties.values() if one.name not in HEADER | INTERNAL]
        held = [
            Condition(EVENT, one.name, "equal", (example,))
            for one in fields
            if one.distinct <= _FEW_VALUES
            for example in one.examples
            if str(example).lower() == state
        ]
        told = stem(state) in label.template_words and not _DENYING & label.template_words
        if not (held or told):
            continue
        fits = {
            one.name: match_words((*one.words, *one.kinds), [head]).weight((head.index,)) for one in fields
        }
        best = max(fits, key=lambda name: fits[name], default="")
        yield _Kind(label, () if told else tuple(held[:1]), best if best and fits[best] >= _SURE else "")


def _of(bare: Meaning, kinds: Sequence[_Kind]) -> Meaning:
    return replace(
        bare, labels=tuple(one.label.name for one in kinds), conditions=(*bare.conditions, *kinds[0].test)
    )


def _grouped(kinds: Iterable[_Kind]) -> list[list[_Kind]]:
    """Put the kinds that name what is wanted by one field together."""
    groups: dict[tuple[str, tuple[Condition, ...]], list[_Kind]] = {}
    for one in kinds:
        if one.field:
            groups.setdefault((one.field, one.test), []).append(one)
    return list(groups.values())


def _note(scope: Scope, kinds: Sequence[_Kind], bare: Meaning, state: str) -> str:
    """Say which records say the state and are not among what is told."""
    if not kinds:
        return ""
    counts = [(EventWriter(_of(bare, [one]), scope).count_matched(), one) for one in kinds]
    told = [f"{_shown(one.label)} ({count})" for count, one in sorted(counts, key=lambda one: -one[0])]
    more = [f"{len(told) - _MOST_TOLD} more kinds"] if len(told) > _MOST_TOLD else []
    return f"Not among these: other records that say '{state}': {', '.join([*told[:_MOST_TOLD], *more])}."


def _shown(label: Label) -> str:
    """Show the text of a kind of records."""
    found = label.properties.get("template")
    return f"'{found.examples[0]}'" if found and found.examples else label.name
