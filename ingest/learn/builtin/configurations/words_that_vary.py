"""Tells keywords from values at each position of a statement."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from reading.statements import Statement
from reading.tokens import is_range, shape

END = "<end>"
COMPARED = 100
"""How many words of one position are compared with each other; keywords of one place are fewer."""
MOST_ACTIONS = 4
LEAST_VALUES = 2
_MIXED_KEYWORD = re.compile(r"[a-z][a-z-]*\d{1,3}[a-z-]*$")


@dataclass(frozen=True, slots=True)
class SeenStatement:
    """A statement seen from one of its tokens; `scope` is the entity instance that holds what follows."""

    statement: Statement
    position: int
    scope: int

    @property
    def token(self) -> str:
        return str(self.statement.tokens[self.position])

    @property
    def rest(self) -> list[str]:
        """The token and those behind it."""
        tokens: list[str] = self.statement.tokens[self.position :]
        return tokens

    @property
    def ended(self) -> bool:
        return self.position >= len(self.statement.tokens)

    @property
    def is_last(self) -> bool:
        return self.position + 1 >= len(self.statement.tokens)

    @property
    def opens(self) -> bool:
        """Tell whether a block follows the token."""
        return self.is_last and bool(self.statement.children)

    @property
    def is_keyword(self) -> bool:
        """Tell whether the syntax itself says that the token is a keyword."""
        return self.position < int(self.statement.keywords)

    def step(self, scope: int | None = None) -> SeenStatement:
        return SeenStatement(self.statement, self.position + 1, self.scope if scope is None else scope)


Groups = Mapping[str, Sequence[SeenStatement]]
"""The tokens at one position, with the statements that have them there."""


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
class Findings:
    """What is known before a run: words that exclude each other, keywords that name entities (both of an earlier run).

    `capitals_are_names`: keywords are written in lower case.
    """

    capitals_are_names: bool
    enumerations: frozenset[frozenset[str]] = frozenset()
    keyed_words: frozenset[tuple[str, ...]] = frozenset()


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the grammar: keywords since the last value, those of enclosing blocks, the enclosing entity.

    `start`: of a statement. `entry`: in an entry of a list. `inline`: behind an entity's key in its statement.
    """

    known: Findings
    keywords: tuple[str, ...] = ()
    container: tuple[str, ...] = ()
    entity: EntityPlace | None = None
    start: bool = True
    after_entity: bool = False
    after_value: bool = False
    entry: bool = False
    inline: bool = False

    @property
    def at_root(self) -> bool:
        return self.start and self.entity is None and not self.container


def continuations(occurrences: Iterable[SeenStatement]) -> Counter[str]:
    """Count what follows a token: the next word, the kind of the next value, a nested statement's word, or the end."""
    counts: Counter[str] = Counter()
    for item in occurrences:
        if not item.is_last:
            counts[_abstract(item.step().token)] += 1
        elif item.statement.children:
            inside = item.statement.children
            counts.update("{" + _abstract(child.tokens[0]) for child in inside if child.tokens)
        else:
            counts[END] += 1
    return counts


def _pair_continuations(occurrences: Iterable[SeenStatement]) -> Counter[str]:
    """Count the pairs of what follows a word, where the first of the pair is a word itself."""
    pairs = ([*map(_abstract, item.rest[1:3]), END][:2] for item in occurrences if not item.is_last)
    return Counter(" ".join(pair) for pair in pairs if not pair[0].startswith("<"))


def _abstract(token: str) -> str:
    kind = shape(token)
    return token if kind == "word" or _MIXED_KEYWORD.match(token) else f"<{kind}>"


def _literals(signature: Iterable[str]) -> set[str]:
    return {word for word in signature if not word.startswith("<")}


