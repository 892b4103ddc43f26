"""Learns the grammar of a configuration syntax from statements: keywords, variables, nested blocks, entities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ingest.concepts.common_labels import read_concepts
from ingest.induction.configurations.parser_parts.records import DIRECTIONS
from ingest.induction.configurations.parser_parts.statements import Statement
from ingest.induction.configurations.parser_parts.tokens import shape
from ingest.induction.configurations.words_that_vary import (
    END,
    Position,
    SeenStatement,
    continuations,
    is_free_text,
    is_list,
    numbered_actions,
    says_text,
    values_among,
)
from ingest.relations.name_words import singular
from language_model.redact import Redactor
from language_model.redaction.secret_words import STEMS

MOST_TOKENS = 40
"""Behind so many tokens of a statement everything is text."""


@dataclass(slots=True)
class GrammarNode:
    """One place in the grammar; what may follow there. `entity` and `entry` hold keyword paths until they are named.

    `listed`: a variable whose values go on to the end of the statement.
    """

    words: dict[str, GrammarNode] = field(default_factory=dict)
    slot: GrammarNode | None = None
    block: GrammarNode | None = None
    text: bool = False
    listed: bool = False
    entity: EntityPlace | None = None
    entry: EntityPlace | None = None


@dataclass(slots=True)
class EntityPlace:
    """Where an entity type is born: the words that lead to it, and the place of the type that encloses it.

    `inline`: the key of the enclosing entity stands in the same statement.
    """

    words: tuple[str, ...]
    container: tuple[str, ...]
    parent: EntityPlace | None
    is_entry: bool = False
    keyed: bool = True
    inline: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Trail:
    """How a node was reached: keywords since the last value, those of enclosing blocks, the enclosing entity."""

    keywords: tuple[str, ...] = ()
    container: tuple[str, ...] = ()
    entity: EntityPlace | None = None
    start: bool = True
    after_entity: bool = False
    after_value: bool = False
    entry: bool = False
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What one run over the statements teaches the next: words that exclude each other, keywords that name entities."""

    enumerations: frozenset[frozenset[str]] = frozenset()
    keyed_words: frozenset[tuple[str, ...]] = frozenset()


