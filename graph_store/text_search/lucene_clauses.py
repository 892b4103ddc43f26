"""Parses Lucene's classic query syntax into clauses (default operator OR), with its wildcard patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from graph_store.text_search.errors import LuceneSyntaxError
from graph_store.text_search.lucene_words import (
    ANY_CHARACTER,
    ANY_CHARACTERS,
    QueryWord,
    WordKind,
    split_query,
)
from graph_store.text_search.tokenize_line import search_tokens

_FRINGE = re.compile(r"^[^\w/:]+|[^\w:]+$")
_COMPARABLE = re.compile(r'[^\s\[\]{}()"\\*]+')
_PLACEHOLDERS = {ANY_CHARACTERS, ANY_CHARACTER}
_DEEPEST = 50
_MOST_EDITS = 2
_LONGEST_SLOP = 1_000_000
_LARGEST_BOOST = 1e9
_CLAUSE = "a word, a phrase, a pattern, a range or a group in parentheses"
_SINGLE = {WordKind.TERM, WordKind.WILDCARD, WordKind.PHRASE, WordKind.REGEX, WordKind.RANGE}
_STARTS = _SINGLE | {WordKind.OPEN, WordKind.FIELD}


class Occurrence(Enum):
    """How a clause takes part in its group."""

    MUST = auto()
    SHOULD = auto()
    MUST_NOT = auto()


@dataclass(frozen=True, slots=True)
class Phrase:
    """Tokens in their order, at most `slop` moves apart; a single token is a plain term."""

    tokens: tuple[str, ...]
    slop: int = 0


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """One token with at most `edits` letters changed, added, lost or swapped."""

    token: str
    edits: int


@dataclass(frozen=True, slots=True)
class Wildcard:
    """Tokens with lucene_words.ANY_CHARACTERS and ANY_CHARACTER in them; `whole` is the word unsplit."""

    tokens: tuple[str, ...]
    whole: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression of Lucene's, for one whole token; `position` is that of its first character."""

    source: str
    position: int


@dataclass(frozen=True, slots=True)
class TermRange:
    """The tokens between two, by their characters; a blank end is open."""

    low: str
    high: str
    with_low: bool
    with_high: bool

    @property
    def brackets(self) -> tuple[str, str]:
        """Return the brackets around it: square ones at an end that is included or open."""
        return "[" if self.with_low or not self.low else "{", "]" if self.with_high or not self.high else "}"


@dataclass(frozen=True, slots=True)
class Everything:
    """Every line, blank ones included."""


@dataclass(frozen=True, slots=True)
class Boosted:
    """A clause whose score counts `factor` times."""

    clause: Clause
    factor: float


@dataclass(frozen=True, slots=True)
class ClauseGroup:
    """Clauses together, each with its occurrence; never only excluded ones."""

    members: tuple[tuple[Occurrence, Clause], ...]


Clause = Phrase | Fuzzy | Wildcard | Pattern | TermRange | Everything | Boosted | ClauseGroup


def read_clauses(query: str) -> Clause:
    """Read a whole query. Raises LuceneSyntaxError, also for a query that could find nothing as it stands."""
    if any("\ud800" <= character <= "\udfff" for character in query):
        raise LuceneSyntaxError(query, 0, "half of a surrogate pair", "text that can be written as UTF-8")
    reader = _Reader(query, split_query(query))
    clause = reader.group(depth=0)
    if reader.kind is not WordKind.END:
        raise reader.unexpected("the end, an operator or " + _CLAUSE)
    if clause is None:
        raise LuceneSyntaxError(query, 0, "no letter or digit", _CLAUSE)
    return clause


