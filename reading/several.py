"""Cuts a path that says several things (`set interfaces lo0 mtu 1500 disable`) into one path for each.

Which words are settings with a value, which are switches and which open a block is what the rows of a grammar say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reading.grammar import GrammarNode
from reading.rows import StatementRow
from reading.statements import Statement

MOST_WORDS = 60
"""Of a path; longer ones are left as they are."""
MOST_STEPS = 300
"""For one path."""
ELASTIC = ("text", "list", "pairs")
"""Kinds of places that take any number of words: here as few as leave others that rows describe, or all."""

Path = tuple[int, ...]
Resting = tuple[GrammarNode, Path]
"""A place in the grammar that a path came through, and the words that led there."""


def cut_path(statement: Statement, grammar: GrammarNode) -> list[Statement]:
    """Return a statement for each thing that a path says, in order; the path itself where it is one, or not known.

    It is doubtful where free text would have to hold what looks like further statements.
    """
    tokens = statement.tokens
    if not 3 < len(tokens) <= MOST_WORDS or statement.comment:
        return [statement]
    cutting = _Cutting(tokens)
    paths = cutting.walk(grammar, (), 0, ())
    if paths is None or len(paths) < 2:
        statement.doubtful = paths is None and cutting.is_unclear
        return [statement]
    written = list(_written(statement))
    return [_piece(statement, path, written) for path in paths]


def _piece(statement: Statement, path: Path, written: Sequence[str]) -> Statement:
    """Return the statement of some words of a path."""
    piece = statement.copy([])
    piece.tokens = [statement.tokens[at] for at in path]
    piece.raw = piece.said = " ".join(written[at] for at in path)
    return piece


def _written(statement: Statement) -> Iterator[str]:
    """Yield the tokens of a statement as they are written, with their quotes."""
    end = 0
    for token in statement.tokens:
        at = max(statement.raw.find(token, end), end)
        end = at + len(token)
        quoted = (
            at > 0
            and statement.raw[at - 1] in "\"'"
            and statement.raw[end : end + 1] == statement.raw[at - 1]
        )
        yield statement.raw[at - 1 : end + 1] if quoted else token
        end += quoted


class _Cutting:
    """Walks the words of one path over a grammar, as often as there are ways, until all words have a place."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens, self._steps, self.is_unclear = tokens, 0, False

    def walk(self, node: GrammarNode, path: Path, at: int, rests: tuple[Resting, ...]) -> list[Path] | None:
        """Return the paths that the words from `at` on make; None where one has no place.

        `path` led to the node. What follows a finished statement goes on at the last of the `rests` that knows it, all
        of which are of the same thing: a path leads into blocks and entities, and never out of one.
        """
        self._steps += 1
        if at == len(self._tokens):
            return [path]
        if self._steps > MOST_STEPS:
            return None
        return next((found for found in self._ways(node, path, at, rests) if found is not None), None)

    def _ways(
        self, node: GrammarNode, path: Path, at: int, rests: tuple[Resting, ...]
    ) -> Iterator[list[Path] | None]:
        """Yield what becomes of the path: words first, then what stands inside, values, what follows, and the rest."""
        token, rests = self._tokens[at], () if node.entity else rests
        here = (*rests, (node, path)) if path else ()
        if token in node.words:
            yield self.walk(node.words[token], (*path, at), at + 1, here)
        if node.block is not None:
            yield self.walk(node.block, path, at, ())
        for row, behind in node.rows_for(token):
            yield from (self.walk(behind, (*path, *range(at, end)), end, here) for end in self._ends(row, at))
        if node.text or (node.slot is not None and node.slot.listed):
            yield self._resumed((*path, at), at + 1, here)
            if self._follows(at + 1, here):
                self.is_unclear = True
                return
            yield [(*path, *range(at, len(self._tokens)))]
        elif node.slot is not None:
            yield self.walk(node.slot, (*path, at), at + 1, here)
        else:
            yield self._resumed(path, at, rests)
        left = {row.first for row, _ in node.rows_for(token) if row.rest_by_keywords}
        if token in left or (left and not _knows(node, token)):
            yield [(*path, *range(at, len(self._tokens)))]

    def _ends(self, row: StatementRow, at: int) -> Iterator[int]:
        """Yield where a row may end that begins at a word."""
        if row.silent or row.rest_by_keywords:
            return
        ends = range(at + 1, len(self._tokens) + 1)
        is_elastic = any(place.kind in ELASTIC for place in row.places)
        for end in ends if is_elastic else reversed(ends):
            if row.pattern.fullmatch(" ".join(self._tokens[at:end])):
                yield end

    def _follows(self, at: int, rests: tuple[Resting, ...]) -> bool:
        """Tell whether a word is a keyword at one of some places."""
        return at < len(self._tokens) and any(_knows(node, self._tokens[at]) for node, _ in rests)

    def _resumed(self, path: Path, at: int, rests: tuple[Resting, ...]) -> list[Path] | None:
        """Finish a path, and go on at the last place that knows the next word."""
        if at == len(self._tokens):
            return [path]
        token = self._tokens[at]
        for last in reversed(range(len(rests))):
            node, led = rests[last]
            if _knows(node, token):
                found = self.walk(node, led, at, rests[:last])
                if found is not None:
                    return [path, *found]
                self.is_unclear = True
        return None


def _knows(node: GrammarNode, word: str) -> bool:
    return word in node.words or any(row.first == word for row, _ in node.rows_for(word))
