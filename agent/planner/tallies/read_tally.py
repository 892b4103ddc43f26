"""Reads what a question counts, and how: by device, over all, the most or fewest, within a bound, by value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from agent.reader.english import NUMBER_WORDS

Form = Literal["most", "fewest", "bound", "each", "total", "value", "same"]
_DEVICE = r"(?:devices?|routers?|switch(?:es)?|nodes?|box(?:es)?|hosts?|firewalls?|machines?)"
_FEW = "|".join(NUMBER_WORDS)
NUMBER = rf"(?P<number>\d+|{_FEW})"
_WHICH = rf"(?:which|what) (?:(?P<top>\d+|{_FEW}) )?{_DEVICE} (?:has|have|with)"
_MOST = r"most|(?:highest|largest|greatest|biggest) (?:number|count|amount) of"
_FEWEST = r"fewest|least|(?:lowest|smallest) (?:number|count|amount) of"
_BOUND = r"more than|over|fewer than|less than|under|at least|at most|exactly|only|just"
_THERE = (
    r"(?: (?:are|is|do we have|there|configured|defined|set up|in total|in all|altogether|overall|in use|present|"
    r"on all devices|across all devices|in the network|in this network))*"
)
_COUNT = r"(?:how many|(?:what is )?(?:the )?(?:total )?(?:number|count) of|count(?: the| all)?)"
_SET = r"(?: are)?(?: there)?(?: configured| defined)?"
_ARE = r"(?:have|has|are|with)"
_BY = r"used|configured|defined|set|present|exists?|found|in use"
_EACH = rf"(?:each|every) {_DEVICE}"
_SORTED = r"(?:rank|sort|order|list) (?:the |all |all the )?"
_DISTINCT = r"(?P<distinct>(?:different|distinct|unique) )?"
_ONE = r"(?P<how>most|fewest|only one|just one|exactly one|a single)"
_FORMS: tuple[tuple[Form, str], ...] = (
    ("most", rf"{_WHICH} (?:the )?(?:{_MOST}) (?P<noun>.+)"),
    ("fewest", rf"{_WHICH} (?:the )?(?:{_FEWEST}) (?P<noun>.+)"),
    ("bound", rf"{_WHICH} (?P<bound>{_BOUND}) {NUMBER} (?P<noun>.+)"),
    ("bound", rf"{_WHICH} (?:only |just )?(?P<bound>a single|multiple|several) (?P<noun>.+)"),
    ("each", rf"how many (?P<noun>.+?) (?:does|do) {_EACH} have"),
    ("each", rf"{_COUNT} (?P<noun>.+?){_SET} (?:on|in|for) {_EACH}(?P<more> {_ARE} .+)?"),
    ("each", rf"{_COUNT} (?P<noun>.+?){_SET} (?:per|by) {_DEVICE}(?P<more> {_ARE} .+)?"),
    ("each", rf"{_SORTED}{_DEVICE} by (?:the |their )?(?:number|count) of (?:their )?(?P<noun>.+)"),
    (
        "value",
        rf"(?:which|what) (?P<noun>.+?) (?:(?:is|are) )?(?:{_BY}) (?:by|on|in) (?:the )?{_ONE} {_DEVICE}",
    ),
    ("same", rf"(?:which|what) {_DEVICE} (?:have|use|share|with) the same (?P<noun>.+)"),
    ("total", rf"how many {_DISTINCT}(?P<noun>.+?) (?:does|do) (?P<place>\S+) have"),
    ("total", rf"{_COUNT} {_DISTINCT}(?P<noun>.+?){_THERE}(?: (?:on|in|of) (?P<place>\S+))?"),
)
OFF = r"shut ?down|disabled|(?:administratively |admin )?down|switched off|turned off"
_ADDRESS = r"(?:an? |their own |its own )?(?:ip(?:v4)? )?address(?:es)?(?: configured)?"
_MODIFIERS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("off", rf"^(?:{OFF}) (?P<noun>.+)$"),
        ("off", rf"^(?P<noun>.+?) (?:(?:that |which )?(?:are|is) )?(?:{OFF})$"),
        ("addressed", rf"^(?P<noun>.+?) (?:that |which )?(?:have|has|with) {_ADDRESS}$"),
        ("bare", rf"^(?P<noun>.+?) (?:(?:that |which )?(?:have|has) no|without) {_ADDRESS}$"),
    )
)


@dataclass(frozen=True, slots=True)
class Tally:
    """A count as it was asked for: the noun without what narrows it, and how the counts are used."""

    form: Form
    noun: str
    modifier: str = ""
    bound: str = ""
    number: int = 1
    top: int = 1
    distinct: bool = False
    place: str = ""


def read_tally(text: str) -> Tally | None:
    """Read a question that counts; None where it is of no such form."""
    plain = " ".join(text.lower().strip(" ?.!").split())
    for form, pattern in _FORMS:
        found = re.fullmatch(pattern, plain)
        if found is not None:
            said = found.groupdict(default="")
            noun, modifier = _modified(said["noun"] + said.get("more", ""))
            bound = said.get("bound", "") or said.get("how", "")
            number = count_of(said.get("number", ""), 2 if bound in ("multiple", "several") else 1)
            top, distinct = count_of(said.get("top", ""), 0), bool(said.get("distinct"))
            return Tally(form, noun, modifier, bound, number, top, distinct, said.get("place", ""))
    return None


def _modified(noun: str) -> tuple[str, str]:
    for name, pattern in _MODIFIERS:
        found = pattern.match(noun)
        if found is not None:
            return found["noun"], name
    return noun, ""


def count_of(text: str, otherwise: int) -> int:
    """Read a number in digits or in a word."""
    return (
        int(text) if text.isdigit() else (NUMBER_WORDS.index(text) + 1 if text in NUMBER_WORDS else otherwise)
    )


def holds(tally: Tally, count: int) -> bool:
    """Tell whether a count is within the bound of a question."""
    number = tally.number
    if tally.bound in ("more than", "over"):
        return count > number
    if tally.bound in ("fewer than", "less than", "under"):
        return count < number
    if tally.bound in ("at least", "multiple", "several"):
        return count >= number
    return count <= number if tally.bound == "at most" else count == number
