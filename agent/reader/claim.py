"""Claims a table as the answer where it uses all words of the question and its scope was read whole; else nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agent.reader.asked import Asked
from agent.reader.english import aliases, device_stems, stem, word_list
from agent.reader.kinds import ROOT, Kind
from agent.reader.proof import Proof, are_alike, is_mixed, stands_for_one
from agent.reader.question_terms import Term, fits_value
from agent.reader.things import Thing, read_things
from agent.reader.value_index import ValueIndex
from agent.records import Query, Reading
from agent.render.draft import column_words, plural, show_cell
from graph_store.records import Cell, Scalar, Value
from graph_store.schema import quote_name
from reading.spoken_names import label_words

SURE = 0.9
"""What an alias must weigh to stand for a word in an answer that is claimed."""
_DEVICES = (
    "MATCH (d:Device)-[:HAS_DOCUMENT]->(f:Document) WHERE f.kind = 'configuration' "
    "MATCH (f)<-[:HAS_DOCUMENT]-(d) RETURN DISTINCT d.name AS device ORDER BY device"
)
_SENDERS = "MATCH (d:Device) RETURN DISTINCT d.name AS device ORDER BY device"


@dataclass(frozen=True, slots=True)
class Selection:
    """Things of one kind on some devices or all: those with some names, a switch that is on or a value; and columns."""

    kind: Kind
    devices: tuple[str, ...]
    names: tuple[str, ...] = ()
    values: tuple[tuple[str, Scalar], ...] = ()
    columns: tuple[str, ...] = ()


def write_claim(asked: Asked, kinds: Sequence[Kind], look_up: ValueIndex, proof: Proof) -> Query | None:
    """Write the statement of the one table that answers a question for sure; None where there is no such table."""
    said = {word.strip("?.!,;:'\"").lower() for word in asked.text.split()}
    if said & word_list("unsure") or asked.window is not None or asked.documents:
        return None
    if asked.wants - {"each", "uses", "state"} or (
        "each" in asked.wants and not said & {"many", "count", "number"}
    ):
        return None
    terms = [term for term in asked.terms if term.text.lower() not in word_list("void")]
    if not asked.devices and [stem(term.text) for term in terms if not term.is_value] in [
        [one] for one in device_stems()
    ]:
        if proof.scope(()):
            return Query("cypher", _DEVICES, reading=_of_devices("devices with a configuration"))
        return Query("cypher", _SENDERS, reading=_of_devices("devices that logs name"))
    found = [one for kind in kinds if (one := _of_kind(kind, asked, terms, look_up)) is not None]
    if len(found) != 1:
        return None
    selection = found[0]
    documents = proof.scope(selection.devices)
    if proof.lists_elsewhere(documents, selection.kind.names):
        return None
    types = (selection.kind.label, *selection.kind.spans)
    if not (proof.is_read(documents, types) and (selection.devices or are_alike(documents))):
        return None
    if not all(proof.is_written(documents, name) for name, _ in selection.values):
        return None
    return _query(selection)


def _of_devices(what: str) -> Reading:
    return Reading("list", "Device", note=f"read as: {what}")


def _of_kind(kind: Kind, asked: Asked, terms: Sequence[Term], look_up: ValueIndex) -> Selection | None:
    """Read all terms as the name of a kind, and the names, switches, values or properties of its things."""
    if kind.is_record or kind.label == ROOT:
        return None
    used = _named(kind, terms)
    if not used and not any(_is_key(kind, term, look_up) for term in terms if term.is_value):
        return None
    things, cut = read_things(look_up, kind, asked)
    keys = [one.key for one in things]
    if cut or not things or not stands_for_one(keys) or is_mixed(keys) or not all(keys):
        return None
    if any(stem(one.text) in map(stem, _own(things)) for one in asked.terms if one not in terms):
        return None  # a word that says nothing elsewhere is the name of what is asked for
    selection = Selection(kind, asked.devices)
    left = [term for term in terms if term not in used]
    while left:
        read = (
            _read_value(selection, left, things)
            if left[0].is_value
            else _read_property(selection, left, things)
        )
        if read is None:
            return None
        selection, left = read
    if selection.columns and not selection.names:
        return None
    chosen = [one for one in things if one.key in selection.names]
    if not all(name in one.values for one in chosen for name in selection.columns):
        return None
    return selection


def _own(things: Sequence[Thing]) -> set[str]:
    return {name for one in things for name in one.values}


def _named(kind: Kind, terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return the terms that are a name of the kind, whole."""
    for name in sorted(kind.names, key=len, reverse=True):
        matched = [
            next((term for term in terms if not term.is_value and _is_word(term, word)), None)
            for word in name
        ]
        if all(matched):
            return tuple(term for term in matched if term is not None)
    return ()


