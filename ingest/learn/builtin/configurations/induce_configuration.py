"""Induces a parser for one configuration syntax from sample files, without a model."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain, count

from ingest.concepts.common_labels import read_concepts, split_words
from ingest.learn.builtin.configurations.describe_types import describe_types
from ingest.learn.builtin.configurations.grammar import GrammarLearner
from ingest.learn.builtin.configurations.render_parser import render_grammar, render_parser
from ingest.learn.builtin.configurations.words_that_vary import EntityPlace, Findings
from ingest.records import InducedParser
from reading.configuration import DIRECTIONS, read_by_grammar
from reading.grammar import read_grammar
from reading.nested.say_pieces import statements_of
from reading.statements import Statement
from reading.styles import find_marks, nested_style

# Gives every entity type of a grammar its label, from the keywords that lead to it.


LONGEST_LABEL = 60
LEAST_BLOCKS = 3
MOST = 0.6
WORDS_OF_BLOCK = 2
OWN_LABELS = frozenset({"Line", "Document", "Device", "Store", "Type", "Entity", "Event", "Snapshot"})
"""Labels of the graph's own nodes, which no learned type may claim."""


def name_entities(places: Sequence[EntityPlace], style: str) -> None:
    """Set `name` of every place, CamelCase and unique per meaning.

    Places with the same keywords in the same surroundings share a label. Where two meanings claim one label, the
    outermost keeps it and the others put their parent's label before it.
    """
    meanings: dict[tuple[object, ...], list[EntityPlace]] = defaultdict(list)
    for place in places:
        meanings[_signature(place)].append(place)
    empty = _empty_words(places)
    claims: dict[str, list[list[EntityPlace]]] = defaultdict(list)
    for group in sorted(meanings.values(), key=lambda group: min(map(_depth, group))):
        for place in group:
            outer = place.parent.name if place.parent and place.inline and style != "flat" else ""
            place.name = outer + _plain_name(place, style, empty)
        claims[group[0].name].append(group)
    for groups in claims.values():
        _tell_apart(groups)
    for place in sorted(places, key=_depth):
        if place.is_entry:
            place.name = (place.parent.name if place.parent else "") + "Entry"


def _signature(place: EntityPlace) -> tuple[object, ...]:
    if place.is_entry:
        return (id(place),)
    if place.container or place.parent is None:
        return (place.words, place.container)
    return (place.words, place.container, _signature(place.parent))


def _depth(place: EntityPlace) -> int:
    return 0 if place.parent is None else 1 + _depth(place.parent)


def _empty_words(places: Sequence[EntityPlace]) -> frozenset[str]:
    """Return the words that tell nothing: one that opens most entities, in several blocks, and the blocks' own."""
    named = [place for place in places if place.words and not place.is_entry]
    found: set[str] = set()
    for word in {place.words[-1] for place in named}:
        blocks = [place.container for place in named if place.words == (word,) and place.container]
        if len({block[-1] for block in blocks}) >= LEAST_BLOCKS and len(blocks) >= MOST * len(named):
            opener = Counter(block[0] for block in blocks if len(block) > 1).most_common(1)
            found |= {word} | {first for first, often in opener if often >= MOST * len(blocks)}
    return frozenset(found)


def _plain_name(place: EntityPlace, style: str, empty: frozenset[str]) -> str:
    directed = len(place.container) > 1 and place.container[-2] in DIRECTIONS
    around = place.container[-2:] if directed else place.container[-1:]
    is_empty = bool(place.container) and not empty.isdisjoint(place.words[-1:])
    if is_empty:
        words = tuple(word for word in place.container if word not in empty)[-WORDS_OF_BLOCK:] or around
    elif place.words and around and singular(around[0].lower()) == singular(place.words[-1].lower()):
        words = place.words  # <interfaces> around every <interface>
    else:
        words = (*around, *place.words)
    if style == "flat" and not is_empty:
        known = [n for n in range(3, len(words) + 1) if tuple(words[-n:]) in read_concepts().keys]
        words = words[-max(known, default=2) :]
    name = camel((*words[:-1], singular(words[-1])))[:LONGEST_LABEL] if words else "Entry"
    return name + "Setting" if name in OWN_LABELS else name


