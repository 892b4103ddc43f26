"""Keeps of what lacks something only that of which no line says it in other words: makes say the same differently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from agent.planner.configurations.write_things import ThingWriter
from agent.planner.plan_records import Condition, Meaning, Statement
from agent.planner.scope import Scope
from agent.planner.values.value_index import quoted_phrase
from agent.planner.words.english import aliases, phrases, related_words, split_name, stem
from agent.planner.words.lexicon import ROOT
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Mention, Word
from graph_store.records import Cell

_MOST_THINGS, _MOST_LINES, _MOST_NAMED = 2000, 20_000, 6
_LONG, _PART = 4, 3
_TAKEN_BACK = "no "
"""How a line begins that says that something is not there, in many syntaxes."""


def keep_surely_lacking(scope: Scope, meaning: Meaning, statement: Statement) -> tuple[Meaning, Statement]:
    """Leave out what says in other words that it has what is denied, and name it; decline where nothing is left."""
    denied = [one for one in meaning.conditions if one.negated]
    if len(denied) != 1 or meaning.unlinked or meaning.missing or _is_named(scope, denied[0]):
        return meaning, statement
    words = _denied_words(scope, meaning, denied[0])
    if not words:
        return meaning, statement
    of_devices = meaning.target.label in ("", ROOT)
    if of_devices and len(meaning.conditions) > 1:
        return meaning, statement  # a device has a thing that lacks it
    if of_devices:
        surer, names = _surer_devices(scope, meaning, words)
    else:
        surer, names = _surer_things(scope, meaning, words)
    if not names:
        return meaning, statement
    said = " ".join(word.text for word in words)
    if surer is None:
        declined = f"Not answered: lines of all that were found may say '{said}' in other words."
        nothing = "MATCH (n:Configuration) WHERE n.device IS NULL RETURN n.device AS device"
        return meaning, Statement(nothing, {}, "list", ("device",), subject="device", declined=declined)
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    note = f"left out, as their lines may say '{said}' in other words: {', '.join(names[:_MOST_NAMED])}{more}"
    return surer, replace(ThingWriter(surer, scope).write(), note=note)


def _is_named(scope: Scope, denied: Condition) -> bool:
    """Tell whether a value of the question is denied: its other places are known."""
    said = {one.text.lower() for one in scope.tokens if isinstance(one, Mention)}
    return any(str(value).lower() in said for value in denied.values)


def _denied_words(scope: Scope, meaning: Meaning, denied: Condition) -> tuple[Word, ...]:
    """Return the words behind the "not" that say what is denied."""
    label = scope.lexicon.labels[denied.label]
    found = label.properties.get(denied.property)
    values = tuple(stem(str(value)) for value in denied.values)
    names = (*(found.words if found and denied.property != "key" else label.words), *values)
    target = scope.lexicon.labels[meaning.target.label].words if meaning.target.label else ()
    behind = [word for word in scope.words if word.index > scope.asked.negations[0]]
    own = match_words(names, behind).positions
    others = match_words(target, behind).positions
    return tuple(
        word
        for word in behind
        if word.index in own and (word.index not in others or word.index in scope.content)
    )


def _surer_devices(scope: Scope, meaning: Meaning, words: Sequence[Word]) -> tuple[Meaning | None, list[str]]:
    names = meaning.devices or scope.lexicon.devices
    lacking = replace(meaning, devices=tuple(names))
    found = _lacking_devices(scope, lacking, names)
    saying = {device for device, line in _lines_of_devices(scope, words) if _says(line, words)}
    left = tuple(name for name in found if name not in saying)
    kept = replace(meaning, devices=left) if left else None
    return kept, sorted(name for name in found if name in saying)


def _lacking_devices(scope: Scope, meaning: Meaning, names: Sequence[str]) -> list[str]:
    listing = replace(scope, asked=replace(scope.asked, intent="list"))
    statement = ThingWriter(meaning, listing).write()
    rows = scope.look_up.rows(statement.text, statement.parameters)
    return [str(row[0]) for row in rows if row[0] in names]


def _lines_of_devices(scope: Scope, words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """List the lines of configurations that say the word that is said in the fewest other words, with their devices."""
    first = min(words, key=lambda word: (word.sort != "content", len(_spellings(word))))
    text = (
        "CALL db.index.fulltext.queryNodes('lines', $query) YIELD node "
        "MATCH (d:Document) WHERE d.path = node.path AND d.kind = 'configuration' "
        f"RETURN d.device, node.text LIMIT {_MOST_LINES}"
    )
    for query in dict.fromkeys(query for spelled in _spellings(first) for query in _queries(spelled)):
        for row in scope.look_up.rows(text, {"query": query}):
            yield str(row[0]), str(row[1])


def _queries(spelled: str) -> Iterator[str]:
    """List the searches for lines that say a word, in one word or in two that are joined."""
    if " " in spelled:
        yield quoted_phrase(spelled)
        yield f"{spelled.replace(' ', '-')}*"
        return
    yield f"{spelled}*"
    joined = [f"{spelled[:cut]}-{spelled[cut:]}*" for cut in range(_PART, len(spelled) - _PART + 1)]
    if joined:
        yield " OR ".join(joined)


def _surer_things(scope: Scope, meaning: Meaning, words: Sequence[Word]) -> tuple[Meaning | None, list[str]]:
    label = meaning.target.label
    listing = replace(scope, asked=replace(scope.asked, intent="list"))
    writer = ThingWriter(replace(meaning, extras=()), listing)
    statement = writer.write()
    match = statement.text.partition(" RETURN ")[0]
    rows = scope.look_up.rows(
        f"{match} RETURN DISTINCT n.id, n.device, toString(n.key) LIMIT {_MOST_THINGS + 1}",
        statement.parameters,
    )
    if len(rows) > _MOST_THINGS:
        return meaning, []
    saying = _things_saying(scope, [row[0] for row in rows], words)
    named = sorted(f"{row[2]} of {row[1]}" for row in rows if row[0] in saying)
    if len(named) == len(rows):
        return None, named
    excluded = Condition(
        label, "id", "equal", tuple(one for one in saying if isinstance(one, int | str)), True
    )
    return replace(meaning, conditions=(*meaning.conditions, excluded)), named


def _things_saying(scope: Scope, ids: Sequence[Cell], words: Sequence[Word]) -> set[Cell]:
    text = (
        "MATCH (n:Entity)-[:HAS*0..3]->(p:Entity)-[:HAS_LINE]->(l:Line) WHERE n.id IN $ids "
        "RETURN n.id, l.text"
    )
    chosen = tuple(one for one in ids if isinstance(one, int | str))
    return {row[0] for row in scope.look_up.rows(text, {"ids": chosen}) if _says(str(row[1]), words)}


def _says(line: str, words: Iterable[Word]) -> bool:
    """Tell whether a line says each word, itself or in another word for it."""
    plain = line.strip().lower()
    parts = split_name(plain)
    spoken = f" {' '.join(parts)} "
    return not plain.startswith(_TAKEN_BACK) and all(
        any(_holds(parts, spoken, one) for one in _spellings(word)) for word in words
    )


def _holds(parts: Sequence[str], spoken: str, spelled: str) -> bool:
    """Tell whether a line's words hold a word: in any form, joined of two, or a long one within another."""
    if " " in spelled:
        return f" {spelled} " in spoken
    inside = (
        one for one in parts if len(spelled) >= _LONG and (one.startswith(spelled) or one.endswith(spelled))
    )
    joined = (stem(first + second) for first, second in pairwise(parts))
    return any(inside) or spelled in joined or any(stem(part) == spelled for part in parts)


def _spellings(word: Word) -> tuple[str, ...]:
    """Return the stem of a word, those that may say the same, and short names of several words."""
    other = [
        " ".join(short) for short, long in phrases().items() if word.stem == stem(long[0]) and len(short) > 1
    ]
    return tuple(dict.fromkeys((*aliases(word.stem), *related_words(word.stem), *other)))
