"""What things lack in words that weigh nothing elsewhere: "with no IP address", "without a name"."""

from __future__ import annotations

from agent.planner.plan_records import Condition, Target
from agent.planner.scope import Scope
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Property
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

_LACKS = frozenset({"no", "without", "lack", "lacks", "lacking", "missing"})
_HAVE = frozenset({"have", "has", "having"})


def lacked_property(scope: Scope, target: Target) -> Condition | None:
    """Return the denial of the target's property that the words right behind a "no" name; None for none."""
    label = scope.lexicon.labels.get(target.label)
    if label is None or label.name == ROOT or target.property or not scope.asked.negations:
        return None
    words = _behind(scope)
    named = [
        (matched.missed, -sum(matched.positions.values()), found.name, found)
        for found in label.properties.values()
        if _may_lack(found) and (matched := match_words(found.words, words)).positions
    ]
    whole = sorted(one for one in named if one[0] == 0)
    if not words or not whole:
        return None
    return Condition(label.name, whole[0][2], "present", negated=True)


def _may_lack(found: Property) -> bool:
    return found.name not in HEADER | INTERNAL and not found.is_flag


def _behind(scope: Scope) -> list[Word]:
    """Return the words right behind "no" or "not have", up to a value or a word that only builds sentences."""
    start = scope.asked.negations[0]
    behind = scope.tokens[start + 1].text.lower() if start + 1 < len(scope.tokens) else ""
    if scope.tokens[start].text.lower() not in _LACKS and behind not in _HAVE:
        return []
    words: list[Word] = []
    for token in scope.tokens[start + 1 :]:
        if not isinstance(token, Word) or token.sort == "break":
            break
        if token.sort == "function":
            if words:
                break
            continue
        words.append(token)
    return words