def _tell_apart(groups: list[list[EntityPlace]]) -> None:
    depths = [min(map(_depth, group)) for group in groups]
    keeps = depths.count(min(depths)) == 1 or all(place.parent is None for place in groups[0])
    taken = {groups[0][0].name} if keeps else set()
    for group in groups[1:] if keeps else groups:
        place = group[0]
        before = place.parent.name if place.parent else camel(place.container[-1:])
        name = before + place.name if len(groups) > 1 else place.name
        longer = [words for words in (place.container[-2:], place.container[-3:], place.container) if words]
        names = [name, *(before + camel(words) + camel(place.words[-1:]) for words in longer)]
        numbered = (f"{name}{number}" for number in count(2))
        unique = next(each for each in chain(names, numbered) if each not in taken)
        taken.add(unique)
        for other in group:
            other.name = unique


def camel(words: Sequence[str]) -> str:
    """Join words to CamelCase; a label starts with a letter."""
    parts = [part for word in words for part in re.split(r"[^A-Za-z0-9]+", word) if part]
    name = "".join(part[0].upper() + part[1:].lower() for part in parts)
    return name if name[:1].isalpha() else "Type" + name


def singular(word: str) -> str:
    """Take the plural ending off an English word."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches")):
        return word[:-2]
    kept = word.endswith(("ss", "us", "is")) or re.search(r"[^aeo]ys$|[-_]as$", word)
    return word[:-1] if word.endswith("s") and not kept and len(word) > 3 else word


ENTRY_LISTS = frozenset({"Filter", "FilterEntry", "PrefixList", "RoutePolicy"})
"""Common labels of what is a list of entries with fields, or such an entry."""


def induce_configuration(documents: Sequence[Sequence[str]]) -> InducedParser:
    """Return schema and parser source learned from sample documents of one syntax, each a list of lines."""
    nested = nested_style(documents[0])
    style, lead = (nested, "") if nested else find_marks([line for lines in documents for line in lines])
    grammar, entries = induce_grammar(
        [statements_of(list(lines), style, lead) for lines in documents], style, documents
    )
    table = read_grammar(grammar)
    found = [read_by_grammar(lines, table, style, lead, entries) for lines in documents]
    schema = describe_types(chain.from_iterable(found))
    return InducedParser(schema, render_parser(grammar, style, lead, entries))


def induce_grammar(
    trees: Sequence[list[Statement]], style: str, documents: Sequence[Sequence[str]]
) -> tuple[str, dict[str, str]]:
    """Return the written grammar of documents' statements, and which of its types are lists of entries."""
    first = GrammarLearner(style, Findings(_capitals_are_names(documents)))
    first.learn(trees)
    second = GrammarLearner(style, first.findings())
    grammar = second.learn(trees)
    name_entities(second.places, style)
    entries = {place.name: label for place in second.places if (label := _common_label(place)) in ENTRY_LISTS}
    return render_grammar(grammar), entries


def _common_label(place: EntityPlace) -> str:
    """Return what the field calls what stands at a place; a blank for what it has no word for."""
    above: list[str] = []
    parent = place.parent
    while parent is not None:
        above[:0] = split_words(parent.name)
        parent = parent.parent
    return read_concepts().label_of(above, place.name)


def _capitals_are_names(documents: Sequence[Sequence[str]]) -> bool:
    """True when keywords are written in lower case, so that capitals mark names that people chose."""
    full = (line.split() for lines in documents for line in lines if line.strip())
    leads = [words[0] for words in full if words[0][0].isalpha()]
    return sum(lead == lead.lower() for lead in leads) >= 0.7 * len(leads)
