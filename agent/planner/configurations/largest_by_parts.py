"""Writes which entity has the most or fewest parts, where a question asks for the longest one."""

from __future__ import annotations

from agent.planner.configurations.match_things import ThingPatterns
from agent.planner.plan_records import Statement
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import ROOT, Label
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import where
from graph_store.names import quote_name


def largest_by_parts(patterns: ThingPatterns) -> Statement | None:
    """Rank the entities by the number of their parts: "the longest access list"; None where there are no parts.

    Asked for parts ("how many entries"), it ranks what the question names over them.
    """
    found = _whole_and_part(patterns)
    if found is None:
        return None
    whole, part = found
    at_part = part.name == patterns.anchor
    way = "DESC" if patterns.asked.intent == "maximum" else "ASC"
    up, down = ("w", "n") if at_part else ("n", "p")
    other = f"({up}:{quote_name(whole.name)})-[:HAS]->({down}:{quote_name(part.name)})"
    if not at_part:
        other = f"(n)-[:HAS]->(p:{quote_name(part.name)})"
    matched = " ".join([*patterns.patterns, f"MATCH {other}"])
    column = column_of(whole)
    text = (
        f"{matched}{where(patterns.tests)} RETURN {up}.device AS device, {up}.key AS {quote_name(column)}, "
        f"count(DISTINCT {down}) AS count ORDER BY count {way}, device LIMIT 1"
    )
    note = f"read as: the {column.replace('_', ' ')} with the {'most' if way == 'DESC' else 'fewest'} entries"
    return Statement(
        text, patterns.parameters.values, "most_common", ("device", column, "count"), "device", note=note
    )


def _whole_and_part(patterns: ThingPatterns) -> tuple[Label, Label] | None:
    target = patterns.meaning.target
    if (
        not target.label
        or target.property
        or any(one.label != target.label for one in patterns.meaning.conditions)
    ):
        return None
    lexicon = patterns.lexicon
    label = lexicon.labels[target.label]
    for name, steps in sorted(label.above.items()):
        over = lexicon.labels[name]
        said = match_words(over.words, patterns.scope.words)
        if steps == 1 and name != ROOT and has_key(over) and said.positions and not said.missed:
            return over, label
    parts = [lexicon.labels[name] for name, steps in label.below.items() if steps == 1]
    return (label, max(parts, key=lambda one: (one.count, one.name))) if parts and has_key(label) else None
