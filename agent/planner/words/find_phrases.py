"""Finds the phrases of a question that name what is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.reader.english import NUMBER_WORDS, stem
from agent.planner.words.question_words import Mention, Word

PhraseSort = Literal["thing", "time", "place", "duration", "extra"]
Tokens = Sequence[Word | Mention]

_TRIGGERS = frozenset(
    [
        "which",
        "what",
        "whose",
        "list",
        "show",
        "name",
        "give",
        "many",
        "number",
        "count",
        "enumerate",
        "find",
        "display",
        "tell",
        "is",
        "are",
        "was",
        "were",
        "does",
        "do",
        "did",
        "has",
        "have",
        "how",
        "get",
        "print",
    ]
)
_STARTERS = frozenset(
    [
        "the",
        "a",
        "an",
        "all",
        "any",
        "every",
        "each",
        "some",
        "of",
        "most",
        "is",
        "are",
        "was",
        "were",
        "me",
        "us",
        "there",
        "do",
        "does",
        "did",
        "and",
        "both",
        "distinct",
        "unique",
        "different",
        "were",
    ]
)
_VAGUE = frozenset(
    stem(word)
    for word in ["type", "kind", "sort", "list", "number", "set", "count", "value", "amount", "total"]
)
_VERBS = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "does",
        "do",
        "did",
        "has",
        "have",
        "name",
        "count",
        "number",
        "find",
        "list",
        "show",
    ]
)
_QUESTION = frozenset(
    [
        "which",
        "what",
        "whose",
        "how",
        "when",
        "where",
        "who",
        "in",
        "on",
        "at",
        "is",
        "are",
        "was",
        "do",
        "does",
        "did",
        "with",
    ]
)


_ORDERS = frozenset(["first", "last", "latest", "earliest", "recent", "newest", "oldest", "final"])
_TIMES = frozenset(map(stem, ("second", "minute", "hour", "day", "week", "month", "year")))
_SEVERAL = NUMBER_WORDS[1:]


@dataclass(frozen=True, slots=True)
class Phrase:
    """The token positions of one thing that is asked for."""

    positions: tuple[int, ...]
    sort: PhraseSort = "thing"


def find_phrases(tokens: Tokens, through_names: bool = False) -> tuple[Phrase, ...]:
    """List what a question asks for; behind "top 3" stands the only thing.

    With `through_names` a value among the nouns does not end them: "which worker error state".
    """
    top = top_number(tokens)
    if top is not None:
        groups, _ = noun_groups(tokens, top[0] + 1)
        return tuple(Phrase(positions) for positions in groups)
    found: list[Phrase] = []
    position = 0
    while position < len(tokens):
        word = lower_word(tokens, position)
        sort: PhraseSort | None = None
        start = position + 1
        if word == "when" or _asks_time(tokens, position):
            found.append(Phrase((), "time"))
        elif word == "where":
            found.append(Phrase((), "place"))
        elif word == "how" and lower_word(tokens, start) == "long":
            found.append(Phrase((start,), "duration"))
        elif word in _TRIGGERS and _is_function(tokens, position) and (position == 0 or word not in _VERBS):
            sort = "thing"
        elif word in ("their", "its", "including") and position > 0:
            sort = "extra"
        if sort is None:
            position += 1
            continue
        groups, end = noun_groups(tokens, start, through_names)
        for index, positions in enumerate(groups):
            found.append(Phrase(positions, sort if index == 0 or sort == "extra" else "thing"))
        position = max(end, position + 1) if groups else position + 1
    if not any(one.positions for one in found) and not any(one.sort != "thing" for one in found):
        groups, _ = noun_groups(tokens, 0)
        return tuple(Phrase(positions) for positions in groups[:1])
    return tuple(found)


def top_number(tokens: Tokens) -> tuple[int, int] | None:
    """Return where the number of "top 3" stands, and the number."""
    for token in tokens[1:]:
        if lower_word(tokens, token.index - 1) != "top":
            continue
        text = token.text.lower()
        if text in _SEVERAL or (isinstance(token, Mention) and text.isdigit() and int(text) > 0):
            return token.index, _SEVERAL.index(text) + 2 if text in _SEVERAL else int(text)
    return None


def order_number(tokens: Tokens) -> tuple[int, int] | None:
    """Return where the number of "the last 3" stands, and the number; not that of a time: "the last 3 hours"."""
    for token in tokens[1:-1]:
        text = token.text.lower()
        counted = text in _SEVERAL or (isinstance(token, Mention) and text.isdigit() and int(text) > 0)
        behind = tokens[token.index + 1]
        if counted and lower_word(tokens, token.index - 1) in _ORDERS and isinstance(behind, Word):
            if behind.stem in _TIMES:
                return None
            return token.index, _SEVERAL.index(text) + 2 if text in _SEVERAL else int(text)
    return None


def many_in_order(tokens: Tokens) -> int:
    """Return how many of the first or last are asked for."""
    found = order_number(tokens)
    return found[1] if found else 1


def _asks_time(tokens: Tokens, position: int) -> bool:
    """Tell whether "what time" asks when something happened: "at what time", "what time was"."""
    if lower_word(tokens, position) not in ("what", "which") or lower_word(tokens, position + 1) != "time":
        return False
    after = lower_word(tokens, position + 2)
    return lower_word(tokens, position - 1) == "at" or after in ("is", "was", "were", "did", "does")


def noun_groups(tokens: Tokens, start: int, through_names: bool = False) -> tuple[list[tuple[int, ...]], int]:
    """Collect the words behind a question word up to a preposition or a mention; "and" starts another group."""
    groups: list[tuple[int, ...]] = []
    group: list[int] = []
    position = start
    while position < len(tokens):
        token = tokens[position]
        open_group = not group and (isinstance(token, Mention) and token.maybe)
        if isinstance(token, Mention) and (
            open_group
            or (not group and _is_before_noun(tokens, position))
            or (through_names and _are_before_noun(tokens, position))
        ):
            position += 1
            continue
        if isinstance(token, Mention) or token.sort == "break":
            break
        word = token.text.lower()
        if (
            token.sort == "function"
            and word == "and"
            and group
            and lower_word(tokens, position + 1) not in _QUESTION
        ):
            groups.append(tuple(group))
            group = []
        elif token.sort == "function":
            vague = all(_stem(tokens, index) in _VAGUE for index in group)
            if group and not (vague and word in ("of", "the", "all", "different", "distinct", "unique")):
                break
            if not group and word not in _STARTERS and word not in ("of", "many", "distinct", "unique"):
                break
            if vague and word == "of":
                group = []
        else:
            group.append(position)
        position += 1
    if group:
        groups.append(tuple(group))
    return groups, position


def _is_before_noun(tokens: Tokens, position: int) -> bool:
    """Tell whether a noun follows a mention: "leaf1's interfaces"."""
    behind = tokens[position + 1] if position + 1 < len(tokens) else None
    return isinstance(behind, Word) and behind.sort in ("generic", "content")


def _are_before_noun(tokens: Tokens, position: int) -> bool:
    """Tell whether a noun follows a mention and others right behind it."""
    after = position + 1
    while after < len(tokens) and isinstance(tokens[after], Mention):
        after += 1
    return _is_before_noun(tokens, after - 1)


def _is_function(tokens: Tokens, position: int) -> bool:
    token = tokens[position]
    return (
        isinstance(token, Word) and not token.text.isupper() and (token.sort == "function" or position == 0)
    )


def lower_word(tokens: Tokens, position: int) -> str:
    if not 0 <= position < len(tokens):
        return ""
    token = tokens[position]
    return token.text.lower() if isinstance(token, Word) else ""


def _stem(tokens: Tokens, position: int) -> str:
    token = tokens[position]
    return token.stem if isinstance(token, Word) else ""
