"""What a part of a question selects, as a small algebra, with its Cypher and its wording. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from agent.reader.english import split_name
from agent.records import Intent, Query, Reading
from agent.render.draft import column_words, plural
from findings.records import SEVERITIES
from graph_store.records import Scalar, Value
from graph_store.schema import quote_name

_DEVICES = (
    "MATCH (d:Device)-[:HAS_DOCUMENT]->(f:Document) WHERE f.kind = 'configuration' "
    "MATCH (f)<-[:HAS_DOCUMENT]-(d) RETURN DISTINCT d.name AS device ORDER BY device"
)
MOST_KINDS = 6
_FINDINGS = "MATCH (f:Finding) WHERE f.type = 'Finding' AND f.kind IN $kinds"


@dataclass(frozen=True, slots=True)
class Condition:
    """A property that has one of some values; or, `denied`, none of them (without values: it is not there)."""

    property: str
    values: tuple[Scalar, ...]
    denied: bool = False


@dataclass(frozen=True, slots=True)
class ReferenceTarget:
    """A thing that is referred to, or that things hang under: its label, the way to it, and its names."""

    label: str
    path: str
    keys: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """Things of one kind (none: devices) under conditions, on some devices or all.

    Shown are their names with some properties; or, `of_devices`, the devices that have them; or, with an `order`,
    how many each device has; or, `whole`, their lines with all that hangs under them.
    """

    label: str
    conditions: tuple[Condition, ...] = ()
    devices: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    counts: bool = False
    of_devices: bool = False
    other_devices: tuple[str, ...] = ()
    references: tuple[ReferenceTarget, ...] = ()
    order: str = ""
    exists: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class FindingSelection:
    """Findings of some kinds, whose message says some words, on some devices or all."""

    kinds: tuple[str, ...]
    words: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()


def write_findings(selection: FindingSelection, part: str) -> Query:
    """Write the statement of a selection of findings."""
    tests = ""
    parameters: dict[str, Value] = {"kinds": selection.kinds}
    for place, word in enumerate(selection.words):
        tests += f" AND toLower(f.message) CONTAINS $w{place}"
        parameters[f"w{place}"] = word
    if selection.devices:
        tests += " AND any(d IN f.devices WHERE d IN $devices)"
        parameters["devices"] = selection.devices
    severest = " ".join(f"WHEN '{one}' THEN {place}" for place, one in enumerate(SEVERITIES))
    returned = "RETURN f.severity AS severity, f.message AS finding"
    text = f"{_FINDINGS}{tests} {returned} ORDER BY CASE f.severity {severest} END, f.id"
    kinds = ", ".join(selection.kinds) if len(selection.kinds) < MOST_KINDS else "all kinds"
    devices = f" on {' and '.join(selection.devices)}" if selection.devices else ""
    note = f"read as: findings of {kinds}{devices}"
    return Query("cypher", text, parameters, reading=Reading("list", "Finding", note=note, part=part))


def write_selection(selection: Selection, part: str) -> Query:
    """Write the statement of a selection."""
    intent: Intent = "exists" if selection.exists else "count" if selection.order else "list"
    reading = Reading(
        intent, selection.label or "Device", note=f"read as: {say_plainly(selection)}", part=part
    )
    if not selection.label:
        return Query("cypher", _DEVICES, reading=reading)
    tests, parameters = _tests(selection)
    match = f"MATCH (n:{quote_name(selection.label)})"
    for place, one in enumerate(selection.references):
        match += f" MATCH (n){one.path}(m{place}:{quote_name(one.label)})"
        tests.append(f"m{place}.key IN $m{place}")
        parameters[f"m{place}"] = one.keys
    where = f" WHERE {' AND '.join(tests)}" if tests else ""
    return Query("cypher", f"{match}{where} {_returned(selection)}", parameters, reading=reading)


def _tests(selection: Selection) -> tuple[list[str], dict[str, Value]]:
    tests: list[str] = []
    parameters: dict[str, Value] = {}
    for place, condition in enumerate(selection.conditions):
        name = f"n.{quote_name(condition.property)}"
        holds = f"any(v IN ([] + {name}) WHERE v IN $v{place})"
        if condition.values:
            parameters[f"v{place}"] = condition.values
        if condition.denied:
            holds = f"({name} IS NULL OR NOT {holds})" if condition.values else f"{name} IS NULL"
        tests.append(holds)
    if selection.devices:
        tests.append("n.device IN $devices")
        parameters["devices"] = selection.devices
    if selection.other_devices:
        tests.append("NOT n.device IN $others")
        parameters["others"] = selection.other_devices
    return tests + [f"n.{quote_name(name)} IS NOT NULL" for name in selection.properties], parameters


def _returned(selection: Selection) -> str:
    if selection.whole:
        return (
            "MATCH (n)-[:HAS*0..4]->(c)-[:HAS_LINE]->(l:Line) "
            "RETURN DISTINCT l.path AS path, l.number AS number, l.text AS text ORDER BY path, number"
        )
    if selection.order:
        number = f"number_of_{plural('_'.join(split_name(selection.label)))}"
        counted = "DISTINCT n" if selection.references else "n"
        return f"RETURN n.device AS device, count({counted}) AS {number} ORDER BY {number} {selection.order}, device"
    columns = ["n.device AS device"]
    if not selection.of_devices:
        own = "key" if "name" in selection.properties else "name"
        columns += [f"n.key AS {own}"] if selection.label != "Configuration" else []
        columns += [f"n.{quote_name(name)} AS {quote_name(name)}" for name in selection.properties]
    return f"RETURN DISTINCT {', '.join(columns)} ORDER BY device"


def say_plainly(selection: Selection) -> str:
    """Say a selection in plain words, which can be asked with "List the" before them: "VLANs on leaf1, their name"."""
    noun = plural(" ".join(split_name(selection.label))) or "devices with a configuration"
    said = f"devices with {noun}" if selection.of_devices and not selection.order else noun
    for condition in selection.conditions:
        said += _say_condition(condition)
    for one in selection.references:
        said += f" of {' '.join(split_name(one.label))} {' or '.join(map(str, one.keys))}"
    said += f" on {' and '.join(selection.devices)}" if selection.devices else ""
    said += f" not on {' or '.join(selection.other_devices)}" if selection.other_devices else ""
    if selection.properties:
        said += f", their {' and '.join(map(column_words, selection.properties))}"
    if selection.order:
        said += f", their number on each device, {'fewest' if selection.order == 'ASC' else 'most'} first"
    return f"{said}, all lines" if selection.whole else said


def _say_condition(condition: Condition) -> str:
    name = column_words(condition.property)
    if condition.values in ((True,), ()):
        return f" {'without' if condition.denied else 'with'} {name}"
    values = " or ".join(str(value) for value in condition.values)
    if condition.property == "key":
        return f" {'other than ' if condition.denied else ''}{values}"
    return f" {'without' if condition.denied else 'with'} {name} {values}"
