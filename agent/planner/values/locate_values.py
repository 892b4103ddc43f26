"""Looks up the values that a question names: on which devices and in which properties they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Test
from agent.planner.values.small_names import small_names
from agent.reader.value_index import Occurrence, ValueIndex
from agent.reader.english import device_stems, short_names, split_name, stem
from agent.planner.words.lexicon import Label, Lexicon
from agent.planner.words.match_words import match_words, near, plain_words
from agent.planner.words.quantities import Unit, read_quantity, read_unit
from agent.planner.words.question_words import Mention, Word, as_word, spoken_word, without_cut

_TRIED = 24
_SIDES = frozenset(["far", "near", "own", "other", "next", "last", "first", "same"])
_COMPARISONS: tuple[tuple[re.Pattern[str], Test], ...] = (
    (re.compile(r"\b(?:at least|minimum of|no less than)$"), "least"),
    (re.compile(r"\b(?:at most|up to|no more than|maximum of)$"), "most"),
    (
        re.compile(
            r"\b(?:above|over|(?:more|greater|larger|longer|higher|bigger|later|slower) than|exceed(?:s|ing)?)$"
        ),
        "more",
    ),
    (re.compile(r"\b(?:below|under|(?:less|smaller|shorter|lower|fewer|faster) than)$"), "less"),
)


@dataclass(frozen=True, slots=True)
class Located:
    """Where a mention stands; `lines` counts the source lines that show it, when no property holds it.

    A size that others are compared with is a `number`, which may have a `unit`.
    """

    mention: Mention
    devices: tuple[str, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()
    lines: int = 0
    test: Test = "equal"
    unit: Unit | None = None
    number: float = 0.0

    @property
    def is_missing(self) -> bool:
        """Tell whether the graph does not know the value at all."""
        return not (self.devices or self.occurrences or self.lines)


Tokens = Sequence[Word | Mention]


def settle_words(tokens: Tokens, lexicon: Lexicon, look_up: ValueIndex) -> tuple[Word | Mention, ...]:
    """Decide which doubtful mentions are words: "local-preference" is, unless something has this value."""
    settled: list[Word | Mention] = []
    named = _spelled_out(tokens)
    persons = small_names(tokens, lexicon, look_up)
    for token in tokens:
        if persons.get(token.index):
            settled.append(Mention(len(settled), token.text, "name", maybe=True))
        elif token.index in persons:
            settled.append(Word(len(settled), token.text, stem(token.text), "content"))
        elif (isinstance(token, Mention) and token.maybe and _is_english(token, lexicon, look_up)) or (
            isinstance(token, Mention) and not token.quoted and token.text.lower() in lexicon.property_names
        ):
            settled += [_known(word, lexicon) for word in _as_words(token, len(settled))]
        elif isinstance(token, Word) and _is_side(token, tokens, lexicon):
            settled.append(Word(len(settled), token.text, token.stem, "content"))
        elif token.index in named:
            settled.append(_moved(token, len(settled)))
        elif isinstance(token, Word) and token.sort == "content" and _is_value(token, lexicon, look_up):
            settled.append(Mention(len(settled), token.text, "name", maybe=True))
        else:
            settled.append(_moved(token, len(settled)))
    return tuple(settled)


def _is_side(word: Word, tokens: Tokens, lexicon: Lexicon) -> bool:
    """Tell whether a small word is the first one of a property's name: the "far" of far_port."""
    behind = tokens[word.index + 1] if word.index + 1 < len(tokens) else None
    small = word.sort == "function" and word.text.lower() in _SIDES
    return small and isinstance(behind, Word) and (word.stem, behind.stem) in lexicon.pairs


def _spelled_out(tokens: Tokens) -> frozenset[int]:
    """Return where a name of the field of several words stands: the "access" of "access list" is no value."""
    stems = [token.stem if isinstance(token, Word) else "" for token in tokens]
    return frozenset(
        place + step
        for place in range(len(stems))
        for name in short_names()
        if tuple(stems[place : place + len(name)]) == name
        for step in range(len(name))
    )


def _is_english(mention: Mention, lexicon: Lexicon, look_up: ValueIndex) -> bool:
    """Tell whether a doubtful mention is words; not where something is called just so, in capitals: PERMIT-ALL."""
    if mention.text.lower() in lexicon.device_names:
        return False
    found = look_up.find(mention.text)
    if mention.text != mention.text.lower() and any(str(one.value) == mention.text for one in found):
        return False
    parts = [as_word(0, part) for part in split_name(mention.text)]
    known = all(part.sort == "function" or lexicon.knows(part.stem) for part in parts)
    return known or not (look_up.devices(mention.text) or _whole(found))


def _is_value(word: Word, lexicon: Lexicon, look_up: ValueIndex) -> bool:
    """Tell whether a word that no label or property says is the name or value of something."""
    if word.text.lower() in lexicon.device_names and word.stem not in device_stems():
        return True
    if lexicon.knows(word.stem):
        return False
    if look_up.devices(word.text):
        return True
    found = [one for one in look_up.find(word.text) if one.match in ("whole", "member")]
    return sum(one.count for one in found) > lexicon.said_by.get(word.stem, 0)


