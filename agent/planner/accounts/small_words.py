"""Small words that change what is asked, each with what tells that a statement heeds it: "on average", "both"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from agent.planner.accounts.used_names import Used

_ORDERED = ("maximum", "minimum", "most_common", "first", "last")
_FEW = r"(?:once|twice|one|two|three|four|five|six|seven|eight|nine|ten)"
_SIZED = r"\b(?:size|count\w*)\b[^,]{0,60}[<>]|[<>]=? *(?:\$|\d)|\bseconds\b"
_ORDINAL = r"second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)"


@dataclass(frozen=True, slots=True)
class Operator:
    """Words of a question, and what tells that a statement heeds them."""

    said: re.Pattern[str]
    heeded: Callable[[Used], bool]


def _operator(said: str, heeded: Callable[[Used], bool]) -> Operator:
    return Operator(re.compile(said, re.IGNORECASE), heeded)


def _has(pattern: str) -> Callable[[Used], bool]:
    read = re.compile(pattern, re.IGNORECASE)
    return lambda used: bool(read.search(used.text))


def _is_ordered(used: Used) -> bool:
    intents = any(one.intent in _ORDERED for one in used.statements)
    return intents or bool(re.search(r"\b(?:max|min)\(|\bDESC\b|\bLIMIT\b", used.text))


def _tells_reason(used: Used) -> bool:
    names = {name for one in used.statements for name in one.columns}
    return any(
        re.search(r"reason|cause|why|error|message|text|event|line|detail|note|comment|description", name)
        for name in names
    )


def _tells_time(used: Used) -> bool:
    return bool(re.search(r"time|date|expir|since|until|creat|chang|day|comment", used.text, re.IGNORECASE))


def _never(used: Used) -> bool:
    return False


OPERATORS = (
    _operator(r"\b(?:on average|average|mean)\b", _has(r"\bavg\(")),
    _operator(r"\bmedian\b", _has(r"percentile|median")),
    _operator(
        r"\b(?:longest|shortest|highest|lowest|largest|smallest|biggest|slowest|fastest|weakest|strongest|"
        r"oldest|newest|latest|earliest|busiest|quietest|greatest|worst|heaviest|fewest)\b",
        _is_ordered,
    ),
    _operator(r"^\s*why\b", _tells_reason),
    _operator(r"^\s*when\b", _tells_time),
    _operator(r"\breach(?:es|able)?\b", _has(r"reach")),
    _operator(r"\bboth\b", lambda used: not used.is_one_reading),
    _operator(
        r"(?<!\bthe )(?<!\bnot )\b(?:only|solely|exclusively)\b(?! (?:one|once)\b)",
        _has(r"\bNOT\b|<>|size\(|count\("),
    ),
    _operator(
        r"\b(?:nobody|no ?one|no-one|nothing|none of)\b", _has(r"\bIS NULL\b|\bNOT EXISTS\b|\bIN had|= 0\b")
    ),
    _operator(r"\b(?:instead of|rather than)\b", _has(r"\bNOT\b|<>")),
    _operator(
        rf"\b(?:(?:more|fewer|less) than {_FEW}|(?:at least|at most|exactly) (?!one\b){_FEW}|twice|thrice|"
        r"repeatedly|multiple)\b",
        _has(_SIZED),
    ),
    _operator(r"\b(?:two|three|several) (?:different|distinct|or more)\b", _has(_SIZED)),
    _operator(
        r"\b(?:larger|bigger|higher|lower|smaller|longer|shorter|faster|slower|older|newer|greater|more|less|fewer|"
        r"earlier|later) than (?!\d)",
        lambda used: used.compares,
    ),
    _operator(
        r"\b(?:most|least|more|less) (?:data|traffic|bytes|bandwidth|volume|memory|space|power|time)\b",
        _has(r"\b(?:sum|max|min|avg)\(|ORDER BY (?!count\b)[^,]*DESC"),
    ),
    _operator(r"\b(?:shar(?:e|es|ed|ing)|in common)\b", _never),
    _operator(
        r"\b(?:later|afterwards?|subsequently|previously|beforehand)\b", _has(r"timestamp [<>]|ordinal [<>]")
    ),
    _operator(
        r"^\s*(?:is|are|do|does|did|was|were|has|have|can)\b.*\b(?:everywhere|all|every|each)\b", _never
    ),
    _operator(
        r"\b(?:is|are|was|were|can|has|have|exists?|present|configured|defined|used|seen|log in|runs?)\b.*"
        r"\b(?:on|in|to|at|by) (?:all|every)\b",
        _never,
    ),
    _operator(
        r"\b(?:within|at (?:least|most)|under|over) (?:the next |an? )?(?:\d+|one|two|three|four|five|six|seven|eight|"
        r"nine|ten|twelve)? ?(?:second|minute|hour|day|week|month|year)s?\b",
        lambda used: used.compares,
    ),
    _operator(r"\b(?:percent(?:age)?|proportion|fraction|ratio|share) of\b", _has(r" / |\* 100")),
    _operator(r"\bhow (?:many|much) (?:more|fewer|less|longer|later|earlier|higher|lower)\b", _has(r" - ")),
    _operator(
        r"\b(?:in a row|consecutive(?:ly)?|simultaneous(?:ly)?|concurrent(?:ly)?|at the same time)\b", _never
    ),
    _operator(r"\b(?:should|would|ought)\b|^\s*what (?:happens|if)\b", _never),
    _operator(
        r"\b(?:yesterday|today|tonight|nowadays|this (?:morning|afternoon|evening|week|month|year))\b", _never
    ),
    _operator(rf"\b(?:the|which|what) (?:{_ORDINAL})\b", _has(r"\bSKIP\b")),
)
"""Each stands for itself where a name, a value or a note of the statement says it."""
