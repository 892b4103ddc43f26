"""Names a template's values by the words around them, and its event by the first words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ingest.induction.logs.split_message import REST
from ingest.induction.logs.templates import Element, Template
from ingest.induction.logs.values import PREPOSITIONS, kind_of_values

FILLERS = frozenset(
    [
        "the",
        "a",
        "an",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "and",
        "or",
        "not",
        "set",
        "has",
        "have",
        "had",
        "this",
        "that",
    ]
)
UNITS = frozenset(
    [
        "ms",
        "us",
        "ns",
        "sec",
        "secs",
        "seconds",
        "second",
        "minutes",
        "minute",
        "hours",
        "hour",
        "days",
        "day",
        "byte",
        "bytes",
        "kb",
        "mb",
        "gb",
        "tb",
        "kib",
        "mib",
        "gib",
        "bits",
        "mhz",
        "ghz",
        "hz",
        "percent",
        "pages",
        "packets",
        "times",
    ]
)
SHORT_TIMES = frozenset(["ms", "us", "ns", "s"])
"""Units that are no words: what they count is named `duration_ms`."""
OPENING = frozenset(["/", "'", '"', "(", "[", "{", "<", "#", "$"])
KIND_NOUNS = {
    "rest": "rest", "ipv4": "address", "ipv6": "address", "prefix": "prefix", "mac": "mac", "uuid": "id",
    "path": "path", "uri": "uri", "time": "time", "duration": "duration", "interface": "interface",
    "host": "host", "integer": "value", "number": "value", "mail": "mail", "boolean": "flag",
}  # fmt: skip
RESERVED_NAMES = frozenset(
    [
        "id",
        "type",
        "key",
        "device",
        "path",
        "ordinal",
        "number",
        "document",
        "template",
        "event",
        "message",
        "timestamp",
    ]
)
"""What every entity in the graph has, whatever its type."""
MOST_NAME_WORDS = 3


def snake_name(words: str) -> str:
    """Turn words or camel case into a lower_snake_case name; blank when nothing is left."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", words)
    name = re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_")
    return f"n{name}" if name[:1].isdigit() else name


def slot_kind(element: Element) -> str:
    """Name the kind of a slot's values for the schema."""
    kind = kind_of_values(element.values)
    return "host" if kind == "string" and element.kind == "host" else kind


def name_slots(template: Template, taken: Iterable[str]) -> tuple[tuple[str, bool], ...]:
    """Name every field of the template in order; no name is in `taken`, and none comes twice.

    Beside each name stands whether it is a guess: one made of a preposition or of the kind of the value.
    """
    elements = template.elements
    used = set(taken) | RESERVED_NAMES
    names: list[tuple[str, bool]] = []
    by_place: dict[int, str] = {}
    for place, element in enumerate(elements):
        if not element.is_field:
            continue
        name, guess = _name(elements, place, by_place)
        unique = _unused(elements, place, name, used)
        used.add(unique)
        names.append((unique, guess))
        by_place[place] = unique
    return tuple(names)


def _unused(elements: Sequence[Element], place: int, name: str, used: set[str]) -> str:
    """Make a name that is taken longer: by the word before it, by the next word, else by a number."""
    name = "host_name" if name == "host" else name
    if name not in used:
        return name
    at = place - 1
    while at >= 0 and snake_name(_word(elements, at)) in (name, ""):
        at -= 1
    before = snake_name(_word(elements, at)) if place - at <= 3 and name in RESERVED_NAMES else ""
    if before and before not in FILLERS | PREPOSITIONS and f"{before}_{name}" not in used:
        return f"{before}_{name}"
    name = f"{name}_value" if name in RESERVED_NAMES else name
    longer = _with_next_word(elements, place, name)
    if name in used and longer not in used:
        return longer
    number, unique = 1, name
    while unique in used:
        number += 1
        unique = f"{name}_{number}"
    return unique


