"""Shows the log records about configured things, and those of a value on other devices than the ones asked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from agent.reader.english import split_name, word_table
from agent.reader.events import MOST_KINDS, EventScope, as_written, read_groups, with_line
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term
from agent.reader.things import Thing
from agent.reader.written_times import WrittenTimes
from agent.records import AnswerTable
from agent.render.draft import counted, show_cell
from agent.render.record_tables import RecordGroup, table_of_groups
from agent.tables.named_things import logged_names, numbered_queries
from agent.tables.scope_words import asks_what_happened, is_timed, scope_words
from agent.value_index import ValueIndex
from findings.kept import read_lines
from findings.log_forms import Form
from graph_store.graph import ReadableGraph
from graph_store.records import Cell

if TYPE_CHECKING:
    from agent.reader.show_records import RecordReader

FEW_RECORDS = 10
"""So many records of a thing are shown one by one."""
AROUND, SHORT = timedelta(minutes=10), timedelta(hours=2)
"""How long before and behind records others are looked for, where these took no longer than that."""
MOSTLY, OFTENER = 0.6, 20
"""Which share of a kind of records has to be of a time to tell something of it, or how much oftener it was logged."""
MOST_AROUND, MOST_BEGINS = 8, 3
ASKED_AT = 2
"""Behind how many columns stands what the question asks for: the count, and what a record says."""
_OF_LINES = "MATCH (e:Event)-[:HAS_LINE]->(l:Line) WHERE l.id IN $ids RETURN l.id, properties(e)"
Worth = Callable[[Sequence[RecordGroup]], Mapping[tuple[str, str], float]]
"""Tells how well groups of records fit the question, by their labels and templates."""


class RecordsAbout:
    """Shows records of one graph; make a new one when the graph has changed."""

    def __init__(
        self, graph: ReadableGraph, look_up: ValueIndex, times: WrittenTimes, records: RecordReader
    ) -> None:
        self._graph = graph
        self._look_up = look_up
        self._times = times
        self._records = records

    def table(
        self, asked: ParsedQuestion, scope: EventScope, groups: Sequence[RecordGroup]
    ) -> tuple[AnswerTable, list[str]]:
        """Show groups of records in their order; returns the labels of those that are shown, too."""
        most = 3 * MOST_KINDS if asked.asks_for_events else MOST_KINDS
        found = [with_line(self._look_up, one, asked) for one in groups[:most]]
        shown_logs = sorted({key >> 32 for one in found for key in one.ids})
        offsets = self._times.offsets(self._records.logs_of(asked) if is_timed(asked) else shown_logs)
        shown = [as_written(one, offsets) for one in found]
        lines = read_lines(self._graph, (key for one in shown for key in one.ids))
        kinds = len({(one.label, one.template) for one in groups})
        title = f"{counted(sum(one.count for one in groups), 'log record')} of {counted(kinds, 'kind')}"
        title += scope_words(asked, scope)
        table = table_of_groups(shown, len(groups), title, lines, asked.devices)
        table = self._with_asked(table, asked, shown)
        return table, list(dict.fromkeys(one.label for one in shown))

    def _with_asked(
        self, table: AnswerTable, asked: ParsedQuestion, groups: Sequence[RecordGroup]
    ) -> AnswerTable:
        """Add what single records have in the fields that words of the question ask for: the user, for "who"."""
        asking = word_table("asks_for")
        words = dict.fromkeys(
            asking[one] for one in re.findall("[a-z]+", asked.text.lower()) if one in asking
        )
        single = [one.ids[0] for one in groups if one.count == 1 and one.ids]
        rows = self._look_up.rows(_OF_LINES, {"ids": single}, len(single)) if words and single else ()
        held = {int(str(key)): own for key, own in rows if isinstance(own, Mapping)}
        records = [held.get(one.ids[0], {}) if one.count == 1 and one.ids else {} for one in groups]
        for word in words:
            cells = [_value_of(own, word) for own in records]
            if any(cells):
                pairs = zip(table.rows, cells, strict=True)
                added = tuple((*row[:ASKED_AT], cell, *row[ASKED_AT:]) for row, cell in pairs)
                columns = (*table.columns[:ASKED_AT], word, *table.columns[ASKED_AT:])
                table = replace(table, columns=columns, rows=added)
        return table

    def things(self, asked: ParsedQuestion, named: Sequence[Thing], worth: Worth) -> list[AnswerTable]:
        """Show the records that name configured things on their devices: a few one by one, else rare kinds first.

        Where none are of the time of the question, those of any time.
        """
        names = tuple(dict.fromkeys(name for one in named for name in logged_names(one)))
        devices = tuple(dict.fromkeys(one.device for one in named))
        searches = tuple(dict.fromkeys(search for one in named for search in numbered_queries(one)))
        for time in dict.fromkeys((asked.window, None)) if names or searches else ():
            of_things = replace(asked, devices=devices, documents=(), window=time)
            scope = self._records.scope(of_things, (), names, searches)
            groups = self._records.groups(of_things, scope)
            if not groups:
                continue
            values = worth(groups)
            if sum(one.count for one in groups) <= FEW_RECORDS:
                groups = read_groups(self._look_up, scope, one_by_one=True)
                groups.sort(key=lambda one: (one.first, one.ids))
            else:
                groups.sort(key=lambda one: (-round(values[one.label, one.template], 1), one.count))
            return [self.table(of_things, scope, groups)[0]]
        return []

    def elsewhere(
        self, asked: ParsedQuestion, narrowing: Sequence[Term], groups: Sequence[RecordGroup]
    ) -> list[AnswerTable]:
        """Show what other devices and files record of the values of a question, each kind by one of its records."""
        values = [term for term in narrowing if term.is_value]
        if not values or not (asked.devices or asked.documents):
            return []
        everywhere = replace(asked, devices=(), documents=(), window=None)
        scope = self._records.scope(everywhere, values)
        known = {(one.label, one.template) for one in groups}
        others = [
            one for one in self._records.groups(everywhere, scope) if (one.label, one.template) not in known
        ]
        others.sort(key=lambda one: (one.count, one.first))
        return [self.table(everywhere, scope, others)[0]] if others else []

    def around(
        self, asked: ParsedQuestion, groups: Sequence[RecordGroup], begins: Sequence[str], worth: Worth
    ) -> list[AnswerTable]:
        """Show what else was logged when outages of a question began, or its records were written, or in its time.

        Only kinds of records that are logged far oftener then than otherwise; `begins` are times in UTC.
        """
        if not asks_what_happened(asked) or asked.wants & {"lack", "compare"}:
            return []
        scope, share = self._near(asked, groups, begins)
        if scope is None:
            return []
        counts, worst = Counter[tuple[str, str]](), dict[tuple[str, str], int]()
        for form in self._records.forms():
            key = form.label, form.template
            counts[key] += form.count
            worst[key] = min(worst.get(key, form.severity), form.severity)
        known = {(one.label, one.template) for one in groups}
        near = []
        for one in read_groups(self._look_up, scope):
            key = one.label, one.template
            if key not in known and one.count >= min(MOSTLY, OFTENER * share) * counts[key]:
                near.append(replace(one, severity=worst.get(key, one.severity)))
        values = worth(near)
        near.sort(
            key=lambda one: (-round(values[one.label, one.template], 1), one.severity, one.count, one.first)
        )
        if not near:
            return []
        anywhere = replace(asked, devices=(), documents=(), window=None)
        table, _ = self.table(anywhere, scope, near[:MOST_AROUND])
        kinds = counted(len(near), "kind")
        return [replace(table, title=f"what else was logged then, {kinds} of records", total=len(near))]

    def _near(
        self, asked: ParsedQuestion, groups: Sequence[RecordGroup], begins: Sequence[str]
    ) -> tuple[EventScope | None, float]:
        """Return which records are of the time in question, on any device, and its share of the time that logs have."""
        times = _times_of(groups)
        spans = [(one, one) for one in begins] if len(begins) <= MOST_BEGINS else []
        if not spans and times and _between(times[0], times[-1]) <= SHORT:
            spans = [(times[0], times[-1])]
        if not spans:
            anywhere = replace(asked, devices=(), documents=())
            return (self._records.scope(anywhere, ()) if asked.window else None), 1.0
        tests, held, length = list[str](), dict[str, object](), timedelta()
        for place, (one, other) in enumerate(spans):
            begin, end = (datetime.fromisoformat(text) for text in (one, other))
            held |= {f"a{place}": (begin - AROUND).isoformat(), f"b{place}": (end + AROUND).isoformat()}
            tests.append(f"(node.timestamp >= $a{place} AND node.timestamp < $b{place})")
            length += end - begin + 2 * AROUND
        logged = _times_of(self._records.forms())
        whole = _between(logged[0], logged[-1]) if logged else length
        return EventScope("", f"WHERE ({' OR '.join(tests)}) ", held), length / max(whole, length)


def _times_of(several: Iterable[RecordGroup | Form]) -> list[str]:
    return sorted(time for one in several for time in (one.first, one.last) if time)


def _value_of(own: Mapping[str, Cell], word: str) -> str:
    """Return what a record has in the field of a name, or in one that has it as a part; blank without."""
    names = sorted((name for name in own if word in split_name(name)), key=lambda name: (name != word, name))
    return next((text for name in names if (text := show_cell(own[name]))), "")


def _between(first: str, last: str) -> timedelta:
    return datetime.fromisoformat(last) - datetime.fromisoformat(first)
