"""Brings together what makes call otherwise: the names of one property of a thing, by its common label."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

_FILE = Path(__file__).with_name("common_properties.toml")
_PREFIX, _MASK = "_prefix", "_mask"
_Cell = TypeVar("_Cell")


@cache
def common_properties(label: str) -> Mapping[str, tuple[str, ...]]:
    """Return the common properties of a label, each with the names that makes give it."""
    table: Mapping[str, Mapping[str, Sequence[str]]] = _read()
    return {name: tuple(names) for name, names in table.get(label, {}).items()}


@cache
def common_name(label: str, name: str) -> str:
    """Return the common name of a property of a label; its own where it has none."""
    return next((common for common, names in common_properties(label).items() if name in names), name)


def join_names(label: str, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the columns that show some properties, each with the properties in it.

    Names of one meaning share a column of the common name. One that stands alone, with its mask or not, keeps its name.
    """
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(common_name(label, name), []).append(name)
    order = {name: at for group in common_properties(label).values() for at, name in enumerate(group)}
    columns: dict[str, tuple[str, ...]] = {}
    for common, group in found.items():
        plain = {_plain(name) for name in group}
        column = common if len(plain) > 1 else plain.pop() if len(group) > 1 else group[0]
        columns[column] = tuple(sorted(group, key=lambda name: order.get(name, 0)))
    return columns


def joined_values(values: Mapping[str, _Cell], columns: Mapping[str, Sequence[str]]) -> dict[str, _Cell]:
    """Return the values of a thing by column: of several properties in one column, the first that it has.

    A property that says something else than the first one keeps its name. Nothing is lost but a mask beside its prefix.
    """
    found: dict[str, _Cell] = {}
    for column, names in columns.items():
        first, *others = [name for name in names if name in values] or [""]
        if not first:
            continue
        found[column] = values[first]
        parts = _parts(first)
        found |= {one: values[one] for one in others if one not in parts and values[one] != values[first]}
    return found


def _plain(name: str) -> str:
    return name.removesuffix(_PREFIX).removesuffix(_MASK)


def _parts(name: str) -> Collection[str]:
    """Return what a prefix is read of."""
    plain = name.removesuffix(_PREFIX)
    return {plain, plain + _MASK} if plain != name else ()


@cache
def _read() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
