"""Finds how the graph spells the values in a question or query, for a repair. No model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_interface
from itertools import pairwise

from agent.devices_by_word import DevicesByWord
from agent.mask_typed import asks_for_secret
from agent.reader.english import stem, stems_of, word_list
from agent.records import Query
from agent.value_index import Match, ValueIndex, ValueOccurrence, escape_term, quoted_phrase
from graph_store.cypher_tokens import tokenize
from graph_store.records import Cell, Description
from graph_store.text_search.tokenize_line import search_tokens
from language_model.redaction.stand_in import STAND_IN

QUOTED = re.compile(r"'([^']+)'(?!\w)|\"([^\"]+)\"|`([^`]+)`")
EDGES = "?.,;:!()[]{}'\"`…"
DATE_OR_TIME = re.compile(
    r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:am|pm)?|\d+(?:st|nd|rd|th)|\d{4}-\d\d-\d\dT.*",
    re.IGNORECASE,
)
LOOKS_GIVEN = re.compile(
    r"(?=.*?\d)(?=.*?(?:[^\W\d]|[./:_-])).+|(?=.*?\w[_@/]\w).{4,}|[A-Z][A-Z\d]*(?:-[A-Z\d]+)+|\d{3,}|\w{2,}+\.\w{2,}+.*"
    r"|[^\W\d_]{2,}+(?:-\w+)+"
)

LINE = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.number LIMIT 1"
FILE = "MATCH (f:Document) WHERE toLower(f.path) CONTAINS $name RETURN f.path LIMIT 1"
NETWORKS = (
    "MATCH (s:Subnet)<-[r]-(e:Entity) WHERE s.version = $version AND s.length > 0 AND (s.first <= $first AND "
    "s.last >= $last OR s.first >= $first AND s.last <= $last) RETURN DISTINCT e.type"
)
NOWHERE = "no device, value or line has this name"
HIDDEN = (
    "no device, value or line shows this name, but secrets are hidden when files are loaded: one may be it"
)
MOST_VALUES = 8
RESULTS = frozenset({"THEN", "ELSE"})
"""Words before a text that a CASE returns, which is compared with nothing."""
FUNCTION_TOKENS = 3
"""Of `toLower('x'`."""
MOST_PLACES = 4
MOST_WORDS, MOST_PLAIN, FEW_PLACES, MANY_PLACES = 8, 3, 2, 12
"""Plain words that are looked up, lines told of them, and properties that may hold one: told of, and only ranked by."""
WORD = re.compile(r"(?<![\w./:-])[^\W\d_]{2,40}(?![\w/:-]|\.\w)")
PARTED = re.compile(r"(?<=[^\W\d])(?=\d)")
"""Between the word and the number of `VLAN30` and `AS65010`."""
WITHIN = re.compile(r"(?<=\.\d)/\d{1,3}$|(?<=\.\d\d)/\d{1,3}$|(?<=\.\d{3})/\d{1,3}$|(?<=/\d)\.\d{1,4}$")
"""The length of a prefix, or the unit of a port."""
LONG_NUMBER = re.compile(r"^[^\W\d_]+[-_]?(\d{3,})$")
CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
WORDS = re.compile(r"[a-z]+(?:/[a-z]+)+")
LIKENESS = 0.75
LOOSE: Mapping[Match, str] = {"beginning": "begins ", "inside": "within "}
"""What is said before a place where a value is only a part of what is stored."""


def near_values(question: str, query: Query, devices: Sequence[str], look_up: ValueIndex) -> tuple[str, ...]:
    """Return a line for each value: where the graph has it or one like it; none for what it does not know."""
    folded, by_fold = [name.lower() for name in devices], {name.lower(): name for name in devices}
    lines = []
    for value in list(dict.fromkeys([*compared_values(query), *question_values(question)]))[:MOST_VALUES]:
        known = look_up.devices(value)
        near = known or get_close_matches(value.lower(), folded, n=2, cutoff=LIKENESS)
        told = "device =" if known else "no such name, only alike: device"
        places = [f"{told} {by_fold.get(name.lower(), name)}" for name in near]
        stored = look_up.find(value)
        if value.isdigit():  # a year is in many texts
            stored = tuple(one for one in stored if one.match != "inside")
        places += [] if value in known else told_places(stored)
        if places:
            lines.append(f"{value}: {'; '.join(places[:MOST_PLACES])}")
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class AskedDevices:
    """The devices that a question is about: `named` in it, or `made` by whom it names (word → devices)."""

    named: tuple[str, ...]
    made: Mapping[str, tuple[str, ...]]

    @property
    def all(self) -> frozenset[str]:
        """Return the names of all of them."""
        return frozenset(self.named).union(*self.made.values())

    def lines(self) -> tuple[str, ...]:
        """Say which devices are meant by a make."""
        return tuple(
            f"{word}: the make of device {', '.join(names[:MOST_PLACES])}"
            for word, names in self.made.items()
        )


def asked_devices(question: str, description: Description, look_up: ValueIndex) -> AskedDevices:
    """Return the devices that a question names, and those of the makes that it names: "the FortiGate"."""
    named = (name for value in question_values(question) for name in look_up.devices(value))
    makes = DevicesByWord(description)
    made = {word: names for word in WORD.findall(question) if (names := makes.of_make(word))}
    return AskedDevices(tuple(dict.fromkeys(named)), made)


def plain_values(question: str, description: Description, look_up: ValueIndex) -> tuple[str, ...]:
    """Return a line for each word that is a value in a place or two, and no name of the schema: `red`, `CE`."""
    given = {part.lower() for value in question_values(question) for part in WORD.findall(value)}
    lines = []
    plain = [word for word in telling_words(question, description) if word.lower() not in given]
    said = [word.strip(EDGES) for word in question.split()]
    telling = [word.isalnum() and word.lower() not in word_list("function") for word in said]
    joined = [f"{said[at]}-{said[at + 1]}" for at in range(len(said) - 1) if telling[at] and telling[at + 1]]
    for word in (*joined[:MOST_WORDS], *plain[:MOST_WORDS]):
        fits = ("whole", "member", "inside") if word in joined else ("whole", "member")
        found = [one for one in look_up.find(word) if one.match in fits]
        places = dict.fromkeys((one.label, one.property) for one in found)
        if 0 < len(places) <= FEW_PLACES and not look_up.devices(word):
            lines.append(f"{word}: {'; '.join(told_places(found))}")
    return tuple(lines[:MOST_PLAIN])


def value_places(question: str, description: Description, look_up: ValueIndex) -> dict[tuple[str, str], int]:
    """Return where values and words of a question stand, by label and property: each with in how many such places.

    The property is "" of what only has lines with the value, or a network around an address, or within it. A number
    alone, and what stands in many places, says nothing.
    """
    given = [value for value in question_values(question) if not value.isdigit()]
    plain = [word for word in telling_words(question, description) if word not in given]
    common = {kind: label.name for label in description.labels for kind, _ in label.spans}
    found: dict[tuple[str, str], int] = {}
    for value in [*given[:MOST_VALUES], *plain[:MOST_WORDS]]:
        if look_up.devices(value):
            continue
        held = [(one.label, one.property) for one in look_up.find(value)]
        lines = [(label, "") for label in (*look_up.holders(value), *networks_about(value, look_up))]
        for near in (held, lines):
            places = dict.fromkeys((common.get(label, label), name) for label, name in near)
            for place in places if len(places) <= MANY_PLACES else ():
                found[place] = min(len(places), found.get(place, len(places)))
    return found


def networks_about(value: str, look_up: ValueIndex) -> tuple[str, ...]:
    """Return the labels of what names a network around an address or a prefix, or within it; none of another value."""
    network = network_of(value)
    rows = look_up.rows(NETWORKS, bounds_of(network)) if network else ()
    return tuple(str(label) for (label,) in rows)


def network_of(text: str) -> IPv4Network | IPv6Network | None:
    """Return the network that an address, alone or with a length, is in; None of another text."""
    try:
        return ip_interface(text).network
    except ValueError:
        return None


def bounds_of(network: IPv4Network | IPv6Network) -> dict[str, Cell]:
    """Return where a network begins and ends, as the graph keeps subnets."""
    first, last = network.network_address, network.broadcast_address
    return {"version": network.version, "first": first.packed.hex(), "last": last.packed.hex()}


def telling_words(question: str, description: Description) -> list[str]:
    """Return the words of a question that are neither the language's nor in the names of the schema."""
    labels = description.labels
    names = [name for one in labels for name in (one.name, *(each.name for each in one.properties))]
    named = {word for name in names for word in stems_of(name)}
    words = dict.fromkeys(WORD.findall(question))
    return [word for word in words if word.lower() not in word_list("function") and stem(word) not in named]


