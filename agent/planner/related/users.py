"""Questions about what uses a named thing: which interfaces an access list stands on, what a prefix list filters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import (
    Kind,
    NamedThing,
    is_referenced,
    kind_among,
    leaves_words,
    named_thing,
    stems,
)
from agent.planner.related.reference_paths import (
    Path,
    direct_users,
    find_users,
    referring_property,
    write_path,
)
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.tie_values import ADDRESS_STEMS
from agent.planner.words.label_names import column_name, has_key
from agent.planner.words.lexicon import ROOT
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_USES = re.compile(
    r"\b(?:us(?:es?|ed|ing)|appl(?:y|ies|ied)|referenc\w*|refers?|referred|attach\w*|bound|bind\w*|filter\w*|"
    r"affect\w*|depend\w*|in use|point\w*|belongs?)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"^\s*(?:and )?(?:where|what|who|by what|by which|which (?:things?|entities|objects|parts?|devices?|routers?|"
    r"switch(?:es)?))\b",
    re.IGNORECASE,
)
_EFFECT = re.compile(r"\b(?:filter\w*|affect\w*|depend\w*)\b", re.IGNORECASE)
_MOST_FLAGS = 4
USER = "user"
_SAID = stems(
    "use", "used", "using", "applied", "apply", "applies", "referenced", "references", "refer", "referring",
    "attached", "bound", "filter", "filters", "filtered", "affected", "affects", "depend", "depends", "point",
    "list", "group", "thing", "things", "anything", "name", "with",
    "carry", "carries", "allow", "allows", "allowed", "member",
)  # fmt: skip


def write_users(scope: Scope) -> Statement | None:
    """Write the statement for what refers to the thing that is named; None when that is not asked."""
    if scope.asked.negations or scope.asked.intent not in ("list", "lookup", "exists", "count"):
        return None
    uses = _USES.search(scope.text) is not None
    thing = named_thing(scope, _SAID)
    if thing is None:
        return None
    thing = NamedThing(
        tuple(name for name in thing.labels if is_referenced(scope.lexicon, name)),
        thing.keys,
        thing.positions,
    )
    wanted = next((one for one in scope.asked.phrases if one.sort == "thing" and one.positions), None)
    words = [
        word for word in (scope.at(wanted.positions) if wanted else ()) if word.index not in thing.positions
    ]
    kind = kind_among(scope, words) if words else None
    if kind and not uses and all(word.stem in ADDRESS_STEMS for word in scope.at(sorted(kind.positions))):
        return None  # "address" is what the value is, and no kind of thing
    if not thing.labels or (kind and set(kind.labels) & set(thing.labels)):
        return None
    explained = thing.positions | (kind.positions if kind else frozenset())
    if leaves_words(scope, explained, _SAID):
        return None
    if kind is not None:
        found = [
            (start, path) for start in thing.labels for path in find_users(scope.lexicon, start, kind.labels)
        ]
        labels = {path[-1].label for _, path in found}
        column = column_name(min(labels) if len(labels) == 1 else kind.labels[0])
        direct = all(len(path) == 1 or not any(one.relation for one in path[1:]) for _, path in found)
        if not found or not (direct or uses):
            return None
        asked = _statement(scope, thing, found, column)
        return asked if not uses or _finds(scope, asked) else _alike(scope, thing, kind, column) or asked
    if not uses or (not _OPEN.search(scope.text) and scope.asked.intent != "exists"):
        return None
    if words and not all(word.stem in _SAID or word.stem in DEVICE_STEMS for word in words):
        return None
    return _everything(scope, thing)


def _alike(scope: Scope, thing: NamedThing, kind: Kind, column: str) -> Statement | None:
    """Where none of the kind that is asked for refers to a thing: find what does so in the kind's words.

    A group of neighbors is such, of another kind than the neighbors.
    """
    labels = scope.lexicon.labels
    words = [set(labels[name].words) for name in kind.labels if labels[name].words]
    found = [
        (start, path)
        for start in thing.labels
        for path in direct_users(scope.lexicon, start)
        if any(each <= _own_words(scope, path) for each in words)
    ]
    if not found:
        return None
    others = _statement(scope, thing, found, USER)
    said = f"no {column.replace('_', ' ')} itself does; {others.note}"
    return replace(others, note=said) if _finds(scope, others) else None


def _own_words(scope: Scope, path: Path) -> set[str]:
    """Return the words of what refers, and of the property that it does so with."""
    label = scope.lexicon.labels[path[-1].label]
    holder = scope.lexicon.labels[path[0].label].properties.get(referring_property(scope.lexicon, path[0]))
    return {*label.words, *(holder.words if holder else ())}


def _finds(scope: Scope, statement: Statement) -> bool:
    return bool(scope.look_up.rows(statement.text, statement.parameters))


def _everything(scope: Scope, thing: NamedThing) -> Statement | None:
    """Find all that refers to a thing by its name; where an effect is asked for, what refers to that in turn."""
    found = [(start, path) for start in thing.labels for path in direct_users(scope.lexicon, start)]
    further = [
        (start, (*path, *beyond))
        for start, path in found
        if _EFFECT.search(scope.text) and path[-1].label not in scope.lexicon.address_owners
        for beyond in direct_users(scope.lexicon, path[-1].label)
        if not {one.label for one in beyond} & {start, *(one.label for one in path)}
    ]
    return _statement(scope, thing, [*found, *further], USER) if found else None


def _statement(scope: Scope, thing: NamedThing, found: Sequence[tuple[str, Path]], column: str) -> Statement:
    """Write one part for each way; what lies between is named as `through`."""
    parameters = Parameters()
    names = parameters.add(tuple(str(key) for key in thing.keys))
    name = column_name(thing.labels[0])
    on_devices = f" AND n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    between = any(_named_between(scope, path) for _, path in found)
    how = any(_flags(scope, path) for _, path in found)
    parts = []
    for start, path in found:
        holder = "n" if len(path) == 1 else "n1"
        label = scope.lexicon.labels[path[-1].label]
        said = f"{holder}.{quote_name(referring_property(scope.lexicon, path[0]))} IS NOT NULL"
        cells = {"device": "n.device", column: "n.key" if has_key(label) else "n.device"}
        if column == USER:
            kind = path[-1].relation.lower() if label.name == ROOT else column_name(label.name)
            cells["kind"] = f"'{kind.replace('_', ' ')}'"
        if between:
            passed = _named_between(scope, path)
            cells["through"] = f"{passed}.key" if passed else "null"
        if how:
            flags = ", ".join(
                f"CASE WHEN {holder}.{quote_name(one)} THEN '{one}' END" for one in _flags(scope, path)
            )
            cells["how"] = f"coalesce({flags}, null)" if flags else "null"
        cells[name] = "r.value"
        returned = ", ".join(f"{what} AS {quote_name(alias)}" for alias, what in cells.items())
        parts.append(
            f"MATCH {write_path(start, path)} WHERE r.value IN {names} AND r.inferred = 'reference' "
            f"AND {said}{on_devices} RETURN DISTINCT {returned}"
        )
    columns = tuple(cells)
    note = f"read as: what refers to the {name.replace('_', ' ')} {', '.join(map(str, thing.keys))}"
    subject = USER if column == USER else found[0][1][-1].label
    if scope.asked.intent == "count" and len(parts) == 1:
        text = f"{parts[0].partition(' RETURN ')[0]} RETURN count(DISTINCT n) AS count"
        return Statement(text, parameters.values, "count", ("count",), subject=subject, note=note)
    intent = scope.asked.intent if scope.asked.intent in ("list", "lookup", "exists") else "list"
    text = " UNION ".join(dict.fromkeys(parts))
    return Statement(text, parameters.values, intent, columns, subject=subject, note=note)


def _flags(scope: Scope, path: Path) -> list[str]:
    """List what the part that refers says besides the name: "in", "out"."""
    properties = scope.lexicon.labels[path[0].label].properties.values()
    flags = [one.name for one in properties if one.is_flag]
    only_name = path[0].relation == column_name(path[0].label).upper()
    return flags if only_name and len(path) > 1 and len(flags) <= _MOST_FLAGS else []


def _named_between(scope: Scope, path: Path) -> str:
    """Return the variable of the last thing between that has a name of its own."""
    for place in range(len(path) - 1, 0, -1):
        label = scope.lexicon.labels[path[place - 1].label]
        own = path[place - 1].relation != column_name(label.name).upper()
        if has_key(label) and own:
            return f"n{place}"
    return ""
