"""Names the fields of templates by the words around them, and their types and events by the first words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from itertools import chain, count, takewhile

from ingest.learn.builtin.logs.split_message import REST
from ingest.learn.builtin.logs.templates import Element, LogTemplate, quoted_places
from ingest.learn.builtin.logs.values import PREPOSITIONS, kind_of_values

FILLERS = frozenset(
    [
        "the", "a", "an", "is", "are", "was", "were", "be", "been", "and", "or", "not", "set", "has", "have", "had",
        "this", "that",
    ]
)  # fmt: skip
UNITS = frozenset(
    [
        "ms", "us", "ns", "sec", "secs", "seconds", "second", "minutes", "minute", "hours", "hour", "days", "day",
        "byte", "bytes", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "bits", "mhz", "ghz", "hz", "percent", "pages",
        "packets", "times",
    ]
)  # fmt: skip
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
        "id", "type", "key", "device", "path", "ordinal", "number", "document", "template", "event", "message",
        "timestamp",
    ]
)  # fmt: skip
"""What every entity in the graph has, whatever its type."""
MOST_NAME_WORDS = 3
MOST_VALUES = 200
SHARED = 0.5
_NUMERIC = ("integer", "number")
_EMPTY_WORDS = PREPOSITIONS | FILLERS

Field = tuple[str, str]
"""The name and the kind of a field."""


def snake_name(words: str) -> str:
    """Turn words or camel case into a lower_snake_case name; blank when nothing is left."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", words)
    name = re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_")
    return f"n{name}" if name[:1].isdigit() else name


def free_name(name: str, used: Container[str], joint: str = "_") -> str:
    """Return the name, with a number behind it where it is used."""
    numbered = (f"{name}{joint}{number}" for number in count(2))
    return next(unique for unique in chain([name], numbered) if unique not in used)


def slot_kind(element: Element) -> str:
    """Name the kind of a slot's values for the schema."""
    kind = kind_of_values(element.values)
    return "host" if kind == "string" and element.kind == "host" else kind


def name_fields(templates: Sequence[LogTemplate], taken: Sequence[str]) -> list[tuple[Field, ...]]:
    """Name and type the fields of each template, in the order of its elements.

    All templates are named together, so that good names serve similar values elsewhere.
    """
    named = [_name_slots(template.elements, taken) for template in templates]
    known: dict[str, Counter[str]] = {}
    for element, name, guess in chain.from_iterable(named):
        for sign in _signs(element) if not guess else ():
            known.setdefault(sign, Counter())[name] += 1
    return [_better(fields, known) for fields in named]


_NamedSlot = tuple[Element, str, bool]
"""A field with its name, and whether that is a guess: made of a preposition or of the kind of the value."""


def _better(fields: Sequence[_NamedSlot], known: dict[str, Counter[str]]) -> tuple[Field, ...]:
    """Replace each guess by the name under which most of its values are known."""
    used = {name for _, name, _ in fields}
    better: list[Field] = []
    for element, name, guess in fields:
        signs = _signs(element) if guess else set()
        votes = Counter(found.most_common(1)[0][0] for sign in sorted(signs) if (found := known.get(sign)))
        best, often = votes.most_common(1)[0] if votes else ("", 0)
        if best and often >= SHARED * len(signs) and best not in used:
            used.add(best)
            name = best
        better.append((name, slot_kind(element)))
    return tuple(better)


def _signs(element: Element) -> set[str]:
    """What tells the values of one thing: names themselves, and the letters in front of numbered ones."""
    if element.kind == "identifier":
        return {head[0] for value in element.values if (head := re.match(r"[A-Za-z]{2,}[_-]", value))}
    if slot_kind(element) not in ("string", "uuid"):
        return set()
    values = element.values[:MOST_VALUES]
    return {value for value in values if len(value) > 1 and (value[0].isalpha() or len(value) == 36)}


def _name_slots(elements: Sequence[Element], taken: Iterable[str]) -> list[_NamedSlot]:
    """Name every field of a template in order; no name is in `taken`, and none comes twice."""
    used = set(taken) | RESERVED_NAMES
    named: list[_NamedSlot] = []
    by_place: dict[int, str] = {}
    for place, element in enumerate(elements):
        if element.is_field:
            name, guess = _name(elements, place, by_place)
            by_place[place] = _unused(elements, place, name, used)
            used.add(by_place[place])
            named.append((element, by_place[place], guess))
    return named


def _unused(elements: Sequence[Element], place: int, name: str, used: set[str]) -> str:
    """Make a name that is taken longer: by the word before it, by the next word, else by a number."""
    name = "host_name" if name == "host" else name
    if name not in used:
        return name
    if name in RESERVED_NAMES:
        at = place - 1
        while at >= 0 and snake_name(_word(elements, at)) in (name, ""):
            at -= 1
        before = snake_name(_word(elements, at)) if place - at <= 3 else ""
        if before and before not in _EMPTY_WORDS and f"{before}_{name}" not in used:
            return f"{before}_{name}"
        name = f"{name}_value"
    after = takewhile(lambda element: not element.is_slot, elements[place + 1 :])
    following = (snake_name(element.text) for element in after)
    empty = _EMPTY_WORDS.union(name.split("_"), [""])
    longer = next((f"{name}_{word}" for word in following if word not in empty), name)
    return longer if name in used and longer not in used else free_name(name, used)


