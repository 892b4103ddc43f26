"""Builds the rows of lines, records and entities, and the statements that write them in bulk."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

from graph_store.graph import IndexedLine, Parameters
from graph_store.records import ENTITY_PROPERTIES, EVENT, Document, Entity, Scalar, SourceLine
from graph_store.schema import NAME, quote_name
from graph_store.text_search.tokenize_line import search_text
from ingest.concepts.common_labels import read_concepts
from ingest.records import EntityTable, ParsedBatch

# The ids of a document's nodes; see Document.


LINE_IDS, ENTITY_IDS = 2**32, 2**31


def line_id(serial: int, number: int) -> int:
    """Return the node id of a line."""
    return serial * LINE_IDS + number


def entity_id(serial: int, ordinal: int) -> int:
    """Return the node id of an entity."""
    return serial * LINE_IDS + ENTITY_IDS + ordinal


# Lists as every server stores them: Neo4j keeps none whose items differ in type.


def storable_list(values: Sequence[Scalar]) -> list[Scalar]:
    """Return the items; as broken numbers when only some are, as the text of the file when types differ otherwise."""
    kinds = {type(value) for value in values}
    if len(kinds) < 2:
        return list(values)
    if kinds == {int, float}:
        return [float(value) for value in values]
    return [str(value).lower() if isinstance(value, bool) else str(value) for value in values]


# Entities that stand alone on a line: their rows, and the statements that write both. A log record is its line.

Item = TypeVar("Item")
Row = list[Any]
Properties = dict[str, Any]
Write = tuple[str, Sequence[Any], Mapping[str, Any]]
"""A statement, its rows, and the parameters that they share."""

NAMED_ROWS = 100
"""From so many rows on a statement names the properties of its entities, which spares sending and reading their names
with every row; for fewer, reading another statement would cost the server more."""

SEARCH_TEXT = "search_text: r[3], "
"""What lines of a store need whose own index reads it: see `WritableGraph.keeps_search_text`."""
LINE = (
    f"(:Line {{id: r[0], number: r[1], text: r[2], {SEARCH_TEXT}device: r[4], path: r[5], document: r[6]}})"
)
"""A line's properties are named where it is created: what is set afterwards is written a second time."""

_CREATE_NAMED = (
    "UNWIND $rows AS r CREATE (e:{names} {{id: r[5], key: r[6], device: r[7], ordinal: r[8], first_line: r[1], "
    "type: $type, path: $path, document: $document{further}}})-[:HAS_LINE]->(:Line {{id: r[0], number: r[1], "
    "text: r[2], search_text: r[3], device: r[4], path: $path, document: $document}})"
)
_RECORD_NAMED = (
    "UNWIND $rows AS r CREATE (:{names} {{id: r[0], number: r[1], first_line: r[1], text: r[2], search_text: r[3], "
    "key: r[6], device: r[7], ordinal: r[8], type: $type, path: $path, document: $document{further}}})"
)
_OWN_COLUMNS = 9
_CREATE_SET = f"UNWIND $rows AS r CREATE (e:%s)-[:HAS_LINE]->{LINE} SET e = r[7]"
_RECORD_SET = "UNWIND $rows AS r CREATE (e:%s) SET e = r"


class _Kind(NamedTuple):
    """What the rows of a group have in common."""

    names: str
    type: str
    path: str
    document: int
    properties: tuple[str, ...]
    is_record: bool


def property_as_stored(name: str) -> str:
    """Return a property's name as servers take it: some keep those that begin with @ to themselves."""
    return f"_{name[1:]}" if name.startswith("@") else name


def entity_properties(document: Document, entity: Entity) -> Properties:
    """Return the properties of an entity's node."""
    row: Properties = {}
    for name, value in entity.values.items():
        row[property_as_stored(name)] = storable_list(value) if isinstance(value, tuple) else value
    row["id"] = entity_id(document.serial, entity.ordinal)
    row["type"] = entity.type
    row["key"] = entity.key
    row["device"] = entity.device or document.device
    row["path"] = document.path
    row["ordinal"] = entity.ordinal
    row["first_line"] = entity.lines[0] if entity.lines else 0
    row["document"] = document.serial
    return row


