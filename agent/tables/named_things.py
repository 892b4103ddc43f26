"""Tells which words of a question describe a configured thing, and by which names logs call it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.reader.english import stem
from agent.reader.kinds import ROOT
from agent.reader.question_terms import Term
from agent.reader.record_words import wide_query
from agent.reader.things import Thing, share_in
from agent.render.draft import show_cell
from agent.value_index import escape_term
from reading.spoken_names import label_words

CHOSEN = re.compile(r"(?=.*[A-Za-z])(?=.*[A-Z\d_.-])[\w./:-]{3,60}")
"""A name that somebody chose, or an interface: no word of a make, no number."""


def is_described(thing: Thing, term: Term) -> bool:
    """Tell whether a word, no value, is one of those that a thing is called or described by."""
    texts = (thing.key, thing.parent, *map(show_cell, thing.values.values()))
    return not term.is_value and any(share_in(text, term) for text in texts)


def numbered_queries(thing: Thing) -> Iterator[str]:
    """Yield the search for lines that have a thing's number beside a word for its kind: cfgpath="firewall.policy"."""
    if thing.key.isdecimal() and thing.type not in ("", ROOT):
        word = label_words(thing.type).split()[-1]
        yield f"({escape_term(thing.key)} AND {wide_query(Term(word, {stem(word): 1.0}))})"


def logged_names(thing: Thing) -> Iterator[str]:
    """Yield the names by which a log may call a thing: its own, with its parent's; where it has none, the parent's."""
    names = (
        [thing.key, f"{thing.parent}.{thing.key}"]
        if thing.key and thing.parent
        else [thing.key or thing.parent]
    )
    names += [] if "/" in thing.key or thing.parent_type in ("", ROOT) else [thing.parent]
    yield from (name for name in names if CHOSEN.fullmatch(name))
