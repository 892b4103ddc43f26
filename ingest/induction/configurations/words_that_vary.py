"""Tells keywords from values at each position of a statement."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ingest.induction.configurations.parser_parts.statements import Statement
from ingest.induction.configurations.parser_parts.tokens import is_range, shape

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
    def ended(self) -> bool:
        return self.position >= len(self.statement.tokens)

    @property
    def is_keyword(self) -> bool:
        """Tell whether the syntax itself says that the token is a keyword."""
        return self.position < int(self.statement.keywords)

    def step(self, scope: int | None = None) -> SeenStatement:
        return SeenStatement(self.statement, self.position + 1, self.scope if scope is None else scope)


@dataclass(frozen=True, slots=True)
class Position:
    """Where in the grammar a choice is made.

    `keyed`: the keyword before it names an entity elsewhere. `entry`: it stands first in an entry
    of a list. `named`: a keyword stands right before it. `says_text`: it says that a person wrote what follows.
    `enumerations` are sets of words known to exclude each other.
    """

    at_start: bool
    at_root: bool
    after_entity: bool
    after_value: bool
    capitals_are_names: bool
    keyed: bool
    entry: bool
    named: bool
    says_text: bool
    enumerations: frozenset[frozenset[str]]


def continuations(occurrences: Iterable[SeenStatement]) -> Counter[str]:
    """Count what follows a token: the next word, the kind of the next value, a nested statement's word, or the end."""
    counts: Counter[str] = Counter()
    for occurrence in occurrences:
        after = occurrence.step()
        if not after.ended:
            counts[_abstract(after.token)] += 1
        elif occurrence.statement.children:
            counts.update(
                "{" + _abstract(child.tokens[0]) for child in occurrence.statement.children if child.tokens
            )
        else:
            counts[END] += 1
    return counts


def pair_continuations(occurrences: Iterable[SeenStatement]) -> Counter[str]:
    """Count the pairs of what follows a word, where the first of the pair is a word itself."""
    counts: Counter[str] = Counter()
    for occurrence in occurrences:
        after = occurrence.step()
        if not after.ended and not _abstract(after.token).startswith("<"):
            second = after.step()
            counts[_abstract(after.token) + " " + (END if second.ended else _abstract(second.token))] += 1
    return counts


def _abstract(token: str) -> str:
    kind = shape(token)
    return token if kind == "word" or _MIXED_KEYWORD.match(token) else f"<{kind}>"


def _literals(signature: Mapping[str, int]) -> set[str]:
    return {word for word in signature if not word.startswith("<")}


def values_among(groups: Mapping[str, Sequence[SeenStatement]], position: Position) -> set[str]:
    """Return the tokens of `groups` (token → occurrences) that are values of one variable; the rest are keywords."""
    signatures = {token: continuations(found) for token, found in groups.items()}
    values = {token for token in groups if looks_like_value(token, groups, signatures, position)}
    words = [token for token in groups if token not in values]
    leaf = {token: set(signatures[token]) == {END} for token in groups}
    if not position.at_start and all(leaf.values()):
        flags = together(words, groups) if not values else set()
        return set(groups) - flags if _leaf_words_are_values(words, values, position) else values
    if position.keyed and not values and _all_open_blocks(words, groups):
        return set(groups)
    shaped = set(values)
    values |= {word for word in words if shaped and _continues_like(signatures[word], shaped, signatures)}
    values |= {
        word
        for word in words
        if len(shaped) > 2 and _all_open_blocks([word], groups) and _mostly_open_blocks(shaped, groups)
    }
    if not position.at_start and any(leaf[value] for value in shaped):
        values |= {word for word in words if leaf[word]}
    words = [word for word in words if word not in values]
    pairs = {word: pair_continuations(groups[word]) for word in words} if position.at_start else signatures
    if position.entry or (position.at_start and not position.at_root):
        values |= list_openers(words, pairs, groups, position.entry)
    words = [word for word in words if word not in values]
    return values | _enumeration(
        words,
        pairs,
        leaf,
        position,
        {word: _inside(groups[word]) for word in words},
        {word: [bool(item.statement.children) for item in groups[word]] for word in words},
    )


def list_openers(
    words: Sequence[str],
    signatures: Mapping[str, Counter[str]],
    groups: Mapping[str, Sequence[SeenStatement]],
    in_list: bool,
) -> set[str]:
    """Find the words that open nearly all statements of a list and go on alike; a list has three of one scope."""
    words = words[:COMPARED]
    alike = {
        word
        for word in words
        if any(_literals(signatures[word]) & _literals(signatures[other]) for other in words if other != word)
    }
    opened = sum(len(groups[word]) for word in alike)
    repeated = any(max(Counter(item.scope for item in groups[word]).values()) > 2 for word in alike)
    return alike if (repeated or in_list) and opened >= 0.8 * sum(map(len, groups.values())) else set()