def _name(elements: Sequence[Element], place: int, by_place: dict[int, str]) -> tuple[str, bool]:
    """Name a value, and tell whether that is a guess; `by_place` has the names of those before it."""
    element = elements[place]
    if element.name:
        return snake_name(element.name) or "value", False
    if element.kind == REST:
        return f"other_{by_place.get(place - 1, 'value')}", False
    before = place - 1
    while before >= 0 and not elements[before].is_slot and elements[before].text in OPENING:
        before -= 1
    kind = slot_kind(element)
    by_signs = _name_by_signs(elements, place, before, kind, by_place)
    if by_signs:
        return by_signs, False
    unit = _unit_after(elements, place) if kind in _NUMERIC else ""
    word = _word(elements, before)
    measured = unit in UNITS or unit.startswith("duration_")
    if unit and not (measured and (word.lower() == "of" or _is_noun(word))):
        return unit, False
    from_before, guess = _from_words_before(elements, before, kind)
    if from_before:
        return from_before, guess
    if unit:
        return unit, False
    after = _words_after(elements, place) if kind in _NUMERIC else ""
    return after or _by_kind(element, kind), True


def _name_by_signs(
    elements: Sequence[Element], place: int, before: int, kind: str, by_place: dict[int, str]
) -> str:
    """Name a value by a label in brackets, a port's colon, an arrow, a key's colon, or its place in a request."""
    label = _label_after(elements, place)
    if label:
        return label
    if kind in _NUMERIC and place - 2 in by_place and _is_port(elements, place):
        owner = by_place[place - 2]
        plain = owner.removesuffix("_address").removesuffix("_host")
        return "port" if owner in ("address", "host", "host_name") else f"{plain}_port"
    if place > 1 and elements[place - 1].text == ">" and elements[place - 2].text.endswith("-"):
        return f"to_{KIND_NOUNS.get(kind, 'value')}"
    if before >= 0 and elements[before].text in (":", "=") and not elements[before].is_slot:
        key = _key_before(elements, before - 1)
        if key:
            return key
    names = by_place.values()
    if "request_path" not in names:
        return ""
    quoted = elements[place - 1].text == '"'
    if kind in _NUMERIC:
        behind = place > 1 and elements[place - 1].is_slot and elements[place - 2].text == '"'
        named = "status" if quoted and not elements[place - 1].is_slot else "bytes" if behind else ""
        return named if named not in names else ""
    free = [name for name in ("referer", "user_agent") if name not in names]
    return free[0] if quoted and free and "status" in names else ""


def _label_after(elements: Sequence[Element], place: int) -> str:
    """A label in brackets after the value, where the template labels several values so: `<*> (sid)`."""
    labels = {at: _bracketed(elements[at + 1 : at + 6]) for at, each in enumerate(elements) if each.is_slot}
    return snake_name(labels[place]) if sum(map(bool, labels.values())) > 1 else ""


def _bracketed(elements: Sequence[Element]) -> str:
    texts = [element.text for element in elements]
    end = texts.index(")") if ")" in texts else 0
    if texts[:1] != ["("] or not end or any(element.is_slot for element in elements[1 : end + 1]):
        return ""
    return " ".join(texts[1:end])


def _is_port(elements: Sequence[Element], place: int) -> bool:
    """A number glued to an address by a colon, a slash or a bracket."""
    before, sign = elements[place - 2 : place]
    if sign.is_slot or sign.space or elements[place].space or not before.is_slot:
        return False
    where = slot_kind(before) in ("ipv4", "ipv6", "host") or before.kind == "host"
    return sign.text == ":" or (where and sign.text in ("/", "#", "("))


def _word(elements: Sequence[Element], place: int) -> str:
    """The constant word at a place; blank for a sign, a value, or nothing."""
    if not 0 <= place < len(elements) or elements[place].is_slot:
        return ""
    text = elements[place].text
    return text if any(map(str.isalpha, text)) else ""


def _key_before(elements: Sequence[Element], place: int) -> str:
    """The words in front of a colon, back to the last sign or preposition: `Total memory: <*>`.

    A word right behind a colon is the value of another key: `type:create id:<*>`.
    """
    words: list[str] = []
    while len(words) < MOST_NAME_WORDS and (word := _word(elements, place)):
        glued = place > 0 and not elements[place].space and elements[place - 1].text in (":", "=", "/")
        if words and (word.lower() in _EMPTY_WORDS or glued):
            break
        words.insert(0, word)
        place -= 1
    return snake_name(" ".join(words))


