"""Adds to the kinds of log records what their mnemonics say: "IFD-4-PORTDOWN" says port and down."""

from __future__ import annotations

import re
from collections.abc import Container
from copy import copy
from dataclasses import replace

from agent.reader.english import aliases, function_words, generic_words, split_name, stem
from agent.planner.words.lexicon import HEADER, INTERNAL, Label, Lexicon

_MNEMONIC = re.compile(r"%?[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)+:?")
_SHORTEST, _TELLING, _REST = 2, 4, 3
"""A word in a joined one has so many letters; one beside what is no word has more, and that has few."""
_SURE_ENDING = "down"
_CONTRARY = (frozenset({"up", "down"}), frozenset({"on", "off"}), frozenset({"open", "clos"}))


def with_mnemonics(lexicon: Lexicon) -> Lexicon:
    """Return a lexicon whose kinds of records also say the words of the mnemonic that all their records have."""
    known = function_words() | generic_words() | {word for one in lexicon.events for word in _own_words(one)}
    said = copy(lexicon)
    said.labels = {name: _with_mnemonic(label, known) for name, label in lexicon.labels.items()}
    for kept in ("events", "things", "said_by"):
        said.__dict__.pop(kept, None)
    return said


def mnemonics(label: Label) -> tuple[str, ...]:
    """Return the values in capitals, of several parts, that all records of a kind have."""
    if not label.is_event:
        return ()
    return tuple(
        str(found.examples[0])
        for found in label.properties.values()
        if found.name not in HEADER | INTERNAL
        and found.distinct == 1
        and found.count == label.count
        and _MNEMONIC.fullmatch(str(next(iter(found.examples), "")))
    )


def _with_mnemonic(label: Label, known: Container[str]) -> Label:
    words = {word for text in mnemonics(label) for part in split_name(text) for word in _words(part, known)}
    if any(both <= words for both in _CONTRARY):
        return label
    return replace(label, template_words=label.template_words | words) if words else label


def _words(part: str, known: Container[str]) -> frozenset[str]:
    """Return the stems of the words that are joined in a part without a sign."""
    if part.isdigit():
        return frozenset()
    found = {stem(part)}
    for place in range(_SHORTEST, len(part) - _SHORTEST + 1) if not _is_word(part, known) else ():
        first, last = part[:place], part[place:]
        if _is_word(first, known) and _is_word(last, known):
            found |= {stem(first), stem(last)}
        elif last == _SURE_ENDING:
            found.add(last)
        elif _tells(first, last, known):
            found.add(stem(first))
        elif _tells(last, first, known):
            found.add(stem(last))
    return frozenset(found)


def _is_word(part: str, known: Container[str]) -> bool:
    return part in known or len(aliases(stem(part))) > 1


def _tells(word: str, rest: str, known: Container[str]) -> bool:
    """Tell whether a part is a word with an abbreviation beside it: "LOGINOK"."""
    return len(word) >= _TELLING and len(rest) <= _REST and _is_word(word, known)


def _own_words(label: Label) -> frozenset[str]:
    template = label.properties.get("template")
    examples = template.examples if template else ()
    return frozenset(part for text in examples for part in split_name(str(text)))
