"""Reads YAML into pieces: maps and lists by indentation or in brackets, texts, anchors, several documents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from reading.nested.pieces import NestedValue, plain
from reading.nested.read_flow import flow_words, is_open, nest
from reading.tokens import indent_of

YAML_KEY = re.compile(
    r"(\"[^\"]*\"|'[^']*'|[^\s#:'\"\-\[{](?:[^#:]*[^#:\s])?+|[^\s#:]+(?::[^\s#:]+)+)\s*+:(?:\s++(.*))?$"
)
YAML_COMMENT = re.compile(r"(?:^|\s)#.*")
MOST_ALIASED = 300
YAML_MARK = re.compile(r"([&!])(\S*)\s*")


def read_yaml(lines: Sequence[str]) -> NestedValue:
    """Read one document; several of a file, between lines of dashes, are the elements of a list."""
    starts = [number for number, line in enumerate(lines) if line.rstrip() == "---"]
    parts = [
        yaml_document(lines, first, last)
        for first, last in zip([0, *starts], [*starts, len(lines)], strict=True)
    ]
    if sum(bool(part.inside) for part in parts) < 2:
        return yaml_document(lines, 0, len(lines))
    top = NestedValue(0, listed=True)
    for part in parts:
        if part.inside:
            top.inside.append((None, part.first, part))
        top.notes += part.notes
    return top


def yaml_document(lines: Any, number: int, end: int) -> NestedValue:
    """Read the lines of one document."""
    top = NestedValue(number)
    stack: list[tuple[float, NestedValue]] = [(-1, top)]
    anchors: dict[str, NestedValue] = {}
    while number < end:
        line = lines[number]
        text = line.strip()
        if not text or text[0] in "#%" or text in ("---", "..."):
            if text.strip("# -."):
                top.notes.append((number, text.strip("#% ")))
            number += 1
            continue
        depth = indent_of(line)
        while len(stack) > 1 and (stack[-1][0] > depth or (stack[-1][0] == depth and text[0] != "-")):
            stack.pop()
        hold = depth
        while text == "-" or text[:2] == "- ":
            hold = depth
            stack[-1][1].listed = True
            piece = NestedValue(number)
            stack[-1][1].inside.append((None, number, piece))
            stack.append((depth + 0.5, piece))
            inner = text[1:].lstrip()
            depth += len(text) - len(inner)
            text = inner
        number = yaml_value(lines, number, (depth, hold, end), text, stack, anchors)
    merge(top, 0)
    return top


def yaml_value(
    lines: Any, number: int, place: Any, text: str, stack: Any, anchors: dict[str, NestedValue]
) -> Any:
    """Read what a line says behind its dashes; returns the number of the next line.

    `place`: where the text begins, where its line or its dash does, and the line behind the document.
    """
    piece = stack[-1][1]
    depth, hold, end = place
    text = marked(text, piece, anchors)
    found = YAML_KEY.match(text) if text[:1] not in ("{", "[", "*") else None
    if found is None:
        open_ended = len(stack) > 1 and not piece.inside and piece.text is None
        return yaml_said(lines, number, (hold, end), text, piece, anchors) if open_ended else number + 1
    inner = NestedValue(number)
    piece.inside.append((plain(found.group(1).strip()), number, inner))
    value = marked(YAML_COMMENT.sub("", found.group(2) or "").strip(), inner, anchors)
    if not value:
        stack.append((depth, inner))
    return yaml_said(lines, number, (depth, end), value, inner, anchors)


def marked(text: str, piece: NestedValue, anchors: dict[str, NestedValue]) -> Any:
    """Take the anchor and the tag off a value; the anchor names the piece."""
    found = YAML_MARK.match(text)
    while found:
        if found.group(1) == "&":
            anchors[found.group(2)] = piece
        text = text[found.end() :]
        found = YAML_MARK.match(text)
    return text


def yaml_said(
    lines: Any, number: int, place: Any, value: str, piece: NestedValue, anchors: dict[str, NestedValue]
) -> Any:
    """Read a value that is said in place: a text of lines, what is in brackets, an alias, a word."""
    after = number + 1
    if not value:
        return after
    depth, end = place
    other = alias(value, anchors, piece)
    if value[0] in "|>" and len(value) < 4:
        while after < end and (not lines[after].strip() or indent_of(lines[after]) > depth):
            after += 1
        piece.text = "\n".join(line.strip() for line in lines[number + 1 : after]).strip()
    elif value[0] in "[{":
        words = flow_words(value, number)
        while after < end and is_open(words):
            words += flow_words(lines[after], after)
            after += 1
        plain_words = ((YAML_MARK.sub("", word), line) for word, line in words)
        for _, _, inner in nest([(word, line) for word, line in plain_words if word]).inside[:1]:
            copy(piece, with_aliases(inner, anchors))
    elif other:
        copy(piece, other)
    else:
        while after < end and lines[after].strip() and indent_of(lines[after]) > depth:
            after += 1
        rest = [line.strip() for line in lines[number + 1 : after]]
        piece.text = yaml_text(" ".join([value, *rest]))
        piece.literal = value[0] not in "\"'"
    piece.last = after - 1
    return after


def with_aliases(piece: NestedValue, anchors: dict[str, NestedValue]) -> Any:
    """Put what aliases stand for in their places."""
    for _, _, inner in piece.inside:
        with_aliases(inner, anchors)
    other = alias(piece.text or "", anchors, piece) if piece.literal else None
    if other:
        copy(piece, other)
    return piece


def alias(text: str, anchors: dict[str, NestedValue], user: Any) -> Any:
    """Return the piece that a text stands for, if it is an alias; none that is endless or holds its user."""
    found = anchors.get(text[1:]) if text[:1] == "*" else None
    waiting = [found] if found else []
    for count, piece in enumerate(waiting):
        if count > MOST_ALIASED or piece is user:
            return None
        waiting += [inner for _, _, inner in piece.inside]
    return found


def copy(piece: NestedValue, other: NestedValue) -> Any:
    """Let a piece say what another does; the other's lines show it."""
    piece.text, piece.listed, piece.literal = other.text, other.listed, other.literal
    piece.inside = list(other.inside)
    piece.origin = other.first


def merge(piece: NestedValue, level: Any) -> Any:
    """Put the members of maps that `<<` names in place of it, save those that the map has itself."""
    own = {key for key, _, _ in piece.inside}
    inside = []
    for key, line, inner in piece.inside:
        if level < 20:
            merge(inner, level + 1)
        if key != "<<" or inner.text is not None:
            inside.append((key, line, inner))
            continue
        inside.append(("", line, NestedValue(line, "")))
        for each in [other for _, _, other in inner.inside] if inner.listed else [inner]:
            inside += [member for member in each.inside if member[0] not in own]
            own.update(member[0] for member in each.inside)
    piece.inside = inside


def yaml_text(text: str) -> Any:
    """Return the value that a text stands for."""
    quoted = re.match(r"(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')\s*(?:#.*)?$", text)
    return plain(quoted.group(1)) if quoted else YAML_COMMENT.sub("", text).strip()
