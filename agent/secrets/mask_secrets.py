"""Masks secrets in prompts, answers and steps with stand-ins, and puts them back only in queries. No IO."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, groupby, islice
from operator import itemgetter
from threading import Lock
from weakref import WeakKeyDictionary

from agent.records import Answer, AnswerTable, Outcome, Query, Row
from agent.render.draft import bare
from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, Scalar, SourceLine, Value
from language_model.redact import Redactor
from language_model.redaction.remember import is_worth_remembering
from language_model.redaction.secret_words import STEMS

# Reads which secrets a graph holds, so that a value is masked whatever a statement makes of it.
# A row shows what its own lines tell is secret. An aggregate, a path or the description of the store gives values
# without their lines; those are known from here.


MOST_LINES = 200_000
"""Lines of configurations that are read."""
MOST_FOUND = 20_000
"""Lines of logs that are found by the words that announce secrets."""
MOST_SECRETS = 5_000
TIME_S = 60.0
DOCUMENTS = "MATCH (d:Document {state: 'ready'}) RETURN d.serial, d.sha256 ORDER BY d.serial"
LINES = """\
MATCH (d:Document {state: 'ready', kind: 'configuration'})
UNWIND range(1, d.lines) AS number
MATCH (l:Line {id: d.serial * 4294967296 + number})
RETURN d.serial, l.text ORDER BY d.serial, number"""
SEARCH = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.text"

Documents = tuple[tuple[object, ...], ...]
_known: WeakKeyDictionary[ReadableGraph, dict[bool, tuple[Documents, tuple[str, ...]]]] = WeakKeyDictionary()
_lock = Lock()


def graph_secrets(graph: ReadableGraph, *, logs: bool) -> tuple[str, ...]:
    """Return the secrets of configurations, with `logs` of lines that announce some; read once. Raises GraphError."""
    with _lock:
        documents: Documents = tuple(map(tuple, graph.read(DOCUMENTS, row_limit=1_000_000).rows))
        before = _known.setdefault(graph, {}).get(logs)
        if before is not None and before[0] == documents:
            return before[1]
        redactor = Redactor()
        texts = chain(_configurations(graph), _announced(graph) if logs else ())
        found = dict.fromkeys(chain.from_iterable(map(redactor.secrets, texts)))
        secrets = tuple(islice(found, MOST_SECRETS))
        _known[graph][logs] = documents, secrets
        return secrets


def _configurations(graph: ReadableGraph) -> Iterator[list[str]]:
    """Read the lines of each configuration, in their order: what a line is about may stand in the line before it."""
    rows = graph.read(LINES, row_limit=MOST_LINES, time_limit_s=TIME_S).rows
    for _, lines in groupby(rows, key=itemgetter(0)):
        yield [str(text) for _, text in lines]


def _announced(graph: ReadableGraph) -> Iterator[list[str]]:
    try:
        rows = graph.read(SEARCH, {"q": " OR ".join(f"{stem}*" for stem in STEMS)}, row_limit=MOST_FOUND).rows
    except GraphServerError:
        raise
    except GraphError:  # too many words begin so: the configurations are known
        return
    yield from ([str(row[0])] for row in rows)


# Finds a secret in a cell that a statement turned round, cased otherwise, spaced out or cut into pieces.


SHORTEST = 6
"""Letters and digits of a secret that is looked for so: shorter ones stand in ordinary words."""
PIECE = 4


def mask_transformed(text: str, secrets: Collection[str], clear: str = "", *, pieces: bool = True) -> str:
    """Replace a secret in any form; with `pieces` also a text that is a piece of one, and not in `clear`."""
    if not secrets:
        return text
    places = [place for place, sign in enumerate(text) if sign.isalnum()]
    folded = "".join(text[place].lower()[:1] for place in places)
    hidden: set[int] = set()
    for secret in map(_fold, secrets):
        if len(secret) < SHORTEST or (len(secret) > len(folded) and not pieces):
            continue
        for form in (secret, secret[::-1]):
            if pieces and PIECE <= len(folded) < len(form) and folded in form and folded not in _fold(clear):
                hidden.update(range(len(text)))
            at = folded.find(form)
            while at >= 0:
                hidden.update(range(places[at], places[at + len(form) - 1] + 1))
                at = folded.find(form, at + 1)
    return "".join("x" if place in hidden else sign for place, sign in enumerate(text))


def is_spread(items: Sequence[object], secrets: Collection[str], *, pieces: bool = True) -> bool:
    """Say whether the texts of a list make a secret when they are joined."""
    joined = "".join(item for item in items if isinstance(item, str))
    return bool(secrets) and mask_transformed(joined, secrets, pieces=pieces) != joined


@lru_cache(maxsize=10_000)
def _fold(text: str) -> str:
    return "".join(sign.lower()[:1] for sign in text if sign.isalnum())


SECOND_VALUE = re.compile(r"_(?:option|number|name|value)(?:_(?s:.*))?$")
"""What ingest adds to a property's name for its second value: `password 7 XYZ` has a password and a password_option."""
LONG_TEXT = 500
"""Characters from which on a value is no line or name, but was made of many."""
WORD = re.compile(r"[^\s\"',;()\[\]]+")


