"""Turns a question into its parts and search terms: words with other forms and names, and values. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from agent.reader.english import aliases, phrases, split_name, stem, stem_list, word_list
from agent.spellings import is_same
from reading.time_formats import MONTHS

MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_WORD = re.compile(
    r"'(?P<single>[^']{2,}?)'(?!\w)|\"(?P<double>[^\"]+)\"|`(?P<tick>[^`]+)`|(?P<bare>[^\s,;?!()\"`]+)"
)
_LOOKS_GIVEN = re.compile(
    r"(?=\S*?\d)\S+|(?=\S*?\w[_@/\\]\w)\S+|/\w\S*|\w+(?:\.\w+)+|\w+(?:[.-]\w+){2,}|[A-Z0-9]+(?:-[A-Z0-9]+)+"
)
_ORDINARY = re.compile(r"[A-Za-z]+(?:['\u2019]s)?")
_MONTH = MONTH.replace("(?:", "(?P<month>", 1)
_SECOND = _MONTH.replace("<month>", "<second>")
_DAY = re.compile(
    rf"\b(?:{_MONTH}\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?|(?P<first>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_SECOND})"
    r"(?:,? (?P<year>\d{4}))?\b",
    re.IGNORECASE,
)
_OF_VERBS = ("", "s", "es", "e", "ed", "d", "ing", "er", "or", "ion", "ure")
_ENDINGS = (*_OF_VERBS, "y", "ies", "ied", "ment", "al", "ly")
_GENERIC_WEIGHT = 0.4
_LIST = "list"
_ALIAS_WEIGHT = 0.8


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that a question looks for.

    `stems` are what the word may stand for, each with its weight; a value has none and is compared whole.
    `days` are the ways in which logs write a day: the beginnings of tokens, or two tokens one after the other.
    `weight` is below 1 for words that people add without narrowing what they ask for. `before` is the word in front of
    a number: of "VLAN 20" it says what the number is of.
    """

    text: str
    stems: Mapping[str, float]
    weight: float = 1.0
    quoted: bool = False
    days: tuple[str, ...] = ()
    before: str = ""

    @property
    def is_value(self) -> bool:
        """Tell whether the term is compared whole."""
        return not self.stems


def read_terms(text: str) -> tuple[Term, ...]:
    """Return what a question looks for, in its order; each once. Days come first."""
    found = {match[0]: _read_day(match) for match in _DAY.finditer(text)}
    words = _words(_DAY.sub(" ", text))
    place = 0
    while place < len(words):
        before = words[place - 1][0] if place else ""
        terms, place = _next_terms(words, place)
        if terms and terms[0].text.isdecimal() and before.isalpha():
            terms = [replace(terms[0], before=before.lower()), *terms[1:]]
        for one in terms:
            found.setdefault(one.text.lower(), one)
    return tuple(found.values())


def _read_day(match: re.Match[str]) -> Term:
    """Read "4 August 2017", and write it as logs do: 2017-08-04, 04/Aug/2017, Aug 4."""
    name = (match["month"] or match["second"])[:3].lower()
    day, year = int(match["day"] or match["first"]), match["year"]
    month = MONTHS.index(name) + 1
    days = [f"{name} {day}", f"{day:02}/{name}", f"{day} {name}"]
    days += (
        [f"{year}-{month:02}-{day:02}", f"{year}/{month:02}/{day:02}"] if year else [f"-{month:02}-{day:02}"]
    )
    return Term(match[0], MappingProxyType({}), days=tuple(days))


def _words(text: str) -> list[tuple[str, bool]]:
    words = []
    for match in _WORD.finditer(text.replace("\u2019", "'")):
        quoted = match["single"] or match["double"] or match["tick"]
        word = quoted or re.sub(r"'s$|'$|(?<=^\d{3})s$|(?<=^[A-Z]{2})s$", "", match["bare"].strip(".:'"))
        if word:
            words.append((word, bool(quoted)))
    return words


def _next_terms(words: Sequence[tuple[str, bool]], place: int) -> tuple[list[Term], int]:
    word, quoted = words[place]
    if quoted or (looks_given(word) and not _builds_sentences(word)):
        return [Term(word, MappingProxyType({}), quoted=quoted)], place + 1
    for length in (3, 2, 1):
        said = tuple(one.lower() for one, _ in words[place : place + length])
        if len(said) == length and said in phrases():
            plain = [
                one for one in phrases()[said] if one == _LIST or one.lower() not in word_list("function")
            ]
            return [term for one in plain for term in _plain_terms(one)], place + length
    is_noun = place > 0 and not _builds_sentences(words[place - 1][0])
    return _word_terms(word, noun=is_noun), place + 1


def _plain_terms(word: str) -> list[Term]:
    """Read a word that a short name stands for; "lo0" stands for a name itself."""
    return [Term(word, MappingProxyType({}))] if looks_given(word) else _word_terms(word, noun=True)


def looks_given(word: str) -> bool:
    """Tell whether a word looks like a name or a value rather than like a word of English."""
    return bool(_LOOKS_GIVEN.fullmatch(word))


def _word_terms(word: str, noun: bool = False) -> list[Term]:
    """Read a word; "list" orders at the beginning, and is a noun behind another."""
    if noun and word.lower().removesuffix("s") == _LIST:
        return [Term(word, MappingProxyType({_LIST: 1.0}), _GENERIC_WEIGHT)]
    ordinary = _ORDINARY.fullmatch(word) or _builds_sentences(word)
    terms = []
    for part in [word] if ordinary else filter(None, re.split(r"[^\w]+", word)):
        if _builds_sentences(part):
            continue
        stemmed = stem(part)
        weight = _GENERIC_WEIGHT if stemmed in stem_list("generic") else 1.0
        stems = {other: share * _ALIAS_WEIGHT for other, share in aliases(stemmed).items()} | {stemmed: 1.0}
        terms.append(Term(part, MappingProxyType(stems), weight))
    return terms


def _builds_sentences(word: str) -> bool:
    return word.lower() in word_list("function") and not (word.isupper() and len(word) > 1)


@lru_cache(maxsize=4096)
def forms(stemmed: str) -> tuple[str, ...]:
    """Return words that an index may hold for a stem: fail, fails, failed, failing, failure."""
    doubled = stemmed + stemmed[-1:] if stemmed[-1:] in "bdgmnprt" else ""
    words = [stemmed + ending for ending in _ENDINGS]
    words += [doubled + ending for ending in ("ed", "ing", "er")] if doubled else []
    words += [stemmed[:-1] + "ies"] if stemmed.endswith("y") else []
    return tuple(dict.fromkeys(words))


@lru_cache(maxsize=1 << 17)
def token_stems(token: str) -> frozenset[str]:
    """Return what an indexed token may be found by: itself, and the stems of its parts: ip, address of ip-address."""
    return frozenset((token, *map(stem, split_name(token))))


def fits_value(value: str, token: str) -> bool:
    """Tell whether a token shows a value: itself, short ("Gi0/1"), or with a prefix length behind it."""
    if is_same(value, token) or token.startswith(f"{value}/"):
        return True
    if value.startswith(f"{token}/") and token.count(".") == 3:
        return True
    name, number = _short_name(value)
    if not number or not name:
        return False
    other, same = _short_name(token)
    return number == same and bool(other) and (other.startswith(name) or name.startswith(other))


@lru_cache(maxsize=1 << 16)
def _short_name(text: str) -> tuple[str, str]:
    match = re.fullmatch(r"([a-z][a-z-]*?)-?(\d[\d/.:]*)", text)
    return (match[1], match[2]) if match else ("", "")
