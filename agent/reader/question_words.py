"""Splits a question into words and values: quoted text, addresses, names, numbers and times."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from agent.reader.english import function_words, generic_stems, phrases, split_name, stem, word_list

Shape = Literal["name", "number", "address", "prefix", "time", "text", "cut"]
"""What a mention looks like; "cut" is the beginning of a longer name, "text" has blanks inside."""

_QUOTED = (
    r"(?<![\w])(?:'(?P<single>[^']{1,400}+)'|\"(?P<double>[^\"]{1,400}+)\"|`(?P<back>[^`]{1,400}+)`|"
    r"\u201c(?P<curly>[^\u201d]{1,400}+)\u201d|\u2018(?P<bent>[^\u2019]{1,400}+)\u2019)(?!\w)"
)
_DATE_TIME = (
    r"(?P<time>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?|"
    r"(?<![\w:.])\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?![\w:]))"
)
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = (
    rf"(?P<day>(?i:{MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?|"
    rf"\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH})(?:,? \d{{4}})?(?!\w))"
)
_TOKENS = re.compile(
    rf"{_QUOTED}|{_DATE_TIME}|{_DAY}|(?P<comma>[,;?!](?=\s|$))|(?P<token>[^\s,;?!]+(?:,(?=\S)[^\s;?!]+)*)"
)
_ADDRESS = re.compile(
    r"\d{1,3}(?:\.\d{1,3}){3}|(?<![0-9a-f:])(?=[0-9a-f]*+:[0-9a-f]*+:)[0-9a-f:]++", re.IGNORECASE
)
_PREFIX = re.compile(rf"(?:{_ADDRESS.pattern})/\d{{1,3}}", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_CUT = re.compile(r"(?<![\u2026*])(?<!\.\.\.)(?:\u2026|\.\.\.|(?<=[.:])(?<![xX*]\.)[xX*](?:\.[xX*])*+|\*)++$")
_VALUE_LIKE = re.compile(r"\w[_/:.@\\=]+\w|\d|^/\w|[a-z][A-Z]")
_OUTER_BUT_DOT = "()[]{}<>,:;!?'\"`\u201c\u201d\u2018\u2019"
_OUTER = f".{_OUTER_BUT_DOT}"
_NEVER_GENERIC = frozenset(["timed"])
_ORDERS = frozenset(["list", "show", "display", "name", "count", "find", "print", "get"])
_BEFORE_ORDERS = frozenset(["please", "and", "then", "to", "you", "me"])
_NEVER_PASSIVE = frozenset([("logged", "in")])
_FORMS_OF_BE = frozenset(["is", "are", "was", "were", "be", "been", "being"])
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Word:
    """An English word; `sort` tells whether it builds the sentence, adds nothing, or narrows what is asked."""

    text: str
    stem: str
    sort: Literal["function", "generic", "content", "break"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A value that the question names, or a word that may be one."""

    text: str
    shape: Shape


def read_tokens(text: str, vocabulary: Container[str]) -> tuple[Word | Mention, ...]:
    """Cut a question; `vocabulary` are the stems of the graph's own words, which are words even with digits."""
    pieces = [piece for match in _TOKENS.finditer(text) for piece in _pieces(match, vocabulary)]
    tokens: list[Word | Mention] = []
    for kind, said in _with_phrases(pieces):
        if kind == "break":
            tokens.append(Word(said, said, "break"))
        elif kind == "word":
            tokens.append(_word(said, tokens[-1].text.lower() if tokens else ""))
        else:
            tokens.append(Mention(said, _shape(kind, said)))
    return tuple(tokens)


def _pieces(match: re.Match[str], vocabulary: Container[str]) -> list[tuple[str, str]]:
    groups = {name: found for name, found in match.groupdict().items() if found is not None}
    if "comma" in groups:
        return [("break", groups["comma"])]
    if "day" in groups:
        return [("time", _month_and_day(groups["day"]))]
    if "time" in groups:
        return [("time", groups["time"])]
    if "token" in groups:
        return _token_pieces(groups["token"], vocabulary)
    quoted = next(iter(groups.values())).strip()
    bare = re.sub(r"[\W\u2026]+", " ", quoted).strip()
    if bare != quoted and _LETTERS.fullmatch(bare) and not quoted.startswith("/"):
        return [("word", bare)]
    return [("quoted", quoted)] if bare else []


