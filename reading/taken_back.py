"""Finds what later lines of a configuration take back: `no 60` in a list that was opened again, `no vlan 30`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

MOST_WORDS = 2
"""So many words name an entry by its number: `no 60`, `undo rule 60`."""
JOINTS = frozenset({"to", "through", "and"})
"""Words behind a number that go on with others: `vlan 1 to 4` is not what `no vlan 1` takes back."""

Path = tuple[str, ...]


def take_back_entries(statements: Sequence[Any]) -> None:
    """Mark as inactive what a later negation in a block of the same path names, by all its words or by its number.

    Switches are left alone: the last one counts all the same.
    """
    written: dict[Path, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for path, statement in _in_order(statements, ()):
        earlier = written[path][statement.tokens[0]]
        if not statement.negated:
            earlier.append(statement)
            continue
        for each in earlier:
            if _names(statement.tokens, each):
                each.inactive = True
        earlier[:] = [each for each in earlier if not each.inactive]


def _in_order(statements: Sequence[Any], path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield each statement that holds something, with the words of the blocks around it."""
    for each in statements:
        if each.tokens and not each.comment and not each.inactive:
            yield path, each
            yield from _in_order(each.children, (*path, " ".join(each.tokens)))


def _names(taken: Sequence[str], earlier: Any) -> bool:
    """Tell whether a negation's words name an earlier statement: all of it, or the number that it begins with."""
    count, words = len(taken), earlier.tokens
    if words == taken:
        return count > 1 or bool(earlier.children)
    behind = words[count] if words[:count] == taken and len(words) > count else ""
    return count <= MOST_WORDS and taken[-1].isdigit() and behind.isalpha() and behind not in JOINTS
