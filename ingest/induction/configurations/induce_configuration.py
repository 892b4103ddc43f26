"""Induces a parser for one configuration syntax from sample files, without a model."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.concepts.common_labels import read_concepts, split_words
from ingest.induction.configurations.describe_types import describe_types
from ingest.induction.configurations.find_style import find_marks, nested_style
from ingest.induction.configurations.grammar import EntityPlace, Findings, GrammarLearner
from ingest.induction.configurations.name_entities import name_entities
from ingest.induction.configurations.parser_parts.grammar_tree import read_grammar
from ingest.induction.configurations.parser_parts.records import parse_lines
from ingest.induction.configurations.parser_parts.say_pieces import statements_of
from ingest.induction.configurations.render_parser import render_grammar, render_parser
from ingest.induction.records import InducedParser

ENTRY_LISTS = frozenset({"Filter", "FilterEntry", "PrefixList", "RoutePolicy"})
"""Common labels of what is a list of entries with fields, or such an entry."""


def induce_configuration(documents: Sequence[Sequence[str]]) -> InducedParser:
    """Return schema and parser source learned from sample documents of one syntax, each a list of lines."""
    nested = nested_style(documents[0])
    style, lead = (nested, "") if nested else find_marks([line for lines in documents for line in lines])
    trees = [statements_of(list(lines), style, lead) for lines in documents]
    capitals = capitals_are_names(documents)
    first = GrammarLearner(style, capitals, Findings())
    first.learn(trees)
    second = GrammarLearner(style, capitals, first.findings())
    grammar = second.learn(trees)
    name_entities(second.places, style)
    entries = {place.name: label for place in second.places if (label := common_label(place)) in ENTRY_LISTS}
    table = read_grammar(render_grammar(grammar))
    records = [
        record for lines in documents for record in parse_lines(list(lines), table, style, lead, entries)
    ]
    return InducedParser(
        schema=describe_types(records),
        split_source="",
        parse_source=render_parser(grammar, style, lead, entries),
    )


def common_label(place: EntityPlace) -> str:
    """Return what the field calls what stands at a place; a blank for what it has no word for."""
    above: list[str] = []
    parent = place.parent
    while parent is not None:
        above[:0] = split_words(parent.name)
        parent = parent.parent
    return read_concepts().label_of(above, place.name)


def capitals_are_names(documents: Sequence[Sequence[str]]) -> bool:
    """True when keywords are written in lower case, so that capitals mark names that people chose."""
    leads = [
        line.split()[0] for lines in documents for line in lines if line.strip() and line.strip()[0].isalpha()
    ]
    return sum(lead == lead.lower() for lead in leads) >= 0.7 * len(leads)
