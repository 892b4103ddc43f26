"""Reads one part of a question as a selection; only where each of its words, values and devices is used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.reader.english import aliases, device_stems, stem, word_list
from agent.reader.question_words import Mention, Word, read_tokens
from agent.reader.selection import Condition, FindingSelection, Selection
from agent.reader.value_index import Occurrence, ValueIndex
from agent.reader.vocabulary import ROOT, Kind, Property, Vocabulary, same_words
from findings.checks import KINDS

MOST_WORDS = 4
"""Words of the longest name of a kind or property that is looked for."""
SURE_MATCHES = frozenset({"whole", "member", "short"})
Token = Word | Mention


@dataclass(slots=True)
class _Reading:
    """What has been read of a part so far."""

    kinds: list[Kind] = field(default_factory=list)
    devices: list[str] = field(default_factory=list)
    of_devices: bool = False
    names: list[tuple[str, ...]] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)


def read_part(text: str, vocabulary: Vocabulary, look_up: ValueIndex) -> Selection | None:
    """Return what a part surely asks for; None unless all of it is read in just one way."""
    tokens = read_tokens(text, vocabulary.stems)
    said = [token.text.lower() for token in tokens if isinstance(token, Word)]
    if set(said) & word_list("unsure"):
        return None
    counts = _asks_count(said)
    content = [token for token in tokens if _counts(token)]
    reading = _gather(content, vocabulary, look_up)
    if reading is None or not _asks(said):
        return None
    return _select(reading, vocabulary, look_up, counts)


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
    words = tuple(_said_in_message(one) for one in others if not devices.get(one.text))
    return FindingSelection(tuple(kinds), words, named) if kinds else None


def _finding_kinds(stemmed: str) -> frozenset[str]:
    """Return the kinds of findings that a word names; general words name all of them."""
    if stemmed in map(stem, word_list("findings")):
        return frozenset(KINDS)
    named = [one for one in word_list("finding_names") if stem(one) == stemmed]
    return frozenset(kind for kind in KINDS if kind.split("-")[0] in named)


def _said_in_message(token: Token) -> str:
    return token.stem if isinstance(token, Word) else token.text.lower()


def _asks(said: Sequence[str]) -> bool:
    return bool(said) and bool(set(said[:3]) & word_list("asking"))


def _asks_count(said: Sequence[str]) -> bool:
    joined = f" {' '.join(said)} "
    return any(f" {one} " in joined for one in ("how many", "number of", "count"))


def _counts(token: Token) -> bool:
    """Tell whether a token has to be used by a reading."""
    if isinstance(token, Mention):
        return True
    return token.sort not in ("function", "break") and token.text.lower() not in word_list("void")


def _gather(content: Sequence[Token], vocabulary: Vocabulary, look_up: ValueIndex) -> _Reading | None:
    """Sort the tokens into kinds, devices, values and other names; None where one is of no sort."""
    reading, place = _Reading(), 0
    while place < len(content):
        token = content[place]
        devices = look_up.devices(token.text) if _may_be_device(token, vocabulary) else ()
        if devices:
            reading.devices += devices
            place += 1
        elif isinstance(token, Mention):
            if token.shape in ("time", "cut"):
                return None
            before = content[place - 1] if place else None
            reading.values.append((token.text, before.stem if isinstance(before, Word) else ""))
            place += 1
        else:
            place = _gather_words(content, place, reading, vocabulary)
            if place < 0:
                return None
    return reading


def _may_be_device(token: Token, vocabulary: Vocabulary) -> bool:
    return isinstance(token, Mention) or token.text.lower() in map(str.lower, vocabulary.devices)


def _gather_words(content: Sequence[Token], place: int, reading: _Reading, vocabulary: Vocabulary) -> int:
    """Read the longest name that begins at a word, and return the place behind it; -1 where there is none."""
    for length in range(min(MOST_WORDS, len(content) - place), 0, -1):
        words = content[place : place + length]
        stems = tuple(one.stem for one in words if isinstance(one, Word))
        if len(stems) != length:
            continue
        kinds = vocabulary.named(stems)
        if kinds:
            reading.kinds += kinds
        elif any(same_words(stems, one.words) for kind in vocabulary.kinds for one in kind.properties):
            reading.names.append(stems)
        elif length == 1 and stems[0] in device_stems():
            reading.of_devices = True
        else:
            continue
        return place + length
    return -1


def _select(reading: _Reading, vocabulary: Vocabulary, look_up: ValueIndex, counts: bool) -> Selection | None:
    """Put what was read together; None where it does not fit, or fits in more than one way."""
    kinds = list(dict.fromkeys(one.label for one in reading.kinds))
    if not kinds and not reading.names:
        return _devices_only(reading, counts)
    found = [one for one in _kinds(reading, vocabulary, look_up) if not vocabulary.others(one)]
    selections = [one for kind in found if (one := _of_kind(kind, reading, look_up, counts)) is not None]
    return selections[0] if len(selections) == 1 else None


def _devices_only(reading: _Reading, counts: bool) -> Selection | None:
    if not reading.of_devices or reading.values or reading.devices:
        return None
    return Selection("", counts=counts)


def _kinds(reading: _Reading, vocabulary: Vocabulary, look_up: ValueIndex) -> list[Kind]:
    """Return the kinds that may be asked for: the one that is named, or those that have what is named."""
    named = list({one.label: one for one in reading.kinds}.values())
    if named:
        return named if len(named) == 1 else []
    return [
        kind
        for kind in vocabulary.kinds
        if not kind.is_record
        and all(_property(kind, name) for name in reading.names)
        and (kind.label == ROOT or reading.values)
    ]


def _of_kind(kind: Kind, reading: _Reading, look_up: ValueIndex, counts: bool) -> Selection | None:
    wanted = [_property(kind, name) for name in reading.names]
    conditions: list[Condition] = []
    used: set[str] = set()
    for text, before in reading.values:
        condition = _condition(kind, text, before, look_up)
        if condition is None:
            return None
        conditions.append(condition)
        used.add(condition.property)
    flags = [one for one in wanted if one is not None and one.is_flag and one.name not in used]
    if any(not reading.devices and _said_otherwise(kind, one) for one in flags):
        return None
    conditions += [Condition(one.name, (True,)) for one in flags]
    used.update(one.name for one in flags)
    properties = [one.name for one in wanted if one is not None and one.name not in used]
    if None in wanted or (kind.label == ROOT and not properties) or (counts and properties):
        return None
    if properties and not (conditions or reading.devices):
        return None
    if reading.of_devices and (properties or reading.devices):
        return None
    return Selection(
        kind.label,
        tuple(conditions),
        tuple(dict.fromkeys(reading.devices)),
        tuple(properties),
        counts,
        reading.of_devices,
    )


def _said_otherwise(kind: Kind, flag: Property) -> bool:
    """Tell whether other things of the kind may say the same by another switch: shutdown and disable."""
    near = {other for word in flag.words for other in aliases(word)}
    return any(one.is_flag and one.name != flag.name and near & set(one.words) for one in kind.properties)


def _property(kind: Kind, stems: Sequence[str]) -> Property | None:
    found = [one for one in kind.properties if same_words(stems, one.words) and one.name != "key"]
    return found[0] if len(found) == 1 else None


def _condition(kind: Kind, text: str, before: str, look_up: ValueIndex) -> Condition | None:
    """Find the one property of a kind that holds a value; the word before it may name it."""
    found = [one for one in _occurrences(kind, text, look_up) if one.match in SURE_MATCHES]
    names = {one.name: one for one in kind.properties}
    told = [one for one in found if one.property in names and before in names[one.property].words]
    held = {one.property for one in told or found}
    if len(held) != 1:
        return None
    values = {one.value for one in told or found}
    return Condition(held.pop(), tuple(sorted(values, key=str)))


def _occurrences(kind: Kind, text: str, look_up: ValueIndex) -> list[Occurrence]:
    found = [one for one in look_up.find(text) if one.label == kind.label]
    if found or not text.replace(".", "").isdigit():
        return found
    return [
        Occurrence(kind.label, one.name, value)
        for one in kind.properties
        for value in look_up.holds(kind.label, one.name, text)
    ]
