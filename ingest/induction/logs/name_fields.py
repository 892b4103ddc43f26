"""Names the fields of all templates together: values that go by a good name somewhere lend it to guesses."""

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
