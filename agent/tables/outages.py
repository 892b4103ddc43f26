"""Shows when what a question names was down, from when to when and for how long, as the logs tell."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_interface
from types import MappingProxyType

from agent.reader.english import stem_list, word_list, word_table
from agent.reader.events import EventScope
from agent.reader.kinds import Kind, is_name
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term, fits_value
from agent.reader.record_words import wide_query
from agent.reader.things import Thing, read_things, share_in
from agent.reader.written_times import WrittenTimes
from agent.records import AnswerTable, Query, Reading
from agent.render.draft import counted, show_cell
from agent.tables.amounts import is_read_log
from agent.tables.link_ends import LinkEnds, asks_between
from agent.tables.scope_words import asks_what_happened
from agent.time_conditions import minutes_ahead
from agent.value_index import ValueIndex
from findings.kept import read_lines
from findings.log_records import LogReader
from findings.outages import ChangingKind, Outage, StateChange, pair_changes, read_changes
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, Document, SourceLine, each_of
from graph_store.text_search.tokenize_line import search_tokens
from timeline.show_timeline import shift_time, show_length, show_time

MOST_ROWS = 10
MOST_SUBJECTS = 6
"""Subjects of one table; where a question fits more of them, it names none."""
SURE = 0.5
"""How surely a text has to say a word, so that it counts."""
MOST_CLAIMED = 6
MOST_LINES = 3_000
"""Lines that name a subject, at most, where each has to be understood."""
_TIMES = re.compile(r"\bhow (?:often|many times)\b|\bnumber of (?:times|outages)\b")
_NAMING = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS line WHERE line.document IN $documents "
    f"RETURN line.id, line.text LIMIT {MOST_LINES + 1}"
)
_OF_LINES = "MATCH (line:Line)<-[:HAS_LINE]-(e:Event) WHERE line.id IN $lines "
_COUNTED = _OF_LINES + "RETURN e.device AS device, count(DISTINCT line) AS count"
_EACH = (
    f"{_OF_LINES}RETURN e.device AS device, e.timestamp_text AS time, coalesce(e.text_value, e.message) AS record "
    "ORDER BY e.timestamp"
)


@dataclass(frozen=True, slots=True)
class LoggedSubject:
    """What logs say was down: on a device, by its name there; `things` are what configurations have of it.

    `line` is a record of it, `began` tells of each outage whether it began in the time that is asked for.
    """

    device: str
    name: str
    what: ChangingKind
    outages: tuple[Outage, ...]
    began: tuple[bool, ...]
    things: tuple[Thing, ...]
    line: str

    def is_called(self, term: Term) -> bool:
        """Tell whether a word is one for any subject of its kind: a link, a line."""
        return term.text.lower() in word_table("outage_kinds")[self.what].split()

    def says(self, term: Term) -> bool:
        """Tell whether its name, its device, a record of it or its configuration says a word."""
        own = any(share_in(text, term) >= SURE for text in (self.name, self.what, self.device, self.line))
        return own or any(_thing_says(one, term) for one in self.things)


def _thing_says(thing: Thing, term: Term) -> bool:
    texts = (thing.key, thing.parent, *map(show_cell, thing.values.values()))
    return any(share_in(text, term) >= SURE for text in texts)


class OutageReader:
    """Shows the outages of one graph; make a new one when the graph has changed."""

    def __init__(
        self,
        graph: ReadableGraph,
        look_up: ValueIndex,
        kinds: Sequence[Kind],
        times: WrittenTimes,
        links: LinkEnds,
        scope_of: Callable[[ParsedQuestion], EventScope],
    ) -> None:
        """Take what the graph is read with; `scope_of` tells which records are of a question's devices and time."""
        self._graph = graph
        self._look_up = look_up
        self._times = times
        self._links = links
        self._scope_of = scope_of
        subjects = stem_list("outage_things")
        of_logs = [one for one in kinds if not one.is_record]
        self._all_kinds = kinds
        self._kinds = [one for one in of_logs if any(name[-1] in subjects for name in one.names)]
        self._logs: LogReader | None = None
        self._changes: list[StateChange] = []
        self._lock = threading.Lock()

    def show(self, asked: ParsedQuestion) -> tuple[AnswerTable | None, list[str]]:
        """Show the outages that a question asks for, of the subjects that most of its words fit; None without any.

        Returns when those began that are of its time, in UTC, too.
        """
        subjects = self.named(asked) if asks_for_outages(asked) else []
        table = self._table(subjects, "longest" in asked.plain.split()) if subjects else None
        pairs = (zip(one.outages, one.began, strict=True) for one in subjects)
        return table, [each.down.time for some in pairs for each, began in some if began]

    def named(self, asked: ParsedQuestion) -> list[LoggedSubject]:
        """Return the subjects with outages in the scope that say most of a question's words; none where many do."""
        terms = outage_terms(asked)
        given = [one for one in terms if one.is_value and not one.text.isdecimal()]
        telling = given or [one for one in terms if one.weight >= 1 and not is_name(self._all_kinds, one)]
        subjects = list(self._subjects(self._scope_of(asked)))
        if asks_between(asked):
            subjects = [one for one in subjects if self._links.between(asked.devices, one.things)]
        fits = [sum(term.weight for term in terms if one.says(term)) for one in subjects]
        best = max(fits, default=0.0)
        chosen = [one for one, fit in zip(subjects, fits, strict=True) if fit == best]
        tells = all if given else any
        is_told = not telling or all(tells(one.says(term) for term in telling) for one in chosen)
        return chosen if is_told and len(chosen) <= MOST_SUBJECTS else []

    def write(self, asked: ParsedQuestion, logs: Iterable[Document]) -> Query | None:
        """Write the statement of the records that surely say when, how often or how long something was down.

        Each word has to be said by all that is meant, the logs of which were read whole, and no line of them may name
        it and say that it was down or up otherwise. What somebody switched off is no outage, and not claimed; nor is
        what is said to go down again and again, but never to come up.
        """
        spoken = {*re.findall("[a-z]+", asked.plain)}
        plain = word_list("asks") | word_list("recorded") | word_list("outage_asks") | _words()
        if not asks_for_outages(asked) or asked.since or asked.documents or asked.builds - plain:
            return None
        if asked.wants - {"past", "each", "happen", "high", "trouble"}:
            return None
        unsaid = word_list("void") | word_list("outage_asks")
        terms = [one for one in outage_terms(asked) if one.text.lower() not in unsaid]
        named = self.named(asked)
        subjects = [one for one in named if all(one.says(each) or one.is_called(each) for each in terms)]
        if not subjects or not self._are_meant(subjects, terms):
            return None
        if not all(self._is_read(one, logs) for one in subjects):
            return None
        outages = [outage for one in subjects for outage in one.outages]
        if any(one.down.state == "off" or one.times > 1 for one in outages):
            return None
        if not all(all(one.began) for one in subjects):
            return None
        if "longest" in spoken:
            longest = sorted(outages, key=lambda one: one.seconds)
            if len(outages) > 1 and (
                longest[-1].seconds <= longest[-2].seconds or not all(one.up for one in outages)
            ):
                return None
            outages = longest[-1:]
        said = " and ".join(f"{one.what} {one.name} on {one.device}" for one in subjects)
        if _TIMES.search(asked.plain):
            if len({one.device for one in subjects}) < len(subjects):
                return None
            reading = Reading("count", "log record", note=f"read as: how often {said} went down")
            lines = tuple(one.down.line for one in outages)
            return Query("cypher", _COUNTED, {"lines": lines}, reading=reading)
        is_over = all(one.up for one in outages) or not spoken & ({"long"} | word_list("returns"))
        if len(outages) > MOST_CLAIMED or not is_over or spoken & {"many", "number", "count"}:
            return None
        lengths = ", ".join(show_length(one.seconds) if one.up else "not over" for one in outages)
        note = f"read as: when {said} went down and came up ({lengths})"
        lines = tuple(line for one in outages for line in one.lines)
        return Query("cypher", _EACH, {"lines": lines}, reading=Reading("list", "log record", note=note))

    def _are_meant(self, subjects: Sequence[LoggedSubject], terms: Sequence[Term]) -> bool:
        """Tell whether some word names the subjects, and nothing else is described by the words that do."""
        described = [
            one for one in terms if any(_thing_says(thing, one) for each in subjects for thing in each.things)
        ]
        is_named = any(share_in(each.name, one) >= SURE for each in subjects for one in terms)
        own = {thing.id for one in subjects for thing in one.things}
        others = (one for one in self._things(set()) if one.id not in own)
        alike = bool(described) and any(all(_thing_says(one, term) for term in described) for one in others)
        return (is_named or bool(described)) and not alike

    def _is_read(self, subject: LoggedSubject, logs: Iterable[Document]) -> bool:
        """Tell whether the logs of a subject were read whole, and each line that says its state is understood."""
        serials = {line >> 32 for one in subject.outages for line in one.lines}
        if not all(is_read_log(one, self._look_up) for one in logs if one.serial in serials):
            return False
        known = {one.line for one in self._read()[1]}
        name = subject.name.split()[0]
        query = f"+({wide_query(Term(name, MappingProxyType({})))})"
        rows = self._look_up.rows(_NAMING, {"q": query, "documents": tuple(serials)}, MOST_LINES + 1)
        states = word_list("states_said")
        return len(rows) <= MOST_LINES and not any(
            int(str(key)) not in known and not states.isdisjoint(search_tokens(str(text)))
            for key, text in rows
        )

    def _read(self) -> tuple[LogReader, list[StateChange]]:
        """Return all changes of state, which are read once."""
        with self._lock:
            if self._logs is None:
                self._logs = LogReader(self._graph)
                self._changes = read_changes(self._logs)
            return self._logs, self._changes

    def _subjects(self, scope: EventScope) -> Iterator[LoggedSubject]:
        logs, changes = self._read()
        within = scope.where.removeprefix("WHERE ")
        inside = {one.line for one in (read_changes(logs, within, scope.parameters) if within else changes)}
        found: dict[tuple[str, str], list[Outage]] = {}
        for one in pair_changes(changes):
            if not inside.isdisjoint(one.lines):
                found.setdefault((one.down.device, one.down.subject), []).append(one)
        things = self._things({device for device, _ in found})
        lines = read_lines(self._graph, (several[0].down.line for several in found.values()))
        for (device, name), several in found.items():
            down = several[0].down
            text = lines[down.line].text if down.line in lines else ""
            own = tuple(one for one in things if one.device == device and _is_about(one, name))
            began = tuple(one.down.line in inside for one in several)
            yield LoggedSubject(device, name, down.what, tuple(several), began, own, text)

    def _things(self, devices: set[str]) -> list[Thing]:
        asked = ParsedQuestion("", (), tuple(sorted(devices)), None, frozenset())
        return [one for kind in self._kinds for one in read_things(self._look_up, kind, asked)[0]]

    def _table(self, subjects: Sequence[LoggedSubject], is_longest: bool) -> AnswerTable:
        found = [(one, outage) for one in subjects for outage in one.outages]
        found.sort(key=lambda pair: (pair[1].down.time, pair[1].down.line))
        if is_longest:
            found.sort(key=lambda pair: -pair[1].seconds)
        shown = found[:MOST_ROWS]
        ids = {line for _, one in [*shown, found[-1]] for line in one.lines}
        lines = read_lines(self._graph, ids)
        offsets = self._times.offsets(sorted({one >> 32 for one in ids}))

        def written(one: StateChange) -> str:
            ahead = minutes_ahead(offsets, {one.line >> 32}, {one.device})
            return show_time(shift_time(one.time, ahead.pop() if len(ahead) == 1 else 0))

        rows: list[tuple[Cell, ...]] = []
        cited: list[tuple[SourceLine, ...]] = []
        for subject, one in shown:
            end = (written(one.up), show_length(one.seconds)) if one.up else ("not logged", "")
            down = written(one.down) + (f", {one.times} times until then" if one.times > 1 else "")
            rows.append((f"{subject.what} {subject.name}", subject.device, down, *end))
            cited.append(tuple(lines[line] for line in one.lines if line in lines))
        columns = ("what", "device", "down", "up again", "for")
        named = ", ".join(f"{one.what} {one.name} on {one.device} ({len(one.outages)})" for one in subjects)
        title = (
            f"{counted(len(found), 'outage')} of {named if len(subjects) > 1 else named.rpartition(' (')[0]}"
        )
        if len(found) > len(shown) and not is_longest:
            title += f", {written(found[0][1].down)} to {written(found[-1][1].down)}"
        return AnswerTable(title, columns, tuple(rows), len(found), tuple(cited))


