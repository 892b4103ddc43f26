"""Reads a statement by a row of the grammar that is a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reading.by_keywords import add_setting, taken_back
from reading.name_values import SORTS
from reading.records import NEGATION, Record
from reading.rows import SEVERAL, RowPlace, StatementRow, read_pairs
from reading.statements import Statement
from reading.tokens import property_name, shape


def read_row(row: StatementRow, statement: Statement, block: Record, *, opens: bool) -> list[Record]:
    """Put what a row finds in a statement where it belongs; returns the records that the statement is of.

    None where the row does not fit, several where it names several things. `opens`: the row describes what stands
    inside.
    """
    found = row.pattern.fullmatch(statement.text())
    if found is None:
        return []
    if row.silent:
        block.own(statement.first, statement.last)
        return [block]
    if (
        statement.negated
        and row.places
        and not row.switch
        and not row.negation
        and not statement.children
        and not _left(row, found)
    ):
        return [_finish(row, statement, _take_back(row, found, taken_back(statement, block)), opens=opens)]
    targets = list[Record]()
    for texts in _one_by_one(row, found):
        target, rest = _fill(row, texts, block)
        if rest:
            target = add_setting(target, rest, statement)
        targets.append(_finish(row, statement, target, opens=opens, is_left=bool(rest)))
    return targets


def _one_by_one(row: StatementRow, found: re.Match[str]) -> Iterator[Sequence[str | None]]:
    """Yield the texts of the places, once for each of the things that a place of several names."""
    texts = found.groups()
    for at, place in enumerate(row.places):
        if place.kind in SEVERAL and texts[at] is not None:
            yield from ((*texts[:at], each, *texts[at + 1 :]) for each in place.each(texts[at]))
            return
    yield texts


def _finish(
    row: StatementRow, statement: Statement, target: Record, *, opens: bool, is_left: bool = False
) -> Record:
    """Set what the row itself says, and own the lines; where a text is left, its keywords have said it."""
    if not is_left and row.switch and target.kind != NEGATION and (row.opens or not opens):
        target.add(row.switch, not statement.negated)
    if row.negation:
        target.add(row.negation, statement.negated)
    target.own(statement.first, statement.last)
    if statement.body:
        target.add("text", statement.body)
    return target


def _left(row: StatementRow, found: re.Match[str]) -> bool:
    """Tell whether a text is left to be read by its keywords."""
    return row.places[-1].kind == "others" and found.groups()[-1] is not None


def _take_back(row: StatementRow, found: re.Match[str], taken: Record) -> Record:
    """Name the values that a statement takes back, in a record of their own."""
    for name, place, text in _values(row, found.groups()):
        taken.add(name or property_name([re.sub(r"(?<=[a-z])(?=[A-Z])", "_", place.type)]), place.value(text))
    return taken


def _values(row: StatementRow, texts: Sequence[str | None]) -> Iterator[tuple[str, RowPlace, str]]:
    """Yield name, place and text of what a row finds; a place without words before it is named by what it holds."""
    before = ""
    for place, text in zip(row.places, texts, strict=True):
        if text is None:
            continue
        name = place.name
        if not name and not place.type and place.kind in ("", "list"):
            kind = shape(text)
            name = property_name([*filter(None, [before]), SORTS.get(kind, kind)])
        before = "" if place.type and not place.name else name
        yield name, place, text


def _fill(row: StatementRow, texts: Sequence[str | None], block: Record) -> tuple[Record, str]:
    """Open the entities of a row, and set their properties; returns the innermost, and the text that is left open."""
    target, rest = block, ""
    opened: dict[str, Record] = {}
    before = list[tuple[str, RowPlace, str]]()
    for name, place, text in _values(row, texts):
        if place.kind == "others":
            rest = text
        elif place.type and (place.keyless or not place.name):
            target = _open(place, text, target, opened, before)
        elif place.kind == "pairs":
            _add_pairs(target, text)
        elif place.type and place.type not in opened and row.opens_type(place.type):
            before.append((name, place, text))
        elif name == "key":
            opened.get(place.type, target).values["key"] = place.value(text)
        else:
            opened.get(place.type, target).add(name, place.value(text))
    for name, place, text in before:
        opened.get(place.type, target).add(name, place.value(text))
    return target, rest


def _open(
    place: RowPlace,
    text: str,
    around: Record,
    opened: dict[str, Record],
    before: Sequence[tuple[str, RowPlace, str]],
) -> Record:
    """Open the entity of a place, and the entry behind it; without its pair, the key is what stands before it."""
    pairs = dict(read_pairs(text)) if place.kind == "pairs" else {}
    key = text
    if place.kind == "pairs":
        others = next((text for _, one, text in before if one.type == place.type), "")
        key = str(pairs.pop(place.key_pair, others)) if place.key_pair else ""
    has_key = bool(key) and not place.keyless
    inner = around.child(place.type, key if has_key else None, None, merge=has_key)
    for name, value in pairs.items():
        inner.add(name, value)
    if place.keyless and place.kind != "pairs":
        inner.add(place.name or "name", place.value(text))
    opened[place.type] = inner
    if place.entry:
        inner = opened[place.entry] = inner.child(place.entry, None, None, merge=False)
    return inner


def _add_pairs(record: Record, text: str) -> None:
    for name, value in read_pairs(text):
        record.add(name, value)
