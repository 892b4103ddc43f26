"""Questions whether something is the same on several devices: a property by its values, a whole thing by its lines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from agent.planner.configurations.read_things import read_things
from agent.planner.configurations.write_things import ThingWriter
from agent.planner.order.same_names import DIFFERING, read_contents
from agent.planner.plan_records import Meaning, Statement
from agent.planner.related.named_things import leaves_words, named_thing, stems
from agent.planner.scope import Scope, read_scope
from agent.planner.words.label_names import column_of
from agent.planner.words.lexicon import ROOT
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

COMPARES = re.compile(
    rf"{DIFFERING.pattern}|\b(?:compar(?:e[ds]?|ison|ing)|alike|unlike|agrees?|mismatch\w*)\b", re.IGNORECASE
)
_OF_LINKS = re.compile(
    r"\bsame (?:\w+ )?(?:subnet|network|link|segment|prefix(?![- ]?lists?)|range|end|side)s?\b|\b(?:ends?|sides?) of\b",
    re.IGNORECASE,
)
_ORDER = re.compile(r"^\s*(?:please )?compare (?:the |a )?", re.IGNORECASE)
_AGREE = re.compile(
    r"^\s*(?:do|does|did) (?P<who>.+?) (?:agree|match) (?:on|about|in|for) (?:the |their )?(?P<what>[^?]+)",
    re.IGNORECASE,
)
_HAVE_SAME = re.compile(
    r"^\s*(?:do|does|have|has) (?P<who>.+?) (?:both )?(?:have|has|got|use|run)? ?the same (?P<what>[^?]+)",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:vs\.?|versus|against|compared (?:to|with)|with that (?:of|on))(?=\s)", re.IGNORECASE
)
_SAID = stems(
    "same", "identical", "equal", "equally", "different", "differently", "differ", "differs", "difference",
    "differences", "compare", "compared", "comparison", "alike", "unlike", "agree", "agrees", "consistent",
    "consistently", "inconsistent", "disagree", "vary", "varies", "mismatch", "set", "value", "setting", "configured",
    "vs", "versus",
)  # fmt: skip
_OBJECT = stems("object", "objects", "definition", "definitions", "defined", "entry", "content", "contents")
"""Words behind the kind of a thing that only say that it is one: the address object."""
_TWO = 2


def compares(scope: Scope) -> bool:
    """Tell whether a question asks if something is the same on devices that it names."""
    several = len(scope.devices) >= _TWO
    return several and bool(COMPARES.search(scope.text)) and not _OF_LINKS.search(scope.text)


def write_compared_values(scope: Scope) -> Statement | None:
    """Write the statement for what is compared on several devices, each with its own; None when this is not asked."""
    if not compares(scope) or scope.asked.negations or scope.asked.intent not in ("list", "lookup", "exists"):
        return None
    bare = _without_comparison(_as_list(scope))
    thing = named_thing(bare, _SAID | _OBJECT)
    if thing is not None and not leaves_words(bare, thing.positions, _OBJECT):
        return _whole_thing(bare, thing.labels, tuple(map(str, thing.keys)))
    read = (one for one in read_things(bare) if not (one.unlinked or one.missing) and one.target.label)
    return next(filter(None, (_values(bare, one) for one in read)), None)


def _as_list(scope: Scope) -> Scope:
    """Read an order to compare, or whether devices agree, as what the values on each of them are."""
    asked = _AGREE.search(scope.text) or _HAVE_SAME.search(scope.text)
    text = f"What is the {asked['what'].strip()} on {asked['who']}?" if asked else scope.text
    text = _AGAINST.sub("and", _ORDER.sub("What is the ", text))
    if text == scope.text:
        return scope
    listed = read_scope(text, scope.lexicon, scope.look_up)
    return listed if set(listed.devices) == set(scope.devices) else scope


def _without_comparison(scope: Scope) -> Scope:
    """Leave out the words that compare: what is left names what is compared."""
    words = tuple(word for word in scope.words if word.stem not in _SAID)
    content = frozenset(word.index for word in words) & scope.content
    return replace(scope, words=words, content=content, asked=replace(scope.asked, intent="list"))


def _values(scope: Scope, meaning: Meaning) -> Statement | None:
    """List the values by device, and say whether they are the same."""
    statement = ThingWriter(meaning, scope).write()
    found: dict[str, set[str]] = defaultdict(set)
    label = scope.lexicon.labels[meaning.target.label]
    asked = meaning.target.property or column_of(label)
    if "device" not in statement.columns or asked not in statement.columns:
        return None
    device, value = statement.columns.index("device"), statement.columns.index(asked)
    for row in scope.look_up.rows(statement.text, statement.parameters):
        found[str(row[device])].add(str(row[value]))
    if not found or (not meaning.target.property and set(found) != set(scope.devices)):
        return None
    what = asked.replace("_", " ")
    return replace(statement, intent="list", note=_verdict(scope, what, found))


def _verdict(scope: Scope, what: str, found: Mapping[str, object]) -> str:
    absent = [device for device in scope.devices if device not in found]
    if absent:
        return (
            f"read as: {what} on each of the devices; nothing that was read as this is on {', '.join(absent)}"
        )
    same = all(one == found[scope.devices[0]] for one in found.values())
    return f"read as: {what} on each of the devices: {'the same' if same else 'not the same'}"


def _whole_thing(scope: Scope, labels: tuple[str, ...], keys: tuple[str, ...]) -> Statement | None:
    """Show the lines of a thing on each device, and say whether they are the same."""
    for name in labels:
        by_device = read_contents(scope, name, keys).get(keys[0], {}) if name != ROOT else {}
        if not by_device:
            continue
        return _lines(scope, name, keys, by_device)
    return None


def _lines(
    scope: Scope, name: str, keys: tuple[str, ...], by_device: Mapping[str, tuple[str, ...]]
) -> Statement:
    """Write the lines that are not on all of the devices; where all are, only who has the thing."""
    parameters = Parameters()
    column = column_of(scope.lexicon.labels[name])
    tests = [f"toString(n.key) IN {parameters.add(keys)}", f"n.device IN {parameters.add(scope.devices)}"]
    note = _verdict(scope, keys[0], by_device)
    shared = set.intersection(*(set(lines) for lines in by_device.values()))
    other = tuple(dict.fromkeys(one for lines in by_device.values() for one in lines if one not in shared))
    if not other:
        text = (
            f"MATCH (n:{quote_name(name)}) WHERE {' AND '.join(tests)} "
            f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(column)} ORDER BY device"
        )
        return Statement(text, parameters.values, "list", ("device", column), subject=name, note=note)
    tests.append(f"trim(l.text) IN {parameters.add(other)}")
    text = (
        f"MATCH (n:{quote_name(name)})-[:HAS*0..3]->(p:Entity)-[:HAS_LINE]->(l:Line) "
        f"WHERE {' AND '.join(tests)} RETURN n.device AS device, n.key AS {quote_name(column)}, "
        "trim(l.text) AS line ORDER BY device, l.number"
    )
    return Statement(text, parameters.values, "list", ("device", column, "line"), subject="line", note=note)
