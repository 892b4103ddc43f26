"""Turns pieces of a nested document into statements, as other syntaxes write them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from reading.blocks import NAMED_BY
from reading.by_words import READERS, are_paths, read_paths
from reading.grammar import GrammarNode
from reading.nested.nested_styles import FITS, READ_NESTED
from reading.nested.pieces import NestedValue
from reading.prompts import without_session
from reading.statements import Statement, read_statements
from reading.tokens import VALUE_SHAPES, shape

RANKS = {"address": 0, "prefix": 0, "mac": 0, "interface": 0, "name": 1}
UNNAMED = ['""']
SWITCHES = frozenset({"true", "false", "null"})
"""What is no name."""
SIGNED = ("json", "xml", "yaml")
OPENED_BY = {"{": "json", "[": "json", "<": "xml"}
"""What a document begins with; anything else may be YAML."""


def written_style(lines: Sequence[str], style: str) -> str:
    """Return the style of a file: what a table writes in braces may also be written as one path a line."""
    return "set" if style == "braces" and are_paths(lines) else style


def statements_of(
    lines: list[str], style: str, lead: str = "", grammar: GrammarNode | None = None
) -> list[Statement]:
    """Return the statements of a document of any style; none of a nested one that begins with another style's sign.

    With a grammar, a path that says several things is several statements.
    """
    if style not in READ_NESTED:
        lines = without_session(lines)
    style = written_style(lines, style)
    if style == "set":
        return read_paths(lines, grammar)
    if style in READERS:
        return READERS[style](lines)
    if style not in READ_NESTED:
        return read_statements(lines, style, lead)
    first = next((line.strip() for line in lines if line.strip()), "")
    begun = OPENED_BY.get(first[:1], "yaml")
    fits = FITS[style](lines) if style in FITS else style == begun or style not in SIGNED
    if not fits:
        return []
    if style != "sheets":
        return say_document(READ_NESTED[style](lines))
    top, left = READ_NESTED[style](lines)
    between = dict(left)  # tables one after the other, then as statements what stands between them
    return say_document(top) + read_statements([between.get(at, "") for at in range(len(lines))], "indented")


def say_document(piece: NestedValue) -> list[Statement]:
    """Say a document as statements."""
    said = say_list([], piece.first, piece) if piece.listed else say_inside(piece)
    for line, text in piece.notes:
        note = say([text], line, 0)
        note.comment = True
        said.append(note)
    ends = [say([], piece.first, 0), say([], piece.last, 0)] if piece.last > piece.first else []
    return said + ends


def say(tokens: Sequence[str], line: int, keywords: int) -> Statement:
    """Make a statement on a line; `keywords` of its tokens are known to be keywords."""
    statement = Statement(list(tokens), line)
    statement.raw = " ".join(tokens)
    statement.keywords = keywords
    return statement


def say_bare(tokens: Sequence[str], line: int) -> Statement:
    """Say keywords that have no value, and set nothing."""
    statement = say(tokens, line, len(tokens))
    statement.silent = True
    return statement


def say_inside(piece: NestedValue) -> list[Statement]:
    """Say what is inside an object."""
    said = []
    names = element_names(piece)
    for index, (told, line, inner) in enumerate(piece.inside):
        key, named = told or "", names.get(index, [])  # without one where a sign that closes is missing
        if inner.text is not None:
            said += say_value([key_token(key, inner)], line, inner, named)
        elif inner.listed:
            said += say_list([key_token(key, inner)], line, inner)
        elif not inner.inside:
            parts = key_parts(key, inner)
            is_name = len(parts) > 1 or shape(parts[0]) in VALUE_SHAPES
            said += [say(parts, line, 0 if is_name else 1), say([], inner.last, 0)]
        else:
            said.append(block(key_parts(key, inner), named, line, inner, 1 if named else 0))
            said[-1].separate = bool(named)
    return said


def say_list(lead: Sequence[str], line: int, piece: NestedValue) -> list[Statement]:
    """Say each element of a list with the list's key before it."""
    said = [say_bare(lead, line)]
    names = element_names(piece, lead[-1] if lead else "")
    for index, (_, at, inner) in enumerate(piece.inside):
        if inner.text is not None:
            said += say_value(lead, at, inner, [])
        elif inner.listed:
            said += say_list(lead, at, inner)
        else:
            said.append(block(lead, names.get(index, []), at, inner, len(lead)))
            said[-1].separate = True
    is_closed = not piece.inside or piece.last > piece.inside[-1][2].last
    return [*said, say_bare(lead, piece.last)] if is_closed else said


