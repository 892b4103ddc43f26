"""Shows the log records that a question asks for: kinds of them, counts by a field, and amounts."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from agent.reader.candidate_lines import CandidateLines
from agent.reader.english import word_list, word_table
from agent.reader.events import (
    MOST_HITS,
    MOST_KINDS,
    EventScope,
    event_scope,
    groups_of_forms,
    of_groups,
    read_fields,
    read_groups,
)
from agent.reader.finding_table import FEWEST_DIGITS
from agent.reader.kinds import Kind, RankedKind, rank_kinds
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term, read_terms
from agent.reader.record_words import fields_named
from agent.reader.things import Thing
from agent.reader.written_times import WrittenTimes
from agent.records import AnswerTable
from agent.render.record_tables import RecordGroup, table_of_counts, table_of_fields
from agent.tables.amounts import measure_words, read_amounts, table_of_amounts
from agent.tables.named_things import is_described
from agent.tables.per_device import asks_per_device
from agent.tables.records_about import RecordsAbout
from agent.tables.scope_words import asks_what_happened, asks_who_did, days_between
from agent.value_index import ValueIndex, ValueOccurrence
from findings.kept import read_lines
from findings.log_forms import Form, read_forms
from graph_store.graph import ReadableGraph

OF_BEST = 0.5
"""What a record must score beside the best thing, and a thing beside the best record."""
OF_COUNTED = 0.25
"""The same where something is to be counted: configurations have few things twice."""
LEAST, MOST_AMOUNTS = 0.3, 2


class RecordReader:
    """Shows the log records of one graph; make a new one when the graph has changed."""

    def __init__(
        self,
        graph: ReadableGraph,
        look_up: ValueIndex,
        candidates: CandidateLines,
        kinds: Sequence[Kind],
        times: WrittenTimes,
        has_logs: bool,
    ) -> None:
        self._graph = graph
        self._look_up = look_up
        self._candidates = candidates
        self._kinds = kinds
        self._times = times
        self._has_logs = has_logs
        self.about = RecordsAbout(graph, look_up, times, self)
        self._forms: list[Form] | None = None
        self._lock = threading.Lock()

    def show(
        self,
        asked: ParsedQuestion,
        ranked: Sequence[RankedKind],
        best_thing: float,
        occurrences: Mapping[str, Sequence[ValueOccurrence]],
        is_whole: bool,
        named: Sequence[Thing] = (),
    ) -> tuple[list[AnswerTable], list[RecordGroup]]:
        """Show records; all of a device or file only where `is_whole`: the data has every word of the question.

        `named` are configured things that the question names: what logs say of them is shown where it asks for that.
        Returns the groups of records that are shown, too, but those about things.
        """
        scores = {one.kind.label: one for one in ranked}
        worth = partial(self.values, asked=asked, scores=scores)
        happened = asks_what_happened(asked) or asks_who_did(asked)
        about = self.about.things(asked, named, worth) if happened else []
        used = [term for term in asked.terms if about and any(is_described(one, term) for one in named)]
        scope, narrowing, groups = self._narrowed(asked, ranked, used)
        about += self.about.elsewhere(asked, narrowing, groups)
        if about and not narrowing:
            return about, []
        values = self.values(groups, asked, scores)
        best = max(values.values(), default=0.0)
        if "lack" in asked.wants and best < best_thing and asked.window is None and not asks_who_did(asked):
            return about, []
        least = LEAST if best_thing else LEAST / 3
        of_thing = (OF_COUNTED if "each" in asked.wants else OF_BEST) * best_thing
        if best >= max(least, of_thing):
            others = self._without(narrowing, asked, occurrences) if narrowing else scores
            judged = self.values(groups, asked, others, narrowing)
            highest = max(judged.values(), default=0.0)
            kept = [one for one in groups if 0 < max(least, 0.6 * highest) <= judged[one.label, one.template]]
            if kept and narrowing and _swings(asked):
                kept = groups  # what went down came up, too
            groups = kept or (groups if narrowing or asked.window else [])
        elif not (narrowing or asked.window or (is_whole and _asks_for_all(asked))):
            return about, []
        groups.sort(key=lambda group: (0 if best else group.severity, -group.count, group.template))
        if asked.asks_for_events:
            groups.sort(key=lambda group: group.first)
        else:
            groups.sort(key=lambda group: -round(values[group.label, group.template], 1))
        if not groups:
            return about, []
        total = sum(one.count for one in groups)
        table, labels = self.about.table(asked, scope, groups)
        tables = [table]
        scores = self._touched_otherwise(labels, scores, narrowing) if narrowing else scores
        chosen = [scores[label] for label in labels if label in scores][:MOST_KINDS]
        if chosen and total > 1:
            tables = self._with_fields(asked, tables, chosen, of_groups(scope, groups), total)
        return [*tables, *about], groups

    def values(
        self,
        groups: Sequence[RecordGroup],
        asked: ParsedQuestion,
        scores: Mapping[str, RankedKind],
        but: Sequence[Term] = (),
    ) -> dict[tuple[str, str], float]:
        """Return how well each group fits: its kind's name and values, and its severity where one is asked for."""
        worst = word_table("severities")
        levels = [one for one in asked.terms if one.text.lower() in worst and one not in but]
        found: dict[tuple[str, str], float] = {}
        for one in groups:
            ranked = scores.get(one.label)
            named = ranked.named if ranked else ()
            said = (term for term in levels if term.text not in named)
            worse = sum(term.weight for term in said if one.severity <= worst[term.text.lower()])
            found[one.label, one.template] = (ranked.score if ranked else 0.0) + worse
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
        ranked: dict[str, RankedKind] = {}
        for label in labels:
            if label in kinds:
                kind = scores.get(label) or RankedKind(kinds[label], 0.0, (), {}, {})
                touched = {text: names for text, names in kind.touched.items() if text not in texts}
                ranked[label] = replace(kind, touched=touched)
        return ranked

    def _with_fields(
        self,
        asked: ParsedQuestion,
        tables: list[AnswerTable],
        chosen: Sequence[RankedKind],
        scope: EventScope,
        total: int,
    ) -> list[AnswerTable]:
        for word in set(word_table("asks_for")).intersection(re.findall(r"\w+", asked.text.lower())):
            chosen = [_asking_for(one, word_table("asks_for")[word]) for one in chosen]
        values, grouped, named, read = read_fields(self._look_up, chosen, scope, asks_per_device(asked))
        first = dict.fromkeys(names[0] for one in chosen for names in one.asked.values())
        values = {name: values[name] for name in (*(one for one in first if one in values), *values)}
        fields = table_of_fields(values, read, total, frozenset(first))
        counts = table_of_counts(grouped, named, len(asked.devices) != 1) if grouped else None
        return [*([counts] if counts else []), *tables, *([fields] if fields else [])]

    def amounts(self, asked: ParsedQuestion) -> list[AnswerTable]:
        """Show what is added up, of the kinds of records that most of the other words are said by."""
        found = read_amounts(asked, self._kinds, self._look_up)
        scope, tables = self.scope(asked, ()), list[AnswerTable]()
        shares: Counter[str] = Counter()
        for term in asked.terms if len(found) > 1 else ():
            if not term.is_value and term.text.lower() not in measure_words():
                for group in self.groups(asked, self.scope(asked, [term])):
                    shares[group.label] += group.count
        found.sort(key=lambda one: (-len(one.used), -one.kind.count))
        found.sort(key=lambda one: -shares[one.kind.label] / one.kind.count)
        for one in found:
            table = table_of_amounts(self._look_up, one, scope) if len(tables) < MOST_AMOUNTS else None
            if table is not None:
                lines = read_lines(self._graph, table[1])
                cited = tuple((lines[key],) if key in lines else () for key in table[1])
                tables.append(replace(table[0], citations=cited))
        return tables

    def _narrowed(
        self, asked: ParsedQuestion, ranked: Sequence[RankedKind], used: Sequence[Term]
    ) -> tuple[EventScope, list[Term], list[RecordGroup]]:
        """Narrow the records by the values of the question, and by words that name no kind of them; group what is left.

        Where none are left, by the rarest alone. The words `used` describe configured things, and tell no record.
        """
        named = {text for one in ranked[:20] for text in (*one.named, *one.asked)}
        telling = [term for term in asked.terms if _narrows(term, named) and term not in used]
        telling += [one for term in asked.terms if (one := self._spelled(term, asked)) is not None]
        counts = {term.text: self._candidates.count(term) for term in telling}
        narrowing = [term for term in telling if 0 < counts[term.text] <= MOST_HITS]
        scope = self.scope(asked, narrowing)
        groups = self.groups(asked, scope)
        if len(narrowing) > 1 and not groups:
            narrowing = [min(narrowing, key=lambda term: (not term.is_value, counts[term.text]))]
            scope = self.scope(asked, narrowing)
            groups = self.groups(asked, scope)
        if len(narrowing) == 1 and not groups and not narrowing[0].is_value:
            narrowing = []  # a word of configurations, which tells no record from another
            scope = self.scope(asked, narrowing)
            groups = self.groups(asked, scope)
        return scope, narrowing, groups

    def _spelled(self, term: Term, asked: ParsedQuestion) -> Term | None:
        """Return a number with the word in front of it, where someone did something and records say both: "vlan 30"."""
        if not term.before or not asks_who_did(asked):
            return None
        phrase = replace(term, text=f"{term.before} {term.text}", before="")
        return phrase if self.groups(asked, self.scope(asked, [phrase])) else None

    def scope(
        self,
        asked: ParsedQuestion,
        narrowing: Sequence[Term],
        linked: Sequence[str] = (),
        searches: Sequence[str] = (),
    ) -> EventScope:
        """Return which records are meant: those with what narrows them, or with what a thing is called in logs."""
        offsets = self._times.offsets(self.logs_of(asked)) if asked.window else {}
        return event_scope(asked, narrowing, days_between(self.days()), offsets, linked, searches)

    def days(self) -> list[str]:
        """Return the days on which records begin and end, in order."""
        return sorted({day for form in self.forms() for day in (form.first[:10], form.last[:10]) if day})

    def logs_of(self, asked: ParsedQuestion) -> list[int]:
        """Return the serials of the logs that have records of the devices and files of a question."""
        return sorted(
            {
                form.document
                for form in self.forms()
                if (not asked.devices or form.device in asked.devices)
                and (not asked.documents or form.document in asked.documents)
            }
        )

    def groups(self, asked: ParsedQuestion, scope: EventScope) -> list[RecordGroup]:
        """Group the records of a scope by their kinds."""
        if scope.query or asked.window is not None:
            return read_groups(self._look_up, scope)
        return groups_of_forms(self.forms(), asked)

    def forms(self) -> list[Form]:
        """Return what was counted of the log records while loading."""
        with self._lock:
            if self._forms is None:
                self._forms = read_forms(self._graph) if self._has_logs else []
            return self._forms


