"""Shows who lacks what a question denies, and who has it; absence is said only where it is proved."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from agent.reader.claim import is_all, is_property, read_values, whole_name
from agent.reader.english import operations, split_name, stem, stem_list, stems_of, word_list, word_table
from agent.reader.fact import says
from agent.reader.kinds import Kind, RankedKind
from agent.reader.parse_question import ParsedQuestion
from agent.reader.proof import Claimed, ReadingProof, stands_for_one
from agent.reader.question_terms import Term
from agent.reader.things import Thing, fit_things, name_of, places_of, read_things
from agent.records import AnswerTable, Query, Reading
from agent.render.draft import column_words, counted, show_cell
from agent.render.two_sides import Named, two_sides
from agent.tables.chosen_things import Selection, has_value
from agent.tables.saying_lines import lines_saying, may_have
from agent.value_index import ValueIndex, shape
from graph_store.records import Cell, Document, Scalar
from graph_store.schema import quote_name
from reading.common_properties import common_name, common_properties
from reading.spoken_names import label_words, name_some, plural

_MOST_UNREAD = 12
"""Devices that are named beside a table of all that have none of its things."""
_MOST_NAMES = 3
"""Properties that are meant together, where no name is what was asked."""
_SET = {"exists": True, "none_of": [False]}


def table_of_lacking(
    look_up: ValueIndex,
    proof: ReadingProof,
    ranked: RankedKind,
    things: Sequence[Thing],
    asked: ParsedQuestion,
    devices: Sequence[str],
) -> AnswerTable | None:
    """Show who has what a question denies, and who lacks it: devices, or things of the kind without a property.

    None where absence is proved of none. It is proved where a configuration was read whole, as for a claim, its make
    is seen to say the thing somewhere, and no line says its words. Whoever may have it is listed apart.
    """
    left = [
        one for one in asked.terms if not {one.text, one.text.lower()} & {*ranked.named, *word_list("void")}
    ]
    left = [one for one in left if one.is_value or stem(one.text) not in stem_list("devices")]
    lacking = _Lacking(look_up, proof, ranked.kind, things)
    left = [one for one in left if one.is_value or not _is_of_kind(one, ranked.kind)] or left
    names = _named(ranked.kind.label, things, left) or _begun(things, left) or _with_words(things, left)
    if names:
        return lacking.property(names, left).table(asked)
    before, behind = _halves(asked, left)
    names = _named(ranked.kind.label, things, behind) or _begun(things, behind) or _with_words(things, behind)
    among = _among(things, before, as_written=True) if names and before else None
    if among is not None:
        chosen = replace(lacking, all=among.things, among=among.said)
        return chosen.property(names, behind).table(asked)
    named = [one for one in asked.terms if one.text in ranked.named]
    words = [term for term in left if not term.is_value]
    telling = [term for term in words if any(one.by_value for one in fit_things(things, ranked, [term]))]
    wanted = [(term, *telling) for term in left if term.is_value] or [tuple(words)]
    fitting = [
        {
            one.thing.device: one.thing
            for one in fit_things(things, ranked, [*named, *terms])
            if one.by_value >= 0.7 * sum(term.weight for term in terms)
        }
        for terms in wanted
    ]
    scope = [name for name in devices if not asked.devices or name in asked.devices]
    return lacking.things(scope, fitting, named, wanted, asked)


def name_unread(
    asked: ParsedQuestion, ranked: RankedKind, things: Sequence[Thing], configured: Sequence[str]
) -> str:
    """Name the devices without a thing of the kind, where all devices are asked about; blank where all have some."""
    words = {stem(term.text.lower()) for term in asked.terms}
    about_all = "each" in asked.wants or words & stem_list("devices")
    if not about_all or not ranked.named or asked.devices or asked.documents:
        return ""
    having = {one.device for one in things}
    others = [name for name in configured if name not in having]
    named = name_some(others[:_MOST_UNREAD], len(others))
    count = f"{len(others)} of {counted(len(configured), 'device')}"
    return f"; on {count} none was read, which proves nothing: {named}" if others else ""


def write_lacking(
    asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex, proof: ReadingProof
) -> Query | None:
    """Write the statement of the things without a value that a question asks for; None where absence is not proved.

    A switch that is not written may be on by another statement, or by the make: what lacks one is only shown.
    """
    said = asked.plain.split()
    if (
        asked.wants - {"lack", "state"}
        or not asked.is_timeless
        or not word_list("absence").intersection(said)
    ):
        return None
    terms = [term for term in asked.terms if term.text.lower() not in word_list("void")]
    before, behind = _halves(asked, terms)
    found = []
    for kind in kinds:
        names = sorted(kind.names, key=len, reverse=True)
        used = next(filter(None, (whole_name(name, before, word_table("called")) for name in names)), ())
        if kind.is_record or not used or not behind:
            continue
        things, cut = read_things(look_up, kind, asked)
        among = None if cut else _among(things, [one for one in before if one not in used])
        if among is None or len(named := _named(kind.label, things, behind)) != 1:
            continue
        lacked = _Lacking(look_up, proof, kind, among.things, among.said).property(named, behind)
        selection = Selection(kind, asked.devices, things, among.values, before)
        if lacked.is_proved() and is_all(selection, look_up, proof):
            found.append(lacked)
    return found[0].query(asked) if len(found) == 1 else None


def _halves(asked: ParsedQuestion, terms: Sequence[Term]) -> tuple[list[Term], list[Term]]:
    """Part the terms by the word that denies: what is asked about, and what it lacks."""
    text, denying = asked.plain, operations()["lack"]
    places = [match.start() for match in re.finditer(r"[\w'/]+", text) if match[0] in denying]
    place = places[0] if places else len(text)
    behind = [one for one in terms if text.find(one.text.lower(), place) >= 0]
    return [one for one in terms if one not in behind], behind


def _is_of_kind(term: Term, kind: Kind) -> bool:
    return any(says(term, stem(word)) for word in split_name(kind.label))


def _named(label: str, things: Sequence[Thing], terms: Sequence[Term]) -> list[str]:
    """Return the properties that the words name, all of them; of a common property those of each make."""
    held = {*chain(*(one.values for one in things))}
    common = {
        name for each, names in common_properties(label).items() if is_property(each, terms) for name in names
    }
    names = [name for name in sorted(held) if name in common or is_property(name, terms)]
    return [name for name in names if not any(name.startswith(f"{one}_") for one in names)]


@dataclass(frozen=True, slots=True)
class _Among:
    """Things that have some values, and how these are said; `values` are those that were read of words."""

    things: Sequence[Thing]
    values: Mapping[str, Scalar]
    said: str


def _among(things: Sequence[Thing], terms: Sequence[Term], as_written: bool = False) -> _Among | None:
    """Return the things of which words, all of them, tell values; "enabled" are those that no word says are off.

    What is the default of some makes ("access") is read of those that write it, where that is enough.
    """
    on = [one for one in terms if one.text.lower() in word_list("positives")]
    left = [one for one in terms if one not in on]
    written = {
        one.text: {
            (name, cell)
            for thing in things
            for name, cell in thing.values.items()
            if stems_of(name)[-1] in word_list("states") and str(cell).lower() == one.text.lower()
        }
        for one in left
        if as_written and one.text.lower() in word_list("defaults")
    }
    values = read_values(things, [one for one in left if len(written.get(one.text, ())) != 1])
    values = (
        None
        if values is None
        else values | {key: str(cell) for found in written.values() if len(found) == 1 for key, cell in found}
    )
    if values is None:
        return None
    off = [name for thing in things for name in thing.values if name in word_list("off")] if on else []
    chosen = [
        one
        for one in things
        if all(has_value(one, *pair) for pair in values.items())
        and not any(one.values.get(name) in (True, "yes") for name in off)
    ]
    said = [f"{column_words(name)} {show_cell(value)}" for name, value in values.items()]
    said += [f"not {column_words(name)}" for name in dict.fromkeys(off)]
    return _Among(chosen, values, f" ({', '.join(said)})" if said else "")


def _begun(things: Sequence[Thing], terms: Sequence[Term]) -> list[str]:
    """Return the one property whose name begins with the only word: `logtraffic` for "log", `dot1x_pae` for "dot1x"."""
    if len(terms) != 1:
        return []
    word = f"{terms[0].text.lower()}_" if terms[0].is_value else stem(terms[0].text)
    begun = {name for thing in things for name in thing.values if name.startswith(word)}
    return [*begun] if len(begun) == 1 else []


def _with_words(things: Sequence[Thing], terms: Sequence[Term]) -> list[str]:
    """Return the few properties in whose names all words stand: `spanning_tree_bpdu_guard` for "bpdu guard"."""
    if not terms or any(term.is_value for term in terms):
        return []
    names = {name for thing in things for name in thing.values}
    found = sorted(
        name for name in names if all(any(says(term, word) for word in stems_of(name)) for term in terms)
    )
    return found if len(found) <= _MOST_NAMES else []


@dataclass(frozen=True, slots=True)
class _Sides:
    """Things of a label by whether they have one of some properties: surely not, yes, perhaps not."""

    label: str
    names: tuple[str, ...]
    among: str
    without: Sequence[Thing]
    having: Sequence[Thing]
    unsure: Sequence[Thing]

    def table(self, asked: ParsedQuestion) -> AnswerTable | None:
        """Show the sides; none where nothing is sure."""
        sides: list[Named] = [
            [(_called(one), places_of(one)) for one in side]
            for side in (self.without, self.having, self.unsure)
        ]
        names = self.names if len(self.names) == 1 else [common_name(self.label, one) for one in self.names]
        what = " or ".join(dict.fromkeys(map(column_words, names)))
        return _two_sides(what, sides, label_words(self.label), self._rule(asked), self.among)

    def _rule(self, asked: ParsedQuestion) -> Mapping[str, object]:
        if len(self.names) != 1 or self.among:
            return {}
        return {"things": self.label, "have": {self.names[0]: _SET}, "devices": asked.devices}

    def is_proved(self) -> bool:
        """Say whether some have a value, some surely have none, and no other is left; a switch is no value."""
        cells = [one.values.get(name) for one in (*self.having, *self.without) for name in self.names]
        return (
            bool(self.without and self.having)
            and not self.unsure
            and not any(one in (True, False) for one in cells)
        )

    def query(self, asked: ParsedQuestion) -> Query:
        """Write the statement that lists those that have none."""
        label = label_words(self.label)
        statement = (
            f"MATCH (n:{quote_name(self.label)}) WHERE n.id IN $ids RETURN n.device AS device, n.key AS name"
        )
        where = f" on {' and '.join(asked.devices)}" if asked.devices else ""
        note = f"read as: {plural(label)}{self.among}{where} without {column_words(self.names[0])}"
        reading = Reading("list", self.label, note=note, rule=self._rule(asked))
        return Query("cypher", statement, {"ids": tuple(one.id for one in self.without)}, reading=reading)


@dataclass(frozen=True, slots=True)
class _Lacking:
    look_up: ValueIndex
    proof: ReadingProof
    kind: Kind
    all: Sequence[Thing]
    among: str = ""

    def property(self, names: Sequence[str], left: Sequence[Term]) -> _Sides:
        """Compare the things that have one of some properties with those that have none."""
        off = {name: self._off(name) for name in names}
        lacking = [one for one in self.all if all(one.values.get(name) in off[name] for name in names)]
        having = [one for one in self.all if one not in lacking]
        documents = {one.serial: one for one in self.proof.scope(())}
        makes = {documents[one.id >> 32].parser for one in having if one.id >> 32 in documents}
        said = lines_saying(
            self.look_up,
            left,
            [documents[one] for one in {thing.id >> 32 for thing in lacking} & {*documents}],
        )
        meant = [one for one in documents.values() if one.parser in makes]
        meant = [one for one in meant if all(self.proof.is_written([one], name) for name in names)]
        known = self.proof.read_whole(meant, self._claimed(left, names))
        sure = [
            one
            for one in lacking
            if said is not None
            and one.id >> 32 in known
            and not any(may_have(one, line, names) for line in said)
        ]
        unsure = [one for one in lacking if one not in sure]
        return _Sides(self.kind.label, tuple(names), self.among, sure, having, unsure)

    def _off(self, name: str) -> list[Cell]:
        """Return the values that say that a property is not set; words say so, but in a text that a person wrote."""
        cells = [one.values[name] for one in self.all if name in one.values]
        switches = word_list("negatives") | word_list("positives")
        is_free = bool(word_list("free_texts").intersection(split_name(name)))
        words = (
            word_list("negatives")
            if not is_free or all(str(cell).lower() in switches for cell in cells)
            else ()
        )
        return [None, False, *(cell for cell in cells if str(cell).lower() in words)]

    def things(
        self,
        scope: Sequence[str],
        fitting: Sequence[Mapping[str, Thing]],
        named: Sequence[Term],
        wanted: Sequence[Sequence[Term]],
        asked: ParsedQuestion,
    ) -> AnswerTable | None:
        """Compare the devices that have things of the kind, one for each that is wanted, with those without one."""
        documents = {name: self.proof.scope([name]) for name in scope}
        having = {name: fitting[0][name] for name in scope if all(name in found for found in fitting)}
        lacking = [name for name in scope if name not in having]
        left = [*chain.from_iterable(terms[:1] for terms in wanted), *wanted[0][1:]]
        values = [one for one in left if one.is_value] or left
        makes = {one.parser for found in fitting for name in found for one in documents.get(name, ())}
        claimed = self._claimed([*named, *left], ())
        sure = set(lacking)
        for terms, found in zip(wanted, fitting, strict=True):
            without = [name for name in lacking if name not in found]
            said = [one for one in terms if one.is_value] or terms
            open_ = self._open([one for name in without for one in documents[name]], named, said)
            sure -= {name for name in without if open_.intersection(one.serial for one in documents[name])}
        meant = [name for name in sure if documents[name]]
        meant = [name for name in meant if {one.parser for one in documents[name]} <= makes]
        known = self.proof.read_whole([one for name in meant for one in documents[name]], claimed)
        sure = {name for name in meant if known.issuperset(one.serial for one in documents[name])}
        instead = self._instead(values)
        sides: list[Named] = [
            [(f"{name} {' '.join(instead.get(name, ()))}".strip(), ()) for name in lacking if name in sure],
            [(name, places_of(having[name])) for name in having],
            [(name, ()) for name in lacking if name not in sure],
        ]
        what = f"{label_words(self.kind.label)} {' and '.join(one.text for one in values)}".strip()
        rule = {"things": self.kind.label, "count": {"at_least": 1}, "devices": asked.devices}
        return _two_sides(what, sides, "device", {} if values else rule)

    def _open(self, documents: Sequence[Document], named: Sequence[Term], values: Sequence[Term]) -> set[int]:
        """Return the serials of documents with a line that may say the thing, or a list or range that may have it."""
        said = lines_saying(self.look_up, values or named, documents)
        lists = (
            lines_saying(self.look_up, named, documents)
            if any(one.text.isdecimal() for one in values)
            else ()
        )
        if said is None or lists is None:
            return {one.serial for one in documents}
        return {one.document for one in said} | {
            one.document for one in lists if not stands_for_one([one.text])
        }

    def _claimed(self, terms: Sequence[Term], names: Collection[str]) -> Claimed:
        words = {word for name in (*self.kind.names, *map(stems_of, names)) for word in name}
        words |= {stemmed for term in terms for stemmed in term.stems}
        called = {one.key.lower() for one in self.all} | {*names}
        types = frozenset({self.kind.label, *self.kind.spans})
        return Claimed(types, frozenset(words), frozenset(called), is_plain=not names)

    def _instead(self, values: Sequence[Term]) -> dict[str, list[str]]:
        """Return by device the values that look like the one asked for."""
        shapes = {shape(term.text) for term in values if term.is_value}
        found: dict[str, list[str]] = defaultdict(list)
        for one in self.all:
            cells = (one.key, *one.values.values())
            found[one.device] += [f"(has {cell})" for cell in cells if shape(str(cell)) in shapes]
        return found


def _called(thing: Thing) -> str:
    name = show_cell(thing.values.get("name")) if thing.key.isdecimal() else ""
    return f"{thing.device} {name_of(thing)} {name}".strip()


def _two_sides(
    what: str, sides: Sequence[Named], noun: str, rule: Mapping[str, object], among: str = ""
) -> AnswerTable | None:
    sure, having, unsure = sides
    if not (sure or having):
        return None
    total = len(sure) + len(having) + len(unsure)
    rows = {"without": sure, "with": having, **({"not sure": unsure} if unsure else {})}
    if not sure and unsure:
        del rows["without"]
        title = (
            f"{len(having):,} of {total:,} {plural(noun)}{among} show {what}; of the others it is not sure"
        )
        return two_sides(title, rows, noun, {})
    more = f"; of {len(unsure):,} this is not sure" if unsure else ""
    title = f"{len(sure):,} of {total:,} {plural(noun)}{among} show no {what}{more}"
    return two_sides(title, rows, noun, {} if unsure else rule)