def _as_words(mention: Mention, start: int) -> list[Word]:
    """Cut a doubtful mention into words; one of function words only ("IS-IS") is a name after all."""
    parts = split_name(mention.text)
    if all(as_word(0, part).sort == "function" for part in parts):
        joined = "".join(parts)
        return [Word(start, joined, stem(joined), "content")]
    before = ("", *parts)
    return [spoken_word(start + offset, part, before[offset]) for offset, part in enumerate(parts)]


def _known(word: Word, lexicon: Lexicon) -> Word:
    """Let a short word of a compound count where properties are called so: the "as" of "local-as"."""
    if word.sort == "function" and word.stem in lexicon.vocabulary:
        return Word(word.index, word.text, word.stem, "generic")
    return word


def locate_values(tokens: Tokens, lexicon: Lexicon, look_up: ValueIndex) -> tuple[Located, ...]:
    """Look up every mention of a question, except times."""
    return tuple(
        _locate(token, tokens, lexicon, look_up)
        for token in tokens
        if isinstance(token, Mention) and token.shape != "time"
    )


def _locate(mention: Mention, tokens: Tokens, lexicon: Lexicon, look_up: ValueIndex) -> Located:
    text = without_cut(mention.text)
    if mention.shape == "number" or (read_quantity(mention.text) and _comparison(mention, tokens)):
        return _locate_number(mention, tokens, lexicon, look_up)
    every = look_up.find(text, mention.shape == "cut")
    found = tuple(one for one in every if lexicon.has(one.label, one.property))
    devices = () if _is_property_of(mention, tokens, found, lexicon) else look_up.devices(text)
    lines = 0 if every or devices else look_up.mentions(text)
    return Located(mention, devices, found, lines)


def _is_property_of(mention: Mention, tokens: Tokens, found: Iterable[Occurrence], lexicon: Lexicon) -> bool:
    """Tell whether the word right before a value names the property that holds it: "the description spine1"."""
    before = tokens[mention.index - 1] if mention.index else None
    if not isinstance(before, Word) or before.sort == "function":
        return False
    places = [(lexicon.labels[one.label], one.property) for one in found if one.label in lexicon.labels]
    return any(
        before.stem in label.properties[name].words
        for label, name in places
        if name in label.properties and name != "key"
    )


def _locate_number(mention: Mention, tokens: Tokens, lexicon: Lexicon, look_up: ValueIndex) -> Located:
    """Find a number by the words beside it: "area 1" is a property called area, "mtu above 1500" is its size."""
    test = _comparison(mention, tokens)
    reach = mention.index - (2 if test else 0)
    words = plain_words(tokens)
    beside = near(words, mention.index) or near(words, reach)
    number, unit = _quantity(mention, tokens) if test else (0, None)
    if unit is not None and mention.shape == "number":
        beside = tuple(dict.fromkeys((*beside, *near(words, mention.index + 1))))
    ranked = [one for label in lexicon.labels.values() for one in _ranked_properties(label, beside)]
    ranked.sort(key=lambda one: (-one[0], one[1], one[2]))
    if test:
        sizes = [one for one in ranked if _is_size(lexicon.labels[one[1]], one[2])]
        best = sizes[0][0] if sizes else 0.0
        found = [Occurrence(label, name, number) for score, label, name in sizes if score >= best - 0.01]
        return Located(mention, occurrences=tuple(found), lines=1, test=test, unit=unit, number=number)
    held = [
        Occurrence(label, name, value)
        for _, label, name in ranked[:_TRIED]
        for value in look_up.holds(label, name, mention.text)
    ]
    return Located(mention, occurrences=tuple(held))


def _comparison(mention: Mention, tokens: Tokens) -> Test | None:
    said = " ".join(token.text.lower() for token in tokens[max(0, mention.index - 3) : mention.index])
    return next((test for pattern, test in _COMPARISONS if pattern.search(said)), None)


def _quantity(mention: Mention, tokens: Tokens) -> tuple[float, Unit | None]:
    """Read a number and its unit, which may stand behind it as a word of its own: "100 ms"."""
    read = read_quantity(mention.text)
    if read is not None:
        return read
    behind = tokens[mention.index + 1] if mention.index + 1 < len(tokens) else None
    unit = read_unit(behind.text) if isinstance(behind, Word) else None
    return float(mention.text) if "." in mention.text else int(mention.text), unit


def _is_size(label: Label, name: str) -> bool:
    """Tell whether a property holds numbers; of log records also numbers with units: "3KB"."""
    found = label.properties[name]
    if found.is_number or not label.is_event:
        return found.is_number
    return bool(found.examples) and all(read_quantity(str(one)) for one in found.examples)


def _ranked_properties(label: Label, beside: Sequence[Word]) -> Iterable[tuple[float, str, str]]:
    for found in label.properties.values():
        if found.is_flag or found.name in ("message", "device", "template", "timestamp", "path"):
            continue
        names = label.words if found.name == "key" else found.words
        matched = match_words(names, beside)
        if matched.positions:
            closeness = max(matched.positions) / 100
            yield sum(matched.positions.values()) - 0.2 * matched.missed + closeness, label.name, found.name


def _whole(found: Iterable[Occurrence]) -> bool:
    return any(occurrence.match in ("whole", "member") for occurrence in found)


def _moved(token: Word | Mention, index: int) -> Word | Mention:
    if isinstance(token, Word):
        return Word(index, token.text, token.stem, token.sort)
    return Mention(index, token.text, token.shape, token.quoted)