class _Reader:
    """Walks over the words once, left to right."""

    def __init__(self, query: str, words: Sequence[QueryWord]) -> None:
        self._query = query
        self._words = words
        self._next = 0

    @property
    def word(self) -> QueryWord:
        return self._words[self._next]

    @property
    def kind(self) -> WordKind:
        return self.word.kind

    def unexpected(self, expected: str) -> LuceneSyntaxError:
        found = repr(self.word.source) if self.word.source else "the end of the query"
        return LuceneSyntaxError(self._query, self.word.position, found, expected)

    def group(self, depth: int) -> Clause | None:
        """Read clauses up to a closing parenthesis or the end; None when punctuation is all there is."""
        if depth > _DEEPEST:
            raise self.unexpected(f"at most {_DEEPEST} groups inside each other")
        start = self.word.position
        members: list[tuple[Occurrence, Clause]] = []
        first = True
        while first or self.kind not in (WordKind.CLOSE, WordKind.END):
            joined = "" if first else self._take_operator("AND", "OR")
            modifier = self._take_operator("NOT") or self._take(WordKind.SIGN)
            clause = self._clause(depth)
            if joined == "AND" and members and members[-1][0] is not Occurrence.MUST_NOT:
                members[-1] = (Occurrence.MUST, members[-1][1])
            if clause is not None:
                must = Occurrence.MUST if modifier == "+" or joined == "AND" else Occurrence.SHOULD
                members.append((Occurrence.MUST_NOT if modifier in ("NOT", "-") else must, clause))
            first = False
        if members and all(occurrence is Occurrence.MUST_NOT for occurrence, _ in members):
            expected = "something to exclude them from, such as *:* for every line"
            raise LuceneSyntaxError(self._query, start, "only excluded clauses", expected)
        if len(members) > 1:
            return ClauseGroup(tuple(members))
        return members[0][1] if members else None

    def _take_operator(self, *names: str) -> str:
        if self.kind is WordKind.OPERATOR and self.word.text in names:
            return self._take(WordKind.OPERATOR)
        return ""

    def _take(self, kind: WordKind) -> str:
        """Step over a word of this kind and return its text; blank when the next word is of another."""
        if self.kind is not kind:
            return ""
        self._next += 1
        return self._words[self._next - 1].text

    def _clause(self, depth: int) -> Clause | None:
        if self.kind not in _STARTS:
            raise self.unexpected(_CLAUSE)
        field = self._take(WordKind.FIELD)
        if field and self.kind not in _STARTS - {WordKind.FIELD}:
            raise self.unexpected(_CLAUSE)
        clause = self._bracketed(depth) if self.kind is WordKind.OPEN else self._single(field)
        factor = self._take(WordKind.BOOST)
        return (
            Boosted(clause, min(float(factor), _LARGEST_BOOST)) if factor and clause is not None else clause
        )

    def _bracketed(self, depth: int) -> Clause | None:
        self._next += 1
        clause = self.group(depth + 1)
        if self.kind is not WordKind.CLOSE:
            raise self.unexpected("a closing parenthesis")
        self._next += 1
        return clause

    def _single(self, field: str) -> Clause | None:
        word = self.word
        self._next += 1
        if word.kind is WordKind.WILDCARD and word.source == "*" and field == "*":
            return Everything()
        fuzziness = None
        if word.kind in (WordKind.TERM, WordKind.PHRASE) and self.kind is WordKind.FUZZY:
            fuzziness = float(self._take(WordKind.FUZZY) or -1.0)  # -1 for none given
        if word.kind is WordKind.PHRASE:
            return _phrase(search_tokens(word.text), int(min(fuzziness or 0, _LONGEST_SLOP)))
        if word.kind is WordKind.WILDCARD:
            return self._wildcard(word)
        if word.kind is WordKind.REGEX:
            return Pattern(word.text, word.position + 1)
        if word.kind is WordKind.RANGE:
            low, high = (self._bound(word, bound) for bound in word.bounds)
            return TermRange(low, high, word.source.startswith("["), word.source.endswith("]"))
        return self._term(word, fuzziness)

    def _wildcard(self, word: QueryWord) -> Wildcard:
        tokens = tuple(search_tokens(word.text))
        if set("".join(tokens)) <= _PLACEHOLDERS and not set(word.text) <= _PLACEHOLDERS:
            expected = "a letter or digit: words carry no outer punctuation"
            raise LuceneSyntaxError(self._query, word.position, repr(word.source), expected)
        return Wildcard(tokens, _FRINGE.sub("", word.text.lower()))

    def _term(self, word: QueryWord, fuzziness: float | None) -> Clause | None:
        tokens = search_tokens(word.text)
        if fuzziness is None or not tokens:
            return _phrase(tokens, 0)
        if len(tokens) > 1:
            found = f"'~' after the {len(tokens)} words {tokens}"
            raise LuceneSyntaxError(self._query, word.position, found, "'~' after one word")
        if fuzziness > 1 and not fuzziness.is_integer():
            raise LuceneSyntaxError(self._query, word.position, f"~{fuzziness:g}", "~1 or ~2 letters")
        edits = _edits(fuzziness, len(tokens[0]))
        return Fuzzy(tokens[0], edits) if edits else _phrase(tokens, 0)

    def _bound(self, word: QueryWord, bound: str) -> str:
        """Analyze one end: two words in one (an address and its port) are compared as they are written."""
        tokens = search_tokens(bound)
        if len(tokens) == 1 or not bound:
            return "".join(tokens)
        if _COMPARABLE.fullmatch(bound):
            return bound.lower()
        found = f"{bound!r} as the end of a range"
        raise LuceneSyntaxError(self._query, word.position, found, "one word, or * for an open end")