def _record_writes(groups: Mapping[_Kind, list[Row]]) -> Iterator[Write]:
    """Yield what writes entities together with their lines: by named properties where there are many alike."""
    few: dict[str, list[Row | Properties]] = defaultdict(list)
    for kind, rows in groups.items():
        stored = tuple(map(property_as_stored, kind.properties))
        distinct = frozenset(stored)
        shared = {"type": kind.type, "path": kind.path, "document": kind.document}
        if (
            len(rows) >= NAMED_ROWS
            and len(distinct) == len(stored)
            and distinct.isdisjoint(ENTITY_PROPERTIES)
            and all(map(NAME.fullmatch, stored))
        ):
            columns = enumerate(stored, _OWN_COLUMNS)
            further = "".join(f", {quote_name(name)}: r[{column}]" for column, name in columns)
            statement = _RECORD_NAMED if kind.is_record else _CREATE_NAMED
            yield statement.format(names=kind.names, further=further), rows, shared
        else:
            statement = (_RECORD_SET if kind.is_record else _CREATE_SET) % kind.names
            few[statement].extend(_with_map(row, kind, stored, shared) for row in rows)
    for statement, mapped in few.items():
        yield statement, mapped, {}


def _with_map(row: Row, kind: _Kind, names: tuple[str, ...], shared: Properties) -> Row | Properties:
    """Return the seven columns of a line, and the entity's properties in a map; of a record all in one map."""
    names = (*names, "id", "key", "device", "ordinal")
    values = row[_OWN_COLUMNS:] + row[5:_OWN_COLUMNS]
    entity = {**dict(zip(names, values, strict=True)), **shared, "first_line": row[1]}
    if kind.is_record:
        searched = {} if row[3] is None else {"search_text": row[3]}
        return {**entity, "number": row[1], "text": row[2], **searched}
    return [*row[:5], kind.path, kind.document, entity]


# The rows of a document's lines and entities, and the statements that write many of them at once.

ROWS = 4000
OWN_NAMES = tuple(sorted(ENTITY_PROPERTIES | {"number", "text"}))
REPEATED_CHARACTERS = 1000
"""A text is worth keeping once if it takes so many characters in all, among the rows of one hand-over."""
MOST_REPEATED, ONE_OF = 500, 4
"""Longer texts are not counted, and only every fourth row is: counting all takes a tenth of our own time."""
ROW_CHARACTERS = 2000
"""A longer line counts as several rows: what is sent and written at once has a size that servers take."""
OWN_LABELS = frozenset(
    {"Line", "Document", "Device", "Store", "Type", "Entity", "Subnet", "Undefined", "Finding", "Change"}
)
LABEL_BYTES = 128

_ANNOUNCE = (
    "UNWIND $rows AS r CREATE (d:Document {path: r[0], sha256: r[1], kind: r[2], serial: r[3], "
    "state: 'loading', parser: r[4], unknown: r[5]})"
)
_CREATE_LINES = f"UNWIND $rows AS r CREATE {LINE}"
_CREATE_ENTITIES = "UNWIND $rows AS r CREATE (n:{names}) SET n = r"
_LINK_LINES = (
    "UNWIND $rows AS r MATCH (e:Entity {id: r[0]}) MATCH (l:Line {id: r[1]}) "
    "CREATE (e)-[:HAS_LINE {fields: r[2]}]->(l)"
)
_LINK_WHOLE_LINES = (
    "UNWIND $rows AS r MATCH (e:Entity {id: r[0]}) MATCH (l:Line {id: r[1]}) CREATE (e)-[:HAS_LINE]->(l)"
)
_LINK_CHILDREN = (
    "UNWIND $rows AS r MATCH (p:Entity {id: r[0]}) MATCH (c:Entity {id: r[1]}) CREATE (p)-[:HAS]->(c)"
)
_SAY_CUT = "UNWIND $rows AS r MATCH (l:Line {id: r[0]}) SET l.bytes = r[1], l.cut_at = r[2]"


def in_batches(items: Iterable[Item], weigh: Callable[[Item], int], most: int) -> Iterator[list[Item]]:
    """Yield items together that weigh no more than `most`; one that weighs more stands alone."""
    some: list[Item] = []
    weight = 0
    for item in items:
        own = weigh(item)
        if some and weight + own > most:
            yield some
            some, weight = [], 0
        some.append(item)
        weight += own
    if some:
        yield some


