"""Patterns that the analyzer cuts into several words: what they stand for, and how to do without them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph_store.text_search.lucene_clauses import Boosted, Clause, Group, Occurrence, Wildcard
from graph_store.text_search.lucene_words import ANY_CHARACTERS


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
    tokens = _without_open_ends(clause.tokens)
    if len(tokens) > 1:
        return WildcardWords((clause.whole,), tokens)
    return WildcardWords((clause.whole,) if tokens[0].isdecimal() else (clause.whole, tokens[0]))


def split_wildcards(clause: Clause) -> tuple[Wildcard, ...]:
    """List the different patterns of a query that find words in a row."""
    if isinstance(clause, Wildcard):
        return (clause,) if wildcard_words(clause).phrase else ()
    if isinstance(clause, Boosted):
        return split_wildcards(clause.clause)
    if isinstance(clause, Group):
        found = (pattern for _, member in clause.members for pattern in split_wildcards(member))
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
    for choice in _choices(_replaced(clause, pattern, _anywhere(pattern))):
        yield replace(choice, fits=(pattern, *choice.fits))
    for choice in _choices(_replaced(clause, pattern, None)):
        yield replace(choice, fits_not=(pattern, *choice.fits_not))


def _choices(clause: Clause | None) -> Iterator[Choice]:
    if clause is not None:
        yield from each_choice(clause)


def _anywhere(pattern: Wildcard) -> Clause:
    found = wildcard_words(pattern)
    together = Group(tuple((Occurrence.MUST, Wildcard((token,), token)) for token in found.phrase))
    alone = tuple((Occurrence.SHOULD, Wildcard((word,), word)) for word in found.words)
    return Group((*alone, (Occurrence.SHOULD, together)))


def _replaced(clause: Clause, old: Wildcard, new: Clause | None) -> Clause | None:
    """Put one clause in another's place; None stands for a clause that finds nothing."""
    if clause == old:
        return new
    if isinstance(clause, Boosted):
        inner = _replaced(clause.clause, old, new)
        return None if inner is None else replace(clause, clause=inner)
    if not isinstance(clause, Group):
        return clause
    members: list[tuple[Occurrence, Clause]] = []
    for occurrence, member in clause.members:
        changed = _replaced(member, old, new)
        if changed is not None:
            members.append((occurrence, changed))
        elif occurrence is Occurrence.MUST:
            return None
    finds = any(occurrence is not Occurrence.MUST_NOT for occurrence, _ in members)
    return Group(tuple(members)) if finds else None


def _without_open_ends(tokens: tuple[str, ...]) -> tuple[str, ...]:
    start = 1 if set(tokens[0]) == {ANY_CHARACTERS} else 0
    end = len(tokens) - 1 if set(tokens[-1]) == {ANY_CHARACTERS} and len(tokens) - start > 1 else len(tokens)
    return tokens[start:end]