def telling_name(name: str) -> str:
    """Say what a value is called, as far as it tells whether it is a secret; every entity's name is its `key`."""
    property_name = bare(name)
    return "" if property_name == "key" else property_name


class SecretMask:
    """Masks what one question brings up; the same secret has the same stand-in in all of it.

    With `show` the person sees the secrets; a model never does. `known` reads those that the graph holds; it is called
    when there is something to mask, since it takes a while.
    """

    def __init__(self, show: bool = False, known: Callable[[], Sequence[str]] = tuple) -> None:
        self.redactor = Redactor()
        self._read_known: Callable[[], Sequence[str]] | None = known
        self._known: tuple[str, ...] = ()
        self._words: dict[str, str] = {}
        self._lock = Lock()
        self._show = show
        self._hidden: dict[int, tuple[Outcome, int]] = {}

    def learn(self) -> None:
        """Read what the graph holds, once. Raises GraphError."""
        with self._lock:
            if self._read_known is None:
                return
            found = self._read_known()
            for secret in found:
                self.redactor.hide(secret)
            self._words = {secret.lower(): secret for secret in found}
            self._known = tuple(filter(is_worth_remembering, found))
            self._read_known = None

    def shown_text(self, text: str) -> str:
        """Give a text as the person sees it."""
        return self.redactor.restore(text) if self._show else self.redactor.known(text)

    def ask(self, query: Query) -> Query:
        """Put secrets back in the place of stand-ins: the graph knows no stand-ins."""
        return _changed(query, self.redactor.restore, self.redactor.restore)

    def shown(self, outcome: Outcome) -> Outcome:
        """Give an outcome as the person sees it."""
        return outcome if self._show else self.hidden(outcome)

    def shown_query(self, query: Query) -> Query:
        """Give a query as the person sees it."""
        return self.ask(query) if self._show else self._query(query)

    def hidden(self, outcome: Outcome) -> Outcome:
        """Mask an outcome; what is masked is masked again only when other secrets have come up since."""
        if outcome.rows:
            self.learn()
        known, count = self._hidden.get(id(outcome), (None, 0))
        now = self.redactor.count  # what comes up while this is masked may stand in an earlier row as well
        if known is outcome and count == now:
            return outcome
        rows, error = tuple(map(self._row, outcome.rows)), self.redactor.known(outcome.error)
        masked = replace(outcome, query=self._query(outcome.query), rows=rows, error=error)
        self._hidden[id(masked)] = masked, now
        return masked

    def shown_document(self, text: str) -> str:
        """Give a text of several lines, or of words from them, as a person sees it who may take it elsewhere."""
        if self._show:
            return text
        self.learn()
        masked = "\n".join(self.redactor.lines(text.split("\n")))
        return WORD.sub(lambda word: self._stand_in(word[0]) or word[0], masked)

    def _stand_in(self, value: str) -> str | None:
        return self.redactor.stand_in(self._words.get(value.lower(), value))

    def answer(self, answer: Answer) -> Answer:
        """Give an answer as the person sees it."""
        text = self.shown_text(answer.text)
        if self._show:
            return replace(answer, text=text)
        if answer.tables:
            self.learn()
        return replace(
            answer,
            text=text,
            citations=self._lines(answer.citations),
            closest=tuple(replace(one, lines=self._lines(one.lines)) for one in answer.closest),
            tables=tuple(map(self._table, answer.tables)),
        )

    def _table(self, table: AnswerTable) -> AnswerTable:
        """Mask a table row by row: a column's name tells whether its values are secrets, and so do its lines."""
        rows = [
            self._row(Row(dict(zip(map(_column, table.columns), row, strict=True)), cited, len(cited)))
            for row, cited in zip(table.rows, table.citations, strict=True)
        ]
        return replace(
            table,
            title=self.shown_text(table.title),
            rows=tuple(tuple(row.values.values()) for row in rows),
            citations=tuple(row.lines for row in rows),
        )

    def _row(self, row: Row) -> Row:
        secrets = self.redactor.secrets([line.text for line in row.lines])
        lines = self._lines(row.lines)
        clear = " ".join(line.text for line in lines)
        values = {name: _whole(self._cell(name, cell), secrets, clear) for name, cell in row.values.items()}
        return replace(row, values=values, lines=lines)

    def _lines(self, lines: Sequence[SourceLine]) -> tuple[SourceLine, ...]:
        """Mask lines in order: what a line is about may stand in the line before it."""
        texts = self.redactor.lines([line.text for line in lines])
        return tuple(replace(line, text=text) for line, text in zip(lines, texts, strict=True))

    def _cell(self, name: str, cell: Cell) -> Cell:
        if isinstance(cell, str):
            return mask_transformed(self._value(name, cell), self._known, pieces=False)
        if isinstance(cell, Mapping):
            return {inner: self._cell(inner, one) for inner, one in cell.items()}
        if isinstance(cell, Sequence):
            if is_spread(cell, self._known, pieces=False):
                return tuple("x" if isinstance(one, str) else one for one in cell)
            return tuple(self._cell(name, one) for one in cell)
        if isinstance(cell, int | float) and not isinstance(cell, bool):
            whole = int(cell) if isinstance(cell, float) and cell.is_integer() else cell
            return self.redactor.stand_in(str(whole)) or cell
        return cell

    def _value(self, name: str, value: str) -> str:
        """Mask one value; what it is called tells whether it is a secret, as the words of a line do."""
        known = self._stand_in(value)
        if known is not None:
            return known
        if len(value) > LONG_TEXT and self._words:
            value = WORD.sub(lambda word: self._stand_in(word[0]) or word[0], value)
        told = f"{telling_name(name)} ".lstrip()
        named = self.redactor.lines([f"{told}{value}"])[0] if "\n" not in value else ""
        return named.removeprefix(told) if named.startswith(told) else self.redactor.text(value)

    def _query(self, query: Query) -> Query:
        redactor = self.redactor
        return _changed(query, redactor.known, lambda text: redactor.stand_in(text) or redactor.known(text))


def _column(name: str) -> str:
    return name.replace(" ", "_")


def _changed(query: Query, statement: Callable[[str], str], parameter: Callable[[str], str]) -> Query:
    """Write a query's statement, and the texts among its parameters, in another way."""

    def one(value: Scalar) -> Scalar:
        return parameter(value) if isinstance(value, str) else value

    parameters: dict[str, Value] = {
        name: tuple(map(one, value)) if isinstance(value, tuple) else one(value)
        for name, value in query.parameters.items()
    }
    return replace(query, statement=statement(query.statement), parameters=parameters)


def _whole(cell: Cell, secrets: Sequence[str], clear: str) -> Cell:
    """Mask what is left of the row's own secrets in a cell, in whatever form."""
    if not secrets:
        return cell
    if isinstance(cell, str):
        return mask_transformed(cell, secrets, clear)
    if isinstance(cell, Mapping):
        return {name: _whole(one, secrets, clear) for name, one in cell.items()}
    if isinstance(cell, Sequence):
        if is_spread(cell, secrets):
            return tuple("x" if isinstance(one, str) else one for one in cell)
        return tuple(_whole(one, secrets, clear) for one in cell)
    return cell
