"""Nouns that are only the begin of names: "which tunnels" are the interfaces Tunnel1 and Tunnel2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.planner.configurations.inventories import Told
from agent.planner.plan_records import Condition, Target
from agent.planner.scope import Scope
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import ROOT, Label
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

_NUMBERED = re.compile(r"[A-Za-z][A-Za-z-]*\d[\d/.:-]*")
_SHORTEST = 3


def numbered_kinds(scope: Scope, inside: Sequence[Word]) -> Iterator[Label]:
    """List the labels whose entities have names that begin with a noun, and a number behind."""
    noun = _noun(scope, inside)
    for label in scope.lexicon.things if noun else ():
        if noun and label.name != ROOT and has_key(label) and _begins(scope, label, noun):
            yield label


def told_of_names(scope: Scope, target: Target) -> list[Told]:
    """Read the noun that is asked for as the begin of the target's names."""
    label = scope.lexicon.labels.get(target.label)
    if label is None or label.name == ROOT or not has_key(label):
        return []
    for phrase in scope.asked.phrases[:1]:
        noun = _noun(scope, scope.at(phrase.positions))
        if noun and _begins(scope, label, noun):
            held = Condition(label.name, "key", "starts", (_singular(noun),))
            return [Told(held, frozenset({noun.index}))]
    return []


def _noun(scope: Scope, inside: Sequence[Word]) -> Word | None:
    """Return the last noun, where no label is called so."""
    noun = inside[-1] if inside else None
    if noun is None or noun.index not in scope.content or len(noun.stem) < _SHORTEST:
        return None
    called = any(match_words(label.words, [noun]).positions for label in scope.lexicon.things)
    return None if called else noun


def _begins(scope: Scope, label: Label, noun: Word) -> bool:
    numbered = any(_NUMBERED.fullmatch(str(key)) for key in label.properties["key"].examples)
    return numbered and scope.look_up.begins(label.name, _singular(noun))


def _singular(noun: Word) -> str:
    text = noun.text.lower()
    return text[:-1] if text.endswith("s") and not text.endswith("ss") else text
