"""Claims a table as the answer where it uses all words of the question and its scope was read whole; else nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from agent.reader.english import facts, split_name, stem, stem_list, stems_of, word_list, word_table
from agent.reader.fact import says, words_beside
from agent.reader.kinds import ROOT, Kind
from agent.reader.others import Others, may_hold
from agent.reader.parse_question import ParsedQuestion
from agent.reader.proof import Claimed, ReadingProof, are_alike, are_names, stands_for_one
from agent.reader.question_terms import Term
from agent.reader.things import Thing, read_things
from agent.records import Query, Reading
from agent.render.draft import show_cell
from agent.tables.chosen_things import Selection, write_list
from agent.tables.settings_table import write_setting
from agent.value_index import ValueIndex
from graph_store.records import Document, Scalar

_DEVICES = (
    "MATCH (d:Device)-[:HAS_DOCUMENT]->(f:Document) WHERE f.kind = 'configuration' "
    "MATCH (f)<-[:HAS_DOCUMENT]-(d) RETURN DISTINCT d.name AS device ORDER BY device"
)
_SENDERS = "MATCH (d:Device) RETURN DISTINCT d.name AS device ORDER BY device"
_TABLE = re.compile(r"^table of\b|\ba table of\b")
_OF_EACH = frozenset(["their", "it", "the", "a", "an", "on", "of", "at", "each"])
"""Words beside the name of a column that leave no thing out; any other may."""


def write_claim(
    asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex, proof: ReadingProof
) -> Query | None:
    """Write the statement of the one table that answers a question for sure; None where there is no such table."""
    words = [word.strip(",;?.!") for word in asked.plain.split()]
    place = max((at for at, word in enumerate(words) if word in ("with", "and")), default=0)
    beside = {word.removesuffix("s") for word in words[place + 1 :]} if place else set()
    columns = [one for one in asked.terms if one.text.lower().removesuffix("s") in beside]
    said = {one.lower().removesuffix("s") for one in (*asked.devices, *(each.text for each in columns))}
    others = beside - said - _OF_EACH
    if columns and not others and not any(one.is_value for one in columns):  # "BGP peers with their AS"
        terms = tuple(one for one in asked.terms if one not in columns)
        rest = replace(asked, text=" ".join(words[:place]), terms=terms)
        if found := _write(rest, columns, kinds, look_up, proof):
            return found
    is_of_each = bool(columns) and words[place + 1] in ("its", "their")  # "users with their group"
    return None if is_of_each else _write(asked, (), kinds, look_up, proof)


def _write(
    asked: ParsedQuestion,
    columns: Sequence[Term],
    kinds: Sequence[Kind],
    look_up: ValueIndex,
    proof: ReadingProof,
) -> Query | None:
    said = {word.strip("?.!,;:'\"") for word in asked.plain.split()}
    if said & word_list("unsure") or not asked.is_timeless:
        return None
    if asked.wants - {"each", "uses", "state"} or (
        "each" in asked.wants and not said & {"many", "count", "number"}
    ):
        return None
    terms = [term for term in asked.terms if term.text.lower() not in word_list("void")]
    devices = [one for one in terms if not one.is_value and stem(one.text) in stem_list("devices")]
    if not asked.devices and terms == devices and len(devices) == 1:
        if not all(one.lines_explained for one in proof.scope(())):
            return None  # whose a file is of which nothing was read is not known
        statement = _DEVICES if proof.scope(()) else _SENDERS
        note = f"read as: devices {'with a configuration' if proof.scope(()) else 'that logs name'}"
        return Query("cypher", statement, reading=Reading("list", "Device", note=note))
    terms = [one for one in terms if not asked.devices or one not in devices or len(devices) > 1]
    terms = [one for one in terms if one.text.lower() != "table" or not _TABLE.search(asked.plain)]
    read = (_of_kind(kind, asked, terms, look_up) for kind in kinds)
    found = [each for one in read if one is not None and (each := _with_columns(one, columns)) is not None]
    if len(found) != 1:
        return None if found or columns else write_setting(terms, proof.scope(asked.devices), proof)
    return write_list(found[0], look_up) if is_all(found[0], look_up, proof) else None


def _with_columns(selection: Selection, terms: Sequence[Term]) -> Selection | None:
    """Add the one property that words name, if any, and that all the things have; None where there is none."""
    if not terms:
        return selection
    chosen = selection.chosen()
    terms = [one for one in terms if one.text.lower() not in words_beside(selection.kind.names)]
    names = {name for name in _own(chosen) if is_property(name, terms)}
    name = names.pop() if len(names) == 1 else ""
    cells = [show_cell(one.values.get(name)) for one in chosen]
    return replace(selection, columns=(name,)) if all(cells) and {*cells} - {"yes", "no"} else None


def is_all(selection: Selection, look_up: ValueIndex, proof: ReadingProof) -> bool:
    """Tell whether a list is proved whole: all was read, nothing of another label may belong to it."""
    documents = proof.scope(selection.devices)
    kind, properties = selection.kind, {name for one in selection.things for name in one.values}
    said = [*selection.values, *selection.columns]
    named = {word for name in (*kind.names, *map(stems_of, said)) for word in name}
    texts = (*(one.key for one in selection.things), *map(str, selection.values.values()))
    claimed = Claimed(
        frozenset({kind.label, *kind.spans}),
        frozenset(named),
        frozenset(properties.union(map(str.lower, texts))),
        is_plain=not said,
    )
    return (
        (selection.is_nameless or are_names([one.key for one in selection.things]))
        and (bool(selection.devices) or are_alike(documents))
        and proof.is_read(documents, claimed)
        and not proof.lists_elsewhere(documents, kind.names)
        and all(proof.is_written(documents, name) for name in selection.values)
        and _has_no_others(selection, look_up, documents)
    )


def _has_no_others(selection: Selection, look_up: ValueIndex, documents: Sequence[Document]) -> bool:
    others, chosen = Others(look_up, selection.kind, documents), selection.chosen()
    beside = others.beside(selection.things)
    if others.is_cut or not others.are_one_each(chosen):
        return False
    if not selection.values:
        return not beside
    values = {term.text.lower() for term in selection.terms if term.is_value}
    if others.names([one for one in selection.things if one not in chosen], values):
        return False
    again = replace(selection, things=others.like)  # parts, too: a unit that is off is no interface that is
    return not again.chosen() and selection.values == read_values(
        [*selection.things, *beside], selection.terms
    )


def _of_kind(
    kind: Kind, asked: ParsedQuestion, terms: Sequence[Term], look_up: ValueIndex
) -> Selection | None:
    """Read all terms as the name of a kind, and the values that its things have."""
    if kind.is_record or kind.label == ROOT:
        return None
    parts = {stems_of(one) for one in kind.spans} if len(kind.spans) > 1 else set()
    called = sorted({*kind.names} - parts | {stems_of(kind.label)}, key=lambda name: (-len(name), name))
    tables = word_table("called"), {**word_table("called"), **word_table("called_behind")}
    is_told = any(one.text.lower() in words_beside(kind.names) for one in terms)
    names = (whole_name(one, terms, tables[is_told or len(one) > 1]) for one in called)  # no mere "rules"
    used = next(filter(None, names), ())
    if not used:
        return None
    things, cut = read_things(look_up, kind, asked)
    keys = [one.key for one in things]
    if cut or not (are_names(keys) or (keys and not any(keys))):
        return None
    if any(stem(one.text) in map(stem, _own(things)) for one in asked.terms if one not in terms):
        return None  # a word that says nothing elsewhere is the name of what is asked for
    left = [term for term in terms if term not in used and term.text.lower() not in words_beside(kind.names)]
    left = [term for term in left if not _is_of_all(term, things)]
    values = read_values(things, left)
    if values is None:
        return None
    selection = Selection(kind, asked.devices, things, values, left)
    chosen = selection.chosen()
    ports = any(stem(term.text) == "port" for term in used)
    if values and (not chosen or any(_is_of_other_mode(one, values) for one in chosen)):
        return None
    if ports and values:  # a VLAN's interface is surely none
        chosen = [one for one in chosen if not word_list("portless").intersection(split_name(one.key)[:1])]
        selection = replace(selection, ports=frozenset(one.id for one in chosen))
    if ports and any(word_list("no_ports").intersection(split_name(one.key)[:1]) for one in chosen):
        return None
    return selection if chosen else None


def _is_of_all(term: Term, things: Sequence[Thing]) -> bool:
    """Tell whether a word is said of things with a certain property, and all have it: "admin accounts"."""
    having = word_table("beside_having").get(term.text.lower(), ())
    return bool(having) and all(any(name.startswith(tuple(having)) for name in one.values) for one in things)


def read_values(things: Sequence[Thing], terms: Sequence[Term]) -> dict[str, Scalar] | None:
    """Read all terms as values of the things; None where one is left, or may be read in several ways."""
    left, values = list(terms), dict[str, Scalar]()
    while left:
        read = [(name, used, value) for name in _own(things) for used, value in _readings(name, things, left)]
        longest = max((len(used) for _, used, _ in read), default=0)
        read = [one for one in read if len(one[1]) == longest and left[0] in one[1]]
        if len(read) != 1 or not read[0][2]:
            return None
        name, used, value = read[0]
        values[name] = value
        left = [term for term in left if term not in used]
    return values


def _readings(
    name: str, things: Sequence[Thing], terms: Sequence[Term]
) -> Iterator[tuple[Sequence[Term], Scalar]]:
    """Yield the terms that name a property with a value, and the value; a switch has none."""
    words = stems_of(name)
    cells = [one.values[name] for one in things if name in one.values]
    switches = word_list("negatives") | word_list("positives")  # "enabled" is no `utm-status`
    texts = {show_cell(cell) for cell in cells}
    naming = [term for term in terms if not term.is_value and any(says(term, word) for word in words)]
    is_named = is_property(name, naming)
    if texts <= {"yes", "no", ""}:
        if is_named and all(any(says(one, word) for one in naming) for word in words):
            yield naming, True
        return
    several = any(isinstance(cell, tuple | list) for cell in cells) or not stands_for_one(texts)
    for term in terms:
        text = term.text.lower()
        if several and is_named and term not in naming and any(may_hold(cell, text) for cell in cells):
            yield [*naming, term], ""
            continue
        held = {str(cell) for cell in cells if _is_said(str(cell), term)}
        if len(held) != 1 or text in word_list("defaults"):
            continue
        if text.isdecimal() and not word_list("numbered").intersection(words):
            continue
        if is_named and term not in naming:
            yield [*naming, term], held.pop()
        elif not naming and words[-1] in word_list("states") and (len(words) == 1 or not held & switches):
            yield [term], held.pop()


def is_property(name: str, terms: Sequence[Term]) -> bool:
    """Tell whether words, all of them, name a property; what names have beside a word may be left out."""
    words = stems_of(name)
    unsaid = {word for head in words if any(says(term, head) for term in terms) for word in facts(head)[1]}
    return (
        bool(terms)
        and all(not term.is_value and any(says(term, word) for word in words) for term in terms)
        and all(word in unsaid or any(says(one, word) for one in terms) for word in words)
    )


def _is_said(cell: str, term: Term) -> bool:
    """Tell whether a term is a value: as it is written, or in another form of a word ("disabled" of `disable`)."""
    is_word = not term.is_value and cell.isalpha()
    return cell.lower() == term.text.lower() or (is_word and says(term, stem(cell)))


def _is_of_other_mode(thing: Thing, values: Mapping[str, Scalar]) -> bool:
    """Tell whether a thing is of another mode than the property that is asked for: a trunk's access VLAN."""
    modes = {stem(show_cell(cell)) for name, cell in thing.values.items() if name.endswith(("mode", "type"))}
    listed = set(map(stem, word_list("modes")))
    asked = {word for name in values for word in stems_of(name)} & listed
    return bool(asked and modes & listed and not asked & modes)


def _own(things: Sequence[Thing]) -> set[str]:
    return {name for one in things for name in one.values}


def whole_name(name: Iterable[str], terms: Sequence[Term], called: Mapping[str, str]) -> tuple[Term, ...]:
    """Return the terms that are a name, one for each of its words; none where a word is missing.

    `called` are what else the words of names are called, as stems.
    """
    used: list[Term] = []
    for word in name:
        others = called.get(word, "").split()
        fitting = [one for one in terms if not one.is_value and one not in used]
        fitting = [one for one in fitting if says(one, word) or stem(one.text) in others]
        if not fitting:
            return ()
        used.append(fitting[0])
    return tuple(used)
