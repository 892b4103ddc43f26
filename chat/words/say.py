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

    Raises KeyError where there is no such sentence, TypeError where the values are not exactly those it has places for.
    """
    return _fill(key, _find(key).one, values)


def say_number(key: str, number: int, **values: object) -> str:
    """Return the form for one or for many of a sentence that has both; `{number}` in it is the number."""
    sentence = _find(key)
    return _fill(key, sentence.one if number == 1 else sentence.many, {NUMBER: number, **values})


def say_some(names: Sequence[str], most: int, show: Callable[[str], str] = str) -> str:
    """List the first names, and say how many more there are: "a, b and 3 more"."""
    listed = ", ".join(map(show, names[:most]))
    return say("count.and_more", names=listed, left=len(names) - most) if len(names) > most else listed


@cache
def words_of(table: str) -> Mapping[str, str]:
    """Return the sentences of one table by their names; all of them have no places. Raises KeyError."""
    begin = f"{table}."
    found = {
        key.removeprefix(begin): say(key)
        for key in sentences()
        if key.startswith(begin) and "." not in key.removeprefix(begin)
    }
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
        if isinstance(said, str):
            yield above + name, Sentence(said, said, _names(said))
        elif said.keys() == FORMS:
            yield (
                above + name,
                Sentence(said["one"], said["many"], _names(said["one"]) | _names(said["many"])),
            )
        else:
            yield from _flat(f"{above}{name}.", said)


def _names(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def _find(key: str) -> Sentence:
    try:
        return sentences()[key]
    except KeyError:
        raise KeyError(f"{ENGLISH.name} has no sentence {key!r}") from None


def _fill(key: str, text: str, values: Mapping[str, object]) -> str:
    expected = sentences()[key].names
    if values.keys() != expected:
        found = ", ".join(sorted(values)) or "nothing"
        raise TypeError(f"{key!r} has places for {', '.join(sorted(expected)) or 'nothing'}; got {found}")
    return text.format_map(values) if expected else text.replace("{{", "{").replace("}}", "}")
