"""Writes the statements that list or count devices themselves: all, those named, or those that lack something."""

from __future__ import annotations

from collections.abc import Sequence

from agent.planner.configurations.inventories import files
from agent.planner.configurations.match_things import ThingPatterns
from agent.planner.plan_records import Condition, Statement
from agent.planner.words.lexicon import ROOT
from agent.planner.write_conditions import where, write_test
from graph_store.names import quote_name

_CONFIGURED = "f.kind = 'configuration' AND f.device = d.name"


def is_about_devices_only(patterns: ThingPatterns) -> bool:
    """Tell whether a meaning wants devices, and says of them at most what they lack."""
    conditions = patterns.meaning.conditions
    return not patterns.meaning.target.label and all(one.negated for one in conditions)


def write_devices(patterns: ThingPatterns) -> Statement:
    """Write the statement; devices with a configuration count, as what logs name besides may be anything."""
    tests = [patterns.device_test("d.name")] if patterns.meaning.devices else []
    tests += [
        _lacks(patterns, f"c{number}", one) for number, one in enumerate(patterns.meaning.conditions, 1)
    ]
    lists = files(patterns.scope)
    if ROOT in patterns.lexicon.labels:
        if not tests:
            others = f" WHERE NOT n.device IN {patterns.parameters.add(lists)}" if lists else ""
            return _statement(patterns, f"MATCH (n:{ROOT}){others}", "n.device")
        tests += [f"NOT d.name IN {patterns.parameters.add(lists)}"] if lists else []
        if patterns.meaning.conditions:
            return _lacking(patterns, tests)
    return _statement(patterns, f"MATCH (d:Device){where(tests)}", "d.name")


def _lacks(patterns: ThingPatterns, variable: str, condition: Condition) -> str:
    test = write_test(variable, condition, patterns.parameters)
    inner = " AND ".join(filter(None, (f"{variable}.device = d.name", test)))
    return f"NOT EXISTS {{ MATCH ({variable}:{quote_name(condition.label)}) WHERE {inner} }}"


def _lacking(patterns: ThingPatterns, tests: Sequence[str]) -> Statement:
    """List devices that lack something; what they have in its place stands for that, or else their name."""
    match = f"MATCH (d:Device) MATCH (f:Document){where([_CONFIGURED, *tests])}"
    conditions = patterns.meaning.conditions
    lacked = conditions[0] if len(conditions) == 1 and conditions[0].test == "equal" else None
    if lacked is None or not lacked.property or patterns.asked.intent == "count":
        return _statement(patterns, match, "d.name")
    kind, name = quote_name(lacked.label), quote_name(lacked.property)
    other = f"i.device = d.name AND i.{name} IS NOT NULL"
    row = "RETURN DISTINCT d.name AS device"
    text = (
        f"{match} MATCH (i:{kind}) WHERE {other} {row} UNION "
        f"{match} AND NOT EXISTS {{ MATCH (i:{kind}) WHERE {other} }} {row}"
    )
    return Statement(text, patterns.parameters.values, patterns.asked.intent, ("device",))


def _statement(patterns: ThingPatterns, match: str, name: str) -> Statement:
    if patterns.asked.intent == "count":
        text = f"{match} RETURN count(DISTINCT {name}) AS devices"
        return Statement(text, patterns.parameters.values, "count", ("devices",))
    text = f"{match} RETURN DISTINCT {name} AS device ORDER BY device"
    return Statement(text, patterns.parameters.values, patterns.asked.intent, ("device",))