def _asking_for(ranked: RankedKind, word: str) -> RankedKind:
    """Read a further word as the name of a field, of a kind that has one: "who" as its user."""
    fields = {one.name: one.words for one in ranked.kind.properties}
    found = tuple(fields_named(fields, read_terms(word)))
    asked = {word: found} if found else {}
    return replace(ranked, asked={**asked, **ranked.asked}, touched={**asked, **ranked.touched})


def _swings(asked: ParsedQuestion) -> bool:
    """Tell whether a question asks when something was down or up, in a time or until it came back."""
    spoken = re.findall(r"\w+", asked.plain)
    is_until = asked.window is not None or not word_list("returns").isdisjoint(spoken)
    return is_until and any(term.text.lower() in word_list("outages") for term in asked.terms)


def _asks_for_all(asked: ParsedQuestion) -> bool:
    """Tell whether all records of some devices or files are asked for, and nothing else: "logs", or what happened."""
    only = all(term.text.lower() in word_list("records") for term in asked.terms)
    return bool(asked.devices or asked.documents) and (only or "happen" in asked.wants)


def _narrows(term: Term, named: set[str]) -> bool:
    """Tell whether only records with a term are meant: a value but a short number, or a word that names no kind."""
    if term.is_value:
        return not (term.text.isdecimal() and len(term.text) < FEWEST_DIGITS)
    return term.weight >= 1 and term.text not in named
