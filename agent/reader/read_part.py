"""Reads one part of a question as a selection. Returns None unless every word, value and device is used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from agent.reader.english import aliases, device_stems, stem, word_list, words_for
from agent.reader.question_words import Mention, Word, read_tokens
from agent.reader.selection import Condition, FindingSelection, ReferenceTarget, Selection
from agent.reader.value_index import ValueIndex, ValueOccurrence
from agent.reader.vocabulary import ROOT, KnownLabel, Property, Vocabulary, same_words
from findings.checks import KINDS
from graph_store.schema import quote_name

MOST_WORDS = 4
"""Words of the longest name of a kind or property that is looked for."""
SURE_MATCHES = frozenset({"whole", "member", "short"})
Token = Word | Mention


@dataclass(slots=True)
class _Reading:
    """What was read so far; `named` are kinds with the value right behind them: interface Ethernet0/1."""

    kinds: list[tuple[KnownLabel, ...]] = field(default_factory=list)
    devices: list[str] = field(default_factory=list)
    other_devices: list[str] = field(default_factory=list)
    of_devices: bool = False
    names: list[tuple[tuple[str, ...], bool]] = field(default_factory=list)
    values: list[tuple[str, str, bool]] = field(default_factory=list)
    named: list[tuple[tuple[KnownLabel, ...], str]] = field(default_factory=list)
    denies: bool = False
    groups: bool = False
    order: str = ""
    unread: list[str] = field(default_factory=list)


def read_part(text: str, vocabulary: Vocabulary, look_up: ValueIndex) -> Selection | None:
    """Return what a part surely asks for; None unless all of it is read in just one way."""
    tokens = read_tokens(text, vocabulary.stems)
    said = [token.text.lower() for token in tokens if isinstance(token, Word)]
    whole = said[:2] in (["show", one] for one in word_list("whole_blocks"))
    left = tokens[2:] if whole else tokens
    if set(said) & word_list("unsure") - word_list("denying") - _read_orders():
        return None
    reading = _gather([one for one in left if _counts(one) or _steers(one)], vocabulary, look_up)
    counts = any(f" {one} " in f" {' '.join(said)} " for one in ("how many", "number of", "count"))
    grouped = not reading.groups or (reading.of_devices and (counts or reading.order))
    if reading.unread or reading.denies or not grouped:
        return None
    found = _select(reading, vocabulary, look_up, counts)
    if found is None:
        return None
    if whole:
        is_one = any(one.property == "key" for one in found.conditions) and not found.properties
        return replace(found, whole=True) if is_one else None
    return replace(found, exists=bool(said) and said[0] in word_list("asking_whether"))


def unread_words(text: str, vocabulary: Vocabulary, look_up: ValueIndex) -> tuple[str, ...]:
    """Return the words of a part that name nothing of the graph, as they were written; not what they are short for."""
    tokens = [one for one in read_tokens(text, vocabulary.stems) if _counts(one)]
    unread = _gather(tokens, vocabulary, look_up).unread
    written = set(re.findall(r"[^\s,;?!()]+", text))
    return tuple(dict.fromkeys(word for word in unread if word in written))


def near_readings(text: str, vocabulary: Vocabulary, look_up: ValueIndex) -> tuple[Selection, ...]:
    """Return what else may be asked of the kinds and devices that a part names: all things of each kind."""
    tokens = [one for one in read_tokens(text, vocabulary.stems) if _counts(one)]
    reading = _gather(tokens, vocabulary, look_up)
    devices = tuple(dict.fromkeys(reading.devices))
    named = [*reading.kinds, *(found for found, _ in reading.named)]
    sure = [found[0] for found in named if len(found) == 1 and not vocabulary.others(found[0])]
    labels = dict.fromkeys(one.label for one in sure if not one.is_mixed)
    return tuple(Selection(label, devices=devices) for label in labels)


def _read_orders() -> frozenset[str]:
    return word_list("per_group") | word_list("most") | word_list("fewest")


def _steers(token: Token) -> bool:
    """Tell whether a word says how what comes next is meant: denied, counted for each, or put in order."""
    return isinstance(token, Word) and token.text.lower() in word_list("denying") | _read_orders()


def read_findings_part(text: str, vocabulary: Vocabulary, look_up: ValueIndex) -> FindingSelection | None:
    """Return the findings that a part asks for by name; its other words have to stand in what they say."""
    tokens = read_tokens(text, vocabulary.stems)
    content = [one for one in tokens if _counts(one)]
    asked = [one for one in content if isinstance(one, Word) and _finding_kinds(one.stem)]
    said = {one.text.lower() for one in tokens if isinstance(one, Word)} - {one.text.lower() for one in asked}
    if not asked or said & word_list("unsure"):
        return None
    kinds = [kind for kind in KINDS if all(kind in _finding_kinds(one.stem) for one in asked)]
    others = [one for one in content if one not in asked]
    devices = {one.text: look_up.devices(one.text) for one in others if _may_be_device(one, vocabulary)}
    named = tuple(dict.fromkeys(name for found in devices.values() for name in found))
    left = [one for one in others if not devices.get(one.text)]
    words = tuple(one.stem if isinstance(one, Word) else one.text.lower() for one in left)
    return FindingSelection(tuple(kinds), words, named) if kinds else None


def _finding_kinds(stemmed: str) -> frozenset[str]:
    if stemmed in map(stem, word_list("findings")):
        return frozenset(KINDS)
    named = [one for one in word_list("finding_names") if stem(one) == stemmed]
    return frozenset(kind for kind in KINDS if kind.split("-")[0] in named)


def _counts(token: Token) -> bool:
    """Tell whether a token has to be used by a reading."""
    if isinstance(token, Mention):
        return True
    return token.sort not in ("function", "break") and token.text.lower() not in word_list("void")


def _gather(content: Sequence[Token], vocabulary: Vocabulary, look_up: ValueIndex) -> _Reading:
    """Sort the tokens into kinds, devices, values and other names; `unread` are those of no sort."""
    reading, place = _Reading(), 0
    while place < len(content):
        token = content[place]
        devices = look_up.devices(token.text) if _may_be_device(token, vocabulary) else ()
        if devices:
            (reading.other_devices if reading.denies else reading.devices).extend(devices)
            reading.denies = False
            place += 1
        elif isinstance(token, Mention):
            _gather_value(token, content[place - 1] if place else None, reading)
            place += 1
        elif _steers(token):
            word = token.text.lower()
            if word in word_list("denying"):
                reading.denies = True
            else:
                reading.groups = True
                ordered = "ASC" if word in word_list("fewest") else "DESC"
                reading.order = reading.order if word in word_list("per_group") else ordered
            place += 1
        else:
            place = _gather_words(content, place, reading, vocabulary)
    return reading


def _gather_value(token: Mention, before: Token | None, reading: _Reading) -> None:
    if token.shape in ("time", "cut"):
        reading.unread.append(token.text)
        return
    stemmed = before.stem if isinstance(before, Word) else ""
    behind_kind = reading.kinds and stemmed and any(stemmed == one.words[-1] for one in reading.kinds[-1])
    if behind_kind and not reading.denies and len(reading.kinds) > 1:
        reading.named.append((reading.kinds.pop(), token.text))
        return
    reading.values.append((token.text, stemmed, reading.denies))
    reading.denies = False


def _may_be_device(token: Token, vocabulary: Vocabulary) -> bool:
    return isinstance(token, Mention) or token.text.lower() in map(str.lower, vocabulary.devices)


def _gather_words(content: Sequence[Token], place: int, reading: _Reading, vocabulary: Vocabulary) -> int:
    """Read the longest name that begins at a word, and return the place behind it."""
    for length in range(min(MOST_WORDS, len(content) - place), 0, -1):
        words = content[place : place + length]
        stems = tuple(one.stem for one in words if isinstance(one, Word))
        if len(stems) != length:
            continue
        kinds = vocabulary.named(stems)
        if kinds and not reading.denies:
            reading.kinds.append(kinds)
        elif any(same_words(stems, one.words) for kind in vocabulary.kinds for one in kind.properties):
            reading.names.append((stems, reading.denies))
            reading.denies = False
        elif length == 1 and stems[0] in device_stems():
            reading.of_devices = True
        else:
            continue
        return place + length
    reading.unread.append(content[place].text)
    return place + 1


def _select(reading: _Reading, vocabulary: Vocabulary, look_up: ValueIndex, counts: bool) -> Selection | None:
    """Put what was read together; None where it does not fit, or fits in more than one way."""
    if not reading.kinds and not reading.names:  # of devices alone
        is_more = (
            reading.values or reading.devices or reading.other_devices or reading.named or reading.groups
        )
        return None if not reading.of_devices or is_more else Selection("", counts=counts)
    kinds = list({one.label: one for found in reading.kinds for one in found}.values())
    if not reading.kinds:
        kinds = [one for one in vocabulary.kinds if _may_be_asked(one, reading)]
    elif len(kinds) > 1:
        return None
    sure = (one for one in kinds if not vocabulary.others(one))
    selections = [_of_kind(kind, reading, vocabulary, look_up, counts) for kind in sure]
    found = [one for one in selections if one is not None]
    return found[0] if len(found) == 1 else None


def _may_be_asked(kind: KnownLabel, reading: _Reading) -> bool:
    """Tell whether a kind that is not named has all that is: what is asked may be a property of it."""
    if kind.is_record or not (kind.label == ROOT or reading.values):
        return False
    return all(_property(kind, name) for name, _ in reading.names)


def _of_kind(
    kind: KnownLabel, reading: _Reading, vocabulary: Vocabulary, look_up: ValueIndex, counts: bool
) -> Selection | None:
    conditions = _conditions(kind, reading, vocabulary, look_up)
    references = _references(kind, reading, vocabulary, look_up)
    if conditions is None or references is None or (kind.is_mixed and not reading.values):
        return None
    used = {one.property for one in conditions}
    wanted = [_property(kind, name) for name, denied in reading.names if not denied]
    properties = [one.name for one in wanted if one is not None and one.name not in used]
    if None in wanted or (counts and properties):
        return None
    if kind.label == ROOT and (reading.groups or not (properties or conditions)):
        return None
    if properties and not (conditions or reading.devices or references):
        return None
    if reading.of_devices and (properties or (reading.devices and not reading.groups)):
        return None
    return Selection(
        kind.label,
        tuple(conditions),
        tuple(dict.fromkeys(reading.devices)),
        tuple(properties),
        counts,
        reading.of_devices,
        tuple(dict.fromkeys(reading.other_devices)),
        references,
        (reading.order or "DESC") if reading.groups else "",
    )


def _conditions(
    kind: KnownLabel, reading: _Reading, vocabulary: Vocabulary, look_up: ValueIndex
) -> list[Condition] | None:
    """Return what the values, switches and denials say; None where one does not fit the kind."""
    conditions: list[Condition] = []
    for text, before, denied in reading.values:
        condition = _condition(kind, text, before, look_up)
        if condition is None or (denied and not vocabulary.all_have(kind, condition.property)):
            return None
        conditions.append(replace(condition, denied=denied))
    used = {one.property for one in conditions}
    for name, denied in reading.names:
        found = _property(kind, name)
        if found is None or found.name in used:
            continue
        if found.is_flag and not reading.devices and _said_otherwise(kind, found, look_up):
            return None
        if denied and (_said_otherwise(kind, found, look_up) or not vocabulary.all_have(kind, found.name)):
            return None
        if found.is_flag or denied:
            conditions.append(Condition(found.name, (True,) if found.is_flag else (), denied))
    return conditions


def _references(
    kind: KnownLabel, reading: _Reading, vocabulary: Vocabulary, look_up: ValueIndex
) -> tuple[ReferenceTarget, ...] | None:
    """Return what things of a kind refer to or hang under; None where the graph has no such relation, or two."""
    found: list[ReferenceTarget] = []
    for kinds, text in reading.named:
        paths = {(one.label, path) for one in kinds if (path := vocabulary.relation(kind, one))}
        if len(paths) != 1:
            return None
        label, path = paths.pop()
        target = next(one for one in kinds if one.label == label)
        condition = _condition(target, text, target.words[-1], look_up)
        if condition is None or condition.property != "key":
            return None
        found.append(ReferenceTarget(label, path, condition.values))
    return tuple(found)


def _said_otherwise(kind: KnownLabel, flag: Property, look_up: ValueIndex) -> bool:
    """Tell whether other things of the kind may say the same: shutdown, disable, `disabled: yes`, `state: off`."""
    near = {other for word in flag.words for other in aliases(word)}
    others = [one for one in kind.properties if one.name != flag.name]
    if any(near & set(one.words) if one.is_flag else set(one.words) <= near for one in others):
        return True
    words = sorted(words_for(flag.words))
    statement = (
        f"MATCH (n:{quote_name(kind.label)}) UNWIND keys(n) AS name UNWIND ([] + n[name]) AS value "
        "WITH name, value WHERE toLower(toString(value)) IN $words RETURN DISTINCT name LIMIT 5"
    )
    return flag.is_flag and bool(words and look_up.rows(statement, {"words": words}))


def _property(kind: KnownLabel, stems: Sequence[str]) -> Property | None:
    found = [one for one in kind.properties if same_words(stems, one.words) and one.name != "key"]
    return found[0] if len(found) == 1 else None


def _condition(kind: KnownLabel, text: str, before: str, look_up: ValueIndex) -> Condition | None:
    """Find the one property of a kind that holds a value; the word before it may name it."""
    stored = [one for one in look_up.find(text) if one.label == kind.label]
    if not stored and text.replace(".", "").isdigit():
        stored = [
            ValueOccurrence(kind.label, one.name, value)
            for one in kind.properties
            for value in look_up.holds(kind.label, one.name, text)
        ]
    found = [one for one in stored if one.match in SURE_MATCHES]
    names = {one.name: one for one in kind.properties}
    told = [one for one in found if one.property in names and before in names[one.property].words]
    held = {one.property for one in told or found}
    if len(held) != 1:
        return None
    values = {one.value for one in told or found}
    return Condition(held.pop(), tuple(sorted(values, key=str)))