def contradictions(query: Query, look_up: ValueIndex) -> tuple[str, ...]:
    """Return the values that a statement compares with and that the graph spells otherwise, or has elsewhere.

    A number alone says nothing: it stands anywhere. Nor does a word within a text, or one that is looked for in texts.
    """
    found = []
    sought = _sought(query)
    folds = any(token.word in {"TOLOWER", "TOUPPER"} for token in tokenize(query.statement))
    for value in (one for one in compared_values(query) if not one.isdigit() and one not in sought):
        named = look_up.devices(value)
        stored = tuple(one for one in look_up.find(value) if one.match != "inside")
        spelled = {
            value,
            *(str(one.value) for one in stored if folds and str(one.value).lower() == value.lower()),
        }
        fits = any(str(one.value) in spelled and _is_asked(one, query.statement) for one in stored)
        if not fits and value not in named and (named or stored):
            places = [*(f"device = {name}" for name in named), *told_places(stored)]
            found.append(f"{value}: {'; '.join(places[:MOST_PLACES])}")
    return tuple(found)


def _is_asked(one: ValueOccurrence, statement: str) -> bool:
    """Tell whether a statement asks the property of a value, or, of a name, one that refers to its label."""
    reference = CAPITAL.sub("_", one.label).lower()
    return one.property in statement or (
        one.property == "key" and re.search(rf"[.{{,] ?{reference}\b", statement) is not None
    )


