"""Scores answers and closest lines against gold questions; the checks are necessary, not sufficient. No disk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from agent.records import Answer, ClosestLine
from conversations.records import strip_marks
from evaluation.records import (
    LIST,
    NEGATIVE,
    AnswerCost,
    CitationScore,
    Gold,
    GoldEvidence,
    ListScore,
    NumberRange,
    Score,
)
from graph_store.records import SourceLine

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
    listed = None if gold.kind == NEGATIVE else score_list(gold, text)
    if gold.kind == NEGATIVE:
        reasons = _judge_negative(gold, answer.status, text, entities)
    else:
        reasons = _judge_answered(gold, answer.status, text, listed)
    used = (answer.calls, answer.prompt_tokens, answer.completion_tokens)
    return Score(
        gold,
        answer.text,
        answer.status,
        (*check_words(gold, text), *reasons),
        listed,
        score_citations(answer.citations, gold.evidence),
        AnswerCost(*used, answer.seconds, answer.waited_s),
        closest_rank(gold, answer),
    )


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
    right = normalize(" \n ".join([*gold.items, *gold.must_contain]))
    extras = []
    for item in sorted({*gold.universe, *gold.items}, key=lambda name: (-len(name), name)):
        plain, named = item_pattern(item).subn(" ", plain)
        if named and item in gold.universe and not shows(right, item):
            extras.append(item)
    return ListScore(found, missing, tuple(extras))


def _parts(item: str) -> list[str]:
    return [part for part in (word.strip("(),;:") for word in item.split()) if part]


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
    """Find a wrong status, and entities, not of the question, that a sentence names without a word of denial."""
    if status not in NO_ANSWER:
        yield f"status is {status!r}, expected {' or '.join(map(repr, NO_ANSWER))}"
    asked = normalize(gold.question)
    denials = [*DENIALS, *(word for group in gold.any_of for word in group)]
    names = [name for name in entities if not _NUMBER.fullmatch(name) and not shows(asked, name)]
    claims: set[str] = set()
    for plain in map(normalize, _SENTENCE_END.split(text)):
        if not any(shows(plain, word) for word in denials):
            claims.update(name for name in names if shows(plain, name))
    if claims:
        yield f"claims {', '.join(sorted(claims))}"


# Whether an answer's text shows what a gold question asks for: word checks and number ranges, no disk.


NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
INTERFACE_NAMES = {"gi": "gigabitethernet", "eth": "ethernet", "lo": "loopback", "po": "port-channel"}
SECONDS = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60}

_WORD = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_NUMBER_WORD = re.compile(rf"(?<![^\W_])(?<!-)({_WORD})(?![^\W_])(?!-(?:{_WORD})\b)")
_GROUPED_NUMBER = re.compile(r"(?<![\d.,:])\d{1,3}(?:,\d{3})+(?![\d,])")
_SHORT_INTERFACE = re.compile(rf"(?<![^\W_])({'|'.join(INTERFACE_NAMES)})(?=\d)")
_BARE_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ADDRESS = r"(\d{1,3}\.\d{1,3}\.\d{1,3})\.(\d{1,3})"
_ADDRESS_RANGE = re.compile(
    rf"(?<![\d.]){_ADDRESS}\s*(?:-|\u2013|\.\.|…|to|through|until)\s*{_ADDRESS}(?![\d.]*\d)"
)
_MEASURE = re.compile(r"(?<![^\W_])(?<!\d[.:])(\d+(?:\.\d+)?)(?![.:]?\d)\s?([^\W\d_]*)")


def normalize(text: str) -> str:
    """Write text the way the checks compare it: lower case, plain numbers, long interface names."""
    plain = text.lower().replace("`", "").replace("*", "")
    plain = _GROUPED_NUMBER.sub(lambda match: match[0].replace(",", ""), plain)
    plain = _NUMBER_WORD.sub(lambda match: str(NUMBER_WORDS.index(match[1])), plain)
    return _SHORT_INTERFACE.sub(lambda match: INTERFACE_NAMES[match[1]], plain)


def item_pattern(item: str) -> re.Pattern[str]:
    """Compile the pattern that finds `item` in a normalized text.

    A bare number stands alone: no digit, and no point with a digit, next to it. Any other item touches no
    letter or digit; a trailing `*` allows any ending.
    """
    open_ended = item.endswith("*")
    plain = normalize(item)
    if _BARE_NUMBER.fullmatch(plain):
        before, after = r"(?<!\d)(?<!\d\.)", r"(?!\d)(?!\.\d)"
    else:
        before, after = r"(?<![^\W_])", r"(?![^\W_])"
    return re.compile(before + re.escape(plain) + ("" if open_ended else after))


def shows(text: str, item: str) -> bool:
    """Tell whether a normalized text shows the item."""
    return item_pattern(item).search(text) is not None


def expand_ranges(text: str) -> str:
    """Append the addresses between the ends of every "10.0.0.1 to 10.0.0.9" of a normalized text."""
    members: list[str] = []
    for network, first, other, last in _ADDRESS_RANGE.findall(text):
        if network == other and int(last) <= 255:
            members += [f"{network}.{host}" for host in range(int(first), int(last) + 1)]
    return " ".join([text, *members])


def in_range(text: str, wanted: NumberRange) -> bool:
    """Tell whether some number of a normalized text lies in the range; times are converted."""
    for number, word in _MEASURE.findall(text):
        value, scale = float(number), SECONDS.get(word) or SECONDS.get(word.removesuffix("s"))
        if scale and wanted.unit in SECONDS:
            value = value * scale / SECONDS[wanted.unit]
        if wanted.low <= value <= wanted.high:
            return True
    return False


def check_words(gold: Gold, text: str) -> tuple[str, ...]:
    """Say what an answer's text lacks or shows wrongly by the gold's word checks; nothing when they hold."""
    plain = normalize(text)
    problems = [f"does not show {item!r}" for item in gold.must_contain if not shows(plain, item)]
    problems += [
        f"shows none of {', '.join(map(repr, group))}"
        for group in gold.any_of
        if not any(shows(plain, item) for item in group)
    ]
    problems += [
        f"has no number from {wanted.low:g} to {wanted.high:g} {wanted.unit}".rstrip()
        for wanted in gold.numeric
        if not in_range(plain, wanted)
    ]
    problems += [f"shows {item!r}" for item in gold.must_not_contain if shows(plain, item)]
    return tuple(problems)


# How an answer's citations compare with the lines that prove the gold answer; no disk.


LONG_EVIDENCE_LINES = 10
"""More gold lines than this, over all files, are long evidence: nobody wants all of them beside an answer."""
END_LINES = 3
"""An answer shows an end of long evidence when it cites one of so many lines there."""


def score_citations(
    citations: Sequence[SourceLine], evidence: Sequence[GoldEvidence]
) -> CitationScore | None:
    """Compare citations with gold lines; None when there are none, or only the first are known.

    Recall is the share of the gold lines that are cited. Long evidence (more than LONG_EVIDENCE_LINES) counts
    as wholly cited when one of its first and one of its last END_LINES lines are, in the order of `evidence`:
    this is how an answer about hundreds of lines cites them. `recall_strict` does without that rule. The same
    line cited twice counts once.
    """
    gold = [(each.file, number) for each in evidence for number in each.line_numbers]
    if not gold or any(each.truncated for each in evidence):
        return None
    cited = {(line.path, line.number) for line in citations}
    proven = [place for place in gold if any(_same_place(place, mark) for mark in cited)]
    right = sum(any(_same_place(place, mark) for place in gold) for mark in cited)
    strict = len(proven) / len(gold)
    return CitationScore(
        precision=right / len(cited) if cited else None,
        recall=1.0 if _shows_both_ends(gold, proven) else strict,
        recall_strict=strict,
    )


def same_file(one: str, other: str) -> bool:
    """Tell whether two relative paths name one file: the shorter is the end of the longer, in whole parts."""
    short, long = sorted((PurePosixPath(one).parts, PurePosixPath(other).parts), key=len)
    return bool(short) and long[-len(short) :] == short


def _same_place(one: tuple[str, int], other: tuple[str, int]) -> bool:
    return one[1] == other[1] and same_file(one[0], other[0])


def _shows_both_ends(gold: Sequence[tuple[str, int]], proven: Sequence[tuple[str, int]]) -> bool:
    ends = gold[:END_LINES], gold[-END_LINES:]
    return len(gold) > LONG_EVIDENCE_LINES and all(any(place in proven for place in end) for end in ends)


# Whether the closest lines of an answer show the gold answer, and among how many of them.


_ISO = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)Z?")
FIRST, SECOND = 5, 10
"""Of the closest lines, so many are looked at."""


def closest_rank(gold: Gold, answer: Answer) -> int:
    """Return how many of the closest lines show the gold answer, with what was answered of it; 0 when they do not.

    Shown are lines with their files and counts, as a person sees them. Where the gold has words to look for, all of
    them have to be there; else each gold item; else one line of the evidence.
    """
    for count in range(1, min(len(answer.closest), SECOND) + 1):
        if _shows_answer(gold, answer.text if answer.citations else "", answer.closest[:count]):
            return count
    return 0


def _shows_answer(gold: Gold, text: str, closest: tuple[ClosestLine, ...]) -> bool:
    shown = text
    for one in closest:
        alike = f" ({one.count} alike)" if one.count > 1 else ""
        shown += "\n" + f"{one.path}{alike}\n" + _ISO.sub(r"\1 \2 ", one.text)
    if gold.must_contain or gold.any_of or gold.numeric:
        return not check_words(replace(gold, must_not_contain=()), shown)
    if gold.items:
        plain = normalize(shown)
        return all(shows(plain, part) for item in gold.items for part in item.split())
    return any(
        line.number in each.line_numbers and same_file(line.path, each.file)
        for one in closest
        for line in one.lines
        for each in gold.evidence
    )
