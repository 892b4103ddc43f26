"""Shows the log records about configured things, and those of a value on other devices than the ones asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from agent.reader.events import MOST_KINDS, EventScope, as_written, read_groups, with_line
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term
from agent.reader.things import Thing
from agent.reader.written_times import WrittenTimes
from agent.records import AnswerTable
from agent.render.draft import counted
from agent.render.record_tables import RecordGroup, table_of_groups
from agent.tables.named_things import logged_names
from agent.tables.scope_words import is_timed, scope_words
from agent.value_index import ValueIndex
from findings.kept import read_lines
from graph_store.graph import ReadableGraph

if TYPE_CHECKING:
    from agent.reader.show_records import RecordReader

FEW_RECORDS = 10
"""So many records of a thing are shown one by one."""
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
        return table, list(dict.fromkeys(one.label for one in shown))

    def things(self, asked: ParsedQuestion, named: Sequence[Thing], worth: Worth) -> list[AnswerTable]:
        """Show the records that name configured things on their devices: a few one by one, else rare kinds first.

        Where none are of the time of the question, those of any time.
        """
        names = tuple(dict.fromkeys(name for one in named for name in logged_names(one)))
        devices = tuple(dict.fromkeys(one.device for one in named))
        for time in dict.fromkeys((asked.window, None)) if names else ():
            of_things = replace(asked, devices=devices, documents=(), window=time)
            scope = self._records.scope(of_things, (), names)
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