def _phrase(tokens: Sequence[str], slop: int) -> Clause | None:
    return Phrase(tuple(tokens), max(slop, 0) if len(tokens) > 1 else 0) if tokens else None


def _edits(fuzziness: float, length: int) -> int:
    """Turn the number after `~` into letters, as FuzzyQuery.floatToEdits does; below 0 for none given."""
    if fuzziness < 0:
        return _MOST_EDITS
    edits = (
        int(min(fuzziness, _MOST_EDITS))
        if fuzziness >= 1 or fuzziness == 0
        else int((1 - fuzziness) * length)
    )
    return min(edits, _MOST_EDITS)


# Patterns that the analyzer cuts into several words: what they stand for, and how to do without them.


@dataclass(frozen=True, slots=True)
class WildcardWords:
    """What a pattern finds: a word that fits one of `words`, or words in a row that fit `phrase`."""

    words: tuple[str, ...]
    phrase: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A query without split patterns, right for the lines that do (`fits`) and do not (`fits_not`) fit those."""

    clause: Clause
    fits: tuple[Wildcard, ...] = ()
    fits_not: tuple[Wildcard, ...] = ()


def wildcard_words(clause: Wildcard) -> WildcardWords:
    """Say what a pattern finds: the whole word, or its tokens one behind the other where the analyzer splits it.

    A bare number in front (`16:*`) begins a time or a community, which stay whole. A first and a last token
    that are only `*` may also stand for nothing.
    """
    if len(clause.tokens) == 1:
        return WildcardWords(clause.tokens)
    start = 1 if set(clause.tokens[0]) == {ANY_CHARACTERS} else 0
    open_end = set(clause.tokens[-1]) == {ANY_CHARACTERS} and len(clause.tokens) - start > 1
    tokens = clause.tokens[start:-1] if open_end else clause.tokens[start:]
    if len(tokens) > 1:
        return WildcardWords((clause.whole,), tokens)
    return WildcardWords((clause.whole,) if tokens[0].isdecimal() else (clause.whole, tokens[0]))


def split_wildcards(clause: Clause) -> tuple[Wildcard, ...]:
    """List the different patterns of a query that find words in a row."""
    match clause:
        case Wildcard():
            return (clause,) if wildcard_words(clause).phrase else ()
        case Boosted(inner):
            return split_wildcards(inner)
        case ClauseGroup(members):
            found = (pattern for _, member in members for pattern in split_wildcards(member))
            return tuple(dict.fromkeys(found))
    return ()


def each_choice(clause: Clause) -> Iterator[Choice]:
    """Yield queries of disjoint lines that find together what `clause` finds: two for each split pattern at most.

    Where a line fits a pattern, the pattern's words anywhere in the line are as good as the pattern.
    """
    patterns = split_wildcards(clause)
    if not patterns:
        yield Choice(clause)
        return
    pattern = patterns[0]
    fitting, rest = _replaced(clause, pattern, _anywhere(pattern)), _replaced(clause, pattern, None)
    for choice in each_choice(fitting) if fitting else ():
        yield replace(choice, fits=(pattern, *choice.fits))
    for choice in each_choice(rest) if rest else ():
        yield replace(choice, fits_not=(pattern, *choice.fits_not))


def _anywhere(pattern: Wildcard) -> Clause:
    found = wildcard_words(pattern)
    together = ClauseGroup(tuple((Occurrence.MUST, Wildcard((token,), token)) for token in found.phrase))
    alone = tuple((Occurrence.SHOULD, Wildcard((word,), word)) for word in found.words)
    return ClauseGroup((*alone, (Occurrence.SHOULD, together)))


def _replaced(clause: Clause, old: Wildcard, new: Clause | None) -> Clause | None:
    """Put one clause in another's place; None stands for a clause that finds nothing."""
    if clause == old:
        return new
    if isinstance(clause, Boosted):
        inner = _replaced(clause.clause, old, new)
        return None if inner is None else replace(clause, clause=inner)
    if not isinstance(clause, ClauseGroup):
        return clause
    members: list[tuple[Occurrence, Clause]] = []
    for occurrence, member in clause.members:
        changed = _replaced(member, old, new)
        if changed is not None:
            members.append((occurrence, changed))
        elif occurrence is Occurrence.MUST:
            return None
    finds = any(occurrence is not Occurrence.MUST_NOT for occurrence, _ in members)
    return ClauseGroup(tuple(members)) if finds else None