def _month_and_day(text: str) -> str:
    """Write "June 15" as "--06-15"."""
    month = next(place for place, name in enumerate(MONTHS, 1) if re.search(rf"\b{name}", text.lower()))
    year = re.search(r"\d{4}", text)
    day = re.search(r"(?<!\d)\d{1,2}(?!\d)", text)
    written = f"{month:02}-{int(day[0]) if day else 1:02}"
    return f"{year[0]}-{written}" if year else f"--{written}"


def _token_pieces(token: str, vocabulary: Container[str]) -> list[tuple[str, str]]:
    cut = _CUT.search(token.rstrip("?!,;)]"))
    if cut and len(token) > len(cut[0]) + 3 and re.search(r"\d", token):
        ends = token.endswith(cut[0])
        text = token.strip(_OUTER)[: -len(cut[0])] if ends else without_cut(token.strip(_OUTER_BUT_DOT))
        return [("cut", text)]
    before, plain = len(token) - len(token.lstrip(_OUTER)), token.strip(_OUTER)
    plain = re.sub(r"['\u2019]s?$", "", plain)
    plain = re.sub(r"^([A-Z]{2,})s$", r"\1", plain)
    pieces: list[tuple[str, str]] = [("break", "(")] if "(" in token[:before] else []
    if not plain:
        return [*pieces, ("break", token)] if token.strip("-\u2013\u2014") == "" else pieces
    if _LETTERS.fullmatch(plain) or stem(plain) in vocabulary:
        inner_capital = re.search("[a-z][A-Z]", plain) and stem(plain) not in vocabulary
        pieces.append(("maybe" if inner_capital else "word", plain))
    elif _VALUE_LIKE.search(plain):
        pieces.append(("value", plain))
    elif re.fullmatch(r"[^\W\d]+(?:['\u2019-][^\W\d]+)+", plain):
        pieces.append(("maybe", plain))
    else:
        pieces += [("word", part) for part in split_name(plain)]
    return pieces


def _with_phrases(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Write out the short names of the field: "ACL" becomes "access list"."""
    result: list[tuple[str, str]] = []
    position = 0
    while position < len(pieces):
        for length in (2, 1):
            window = pieces[position : position + length]
            spelled = tuple(text.lower() for kind, text in window if kind in ("word", "maybe"))
            before = {text.lower() for _, text in pieces[max(0, position - 2) : position]}
            passive = spelled in _NEVER_PASSIVE and bool(before & _FORMS_OF_BE)
            if len(spelled) == length and spelled in phrases() and not passive:
                result += [("word", word) for word in phrases()[spelled]]
                position += length
                break
        else:
            result.append(pieces[position])
            position += 1
    return result


def _word(text: str, before: str) -> Word:
    """Make a word; "list" orders at the beginning, and is a noun behind "access"."""
    lowered, stemmed = text.lower(), stem(text)
    sort: Literal["function", "generic", "content"] = "content"
    if lowered in _ORDERS and not text.isupper() and before and before not in _BEFORE_ORDERS:
        sort = "content" if lowered == "list" else "generic"
    elif lowered in function_words() and not (text.isupper() and len(text) > 1):
        sort = "function"
    elif lowered not in _NEVER_GENERIC:
        is_adverb = lowered.endswith("ly") and len(lowered) > 5
        generic = lowered in word_list("generic") if text.isupper() else stemmed in generic_stems()
        sort = "generic" if is_adverb or generic else "content"
    return Word(text, stemmed, sort)


def _shape(kind: str, text: str) -> Shape:
    if kind == "time":
        return "time"
    if kind == "cut":
        return "cut"
    if kind == "quoted" and _CUT.search(text) and re.search(r"\d", text):
        return "cut"
    for shape, pattern in (("number", _NUMBER), ("prefix", _PREFIX), ("address", _ADDRESS)):
        if pattern.fullmatch(text):
            return shape  # type: ignore[return-value]
    return "text" if re.search(r"\s", text) else "name"


def without_cut(text: str) -> str:
    """Take the sign of omission off the end of a cut name."""
    return _CUT.sub("", text)