def values_among(groups: Groups, position: Position) -> set[str]:
    """Return the tokens of `groups` that are values of one variable; the rest are keywords.

    A word is one, too, where 60 % of what follows it also follows those that look like values, some of it literally.
    """
    signatures = {token: continuations(found) for token, found in groups.items()}
    behind = Counter(
        literal for token in groups if shape(token) != "word" for literal in _literals(signatures[token])
    )
    values = {token for token in groups if _looks_like_value(token, groups, signatures, behind, position)}
    words = [token for token in groups if token not in values]
    leaves = {token for token in groups if set(signatures[token]) == {END}}
    if not position.start and len(leaves) == len(groups):
        flags = _together(words, groups) if not values else set()
        vary = not position.after_entity and (len(words) > 1 or bool(values) or not position.after_value)
        return set(groups) - flags if vary else values
    opening = {word for word in words if all(item.opens for item in groups[word])}
    if position.keywords in position.known.keyed_words and not values and len(opening) == len(words):
        return set(groups)
    shaped = set(values)
    common: set[str] = set().union(*(signatures[value] for value in shaped))
    for word in words:
        shared = common & signatures[word].keys()
        if _literals(shared) and len(shared) >= 0.6 * len(signatures[word]):
            values.add(word)
    opens = [bool(item.statement.children) for value in shaped for item in groups[value]]
    if len(shaped) > 2 and sum(opens) > 0.5 * len(opens):
        values |= opening
    if not position.start and shaped & leaves:
        values |= leaves
    words = [word for word in words if word not in values]
    pairs = {word: _pair_continuations(groups[word]) for word in words} if position.start else signatures
    opens_entry = position.entry and not position.keywords and not position.after_value
    if opens_entry or (position.start and not position.at_root):
        values |= _list_openers(words, pairs, groups, opens_entry)
    words = [word for word in words if word not in values]
    return values | _enumeration(
        words, [word for word in words if word not in leaves], pairs, groups, position
    )


def _looks_like_value(
    token: str,
    groups: Groups,
    signatures: Mapping[str, Counter[str]],
    behind: Mapping[str, int],
    position: Position,
) -> bool:
    """Tell by its looks whether a token is a value: an address, a number, a name with signs or capitals.

    A word with an underscore, or with digits (`ipv6`, `lo0`), is a keyword where many values come right behind it
    (`eth0 ipv4-address 10.0.0.1`); at the start of a statement where it sets something, or stands among plain keywords.
    `behind` counts the tokens that are no words behind which a literal comes.
    """
    kind, items = shape(token), groups[token]
    if kind == "word":
        if not position.known.capitals_are_names or position.at_root:
            return False
        if token != token.lower() or "_" not in token:
            return token != token.lower()
        return all(item.is_last for item in items) if position.start else not _sets_values(items)
    if _MIXED_KEYWORD.match(token) and not position.start:
        return kind != "name" or not _sets_values(items)
    if _MIXED_KEYWORD.match(token):
        return any(behind[literal] > 1 for literal in _literals(signatures[token]))
    plain = token[:1].isalpha() and "/" not in token and token == token.lower()
    return kind != "name" or not position.start or not plain


def _sets_values(items: Sequence[SeenStatement]) -> bool:
    """True where something else comes behind a word nearly each time: the word says what that is."""
    followed = {item.step().token for item in items if not item.is_last}
    return not any(item.is_last for item in items) and len(followed) >= max(LEAST_VALUES, 0.5 * len(items))


def _together(words: Sequence[str], groups: Groups) -> set[str]:
    """Return the words that stand beside another of them in one scope: flags, since values would exclude each other."""
    scopes: dict[int, set[str]] = {}
    for word in words:
        for item in groups[word]:
            scopes.setdefault(item.scope, set()).add(word)
    return {word for found in scopes.values() if len(found) > 1 for word in found}


def _list_openers(
    words: Sequence[str], signatures: Mapping[str, Counter[str]], groups: Groups, in_list: bool
) -> set[str]:
    """Find the words that open nearly all statements of a list and go on alike; a list has three of one scope."""
    words = words[:COMPARED]
    literals = {word: _literals(signatures[word]) for word in words}
    alike = {
        word for word in words if any(literals[word] & literals[other] for other in words if other != word)
    }
    opened = sum(len(groups[word]) for word in alike)
    repeated = any(max(Counter(item.scope for item in groups[word]).values()) > 2 for word in alike)
    return alike if (repeated or in_list) and opened >= 0.8 * sum(map(len, groups.values())) else set()


def _enumeration(
    words: Sequence[str],
    open_words: Sequence[str],
    signatures: Mapping[str, Counter[str]],
    groups: Groups,
    position: Position,
) -> set[str]:
    """Find words that exclude each other and go on alike (`permit`, `deny`): the values of one variable."""
    here, enumerations = set(words), position.known.enumerations
    known = {word for each in enumerations if len(each & here) > 1 for word in each & here}
    if not position.at_root and known:
        return known
    if not position.start and words and any(here <= each for each in enumerations):
        return here
    open_words = open_words[:COMPARED]
    literals = {word: _literals(signatures[word]) for word in open_words}
    insides = {word: _inside(groups[word]) for word in open_words}
    blocks = {word: [bool(item.statement.children) for item in groups[word]] for word in open_words}
    needed = 1 if len(open_words) == 2 and not position.start else 2
    found: set[str] = set()
    for pair in combinations(open_words, 2):
        one, two = (literals[word] for word in pair)
        alike = len(one & two) >= max(needed, 0.5 * min(len(one), len(two)), 0.3 * len(one | two))
        held, held_too = (insides[word] for word in pair)
        hold_alike = not held or not held_too or len(held & held_too) >= 0.2 * len(held | held_too)
        if alike and hold_alike and not _open_apart(*(blocks[word] for word in pair)):
            found.update(pair)
    return found


