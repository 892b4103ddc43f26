"""What a label's entities are called, and what they belong to."""

from __future__ import annotations

import re

from agent.planner.words.lexicon import ROOT, Label, Lexicon

_FEW_NAMES = 2


def has_key(label: Label) -> bool:
    """Tell whether a label's entities have names."""
    key = label.properties.get("key")
    return key is not None and any(str(example) for example in key.examples)


def owner_of(lexicon: Lexicon, label: Label) -> tuple[int, Label] | None:
    """Return the nearest label over this one whose entities have names, with the steps to it."""
    over = sorted((steps, name) for name, steps in label.above.items() if name != ROOT)
    keyed = [(steps, lexicon.labels[name]) for steps, name in over if has_key(lexicon.labels[name])]
    return next(
        ((steps, found) for steps, found in keyed if not is_vague(found)), keyed[0] if keyed else None
    )


def is_vague(label: Label) -> bool:
    """Tell whether a label's names say little: numbers, or one of a few words."""
    key = label.properties["key"]
    return key.distinct <= _FEW_NAMES or all(str(example).isdigit() for example in key.examples)


def column_of(label: Label) -> str:
    """Return the column that shows the keys of a label's entities."""
    return column_name(label.name)


def column_name(label: str) -> str:
    """Write a label's name as that of a column: IpAccessList is ip_access_list."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", label).lower()
