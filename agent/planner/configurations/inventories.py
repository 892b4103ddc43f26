"""Inventories: tables and lists whose entries describe devices, so that "which switches" asks for entries of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Condition, Target
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.locate_values import Located
from agent.reader.english import phrases, split_name, stem
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label, Lexicon, Property
from agent.planner.words.question_words import Word
from graph_store.names import quote_name

_CALLED = DEVICE_STEMS | {stem(word) for word in ("hostname", "name", "setting")}
"""A column called "device" is a label called DeviceSetting, as Device is one of ours."""
_HOST_LIKE = re.compile(r"(?=.*[a-z])(?=.*[-.\d])[a-z0-9][\w.-]*", re.IGNORECASE)
_FEW_VALUES = 20
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Told:
    """A test that words of a question say of the entries of an inventory."""

    condition: Condition
    explained: frozenset[int]


def inventories(lexicon: Lexicon) -> tuple[Label, ...]:
    """Return the labels whose entities are devices: called so, named like hosts, and part of nothing."""
    return tuple(
        label
        for label in lexicon.things
        if label.name != ROOT
        and set(label.words) <= _CALLED
        and set(label.above) <= {ROOT}
        and label.count > 1
        and has_key(label)
        and _names_hosts(label.properties["key"])
    )


def _names_hosts(key: Property) -> bool:
    fitting = sum(bool(_HOST_LIKE.fullmatch(str(example))) for example in key.examples)
    return 2 * fitting > len(key.examples)


def is_inventory(scope: Scope, target: Target) -> bool:
    """Tell whether a target is the entries of an inventory."""
    return any(label.name == target.label for label in inventories(scope.lexicon))


def own_entry(scope: Scope, target: Target, located: Located) -> Condition | None:
    """Return the test for the entry of a device that the question names; None where the target has none."""
    if not is_inventory(scope, target):
        return None
    keys = tuple(
        one.value for one in located.occurrences if one.label == target.label and one.property == "key"
    )
    return Condition(target.label, "key", "equal", keys) if keys else None


def files(scope: Scope) -> tuple[str, ...]:
    """Return the names that the files of inventories go by, which are no devices."""
    found: dict[str, None] = {}
    for label in inventories(scope.lexicon):
        entries = f"MATCH (n:{quote_name(label.name)})"
        keys = {str(row[0]).lower() for row in scope.look_up.rows(f"{entries} RETURN DISTINCT n.key", {})}
        own = (str(row[0]) for row in scope.look_up.rows(f"{entries} RETURN DISTINCT n.device", {}))
        found |= dict.fromkeys(name for name in own if name.lower() not in keys)
    return tuple(found)


def devices_of_kind(scope: Scope, nouns: Sequence[Word]) -> tuple[str, ...]:
    """Return the devices with a configuration that an inventory says are of a kind: "which firewalls"."""
    said = [word for word in nouns if word.stem in DEVICE_STEMS][-1:]
    for label in inventories(scope.lexicon) if said else ():
        for column in _columns(label):
            values = _values(column, said)
            if values:
                held = f"n.{quote_name(column.name)} IN $values"
                rows = scope.look_up.rows(
                    f"MATCH (n:{quote_name(label.name)}) WHERE {held} RETURN DISTINCT n.key",
                    {"values": values},
                )
                keys = {str(row[0]).lower() for row in rows}
                return tuple(one for one in scope.lexicon.devices if one.lower() in keys)
    return ()


def describes_all(scope: Scope, target: Target) -> bool:
    """Tell whether an inventory has an entry for every device that another document is the configuration of."""
    entries = f"MATCH (n:{quote_name(target.label)})"
    keys = {str(row[0]).lower() for row in scope.look_up.rows(f"{entries} RETURN DISTINCT n.key", {})}
    own = files(scope)
    return all(name.lower() in keys for name in scope.lexicon.devices if name not in own)


def names_kind(scope: Scope, inside: Sequence[Word]) -> Iterator[Label]:
    """List the inventories in which words are a kind of device: a value of a column, or how their names begin."""
    for label in inventories(scope.lexicon):
        if any(_values(one, inside) for one in _columns(label)) or _begun(scope, label, inside):
            yield label


def told_of_entries(
    scope: Scope, target: Target, explained: Collection[int]
) -> tuple[list[Told], tuple[str, ...]]:
    """Read nouns as kinds of device: a column's value, or the begin of names; and say which noun is no kind of it."""
    if not is_inventory(scope, target):
        return [], ()
    label = scope.lexicon.labels[target.label]
    told: list[Told] = []
    for phrase in scope.asked.phrases:
        inside = scope.at(phrase.positions)
        found = _told(scope, label, inside)
        if found is not None:
            told.append(found)
            continue
        nouns = [word for word in inside if word.stem in DEVICE_STEMS and word.index in explained]
        if nouns and nouns[-1] is inside[-1] and _tells_kinds(label, nouns[-1]):
            return told, (nouns[-1].text,)
    spoken = {place for one in told for place in one.explained}
    others = [word for word in scope.words if word.index not in spoken and word.index not in explained]
    found = _told(scope, label, others, whole=True)
    return [*told, *([found] if found else [])], ()


