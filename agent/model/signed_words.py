"""Reads the words of a text, each with the sign that it has there: "does not define it" denies "define". Pure."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from agent.reader.english import phrases, stem

CLAUSE = re.compile(
    r",(?=\s)|[;:](?=\s)|\.(?=\s|$)|\s(?=(?:and|or|but|while|though|which|who|than)\s)", re.IGNORECASE
)
WORD = re.compile(r"[^\W\d_]+(?:['\u2019]t\b)?")
"""A word; of "isn't" all, of "link's" no more than the link."""
WORD_OR_VALUE = re.compile(rf"{WORD.pattern}|(?<!\w)\d+")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
SWITCHED_OFF = re.compile(
    r"(?<![a-z])([a-z]{1,60})(?:[=:] ?(?:no|false)| (?:is|are|was|were) (?:(?:switched|turned) )?off)\b",
    re.IGNORECASE,
)
"""As in "disabled=no", "failover is off"."""
Signs = Mapping[str, frozenset[bool]]
"""Stem → whether it is denied; both where a text says both."""


@cache
def word_lists() -> Mapping[str, frozenset[str]]:
    """Return the lists of words.toml by name."""
    return {name: frozenset(text.split()) for name, text in _table().items() if isinstance(text, str)}


@cache
def stems_in(*names: str) -> frozenset[str]:
    """Return the stems of the words of lists."""
    return frozenset(_form(word)[0] for name in names for word in word_lists()[name])


def words_by_stem(text: str) -> dict[str, str]:
    """Return the words of a text by their stems."""
    return {stem_of(word): word for word in WORD.findall(text)}


def short_for(form: str) -> str:
    """Return what rows write for a stem; itself where there is nothing short for it."""
    return _short().get(form, form)


def words_of_codes(texts: Iterable[str]) -> Iterator[str]:
    """Yield the words that codes of responses prove: "502" that something failed."""
    joined = "\n".join(texts)
    yield from (word for pattern, word in _codes() if pattern.search(joined))


@cache
def _codes() -> Sequence[tuple[re.Pattern[str], str]]:
    table = _table()["codes"].items()  # type: ignore[union-attr]
    return [(re.compile(pattern), word) for pattern, word in table]


@cache
def long_for(form: str) -> frozenset[str]:
    """Return the stems of what the field's short name stands for, "acl"; none where one of them has an opposite."""
    long = (words for short, words in phrases().items() if (form,) == short)
    stems = frozenset().union(*(stems_of(" ".join(words)) for words in long))
    return stems if stems.isdisjoint(opposed()) else frozenset()


@cache
def _short() -> Mapping[str, str]:
    return {stem(word): str(short) for word, short in _table()["short"].items()}  # type: ignore[union-attr]


@cache
def _table() -> Mapping[str, str | Mapping[str, str]]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))


@cache
def _joined() -> frozenset[str]:
    """Return the words that may be written as two: "shut down"."""
    return frozenset({*_table()["opposites"], *_table()["forms"]})


@cache
def _form(word: str) -> tuple[str, bool]:
    """Return a word's stem, and whether the word itself denies it."""
    opposites, forms = _table()["opposites"], _table()["forms"]
    if word in opposites:
        return stem(opposites[word]), True  # type: ignore[index]
    return stem(forms.get(word, word)), False  # type: ignore[union-attr]


@cache
def opposed() -> frozenset[str]:
    """Return the stems of words that have an opposite."""
    return frozenset(stem(word) for word in _table()["opposites"].values())  # type: ignore[union-attr]


def is_negation(word: str) -> bool:
    """Say whether a word denies what follows it."""
    return word in word_lists()["negation"] or word.endswith(("n't", "n\u2019t"))


def signed_words(text: str) -> Iterator[tuple[str, bool, bool]]:
    """Yield the stem of each word, whether it is denied, and whether a negation before it in its clause does so."""
    lists, joined = word_lists(), _joined()
    text = SWITCHED_OFF.sub(r"not \1", text).replace(
        ",", ", "
    )  # values between commas deny nothing of each other
    for clause in CLAUSE.split(CAMEL.sub(" ", text)):
        negated = skip = alone = said = False
        words = [word.lower() for word in WORD_OR_VALUE.findall(clause)]
        for word, after in pairwise([*words, ""]):
            if skip:
                skip = False
            elif word.isdigit():
                said = True
            elif is_negation(word):
                negated, alone, said = True, word in lists["denies_next"], False
            else:
                skip = word + after in joined
                ends = word in lists["ends_negation"] or (said and word in lists["ends_behind"])
                negated = negated and (not ends or skip)
                said = True
                form, opposite = _form(word + after if skip else word)
                yield form, negated != opposite, negated
                negated = negated and not (alone and word not in lists["plain"])


def clauses_in(text: str) -> list[tuple[int, int]]:
    """Return where the clauses of a text begin and end, each with the sign or word that it begins with."""
    return [*pairwise([0, *(cut.start() for cut in CLAUSE.finditer(text)), len(text)])]


def stem_of(word: str) -> str:
    """Return the stem of a word alone; "" of a negation."""
    return next(signed_words(word), ("",))[0]


def stems_of(name: str) -> frozenset[str]:
    """Return the stems of the words of a name: of "ip_address", of "LinkDown", of "srcport"."""
    words = " ".join(
        [name.replace("_", " "), *(part for word in WORD.findall(name) for part in parts_of(word))]
    )
    return frozenset(word for word, _, _ in signed_words(words))


@cache
def parts_of(word: str) -> tuple[str, ...]:
    """Return the words that a name is joined of without a sign: "sentbyte"; none where it is one word."""
    known, word = word_lists()["joined"], word.lower()
    cuts = ((word[:at], word[at:]) for at in range(2, len(word) - 1))
    return next((cut for cut in cuts if known.issuperset(cut)), ())


def signs_of(texts: Iterable[str]) -> Signs:
    """Collect the signs that words have in texts."""
    found = defaultdict(set)
    for text in texts:
        for word, denied, _ in signed_words(text):
            found[word].add(denied)
    return {word: frozenset(signs) for word, signs in found.items()}