class GrammarLearner:
    """Learns one grammar; run twice, the second time with what the first run found."""

    def __init__(self, style: str, capitals_are_names: bool, known: Findings) -> None:
        self.style = style
        self.capitals_are_names = capitals_are_names
        self.known = known
        self.enumerations: set[frozenset[str]] = set()
        self.vocabulary: dict[str, set[str]] = defaultdict(set)
        self.places: list[EntityPlace] = []
        self._scopes = count(1)
        self._secrets: dict[int, tuple[str, ...]] = {}
        self._statements: Counter[int] = Counter()

    def learn(self, documents: Sequence[Sequence[Statement]]) -> GrammarNode:
        """Learn from the top statements of every document."""
        for statements in documents:
            self._note_words(statements)
        occurrences = [
            SeenStatement(statement, 0, scope)
            for scope, statements in zip(self._scopes, documents, strict=False)
            for statement in statements
            if not statement.comment and statement.tokens
        ]
        return self._node(occurrences, Trail())

    def _note_words(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            for token in statement.tokens:
                self.vocabulary[token].add(statement.tokens[0])
            self._note_words(statement.children)

    def _secrets_of(self, item: SeenStatement) -> tuple[str, ...]:
        """Return a statement's secrets: one that all devices share is a value, and no part of a property's name."""
        statement = item.statement
        if id(statement) not in self._secrets:
            said = statement.raw.lower()
            named = any(stem in said for stem in STEMS)
            self._secrets[id(statement)] = Redactor().secrets([statement.raw]) if named else ()
        return self._secrets[id(statement)]

    def findings(self) -> Findings:
        """Return what a second run should know."""
        keyed = {place.words for place in self.places if place.words}
        return Findings(frozenset(self.enumerations), frozenset(keyed))

    def _node(self, occurrences: Sequence[SeenStatement], trail: Trail) -> GrammarNode:
        node = GrammarNode()
        ended = [item for item in occurrences if item.ended]
        if any(item.statement.children for item in ended):
            node.block = self._block(ended, trail)
        groups: dict[str, list[SeenStatement]] = defaultdict(list)
        for item in occurrences:
            if not item.ended:
                groups[item.token].append(item)
        if not groups:
            return node
        if occurrences[0].position >= MOST_TOKENS:
            node.text = True
            return node
        position = self._position(trail)
        if is_free_text(groups, position, self.vocabulary):
            node.text = True
            return node
        key = self._key(trail)
        known = {word for word, items in groups.items() if all(item.is_keyword for item in items)}
        known |= {word for word in groups if key and read_concepts().is_no_name(key, word)}
        values = values_among(groups, position) | numbered_actions(groups, position)
        named = self._named(groups, trail, key)
        values = (values | named) - known
        values |= {
            word for word, items in groups.items() if any(word in self._secrets_of(item) for item in items)
        }
        if not named:
            self._note_enumeration(values, groups, position)
        for word, items in groups.items():
            if word not in values:
                follow = replace(trail, keywords=(*trail.keywords, word), start=False, after_entity=False)
                node.words[word] = self._node([item.step() for item in items], follow)
        if values:
            found = [item for token, items in groups.items() if token in values for item in items]
            node.slot = self._slot(found, trail)
        return node

    def _named(
        self, groups: Mapping[str, Sequence[SeenStatement]], trail: Trail, key: tuple[str, ...]
    ) -> set[str]:
        """Return the words that name things, by the field's words before them (`key`) or around them."""
        if key:
            named = {word for word in groups if not read_concepts().is_no_name(key, word)}
            return {word for word in named if not trail.inline or shape(word) != "word"}
        if trail.keywords and not trail.after_value:
            said = " ".join(word for word in trail.keywords if word not in DIRECTIONS)
            if said and read_concepts().referred_by(said):
                return {word for word, items in groups.items() if all(map(_ends_a_reference, items))}
        items = [item for found in groups.values() for item in found]
        return set(groups) if trail.start and self._are_blocks_of_key(items, trail) else set()

    def _key(self, trail: Trail) -> tuple[str, ...]:
        """Return the keywords right before, perhaps those of blocks around, that the field names things by."""
        if trail.after_value or not trail.keywords:
            return ()
        said = (*trail.container, *trail.keywords)
        shortest = 1 if self.style == "flat" else len(trail.keywords)
        return next(
            (said[-n:] for n in range(len(said), shortest - 1, -1) if said[-n:] in read_concepts().keys), ()
        )

    def _are_blocks_of_key(self, items: Sequence[SeenStatement], trail: Trail) -> bool:
        """True for blocks inside a block that holds things of one kind by their names: `users { admin { } }`."""
        around = [
            (*trail.container[-n:-1], singular(trail.container[-1]))
            for n in (1, 2)
            if len(trail.container) >= n
        ]
        keys = read_concepts().keys
        named = any(words in keys for words in around) or trail.container[-1:] in keys
        return named and all(item.step().ended and item.statement.children for item in items)

    def _position(self, trail: Trail) -> Position:
        return Position(
            at_start=trail.start,
            at_root=trail.start and trail.entity is None and not trail.container,
            after_entity=trail.after_entity,
            after_value=trail.after_value,
            capitals_are_names=self.capitals_are_names,
            keyed=bool(trail.keywords) and trail.keywords in self.known.keyed_words,
            named=bool(trail.keywords),
            says_text=says_text(trail.keywords, trail.entity is not None),
            entry=trail.entry and not trail.keywords and not trail.after_value,
            enumerations=self.known.enumerations,
        )

    def _note_enumeration(
        self, values: set[str], groups: Mapping[str, Sequence[SeenStatement]], position: Position
    ) -> None:
        plain = frozenset(value for value in values if shape(value) == "word" and value == value.lower())
        goes_on = all(set(continuations(groups[value])) != {END} for value in plain)
        if 2 <= len(plain) == len(values) <= 6 and goes_on:
            self.enumerations.add(plain)

    def _block(self, ended: Sequence[SeenStatement], trail: Trail) -> GrammarNode:
        """Learn what stands inside blocks; a block without a value of its own lends its words to what is inside."""
        inner = Trail(container=(*trail.container, *trail.keywords), entity=trail.entity)
        occurrences = [
            SeenStatement(child, 0, item.scope)
            for item in ended
            for child in item.statement.children
            if not child.comment and child.tokens
        ]
        return self._node(occurrences, inner)

    def _slot(self, found: Sequence[SeenStatement], trail: Trail) -> GrammarNode:
        if trail.keywords and trail.entity is not None and is_list(found):
            return GrammarNode(listed=True)
        place, entry = self._entity_at(found, trail)
        if place is None and trail.keywords and is_list(found):
            return GrammarNode(listed=True)
        if place is None:
            follow = replace(trail, keywords=(), start=False, after_entity=False, after_value=True)
            return self._node([item.step() for item in found], follow)
        self.places.append(place)
        if entry is not None:
            self.places.append(entry)
        scopes: dict[tuple[int, str], int] = defaultdict(lambda: next(self._scopes))
        each = entry is not None or not place.keyed
        steps = [
            item.step(
                next(self._scopes) if each or item.statement.separate else scopes[item.scope, item.token]
            )
            for item in found
        ]
        self._statements.update(item.scope for item in steps)
        listed = each or place.is_entry
        follow = Trail((), (), entry or place, False, not listed, entry is None and each, listed, inline=True)
        node = self._node(steps, follow)
        node.entity, node.entry = place, entry
        return node

    def _entity_at(
        self, found: Sequence[SeenStatement], trail: Trail
    ) -> tuple[EntityPlace | None, EntityPlace | None]:
        """Decide whether a variable is the key of an entity, and whether each of its lines is an entry of its own."""
        if trail.after_value or trail.entry:
            return None, None
        if trail.inline and (all(map(_is_mask_of_key, found)) or self._describe_one_key(found)):
            return None, None
        if trail.inline and _is_choice(found):
            return None, None
        opens_block = any(item.statement.children for item in found)
        lines: dict[tuple[int, str], list[SeenStatement]] = defaultdict(list)
        keys: dict[int, set[str]] = defaultdict(set)
        for item in found:
            lines[item.scope, item.token].append(item)
            keys[item.scope].add(item.token)
        most_keys = max(len(values) for values in keys.values())
        most_lines = max(len(items) for items in lines.values())
        holds_more = self.style == "flat" and _may_hold_more(found)
        ends = trail.entity is not None and all(item.step().ended for item in found)
        said = bool(self._key(trail)) and (not ends or all(shape(item.token) == "address" for item in found))
        known = said or (not trail.keywords and self._are_blocks_of_key(found, trail))
        if not (opens_block or known or (holds_more and trail.keywords)) and most_keys < 2 and most_lines < 2:
            return None, None
        if not opens_block and not known and most_keys < 2 and all(item.step().ended for item in found):
            return None, None
        if not trail.keywords and not trail.container:
            return self._entries_without_keyword(found, trail, most_lines)
        place = EntityPlace(trail.keywords, trail.container, trail.entity, inline=trail.inline)
        if most_lines > 1 and self._lines_are_entries(lines):
            return place, EntityPlace((), (), place, is_entry=True, keyed=False)
        return place, None

    def _describe_one_key(self, found: Sequence[SeenStatement]) -> bool:
        """True for addresses behind keys that no other statement has: a property of them, not what they hold."""
        if self.style == "flat" or not all(shape(item.token) in ("address", "mask") for item in found):
            return False
        return all(self._statements[item.scope] == 1 for item in found)

    def _entries_without_keyword(
        self, found: Sequence[SeenStatement], trail: Trail, most_lines: int
    ) -> tuple[EntityPlace | None, None]:
        """Lines that begin with a value (`permit ...`, `10 permit ...`) are entries of what encloses them."""
        if trail.after_entity:
            return None, None
        numbered = most_lines == 1 and sum(shape(item.token) != "word" for item in found) > 0.9 * len(found)
        return EntityPlace((), (), trail.entity, is_entry=True, keyed=numbered), None

    def _lines_are_entries(self, lines: Mapping[tuple[int, str], Sequence[SeenStatement]]) -> bool:
        """True when lines of one key repeat the same structure, so that merging them would mix their values."""
        if self.style == "flat":
            return False
        total = distinct = 0
        alone = True
        for items in lines.values():
            rests = {tuple(item.statement.tokens[item.position + 1 :]) for item in items}
            alone &= len({self._opening(rest[0]) for rest in rests if rest}) < 2
            firsts = Counter(self._opening(rest[0]) for rest in rests if len(rest) > 1)
            count = sum(firsts.values())
            if count > 3 and len(firsts) <= 0.5 * count:
                return True
            if count > 1:
                total += count
                distinct += len(firsts)
        return alone and total > 0 and distinct <= 0.6 * total

    def _opening(self, word: str) -> str:
        """Return a word as it counts for structure: values, and words that exclude each other, are all alike."""
        known = any(word in words for words in self.known.enumerations)
        return "<value>" if known or shape(word) != "word" else word


def _may_hold_more(found: Sequence[SeenStatement]) -> bool:
    """True for keys of a flat file, each with a setting behind it; a word that many things have is a property."""
    words = [item.token for item in found if shape(item.token) == "word" and item.token == item.token.lower()]
    common = len(set(words)) < len(words)
    return not common and all(len(item.statement.tokens) > item.position + 2 for item in found)


def _is_choice(found: Sequence[SeenStatement]) -> bool:
    """True for words that end the statement of a key, one for each key: `iface eth1 inet static`."""
    words = {item.token for item in found}
    scopes = Counter(item.scope for item in found)
    plain = all(shape(word) == "word" and word == word.lower() for word in words)
    return plain and all(item.step().ended for item in found) and max(scopes.values()) == 1


def _is_mask_of_key(item: SeenStatement) -> bool:
    """True for a mask behind the address that it is the mask of; a keyword may stand between."""
    before = item.statement.tokens[max(0, item.position - 2) : item.position]
    return shape(item.token) == "mask" and any(shape(token) in ("address", "mask") for token in before)


def _ends_a_reference(item: SeenStatement) -> bool:
    """True for a word that no other follows but a direction, and that is none itself: `ip access-group EDGE in`."""
    after = item.step()
    plain = item.token not in DIRECTIONS and item.token not in read_concepts().no_names
    return plain and (after.ended or (after.token in DIRECTIONS and after.step().ended))