def _is_key(kind: Kind, term: Term, look_up: ValueIndex) -> bool:
    """Tell whether a value names things of a kind: of "the MTU of Te1/0/3" the kind is clear."""
    labels = {kind.label, *kind.spans}
    return any(one.property == "key" and one.label in labels for one in look_up.find(term.text))


def _is_word(term: Term, word: str) -> bool:
    return aliases(word).get(stem(term.text), 0.0) >= SURE or term.stems.get(word, 0.0) >= SURE


_Read = tuple[Selection, list[Term]]
"""What was read, and the terms that are left."""


def _read_value(selection: Selection, terms: Sequence[Term], things: Sequence[Thing]) -> _Read | None:
    """Read the first term as a name, or as the value of just one property."""
    text, left = terms[0].text, list(terms[1:])
    keys = sorted({one.key for one in things if _same(one.key, text)})
    keys = keys or sorted({one.key for one in things if fits_value(text.lower(), one.key.lower())})
    if len(keys) == 1 and not selection.names:
        return replace(selection, names=tuple(keys)), left
    held = {(name, cell) for one in things for name, cell in _scalars(one.values) if _same(str(cell), text)}
    return (
        (replace(selection, values=(*selection.values, *held)), left) if len(held) == 1 and not keys else None
    )


def _read_property(selection: Selection, terms: Sequence[Term], things: Sequence[Thing]) -> _Read | None:
    """Read words as the whole name of just one property: a switch that has to be on, or a column to show."""
    words = [term for term in terms if not term.is_value]
    present = {name for one in things for name in one.values}
    found = {name: used for name in present if (used := _of_property(name, words)) and terms[0] in used}
    longest = max((len(used) for used in found.values()), default=0)
    names = [name for name, used in found.items() if len(used) == longest]
    if len(names) != 1:
        return None
    name = names[0]
    left = [term for term in terms if term not in found[name]]
    cells = {show_cell(one.values[name]) for one in things if name in one.values}
    if cells <= {"yes", "no"}:
        return replace(selection, values=(*selection.values, (name, True))), left
    return replace(selection, columns=(*selection.columns, name)), left


def _of_property(name: str, terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return the terms that are a property's name, one for each of its words; none where a word is missing."""
    used: list[Term] = []
    for word in map(stem, name.split("_")):
        term = next((term for term in terms if term not in used and _is_word(term, word)), None)
        if term is None:
            return ()
        used.append(term)
    return tuple(used)


def _scalars(values: Mapping[str, Cell]) -> list[tuple[str, Scalar]]:
    return [
        (name, cell)
        for name, cell in values.items()
        if isinstance(cell, str | int | float) and cell is not True
    ]


def _same(stored: str, text: str) -> bool:
    return stored.lower() == text.lower()


def _query(selection: Selection) -> Query:
    tests, parameters = [], dict[str, Value]()
    if selection.devices:
        tests.append("n.device IN $devices")
        parameters["devices"] = selection.devices
    if selection.names:
        tests.append("n.key IN $names")
        parameters["names"] = selection.names
    for place, (name, value) in enumerate(selection.values):
        tests.append(f"n.{quote_name(name)} = $v{place}")
        parameters[f"v{place}"] = value
    where = f" WHERE {' AND '.join(tests)}" if tests else ""
    columns = ["n.device AS device", "n.key AS name"]
    columns += [f"n.{quote_name(name)} AS {quote_name(name)}" for name in selection.columns]
    match = f"MATCH (n:{quote_name(selection.kind.label)}){where}"
    statement = f"{match} RETURN DISTINCT {', '.join(columns)} ORDER BY device"
    reading = Reading("list", selection.kind.label, note=f"read as: {_say(selection)}")
    return Query("cypher", statement, parameters, reading=reading)


def _say(selection: Selection) -> str:
    said = plural(label_words(selection.kind.label))
    said += f" {' or '.join(selection.names)}" if selection.names else ""
    for name, value in selection.values:
        said += f" with {column_words(name)}" + ("" if value is True else f" {value}")
    said += f" on {' and '.join(selection.devices)}" if selection.devices else ""
    return (
        f"{said}, their {' and '.join(map(column_words, selection.columns))}" if selection.columns else said
    )
