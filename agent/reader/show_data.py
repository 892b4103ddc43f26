"""Chooses what data is shown for a question: the one mechanism of the reader without a model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain

from agent.devices_by_word import DevicesByWord
from agent.reader.candidate_lines import CandidateLines
from agent.reader.claim import write_claim
from agent.reader.english import aliases, stem, stem_list, word_list, word_table
from agent.reader.fact import write_fact
from agent.reader.finding_table import FindingTable, is_general
from agent.reader.kinds import is_name, is_word, rank_kinds, read_kinds
from agent.reader.parse_question import ParsedQuestion, read_asked
from agent.reader.proof import ReadingProof
from agent.reader.question_terms import Term
from agent.reader.record_claim import RecordClaims
from agent.reader.show_records import LEAST, OF_BEST, RecordReader
from agent.reader.things import Thing
from agent.reader.written_times import WrittenTimes
from agent.records import FIRST, LAST, AnswerTable, Query
from agent.render.difference_table import table_of_lines
from agent.render.time_table import COLUMNS, note_on_zones
from agent.tables.address_places import table_of_places
from agent.tables.amounts import measure_words, write_amounts
from agent.tables.block import write_block
from agent.tables.by_description import write_by_description
from agent.tables.compare_makes import tables_of_makes
from agent.tables.described import write_described
from agent.tables.extremes import write_extreme
from agent.tables.known_findings import write_known
from agent.tables.lacking import write_lacking
from agent.tables.link_ends import LinkEnds
from agent.tables.named_blocks import NamedBlocks
from agent.tables.numbered import are_of_things, find_number
from agent.tables.one_step import Step, StepReader
from agent.tables.only_thing import write_only
from agent.tables.outages import OutageReader
from agent.tables.scope_words import (
    asks_what_happened,
    asks_who_did,
    days_between,
    is_timed,
    name_ports,
    of_log,
    quote_keys,
    quote_names,
    spell_out,
    without_words,
)
from agent.tables.show_changes import ChangeReader, topic_of
from agent.tables.show_things import ThingReader
from agent.tables.unclaimed import say_unclaimed
from agent.value_index import ValueIndex
from findings.kept import read_findings, read_lines
from findings.log_forms import UNSET_CLOCK
from graph_store.graph import ReadableGraph
from graph_store.records import Description, SourceLine

AHEAD, AHEAD_OF_STATE = 1.1, 1.5
"""How much better a log record has to fit than a thing to be shown before it; the same where a state is asked for."""
MOST_CITED = 12
JUDGED = frozenset({"trouble", "signs", "compare", "lack", "happen", "changed"})
"""What findings tell more of than a table of things: they stand before it where one asks so."""
FEWEST_TELLING = 4
"""Characters of a word that tells something where a longer one has it inside."""
_TIME = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d")


@dataclass(frozen=True, slots=True)
class ShownData:
    """The tables for a question, the best first, and the values of the question that stand nowhere.

    `within` are lines that have one of its words inside of a longer word. `notes` are sentences: why nothing is claimed
    of a file, that some log writes none of its years, and in which zone times are. `elsewhere` are the paths of the
    configurations of devices that the question does not name; `named` are things that it does, `steps` lead from them.
    """

    asked: ParsedQuestion
    tables: tuple[AnswerTable, ...]
    nowhere: tuple[str, ...] = ()
    within: tuple[SourceLine, ...] = ()
    notes: tuple[str, ...] = ()
    elsewhere: frozenset[str] = frozenset()
    named: Sequence[Thing] = ()
    steps: Sequence[Step] = ()


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
        self._serials = {one.path: one.serial for one in description.documents}
        self._proof = ReadingProof(look_up, description.documents)
        self._logs = tuple(one for one in description.documents if one.kind == "log")
        self._kinds_of_files = {one.serial: one.kind for one in description.documents}
        named = (one for one in description.documents if one.kind == "configuration" and one.device)
        self._devices_of_files = {one.path: one.device for one in named}
        self._files = _files_by_word(self._serials)
        configured = tuple(dict.fromkeys(self._devices_of_files.values()))
        self._devices_by_word = DevicesByWord(description)
        self._times = WrittenTimes(look_up)
        self._records = RecordClaims(
            look_up, self._kinds, description.documents, self._times, self._devices_of
        )
        self._assumes_years = any(
            each.name == "year_assumed" for label in description.labels for each in label.properties
        )
        self._steps = StepReader(look_up, self._proof)
        self.blocks = NamedBlocks(look_up, self._steps, candidates)
        links = LinkEnds(graph)
        self._shown_things = ThingReader(links, look_up, self._proof, configured)
        self._shown_records = RecordReader(
            graph, look_up, candidates, self._kinds, self._times, bool(self._logs)
        )
        scope_of = partial(self._shown_records.scope, narrowing=())
        self._outages = OutageReader(graph, look_up, self._kinds, self._times, links, scope_of)
        self._shown_changes = ChangeReader(graph, self._times, self._shown_records)

    def take_apart(self, text: str) -> ParsedQuestion:
        """Take a question apart, as far as this graph knows its devices."""
        return read_asked(spell_out(text, self._look_up), self._devices_of, datetime.now(UTC))

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
        quoted = quote_names(text, self._is_ordinary, self._devices_of, self._look_up)
        asked = self.take_apart(quoted)
        known = self._kinds, self._look_up, self._proof
        keys = quote_keys(quoted, self._is_ordinary, self._look_up)
        of_make = self._of_make(asked)
        of_one = of_make if len(of_make.devices) == 1 else asked
        ports = name_ports(quoted, of_one.devices, self._look_up)
        return (
            write_fact(of_one, *known)
            or (write_fact(self._of_make(self.take_apart(ports)), *known) if ports != quoted else None)
            or write_block(of_one, *known)
            or write_claim(of_one, *known)
            or (write_fact(self._of_make(self.take_apart(keys)), *known) if keys != quoted else None)
            or write_only(of_one, *known)
            or write_described(of_one, *known)
            or write_by_description(of_one, *known)
            or write_lacking(of_one, *known)
            or write_amounts(of_one, self._kinds, self._look_up, self._logs)
            or write_extreme(of_one, self._kinds, self._look_up, self._logs)
            or self._outages.write(of_one, self._logs)
            or write_known(of_make, self._findings, self._look_up, self._proof.scope(of_make.devices))
            or self._records.write(of_log(of_one, self._logs), days_between(self._shown_records.days()))
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
        named = devices or (() if shown.asked.asks_for_events else self._devices_of_files.values())
        notes = (*say_unclaimed(text, named, self._devices_of_files, self._look_up), *shown.notes)
        return replace(shown, elsewhere=frozenset(others if devices else ()), notes=notes)

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
        if "compare" in asked.wants and len(sides) == 2 and all(sides) and not topic_of(asked):
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
        of_things, named = self._shown_things.show(
            asked, things, max(LEAST * (0.5 if "lack" in asked.wants else 1.0), OF_BEST * best_record)
        )
        is_whole = all(term.weight < 1 for term in lost)
        only_things = best_thing > best_record and are_of_things(terms, occurrences, self._of_records)
        down, begins = self._outages.show(asked) if self._logs else (None, [])
        worth = partial(
            self._shown_records.values, asked=asked, scores={one.kind.label: one for one in records}
        )
        of_events, around = list[AnswerTable](), list[AnswerTable]()
        if self._logs and (asked.asks_for_events or asks_who_did(asked) or not only_things):
            of_events, groups = self._shown_records.show(
                asked, records, best_thing, occurrences, is_whole, named
            )
            around = self._shown_records.about.around(asked, groups, begins, worth)
        who_did, happened = asks_who_did(asked) and bool(of_events), asks_what_happened(asked)
        of_things = [] if who_did and "lack" in asked.wants else of_things  # of "no vlan 30", typed
        steps = self._steps.find(asked, named) if named else []
        asks_steps = happened or not asked.wants & {"compare", "lack"}
        of_steps = self._steps.show(asked, named, steps) if asks_steps else []
        is_ahead = best_record > _ahead(asked) * best_thing and (happened or not named)
        events_first = asked.asks_for_events or who_did or is_ahead
        causes = around if down and "trouble" in asked.wants else []
        first = [*([down] if down else []), *causes]
        of_events += [] if causes else around
        later = [*of_events, *of_steps] if happened else [*of_steps, *of_events]
        tables = [*of_events, *of_things, *of_steps] if events_first else [*of_things, *later]
        listed = bool(of_things and things[0].named) and not events_first and not asked.wants & JUDGED
        tables = [*first, *tables[:listed], *([findings] if findings else []), *tables[listed:]]
        in_time = self._shown_changes.show(asked)
        if in_time is not None:
            tables = [*tables, in_time] if in_time.rows and topic_of(asked) else [in_time, *tables]
        asks_where = "uses" in asked.wants and word_list("homes") & {*asked.text.lower().split()}
        found = [(one, table_of_places(self._look_up, one.text)) for one in (*lost, *asked.terms)]
        in_front = {one.text for one, _ in found if asks_where or ("uses" in asked.wants and one in lost)}
        homes = [table for one, table in found if table and one.text in in_front]
        tables = [*homes, *self._shown_records.amounts(asked), *tables]
        tables += [table for one, table in found if table and one.text not in in_front]
        if self._logs and not (happened or who_did):
            tables += self._shown_records.about.things(asked, named, worth)
        timed = any({FIRST, LAST, *COLUMNS[:1]} & {*table.columns} for table in tables)
        timed = timed or bool(findings and _TIME.search(str(findings.rows)))
        notes = self._notes_on_times(asked, tables) if timed else ()
        return ShownData(asked, self._with_texts(tables), nowhere, within, notes, frozenset(), named, steps)

    def _notes_on_times(self, asked: ParsedQuestion, tables: Sequence[AnswerTable]) -> tuple[str, ...]:
        rows = (row for table in tables if FIRST in table.columns for row in table.citations)
        cited = [*chain.from_iterable(rows)]
        shown_logs = sorted({self._serials[line.path] for line in cited if line.path in self._serials})
        unset = any(UNSET_CLOCK.match(line.text) for line in cited)
        logs = self._shown_records.logs_of(asked) if is_timed(asked) else shown_logs
        paths = {serial: path for path, serial in self._serials.items()}
        zones = {
            minutes: {paths.get(one, "") for one, _ in owners}
            for minutes, owners in self._times.offsets(logs).items()
        }
        return (
            *["Where a log writes no year, the year is assumed."] * self._assumes_years,
            *["Where a line has * or . before its time, its clock was not set."] * unset,
            *note_on_zones(zones),
        )

    def _search(self, words: Sequence[str]) -> tuple[tuple[str, ...], tuple[SourceLine, ...]]:
        """Return the words that stand nowhere, and lines that have one of the others inside of a longer word."""
        found = self._candidates.within(words)
        telling = (lines or () for word, lines in found.items() if len(word) >= FEWEST_TELLING)
        within = tuple(chain.from_iterable(telling))
        return tuple(word for word, lines in found.items() if lines == ()), within

    def _of_make(self, asked: ParsedQuestion) -> ParsedQuestion:
        """Read a make ("the FortiGate") or the beginning of numbered names ("the leaf switches") as those devices.

        Only where no device is named; what is claimed needs a name.
        """
        if asked.devices:
            return asked
        plain = stem_list("generic") | stem_list("devices")
        terms = (one.text for one in asked.terms if not is_name(self._kinds, one))
        known = self._devices_by_word
        words = (text for text in terms if stem(text.lower()) not in plain)
        named = ((text, known.of(text) or known.of_part(text, asked.text)) for text in words)
        found = {text: devices for text, devices in named if devices}
        return without_words(asked, found, devices=tuple(dict.fromkeys(chain.from_iterable(found.values()))))

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

    def _with_texts(self, tables: Iterable[AnswerTable]) -> tuple[AnswerTable, ...]:
        """Fill in the texts of the lines that are cited."""
        found = list(tables)
        cited_lines = (line for table in found for cited in table.citations for line in cited[:MOST_CITED])
        wanted = self._candidates.ids(line for line in cited_lines if not line.text)
        texts = {(line.path, line.number): line for line in read_lines(self._graph, wanted).values()}

        def filled(cited: Sequence[SourceLine]) -> tuple[SourceLine, ...]:
            return tuple(texts.get((line.path, line.number), line) for line in cited[:MOST_CITED])

        return tuple(replace(one, citations=tuple(map(filled, one.citations))) for one in found)


def _ahead(asked: ParsedQuestion) -> float:
    """Weigh "are disabled" as a state, and "were disabled" as what happened."""
    return AHEAD_OF_STATE if "state" in asked.wants and "past" not in asked.wants else AHEAD


def _files_by_word(serials: Mapping[str, int]) -> dict[str, frozenset[int]]:
    """Return files by their paths, names, and the words in their paths that others do not have."""
    found: dict[str, set[int]] = {}
    for path, serial in serials.items():
        words = {part for part in re.split(r"[\W_]+", path.lower()) if len(part) > 3}
        for word in {*words, path.lower(), path.lower().rpartition("/")[2]}:
            found.setdefault(word, set()).add(serial)
    return {word: frozenset(named) for word, named in found.items() if len(named) < len(serials)}
