"""Finds records that say who got an address, where the device that wrote them is no answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.planner.logs.asked_heads import asked_head
from agent.planner.logs.choose_events import Choice
from agent.planner.logs.doubt_events import EventDoubts
from agent.planner.logs.event_words import EventProperty
from agent.planner.logs.fields_by_kind import asks_person, kinds_named
from agent.planner.scope import DEVICE_STEMS
from agent.reader.english import stem
from agent.planner.words.question_words import Mention, Word

_NOUNS = frozenset(["address", "lease", "ip"])
_DENYING = frozenset(["no", "not", "never", "without"])
_OBJECT = _NOUNS | {"no", "a", "an", "the", "its", "any", "new", "ipv4", "ipv6"}
_GETS = re.compile(r"got|gets?|getting|receive[sd]?|obtain(?:s|ed)?|acquire[sd]?")
_GIVEN = re.compile(r"given|assigned|leased|granted|allocated|offered|handed|issued")
_HAS = re.compile(r"has|have|had|holds?|held|uses?|used")
_DONE = re.compile(r"\w{2,}ed")
_BE = frozenset(["is", "are", "was", "were", "been", "being", "be"])
_ADDRESS = frozenset({"ipv4", "ipv6"})
_ENDS = _ADDRESS | {"host", "mac"}
_CLIENTS = frozenset({"client", "station", "endpoint", "subscriber", "supplicant", "hostname", "mac"})
_CLIENT_STEMS = frozenset(map(stem, _CLIENTS))
_MOST = 0.9

Verb = Literal["gets", "has", "does"]


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did with an address, where that is said, and whether the address is named, or none is meant."""

    verb: Verb
    places: frozenset[int]
    is_named: bool
    is_denied: bool


class EventParties(EventDoubts):
    """Tells the records that name a party of what was done."""

    def with_parties(self, choice: Choice) -> Choice:
        """Want the records that say who got an address, not the device that wrote them; of when, those alone."""
        head, who = asked_head(self.tokens, self.phrases), asks_person(self.tokens)
        listed = self.asked.intent in ("list", "lookup") and (who or _names_end(head))
        deed = deed_with_address(self.tokens)
        if (
            deed is None
            or deed.is_denied
            or (listed and not all(self._says_sender(name, who) for name in choice.wanted))
        ):
            return choice
        kinds = {one.name for one in self.lexicon.events if self._possible(one)}
        kinds = set(choice.types) or kinds if deed.is_named else self._with_address(kinds)
        fields = self._parties(deed.verb, kinds, choice)
        saying = {name for one in fields for name in one.labels} & kinds
        told = tuple(sorted(saying)) if deed.verb != "has" else ()
        if not listed and deed.verb == "gets" and saying:
            return replace(choice, types=told)
        if not listed or not (saying or (deed.verb == "gets" and deed.is_named)):
            return choice
        explained = choice.explained | deed.places | ({head.index} if head else set())
        wanted = (fields[0].name,) if len(fields) == 1 and not deed.is_named else ()
        return replace(choice, types=told or choice.types, wanted=wanted, explained=explained)

    def without_party(self, choice: Choice) -> tuple[str, ...]:
        """Return the verb where only the writers of records would be told or counted for those who got an address."""
        head, deed = asked_head(self.tokens, self.phrases), deed_with_address(self.tokens)
        if deed is None or deed.verb != "gets" or not _names_end(head):
            return ()
        kinds = {one.name for one in self.lexicon.events if self._possible(one)}
        senders = bool(choice.wanted) and all(self._says_sender(name, False) for name in choice.wanted)
        verb = next(one.text for one in self.tokens if one.index == min(deed.places))
        return (verb,) if senders and self._parties("gets", kinds, choice) else ()

    def _with_address(self, kinds: Collection[str]) -> set[str]:
        """Return the kinds of records that tell an address at all: those that lack one say that none was given."""
        fields = [one for one in self.properties if one.kinds & _ADDRESS and not self._is_everywhere(one)]
        return {name for one in fields for name in one.labels} & set(kinds)

    def _parties(self, verb: Verb, kinds: Collection[str], choice: Choice) -> tuple[EventProperty, ...]:
        """Return the fields of some kinds of records that say who got something, or by or for whom it was."""
        tests = (*self.conditions, *choice.conditions)
        tested = {name for one in tests for name in (one.property, *one.also)}
        usable = [
            one
            for one in self.properties
            if one.labels & set(kinds) and one.name not in tested and not self._is_everywhere(one)
        ]
        return _party_fields(verb, usable)

    def _says_sender(self, name: str, who: bool) -> bool:
        """Tell whether a field only says who wrote the records, or, where "who" is asked, by whom something was."""
        by = who and "by" in name.split("_")
        return by or name == "device" or self._is_everywhere(self.by_name[name])

    def _is_everywhere(self, found: EventProperty) -> bool:
        return found.count >= _MOST * self.records and not found.is_number


def deed_with_address(tokens: Sequence[Word | Mention]) -> Deed | None:
    """Tell what somebody did with an address: "which host got 10.0.0.9", "which hosts got a lease"."""
    named = [end for end, one in enumerate(tokens) if isinstance(one, Mention) and one.shape == "address"]
    nouns = [end for end, one in enumerate(tokens) if one.text.lower() in _NOUNS]
    for end in (*named, *nouns):
        is_named = end in named
        start = end - 1
        while start > 0 and tokens[start].text.lower() in _OBJECT:
            start -= 1
        if start < 1 or not isinstance(tokens[start], Word):
            continue
        verb = _verb(tokens[start].text.lower(), tokens[start - 1].text.lower() in _BE)
        if verb and (is_named or verb == "gets"):
            denied = any(one.text.lower() in _DENYING for one in tokens[: end + 1])
            return Deed(verb, frozenset(one.index for one in tokens[start : end + 1]), is_named, denied)
    return None


def _verb(said: str, passive: bool) -> Verb | None:
    if _GETS.fullmatch(said) or (passive and _GIVEN.fullmatch(said)):
        return "gets"
    if passive or _GIVEN.fullmatch(said):
        return None
    return "has" if _HAS.fullmatch(said) else "does" if _DONE.fullmatch(said) else None


def _names_end(head: Word | None) -> bool:
    """Tell whether a noun may mean a device or a client of one."""
    return head is not None and (head.stem in DEVICE_STEMS | _CLIENT_STEMS or bool(kinds_named(head)))


def _party_fields(verb: Verb, usable: Sequence[EventProperty]) -> tuple[EventProperty, ...]:
    """Return the fields that say who got something, or by whom or for whom it was done: `to_mac`, `given_to`."""
    named = [(one, set(one.name.split("_"))) for one in usable if not one.is_number]
    if verb == "does":
        return tuple(one for one, words in named if words & {"by", "for"} and one.kinds <= _ENDS)
    for leading in ("to", "for"):
        led = tuple(one for one, words in named if leading in words)
        if led:
            return led
    return tuple(one for one, words in named if words & _CLIENTS or one.kinds == {"mac"})
