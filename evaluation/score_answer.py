"""Whether an answer passes its gold question; the checks are necessary, not sufficient. No disk."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.records import Answer
from conversations.strip_marks import strip_marks
from evaluation.match_answer import check_words, expand_ranges, item_pattern, normalize, shows
from evaluation.records import LIST, NEGATIVE, AnswerCost, Gold, ListScore, Score
from evaluation.score_closest import closest_rank, score_citations

LONGEST_ANSWER = 1500
"""Characters without citation marks; a longer answer is a dump, unless the gold answer is that long."""
GOLD_PER_EXTRA = 10
"""One wrong extra is forgiven for so many gold items."""
NO_ANSWER = ("none", "closest", "not_parsed")
DENIALS = ("no", "none", "not", "nothing", "never", "without", "cannot", "absent")

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_NUMBER = re.compile(r"[\d.,:]+")


def score_answer(gold: Gold, answer: Answer, entities: Iterable[str] = ()) -> Score:
    """Judge one answer.

    `entities` are names known in the data set; an answer to a negative question may not claim one of them.
    """
    text = strip_marks(answer.text, (line.path for line in answer.citations))
    reasons = list(check_words(gold, text))
    listed = None
    if gold.kind == NEGATIVE:
        reasons += _judge_negative(gold, answer.status, text, entities)
    else:
        listed = score_list(gold, text)
        reasons += _judge_answered(gold, answer.status, text, listed)
    cited = score_citations(answer.citations, gold.evidence)
    return Score(
        gold,
        answer.text,
        answer.status,
        tuple(reasons),
        listed,
        cited,
        _spent(answer),
        closest_rank(gold, answer),
    )


def _spent(answer: Answer) -> AnswerCost:
    used = (answer.calls, answer.prompt_tokens, answer.completion_tokens)
    return AnswerCost(*used, answer.seconds, answer.waited_s)


def score_list(gold: Gold, text: str) -> ListScore | None:
    """Compare what a text names with the gold items and the universe; None when the gold is no list.

    An item of several words is named when each of them is. Wrong extras are items of the universe that
    stand in no gold item; where one name is a part of another, only the longer counts.
    """
    if gold.kind != LIST and not gold.universe:
        return None
    plain = expand_ranges(normalize(text))
    found = tuple(item for item in gold.items if all(shows(plain, part) for part in _parts(item)))
    missing = tuple(item for item in gold.items if item not in found)
    return ListScore(found, missing, _extras(gold, plain))


def _parts(item: str) -> list[str]:
    return [part for part in (word.strip("(),;:") for word in item.split()) if part]


def _extras(gold: Gold, plain: str) -> tuple[str, ...]:
    right = normalize(" \n ".join([*gold.items, *gold.must_contain]))
    extras = []
    for item in sorted({*gold.universe, *gold.items}, key=lambda name: (-len(name), name)):
        plain, named = item_pattern(item).subn(" ", plain)
        if named and item in gold.universe and not shows(right, item):
            extras.append(item)
    return tuple(extras)


def _judge_answered(gold: Gold, status: str, text: str, listed: ListScore | None) -> Iterable[str]:
    if status != "answered":
        yield f"status is {status!r}, expected 'answered'"
    if len(text) > LONGEST_ANSWER and len(gold.text) < LONGEST_ANSWER:
        yield f"answer has {len(text)} characters, at most {LONGEST_ANSWER} are allowed"
    if listed is None:
        return
    if gold.kind == LIST and listed.missing:
        yield f"does not name {', '.join(listed.missing)}"
    if len(listed.extras) > len(gold.items) // GOLD_PER_EXTRA:
        yield f"names wrong extras: {', '.join(listed.extras)}"


def _judge_negative(gold: Gold, status: str, text: str, entities: Iterable[str]) -> Iterable[str]:
    if status not in NO_ANSWER:
        yield f"status is {status!r}, expected {' or '.join(map(repr, NO_ANSWER))}"
    claimed = _claims(gold, text, entities)
    if claimed:
        yield f"claims {', '.join(claimed)}"


def _claims(gold: Gold, text: str, entities: Iterable[str]) -> list[str]:
    """List the entities, other than the question's own, that a sentence names without a word of denial."""
    asked = normalize(gold.question)
    denials = [*DENIALS, *(word for group in gold.any_of for word in group)]
    names = [name for name in entities if not _NUMBER.fullmatch(name) and not shows(asked, name)]
    claims = []
    for sentence in _SENTENCE_END.split(text):
        plain = normalize(sentence)
        if not any(shows(plain, word) for word in denials):
            claims += [name for name in names if shows(plain, name)]
    return sorted(set(claims))