def _words() -> frozenset[str]:
    """Return the words for being down or up, and for coming and going."""
    return frozenset().union(*map(word_list, ("swings", "outages", "flaps", "moves")))


def asks_for_outages(asked: ParsedQuestion) -> bool:
    """Tell whether a question asks when or how often something was down."""
    spoken = {*re.findall("[a-z]+", asked.plain)}
    said = spoken & (word_list("swings") | word_list("outages") | word_list("flaps"))
    is_moved = "back" in spoken and len(spoken & word_list("moves")) > 1  # "when did it go and come back"
    return is_moved or (asks_what_happened(asked) and bool(said))


def outage_terms(asked: ParsedQuestion) -> list[Term]:
    """Return the terms that say what was down."""
    return [one for one in asked.terms if one.text.lower() not in _words()]


def _is_about(thing: Thing, name: str) -> bool:
    """Tell whether a configured thing is what a log calls so: by its name, or as the port of a neighbor's subnet."""
    keys = [thing.key, f"{thing.parent}.{thing.key}"] if thing.parent else [thing.key]
    if any(key and fits_value(key.lower(), token) for key in keys for token in search_tokens(name)):
        return True
    return any(_holds(cell, name.split()[0]) for cell in thing.values.values())


def _holds(cell: Cell, address: str) -> bool:
    """Tell whether a cell is a network of several hosts in which an address is."""
    for text in (str(one) for one in each_of(cell) if "/" in str(one)):
        try:
            network = ip_interface(text).network
            if 1 < network.num_addresses <= 2**16 and ip_address(address) in network:
                return True
        except ValueError:
            continue
    return False
