"""A graph says what of it is not whole, and that nothing is in it: "0 findings" of nothing would mislead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from graph_store.records import Table
from graph_store.unfinished import NOTHING_LOADED, say_unfinished


class _Graph:
    def __init__(self, ready: int, unfinished: tuple[str, ...]) -> None:
        self._ready, self._unfinished = ready, unfinished

    def read(self, statement: str, parameters: Mapping[str, Any] | None = None, **_: Any) -> Table:
        rows = [(self._ready,)] if "count(d)" in statement else [(path,) for path in self._unfinished]
        return Table((), tuple(rows))


SAID: dict[str, tuple[int, tuple[str, ...], str]] = {
    "all is there": (3, (), ""),
    "nothing is": (0, (), NOTHING_LOADED),
    "a part is": (1, ("a.cfg",), "1 document is loaded whole and 1 not (a.cfg)"),
}


@pytest.mark.parametrize(("ready", "unfinished", "said"), SAID.values(), ids=SAID)
def test_it_says_what_is_there(ready: int, unfinished: tuple[str, ...], said: str) -> None:
    found = say_unfinished(_Graph(ready, unfinished))  # type: ignore[arg-type]
    assert found.endswith(said)
    assert bool(found) == bool(said)