def tell_nowhere(question: str, devices: Sequence[str], look_up: ValueIndex) -> tuple[str, ...]:
    """Say of each name that a question spells and nothing has that it is nowhere, or that it may be a hidden secret."""
    said = HIDDEN if asks_for_secret(question) else NOWHERE
    return tuple(f"{name}: {said}" for name in nowhere(question, devices, look_up))


def nowhere(question: str, devices: Sequence[str], look_up: ValueIndex) -> tuple[str, ...]:
    """Return the names that a question spells and that nothing has: no device, file, value or line, in no form.

    A part of a device's name is one, and words that a stroke joins ("server/port") are none.
    """
    return tuple(
        value
        for value in question_values(question)
        if not value.isdigit()
        and not WORDS.fullmatch(value)
        and not look_up.devices(value)
        and not any(value.lower() in name.lower() for name in devices)
        and not look_up.find(value)
        and not look_up.rows(FILE, {"name": value.lower()})
        and not any(look_up.rows(LINE, {"q": search}) for search in _forms(value))
    )


def _forms(value: str) -> Iterator[str]:
    """Yield searches for a name and for what lines may have of it: its parts, its singular, what begins so.

    Of a prefix its address, of a unit its port, and of a name with a long number that.
    """
    split = PARTED.sub(" ", value.replace("-", " ").replace("_", " "))
    shorter = [WITHIN.sub("", value), *LONG_NUMBER.findall(value)]
    joined = value.replace("_", "-")
    for form in dict.fromkeys(
        (value, joined, split, value.removesuffix("s"), split.removesuffix("s"), *shorter)
    ):
        if search_tokens(form):
            yield quoted_phrase(form)
    yield f"{escape_term(value.lower())}*"


def compared_values(query: Query) -> tuple[str, ...]:
    """Return the texts that a statement compares with, as literals or parameters; not the pieces that it joins."""
    tokens = tokenize(query.statement)
    joined = {
        one.start for pair in pairwise(tokens) if any(each.text == "+" for each in pair) for one in pair
    }
    literals = (
        token.text[1:-1]
        for before, token in pairwise((None, *tokens))
        if token is not None
        and token.kind == "string"
        and (before is None or before.word not in RESULTS)
        and token.start not in joined
    )
    values = query.parameters.values()
    parameters = (one for value in values for one in (value if isinstance(value, tuple) else (value,)))
    texts = [text for text in (*parameters, *literals) if isinstance(text, str)]
    return tuple(dict.fromkeys(text for text in texts if text and text != "lines"))


def _sought(query: Query) -> frozenset[str]:
    """Return the texts that a statement looks for inside of others: behind CONTAINS, STARTS WITH and their like."""
    tokens = tokenize(query.statement)
    found = set()
    for at, token in enumerate(tokens):
        if (
            token.word == "CONTAINS"
            or token.text == "=~"
            or (at and tokens[at - 1].word in {"STARTS", "ENDS"})
        ):
            behind = tokens[at + 1 : at + 1 + FUNCTION_TOKENS]
            given = next((one for one in behind if one.kind in {"string", "parameter"}), None)
            if given is not None:
                found.add(query.parameters.get(given.text[1:].strip("`"), given.text[1:-1]))
    return frozenset(map(str, found))


def told_places(found: Sequence[ValueOccurrence]) -> list[str]:
    """Say where values stand, and how loosely. Of a name it does not say "key =", which looks like a secret's key."""

    def place(one: ValueOccurrence) -> str:
        return f"{one.label} named" if one.property == "key" else f"{one.label}.{one.property} ="

    return [f"{LOOSE.get(one.match, '')}{place(one)} {one.value}" for one in found]


def question_values(text: str) -> tuple[str, ...]:
    """Return what looks given, quoted text first; without dates and times, said in many ways, and masked secrets."""
    quoted = [next(filter(None, match.groups())) for match in QUOTED.finditer(text)]
    rest = QUOTED.sub(" ", text)
    words = [re.sub(r"'s$", "", word.strip(EDGES)) for word in rest.split()]
    given = [word for word in words if LOOKS_GIVEN.fullmatch(word) and not DATE_OR_TIME.fullmatch(word)]
    return tuple(dict.fromkeys(one for one in (*quoted, *given) if not STAND_IN.search(one)))