def together(words: Sequence[str], groups: Mapping[str, Sequence[SeenStatement]]) -> set[str]:
    """Return the words that stand beside another of them in one scope: flags, since values would exclude each other."""
    scopes: dict[int, set[str]] = {}
    for word in words:
        for item in groups[word]:
            scopes.setdefault(item.scope, set()).add(word)
    return {word for found in scopes.values() if len(found) > 1 for word in found}


def numbered_actions(groups: Mapping[str, Sequence[SeenStatement]], position: Position) -> set[str]:
    """Find the words behind the numbers of a list (`5 permit ...`, `10 deny ...`) that go on alike: actions."""
    items = [item for found in groups.values() for item in found]
    if not position.after_entity or not 1 < len(groups) <= MOST_ACTIONS or any(map(_is_unnumbered, items)):
        return set()
    keys = Counter((item.scope, item.statement.tokens[item.position - 1]) for item in items)
    literals = [_literals(continuations(found)) for found in groups.values()]
    alike = all(any(one & two for two in literals if two is not one) for one in literals)
    return set(groups) if alike and max(keys.values()) == 1 else set()


def _is_unnumbered(item: SeenStatement) -> bool:
    before = item.statement.tokens[item.position - 1]
    return shape(before) != "integer" or shape(item.token) != "word" or bool(item.statement.children)


def looks_like_value(
    token: str,
    groups: Mapping[str, Sequence[SeenStatement]],
    signatures: Mapping[str, Mapping[str, int]],
    position: Position,
) -> bool:
    """Tell by its looks whether a token is a value: an address, a number, a name with signs or capitals."""
    kind = shape(token)
    if kind == "word":
        named = position.capitals_are_names and not position.at_root
        return named and (token != token.lower() or ("_" in token and _is_name(groups[token], position)))
    if _MIXED_KEYWORD.match(token):
        return _mixed_is_value(token, groups, signatures, position)
    return (
        kind != "name"
        or not position.at_start
        or not token[:1].isalpha()
        or "/" in token
        or token != token.lower()
    )


def _is_name(items: Sequence[SeenStatement], position: Position) -> bool:
    """Judge a word with an underscore: a keyword where it sets something, at the start of a statement or behind it."""
    if not position.at_start:
        return not _sets_values(items)
    return all(item.step().ended for item in items)


def _sets_values(items: Sequence[SeenStatement]) -> bool:
    """True where something else comes behind a word nearly each time: the word says what that is."""
    after = [item.step() for item in items]
    told = {item.token for item in after if not item.ended}
    return not any(item.ended for item in after) and len(told) >= max(LEAST_VALUES, 0.5 * len(items))


def _mixed_is_value(
    token: str,
    groups: Mapping[str, Sequence[SeenStatement]],
    signatures: Mapping[str, Mapping[str, int]],
    position: Position,
) -> bool:
    """Judge a word with digits (`ipv6`, `lo0`): a value, unless statements start with it among plain keywords.

    Within a statement it is a keyword where many values come right behind it: `eth0 ipv4-address 10.0.0.1`.
    """
    if not position.at_start:
        return shape(token) != "name" or not _sets_values(groups[token])
    alike = [
        other
        for other in groups
        if other != token
        and shape(other) != "word"
        and _literals(signatures[other]) & _literals(signatures[token])
    ]
    return bool(alike)


def _leaf_words_are_values(words: Sequence[str], values: set[str], position: Position) -> bool:
    if position.after_entity:
        return False
    return len(words) > 1 or bool(values) or not position.after_value


def _continues_like(
    signature: Counter[str], values: set[str], signatures: Mapping[str, Counter[str]]
) -> bool:
    """True when at least 60 % of what follows a word also follows the values, some of it literally."""
    common: Counter[str] = Counter()
    for value in values:
        common.update(signatures[value])
    shared = set(signature) & set(common)
    return bool(_literals(signature) & _literals(common)) and len(shared) >= 0.6 * len(signature)


def _all_open_blocks(tokens: Sequence[str], groups: Mapping[str, Sequence[SeenStatement]]) -> bool:
    return all(item.step().ended and item.statement.children for token in tokens for item in groups[token])


def _mostly_open_blocks(tokens: Iterable[str], groups: Mapping[str, Sequence[SeenStatement]]) -> bool:
    opens = [bool(item.statement.children) for token in tokens for item in groups[token]]
    return sum(opens) > 0.5 * len(opens)