def _is_noun(word: str) -> bool:
    """A rough guess: no preposition, no filler, no verb form."""
    lower = word.lower()
    return lower not in _EMPTY_WORDS and not lower.endswith(("ed", "ing")) and word != word.capitalize()


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
    lower = word.lower()
    if lower not in _EMPTY_WORDS:
        return snake_name(word), lower.endswith("ing")
    at = before
    while (earlier := _word(elements, at)) and earlier.lower() in _EMPTY_WORDS:
        at -= 1
    content = snake_name(_word(elements, at))
    if lower in PREPOSITIONS and kind in KIND_NOUNS and kind not in _NUMERIC:
        return f"{lower}_{KIND_NOUNS[kind]}", True
    if lower == "of" or lower in FILLERS or kind in _NUMERIC:
        return content, True
    alone = lower if lower in ("by", "via") else ""
    return (f"{content}_{lower}" if content else alone), True


def _words_after(elements: Sequence[Element], place: int) -> str:
    """The first words after a number that nothing before it names: `0 on other nodes`."""
    words: list[str] = []
    for at in range(place + 1, len(elements)):
        word = _word(elements, at)
        if not word or len(words) == 2:
            break
        if word.lower() not in _EMPTY_WORDS:
            words.append(word)
    return snake_name(" ".join(words)) if len(words) == 2 else ""


def _by_kind(element: Element, kind: str) -> str:
    noun = KIND_NOUNS.get(kind) or KIND_NOUNS.get(element.kind)
    if noun:
        return noun
    heads = {re.match(r"[A-Za-z]*", value)[0].lower() for value in element.values}  # type: ignore[index]
    head = heads.pop() if len(heads) == 1 else ""
    return head if len(head) > 1 else "value"


# Names the entity types of templates, and their events, by the first words that tell them apart.


RESERVED_TYPES = frozenset(
    ["Event", "Entity", "Line", "Device", "Document", "Type", "Snapshot", "Configuration", "OtherEvent"]
)
MOST_TYPE_WORDS = 6


def constant_words(template: LogTemplate) -> tuple[str, ...]:
    """The words of a template in order, without quoted ones and keys that only name a value in front of the text."""
    quoted = quoted_places(template.elements)
    elements = [element for place, element in enumerate(template.elements) if place not in quoted]
    start = 0
    if len(elements) > 4 and elements[0].text in "[(" and not elements[0].is_slot:
        close = next((at for at, element in enumerate(elements) if element.text in ("]", ")")), 0)
        start = close + 1 if any(element.is_slot for element in elements[1:close]) else 0
    constant = "".join(element.text for element in elements[start:])
    kept = elements[start:] if any(map(str.isalpha, constant)) else elements
    text = "".join(
        (" " if part.space else "") + (" " if part.is_slot or part.text.count(".") > 1 else part.text)
        for part in kept
    )
    words = re.findall(r"[A-Za-z](?:[A-Za-z0-9_]|'(?=[A-Za-z]))*", text)
    return tuple(word.replace("'", "") for word in words)


def name_types(templates: Sequence[LogTemplate]) -> list[tuple[str, str]]:
    """Give each template its type's name in camel case, and the same words as the name of the event.

    A name takes as many of the first words as tell it from all others, and at least two. Where that takes
    too many, the words that are not in all of the alike tell them apart.
    """
    every = [constant_words(template) or ("Message",) for template in templates]
    used = set(RESERVED_TYPES)
    named: list[tuple[str, str]] = []
    for own in every:
        chosen = _telling_words(own, every)
        name = "".join(map(_camel, chosen))
        unique = free_name(name, used, "")
        used.add(unique)
        named.append((unique, " ".join([*chosen, unique[len(name) :]]).rstrip()))
    return named


def _telling_words(own: tuple[str, ...], every: Sequence[tuple[str, ...]]) -> Sequence[str]:
    for length in range(min(2, len(own)), MOST_TYPE_WORDS + 1):
        if sum(1 for other in every if other[:length] == own[:length]) == 1:
            return own[:length]
    alike = [set(other) for other in every if other[:2] == own[:2]]
    shared = set.intersection(*alike)
    special = set(own[1:]) - shared
    rarest = sorted(special, key=lambda word: (sum(1 for other in alike if word in other), own.index(word)))
    first = rarest[:3]
    same = [other for other in alike if other != set(own) and other.issuperset(first)]
    if rarest and same:  # what is rare is not what tells these apart: "guest lobby down" and "guest lobby up"
        apart = min(rarest, key=lambda word: sum(word in other for other in same))
        first = [*first[:2], apart]
    telling = [word for word in sorted(first, key=own.index) if word not in own[:2]]
    return [*own[:2], *telling] if special else own[:MOST_TYPE_WORDS]


def _camel(word: str) -> str:
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", word) if part]
    return "".join(
        part.capitalize() if part.isupper() or part.islower() else part[0].upper() + part[1:]
        for part in parts
    )
