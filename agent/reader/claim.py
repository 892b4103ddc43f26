"""Claims a table as the answer where it uses all words of the question and its scope was read whole; else nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.reader.asked import Asked
from agent.reader.english import device_stems, stem, word_list
from agent.reader.fact import says
from agent.reader.kinds import ROOT, Kind
from agent.reader.proof import Proof, are_alike, is_mixed, stands_for_one
from agent.reader.question_terms import Term
from agent.reader.things import Thing, read_things
from agent.records import Query, Reading
from agent.render.draft import column_words, plural, show_cell
from agent.value_index import ValueIndex
from graph_store.records import Value
from graph_store.schema import quote_name
from reading.spoken_names import label_words

_DEVICES = (
    "MATCH (d:Device)-[:HAS_DOCUMENT]->(f:Document) WHERE f.kind = 'configuration' "
    "MATCH (f)<-[:HAS_DOCUMENT]-(d) RETURN DISTINCT d.name AS device ORDER BY device"
)
_SENDERS = "MATCH (d:Device) RETURN DISTINCT d.name AS device ORDER BY device"


@dataclass(frozen=True, slots=True)
class Selection:
    """Things of one kind on some devices or all: those with all of some switches on."""

    kind: Kind
    devices: tuple[str, ...]
    switches: tuple[str, ...] = ()


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
        devices = _DEVICES if proof.scope(()) else _SENDERS
        note = f"read as: devices {'with a configuration' if proof.scope(()) else 'that logs name'}"
        return Query("cypher", devices, reading=Reading("list", "Device", note=note))
    found = [one for kind in kinds if (one := _of_kind(kind, asked, terms, look_up)) is not None]
    if len(found) != 1:
        return None
    selection = found[0]
    documents = proof.scope(selection.devices)
    types = (selection.kind.label, *selection.kind.spans)
    if not (proof.is_read(documents, types) and (selection.devices or are_alike(documents))):
        return None
    if proof.lists_elsewhere(documents, selection.kind.names):
        return None
    return _query(selection) if all(proof.is_written(documents, one) for one in selection.switches) else None


def _of_kind(kind: Kind, asked: Asked, terms: Sequence[Term], look_up: ValueIndex) -> Selection | None:
    """Read all terms as the name of a kind, and the switches of its things."""
    if kind.is_record or kind.label == ROOT:
        return None
    called = sorted(kind.names, key=len, reverse=True)
    used = next(filter(None, (_whole(name, terms) for name in called)), ())
    if not used:
        return None
    things, cut = read_things(look_up, kind, asked)
    keys = [one.key for one in things]
    if cut or not things or not stands_for_one(keys) or is_mixed(keys) or not all(keys):
        return None
    if any(stem(one.text) in map(stem, _own(things)) for one in asked.terms if one not in terms):
        return None  # a word that says nothing elsewhere is the name of what is asked for
    switches, left = list[str](), [term for term in terms if term not in used]
    while left:
        found = {name: own for name in _own(things) if (own := _whole(map(stem, name.split("_")), left))}
        longest = max(map(len, found.values()), default=0)
        names = [name for name, own in found.items() if len(own) == longest and left[0] in own]
        if len(names) != 1 or {show_cell(one.values.get(names[0])) for one in things} - {"yes", "no", ""}:
            return None
        switches.append(names[0])
        left = [term for term in left if term not in found[names[0]]]
    return Selection(kind, asked.devices, tuple(switches))


def _own(things: Sequence[Thing]) -> set[str]:
    return {name for one in things for name in one.values}


def _whole(name: Iterable[str], terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return the terms that are a name, one for each of its words; none where a word is missing."""
    used: list[Term] = []
    for word in name:
        term = next((one for one in terms if not one.is_value and one not in used and says(one, word)), None)
        if term is None:
            return ()
        used.append(term)
    return tuple(used)


def _query(selection: Selection) -> Query:
    tests = ["n.device IN $devices"] if selection.devices else []
    tests += [f"n.{quote_name(name)} = true" for name in selection.switches]
    where = f" WHERE {' AND '.join(tests)}" if tests else ""
    match = f"MATCH (n:{quote_name(selection.kind.label)}){where}"
    statement = f"{match} RETURN DISTINCT n.device AS device, n.key AS name ORDER BY device"
    said = plural(label_words(selection.kind.label))
    said += "".join(f" with {column_words(name)}" for name in selection.switches)
    said += f" on {' and '.join(selection.devices)}" if selection.devices else ""
    parameters: dict[str, Value] = {"devices": selection.devices} if selection.devices else {}
    return Query(
        "cypher",
        statement,
        parameters,
        reading=Reading("list", selection.kind.label, note=f"read as: {said}"),
    )