def _name(elements: Sequence[Element], place: int, by_place: dict[int, str]) -> tuple[str, bool]:
    element = elements[place]
    if element.name:
        return snake_name(element.name) or "value", False
    if element.kind == REST:
        return f"other_{by_place.get(place - 1, 'value')}", False
    before = place - 1
    while before >= 0 and not elements[before].is_slot and elements[before].text in OPENING:
        before -= 1
    kind = slot_kind(element)
    numeric = kind in ("integer", "number")
    label = _label_after(elements, place)
    if label:
        return label, False
    if numeric and not element.space and _is_port(elements, place) and place - 2 in by_place:
        return f"{_without_kind(by_place[place - 2])}port", False
    if place > 1 and elements[place - 1].text == ">" and elements[place - 2].text.endswith("-"):
        return f"to_{KIND_NOUNS.get(kind, 'value')}", False
    if before >= 0 and elements[before].text in (":", "=") and not elements[before].is_slot:
        key = _key_before(elements, before - 1)
        if key:
            return key, False
    if numeric and any(name == "request_path" for name in by_place.values()):
        after_request = _after_request(elements, place)
        if after_request and after_request not in by_place.values():
            return after_request, False
    if elements[place - 1].text == '"' and "status" in by_place.values():
        names = [name for name in ("referer", "user_agent") if name not in by_place.values()]
        if names and not numeric and "request_path" in by_place.values():
            return names[0], False
    unit = _unit_after(elements, place) if numeric else ""
    word = _word(elements, before)
    measured = unit in UNITS or unit.startswith("duration_")
    if unit and (word.lower() != "of" or not measured) and (not word or not _is_noun(word) or not measured):
        return unit, False
    from_before, guess = _from_words_before(elements, before, kind)
    if from_before:
        return from_before, guess
    if unit:
        return unit, False
    after = _words_after(elements, place) if numeric else ""
    return after or _by_kind(element, kind), True


def _is_port(elements: Sequence[Element], place: int) -> bool:
    """A number glued to an address by a colon, a slash or a bracket."""
    if place < 2 or elements[place - 1].is_slot or elements[place - 1].space:
        return False
    before = elements[place - 2]
    sign = elements[place - 1].text
    where = slot_kind(before) in ("ipv4", "ipv6", "host") or before.kind == "host"
    return before.is_slot and (sign == ":" or (where and sign in ("/", "#", "(")))


def _without_kind(name: str) -> str:
    """What is left of an address's name in front of `port`."""
    if name in ("address", "host", "host_name"):
        return ""
    return f"{name.removesuffix('_address').removesuffix('_host')}_"


def _after_request(elements: Sequence[Element], place: int) -> str:
    """The two numbers behind a request in the common log format."""
    if elements[place - 1].text == '"' and not elements[place - 1].is_slot:
        return "status"
    behind = place > 1 and elements[place - 1].is_slot and elements[place - 2].text == '"'
    return "bytes" if behind else ""


def _words_after(elements: Sequence[Element], place: int) -> str:
    """The first words after a number that nothing before it names: `0 on other nodes`."""
    words: list[str] = []
    for at in range(place + 1, len(elements)):
        word = _word(elements, at)
        if not word or len(words) == 2:
            break
        if word.lower() not in PREPOSITIONS | FILLERS:
            words.append(word)
    return snake_name(" ".join(words)) if len(words) == 2 else ""


def _word(elements: Sequence[Element], place: int) -> str:
    """The constant word at a place; blank for a sign, a value, or nothing."""
    if not 0 <= place < len(elements) or elements[place].is_slot:
        return ""
    text = elements[place].text
    return text if any(letter.isalpha() for letter in text) else ""


def _key_before(elements: Sequence[Element], place: int) -> str:
    """The words in front of a colon, back to the last sign or preposition: `Total memory: <*>`."""
    words: list[str] = []
    while len(words) < MOST_NAME_WORDS and (word := _word(elements, place)):
        if words and (word.lower() in FILLERS | PREPOSITIONS or _is_glued_value(elements, place)):
            break
        words.insert(0, word)
        place -= 1
    return snake_name(" ".join(words))


