"""Writes a model's templates as exactly as those found without it: what is a constant there is one of few words here.

A model that writes `<reason:text>` for what a program only ever says in three ways makes one kind of event of three.
Which words are constants is found without a model (`mine_templates`); the names of places stay the model's.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from ingest.learn.builtin.logs.templates import mine_templates, repeated_message
from ingest.learn.builtin.logs.write_parser import plan_events
from reading.event_table import LONGEST
from reading.templates import CONVERTED, PLACE, TemplatePiece, TemplateRow, split_template

MOST_WORDS = 20
"""That a place may have to be said as one of a few."""
MOST_ROWS = 6
"""That are made of one row; the commonest."""
LEAST_RECORDS = 2
_OPTIONAL = re.compile(r"<\?((?:[^?<]|<(?!\?)|\?(?!>))*+)\?>")

Span = tuple[int, int]
Shape = tuple[frozenset[int], tuple[bool, ...]]
"""Which places of a row hold constants, and which of its optional parts are there."""


def sharpen_rows(rows: Sequence[tuple[str, str]], messages: Iterable[str]) -> list[tuple[str, str]]:
    """Put more exact rows before those that hold several kinds of messages; `rows` are types and templates."""
    counted = Counter(inner for message in messages if (inner := repeated_message(message)))
    mined = _Table(
        [(event.type, event.text) for event in plan_events(mine_templates(counted.elements()), ())]
    )
    table = _Table(rows)
    seen = [_Seen() for _ in rows]
    for message, often in counted.items():
        found, exact = table.find(message), mined.find(message)
        if found is not None and exact is not None:
            seen[found[0]].take(table, found, mined.varying(exact), exact[0], often)
    return [row for own, row in zip(seen, rows, strict=True) for row in (*own.exact_rows(row), row)]


class _Table:
    """Rows in their order, compiled."""

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        self._rows = [TemplateRow(kind, text) for kind, text in rows]
        self.places = [_named(split_template(text)) for _, text in rows]

    def find(self, message: str) -> tuple[int, re.Match[str]] | None:
        """Return the place of the first row that fits, and how."""
        for at, row in enumerate(self._rows):
            match = (row.fullmatch or row.compile())(message, 0, LONGEST)
            if match:
                return at, match
        return None

    def varying(self, found: tuple[int, re.Match[str]]) -> list[Span]:
        """Return where in a message values stand that are no part of its template."""
        at, match = found
        return [match.span(number) for number, (piece, _) in enumerate(self.places[at], 1) if not piece.stays]


def _named(pieces: Sequence[TemplatePiece]) -> list[tuple[TemplatePiece, int]]:
    """Return the places with a name, in order, and the number of the optional part that each stands in; -1 for none."""
    found, optional = list[tuple[TemplatePiece, int]](), 0
    for piece in pieces:
        found += [
            (each, optional if piece.optional else -1) for each in piece.optional or (piece,) if each.name
        ]
        optional += bool(piece.optional)
    return found


@dataclass(slots=True)
class _Seen:
    """The messages of one row: by their shape how many, of which mined rows, and the words of the constant places."""

    counts: Counter[Shape] = field(default_factory=Counter)
    mined: dict[tuple[bool, ...], set[int]] = field(default_factory=lambda: defaultdict(set))
    words: dict[Shape, dict[int, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )

    def take(
        self, table: _Table, found: tuple[int, re.Match[str]], varying: Sequence[Span], exact: int, often: int
    ) -> None:
        """Take a message apart: which of its values are constants where no model was asked."""
        at, match = found
        texts = {
            number: text
            for number, (piece, _) in enumerate(table.places[at])
            if not piece.stays
            and piece.kind not in CONVERTED
            and (text := match[number + 1])
            and not any(_overlap(match.span(number + 1), span) for span in varying)
        }
        optional = sorted({part for _, part in table.places[at] if part >= 0})
        there = tuple(
            any(
                match[number + 1] is not None for number, (_, of) in enumerate(table.places[at]) if of == part
            )
            for part in optional
        )
        shape = frozenset(texts), there
        self.counts[shape] += often
        self.mined[there].add(exact)
        for number, text in texts.items():
            self.words[shape][number].add(text)

    def exact_rows(self, row: tuple[str, str]) -> Iterator[tuple[str, str]]:
        """Yield the rows that say more than this one, those with most constants first."""
        apart = self._apart()
        shapes = [
            shape
            for shape, often in self.counts.most_common(MOST_ROWS)
            if often >= LEAST_RECORDS
            and (shape[0] or apart)
            and all(len(words) <= MOST_WORDS for words in self.words[shape].values())
        ]
        made = dict.fromkeys(
            _exact(row[1], self.words[shape], shape[1] if apart else None)
            for shape in sorted(shapes, key=lambda shape: (-len(shape[0]), -sum(shape[1])))
        )
        made.pop(row[1], None)
        yield from ((row[0], text) for text in made)

    def _apart(self) -> bool:
        """Tell whether messages with and without the optional parts are of different kinds where no model was asked."""
        sets = list(self.mined.values())
        return len(sets) > 1 and len(set().union(*sets)) == sum(map(len, sets))


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _exact(template: str, words: Mapping[int, Iterable[str]], there: tuple[bool, ...] | None) -> str:
    """Write a template with constants in the places of `words`, and its optional parts as they are there or not."""
    number = count()

    def place(found: re.Match[str]) -> str:
        known = words.get(next(number), ())
        return f"<{found[1]}={'|'.join(map(_escape, sorted(known)))}>" if known else found[0]

    written = PLACE.sub(place, template)
    if there is None:
        return written
    parts = iter(there)

    def part(found: re.Match[str]) -> str:
        if not PLACE.search(found[1]):
            return found[0]
        return found[1] if next(parts) else ""

    return _OPTIONAL.sub(part, written)


def _escape(text: str) -> str:
    return re.sub(r"[<>]", r"\\\g<0>", re.escape(text))


# The table in a parser's source.


def sharpen_source(source: str, messages: Iterable[str]) -> str:
    """Return a source whose table of events is sharpened; the same where its rows are not written out."""
    tables = [node for node in ast.parse(source).body if _table_of(node) is not None]
    rows = list[tuple[str, str]]()
    try:
        for node in tables:
            added = _rows_of(_table_of(node), rows)
            rows = rows + added if isinstance(node, ast.AugAssign) else added
    except ValueError:
        return source
    sharp = sharpen_rows(rows, messages)
    if len(sharp) == len(rows):
        return source
    lines = source.splitlines()
    for node in reversed(tables):
        del lines[node.lineno - 1 : node.end_lineno]
    written = "".join(f"    ({kind!r}, {text!r}),\n" for kind, text in sharp)
    lines[tables[0].lineno - 1 : tables[0].lineno - 1] = f"EVENTS = [\n{written}]".split("\n")
    return "\n".join(lines) + "\n"


def _table_of(node: ast.stmt) -> ast.expr | None:
    """Return what is assigned, or added, to the table of events."""
    if isinstance(node, ast.AugAssign):
        return node.value if _is_events(node.target) else None
    return node.value if isinstance(node, ast.Assign) and _is_events(node.targets[0]) else None


def _is_events(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "EVENTS"


def _rows_of(node: ast.expr | None, before: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Read a list of rows, or a sum of such lists and the table before. Raises ValueError."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _rows_of(node.left, before) + _rows_of(node.right, before)
    if node is None or _is_events(node):
        return before
    return [(str(kind), str(text)) for kind, text in ast.literal_eval(node)]
