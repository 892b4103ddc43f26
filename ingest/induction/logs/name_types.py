"""Names the entity types of templates, and their events, by the first words that tell them apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.induction.logs.templates import Template

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
