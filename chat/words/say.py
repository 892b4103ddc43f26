"""Looks up the chat's sentences by key in `english.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

ENGLISH = Path(__file__).with_name("english.toml")
CHAINLIT = "chainlit"
"""The table of the words that Chainlit's own page has; all others are sentences of ours."""
FORMS = frozenset({"one", "many"})
NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or its two forms for one and for many of something; `names` are what it has places for."""

    one: str
    many: str
    names: frozenset[str]

    @property
    def counts(self) -> bool:
        return self.one != self.many


def say(key: str, **values: object) -> str:
    """Return the sentence with the values in their places, as `str.format` puts them.

    Raises KeyError for an unknown sentence, TypeError unless the values are exactly those it has places for.
    """
    return _fill(key, 1, values)


def say_number(key: str, number: int, **values: object) -> str:
    """Return the form for one or for many of a sentence that has both; `{number}` in it is the number."""
    return _fill(key, number, {NUMBER: number, **values})


def say_some(names: Sequence[str], most: int, show: Callable[[str], str] = str) -> str:
    """List the first names, and say how many more there are: "a, b and 3 more"."""
    listed = ", ".join(map(show, names[:most]))
    return say("count.and_more", names=listed, left=len(names) - most) if len(names) > most else listed


def percent(share: float) -> str:
    """Write a share: all is 100 %, and nothing below it is rounded up to that."""
    return "100 %" if share >= 1 else f"{min(share * 100, 99.9):.1f} %"


@cache
def words_of(table: str) -> Mapping[str, str]:
    """Return the sentences of one table by their names; all of them have no places. Raises KeyError."""
    found = {key.rpartition(".")[2]: say(key) for key in sentences() if key.rpartition(".")[0] == table}
    if not found:
        raise KeyError(f"{ENGLISH.name} has no table {table!r}")
    return found


def chainlit_words() -> dict[str, Any]:
    """Return the words that stand over those of Chainlit's own page, in Chainlit's order."""
    found: dict[str, Any] = _read()[CHAINLIT]
    return found


@cache
def sentences() -> Mapping[str, Sentence]:
    """Return all sentences by their keys: "load.refused"."""
    return dict(_flat("", {name: said for name, said in _read().items() if name != CHAINLIT}))


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(ENGLISH.read_text("utf-8"))


def _flat(above: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Sentence]]:
    for name, said in table.items():
        forms = {"one": said, "many": said} if isinstance(said, str) else said
        if forms.keys() == FORMS:
            parsed = (place for text in forms.values() for _, place, _, _ in Formatter().parse(text))
            yield above + name, Sentence(forms["one"], forms["many"], frozenset(filter(None, parsed)))
        else:
            yield from _flat(f"{above}{name}.", said)


def _fill(key: str, number: int, values: Mapping[str, object]) -> str:
    sentence = sentences().get(key)
    if sentence is None:
        raise KeyError(f"{ENGLISH.name} has no sentence {key!r}")
    if values.keys() != sentence.names:
        expected, found = (", ".join(sorted(names)) or "nothing" for names in (sentence.names, values))
        raise TypeError(f"{key!r} has places for {expected}; got {found}")
    text = sentence.one if number == 1 else sentence.many
    return text.format_map(values) if values else text.replace("{{", "{").replace("}}", "}")
