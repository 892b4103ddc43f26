"""Learns the grammar of a configuration syntax from statements: keywords, variables, nested blocks, entities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ingest.concepts.common_labels import read_concepts
from ingest.learn.builtin.configurations.words_that_vary import (
    END,
    EntityPlace,
    Findings,
    Groups,
    Position,
    SeenStatement,
    continuations,
    is_free_text,
    is_list,
    numbered_actions,
    values_among,
)
from ingest.relations.name_words import singular
from language_model.redact import secrets_in
from language_model.redaction.secret_words import STEMS
from reading.configuration import DIRECTIONS
from reading.statements import Statement
from reading.tokens import shape

MOST_TOKENS = 40
"""Behind so many tokens of a statement everything is text."""
_MaybeEntity = tuple[EntityPlace | None, EntityPlace | None]
"""The place of an entity, and that of the entries that its lines are."""


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


class GrammarLearner:
    """Learns one grammar; run twice, the second time with what the first run found."""

    def __init__(self, style: str, known: Findings) -> None:
        self.style = style
        self.known = known
        self.enumerations: set[frozenset[str]] = set()
        self.vocabulary: dict[str, set[str]] = defaultdict(set)
        self.places: list[EntityPlace] = []
        self._scopes = count(1)
        self._secrets: dict[int, tuple[str, ...]] = {}
        self._statements: Counter[int] = Counter()

    def learn(self, documents: Sequence[Sequence[Statement]]) -> GrammarNode:
        """Learn from the top statements of every document."""
        occurrences: list[SeenStatement] = []
        for statements in documents:
            self._note_words(statements)
            occurrences += _statements_in(statements, next(self._scopes))
        return self._node(occurrences, Position(self.known))

    def findings(self) -> Findings:
        """Return what a second run should know."""
        keyed = frozenset(place.words for place in self.places if place.words)
        return replace(self.known, enumerations=frozenset(self.enumerations), keyed_words=keyed)

    def _note_words(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            for token in statement.tokens:
                self.vocabulary[token].add(statement.tokens[0])
            self._note_words(statement.children)

    def _node(self, occurrences: Sequence[SeenStatement], position: Position) -> GrammarNode:
        node = GrammarNode()
        ended = [item for item in occurrences if item.ended]
        if any(item.statement.children for item in ended):
            node.block = self._block(ended, position)
        groups: dict[str, list[SeenStatement]] = defaultdict(list)
        for item in occurrences:
            if not item.ended:
                groups[item.token].append(item)
        if not groups:
            return node
        if occurrences[0].position >= MOST_TOKENS or is_free_text(groups, position, self.vocabulary):
            node.text = True
            return node
        values = self._values(groups, position)
        for word, items in groups.items():
            if word not in values:
                keywords = (*position.keywords, word)
                follow = replace(position, keywords=keywords, start=False, after_entity=False)
                node.words[word] = self._node([item.step() for item in items], follow)
        if values:
            found = [item for token, items in groups.items() if token in values for item in items]
            node.slot = self._slot(found, position)
        return node

    def _block(self, ended: Sequence[SeenStatement], position: Position) -> GrammarNode:
        """Learn what stands inside blocks; a block without a value of its own lends its words to what is inside."""
        container = (*position.container, *position.keywords)
        inside = (_statements_in(item.statement.children, item.scope) for item in ended)
        occurrences = [child for children in inside for child in children]
        return self._node(occurrences, Position(self.known, container=container, entity=position.entity))

    def _values(self, groups: Groups, position: Position) -> set[str]:
        """Return the words at a position that are values; a secret always is, and so no part of a property's name."""
        key = self._key(position)
        named = self._named(groups, position, key)
        values = values_among(groups, position) | numbered_actions(groups, position) | named
        values -= {word for word, items in groups.items() if all(item.is_keyword for item in items)}
        values -= {word for word in groups if key and read_concepts().is_no_name(key, word)}
        for word, items in groups.items():
            if any(word in self._secrets_of(item.statement) for item in items):
                values.add(word)
        few = not named and 2 <= len(values) <= 6 and all(map(_is_plain, values))
        if few and all(set(continuations(groups[value])) != {END} for value in values):
            self.enumerations.add(frozenset(values))
        return values

    def _secrets_of(self, statement: Statement) -> tuple[str, ...]:
        if id(statement) not in self._secrets:
            lowered = statement.raw.lower()
            named = any(stem in lowered for stem in STEMS)
            self._secrets[id(statement)] = secrets_in(statement.raw) if named else ()
        return self._secrets[id(statement)]

    def _named(self, groups: Groups, position: Position, key: tuple[str, ...]) -> set[str]:
        """Return the words that name things, by the field's words before them (`key`) or around them."""
        if key:
            named = {word for word in groups if not read_concepts().is_no_name(key, word)}
            return {word for word in named if not position.inline or shape(word) != "word"}
        if position.keywords and not position.after_value:
            keywords = " ".join(word for word in position.keywords if word not in DIRECTIONS)
            if keywords and read_concepts().referred_by(keywords):
                return {word for word, items in groups.items() if all(map(_ends_a_reference, items))}
        items = [item for found in groups.values() for item in found]
        return set(groups) if position.start and _are_blocks_of_key(items, position) else set()

    def _key(self, position: Position) -> tuple[str, ...]:
        """Return the keywords right before, perhaps those of blocks around, that the field names things by."""
        if position.after_value or not position.keywords:
            return ()
        words = (*position.container, *position.keywords)
        shortest = 1 if self.style == "flat" else len(position.keywords)
        endings = (words[-n:] for n in range(len(words), shortest - 1, -1))
        return next((ending for ending in endings if ending in read_concepts().keys), ())

    def _slot(self, found: Sequence[SeenStatement], position: Position) -> GrammarNode:
        if position.keywords and position.entity is not None and is_list(found):
            return GrammarNode(listed=True)
        place, entry = self._entity_at(found, position)
        if place is None and position.keywords and is_list(found):
            return GrammarNode(listed=True)
        if place is None:
            follow = replace(position, keywords=(), start=False, after_entity=False, after_value=True)
            return self._node([item.step() for item in found], follow)
        self.places += [place] if entry is None else [place, entry]
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
        follow = Position(
            self.known,
            entity=entry or place,
            start=False,
            after_entity=not listed,
            after_value=entry is None and each,
            entry=listed,
            inline=True,
        )
        node = self._node(steps, follow)
        node.entity, node.entry = place, entry
        return node

    def _entity_at(self, found: Sequence[SeenStatement], position: Position) -> _MaybeEntity:
        """Decide whether a variable is the key of an entity, and whether each of its lines is an entry of its own."""
        if position.after_value or position.entry or (position.inline and self._is_property(found)):
            return None, None
        opens_block = any(item.statement.children for item in found)
        lines: dict[tuple[int, str], list[SeenStatement]] = defaultdict(list)
        keys: dict[int, set[str]] = defaultdict(set)
        for item in found:
            lines[item.scope, item.token].append(item)
            keys[item.scope].add(item.token)
        most_keys = max(map(len, keys.values()))
        most_lines = max(map(len, lines.values()))
        last = all(item.is_last for item in found)
        has_own_name = bool(self._key(position)) and (
            position.entity is None or not last or all(shape(item.token) == "address" for item in found)
        )
        known = has_own_name or (not position.keywords and _are_blocks_of_key(found, position))
        holds_more = self.style == "flat" and bool(position.keywords) and _may_hold_more(found)
        if not (opens_block or known) and most_keys < 2 and (last or (most_lines < 2 and not holds_more)):
            return None, None
        if not position.keywords and not position.container:
            if position.after_entity:
                return None, None
            # Lines that begin with a value (`permit ...`, `10 permit ...`) are entries of what encloses them.
            numbers = sum(shape(item.token) != "word" for item in found)
            numbered = most_lines == 1 and numbers > 0.9 * len(found)
            return EntityPlace((), (), position.entity, is_entry=True, keyed=numbered), None
        place = EntityPlace(position.keywords, position.container, position.entity, inline=position.inline)
        if most_lines > 1 and self._lines_are_entries(lines):
            return place, EntityPlace((), (), place, is_entry=True, keyed=False)
        return place, None

    def _is_property(self, found: Sequence[SeenStatement]) -> bool:
        """True for what stands behind a key in its statement and is a property of it, not what it holds.

        Addresses behind keys that no other statement has, or a word that ends the statement of a key, one for each
        key: `iface eth1 inet static`.
        """
        addresses = all(shape(item.token) in ("address", "mask") for item in found)
        if self.style != "flat" and addresses and all(self._statements[item.scope] == 1 for item in found):
            return True
        scopes = Counter(item.scope for item in found)
        return all(_is_plain(item.token) and item.is_last for item in found) and max(scopes.values()) == 1

    def _lines_are_entries(self, lines: Mapping[tuple[int, str], Sequence[SeenStatement]]) -> bool:
        """True when lines of one key repeat the same structure, so that merging them would mix their values."""
        if self.style == "flat":
            return False
        total = distinct = 0
        alone = True
        for items in lines.values():
            rests = {tuple(item.rest[1:]) for item in items}
            alone &= len({self._opening(rest[0]) for rest in rests if rest}) < 2
            firsts = Counter(self._opening(rest[0]) for rest in rests if len(rest) > 1)
            often = sum(firsts.values())
            if often > 3 and len(firsts) <= 0.5 * often:
                return True
            if often > 1:
                total += often
                distinct += len(firsts)
        return alone and total > 0 and distinct <= 0.6 * total

    def _opening(self, word: str) -> str:
        """Return a word as it counts for structure: values, and words that exclude each other, are all alike."""
        known = any(word in words for words in self.known.enumerations)
        return "<value>" if known or shape(word) != "word" else word