def _enumeration(
    words: Sequence[str],
    signatures: Mapping[str, Counter[str]],
    leaf: Mapping[str, bool],
    position: Position,
    insides: Mapping[str, set[str]],
    blocks: Mapping[str, Sequence[bool]],
) -> set[str]:
    """Find words that exclude each other and go on alike (`permit`, `deny`): the values of one variable."""
    known = {
        word
        for words_known in position.enumerations
        for word in words_known
        if len(words_known & set(words)) > 1
    }
    if not position.at_root and known:
        return known & set(words)
    if (
        not position.at_start
        and words
        and any(set(words) <= words_known for words_known in position.enumerations)
    ):
        return set(words)
    open_words = [word for word in words if not leaf[word]][:COMPARED]
    found: set[str] = set()
    for index, first in enumerate(open_words):
        for second in open_words[index + 1 :]:
            alike = _alike(signatures[first], signatures[second], position.at_start, len(open_words) == 2)
            if (
                alike
                and _hold_alike(insides[first], insides[second])
                and not _open_apart(blocks[first], blocks[second])
            ):
                found |= {first, second}
    return found


def _inside(occurrences: Iterable[SeenStatement]) -> set[str]:
    """Return the words that open the statements two levels below, where all that a word opens has such."""
    items = list(occurrences)
    if not all(item.step().ended for item in items):
        return set()
    inner = [child for item in items for child in item.statement.children]
    return {deep.tokens[0] for child in inner for deep in child.children if deep.tokens and not deep.comment}


def _hold_alike(first: set[str], second: set[str]) -> bool:
    """False where what two blocks hold is set by quite other words."""
    return not first or not second or len(first & second) >= 0.2 * len(first | second)


def _open_apart(first: Sequence[bool], second: Sequence[bool]) -> bool:
    """True where one word opens blocks mostly and the other never does (`auto eth1`, `iface eth1`): two statements."""
    few, many = sorted((first, second), key=lambda opens: sum(opens) / len(opens))
    return len(few) > 2 and not any(few) and sum(many) > 2 and sum(many) >= 0.5 * len(many)


def _alike(first: Counter[str], second: Counter[str], at_start: bool, only_two: bool) -> bool:
    one, two = _literals(first), _literals(second)
    shared = one & two
    needed = 1 if only_two and not at_start else 2
    return (
        len(shared) >= needed
        and len(shared) >= 0.5 * min(len(one), len(two))
        and len(shared) >= 0.3 * len(one | two)
    )


# Tells what follows a keyword to the end of statements: free text, or a list of values.


TEXT_WORDS = frozenset({"description", "descr", "comment", "remark", "note", "contact", "location"})
TEXT_WORDS_OF_ENTITIES = frozenset({"alias", "label", "title"})
"""English, whatever the syntax; a file that calls its texts otherwise shows them by their many words."""
_LISTED_WITH = {"list": "integer"}
"""Ranges (`10-20`) are listed with single numbers."""


def says_text(keywords: Sequence[str], of_entity: bool) -> bool:
    """Tell whether the last keyword is the word for a text that a person writes of something."""
    last = keywords[-1].lower() if keywords else ""
    return last in TEXT_WORDS or (of_entity and last in TEXT_WORDS_OF_ENTITIES)


def is_list(items: Sequence[SeenStatement]) -> bool:
    """Tell whether values of one kind follow each other to the end, in varying number or as names with numbers.

    The word between two numbers that makes a range of them is no value: `10 20 to 30`.
    """
    rests = [_without_ranges(item.statement.tokens[item.position :]) for item in items]
    kinds = {_LISTED_WITH.get(shape(token), shape(token)) for rest in rests for token in rest}
    lengths = {len(rest) for rest in rests}
    if len(kinds) > 1 or max(lengths) < 2 or any(item.statement.children for item in items):
        return False
    return kinds == {"interface"} or (len(lengths) > 1 and not kinds & {"word", "name", "quoted"})


def _without_ranges(tokens: Sequence[str]) -> Sequence[str]:
    return [token for at, token in enumerate(tokens) if not is_range(tokens, at)]


def is_free_text(
    groups: Mapping[str, Sequence[SeenStatement]], position: Position, vocabulary: Mapping[str, set[str]]
) -> bool:
    """Tell whether people wrote what follows: many words, of varying number, that no other kind of statement uses.

    `vocabulary` gives for each word the first words of the statements that contain it.
    """
    if position.at_start or position.after_entity or not position.named:
        return False
    items = [item for found in groups.values() for item in found]
    if position.says_text and not any(item.statement.children for item in items):
        return True
    rests = {tuple(item.statement.tokens[item.position :]) for item in items}
    first_words = {rest[0] for rest in rests if shape(rest[0]) == "word"}
    lengths = {len(rest) for rest in rests}
    if len(first_words) < 3 or len(lengths) < 2 or any(item.statement.children for item in items):
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