def _inside(items: Sequence[SeenStatement]) -> set[str]:
    """Return the words that open the statements two levels below, where all that a word opens has such."""
    if not all(item.is_last for item in items):
        return set()
    inner = [child for item in items for child in item.statement.children]
    return {deep.tokens[0] for child in inner for deep in child.children if deep.tokens and not deep.comment}


def _open_apart(first: Sequence[bool], second: Sequence[bool]) -> bool:
    """True where one word opens blocks mostly and the other never does (`auto eth1`, `iface eth1`): two statements."""
    few, many = sorted((first, second), key=lambda opens: sum(opens) / len(opens))
    return len(few) > 2 and not any(few) and sum(many) > 2 and sum(many) >= 0.5 * len(many)


def numbered_actions(groups: Groups, position: Position) -> set[str]:
    """Find the words behind the numbers of a list (`5 permit ...`, `10 deny ...`) that go on alike: actions."""
    if not position.after_entity or not 1 < len(groups) <= MOST_ACTIONS:
        return set()
    keys: Counter[tuple[int, str]] = Counter()
    for item in (item for found in groups.values() for item in found):
        number = item.statement.tokens[item.position - 1]
        keys[item.scope, number] += 1
        if shape(number) != "integer" or shape(item.token) != "word" or item.statement.children:
            return set()
    literals = [_literals(continuations(found)) for found in groups.values()]
    alike = all(any(one & two for two in literals if two is not one) for one in literals)
    return set(groups) if alike and max(keys.values()) == 1 else set()


# Tells what follows a keyword to the end of statements: free text, or a list of values.


TEXT_WORDS = frozenset({"description", "descr", "comment", "remark", "note", "contact", "location"})
TEXT_WORDS_OF_ENTITIES = frozenset({"alias", "label", "title"})
"""English, whatever the syntax; a file that calls its texts otherwise shows them by their many words."""
_LISTED_WITH = {"list": "integer"}
"""Ranges (`10-20`) are listed with single numbers."""


def is_list(items: Sequence[SeenStatement]) -> bool:
    """Tell whether values of one kind follow each other to the end, in varying number or as names with numbers.

    The word between two numbers that makes a range of them is no value: `10 20 to 30`.
    """
    rests = [item.rest for item in items]
    rests = [[token for at, token in enumerate(rest) if not is_range(rest, at)] for rest in rests]
    kinds = {_LISTED_WITH.get(shape(token), shape(token)) for rest in rests for token in rest}
    lengths = {len(rest) for rest in rests}
    if len(kinds) > 1 or max(lengths) < 2 or any(item.statement.children for item in items):
        return False
    return kinds == {"interface"} or (len(lengths) > 1 and not kinds & {"word", "name", "quoted"})


def is_free_text(groups: Groups, position: Position, vocabulary: Mapping[str, set[str]]) -> bool:
    """Tell whether people wrote what follows: many words, of varying number, that no other kind of statement uses.

    `vocabulary` gives for each word the first words of the statements that contain it.
    """
    items = [item for found in groups.values() for item in found]
    if position.start or position.after_entity or not position.keywords:
        return False
    if any(item.statement.children for item in items):
        return False
    last = position.keywords[-1].lower()
    if last in TEXT_WORDS or (position.entity is not None and last in TEXT_WORDS_OF_ENTITIES):
        return True
    rests = {tuple(item.rest) for item in items}
    first_words = {rest[0] for rest in rests if shape(rest[0]) == "word"}
    lengths = {len(rest) for rest in rests}
    if len(first_words) < 3 or len(lengths) < 2:
        return False
    lead = items[0].statement.tokens[0]
    words = {token for rest in rests for token in rest if shape(token) == "word"}
    elsewhere = sum(bool(vocabulary.get(word, set()) - {lead}) for word in words) / len(words)
    scopes = Counter(item.scope for item in items)
    once = sum(lines == 1 for lines in scopes.values()) >= 0.9 * len(scopes)
    mean_length = sum(map(len, rests)) / len(rests)
    if once:
        rich = len(first_words) > 4 and len(lengths) > 2
        return elsewhere < (0.7 if rich else 0.5) and mean_length >= 1.5
    return elsewhere < 0.25 and mean_length >= 4 and len(first_words) >= 0.7 * len(rests) >= 3