@dataclass(slots=True)
class GraphRows:
    """Rows that wait to be written, by the statement that writes them.

    An entity alone on a line is written together with it, so that nothing is looked up. `device_of_sender` is as
    in GraphLoader.
    """

    keeps_search_text: bool = True
    device_of_sender: Callable[[str], str] = str
    documents: list[Row] = field(default_factory=list)
    serials: set[int] = field(default_factory=set)
    lines: list[Row] = field(default_factory=list)
    entities: dict[str, list[Properties]] = field(default_factory=lambda: defaultdict(list))
    records: dict[_Kind, list[Row]] = field(default_factory=lambda: defaultdict(list))
    whole_lines: list[Row] = field(default_factory=list)
    partly_lines: list[Row] = field(default_factory=list)
    children: list[Row] = field(default_factory=list)
    cut_lines: list[Row] = field(default_factory=list)
    indexed: list[IndexedLine] = field(default_factory=list)
    count: int = 0
    long: bool = False

    def announce(self, document: Document) -> None:
        """Take a document, which is written before what is in it."""
        self.serials.add(document.serial)
        self.documents.append(
            [
                document.path,
                document.sha256,
                document.kind,
                document.serial,
                document.parser,
                document.unknown,
            ]
        )

    def add(self, document: Document, batch: ParsedBatch, labels: Mapping[str, tuple[str, ...]]) -> None:
        """Take lines, entities and what links them; `labels` gives the further labels of a type.

        A log record, which has no parent and no children, becomes one node with its line, under the line's id.
        """
        self.serials.add(document.serial)
        columns = self._line_columns(document, batch.lines)
        self.count += len(batch.lines) + 2 * len(batch.entities)
        self._add_long(document, batch.lines)
        for table in batch.tables:
            self.count += 2 * len(table.places)
            self._add_table(document, table, columns, labels.get(table.type, ()))
        in_tables = {at for table in batch.tables for at in table.places}
        waiting = {
            row[1]: [*row, document.device]
            for at, row in enumerate(zip(*columns, strict=True))
            if at not in in_tables
        }
        names: dict[tuple[str, str], str] = {}
        parents = {entity.parent for entity in batch.entities}
        cut = {line.number for line in batch.lines if line.bytes}
        for entity in batch.entities:
            known = names.get((entity.type, entity.common))
            if known is None:
                known = _label_names(entity.type, labels.get(entity.type, ()), entity.common)
                names[entity.type, entity.common] = known
            alone = len(entity.lines) == 1 and not entity.field_lines
            line = waiting.pop(entity.lines[0], None) if alone else None
            if line is not None:
                is_record = (
                    EVENT in (entity.common, *labels.get(entity.type, ()))
                    and entity.parent is None
                    and entity.lines[0] not in cut
                    and entity.ordinal not in parents
                )
                self._add_with_line(document, known, line, entity, is_record)
            else:
                properties = entity_properties(document, entity)
                self.entities[known].append({**properties, "device": self._device(document, entity.device)})
                self._link(document, entity)
            if entity.parent is not None:
                ends = (entity.parent, entity.ordinal)
                self.children.append([entity_id(document.serial, ordinal) for ordinal in ends])
        self.lines.extend([*row, document.path, document.serial] for row in waiting.values())

    def transactions(self) -> Iterator[list[tuple[str, Parameters]]]:
        """Yield what writes the rows in one transaction, small statements together: no more than ROWS rows."""
        return in_batches(self.statements(), lambda one: self._weigh(one[1]["rows"]), ROWS)

    def statements(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield what writes the rows, in parts of no more than ROWS."""
        for statement, rows, shared in self._writes():
            written = statement if self.keeps_search_text else statement.replace(SEARCH_TEXT, "")
            start = 0
            while start < len(rows):
                part = list(rows[start : start + ROWS])
                while self.long and len(part) > 1 and self._weigh(part) > ROWS:
                    part = part[: len(part) // 2]
                yield written, {"rows": part, **shared}
                start += len(part)

    def repeated_texts(self) -> list[str]:
        """Return the texts worth keeping once, since many of these rows have them: names of properties, then values.

        The most frequent come first: a store that numbers them has the shortest numbers for these.
        """
        counts: Counter[str] = Counter()
        names: Counter[str] = Counter()
        for kind, rows in self.records.items():
            if len(rows) >= NAMED_ROWS:
                counts.update(dict.fromkeys((kind.type, kind.path), len(rows) // ONE_OF))
                names.update(
                    dict.fromkeys((*OWN_NAMES, *map(property_as_stored, kind.properties)), len(rows))
                )
                columns = list(zip(*rows[::ONE_OF], strict=True))
                for column in (columns[4], *columns[6:]):
                    counts.update([value for value in column if type(value) is str])
        for entities in self.entities.values():
            counts.update(
                [value for row in entities[::ONE_OF] for value in row.values() if type(value) is str]
            )
        counts.update([value for row in self.lines[::ONE_OF] for value in row[4:6]])
        worth = {
            text: count
            for text, count in counts.items()
            if count > 1 and ONE_OF * count * len(text) >= REPEATED_CHARACTERS and len(text) <= MOST_REPEATED
        }
        return [text for some in (names, Counter(worth)) for text, _ in some.most_common()]

    def _writes(self) -> Iterator[Write]:
        """Yield what writes nodes before what links them."""
        yield _ANNOUNCE, self.documents, {}
        yield _CREATE_LINES, self.lines, {}
        yield from _record_writes(self.records)
        for names, rows in self.entities.items():
            yield _CREATE_ENTITIES.format(names=names), rows, {}
        yield _LINK_WHOLE_LINES, self.whole_lines, {}
        yield _LINK_LINES, self.partly_lines, {}
        yield _LINK_CHILDREN, self.children, {}
        yield _SAY_CUT, self.cut_lines, {}

    def _weigh(self, rows: Sequence[Any]) -> int:
        if not self.long:
            return len(rows)
        cells = (row.values() if isinstance(row, dict) else row for row in rows)
        return sum(1 + sum(map(_characters, some)) // ROW_CHARACTERS for some in cells)

    def _add_long(self, document: Document, lines: Sequence[SourceLine]) -> None:
        """Count long lines as several, and keep of the cut ones how long they are and where they were cut."""
        if max((len(line.text) for line in lines), default=0) <= ROW_CHARACTERS:
            return
        self.long = True
        self.count += sum(len(line.text) // ROW_CHARACTERS for line in lines)
        cut = (line for line in lines if line.bytes)
        self.cut_lines.extend([line_id(document.serial, one.number), one.bytes, len(one.text)] for one in cut)

    def _device(self, document: Document, name: str) -> str:
        """Return the device of an entity by what it calls its device; blank for what is that of its document."""
        if name and document.kind == "log":
            return self.device_of_sender(name)
        return name or document.device

    def _line_columns(self, document: Document, lines: Sequence[SourceLine]) -> tuple[list[Any], ...]:
        """Return the ids, numbers and texts of lines, and their words for a store that keeps them."""
        first = line_id(document.serial, 0)
        numbers, texts = [line.number for line in lines], [line.text for line in lines]
        ids, words = [first + number for number in numbers], list(map(search_text, texts))
        self.indexed.extend(map(IndexedLine, ids, repeat(document.serial), words))
        return ids, numbers, texts, words if self.keeps_search_text else [None] * len(lines)

    def _add_table(
        self,
        document: Document,
        table: EntityTable,
        of_lines: Iterable[Sequence[Any]],
        further: tuple[str, ...],
    ) -> None:
        """Take records in columns: those of their lines, of what all entities have, and of their values."""
        names = f"Line:{_label_names(table.type, further, table.common)}"
        kind = _Kind(names, table.type, document.path, document.serial, table.names, is_record=True)
        ids, *others = ([column[at] for at in table.places] for column in of_lines)
        device = {name: self._device(document, name) for name in set(table.devices)}
        own = table.keys, [device[name] for name in table.devices], table.ordinals
        of_line = repeat(document.device, len(ids))
        rows = zip(ids, *others, of_line, ids, *own, *table.columns, strict=True)
        self.records[kind].extend(map(list, rows))

    def _add_with_line(
        self, document: Document, names: str, line: Row, entity: Entity, is_record: bool
    ) -> None:
        """Take an entity, with `names` for labels: the columns of its line, then its own and its values."""
        labels = f"Line:{names}" if is_record else names
        kind = _Kind(labels, entity.type, document.path, document.serial, tuple(entity.values), is_record)
        values = entity.values.values()
        self.records[kind].append(
            [
                *line,
                line[0] if is_record else entity_id(document.serial, entity.ordinal),
                entity.key,
                self._device(document, entity.device),
                entity.ordinal,
                *[storable_list(value) if type(value) is tuple else value for value in values],
            ]
        )

    def _link(self, document: Document, entity: Entity) -> None:
        """Link an entity to its lines: with the properties that a line shows where not all."""
        node = entity_id(document.serial, entity.ordinal)
        if not entity.field_lines:
            self.whole_lines.extend([node, line_id(document.serial, number)] for number in entity.lines)
            return
        fields: dict[int, list[str]] = {number: [] for number in entity.lines}
        for item in entity.field_lines:
            for number in item.numbers:
                fields.setdefault(number, []).append(property_as_stored(item.field))
        self.partly_lines.extend(
            [node, line_id(document.serial, number), names] for number, names in fields.items()
        )


def _characters(cell: Any) -> int:
    """Count the characters of a text, or of the texts in a map."""
    if isinstance(cell, str):
        return len(cell)
    return sum(map(_characters, cell.values())) if isinstance(cell, dict) else 0


def _label_names(kind: str, further: tuple[str, ...], common: str) -> str:
    """Return the labels of a type, without names that servers take for none, or that mean something else."""
    taken = kind in read_concepts().labels and kind != common
    wanted = dict.fromkeys((*further, *(() if taken else (kind,)), common))
    fit = (
        name
        for name in wanted
        if NAME.fullmatch(name) and len(name.encode()) <= LABEL_BYTES and name not in OWN_LABELS
    )
    return ":".join(map(quote_name, ("Entity", *fit)))
