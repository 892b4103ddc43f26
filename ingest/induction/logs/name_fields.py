"""Names the types and fields of all templates together, so that good names serve similar values elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ingest.induction.logs.names import name_slots, slot_kind
from ingest.induction.logs.templates import Element, Template

MOST_VALUES = 200
SHARED = 0.5

Field = tuple[str, str]
"""The name and the kind of a field."""


def name_fields(templates: Sequence[Template], taken: Sequence[str]) -> list[tuple[Field, ...]]:
    """Name and type the fields of each template, in the order of its elements."""
    named = [name_slots(template, taken) for template in templates]
    elements = [[element for element in template.elements if element.is_field] for template in templates]
    known = _names_of_values(
        (element, name)
        for own, names in zip(elements, named, strict=True)
        for element, (name, guess) in zip(own, names, strict=True)
        if not guess
    )
    return [
        tuple(zip(_better(own, names, known), map(slot_kind, own), strict=True))
        for own, names in zip(elements, named, strict=True)
    ]


def _signs(element: Element) -> set[str]:
    """What tells the values of one thing: names themselves, and the letters in front of numbered ones."""
    if element.kind == "identifier":
        return {head[0] for value in element.values if (head := re.match(r"[A-Za-z]{2,}[_-]", value))}
    if slot_kind(element) not in ("string", "uuid"):
        return set()
    return {
        value
        for value in element.values[:MOST_VALUES]
        if len(value) > 1 and (value[0].isalpha() or len(value) == 36)
    }


def _names_of_values(fields: Iterable[tuple[Element, str]]) -> dict[str, Counter[str]]:
    known: dict[str, Counter[str]] = {}
    for element, name in fields:
        for sign in _signs(element):
            known.setdefault(sign, Counter())[name] += 1
    return known


def _better(
    elements: Sequence[Element], names: Sequence[tuple[str, bool]], known: dict[str, Counter[str]]
) -> list[str]:
    """Replace each guess by the name under which most of its values are known."""
    used = {name for name, _ in names}
    better: list[str] = []
    for element, (name, guess) in zip(elements, names, strict=True):
        signs = _signs(element) if guess else set()
        votes = Counter(found.most_common(1)[0][0] for sign in sorted(signs) if (found := known.get(sign)))
        best, count = votes.most_common(1)[0] if votes else ("", 0)
        if best and count >= SHARED * len(signs) and best not in used:
            used.add(best)
            name = best
        better.append(name)
    return better


# Names the entity types of templates, and their events, by the first words that tell them apart.


RESERVED_TYPES = frozenset(
    ["Event", "Entity", "Line", "Device", "Document", "Type", "Snapshot", "Configuration", "OtherEvent"]
)
MOST_TYPE_WORDS = 6


def constant_words(template: Template) -> tuple[str, ...]:
    """The words of a template in order, without the keys that only name a value in front of the text."""
    elements = template.elements
    start = 0
    if len(elements) > 4 and elements[0].text in "[(" and not elements[0].is_slot:
        close = next((at for at, element in enumerate(elements) if element.text in ("]", ")")), 0)
        inside = elements[1:close]
        start = close + 1 if any(element.is_slot for element in inside) else 0
    kept = elements[start:] if any(_is_word(part.text) for part in elements[start:]) else elements
    text = "".join(
        (" " if part.space else "") + (" " if part.is_slot or part.text.count(".") > 1 else part.text)
        for part in kept
    )
    return tuple(
        word.replace("'", "") for word in re.findall(r"[A-Za-z](?:[A-Za-z0-9_]|'(?=[A-Za-z]))*", text)
    )


def name_types(templates: Sequence[Template]) -> list[tuple[str, str]]:
    """Give each template its type's name in camel case, and the same words as the name of the event.

    A name takes as many of the first words as tell it from all others, and at least two. Where that takes
    too many, the words that are not in all of the alike tell them apart.
    """
    words = [constant_words(template) or ("Message",) for template in templates]
    used = set(RESERVED_TYPES)
    return [_type_name(own, words, used) for own in words]


def _type_name(own: tuple[str, ...], every: Sequence[tuple[str, ...]], used: set[str]) -> tuple[str, str]:
    chosen: Sequence[str] = own[:MOST_TYPE_WORDS]
    for count in range(min(2, len(own)), MOST_TYPE_WORDS + 1):
        if sum(1 for other in every if other[:count] == own[:count]) == 1:
            chosen = own[:count]
            break
    else:
        alike = [set(other) for other in every if other[:2] == own[:2]]
        shared = set.intersection(*alike)
        special = {word for word in own[1:] if word not in shared}
        rarest = sorted(
            special, key=lambda word: (sum(1 for other in alike if word in other), own.index(word))
        )
        telling = [word for word in sorted(rarest[:3], key=own.index) if word not in own[:2]]
        chosen = [*own[:2], *telling] if special else own[:MOST_TYPE_WORDS]
    name, number = _camel(chosen), 1
    unique = name
    while unique in used:
        number += 1
        unique = f"{name}{number}"
    used.add(unique)
    return unique, " ".join(chosen) if number == 1 else f"{' '.join(chosen)} {number}"


def _camel(words: Sequence[str]) -> str:
    parts = [part for word in words for part in re.split(r"[^A-Za-z0-9]+", word) if part]
    return "".join(
        part.capitalize() if part.isupper() or part.islower() else part[0].upper() + part[1:]
        for part in parts
    )


def _is_word(text: str) -> bool:
    return any(letter.isalpha() for letter in text)
