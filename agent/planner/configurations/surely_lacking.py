"""Keeps of what lacks something only that of which no line says it in other words: makes say the same differently."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from agent.planner.configurations.write_things import ThingWriter
from agent.planner.plan_records import Condition, Meaning, Statement
from agent.planner.scope import Scope
from agent.planner.values.collect_values import collected
from agent.planner.values.tie_values import ADDRESS_STEMS
from agent.reader.value_index import quoted_phrase
from agent.reader.english import aliases, phrases, related_words, split_name, stem
from agent.planner.words.lexicon import ROOT
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Mention, Word
from graph_store.names import quote_name
from graph_store.records import Scalar

_MOST_THINGS, _MOST_LINES, _MOST_NAMED = 2000, 20_000, 6
_LONG, _PART = 4, 3
_ADDRESS = re.compile(
    r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|(?<!\w)[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){2,7}(?!\w)"
)
_DEVICE = re.compile(r"RETURN DISTINCT (\S+) AS `?device\b")
_BREAK = " \u241e "
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
    found = [
        name for name in names if name in _lacking_devices(scope, replace(meaning, devices=tuple(names)))
    ]
    saying = {device for device, line in _lines_of_devices(scope, words) if _says(line, words)}
    left = tuple(name for name in found if name not in saying)
    kept = replace(meaning, devices=left) if left else None
    return kept, sorted(name for name in found if name in saying)


def _lacking_devices(scope: Scope, meaning: Meaning) -> set[str]:
    listing = replace(scope, asked=replace(scope.asked, intent="list"))
    statement = ThingWriter(meaning, listing).write()
    return {
        str(name)
        for part in statement.text.split(" UNION ")
        for returned in [_DEVICE.search(part)]
        if returned
        for name in collected(scope, part.partition(" RETURN ")[0], returned[1], statement.parameters)
    }


def _lines_of_devices(scope: Scope, words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """List the lines of configurations that say the word that is said in the fewest other words, with their devices."""
    first = min(words, key=lambda word: (word.sort != "content", len(_spellings(word))))
    text = (
        "CALL db.index.fulltext.queryNodes('lines', $query) YIELD node "
        "MATCH (d:Document) WHERE d.path = node.path AND d.kind = 'configuration' "
        f"WITH d, node LIMIT {_MOST_LINES}"
    )
    for query in dict.fromkeys(query for spelled in _spellings(first) for query in _queries(spelled)):
        for one in collected(scope, text, f"d.device + '{_BREAK}' + node.text", {"query": query}):
            device, _, line = str(one).partition(_BREAK)
            yield device, line


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
    statement = ThingWriter(replace(meaning, extras=()), listing).write()
    ids = collected(scope, statement.text.partition(" RETURN ")[0], "n.id", statement.parameters)
    if len(ids) > _MOST_THINGS:
        return meaning, []
    saying = tuple(dict.fromkeys((*_things_saying(scope, ids, words), *_names_of_parts(scope, label, ids))))
    text = f"MATCH (n:{quote_name(label)}) WHERE n.id IN $ids"
    named = collected(scope, text, "toString(n.key) + ' of ' + n.device", {"ids": saying})
    if len(saying) == len(ids):
        return None, sorted(map(str, named))
    excluded = Condition(label, "id", "equal", saying, negated=True)
    return replace(meaning, conditions=(*meaning.conditions, excluded)), sorted(map(str, named))


def _names_of_parts(scope: Scope, label: str, ids: Sequence[Scalar]) -> list[Scalar]:
    """Return what only names a part of another thing, whose lines are elsewhere: "ge-1.0" is part 0 of ge-1."""
    name = quote_name(label)
    text = (
        f"MATCH (n:{name}) WHERE n.id IN $ids MATCH (w:{name})-[:HAS]->(p:Entity) WHERE w.device = n.device "
        "AND toString(n.key) = toString(w.key) + '.' + toString(p.key)"
    )
    return list(collected(scope, text, "n.id", {"ids": tuple(ids)}))


def _things_saying(scope: Scope, ids: Sequence[Scalar], words: Sequence[Word]) -> tuple[Scalar, ...]:
    text = "MATCH (n:Entity)-[:HAS*0..3]->(p:Entity)-[:HAS_LINE]->(l:Line) WHERE n.id IN $ids"
    lines = collected(scope, text, f"toString(n.id) + '{_BREAK}' + l.text", {"ids": tuple(ids)})
    parted = (str(one).partition(_BREAK) for one in lines)
    saying = {ident for ident, _, line in parted if _says(line, words)}
    return tuple(one for one in ids if str(one) in saying)


def _says(line: str, words: Iterable[Word]) -> bool:
    """Tell whether a line says each word, itself or in another word for it; an address needs no word."""
    plain = line.strip().lower()
    if all(word.stem in ADDRESS_STEMS for word in words):
        return not plain.startswith(_TAKEN_BACK) and bool(_ADDRESS.search(plain))
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
