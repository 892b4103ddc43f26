"""Questions about equal names with different contents: a list or map that several devices define, each its own way."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import kind_among, leaves_words, named_thing, other_names, stems
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_of
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

DIFFERING = re.compile(
    r"\b(?:same|identical|equal|different(?:ly)?|differ(?:s|ent|ences?)?|disagree|inconsistent\w*|consistent\w*|vary|varies)\b",
    re.IGNORECASE,
)
_ON_SEVERAL = re.compile(
    r"\b(?:on|across|between) (?:all|every|each|different|several|both|the|two|various)? ?"
    r"(?:device|router|switch|node|box|host)\w*|"
    r"\beverywhere\b|\bper device\b|\bbetween\b|\bcontents?\b|\bdefinitions?\b",
    re.IGNORECASE,
)
_SAID = stems(
    "same", "identical", "equal", "different", "differently", "differ", "differs", "differences", "consistent",
    "inconsistent", "content", "contents", "definition", "definitions", "defined", "device", "devices", "everywhere",
    "name", "names", "named", "all", "across", "vary", "varies", "entry", "entries", "list", "inconsistently",
    "consistently", "configured",
)  # fmt: skip
_MOST = 300
Contents = Mapping[str, Mapping[str, tuple[str, ...]]]


def write_same_names(scope: Scope) -> Statement | None:
    """Write the statement for the lines of what is named alike and differs; None when this is not asked."""
    if (
        not DIFFERING.search(scope.text)
        or not _ON_SEVERAL.search(scope.text)
        or scope.asked.intent == "count"
    ):
        return None
    thing = named_thing(scope, _SAID)
    kind = kind_among(scope, scope.words)
    if thing is None and (kind is None or other_names(scope, _SAID)):
        return None
    explained = (thing.positions if thing else frozenset()) | (kind.positions if kind else frozenset())
    if leaves_words(scope, explained, _SAID):
        return None
    wanted = kind.labels if kind else ()
    labels = [name for name in (thing.labels if thing else wanted) if scope.lexicon.labels[name].below]
    labels = [name for name in labels if name in wanted] or labels
    for name in labels[:1]:
        return _statement(scope, name, tuple(str(key) for key in thing.keys) if thing else ())
    return None


def _statement(scope: Scope, name: str, keys: tuple[str, ...]) -> Statement | None:
    label = scope.lexicon.labels[name]
    contents = read_contents(scope, name, keys)
    several = {key: by_device for key, by_device in contents.items() if len(by_device) > 1}
    if keys and not several:
        return None
    differing = tuple(key for key, by_device in several.items() if len(set(by_device.values())) > 1)
    column = column_of(label)
    parameters = Parameters()
    shown = differing or (keys if keys else ())
    note = "read as: equal names whose lines differ between devices"
    if keys:
        places = len(next(iter(several.values())))
        note = f"{keys[0]} is {'not the same' if differing else 'the same'} on {places} devices"
    tests = [f"toString(n.key) IN {parameters.add(shown)}"]
    tests += [f"n.device IN {parameters.add(scope.devices)}"] if scope.devices else []
    text = (
        f"MATCH (n:{quote_name(name)}) WHERE {' AND '.join(tests)} "
        f"RETURN DISTINCT n.key AS {quote_name(column)}, n.device AS device ORDER BY {quote_name(column)}, device"
    )
    columns: tuple[str, ...] = (column, "device")
    if keys and differing:
        columns = ("device", column, "line")
        text = (
            f"MATCH (n:{quote_name(name)})-[:HAS*0..3]->(p:Entity)-[:HAS_LINE]->(l:Line) "
            f"WHERE {' AND '.join(tests)} RETURN n.device AS device, n.key AS {quote_name(column)}, "
            "trim(l.text) AS line ORDER BY device, l.number"
        )
    return Statement(text, parameters.values, "list", columns, subject=name, note=note)


def read_contents(scope: Scope, name: str, keys: tuple[str, ...]) -> Contents:
    """Return the lines of each name on each device, without the sequence of blanks."""
    tests = ["toString(n.key) IN $keys"] if keys else []
    tests += ["n.device IN $devices"] if scope.devices else []
    where = f"WHERE {' AND '.join(tests)} " if tests else ""
    text = (
        f"MATCH (n:{quote_name(name)})-[:HAS*0..3]->(p:Entity)-[:HAS_LINE]->(l:Line) {where}"
        "WITH DISTINCT n.key AS key, n.device AS device, l.number AS number, trim(l.text) AS line "
        "ORDER BY key, device, number RETURN key, device, collect(line) AS lines"
    )
    found: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    rows = scope.look_up.rows(text, {"keys": keys, "devices": scope.devices})
    for key, device, lines in rows if len(rows) < _MOST else ():
        if isinstance(lines, tuple | list):
            found[str(key)][str(device)] = tuple(" ".join(str(line).split()) for line in lines)
    return found
