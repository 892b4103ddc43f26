"""Tells what a question asks of configurations, that log records with a word of it do not say."""

from __future__ import annotations

import re

from agent.planner.plan_records import Meaning
from agent.planner.scope import LOG_STEMS, RECORD_STEMS, Scope
from agent.reader.english import stem
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import ROOT, Label
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

_STATE = re.compile(
    r"\b(?:is|are|has|have|with|without)\b[^?.,]*?\b(?P<state>enabled|disabled|configured|assigned)\b",
    re.IGNORECASE,
)
_HAS_MOST = re.compile(
    r"\b(?:which|what) (?P<owner>[\w -]+?) (?:has|have|with) the (?:most|fewest|least) (?P<part>\w+)",
    re.IGNORECASE,
)


def is_asked_of_configurations(scope: Scope, event: Meaning) -> bool:
    """Tell whether a state or number of things is asked for that the records of a reading say nothing of."""
    if any(word.stem in LOG_STEMS | RECORD_STEMS for word in scope.words):
        return False
    kinds = [scope.lexicon.labels[name] for name in event.labels]
    said = {word for kind in kinds for word in (*kind.words, *kind.template_words)}
    said |= {part for one in event.conditions for value in one.values for part in str(value).lower().split()}
    state = _STATE.search(scope.text)
    if state is not None:
        return not any(
            word.stem in said or word.text.lower() in said for word in _spoken(scope, state["state"])
        )
    most = _HAS_MOST.search(scope.text)
    if most is None:
        return False
    parts = _spoken(scope, most["part"])
    return (
        _names_thing(scope, parts)
        and _names_thing(scope, _spoken(scope, most["owner"]))
        and not any(word.stem in _told(kind) for kind in kinds for word in parts)
    )


def _told(kind: Label) -> set[str]:
    """Return the stems of the words that the records of a kind write for themselves: "Vlan110" is none."""
    examples = (
        str(one)
        for name in ("template", "message")
        if name in kind.properties
        for one in kind.properties[name].examples
    )
    return {stem(word) for text in examples for word in re.findall(r"\w+", text.lower())}


def _spoken(scope: Scope, text: str) -> list[Word]:
    parts = set(re.findall(r"\w+", text))
    return [word for word in scope.words if word.text in parts]


def _names_thing(scope: Scope, words: list[Word]) -> bool:
    """Tell whether words are the whole name of a kind of thing that was read from configurations."""
    return bool(words) and any(
        label.name != ROOT and has_key(label) and not matched.missed and len(matched.positions) == len(words)
        for label in scope.lexicon.things
        for matched in [match_words(label.words, words)]
    )
