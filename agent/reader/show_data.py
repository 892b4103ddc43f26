"""Chooses what data is shown for a question: the one mechanism of the reader without a model."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain

from agent.devices_by_word import DevicesByWord
from agent.reader.candidate_lines import CandidateLines, term_query
from agent.reader.claim import Selection, is_all, write_claim
from agent.reader.english import aliases, stem, stem_list, word_list, word_table
from agent.reader.events import (
    MOST_HITS,
    MOST_KINDS,
    EventScope,
    as_written,
    event_scope,
    groups_of_forms,
    of_groups,
    read_fields,
    read_groups,
    with_line,
)
from agent.reader.fact import write_fact
from agent.reader.finding_table import FEWEST_DIGITS, FindingTable, is_general
from agent.reader.kinds import ROOT, RankedKind, is_name, is_word, rank_kinds, read_kinds
from agent.reader.parse_question import ParsedQuestion, read_asked
from agent.reader.proof import ReadingProof
from agent.reader.question_terms import Term, read_terms
from agent.reader.record_claim import RecordClaims
from agent.reader.record_words import fields_named
from agent.reader.things import (
    fit_things,
    read_things,
    share_in,
    table_of_things,
    table_of_uses,
)
from agent.reader.written_times import WrittenTimes, span
from agent.records import FIRST, LAST, AnswerTable, Query
from agent.render.difference_table import table_of_lines
from agent.render.draft import counted
from agent.render.record_tables import RecordGroup, table_of_counts, table_of_fields, table_of_groups
from agent.render.time_table import COLUMNS, table_of_timeline
from agent.render.two_sides import table_of_differences
from agent.tables.address_places import table_of_places
from agent.tables.amounts import measure_words, read_amounts, table_of_amounts, write_amounts
from agent.tables.block import write_block
from agent.tables.compare_makes import sides_of, tables_of_makes
from agent.tables.extremes import write_extreme
from agent.tables.lacking import name_unread, table_of_lacking, write_lacking
from agent.tables.link_ends import LinkEnds, asks_between
from agent.tables.numbered import are_of_things, find_number
from agent.tables.scope_words import days_between, scope_words
from agent.tables.settings_table import table_of_settings
from agent.value_index import ValueIndex, ValueOccurrence
from findings.kept import read_findings, read_lines
from findings.log_forms import UNSET_CLOCK, Form, read_forms
from graph_store.graph import ReadableGraph
from graph_store.records import Description, SourceLine
from reading.spoken_names import label_words
from timeline.records import Timeline
from timeline.show_timeline import show_offset, show_time

MOST_THINGS = 2
"""Kinds of things that are shown."""
NEARLY = 0.72
"""What a kind must score beside the best one to be shown, too."""
OF_BEST = 0.5
"""The same of a thing beside a log record, and of a log record beside a thing."""
OF_COUNTED = 0.25
"""The same of log records where something is to be counted: configurations have few things twice."""
AHEAD, AHEAD_OF_STATE = 1.1, 1.5
"""How much better a log record has to fit than a thing to be shown before it; the same where a state is asked for."""
LEAST, MOST_AMOUNTS = 0.3, 2
MOST_TRIED = 8
MOST_CITED = 12
MOST_ROWS = 24
MOST_CHANGED = 200
"""Rows of a timeline among which changes are looked for."""
FEWEST_TELLING = 4
"""Characters of a word that tells something where a longer one has it inside."""
MOST_LINKED = 40
_LINKED = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node WITH node LIMIT 200 "
    "MATCH (e:Entity)-[:HAS_LINE]->(node) WHERE NOT e:Event AND e.key <> '' RETURN DISTINCT e.key, e.device"
)
_OWN_NAME = re.compile(r"(?=\D*\d)(?=[^A-Za-z.:/]*[A-Za-z.:/])\S{3,60}")
"""A name that tells a thing from others: an address or an interface, no number of an entry."""
_TIME = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d")


@dataclass(frozen=True, slots=True)
class ShownData:
    """The tables for a question, the best first, and the values of the question that stand nowhere.

    `within` are lines that have one of its words inside of a longer word. `notes` are sentences about their times: that
    some log writes none of its years, and in which zone they are. `elsewhere` are the paths of the configurations of
    devices that the question does not name, where it names some.
    """

    asked: ParsedQuestion
    tables: tuple[AnswerTable, ...]
    nowhere: tuple[str, ...] = ()
    within: tuple[SourceLine, ...] = ()
    notes: tuple[str, ...] = ()
    elsewhere: frozenset[str] = frozenset()


class DataReader:
    """Shows data of one graph; make a new one when the graph has changed."""

    def __init__(
        self, graph: ReadableGraph, description: Description, look_up: ValueIndex, candidates: CandidateLines
    ) -> None:
        self._graph = graph
        self._look_up = look_up
        self._candidates = candidates
        self._kinds = read_kinds(description)
        self._of_records = {kind.label for kind in self._kinds if kind.is_record}
        self._findings = FindingTable(partial(read_findings, graph))
        self._links = LinkEnds(graph)
        self._serials = {one.path: one.serial for one in description.documents}
        self._proof = ReadingProof(look_up, description.documents)
        self._logs = tuple(one for one in description.documents if one.kind == "log")
        self._kinds_of_files = {one.serial: one.kind for one in description.documents}
        self._devices_of_files = {
            one.path: one.device
            for one in description.documents
            if one.kind == "configuration" and one.device
        }
        self._files = _files_by_word(self._serials)
        self._configured = tuple(
            dict.fromkeys(
                one.device for one in description.documents if one.kind == "configuration" and one.device
            )
        )
        self._devices_by_word = DevicesByWord(description)
        self._times = WrittenTimes(look_up)
        self._records = RecordClaims(
            look_up, self._kinds, description.documents, self._times, self._devices_of
        )
        self._assumes_years = any(
            each.name == "year_assumed" for label in description.labels for each in label.properties
        )
        self._has_logs = any(one.kind == "log" for one in description.documents)
        self._forms: list[Form] | None = None
        self._lock = threading.Lock()

    def take_apart(self, text: str) -> ParsedQuestion:
        """Take a question apart, as far as this graph knows its devices."""
        return read_asked(text, self._devices_of, datetime.now(UTC))

    def _is_lost(self, term: Term) -> bool:
        """Tell whether no line, no name of a kind and no value, short or whole, is what a term says."""
        if (
            self._candidates.count(term)
            or is_word(self._kinds, term)
            or term.text.lower() in word_table("severities")
        ):
            return False
        return not (term.is_value and self._look_up.find(term.text))

    def claim(self, text: str) -> Query | None:
        """Write the statement of the table that surely answers a question; None where there is none."""
        asked = self.take_apart(text)
        known = self._kinds, self._look_up, self._proof
        of_make = self._of_make(asked)
        of_one = of_make if len(of_make.devices) == 1 else asked
        return (
            write_fact(of_one, *known)
            or write_block(of_one, *known)
            or write_claim(of_one, *known)
            or write_lacking(of_one, *known)
            or write_amounts(of_one, self._kinds, self._look_up, self._logs)
            or write_extreme(of_one, self._kinds, self._look_up, self._logs)
            or self._records.write(asked, days_between(self._days()))
        )

    def _devices_of(self, term: Term) -> tuple[str, ...]:
        """Return the devices that a term names: an ordinary word of the field, or a number, names none."""
        word = term.text.lower()
        if not re.search("[a-z]", word) or (word.isalpha() and not term.quoted and self._is_ordinary(word)):
            return ()
        return self._candidates.devices_of(term)

    def _is_ordinary(self, word: str) -> bool:
        stemmed = stem(word)
        if stemmed in stem_list("generic") | stem_list("devices") or len(aliases(stemmed)) > 1:
            return True
        return any(stemmed in name for kind in self._kinds if not kind.is_record for name in kind.names)

    def show(self, text: str) -> ShownData:
        """Show what the graph has about a question. Raises GraphError."""
        shown = self._show(text)
        devices = shown.asked.devices
        others = (path for path, device in self._devices_of_files.items() if device not in devices)
        return replace(shown, elsewhere=frozenset(others if devices else ()))

    def _show(self, text: str) -> ShownData:
        asked = self._within_files(self._of_make(self.take_apart(text)))
        counts = {term.text: self._candidates.count(term) for term in asked.terms}
        terms = tuple(
            term if counts[term.text] or is_word(self._kinds, term) else self._candidates.corrected(term)
            for term in asked.terms
        )
        lost = [term for term in terms if self._is_lost(term)]
        findings = self._findings.about(replace(asked, terms=terms), lambda term: is_name(self._kinds, term))
        missing = (term for term in lost if term.is_value or not self._findings.says(term))
        nowhere, within = self._search(
            [
                term.text
                for term in missing
                if (term.is_value or term.weight >= 1)
                and term.text in text
                and term.text.lower() not in word_list("void") | measure_words()
            ]
        )
        terms = tuple(term for term in terms if term not in lost)
        asked = replace(asked, terms=terms)
        occurrences = {
            term.text: find_number(self._look_up, term)
            for term in terms
            if term.is_value or (term.weight >= 1 and not is_name(self._kinds, term))
        }
        sides = [self._candidates.configuration(name) for name in asked.devices]
        if "compare" in asked.wants and len(sides) == 2 and all(sides) and not _topic(asked):
            known = self._look_up, self._kinds, self._proof.scope(asked.devices)
            tables = tables_of_makes(*known, asked) or [table_of_lines(sides, asked.devices)]
            return ShownData(asked, self._with_texts(tables), nowhere)
        if findings and is_general(asked):
            return ShownData(asked, (findings,), within=within)
        ranked = rank_kinds(self._kinds, terms, occurrences)
        kinds = {self._kinds_of_files.get(serial, "") for serial in asked.documents}
        things = [one for one in ranked if not one.kind.is_record and kinds != {"log"}]
        records = [one for one in ranked if one.kind.is_record and kinds != {"configuration"}]
        best_thing = things[0].score if things else 0.0
        best_record = records[0].score if records else 0.0
        of_things = self._of_things(
            asked, things, max(LEAST * (0.5 if "lack" in asked.wants else 1.0), OF_BEST * best_record)
        )
        is_whole = all(term.weight < 1 for term in lost)
        only_things = best_thing > best_record and are_of_things(terms, occurrences, self._of_records)
        of_events = (
            self._of_events(asked, records, best_thing, occurrences, is_whole)
            if self._has_logs and not (only_things and asked.window is None and "happen" not in asked.wants)
            else []
        )
        events_first = asked.window is not None or "happen" in asked.wants
        events_first = events_first or best_record > _ahead(asked) * best_thing
        tables = [*of_events, *of_things] if events_first else [*of_things, *of_events]
        tables = [*([findings] if findings else []), *tables]
        in_time = self._in_time(asked)
        if in_time is not None:
            tables = [*tables, in_time] if in_time.rows and _topic(asked) else [in_time, *tables]
        sought = [*lost, *asked.terms] if word_list("homes") & {*asked.text.lower().split()} else lost
        homes = [table_of_places(self._look_up, one.text) for one in sought if "uses" in asked.wants]
        tables = [*filter(None, homes), *self._amounts(asked), *tables]
        timed = any({FIRST, LAST, *COLUMNS[:1]} & {*table.columns} for table in tables)
        timed = timed or bool(findings and _TIME.search(str(findings.rows)))
        notes = self._notes_on_times(asked, tables) if timed else ()
        return ShownData(asked, self._with_texts(tables), nowhere, within, notes)

    def _notes_on_times(self, asked: ParsedQuestion, tables: Sequence[AnswerTable]) -> tuple[str, ...]:
        cited = [
            line for table in tables if FIRST in table.columns for row in table.citations for line in row
        ]
        shown_logs = sorted({self._serials[line.path] for line in cited if line.path in self._serials})
        unset = any(UNSET_CLOCK.match(line.text) for line in cited)
        logs = self._logs_of(asked) if _is_timed(asked) else shown_logs
        ahead, mixed = self._times.ahead(logs), self._times.are_mixed(logs)
        return (
            *["Where a log writes no year, the year is assumed."] * self._assumes_years,
            *["Where a line has * or . before its time, its clock was not set."] * unset,
            *["The logs write different zones: times are in UTC, or as written where a log names no zone."]
            * mixed,
            *[f"Times are as the logs write them, {show_offset(ahead)} UTC; findings are in UTC."]
            * bool(ahead),
        )

    def _search(self, words: Sequence[str]) -> tuple[tuple[str, ...], tuple[SourceLine, ...]]:
        """Return the words that stand nowhere, and lines that have one of the others inside of a longer word."""
        found = self._candidates.within(words)
        telling = (lines or () for word, lines in found.items() if len(word) >= FEWEST_TELLING)
        return tuple(word for word, lines in found.items() if lines == ()), tuple(
            chain.from_iterable(telling)
        )

    def _of_make(self, asked: ParsedQuestion) -> ParsedQuestion:
        """Read a make ("the FortiGate") or the beginning of numbered names ("the leaf switches") as those devices.

        Only where no device is named; what is claimed needs a name.
        """
        if asked.devices:
            return asked
        found = {
            term.text: devices
            for term in asked.terms
            if not (
                is_name(self._kinds, term)
                or stem(term.text.lower()) in stem_list("generic") | stem_list("devices")
            )
            and (devices := self._devices_by_word.of(term.text))
        }
        devices = tuple(dict.fromkeys(name for names in found.values() for name in names))
        return replace(
            asked, terms=tuple(term for term in asked.terms if term.text not in found), devices=devices
        )

    def _in_time(self, asked: ParsedQuestion) -> AnswerTable | None:
        """Show what happened, or what changed, in order, where a question asks for that; of a topic only changes."""
        changed, topic = "changed" in asked.wants, _topic(asked)
        if asked.documents or not (changed or (("happen" in asked.wants or asked.since) and not topic)):
            return None
        ahead = self._times.ahead(self._logs_of(asked))
        limits = self._span(asked, ahead)
        if limits is None:
            return None
        from timeline.build_timeline import build_timeline, logged_changes

        scope = f" on {', '.join(asked.devices)}" if asked.devices else ""
        scope += f" since {show_time(asked.since)}" if asked.since else ""
        timeline = build_timeline(
            self._graph, asked.devices, *limits, most=MOST_CHANGED if changed else MOST_ROWS
        )
        if changed:
            logged = logged_changes(self._graph, asked.devices, *limits, timeline.entries, MOST_CHANGED)
            entries = sorted((*timeline.entries, *logged), key=lambda one: one.time)
            timeline = _only_changes(replace(timeline, entries=tuple(entries)), topic)
        if changed and not topic and not timeline.entries:
            return AnswerTable(f"no change{scope} is known", COLUMNS, (), 0, ())
        return table_of_timeline(timeline, scope, ahead)

    def _span(self, asked: ParsedQuestion, ahead: int) -> tuple[str, str] | None:
        """Return from when to when a question asks, "" for no limit; None where it means a time of any day.

        A day of any year is one that logs have, if they have such a day; their clocks are `ahead` of UTC, in minutes.
        """
        if asked.window is None:
            return asked.since, ""
        days = self._days()
        dates = asked.window.dates(days_between(days))
        dates = dates or asked.window.dates(days_between(sorted({*days, str(datetime.now(UTC).date())})))
        if not dates or (not asked.window.days and len(days) > 1):
            return None
        if not asked.window.days:
            dates = (min(days, default=dates[-1]),)
        return span(dates[0], asked.window, ahead)[0], span(dates[-1], asked.window, ahead)[1]

    def _within_files(self, asked: ParsedQuestion) -> ParsedQuestion:
        """Read words that name no kind, and a file or folder, as those files."""
        serials: set[int] = set()
        left = []
        for term in asked.terms:
            named = self._files.get(term.text.lower(), frozenset())
            is_plain = not term.is_value and self._is_ordinary(term.text.lower())
            if named and not is_plain and not is_name(self._kinds, term):
                serials |= named
            else:
                left.append(term)
        return replace(asked, terms=tuple(left), documents=tuple(sorted(serials))) if serials else asked

    # Things.

    def _of_things(
        self, asked: ParsedQuestion, ranked: Sequence[RankedKind], least: float
    ) -> list[AnswerTable]:
        """Show the best kinds that have things in the scope; one that is among those of another is not shown again."""
        tables: list[AnswerTable] = []
        taken: set[str] = set()
        for one in ranked[:MOST_TRIED]:
            if len(tables) >= MOST_THINGS or one.score < least:
                break
            if taken & {one.kind.label, *one.kind.spans}:
                continue
            taken |= {one.kind.label, *one.kind.spans}
            table = self._of_kind(asked, one)
            if table is not None:
                tables.append(table)
                least = max(least, NEARLY * one.score)
        return tables

    def _of_kind(self, asked: ParsedQuestion, ranked: RankedKind) -> AnswerTable | None:
        things, cut = read_things(self._look_up, ranked.kind, asked)
        if ranked.kind.label == ROOT:
            return table_of_settings(self._look_up, ranked, things)
        if not things:
            return None
        between = self._links.between(asked.devices, things) if asks_between(asked) else []
        things = between or things
        if "compare" in asked.wants and len(asked.devices) == 2:
            values = [term for term in asked.terms if term.is_value]
            named = [one.thing for one in fit_things(things, ranked, values) if one.by_value >= 0.9]
            noun, sides = label_words(ranked.kind.label), sides_of(named or things, asked.devices[:2])
            return table_of_differences(noun, sides, asked.devices)
        if "lack" in asked.wants and "trouble" not in asked.wants and ranked.named and not cut:
            known = self._look_up, self._proof, ranked, things, asked, self._configured
            if (lacking := table_of_lacking(*known)) is not None:
                return lacking
        fits = fit_things(things, ranked, asked.terms)
        listed = Selection(ranked.kind, asked.devices, things, {}, ())
        are_once = len({(one.device, one.parent, one.key) for one in things}) == len(things)
        whole = (
            are_once
            and not (cut or between or asked.documents)
            and is_all(listed, self._look_up, self._proof)
        )
        if "uses" in asked.wants and ranked.named:
            uses = table_of_uses(self._look_up, ranked, fits, asked, whole)
            if uses is not None:
                return uses
        table = table_of_things(ranked, fits, len(things) if whole else 0, asked)
        where = f" that join {' and '.join(asked.devices)}" if between else ""
        return replace(
            table, title=f"{table.title}{where}{name_unread(asked, ranked, things, self._configured)}"
        )

    # Log records.

    def _of_events(
        self,
        asked: ParsedQuestion,
        ranked: Sequence[RankedKind],
        best_thing: float,
        occurrences: Mapping[str, Sequence[ValueOccurrence]],
        is_whole: bool,
    ) -> list[AnswerTable]:
        """Show records; all of a device or file only where `is_whole`: the data has every word of the question."""
        scope, narrowing, groups = self._narrowed(asked, ranked)
        scores = {one.kind.label: one for one in ranked}
        values = self._values(groups, asked, scores)
        best = max(values.values(), default=0.0)
        if "lack" in asked.wants and best < best_thing and asked.window is None:
            return []
        least = LEAST if best_thing else LEAST / 3
        of_thing = (OF_COUNTED if "each" in asked.wants else OF_BEST) * best_thing
        of_thing *= not scope.is_linked
        if best >= max(least, of_thing):
            others = self._without(narrowing, asked, occurrences) if narrowing else scores
            judged = self._values(groups, asked, others, narrowing)
            highest = max(judged.values(), default=0.0)
            kept = [one for one in groups if 0 < max(least, 0.6 * highest) <= judged[one.label, one.template]]
            groups = kept or (groups if (narrowing or asked.window) and not scope.is_linked else [])
        elif scope.is_linked or not (narrowing or asked.window or (is_whole and _asks_for_all(asked))):
            return []
        if asked.window is not None or "happen" in asked.wants:
            groups.sort(key=lambda one: (one.first, -one.count))
        else:
            groups.sort(
                key=lambda one: (
                    -round(values[one.label, one.template], 1),
                    one.severity if not best else 0,
                    -one.count,
                    one.template,
                )
            )
        if not groups:
            return []
        most = 3 * MOST_KINDS if asked.window is not None or "happen" in asked.wants else MOST_KINDS
        found = [with_line(self._look_up, one, asked) for one in groups[:most]]
        shown_logs = sorted({key >> 32 for one in found for key in one.ids})
        offsets = self._times.offsets(self._logs_of(asked) if _is_timed(asked) else shown_logs)
        shown = [as_written(one, offsets) for one in found]
        lines = read_lines(self._graph, (key for one in shown for key in one.ids))
        total = sum(one.count for one in groups)
        title = f"{counted(total, 'log record')} of {counted(len(groups), 'kind')}"
        title += scope_words(asked, scope)
        tables = [table_of_groups(shown, len(groups), title, lines, asked.devices)]
        labels = dict.fromkeys(one.label for one in shown)
        scores = self._touched_otherwise(labels, scores, narrowing) if narrowing else scores
        chosen = [scores[label] for label in labels if label in scores][:MOST_KINDS]
        if chosen and asked.window is None:
            tables = self._with_fields(asked, tables, chosen, of_groups(scope, groups), total)
        return tables

    def _values(
        self,
        groups: Sequence[RecordGroup],
        asked: ParsedQuestion,
        scores: Mapping[str, RankedKind],
        but: Sequence[Term] = (),
    ) -> dict[tuple[str, str], float]:
        """Return how well each group fits: its kind's name and values, and its severity where one is asked for."""
        levels = [
            (term, word_table("severities")[term.text.lower()])
            for term in asked.terms
            if term.text.lower() in word_table("severities") and term not in but
        ]
        found: dict[tuple[str, str], float] = {}
        for one in groups:
            ranked = scores.get(one.label)
            named = ranked.named if ranked else ()
            worse = (
                term.weight for term, worst in levels if one.severity <= worst and term.text not in named
            )
            found[one.label, one.template] = (ranked.score if ranked else 0.0) + sum(worse)
        return found

    def _without(
        self,
        narrowing: Sequence[Term],
        asked: ParsedQuestion,
        occurrences: Mapping[str, Sequence[ValueOccurrence]],
    ) -> dict[str, RankedKind]:
        """Rank by the words that narrow nothing: a value that all records have tells no kind from another.

        One kind has the value in a field of its own, another inside of a text: `ui="ssh(10.1.2.3)"`.
        """
        others = [term for term in asked.terms if term not in narrowing and term.weight >= 1]
        return {one.kind.label: one for one in rank_kinds(self._kinds, others, occurrences)}

    def _touched_otherwise(
        self, labels: Iterable[str], scores: Mapping[str, RankedKind], narrowing: Sequence[Term]
    ) -> dict[str, RankedKind]:
        """Return the kinds of records with the fields that other terms than the narrowing ones touch."""
        kinds = {one.label: one for one in self._kinds}
        texts = {term.text for term in narrowing}
        found = {
            label: scores.get(label) or RankedKind(kinds[label], 0.0, (), {}, {})
            for label in labels
            if label in kinds
        }
        return {
            label: replace(
                one, touched={text: names for text, names in one.touched.items() if text not in texts}
            )
            for label, one in found.items()
        }

    def _with_fields(
        self,
        asked: ParsedQuestion,
        tables: list[AnswerTable],
        chosen: Sequence[RankedKind],
        scope: EventScope,
        total: int,
    ) -> list[AnswerTable]:
        if re.search(r"\bwho\b", asked.text, re.IGNORECASE):
            chosen = [_asking_for(one, "user") for one in chosen]
        values, grouped, named, read = read_fields(self._look_up, chosen, scope)
        first = dict.fromkeys(names[0] for one in chosen for names in one.asked.values())
        values = {name: values[name] for name in (*(one for one in first if one in values), *values)}
        fields = table_of_fields(values, read, total, frozenset(first))
        counts = table_of_counts(grouped, named, len(asked.devices) != 1) if named else None
        return [*([counts] if counts else []), *tables, *([fields] if fields else [])]

    def _amounts(self, asked: ParsedQuestion) -> list[AnswerTable]:
        """Show what is added up, of the kinds of records that most of the other words are said by."""
        found = read_amounts(asked, self._kinds, self._look_up)
        scope, tables = self._scope(asked, ()), list[AnswerTable]()
        shares: Counter[str] = Counter()
        for term in asked.terms if len(found) > 1 else ():
            if not term.is_value and term.text.lower() not in measure_words():
                for group in self._groups(asked, self._scope(asked, [term])):
                    shares[group.label] += group.count
        found.sort(
            key=lambda one: (-shares[one.kind.label] / one.kind.count, -len(one.used), -one.kind.count)
        )
        for one in found:
            table = table_of_amounts(self._look_up, one, scope) if len(tables) < MOST_AMOUNTS else None
            if table is not None:
                lines = read_lines(self._graph, table[1])
                cited = tuple((lines[key],) if key in lines else () for key in table[1])
                tables.append(replace(table[0], citations=cited))
        return tables

    def _narrowed(
        self, asked: ParsedQuestion, ranked: Sequence[RankedKind]
    ) -> tuple[EventScope, list[Term], list[RecordGroup]]:
        """Narrow the records by the values of the question, and by words that name no kind of them; group what is left.

        Where none are left: by the rarest alone, then by what a configuration calls the thing that it describes.
        """
        named = {text for one in ranked[:20] for text in (*one.named, *one.asked)}
        telling = [term for term in asked.terms if _narrows(term, named)]
        counts = {term.text: self._candidates.count(term) for term in telling}
        narrowing = [term for term in telling if 0 < counts[term.text] <= MOST_HITS]
        scope = self._scope(asked, narrowing)
        groups = self._groups(asked, scope)
        if len(narrowing) > 1 and not groups:
            narrowing = [min(narrowing, key=lambda term: (not term.is_value, counts[term.text]))]
            scope = self._scope(asked, narrowing)
            groups = self._groups(asked, scope)
        if len(narrowing) == 1 and not groups:
            is_known = is_word(self._kinds, narrowing[0])
            linked, devices = ((), ()) if is_known else self._linked(narrowing[0], asked)
            if linked:
                scope = self._scope(replace(asked, devices=devices), narrowing, linked)
            elif not narrowing[0].is_value:  # a word of configurations, which tells no record from another
                narrowing = []
                scope = self._scope(asked, narrowing)
            groups = self._groups(asked, scope)
        return scope, narrowing, groups

    def _scope(
        self, asked: ParsedQuestion, narrowing: Sequence[Term], linked: Sequence[str] = ()
    ) -> EventScope:
        offsets = self._times.offsets(self._logs_of(asked)) if asked.window else {}
        return event_scope(asked, narrowing, days_between(self._days()), offsets, linked)

    def _days(self) -> list[str]:
        """Return the days on which records begin and end, in order."""
        return sorted({day for form in self.forms() for day in (form.first[:10], form.last[:10]) if day})

    def _logs_of(self, asked: ParsedQuestion) -> list[int]:
        """Return the serials of the logs that have records of the devices and files of a question."""
        return sorted(
            {
                form.document
                for form in self.forms()
                if (not asked.devices or form.device in asked.devices)
                and (not asked.documents or form.document in asked.documents)
            }
        )

    def _linked(self, term: Term, asked: ParsedQuestion) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of configured things that a term describes, as logs may call them, and their devices."""
        rows = [
            (str(key), str(device))
            for key, device in self._look_up.rows(_LINKED, {"q": term_query(term)}, MOST_LINKED)
            if device and (not asked.devices or device in asked.devices) and _OWN_NAME.fullmatch(str(key))
        ]
        return tuple(dict.fromkeys(key for key, _ in rows)), tuple(dict.fromkeys(one for _, one in rows))

    def _groups(self, asked: ParsedQuestion, scope: EventScope) -> list[RecordGroup]:
        if scope.query or asked.window is not None:
            return read_groups(self._look_up, scope)
        return groups_of_forms(self.forms(), asked)

    def forms(self) -> list[Form]:
        """Return what was counted of the log records while loading."""
        with self._lock:
            if self._forms is None:
                self._forms = read_forms(self._graph) if self._has_logs else []
            return self._forms

    def _with_texts(self, tables: Iterable[AnswerTable]) -> tuple[AnswerTable, ...]:
        """Fill in the texts of the lines that are cited."""
        found = list(tables)
        wanted = {
            self._serials[line.path] * 2**32 + line.number
            for table in found
            for cited in table.citations
            for line in cited[:MOST_CITED]
            if not line.text and line.path in self._serials
        }
        texts = {(line.path, line.number): line for line in read_lines(self._graph, wanted).values()}

        def filled(cited: Sequence[SourceLine]) -> tuple[SourceLine, ...]:
            return tuple(texts.get((line.path, line.number), line) for line in cited[:MOST_CITED])

        return tuple(replace(one, citations=tuple(map(filled, one.citations))) for one in found)


def _asking_for(ranked: RankedKind, word: str) -> RankedKind:
    """Read a further word as the name of a field, of a kind that has one: "who" as its user."""
    fields = {one.name: one.words for one in ranked.kind.properties}
    found = tuple(fields_named(fields, read_terms(word)))
    asked = {word: found} if found else {}
    return replace(ranked, asked={**asked, **ranked.asked}, touched={**asked, **ranked.touched})


def _ahead(asked: ParsedQuestion) -> float:
    """Weigh "are disabled" as a state, and "were disabled" as what happened."""
    return AHEAD_OF_STATE if "state" in asked.wants and "past" not in asked.wants else AHEAD


def _only_changes(timeline: Timeline, topic: Sequence[Term]) -> Timeline:
    """Keep the changes: all, or those whose lines say all of a topic."""
    texts = [" ".join([one.text, *(line.text for line in one.lines)]) for one in timeline.entries]
    kept = tuple(
        one
        for one, text in zip(timeline.entries, texts, strict=True)
        if one.kind == "change" and all(share_in(text, term) for term in topic)
    )
    return replace(timeline, entries=kept[-MOST_ROWS:], left_out=max(0, len(kept) - MOST_ROWS), undated=0)


def _asks_for_all(asked: ParsedQuestion) -> bool:
    """Tell whether all records of some devices or files are asked for, and nothing else: "logs", or what happened."""
    only = all(term.text.lower() in word_list("records") for term in asked.terms)
    return bool(asked.devices or asked.documents) and (only or "happen" in asked.wants)


def _is_timed(asked: ParsedQuestion) -> bool:
    """Tell whether an answer shows what happened in order: all its times are then in the zone of the same logs."""
    return asked.window is not None or bool(asked.since) or bool({"changed", "happen"} & asked.wants)


def _topic(asked: ParsedQuestion) -> tuple[Term, ...]:
    """Return the terms that say what a question is about."""
    return tuple(term for term in asked.terms if term.is_value or term.weight >= 1)


def _narrows(term: Term, named: set[str]) -> bool:
    """Tell whether only records with a term are meant: a value but a short number, or a word that names no kind."""
    if term.is_value:
        return not (term.text.isdecimal() and len(term.text) < FEWEST_DIGITS)
    return term.weight >= 1 and term.text not in named


def _files_by_word(serials: Mapping[str, int]) -> dict[str, frozenset[int]]:
    """Return files by their paths, names, and the words in their paths that others do not have."""
    found: dict[str, set[int]] = {}
    for path, serial in serials.items():
        words = {part for part in re.split(r"[\W_]+", path.lower()) if len(part) > 3}
        for word in {*words, path.lower(), path.lower().rpartition("/")[2]}:
            found.setdefault(word, set()).add(serial)
    return {word: frozenset(named) for word, named in found.items() if len(named) < len(serials)}
