"""Sorts the words of a question about log records: what selects them, what is asked of them, what only asks. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType

from agent.question_times import WEEKDAY
from agent.reader.candidate_lines import term_query
from agent.reader.english import aliases, operations, stem, word_list, word_table
from agent.reader.fact import SURE, says
from agent.reader.parse_question import TOKEN, ParsedQuestion
from agent.reader.question_terms import Term, fits_value, read_terms, token_stems
from graph_store.text_search.tokenize_line import search_tokens

MEANT, NAMED = 0.75, 0.5
"""What an alias must weigh for a line to say the same in another word, and for a word to name a field."""
_HEAD = re.compile(r"\b(which|what|who|top|how many|number of|from where|per|by(?: each)?)\b", re.IGNORECASE)
_FIELDS = {"who": "user", "from where": "source"}
_JOIN = re.compile(
    r"\band\s+(?=(?:(?:from|to|by|on|at|for|with|the|what|which)\s+)*(?:who|whats?|which|when|where|how|number|count|top|most|first|last)\b)",
    re.IGNORECASE,
)
"""An "and" behind which something else is asked of the same records."""
_COUNTS = re.compile(r"\bhow (?:many|often)\b|\bnumber of\b")
CAPITAL = re.compile(r"(?<=\s)[A-HJ-Z](?=[\s?.!,]|$)")
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)|\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4}")


@dataclass(frozen=True, slots=True)
class RecordWords:
    """What a question asks of records: `intent` is "count", "when", "what", "first", "last", "span", "list" or "top".

    `selecting` have to be said by each record, `counted` are those of them that name what is counted, each of `heads`
    names a field that is asked for, `asking` may not tell records apart.
    `naming` say of which field a value is that stands behind them: "user root"; by that value. With `swings` is asked
    when something went down and came back.
    """

    intent: str
    selecting: tuple[Term, ...]
    counted: tuple[Term, ...] | None
    heads: tuple[tuple[Term, ...], ...]
    asking: tuple[Term, ...]
    naming: Mapping[str, Term]
    swings: bool


Fields = Mapping[str, frozenset[str]]
"""The fields that records have, with the stems that name them."""


def read_record_words(
    asked: ParsedQuestion,
    fields: Fields,
    is_device: Callable[[Term], object],
    holding: Callable[[str], Iterable[str]],
) -> RecordWords | None:
    """Sort the words; None where one of them is none that such questions are made of. `holding` a text are fields."""
    first, *later = _JOIN.split(asked.text)
    spoken = {one.partition("'")[0] for one in re.findall("[a-z']+", " ".join([first, *later]).lower())}
    if asked.since or len(asked.devices) > 1 or (asked.window and asked.window.start):
        return None
    text, later = ", ".join([first, *later]), TOKEN.findall(" ".join(later))
    for token in TOKEN.findall(text):
        if is_device(_word(token, is_value=True)):
            text = text.replace(token, " ", 1)
    read = [one for one in read_terms(text) if not (one.days or is_device(one))]
    terms = [
        one
        for one in read
        if not (asked.window and (_DAY.fullmatch(one.text) or WEEKDAY.fullmatch(one.text)))
    ]
    builds = replace(asked, text=text, terms=tuple(terms)).builds & word_list("function")
    if builds - word_list("asks") - word_list("recorded") - word_list("recorded_too"):
        return None
    terms += [_word(one) for one in sorted(builds & word_list("recorded_too"))]
    letters = (one for one in CAPITAL.findall(text) if one.lower() in word_list("function"))
    terms += [_word(one, is_value=True) for one in letters]
    asking = tuple(one for one in terms if not one.is_value and one.text.lower() in word_list("recorded"))
    rest = [one for one in terms if one not in asking]
    naming = {
        value.text: term
        for term, value in pairwise(rest)
        if f" {term.text} {value.text} " in f" {text.rstrip('?.!')} ".replace('"', "")
        and (known := {} if term.is_value else fields_named(fields, [term]))
        and (value.is_value or not set(known).isdisjoint(holding(value.text)))
    }
    rest = [one for one in rest if one not in naming.values()]
    is_moved = spoken & word_list("moves") and all(one.is_value for one in rest)  # "when did r2 come back"
    swings = bool(spoken & word_list("returns")) and "when" in spoken  # it went down, and came back
    rest = [one for one in rest if not (swings and one.text.lower() in word_list("swings"))]
    intent, counted, heads = _intent(spoken, text.lower()), None, list[Sequence[Term]]()
    if (
        intent in ("last", "span")
        and spoken & {"was", "were"}
        and any(one.text in ("down", "up") for one in rest)
    ):
        return None  # a state lasts, and its last moment is not the record of its beginning
    intent = ("what" if intent == "when" and any(one.is_value for one in rest) else "") if swings else intent
    for word, run in _runs(text, rest):
        head = next((run[:end] for end in range(len(run), 0, -1) if fields_named(fields, run[:end])), [])
        if word in ("how many", "number of"):
            units = [one for one in run if one.text.lower() in word_list("units")]
            counted = counted or tuple(one for one in run if one not in units)
            rest = [one for one in rest if one not in units]
        elif head and fields_named(fields, run[len(head) : len(head) + 1]) and len(head) < len(run):
            return None  # "nas client" is no "nas port"
        elif (head or word in _FIELDS) and intent in ("count", "list", "top"):
            heads.append(head or [_word(_FIELDS[word])])
    rest = [one for one in rest if not any(one in head for head in heads)]
    intent = "list" if intent == "count" and heads else intent
    if intent == "list" and not heads and "what" in spoken and spoken & {"did", "happened"}:
        intent = "what"
    is_known = (intent != "list" or heads) and (intent != "top" or len(heads) == 1)
    if (
        not is_known
        or any(one.text in later for one in rest)
        or any(is_device(_word(one, True)) for one in later)
    ):
        return None  # which records are meant is said before what else is asked of them
    happened = outcomes(one.text for one in rest) or any(one.text.endswith("ed") for one in rest)
    pasts = operations()["past"] | word_list("records") - {"entries"} | {"often", "times", "attempts", "hit"}
    of_things = any(fields_named(fields, [one]) for one in rest if not one.is_value)
    is_past = spoken & pasts or intent == "span" or (intent == "top" and happened and not of_things)
    is_state = spoken & operations()["state"] or not (happened or "who" in spoken)
    amounts = {*" ".join(word_table("measures").values()).split()} - word_list("measured")
    others = {*word_table("severities"), *(amounts if intent == "top" else ())}
    if not intent or not rest or (is_state and not is_past) or is_moved:
        return None
    if any(one.text.lower() in others for one in rest):
        return None
    return RecordWords(intent, tuple(rest), counted, tuple(map(tuple, heads)), asking, naming, swings)


def _word(text: str, is_value: bool = False) -> Term:
    return Term(text, MappingProxyType({} if is_value else {stem(text): 1.0}))


def _intent(said: set[str], text: str) -> str:
    """Tell what a question asks for; "" for anything that is not known, or two things that are not asked together."""
    is_top, counts = bool(said & {"most", "mostly", "top"}), _COUNTS.search(text)
    extremes = [name for name in ("first", "last") if said & set(word_table("extremes")[name].split())]
    if extremes or "when" in said:
        both = len(extremes) == 2 or (counts and extremes and "when" in said)
        is_odd = is_top or said & {"which", "who"} or (counts and not both and "when" not in said)
        return "" if is_odd else "span" if both else (extremes or ["when"])[0]
    return "top" if is_top else "count" if counts else "list"


def _runs(text: str, terms: Sequence[Term]) -> Iterator[tuple[str, list[Term]]]:
    """Yield each "how many" or "which" with the terms right behind it, up to a word that builds the sentence."""
    for found in _HEAD.finditer(text):
        run = list[Term]()
        for word in re.findall(r"[\w-]+|[,:;]", text[found.end() :]):
            if word.lower() in word_list("function") or not word[0].isalnum():
                break
            run += [one for one in terms if one.text.lower() == word.lower()]
        yield found[1].lower(), run


def fields_named(fields: Fields, terms: Sequence[Term]) -> list[str]:
    """Return the fields that all of a few words name; those that are called so, else those of an alias."""
    found: list[str] = []
    for least in (1.0, NAMED):
        found = found or [
            name
            for name, words in fields.items()
            if all(any(aliases(stem(one.text)).get(word, 0.0) >= least for word in words) for one in terms)
        ]
    return found


def outcomes(texts: Iterable[str]) -> set[str]:
    """Return how what texts say ended: "bad", "good", or "turned", which makes of it something else."""
    stems = {stem(part) for text in texts for token in search_tokens(text) for part in token_stems(token)}
    return {
        name
        for name, words in word_table("outcomes").items()
        if not stems.isdisjoint(map(stem, words.split()))
    }


# What a line, or a word of one, says.


def wide_query(term: Term) -> str:
    """Write the search for all lines that may say a term: what begins like any alias, also as a part of a name."""
    if term.is_value:
        short = re.fullmatch(r"[A-Za-z][A-Za-z-]*?-?(\d[\d/.:]*)", term.text)
        number = re.escape(short[1]).replace("/", r"\/") if short else ""
        return term_query(term) + (f" OR /[a-z-]*{number}/" if number else "")
    begins = {f"{word[:-1]}[iy]" if word[-1] == "y" else word for word in _meant(term) if word.isalnum()}
    return f"/(.*[^a-z])?({'|'.join(sorted(begins))})[a-z]*([^a-z].*)?/"


def may_say(text: str, term: Term) -> bool:
    """Tell whether a line may say a term: a value as a token, a word in any form of any alias."""
    if is_phrase(term):
        return term.text.lower() in text.lower()
    if term.is_value:
        return any(says_token(term, token) for token in search_tokens(text))
    return any(_meant(term) & token_stems(token) for token in search_tokens(text))


def is_phrase(term: Term) -> bool:
    """Tell whether a term is quoted, and of several words."""
    return term.quoted and " " in term.text


def says_token(term: Term, token: str) -> bool:
    """Tell whether a token surely says a term: the value, short or whole, or a form of the word."""
    value = term.text.lower()
    if term.is_value:
        return fits_value(value, token) or fits_value(token, value)
    meant = aliases(stem(term.text))
    return any(says(term, word) or meant.get(word, 0.0) >= SURE for word in token_stems(token))


def is_cell(term: Term, cell: str) -> bool:
    """Tell whether a term is all that a field has."""
    tokens = search_tokens(cell)
    return len(tokens) == 1 and (term.is_value or cell.isalpha()) and says_token(term, tokens[0])


def _meant(term: Term) -> set[str]:
    found = aliases(stem(term.text))
    return {word for word, weight in found.items() if weight >= MEANT} | {stem(term.text)}