def _told(scope: Scope, label: Label, inside: Sequence[Word], whole: bool = False) -> Told | None:
    for column in _columns(label):
        values = _values(column, inside, whole)
        if values:
            said = {stemmed for value in values for stemmed in _spoken(str(value))}
            places = frozenset(word.index for word in inside if word.stem in said)
            return Told(Condition(label.name, column.name, "equal", values), places)
    begun = None if whole else _begun(scope, label, inside)
    if begun is None:
        return None
    return Told(Condition(label.name, "key", "starts", (begun.stem,)), frozenset({begun.index}))


def _columns(label: Label) -> list[Property]:
    """List the columns with few different values, all of them words."""
    return [
        one
        for one in label.properties.values()
        if one.name not in HEADER | INTERNAL
        and 1 < one.distinct <= _FEW_VALUES
        and not one.is_flag
        and any(isinstance(example, str) for example in one.examples)
    ]


def _values(column: Property, inside: Sequence[Word], whole: bool = False) -> tuple[str, ...]:
    """Return the column's values that words say: whole, or by the noun at their end: an access-switch is a switch."""
    said = [word.stem for word in inside]
    if not said:
        return ()
    texts = [one for one in column.examples if isinstance(one, str) and _spoken(one)]
    full = [one for one in texts if len(_spoken(one)) > 1 and _follows(_spoken(one), said)]
    if full or whole:
        return tuple(full)
    single = [one for one in texts if _spoken(one) == (said[-1],)]
    longer = [one for one in texts if len(_spoken(one)) > 1 and _spoken(one)[-1] == said[-1]]
    return (*single, *longer)


def _spoken(value: str) -> tuple[str, ...]:
    """Return the stems of a value's words, with the short name that questions are read with: "ap"."""
    words = split_name(value)
    return tuple(stem(word) for word in phrases().get(words, words))


def _follows(wanted: Sequence[str], said: Sequence[str]) -> bool:
    return any(
        list(said[place : place + len(wanted)]) == list(wanted)
        for place in range(len(said) - len(wanted) + 1)
    )


def _begun(scope: Scope, label: Label, inside: Sequence[Word]) -> Word | None:
    """Return the noun that names of entries begin with: the bridge of bridge-01."""
    last = inside[-1] if inside else None
    if (
        last is None
        or last.stem in DEVICE_STEMS
        or len(last.stem) < _SHORTEST
        or scope.lexicon.knows(last.stem)
    ):
        return None
    shapes = (re.compile(rf"{re.escape(last.stem)}e?[-_.]?\d", re.IGNORECASE),)
    keys = label.properties["key"].examples
    return last if any(shape.match(str(key)) for shape in shapes for key in keys) else None


def _tells_kinds(label: Label, noun: Word) -> bool:
    """Tell whether a column says what kind of device each is, and none is of the kind that a noun names."""
    ends = {
        _spoken(str(one))[-1] for column in _columns(label) for one in column.examples if _spoken(str(one))
    }
    vague = {stem(word) for word in ("device", "box", "host", "node", "machine", "equipment")}
    return noun.stem not in vague and bool(ends & (DEVICE_STEMS - vague)) and noun.stem not in ends
