"""Labels, relation types and property names that come from data, made safe to stand in a statement."""

from __future__ import annotations

import re

from graph_store.errors import InvalidNameError

NAME = re.compile(r"[^\W\d]\w{0,127}")


def quote_name(name: str) -> str:
    """Put a name between backticks.

    Raises InvalidNameError unless it is a letter or '_', then letters, digits and '_', 128 at most.
    """
    if NAME.fullmatch(name) is None:
        raise InvalidNameError(
            f"{name[:80]!r} is no label or property name; expected letters, digits or '_', no digit first"
        )
    return f"`{name}`"
