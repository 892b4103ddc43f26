"""Mines the templates of log messages: constant words, and places for values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ingest.learn.builtin.logs.split_message import OPTIONAL, REST, SLOT, MessagePart, split_message
from ingest.learn.builtin.logs.values import PREPOSITIONS, VOCABULARIES
from reading.log import split_repeated

Skeleton = tuple[str, ...]
"""The pieces of a message in order, with a sign for each value."""
CountedMessage = tuple[tuple[MessagePart, ...], int]
"""A message in its pieces, and how often it was seen."""

SURELY_CONSTANT_LINES = 5
MANY_WORDS = 6
"""So many words in one place, everything else being equal, are values."""
WORDS_BESIDE_VALUES = 2
"""So many are, where numbers or addresses stand in that place too."""
OPENING = frozenset("([,;")
ANNOUNCING = frozenset(("user", "username", "account", "host", "hostname"))
"""Words behind which a name comes."""
_CODE = re.compile(r"[A-Z]{4,}+[A-Z0-9]*|[A-Za-z]+(?:_[A-Za-z]+)+|[A-Z][a-z]+(?:ed|ing)")
"""What an event is called in front of its message: `DHCPACK`, `Login_Denied`, `Modified`."""
_VERB = re.compile(r"(?:is|was|has|[A-Za-z]{2,}(?:ed|ing))")
QUALIFIERS = frozenset(("old", "new", "previous", "current", "last", "local", "remote", "peer"))


@dataclass(frozen=True, slots=True)
class Element:
    """A constant word or sign, or a value, of a template. `values` are those seen, as often as they were."""

    text: str
    is_slot: bool = False
    space: str = ""
    name: str = ""
    kind: str = ""
    values: tuple[str, ...] = ()

    @property
    def optional(self) -> bool:
        """The rest of a list, or a size in brackets that repeats the number before it."""
        return self.kind in OPTIONAL

    @property
    def is_field(self) -> bool:
        """Whether the parser reads it into a property."""
        return (self.is_slot and (not self.optional or self.kind == REST)) or bool(self.name)


@dataclass(frozen=True, slots=True)
class LogTemplate:
    """What the messages of one event have in common; `count` messages of the sample are of it."""

    elements: tuple[Element, ...]
    count: int

    @property
    def text(self) -> str:
        """The template as text, with a sign for each value."""
        parts = (
            (" " if element.space else "") + (SLOT if element.is_slot else element.text)
            for element in self.elements
            if not element.optional
        )
        return "".join(parts).strip()


def mine_templates(messages: Iterable[str]) -> list[LogTemplate]:
    """Find the templates of the messages, the commonest first. Blank messages have none.

    Messages are of one template where they are equal but for their values. Words are values where many of them
    take turns in one place.
    """
    members: dict[Skeleton, list[CountedMessage]] = {}
    counted = Counter(map(repeated_message, messages))
    for message, count in counted.items():
        if pieces := split_message(message):
            members.setdefault(_tokens(pieces), []).append((pieces, count))
    sizes = {skeleton: sum(count for _, count in rows) for skeleton, rows in members.items()}
    merged = _merge_words(sizes)
    grouped: dict[Skeleton, list[CountedMessage]] = {}
    for skeleton, rows in members.items():
        grouped.setdefault(merged[skeleton], []).extend(rows)
    found = [_template(skeleton, rows) for skeleton, rows in grouped.items()]
    return sorted(found, key=lambda template: (-template.count, template.text))


def repeated_message(message: str) -> str:
    """Return the message that one of a syslog server says was repeated; the reader takes such ones apart by itself."""
    repeated = split_repeated(message)
    return repeated[1] if repeated else message.rstrip()


def _tokens(pieces: Sequence[MessagePart]) -> Skeleton:
    return tuple(piece.token for piece in pieces if piece.kind not in OPTIONAL)


def _merge_words(skeletons: Iterable[Skeleton]) -> dict[Skeleton, Skeleton]:
    """Make one of those that differ in one place only, where that place holds many words."""
    current = {skeleton: skeleton for skeleton in skeletons}
    while True:
        step = _one_merge(set(current.values()))
        if not step:
            return current
        current = {skeleton: step.get(now, now) for skeleton, now in current.items()}


def _one_merge(skeletons: Iterable[Skeleton]) -> dict[Skeleton, Skeleton]:
    alike: dict[tuple[int, Skeleton], set[str]] = {}
    for skeleton in skeletons:
        if len(skeleton) > 2:
            for place, word in enumerate(skeleton):
                if word == SLOT or any(map(str.isalnum, word)):
                    masked = (*skeleton[:place], SLOT, *skeleton[place + 1 :])
                    alike.setdefault((place, masked), set()).add(word)
    step: dict[Skeleton, Skeleton] = {}
    used: set[Skeleton] = set()
    for (place, masked), words in sorted(alike.items(), key=lambda item: (-len(item[1]), item[0])):
        announced = place > 0 and masked[place - 1].lower() in ANNOUNCING
        least = (2 if announced else WORDS_BESIDE_VALUES + 1) if SLOT in words else MANY_WORDS
        has_word = any(word != SLOT and any(map(str.isalpha, word)) for word in masked)
        whole = [(*masked[:place], word, *masked[place + 1 :]) for word in words]
        if len(words) >= least and has_word and used.isdisjoint(whole):
            used.update(whole)
            step.update((skeleton, masked) for skeleton in whole if skeleton != masked)
    return step


def _template(skeleton: Skeleton, rows: Sequence[CountedMessage]) -> LogTemplate:
    """Line up the messages of one skeleton, with the optional pieces wherever one of them has it."""
    columns: list[list[tuple[MessagePart, int]]] = [[] for _ in skeleton]
    optional_after: dict[int, list[MessagePart]] = {}
    for pieces, size in rows:
        place = -1
        for piece in pieces:
            if piece.kind in OPTIONAL:
                optional_after.setdefault(place, []).append(piece)
            else:
                place += 1
                columns[place].append((piece, size))
    elements: list[Element] = []
    for place, (token, column) in enumerate(zip(skeleton, columns, strict=True)):
        named = bool(elements) and not elements[-1].is_slot and elements[-1].text.isalpha()
        elements.append(_element(token, column, named))
        if rests := optional_after.get(place):
            values = tuple(piece.text for piece in rests)
            elements.append(Element("", True, kind=rests[0].kind, values=values))
    return LogTemplate(_announced(elements), sum(size for _, size in rows))


def _element(token: str, column: Sequence[tuple[MessagePart, int]], named: bool) -> Element:
    """Make one place of a template; a word with digits that never varies and that no word names is constant."""
    first = column[0][0]
    space = r"\s*" if len({piece.space for piece, _ in column}) > 1 else r"\s+" if first.space else ""
    values = tuple(piece.text for piece, size in column for _ in range(min(size, 50)))
    if token != SLOT:
        return Element(token, False, space, first.name, values=values[:1] if first.name else ())
    kinds = {piece.kind for piece, _ in column}
    kind = kinds.pop() if len(kinds) == 1 else "host" if "host" in kinds else "word"
    lone = kind == "identifier" and not named and len(set(values)) == 1
    if lone and len(values) >= SURELY_CONSTANT_LINES and len(values[0]) <= 12 and values[0][0].isalpha():
        return Element(values[0], space=space)
    return Element("", True, space, first.name, kind, values)


def _announced(elements: Sequence[Element]) -> tuple[Element, ...]:
    """Read a lone name as a value where a word announces it and the phrase ends: `user <*> by`, and not `User note:`.

    A state, and a word of VOCABULARIES, stays a constant and is a field all the same.
    """
    done = list(elements)
    for place in range(1, len(done)):
        element, before = done[place], done[place - 1].text
        if element.is_slot or not element.text.isalpha() or element.text in PREPOSITIONS:
            continue
        title = place > 1 and before.istitle() and element.text.istitle()
        plain = element.text != "unknown" and not _VERB.fullmatch(element.text) and not title
        is_heading = place == 1 and [one.text for one in done[2:3]] == [":"]
        plain = plain and not is_heading
        if before.lower() in ANNOUNCING and plain and _ends_phrase(done[place + 1 : place + 2]):
            done[place] = Element("", True, element.space, "", "word", (element.text,))
        elif before == "state" or [each.text for each in done[max(0, place - 2) : place]] == ["state", "to"]:
            announcing = done[place - 2].text
            name = f"{announcing} state" if announcing in QUALIFIERS else "state"
            done[place] = replace(element, name=name, values=(element.text,))
    for name, words in VOCABULARIES.items():
        _name_word(done, name, words)
    if done and not done[0].is_field and _CODE.fullmatch(done[0].text):
        _name_word(done, "action", (done[0].text,))
    return tuple(done)


def quoted_places(elements: Sequence[Element]) -> frozenset[int]:
    """Return the places of what a message quotes behind words of its own: `note: "Accepted password" was seen`."""
    quotes = [place for place, element in enumerate(elements) if element.text == '"' and not element.is_slot]
    if len(quotes) % 2 or not any(
        element.text.isalpha() for element in elements[: quotes[0] if quotes else 0]
    ):
        return frozenset()
    return frozenset(
        place for start, end in zip(quotes[::2], quotes[1::2], strict=True) for place in range(start, end)
    )


def _ends_phrase(after: Sequence[Element]) -> bool:
    """Tell whether a phrase ends before what comes next: a preposition, a verb, a sign, or nothing."""
    if not after or after[0].is_slot:
        return not after
    text = after[0].text
    return text in PREPOSITIONS or not text[0].isalnum() or _VERB.fullmatch(text) is not None


def _name_word(elements: list[Element], name: str, words: Sequence[str]) -> None:
    """Make a field of the first constant that is one of the words, unless there is a field of that name."""
    if any(element.name == name for element in elements):
        return
    quoted = quoted_places(elements)
    for place, element in enumerate(elements):
        if (
            place not in quoted
            and not element.is_field
            and (element.text in words or element.text.lower() in words)
        ):
            elements[place] = replace(element, name=name, values=(element.text,))
            return
