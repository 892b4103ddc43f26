"""Quotes the switches of a configuration that share the first word of their names: "which features are enabled"."""

from __future__ import annotations

from agent.planner.configurations.match_things import ThingPatterns
from agent.planner.plan_records import Statement
from agent.planner.words.lexicon import ROOT
from agent.planner.write_conditions import where


def quote_switches(patterns: ThingPatterns) -> Statement | None:
    """Quote the lines of several switches, whose names only they spell right; None when those are not asked for."""
    family = _family(patterns)
    if len(family) < 2:
        return None
    tests = [*patterns.tests, f"any(field IN r.fields WHERE field IN {patterns.parameters.add(family)})"]
    text = (
        f"MATCH (n:{ROOT})-[r:HAS_LINE]->(l:Line){where(tests)} "
        "RETURN l.path AS path, l.number AS number, l.text AS text ORDER BY path, number"
    )
    return Statement(text, patterns.parameters.values, "list", ("path", "number", "text"))


def _family(patterns: ThingPatterns) -> tuple[str, ...]:
    target = patterns.meaning.target
    if (
        patterns.asked.intent != "list"
        or target.label != ROOT
        or not target.property
        or patterns.meaning.conditions
    ):
        return ()
    found = patterns.lexicon.labels[ROOT].properties
    names = (target.property, *(name for label, name in patterns.meaning.extras if label == ROOT))
    same = [name for name in names if name.split("_")[0] == target.property.split("_")[0]]
    return tuple(same) if any(found[name].is_flag for name in same) and len(same) == len(names) else ()
