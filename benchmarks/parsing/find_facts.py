"""Looks for every fact in the entities of its file: right values on the right lines."""

from __future__ import annotations

import ipaddress
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from benchmarks.parsing.records import Fact, FactReport, Invented, Missed, Wanted
from graph_store.records import Entity, Scalar

# Tells whether an entity holds a value, whatever its types and properties are called.


_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_NUMBERED = re.compile(r"([A-Za-z][A-Za-z\-]*) ?(\d.*)")
_YES, _NO = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})
_PHRASE_WORDS, _PHRASE_VALUES = 4, 2
DIRECTIONS = {
    "in": frozenset({"in", "inbound", "import", "ingress", "incoming"}),
    "out": frozenset({"out", "outbound", "export", "egress", "outgoing"}),
}


def holds(entity: Entity, wanted: Wanted) -> bool:
    """Tell whether a key, value, property name or type of the entity says what is wanted, by its role."""
    match wanted.role:
        case "name":
            return _holds_name(entity, wanted.text)
        case "word":
            return _holds_word(entity, wanted.text)
        case "mask":
            return any(_is_mask(value, wanted) for _, value in _items(entity))
        case "direction":
            return _holds_direction(entity, wanted)
        case "on":
            return says(entity, wanted.text)
        case "off":
            return not says(entity, wanted.text) and (
                _holds_word(entity, wanted.text) or says(entity, wanted.text, "no")
            )
        case _:
            return _holds_value(entity, wanted.text)


def says(entity: Entity, flag: str, *with_words: str) -> bool:
    """Tell whether a flag is on: a property of that name is true, or the word itself is a value.

    A property or value with "no" in it says that it is off, unless "no" is among `with_words`.
    """
    wanted = {flag, *with_words}
    for name, value in _items(entity):
        words, written = _words(name), _words(str(value))
        on = value is True or str(value).lower() in _YES or flag in written
        named = flag in words or flag in written
        if named and on and ("no" in words | written) == ("no" in wanted):
            return True
    return False


def _items(entity: Entity) -> Iterator[tuple[str, Scalar]]:
    yield "key", entity.key
    for name, value in entity.values.items():
        for item in value if isinstance(value, tuple) else (value,):
            yield name, item


def _singles(entity: Entity) -> list[Scalar]:
    return [entity.key, *(value for value in entity.values.values() if not isinstance(value, tuple))]


def _holds_name(entity: Entity, name: str) -> bool:
    """Tell whether a single value is the name, or its number where a word beside it says the rest."""
    singles = _singles(entity)
    if any(_equal(value, name) for value in singles):
        return True
    split = _NUMBERED.fullmatch(name)
    return (
        split is not None
        and any(_equal(value, split[2]) for value in singles)
        and _holds_word(entity, split[1])
    )


def _holds_value(entity: Entity, text: str) -> bool:
    """Tell whether a value shows the text; of a prefix, one may show the address and one the length."""
    if any(_shows(value, text) for _, value in _items(entity)):
        return True
    address, slash, length = text.partition("/")
    return bool(slash and address and length.isdecimal()) and all(
        any(_equal(value, part) for _, value in _items(entity)) for part in (address, length)
    )


def _holds_word(entity: Entity, word: str) -> bool:
    parts = _words(word)
    if parts <= _words(entity.type):
        return True
    for name, value in _items(entity):
        spoken = _words(str(value)) if len(str(value).split()) <= _PHRASE_WORDS else frozenset()
        if parts <= spoken or (parts <= _words(name) and value is not False):
            return True
    return False


def _holds_direction(entity: Entity, wanted: Wanted) -> bool:
    """Tell whether the entity says that its value `of` is for this direction, and not for the other."""
    words = DIRECTIONS[wanted.text]
    others = DIRECTIONS["out" if wanted.text == "in" else "in"]
    names = [_words(name) for name, value in _items(entity) if _shows(value, wanted.of)]
    if any(name & words for name in names):
        return True
    beside = [(name, value) for name, value in _items(entity) if not _shows(value, wanted.of)]
    says_so = any(
        str(value).lower() in words or (value is True and _words(name) & words) for name, value in beside
    )
    return says_so and any(not name & others for name in names)


def _is_mask(value: Scalar, wanted: Wanted) -> bool:
    if _shows(value, wanted.text):
        return True
    address, slash, length = str(value).partition("/")
    return bool(slash) and address == wanted.of and length == _length(wanted.text)


def _length(mask: str) -> str:
    """Return the prefix length of a mask or wildcard; blank for one that has none."""
    try:
        return str(ipaddress.IPv4Network(f"0.0.0.0/{mask}").prefixlen)
    except ValueError:
        return ""


def _shows(value: Scalar, text: str) -> bool:
    """Tell whether the value is the text, its address with a length, or a short phrase with it.

    A phrase has at most four words, and two values next to each other: a whole line copied shows nothing.
    """
    if _equal(value, text):
        return True
    if not isinstance(value, str):
        return False
    if "/" not in text and value.partition("/")[0] == text and value.count("/") == 1 and "." in text:
        return True
    tokens = value.split()
    marks = "".join("v" if token == text or not token.isalpha() else "w" for token in tokens)
    return (
        1 < len(tokens) <= _PHRASE_WORDS
        and any(_equal(token, text) for token in tokens)
        and re.fullmatch(rf"w*v{{1,{_PHRASE_VALUES}}}w*", marks) is not None
    )