def block(
    lead: Sequence[str], named: Sequence[str], line: int, piece: NestedValue, keywords: int
) -> Statement:
    """Say an object: a statement with others inside it; the lines that open and close it belong to it."""
    said = say([*lead, *named], line, keywords)
    said.unnamed = named == UNNAMED
    said.children = [*say_inside(piece), say([], piece.first, 0), say([], piece.last, 0)]
    return said


def say_value(lead: Sequence[str], line: int, piece: NestedValue, named: Sequence[str]) -> list[Statement]:
    """Say one value: a key and what it is; on and off are switches, and what has attributes beside its text a block."""
    if piece.attributes:
        said = block(lead, named, line, piece, 1)
        said.children.append(say(["value", value_token(piece.text or "")], piece.first, 1))
        return [said]
    text = piece.text or ""
    lower = text.lower()
    if lead and piece.literal and lower in ("true", "false"):
        said = say(lead, line, 1)
        said.negated = lower == "false"
        return [said]
    if not piece.text or (piece.literal and lower in ("null", "~", "none")):
        return [say_bare(lead, line)]
    said = say([*lead, text if piece.words else value_token(text)], line, len(lead))
    said.last = max(line, piece.last)
    return [said] if piece.origin is None else [said, say([], piece.origin, 0)]


def element_names(piece: NestedValue, said: str = "") -> dict[int, list[str]]:
    """Return the word that names each object among what is inside: index → tokens.

    Objects that have a name are called so. Objects of one key are named by `name`, `id` or `key`, else by the first
    value in which all of them differ, else have no name; one that stands alone is named by an attribute only.
    """
    groups: dict[str | None, list[tuple[int, NestedValue]]] = {}
    for index, (key, _, inner) in enumerate(piece.inside):
        if inner.inside and not inner.listed:
            groups.setdefault(key, []).append((index, inner))
    named = {}
    for key, elements in groups.items():
        alone = len(elements) == 1 and not (piece.listed and key is None)
        chosen = naming_member(elements, alone, said)
        for index, inner in elements:
            value = inner.name or scalars(inner).get(chosen or "")
            if value and not inner.nameless:
                named[index] = [value_token(value)]
            elif not alone:
                named[index] = UNNAMED
    return named


def naming_member(elements: Sequence[tuple[int, NestedValue]], alone: bool, said: str) -> str | None:
    """Choose the member that names the elements; one that is called as they are comes next after a name."""
    own = re.split(r"[\W_]+", said.lower())[-1]
    one = own.removesuffix("s")  # acls: aclId
    held = [scalars(inner) for _, inner in elements]
    if alone:
        attributes = [name.split(":")[-1] for name, _ in elements[0][1].attributes]
        return next((name for name in NAMED_BY if name in attributes), None)
    names = [name for word in NAMED_BY for name in held[0] if name.lower() in (word, one + word)]
    if list(held[0]) == sorted(held[0]):
        names += [name for name in held[0] if own and own.startswith(name.lower())]
    for name in (*names, *telling({name: value for name, value in held[0].items() if value not in SWITCHES})):
        values = [each[name] for each in held if name in each]
        least = 0.5 * len(values) if name in names else len(values)
        wordy = name not in names and any(" " in value for value in values)
        if len(values) == len(held) and len(set(values)) >= least and not (wordy and len(held[0]) > 1):
            return name
    return next((name for name in names if any(name in each for each in held)), None)


def telling(held: Mapping[str, str]) -> list[str]:
    """Return the members in order; where that is the alphabet's, addresses and names come before words and numbers."""
    if len(held) < 3 or list(held) != sorted(held):
        return list(held)
    return sorted(held, key=lambda name: RANKS.get(shape(held[name]), 2))


def scalars(piece: NestedValue) -> dict[str, str]:
    """Return the members of an object that are single values."""
    return {key: inner.text for key, _, inner in piece.inside if key is not None and inner.text}


def key_parts(key: str, inner: NestedValue) -> list[str]:
    """Write a key as words; one of several names (`Ethernet0|10.0.0.1/30`) is as many."""
    parts = key.split("|")
    return [value_token(part) for part in parts] if len(parts) > 1 and all(parts) else [key_token(key, inner)]


def key_token(key: str, inner: NestedValue) -> str:
    """Write a key as one word; that of a value is cut where capitals begin words: remoteAs."""
    if inner.text is not None and not re.search(r"\d", key):
        key = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key)
    return re.sub(r"\s+", "_", key.strip()) or "value"


def value_token(text: str) -> str:
    """Write a value so that it is never taken for a keyword."""
    return text if shape(text) in VALUE_SHAPES else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
