"""The rule language of configurations: a grammar is written as the configuration itself is, a statement on each line.

docs/parsers.md explains the signs. Rows of keywords and plain places become a tree, in which a statement is looked up
word by word; rows with places that have a name, a kind or may be missing become patterns, which come first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from reading.rows import ENTITY, PAIRS, SILENT, StatementRow, is_pattern, spellings

REST, OPEN, CLOSE = "...", "{", "}"
PLACE, PLACES, NAMED = "*", "**", "="
GRAMMARS = 200
"""So many are kept as they were read."""


class GrammarError(ValueError):
    """A row that cannot be read; the message quotes it."""


class GrammarNode:
    """One place in a grammar, and what may follow there.

    `words`: keywords; `slot`: a variable, whose node has `entity` where it is the key of one; `block`: the statements
    inside; `text`: the rest of the statement is free text. Of a variable: `listed` (any number of values), `keyless`
    (the first property of an entity without a key), `numbered` (it numbers entries), `entry` (every line behind it is
    a record of this type). Of a block: `rows`, which are tried first, in order.
    """

    __slots__ = (
        "_by_word",
        "block",
        "entity",
        "entry",
        "keyless",
        "listed",
        "numbered",
        "rows",
        "slot",
        "text",
        "words",
    )

    def __init__(self) -> None:
        self.words: dict[str, GrammarNode] = {}
        self.slot: GrammarNode | None = None
        self.block: GrammarNode | None = None
        self.text = self.listed = self.keyless = self.numbered = False
        self.entity = self.entry = ""
        self.rows: dict[str, tuple[StatementRow, GrammarNode]] = {}
        self._by_word: dict[str, list[tuple[StatementRow, GrammarNode]]] = {}

    def rows_for(self, word: str) -> list[tuple[StatementRow, GrammarNode]]:
        """Return the rows that may fit a statement whose first word this is, in their order."""
        found = self._by_word.get(word)
        if found is None:
            found = [each for each in self.rows.values() if each[0].first in ("", word)]
            self._by_word[word] = found
        return found


@lru_cache(maxsize=GRAMMARS)
def read_grammar(text: str) -> GrammarNode:
    """Read a grammar from its written form; one that was read lately is not read again.

    Raises GrammarError for a row that is none.
    """
    root = GrammarNode()
    stack = [[root]]
    named = _NamedRows()
    for number, line in enumerate(text.splitlines(), start=1):
        for row in _rows(line.strip()):
            try:
                for written_out in named.write_out(row):
                    _take(written_out, stack)
            except (re.error, ValueError) as error:
                raise GrammarError(f"GRAMMAR, line {number}: {line.strip()!r}: {error}") from None
    if opened := len(stack) - 1 + named.depth:
        raise GrammarError(f"GRAMMAR: {opened} more {OPEN!r} than {CLOSE!r}")
    return root


class _NamedRows:
    """Rows that stand once, from `= name {` to its `}`, and are written out wherever `= name` stands below.

    `depth` counts the blocks that are open since a `= name {`; zero outside of one.
    """

    def __init__(self) -> None:
        self.depth = 0
        self._name = ""
        self._rows: dict[str, list[str]] = {}
        self._collected: list[str] = []

    def write_out(self, row: str) -> Sequence[str]:
        """Return the rows to read for one: itself, those it names, or none while they get their name.

        Raises ValueError for a name that no rows above have, or that cannot be given here.
        """
        signs = row.split()
        if signs[0] == NAMED and signs[-1] == OPEN:
            self._begin(signs[1:-1])
            return ()
        rows = self._named(signs[1:]) if signs[0] == NAMED else [row]
        if not self.depth:
            return rows
        self.depth += (signs[-1] == OPEN) - (signs == [CLOSE])
        if self.depth:
            self._collected.extend(rows)
        else:
            self._rows[self._name] = self._collected
        return ()

    def _begin(self, names: Sequence[str]) -> None:
        if self.depth or len(names) != 1 or names[0] in self._rows:
            raise ValueError("a name is one word, given once, and outside of other rows with a name")
        self.depth, self._name, self._collected = 1, names[0], []

    def _named(self, names: Sequence[str]) -> Sequence[str]:
        name = " ".join(names)
        if name not in self._rows:
            raise ValueError(f"no rows above have the name {name!r}")
        return self._rows[name]


def _rows(line: str) -> Iterator[str]:
    """Cut a line that holds a whole block, `head { row }`, into its rows."""
    head, opened, rest = line.partition(f" {OPEN} ")
    if opened and rest.split()[-1] == CLOSE:
        yield f"{head} {OPEN}"
        yield from _rows(rest.strip().removesuffix(CLOSE).rstrip())
        yield CLOSE
    elif line:
        yield line


def _take(row: str, stack: list[list[GrammarNode]]) -> None:
    """Put one row into the block that is open, and open or close one."""
    signs = row.split()
    if signs != [CLOSE]:
        nodes = list(_row(signs, row, stack[-1]))
        if signs[-1] == OPEN:
            stack.append(_blocks(nodes))
    elif len(stack) > 1:
        stack.pop()
    else:
        raise ValueError(f"{CLOSE!r} closes nothing")


def _blocks(nodes: Sequence[GrammarNode]) -> list[GrammarNode]:
    """Return the blocks inside the statements of one row: one for all that have none yet, as the same stands there."""
    new = GrammarNode()
    for node in nodes:
        if node.block is None:
            node.block = new
    return list(dict.fromkeys(node.block for node in nodes if node.block is not None))


def _row(signs: Sequence[str], text: str, blocks: Sequence[GrammarNode]) -> Iterator[GrammarNode]:
    """Put one row into the blocks that are open; yields the nodes of the statement it describes."""
    text = text.removesuffix(OPEN).rstrip() if signs[-1] == OPEN else text
    signs = signs[:-1] if signs[-1] == OPEN else signs
    if is_pattern(signs):
        for block, spelling in product(blocks, list(spellings(text))):
            if spelling not in block.rows:
                block.rows[spelling] = StatementRow(spelling), GrammarNode()
            yield block.rows[spelling][1]
        return
    for block in blocks:
        for words in product(*map(_alternatives, signs)):
            node = block
            for word in words:
                node = _grow(node, word)
            yield node


def _alternatives(sign: str) -> list[str]:
    """Return the keywords of `in|out`; every other sign is itself."""
    return sign.split("|") if "|" in sign[1:-1] and sign[0] not in "\\<" else [sign]


def _grow(node: GrammarNode, sign: str) -> GrammarNode:
    """Return the node behind one sign, made where there is none yet."""
    if sign == REST:
        node.text = True
        return node
    entity = ENTITY.fullmatch(sign)
    if entity or sign in (PLACE, PLACES):
        if node.slot is None:
            node.slot = GrammarNode()
        node = node.slot
    if entity:
        mark, node.entity, entry = entity.groups()
        node.entry = entry or node.entry
        node.keyless = node.keyless or mark == "+"
        node.numbered = node.numbered or mark == "#"
    elif sign == PLACES:
        node.listed = True
    elif sign != PLACE:
        node = node.words.setdefault(sign[1:] if sign[0] == "\\" else sign, GrammarNode())
    return node


def known(tokens: Sequence[str], node: GrammarNode) -> bool:
    """Tell whether the grammar has a place for every token; a statement that it does not know explains nothing."""
    for token in tokens:
        if node.text or node.listed:
            return True
        after = node.words.get(token) or node.slot
        if after is None:
            return False
        node = after
    return True


def opening_words(tokens: Sequence[str], node: GrammarNode) -> Iterator[tuple[int, GrammarNode]]:
    """Yield how many of the words open a block on their way, and the block; the first comes first."""
    for row, behind in node.rows_for(tokens[0]) if len(tokens) > 1 else ():
        if behind.block is not None and row.pattern.fullmatch(tokens[0]):
            yield 1, behind.block
    for index, token in enumerate(tokens[:-1], start=1):
        after = node.words.get(token) or node.slot
        if after is None or node.text or node.listed:
            return
        if after.block is not None:
            yield index, after.block
        node = after


def silent_rows(root: GrammarNode) -> Iterator[tuple[StatementRow, GrammarNode]]:
    """Yield the rows that say nothing, of all blocks: they hold in every block."""
    waiting, seen = [root], {root}
    while waiting:
        node = waiting.pop()
        yield from ((row, after) for row, after in node.rows.values() if row.silent)
        for after in (
            *node.words.values(),
            node.slot,
            node.block,
            *(after for _, after in node.rows.values()),
        ):
            if after is not None and after not in seen:
                seen.add(after)
                waiting.append(after)


ESCAPED = (PLACE, PLACES, NAMED, PAIRS, REST, OPEN, CLOSE, SILENT)


def escape(word: str) -> str:
    """Write a keyword so that it is not taken for a sign."""
    is_sign = word in ESCAPED or word[0] == "\\" or any(letter in word for letter in "<[]|")
    return "\\" + word if is_sign else word