def _equal(value: Scalar, text: str) -> bool:
    if isinstance(value, bool):
        return False
    if _NUMBER.fullmatch(str(value)) and _NUMBER.fullmatch(text):
        return float(value) == float(text)
    return " ".join(str(value).split()).strip("\"'").lower() == text.strip("\"'").lower()


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(text))


ORDER = "its place in the list"


class Entities:
    """One file's entities by line, with their families."""

    def __init__(self, entities: Sequence[Entity]) -> None:
        self.all = entities
        self._by_ordinal = {entity.ordinal: entity for entity in entities}
        self._by_line: dict[int, list[Entity]] = defaultdict(list)
        self._children: dict[int, list[Entity]] = defaultdict(list)
        for entity in entities:
            for number in entity.lines:
                self._by_line[number].append(entity)
            if entity.parent is not None:
                self._children[entity.parent].append(entity)

    def on(self, number: int) -> Sequence[Entity]:
        """Return the entities that have the line as their own."""
        return self._by_line.get(number, ())

    def above(self, entity: Entity) -> Iterator[Entity]:
        """Yield the enclosing entities, the nearest first."""
        while entity.parent is not None and entity.parent in self._by_ordinal:
            entity = self._by_ordinal[entity.parent]
            yield entity

    def below(self, entity: Entity) -> Iterator[Entity]:
        """Yield the entity and all in it."""
        yield entity
        for child in self._children.get(entity.ordinal, ()):
            yield from self.below(child)


def find_facts(facts: Sequence[Fact], entities: Sequence[Entity]) -> FactReport:
    """Judge the entities of one file by its facts, which come in the order of their kinds and lines.

    A fact is found where an entity with its first line, the entities below it and, for what may stand above, those
    that enclose it, hold all its values; each value is held by an entity with the value's line.
    """
    known = Entities(entities)
    taken: dict[str, set[int]] = defaultdict(set)
    last: dict[str, int] = {}
    missed: list[Missed] = []
    stands_for: dict[int, str] = {}
    for fact in facts:
        free = [entity for entity in known.on(fact.number) if entity.ordinal not in taken[fact.kind]]
        tries = [(_lacks(fact, entity, known, taken[fact.kind], last), entity) for entity in free]
        lacks, entity = min(tries, key=lambda each: (len(each[0]), -each[1].ordinal), default=((), None))
        if entity is None or lacks:
            missed.append(Missed(fact, lacks))
            continue
        if fact.alone:
            taken[fact.kind].add(entity.ordinal)
        if fact.order:
            last[fact.order] = entity.ordinal
        stands_for[entity.ordinal] = fact.kind
    invented = _invented(facts, entities, stands_for)
    return FactReport(_count(facts, missed), tuple(missed), tuple(invented))


def add_reports(reports: Iterable[FactReport]) -> FactReport:
    """Make one report of several files'."""
    given = list(reports)
    expected: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for report in given:
        for kind, wanted, held in report.kinds:
            expected[kind] += wanted
            found[kind] += held
    return FactReport(
        tuple((kind, expected[kind], found[kind]) for kind in expected),
        tuple(missed for report in given for missed in report.missed),
        tuple(each for report in given for each in report.invented),
    )


def _lacks(
    fact: Fact, entity: Entity, known: Entities, taken: set[int], last: dict[str, int]
) -> tuple[str, ...]:
    """Return what the entity does not hold, with all in it that stands for no other fact of the kind."""
    family = tuple(each for each in known.below(entity) if each.ordinal not in taken)
    above = tuple(known.above(entity))
    lacks = [
        f"{wanted.text} ({wanted.number})" if wanted.number != fact.number else wanted.text
        for wanted in fact.wanted
        if not _held(wanted, family, above)
    ]
    if fact.unless and says(entity, fact.unless):
        lacks.append(f"says {fact.unless}")
    if fact.order and entity.ordinal < last.get(fact.order, 0):
        lacks.append(ORDER)
    return tuple(lacks)


def _held(wanted: Wanted, family: Iterable[Entity], above: Iterable[Entity]) -> bool:
    if any(wanted.number in entity.lines and holds(entity, wanted) for entity in family):
        return True
    return wanted.above and any(holds(entity, wanted) for entity in above)


def _count(facts: Iterable[Fact], missed: Iterable[Missed]) -> tuple[tuple[str, int, int], ...]:
    expected = Counter(fact.kind for fact in facts)
    lost = Counter(each.fact.kind for each in missed)
    return tuple((kind, number, number - lost[kind]) for kind, number in expected.items())


def _invented(
    facts: Sequence[Fact], entities: Iterable[Entity], stands_for: dict[int, str]
) -> Iterator[Invented]:
    """Yield the entities that state nothing though most others of their type stand for facts."""
    told = {number for fact in facts for number in (fact.number, *fact.lines)}
    listed = list(entities)
    sizes = Counter(entity.type for entity in listed)
    used = Counter(entity.type for entity in listed if entity.ordinal in stands_for)
    path = facts[0].path if facts else ""
    for entity in listed:
        if 2 * used[entity.type] > sizes[entity.type] and entity.lines and not told & set(entity.lines):
            yield Invented(path, entity.lines[0], entity.type, entity.key)
