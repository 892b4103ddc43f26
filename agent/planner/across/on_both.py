"""Questions about what several devices have alike: the admins that are on both of two firewalls."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planner.configurations.read_things import read_things
from agent.planner.configurations.write_things import ThingWriter
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.words.lexicon import ROOT
from graph_store.names import quote_name

_BOTH = re.compile(
    r"\b(?:on|in|by|of|at|to) both\b(?! (?:\w+ )?(?:ends?|sides?)\b)|\bin common\b|"
    r"\bboth (?:\S+ and \S+|of them) (?:have|has|use|share)\b|"
    r"\bshared (?:by|between)\b",
    re.IGNORECASE,
)
_TWO = 2
_SAID = frozenset({"common", "shar", "share", "both", "exist", "present"})


def write_on_both(scope: Scope) -> Statement | None:
    """Write the statement for what each of the named devices has; None when this is not asked."""
    if len(scope.devices) < _TWO or not _BOTH.search(scope.text) or scope.asked.negations:
        return None
    words = tuple(word for word in scope.words if word.stem not in _SAID)
    content = frozenset(word.index for word in words) & scope.content
    bare = replace(scope, words=words, content=content)
    meaning = next((one for one in read_things(bare) if not (one.unlinked or one.missing)), None)
    if meaning is None or meaning.target.label in ("", ROOT):
        return None
    name = meaning.target.property or "key"
    writer = ThingWriter(meaning, bare)
    label, value = quote_name(meaning.target.label), f"n.{quote_name(name)}"
    for device in scope.devices:
        same = f"w.device = {writer.parameters.add(device)} AND w.{quote_name(name)} = {value}"
        writer.tests.append(f"EXISTS {{ MATCH (w:{label}) WHERE {same} }}")
    statement = writer.write()
    note = f"read as: those whose {name.replace('_', ' ')} is on each of {', '.join(scope.devices)}"
    return replace(statement, note=note, subject=statement.subject or meaning.target.label)
