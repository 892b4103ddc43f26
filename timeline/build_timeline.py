"""Builds a timeline: changes, log records, findings and captured states in order, bursts gathered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from math import log10

from findings.kept import read_findings, read_lines
from findings.log_forms import ERROR, Form, read_forms
from findings.log_records import match_any
from findings.words import read_log_words
from graph_store.graph import ReadableGraph
from graph_store.schema import counted
from reading.spoken_names import record_words
from timeline.changes import DeviceChange, find_configured, read_changes
from timeline.clocks import find_offsets
from timeline.records import KINDS, Kind, Timeline, TimelineEntry

BURST = timedelta(minutes=5)
"""Records of one kind that follow each other so closely are one row."""
MOST_ROWS = 30
MOST_GROUPS = 20_000
MOST_LINES = 12
TIME_LIMIT_S = 60.0
_GROUPS = (
    "MATCH (node:Event) WHERE node.timestamp >= $first AND node.timestamp <= $last "
    "AND (size($devices) = 0 OR node.device IN $devices) AND {test} "
    "RETURN node.device AS device, node.type AS type, node.template AS template, "
    f"substring(node.timestamp, 0, 16) AS minute, {counted('node')} AS n, min(node.timestamp) AS a, "
    "max(node.timestamp) AS b, min(node.document * 4294967296 + node.first_line) AS i, "
    "max(node.document * 4294967296 + node.first_line) AS j ORDER BY minute"
)
_CAPTURES = (
    "MATCH (d:Document {kind: 'capture', state: 'ready'}) WHERE d.loaded >= $first AND d.loaded <= $last "
    "RETURN d.device, d.loaded, d.path, d.serial ORDER BY d.loaded, d.path"
)
_UNDATED = "MATCH (e:Event) WHERE e.timestamp IS NULL AND (size($devices) = 0 OR e.device IN $devices) RETURN count(e)"


def build_timeline(
    graph: ReadableGraph,
    devices: Sequence[str] = (),
    first: str = "",
    last: str = "",
    most: int = MOST_ROWS,
    narrowed: tuple[str, Mapping[str, object]] = ("true", {}),
    holds: Callable[[TimelineEntry], bool] = lambda _: True,
) -> Timeline:
    """Build the timeline of devices, or of all, from one time to another; the `most` telling rows are shown.

    A condition on a `node`, with its parameters, narrows the records, and `holds` the other rows.
    """
    end = last or "9"
    parameters = {"first": first, "last": end, "devices": list(devices)}
    grouped, held = _GROUPS.format(test=narrowed[0]), {**parameters, **narrowed[1]}
    table = graph.read(grouped, held, row_limit=MOST_GROUPS, time_limit_s=TIME_LIMIT_S)
    forms = _forms(graph)
    bursts = list(_bursts(table.rows, forms))
    changes = read_changes(graph, devices, first, last)
    logged = {(line.path, line.number) for one in changes for line in one.logged}
    others = [
        *_of_changes(changes),
        *_of_findings(graph, devices, first, end),
        *_of_captures(graph, parameters),
    ]
    others = [one for one in others if holds(one)]
    kept = sorted(bursts, key=lambda one: (-one.weight, one.time, one.ids))[: 4 * most]
    records = list(_with_lines(graph, kept, logged))
    offsets = find_offsets(graph, records_of(graph, bursts))
    entries = sorted([*others, *records], key=lambda one: (-one.weight, one.time))
    shown = sorted(entries[:most], key=_in_order)
    hidden = sorted(
        [(one.time, one.count) for one in entries[most:]]
        + [(one.time, one.count) for one in bursts if one not in kept]
    )
    undated = int(str(graph.read(_UNDATED, parameters, time_limit_s=TIME_LIMIT_S).rows[0][0]))
    return Timeline(
        tuple(_count_left_out(shown, hidden)),
        tuple(devices),
        sum(count for _, count in hidden),
        undated,
        offsets,
        table.cut,
    )


def _count_left_out(
    shown: Sequence[TimelineEntry], hidden: Sequence[tuple[str, int]]
) -> Iterator[TimelineEntry]:
    place = 0
    for one in shown:
        count = 0
        while place < len(hidden) and hidden[place][0] <= one.time:
            count += hidden[place][1]
            place += 1
        yield replace(one, left_out=count)


# Log records.


def _in_order(one: TimelineEntry) -> tuple[object, ...]:
    """Order rows by time; those of one kind and time as their lines stand in their files."""
    return one.time, KINDS.index(one.kind), *((line.path, line.number) for line in one.lines[:1])


@dataclass(frozen=True, slots=True)
class Burst:
    """Records of one template and device that follow each other closely; `ids` are of its first and last line."""

    time: str
    last: str
    device: str
    count: int
    ids: tuple[int, int]
    message: str
    weight: float


def _forms(graph: ReadableGraph) -> dict[tuple[str, str], tuple[Form, ...]]:
    found: dict[tuple[str, str], list[Form]] = defaultdict(list)
    for form in read_forms(graph):
        found[form.label, form.template].append(form)
    return {key: tuple(some) for key, some in found.items()}


def _bursts(
    rows: Iterable[Sequence[object]], forms: Mapping[tuple[str, str], tuple[Form, ...]]
) -> Iterator[Burst]:
    weights = {key: _weight(some) for key, some in forms.items()}
    gathered: dict[tuple[str, str, str], Burst] = {}
    for device, label, template, _, count, first, last, one, other in rows:
        key = (str(device or ""), str(label), str(template or ""))
        number, ids = int(str(count)), (int(str(one)), int(str(other)))
        before = gathered.get(key)
        if before and _moment(str(first)) - _moment(before.last) <= BURST:
            span = (min(before.ids[0], ids[0]), max(before.ids[1], ids[1]))
            gathered[key] = replace(before, last=str(last), count=before.count + number, ids=span)
            continue
        if before:
            yield before
        some = forms.get(key[1:], ())
        message = some[0].messages[0] if some else key[2]
        gathered[key] = Burst(str(first), str(last), key[0], number, ids, message, weights.get(key[1:], 1.0))
    yield from gathered.values()


def _weight(forms: Sequence[Form]) -> float:
    """Weigh records: what says that a state changed, then errors, then what is rare."""
    words = read_log_words()
    message = forms[0].messages[0]
    if match_any((*words.links, *words.neighbors, *words.restarts), message):
        return 3.0
    rare = 1 / (1 + log10(max(1, sum(form.count for form in forms))))
    return rare + (forms[0].severity <= ERROR)


def _with_lines(
    graph: ReadableGraph, bursts: Sequence[Burst], logged: set[tuple[str, int]]
) -> Iterator[TimelineEntry]:
    lines = read_lines(graph, (key for one in bursts for key in one.ids))
    texts = _texts(graph, list(dict.fromkeys(key for one in bursts for key in one.ids)))
    for one in bursts:
        shown = tuple(dict.fromkeys(lines[key] for key in one.ids if key in lines))
        configured = any((line.path, line.number) in logged for line in shown)
        text, latest = (record_words(texts.get(key, one.message)).strip() for key in one.ids)
        if latest != text:  # one kind of record, as "entered the DOWN state" and "entered the UP state" are
            text = f"{text.rstrip('.')}; last: {latest}"
        yield TimelineEntry(
            one.time,
            one.last,
            one.device,
            "record",
            text,
            shown,
            one.count,
            4.0 if configured else one.weight,
        )


def _texts(graph: ReadableGraph, ids: Sequence[int]) -> dict[int, str]:
    """Read the messages of records by the ids of their first lines: without time and host, which rows show anyway."""
    rows = graph.read(_TEXTS, {"ids": list(ids)}, row_limit=max(1, len(ids)), time_limit_s=TIME_LIMIT_S).rows
    return {int(str(key)): str(message) for key, message in rows if message}


_TEXTS = (
    "UNWIND $ids AS id MATCH (l:Line {id: id})<-[:HAS_LINE]-(e:Event) WHERE e.first_line = l.number "
    "RETURN id, e.message"
)


def records_of(graph: ReadableGraph, bursts: Sequence[Burst]) -> Iterator[tuple[str, str, str]]:
    """Yield device, time and message of the single records that tell of a link or neighbor."""
    words = read_log_words()
    wanted = [one for one in bursts if match_any((*words.links, *words.neighbors), one.message)]
    if len({one.device for one in wanted}) < 2:
        return
    first, last = min(one.time for one in wanted), max(one.last for one in wanted)
    parameters = {"first": first, "last": last, "devices": sorted({one.device for one in wanted})}
    rows = graph.read(_MESSAGES, parameters, row_limit=MOST_GROUPS, time_limit_s=TIME_LIMIT_S).rows
    for device, time, message in rows:
        if match_any((*words.links, *words.neighbors), str(message)[:2000]):
            yield str(device), str(time), str(message)[:2000]


_MESSAGES = (
    "MATCH (e:Event) WHERE e.timestamp >= $first AND e.timestamp <= $last AND e.device IN $devices "
    "RETURN e.device, e.timestamp, e.message ORDER BY e.timestamp"
)


# Changes, findings, captures.


def _of_changes(changes: Sequence[DeviceChange]) -> Iterator[TimelineEntry]:
    """Yield one row for each version of a document."""
    for (time, device, _), group in groupby(changes, key=lambda one: (one.time, one.device, one.path)):
        some = list(group)
        texts = [_change_text(one) for one in some[:1]] if len(some) == 1 else [_places(some)]
        author = f" by {some[0].author}" if some[0].author else ""
        lines = tuple(line for one in some for line in (*one.after, *one.before))[:MOST_LINES]
        kind: Kind = "change" if some[0].of == "configuration" else "state"
        yield TimelineEntry(
            time, time, device, kind, texts[0] + author, lines, len(some), 5.0 if kind == "change" else 2.5
        )


def logged_changes(
    graph: ReadableGraph,
    devices: Sequence[str],
    first: str,
    last: str,
    but: Sequence[TimelineEntry],
    most: int,
) -> Iterator[TimelineEntry]:
    """Yield the latest records that say that somebody configured a device as changes, but those of other rows."""
    shown = {(line.path, line.number) for one in but if one.kind == "change" for line in one.lines}
    rows = find_configured(graph, devices, first, last or "9", most)
    lines = read_lines(graph, [int(str(row[3])) for row in rows])
    for _, device, time, key, message in rows:
        line = lines.get(int(str(key)))
        if line is not None and (line.path, line.number) not in shown:
            when = str(time or "")
            yield TimelineEntry(when, when, str(device or ""), "change", str(message or line.text), (line,))


def _change_text(change: DeviceChange) -> str:
    shown = [f"-{line.text.strip()}" for line in change.before[:2]]
    shown += [f"+{line.text.strip()}" for line in change.after[:2]]
    more = change.added + change.removed - len(shown)
    return f"{change.key}: {' '.join(shown)}{f' and {more:,} more lines' if more > 0 else ''}"


def _places(some: Sequence[DeviceChange]) -> str:
    keys = list(dict.fromkeys(one.key for one in some))
    more = f" and {len(keys) - 3:,} more" if len(keys) > 3 else ""
    added, removed = (sum(counts) for counts in zip(*((one.added, one.removed) for one in some), strict=True))
    return f"{', '.join(keys[:3])}{more} (+{added:,} -{removed:,} lines)"


def _of_findings(
    graph: ReadableGraph, devices: Sequence[str], first: str, last: str
) -> Iterator[TimelineEntry]:
    for one in read_findings(graph):
        if one.since and first <= one.since <= last and (not devices or set(devices) & set(one.devices)):
            named = ", ".join(one.devices)
            weight = 2.0 if one.severity == "high" else 1.0
            yield TimelineEntry(
                one.since,
                one.until or one.since,
                named,
                "finding",
                one.message,
                one.lines[:MOST_LINES],
                weight=weight,
            )


def _of_captures(graph: ReadableGraph, parameters: Mapping[str, object]) -> Iterator[TimelineEntry]:
    rows = graph.read(_CAPTURES, parameters, row_limit=MOST_GROUPS).rows
    devices = parameters["devices"]
    wanted = [row for row in rows if not devices or row[0] in devices]  # type: ignore[operator]
    lines = read_lines(graph, (int(str(row[3])) * 2**32 + 1 for row in wanted))
    for device, time, path, serial in wanted:
        first = lines.get(int(str(serial)) * 2**32 + 1)
        shown = (first,) if first else ()
        yield TimelineEntry(
            str(time), str(time), str(device or ""), "state", f"{path} was loaded", shown, weight=1.5
        )


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
