"""Reads log records: their kinds with their counts, and what their fields hold."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from agent.reader.candidate_lines import SHORTEST_STEM, term_query
from agent.reader.kinds import RankedKind
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term
from agent.render.draft import show_cell
from agent.render.record_tables import MOST_VALUES, RecordGroup
from agent.time_conditions import Offsets, minutes_ahead, window_test
from agent.value_index import ValueIndex
from findings.log_forms import Form
from graph_store.schema import counted, quote_name
from reading.spoken_names import label_words
from timeline.show_timeline import shift_time

MOST_KINDS = 8
MOST_READ = 12
"""Fields of a kind whose values are counted."""
MOST_HITS = 20_000
"""Lines with a value of the question that are grouped; a value that more lines have narrows nothing."""
MOST_SAMPLED, LEAST_SAMPLED = 3_000, 500
"""Records whose fields are counted one by one, of all kinds together and of each; of more, the first ones."""
MOST_COUNTED = 500
"""Groups of one kind that the server counts."""
OF_HEADERS = frozenset(
    {"severity", "component", "facility", "priority", "process", "host", "level", "pid", "sequence", "event"}
    | {"action", "state"}
)
"""Fields that tell what a record is, and nothing of what it is about."""
NO_NAMES = frozenset({"host", "pid", "sequence"})
"""Fields by which nobody counts: the device is shown anyway."""
_PLACE = "node.document * 4294967296 + node.first_line"
_COUNTED = (
    "node.type AS type, node.template AS template, node.device AS device, " + counted("node") + " AS n, "
    f"min(node.timestamp) AS a, max(node.timestamp) AS b, min({_PLACE}) AS i, max({_PLACE}) AS j, "
    "min(node.message) AS m, max(node.message) AS w"
)
_FOUND = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS line "
    "MATCH (e:Event)-[:HAS_LINE]->(line) WITH DISTINCT e AS node {where}"
)
_OF_VALUES = _FOUND + "RETURN " + _COUNTED
_OF_ALL = "MATCH (node:Event) {where}RETURN " + _COUNTED
_ONE = (
    "MATCH (node:{label}) WHERE coalesce(node.template, '') = $template {devices}"
    f"RETURN {_PLACE} AS i LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class EventScope:
    """Which records are meant: with `query` in their lines (`words` say what that is), of devices, at a time."""

    query: str
    where: str
    parameters: Mapping[str, object]
    words: str = ""


def event_scope(
    asked: ParsedQuestion,
    narrowing: Sequence[Term],
    logged: Iterable[str],
    offsets: Offsets,
    linked: Sequence[str] = (),
    searches: Sequence[str] = (),
) -> EventScope:
    """Return what narrows the records; `logged` are the dates that logs have.

    `linked` are names of which a record has any, or what one of the `searches` finds.
    """
    tests: list[str] = []
    parameters: dict[str, object] = {}
    if asked.documents:
        tests.append("node.document IN $documents")
        parameters["documents"] = list(asked.documents)
    if asked.devices:
        tests.append("node.device IN $devices")
        parameters["devices"] = list(asked.devices)
    if asked.window is not None:
        test, held = window_test(asked.window, logged, offsets)
        tests += [test] if test else []
        parameters |= held
    names = [Term(name, MappingProxyType({})) for name in linked]
    words = " and ".join(term.text for term in narrowing)
    if linked or searches:
        shorts = [short for name in linked if (short := _short_query(name))]
        query = f"+({' OR '.join([*map(term_query, names), *shorts, *searches])})"
        words = " or ".join(linked)
    else:
        query = " ".join(f"+({_wide(term)})" for term in narrowing)
    where = f"WHERE {' AND '.join(tests)} " if tests else ""
    return EventScope(query, where, parameters | ({"q": query} if query else {}), words)


def _wide(term: Term) -> str:
    """Write the search for a term; for a word also as the beginning of a name: oxidized.service, of oxidized."""
    word = term.text.lower()
    is_word = word.isascii() and word.isalpha() and len(word) >= SHORTEST_STEM
    return f"{term_query(term)} OR /{word}[-._].*/" if is_word and not term.is_value else term_query(term)


def _short_query(name: str) -> str:
    """Write the search for the short forms of a long name: Te1/0/8, of TenGigabitEthernet1/0/8; blank for another."""
    long = re.fullmatch(r"([a-z]{2})[a-z-]{5,}(\d[\d/.:]*)", name.lower())
    return f"/{long[1]}[a-z-]{{0,6}}{re.escape(long[2]).replace('/', chr(92) + '/')}/" if long else ""


def of_groups(scope: EventScope, groups: Iterable[RecordGroup]) -> EventScope:
    """Narrow a scope to the records of some groups."""
    where = f"{scope.where or 'WHERE true '}AND coalesce(node.template, '') IN $templates "
    templates = sorted({one.template for one in groups})
    return replace(scope, where=where, parameters={**scope.parameters, "templates": templates})


def groups_of_forms(forms: Iterable[Form], asked: ParsedQuestion) -> list[RecordGroup]:
    """Group what was counted while loading, on the devices of the question."""
    found: dict[tuple[str, ...], RecordGroup] = {}
    for form in forms:
        if (asked.devices and form.device not in asked.devices) or (
            asked.documents and form.document not in asked.documents
        ):
            continue
        devices, said = (form.device,) if form.device else (), _if_same(*form.messages)
        times = form.first, form.last
        new = RecordGroup(form.label, form.template, devices, form.count, *times, (), form.severity, said)
        _merge(found, new)
    return list(found.values())


def read_groups(look_up: ValueIndex, scope: EventScope, one_by_one: bool = False) -> list[RecordGroup]:
    """Count the records of a scope, through the text index where a value narrows them, by kind or `one_by_one`."""
    found: dict[tuple[str, ...], RecordGroup] = {}
    statement = (_OF_VALUES if scope.query else _OF_ALL).format(where=scope.where)
    statement += ", node.id" if one_by_one else ""
    for label, template, device, count, first, last, one, other, *messages in look_up.rows(
        statement, scope.parameters, MOST_HITS
    ):
        ids = tuple(dict.fromkeys((int(str(one)), int(str(other)))))
        devices = (str(device),) if device else ()
        times = (str(first or ""), str(last or ""))
        said = _if_same(*(str(text or "") for text in messages[:2]))
        group = RecordGroup(
            str(label), str(template or ""), devices, int(str(count)), *times, ids, message=said
        )
        _merge(found, group, str(one) if one_by_one else "")
    return list(found.values())


def _merge(found: dict[tuple[str, ...], RecordGroup], new: RecordGroup, apart: str = "") -> None:
    key = (new.label, new.template, apart)
    old = found.get(key)
    if old is None:
        found[key] = new
        return
    times = [time for time in (old.first, new.first) if time]
    ids = (*old.ids, *new.ids)
    found[key] = replace(
        old,
        devices=tuple(dict.fromkeys((*old.devices, *new.devices))),
        count=old.count + new.count,
        first=min(times, default=""),
        last=max(old.last, new.last),
        ids=(min(ids), max(ids)) if ids else (),
        severity=min(old.severity, new.severity),
        message=_if_same(old.message, new.message),
    )


def as_written(group: RecordGroup, offsets: Offsets) -> RecordGroup:
    """Give the times of a group as its lines have them; in UTC, and marked so, where they have several zones."""
    serials = [key >> 32 for key in group.ids]
    is_whole = len(serials) > 1 or group.count == 1
    logs = {serial for owners in offsets.values() for serial, _ in owners}
    held = {one for one in logs if serials and min(serials) <= one <= max(serials)} if is_whole else logs
    ahead = minutes_ahead(offsets, held, group.devices or ("",))
    minutes = ahead.pop() if len(ahead) == 1 else 0
    first, last = (shift_time(one, minutes) for one in (group.first, group.last))
    return replace(group, first=first, last=last, zone=" UTC" * bool(ahead))


def _if_same(one: str, other: str) -> str:
    return one if one == other else ""


def with_line(look_up: ValueIndex, group: RecordGroup, asked: ParsedQuestion) -> RecordGroup:
    """Find a line of a group that was counted while loading."""
    if group.ids:
        return group
    devices = "AND node.device IN $devices " if asked.devices else ""
    statement = _ONE.format(label=quote_name(group.label), devices=devices)
    rows = look_up.rows(statement, {"template": group.template, "devices": list(asked.devices)}, 1)
    return replace(group, ids=(int(str(rows[0][0])),)) if rows else group


# What the fields of records hold.


def read_fields(
    look_up: ValueIndex, ranked: Sequence[RankedKind], scope: EventScope, by_device: bool = False
) -> tuple[dict[str, Counter[str]], Counter[tuple[str, ...]], tuple[str, ...], int]:
    """Count the values of the fields that the question names or that vary, the same fields of all kinds of records.

    Returns them by name; how often each device has each value of the named fields; these; how many records were read.
    """
    values: dict[str, Counter[str]] = defaultdict(Counter)
    named = () if by_device else _named_fields(ranked)
    grouped: Counter[tuple[str, ...]] = Counter()
    read = 0
    names = list(dict.fromkeys(name for one in ranked for name in _fields(one)))
    for one in ranked if names else ():
        columns = ", ".join(f"node.{quote_name(name)}" for name in names)
        begin = f"MATCH (node:{quote_name(one.kind.label)}) {scope.where}"
        if scope.query:
            label = f"node:{quote_name(one.kind.label)}"
            joined = f"{scope.where}AND {label} " if scope.where else f"WHERE {label} "
            begin = _FOUND.format(where=joined)
        most = max(LEAST_SAMPLED, MOST_SAMPLED // len(ranked))
        rows = look_up.rows(f"{begin}RETURN {columns} LIMIT {most}", scope.parameters, most)
        read += len(rows)
        for cells in rows:
            for name, cell in zip(names, cells, strict=True):
                text = show_cell(cell)
                values[name][text] += bool(text)
        if (named or by_device) and all(one.kind.property(name) is not None for name in named):
            keys = "".join(f", node.{quote_name(name)}" for name in named)
            counting = f"{begin}RETURN node.device{keys}, {counted('node')} AS n ORDER BY n DESC LIMIT {MOST_COUNTED}"
            for device, *held, count in look_up.rows(counting, scope.parameters, MOST_COUNTED):
                texts = [show_cell(cell) for cell in held]
                if all(texts):
                    grouped[(str(device or ""), *texts, label_words(one.kind.label))] += int(str(count))
    varying = {name: each for name, each in values.items() if name not in NO_NAMES or len(+each) > 1}
    return varying, grouped, named, read


def _fields(ranked: RankedKind) -> list[str]:
    """Choose fields that do not count up: those that the question touches, those that vary, then the others."""
    touched = [name for names in ranked.touched.values() for name in names]
    size = min(ranked.kind.count, 500)
    known = {one.name: one for one in ranked.kind.properties}
    few = max(0.7 * size, 3, MOST_VALUES - 1)
    telling = [one for one in known.values() if one.name not in OF_HEADERS and one.distinct <= few]
    telling.sort(key=lambda one: (one.distinct < 2, -one.count))
    names = dict.fromkeys([*touched, *(one.name for one in telling if one.count)])
    kept = [name for name in names if name in known]
    return [name for name in kept if name not in OF_HEADERS or known[name].distinct > 1][:MOST_READ]


def _named_fields(ranked: Sequence[RankedKind]) -> tuple[str, ...]:
    """Return the fields that the question names and all these kinds have."""
    counted = Counter(
        name
        for one in ranked
        for name in {names[0] for text, names in one.touched.items() if text}
        if (found := one.kind.property(name)) is not None
        and name not in NO_NAMES
        and 1 < found.distinct <= max(0.7 * min(one.kind.count, 500), 3)
    )
    return tuple(name for name, count in counted.most_common(2) if count >= max(1, len(ranked) // 2))
