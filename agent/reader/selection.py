"""What a part of a question asks for, as one small algebra; its statement, and how it is said. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from agent.reader.english import split_name
from agent.records import Query, Reading
from agent.render.words import column_words, plural
from graph_store.names import quote_name
from graph_store.records import Scalar

_DEVICES = (
    "MATCH (d:Device)-[:HAS_DOCUMENT]->(f:Document) WHERE f.kind = 'configuration' "
    "MATCH (f)<-[:HAS_DOCUMENT]-(d) RETURN DISTINCT d.name AS device ORDER BY device"
)


MOST_KINDS = 6


@dataclass(frozen=True, slots=True)
class Condition:
    """A property that has one of some values."""

    property: str
    values: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """Things of one kind (none: devices) under conditions, on some devices or all.

    Shown are their names with some properties; or, `of_devices`, the devices that have them.
    """

    label: str
    conditions: tuple[Condition, ...] = ()
    devices: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    counts: bool = False
    of_devices: bool = False


_FINDINGS = "MATCH (f:Finding) WHERE f.type = 'Finding' AND f.kind IN $kinds"


@dataclass(frozen=True, slots=True)
class FindingSelection:
    """Findings of some kinds, whose message says some words, on some devices or all."""

    kinds: tuple[str, ...]
    words: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()


def write_findings(selection: FindingSelection, part: str) -> Query:
    """Write the statement of a selection of findings."""
    tests = ""
    parameters: dict[str, Scalar | tuple[Scalar, ...]] = {"kinds": selection.kinds}
    for place, word in enumerate(selection.words):
        tests += f" AND toLower(f.message) CONTAINS $w{place}"
        parameters[f"w{place}"] = word
    if selection.devices:
        tests += " AND any(d IN f.devices WHERE d IN $devices)"
        parameters["devices"] = selection.devices
    text = f"{_FINDINGS}{tests} RETURN f.severity AS severity, f.message AS finding ORDER BY f.id"
    kinds = ", ".join(selection.kinds) if len(selection.kinds) < MOST_KINDS else "all kinds"
    devices = f" on {' and '.join(selection.devices)}" if selection.devices else ""
    note = f"read as: findings of {kinds}{devices}"
    return Query("cypher", text, parameters, reading=Reading("list", "Finding", note=note, part=part))


def write_selection(selection: Selection, part: str) -> Query:
    """Write the statement of a selection."""
    reading = Reading("list", subject=selection.label or "Device", note=say_selection(selection), part=part)
    if not selection.label:
        return Query("cypher", _DEVICES, reading=reading)
    tests, parameters = [], {}
    for place, condition in enumerate(selection.conditions):
        tests.append(f"any(v IN ([] + n.{quote_name(condition.property)}) WHERE v IN $v{place})")
        parameters[f"v{place}"] = condition.values
    if selection.devices:
        tests.append("n.device IN $devices")
        parameters["devices"] = selection.devices
    tests += [f"n.{quote_name(name)} IS NOT NULL" for name in selection.properties]
    where = f" WHERE {' AND '.join(tests)}" if tests else ""
    columns = ["n.device AS device"]
    if not selection.of_devices:
        own = "key" if "name" in selection.properties else "name"
        columns += [f"n.key AS {own}"] if selection.label != "Configuration" else []
        columns += [f"n.{quote_name(name)} AS {quote_name(name)}" for name in selection.properties]
    order = " ORDER BY device" if selection.of_devices else " ORDER BY n.path, n.first_line"
    text = f"MATCH (n:{quote_name(selection.label)}){where} RETURN DISTINCT {', '.join(columns)}"
    return Query(
        "cypher", text + (order if selection.of_devices else " ORDER BY device"), parameters, reading=reading
    )


def say_selection(selection: Selection) -> str:
    """Say a selection in plain words: "VLANs on leaf1, their name"."""
    noun = (
        plural(" ".join(split_name(selection.label))) if selection.label else "devices with a configuration"
    )
    if selection.label == "Configuration":
        noun = "configurations"
    said = f"devices with {noun}" if selection.of_devices else noun
    for condition in selection.conditions:
        if condition.values == (True,):
            said += f" with {column_words(condition.property)}"
            continue
        values = " or ".join(str(value) for value in condition.values)
        name = "" if condition.property == "key" else f"{column_words(condition.property)} "
        said += f" with {name}{values}" if name else f" {values}"
    said += f" on {' and '.join(selection.devices)}" if selection.devices else ""
    if selection.properties:
        said += f", their {' and '.join(map(column_words, selection.properties))}"
    return f"read as: {said}"
