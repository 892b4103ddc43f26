"""Looks for every fact in the entities of its file: right values on the right lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from evaluation.parsing.held_values import holds, says
from evaluation.parsing.records import Fact, FactReport, Invented, Missed, Wanted
from graph_store.records import Entity

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