def _is_glued_value(elements: Sequence[Element], place: int) -> bool:
    """A word right behind a colon is the value of another key: `type:create id:<*>`."""
    return place > 0 and not elements[place].space and elements[place - 1].text in (":", "=", "/")


def _label_after(elements: Sequence[Element], place: int) -> str:
    """A label in brackets after the value, where the template labels several values so: `<*> (sid)`."""
    if sum(1 for at in range(len(elements)) if elements[at].is_slot and _bracketed(elements, at + 1)) < 2:
        return ""
    return snake_name(_bracketed(elements, place + 1))


def _bracketed(elements: Sequence[Element], place: int) -> str:
    if place >= len(elements) or elements[place].text != "(":
        return ""
    words: list[str] = []
    for element in elements[place + 1 : place + 5]:
        if element.text == ")" and not element.is_slot:
            return " ".join(words)
        if element.is_slot:
            return ""
        words.append(element.text)
    return ""


def _is_noun(word: str) -> bool:
    """A rough guess: no preposition, no filler, no verb form."""
    lower = word.lower()
    return (
        lower not in PREPOSITIONS | FILLERS
        and not lower.endswith(("ed", "ing"))
        and word != word.capitalize()
    )


def _unit_after(elements: Sequence[Element], place: int) -> str:
    """What is counted: `5 seconds`, `0 bytes sent,`."""
    after = place + 1
    if after < len(elements) and elements[after].optional:
        after += 1
    word = _word(elements, after)
    lower = word.lower()
    if word in SHORT_TIMES and elements[place].is_slot:
        return f"duration_{word}"
    if not (lower in UNITS or (lower.isalpha() and word == lower and lower.endswith("s") and len(lower) > 4)):
        return ""
    after += 1
    if after < len(elements) and elements[after].optional:
        after += 1
    second = _word(elements, after)
    ends = after + 1 >= len(elements) or not (_word(elements, after + 1) or elements[after + 1].is_slot)
    more = ends and second.lower().endswith(("ed", "sent", "lost", "read"))
    return snake_name(f"{word} {second}" if more else word)


def _from_words_before(elements: Sequence[Element], before: int, kind: str) -> tuple[str, bool]:
    word = _word(elements, before)
    if not word:
        return "", True
    lower = word.lower()
    if lower not in PREPOSITIONS | FILLERS:
        return snake_name(word), lower.endswith("ing")
    at = before
    while (earlier := _word(elements, at)) and earlier.lower() in PREPOSITIONS | FILLERS:
        at -= 1
    content = snake_name(_word(elements, at))
    if lower in PREPOSITIONS and kind in KIND_NOUNS and kind not in ("integer", "number"):
        return f"{lower}_{KIND_NOUNS[kind]}", True
    if lower == "of" or lower in FILLERS or kind in ("integer", "number"):
        return content, True
    alone = lower if lower in ("by", "via") else ""
    return (f"{content}_{lower}" if content else alone), True


def _by_kind(element: Element, kind: str) -> str:
    if kind in KIND_NOUNS:
        return KIND_NOUNS[kind]
    if element.kind in KIND_NOUNS:
        return KIND_NOUNS[element.kind]
    heads = {re.match(r"[A-Za-z]*", value)[0].lower() for value in element.values}  # type: ignore[index]
    head = heads.pop() if len(heads) == 1 else ""
    return head if len(head) > 1 else "value"


def _with_next_word(elements: Sequence[Element], place: int, name: str) -> str:
    """Tell a second value of one name from the first by the next word that means something."""
    for element in elements[place + 1 :]:
        if element.is_slot:
            break
        word = snake_name(element.text)
        if word and word not in FILLERS | PREPOSITIONS and word not in name.split("_"):
            return f"{name}_{word}"
    return name
