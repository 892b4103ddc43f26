"""Holds what a line denies of a device against its rows: "`40` is not on `b`", "`b` lacks `peer-gateway`". Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import product
from pathlib import PurePosixPath

from agent.model.known_values import Claim, mask
from agent.model.row_evidence import NUMBERS, RowEvidence, lists_number
from agent.model.signed_words import clauses_in, stems_in, stems_of

DENIAL = re.compile(
    r"\b(?:no|not|none|never|nothing|neither|nor|without|lacks?|miss(?:es|ing)?)\b|n't\b", re.IGNORECASE
)

ITEM = re.compile(r"\W*+(?:(?:and|or|nor)\W*+)?+0++\W*+", re.IGNORECASE)
"""What goes on with a list, its values masked."""


def denied_values(
    claims: Sequence[Claim],
    text: str,
    cited: Sequence[RowEvidence],
    devices: Collection[str],
    rows: Sequence[RowEvidence],
) -> tuple[frozenset[Claim], list[str]]:
    """Return the claims, values or devices, that come last in denials which rows prove, and those of wrong ones.

    A clause without a value, or a device, is about the last one before it: "`40` is on `a` and not on `b`". Of what
    no column or list tells, it is proved that none of all shown `rows` about the device has it, while others do.
    """
    masked = mask(text, claims)
    proved, wrong = set[Claim](), list[str]()
    before: list[Claim] = []
    device_before: list[Claim] = []
    for start, end in with_lists(masked):
        inside = [one for one in claims if start <= one.start < end]
        named = [one for one in inside if one.is_among(devices)]
        values = [one for one in inside if one not in named and (one.quoted or not one.counts)]
        denials = [*DENIAL.finditer(masked, start, end)]
        lacking = set[Claim]()
        for device, value in product((named or device_before) if denials else (), values or before[-1:]):
            last = max(device, value, key=lambda one: one.start)
            between = _denied(masked, denials, last.start)
            if between is None:
                continue
            others = [one for one in values if one is not value and not _are_numbers(one, value)]
            found = {
                _lacks(row, value, text, cited, between)
                for row in cited
                if device.value.lower() in row.own_devices and all(row.has(one) for one in others)
            }
            says_nothing_else = between <= stems_in("plain", "field")
            if says_nothing_else:
                found |= {False for row in cited if _is_line_of(row, device, value)}
            is_open = says_nothing_else and found <= {None} and not NUMBERS.fullmatch(value.value)
            if found == {True} or (is_open and _only_others_have(rows, device, value)):
                lacking.add(device)
                proved |= {last} | ({value} if named == [device] and value in inside else set())
            elif (False in found and (named or device in lacking)) or (
                is_open and named and any(_is_own_cell(row, device, value) for row in cited)
            ):
                wrong.append(last.value)
        before, device_before = values or before, named[-1:] or device_before
    return frozenset(proved), wrong


def with_lists(masked: str) -> list[tuple[int, int]]:
    """Return the clauses of a text; what goes on with a list, "and 0", is a part of the one before it."""
    found: list[tuple[int, int]] = []
    for start, end in clauses_in(masked):
        if found and ITEM.fullmatch(masked, start, end):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _are_numbers(one: Claim, other: Claim) -> bool:
    return all(NUMBERS.fullmatch(each.value) for each in (one, other))


def _denied(masked: str, denials: Sequence[re.Match[str]], end: int) -> frozenset[str] | None:
    """Return the words between the last denial before a place and the place; None where nothing is denied before."""
    ends = [one.end() for one in denials if one.end() <= end]
    return stems_of(masked[ends[-1] : end]) if ends else None


def _lacks(
    row: RowEvidence, value: Claim, text: str, cited: Sequence[RowEvidence], between: frozenset[str]
) -> bool | None:
    """Say whether a row's column that a line speaks of has nothing, or a list without this number; None: not known.

    Words between a denial and what is denied may say nothing else: "has no name for `20`".
    """
    columns = {name: row.column_words(name) for name in row.values}
    words = frozenset() if re.search(r"\d", value.value) or value.kind != "name" else stems_of(value.value)
    cells = ((name, cell) for one in cited for name, cell in one.values.items())
    listing = {name for name, cell in cells if lists_number(cell, value.value) and not str(cell).isdigit()}
    said = stems_of(text)
    likeness = {name: len(own & said) for name, own in columns.items()}
    nearest = {name for name in listing & columns.keys() if likeness[name] == max(likeness.values())}
    about = {name for name, own in columns.items() if words <= own} if words else nearest
    own = frozenset().union(*(columns[name] for name in about))
    little = stems_in("plain") | (stems_in("field") - frozenset().union(*columns.values()))
    if not about or between - own - little:
        return None
    if words:
        return not any(row.values[name] for name in about)
    found = {lists_number(row.values[name], value.value) for name in about}
    if found == {False} and not row.has(value):
        return True
    return False if True in found else None


def _only_others_have(rows: Sequence[RowEvidence], device: Claim, value: Claim) -> bool:
    """Say whether rows are about a device, and none of these has a value that others have."""
    about = [row for row in rows if device.value.lower() in row.own_devices or _is_in_file_of(row, device)]
    return bool(about) and {row in about for row in rows if row.has(value)} == {False}


def _is_own_cell(row: RowEvidence, device: Claim, value: Claim) -> bool:
    return device.value.lower() in row.own_devices and row.has_cell(value)


def _is_in_file_of(row: RowEvidence, device: Claim) -> bool:
    return {PurePosixPath(line.path).stem.lower() for line in row.lines} == {device.value.lower()}


def _is_line_of(row: RowEvidence, device: Claim, value: Claim) -> bool:
    """Say whether a row is a line that is this value, in the file of this device."""
    line = row.line
    same = line is not None and line.text.strip().lower() == value.value.lower()
    return same and _is_in_file_of(row, device)
