"""Questions about names that refer to nothing, and about things that nothing refers to, as ingest has related them."""

from __future__ import annotations

from collections.abc import Sequence

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import (
    Kind,
    is_referenced,
    kind_among,
    leaves_words,
    other_names,
    stems,
)
from agent.planner.related.used_words import used_words
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_name, column_of
from agent.planner.words.lexicon import ROOT
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_SAID = stems(
    "used", "use", "unused", "undefined", "defined", "declared", "configured", "referenced", "unreferenced",
    "references", "reference", "missing", "dangling", "exist", "exists", "nowhere", "never", "applied", "apply",
    "orphan", "orphaned", "definition", "definitions", "name", "names", "anything", "nothing", "thing", "things",
    "without", "attached", "point", "nonexistent", "non", "existent", "not", "referred",
)  # fmt: skip


def leaves_nothing(used: Sequence[Word]) -> bool:
    """Tell whether what is used is only called a name or the like."""
    return all(word.stem in _SAID for word in used)


def write_undefined(scope: Scope) -> Statement | None:
    """Write the statement for names that are used and defined nowhere; None without relations to their kind."""
    used = used_words(scope)
    kind = kind_among(scope, scope.words if used is None else used)
    if used and kind is None and not leaves_nothing(used):
        return None
    explained = kind.positions if kind else frozenset()
    if not scope.lexicon.references or other_names(scope, _SAID):
        return None
    users = _kind_of_users(scope, kind)
    if leaves_words(scope, explained | (users.positions if users else frozenset()), _SAID):
        return None
    labels = tuple(name for name in kind.labels if is_referenced(scope.lexicon, name)) if kind else ()
    if kind and not labels:
        return None
    parameters = Parameters()
    known = "EXISTS { MATCH (k:Entity) WHERE k.device = u.device AND k.key = u.key AND NOT k:Undefined }"
    tests = [f"NOT {known}"]
    tests += [f"any(one IN u.expected WHERE one IN {parameters.add(labels)})"] if labels else []
    if scope.devices:
        tests.append(f"u.device IN {parameters.add(scope.devices)}")
    if users:
        names = parameters.add(users.labels)
        tests.append(
            f"(a.type IN {names} OR EXISTS {{ MATCH (a)<-[:HAS*1..3]-(b) WHERE b.type IN {names} }})"
        )
    noun = column_of(scope.lexicon.labels[labels[0]]) if labels else "name"
    where = f" WHERE {' AND '.join(tests)}" if tests else ""
    text = (
        f"MATCH (u:Undefined)<-[r]-(a:Entity){where} OPTIONAL MATCH (a)<-[:HAS]-(up:Entity) "
        f"RETURN DISTINCT u.device AS device, u.key AS {quote_name(noun)}, "
        "replace(toLower(type(r)), '_', ' ') AS used_as, coalesce(up.key, a.key, a.type) AS used_by ORDER BY device"
    )
    named = f"names of the kind {noun.replace('_', ' ')}" if labels else "names"
    note = f"read as: {named} that are used on a device and defined nowhere on it"
    columns = ("device", noun, "used_as", "used_by")
    subject = labels[0] if labels else "name"
    return Statement(text, parameters.values, "exists", columns, subject=subject, note=note)


def _kind_of_users(scope: Scope, kind: Kind | None) -> Kind | None:
    """Find the other kinds of thing that the question speaks of: "applied to a BGP neighbor or peer-group"."""
    rest = [word for word in scope.words if kind is None or word.index not in kind.positions]
    rest = [word for word in rest if word.index in scope.content and word.stem not in _SAID]
    labels, places = [], set[int]()
    for label in scope.lexicon.things if rest and kind else ():
        said = match_words(label.words, rest).positions
        if label.name != ROOT and said:
            labels.append(label.name)
            names = (one.words for one in label.properties.values() if len(one.words) > 1)
            whole = (match_words(words, rest) for words in names)
            places |= {*said, *(place for one in whole if not one.missed for place in one.positions)}
    return Kind(tuple(labels), frozenset(places)) if labels else None


def write_unused(scope: Scope, tests: Sequence[str] = ()) -> Statement | None:
    """Write the statement for what is defined and nothing refers to; None without relations to its kind.

    `tests` are further ones on `n`: that no property which is called so has its name.
    """
    kind = kind_among(scope, scope.words)
    labels = [name for name in kind.labels if is_referenced(scope.lexicon, name)] if kind else []
    if kind is None or not labels or other_names(scope, _SAID):
        return None
    users = _kind_of_users(scope, kind)
    if leaves_words(scope, kind.positions | (users.positions if users else frozenset()), _SAID):
        return None
    parameters = Parameters()
    noun = column_of(scope.lexicon.labels[labels[0]])
    by = ""
    if users:
        names = parameters.add(users.labels)
        by = f" WHERE a.type IN {names} OR EXISTS {{ MATCH (a)<-[:HAS*1..3]-(b) WHERE b.type IN {names} }}"
    on_devices = f"n.device IN {parameters.add(scope.devices)} AND " if scope.devices else ""
    further = () if users else tests
    not_used = f"NOT EXISTS {{ MATCH (n)<-[{{inferred: 'reference'}}]-(a){by} }}"
    parts = [
        f"MATCH (n:{quote_name(name)}) WHERE {on_devices}"
        f"{' AND '.join((not_used, *further))} "
        f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(noun)}"
        for name in labels
    ]
    note = f"read as: each {noun.replace('_', ' ')} whose name {_by(scope, users)} on its device refers to"
    referring = {start for start, _, _ in scope.lexicon.references}
    unread = [name for name in kind.labels if name not in labels and name not in referring]
    if unread:
        kinds = ", ".join(column_name(one).replace("_", " ") for one in unread)
        note += f"; no reference to {kinds} was read"
    return Statement(
        " UNION ".join(parts), parameters.values, "exists", ("device", noun), subject=labels[0], note=note
    )


def _by(scope: Scope, users: Kind | None) -> str:
    return (
        f"no {column_of(scope.lexicon.labels[users.labels[0]]).replace('_', ' ')}"
        if users
        else "nothing else"
    )