def _statements_in(statements: Sequence[Statement], scope: int) -> list[SeenStatement]:
    return [
        SeenStatement(statement, 0, scope)
        for statement in statements
        if not statement.comment and statement.tokens
    ]


def _is_plain(word: str) -> bool:
    return shape(word) == "word" and word == word.lower()


def _are_blocks_of_key(items: Sequence[SeenStatement], position: Position) -> bool:
    """True for blocks inside a block that holds things of one kind by their names: `users { admin { } }`."""
    if not position.container:
        return False
    *outer, last = position.container
    around = {(last,), (singular(last),), (*outer[-1:], singular(last))}
    return not around.isdisjoint(read_concepts().keys) and all(item.opens for item in items)


def _may_hold_more(found: Sequence[SeenStatement]) -> bool:
    """True for keys of a flat file, each with a setting behind it; a word that many things have is a property."""
    words = [item.token for item in found if _is_plain(item.token)]
    return len(set(words)) == len(words) and all(len(item.rest) > 2 for item in found)


def _ends_a_reference(item: SeenStatement) -> bool:
    """True for a word that no other follows but a direction, and that is none itself: `ip access-group EDGE in`."""
    after = item.step()
    plain = item.token not in DIRECTIONS and item.token not in read_concepts().no_names
    return plain and (item.is_last or (after.is_last and after.token in DIRECTIONS))
