"""Reads the plain part of YAML into pieces."""

import re

from ingest.induction.configurations.parser_parts.pieces import Piece, plain

YAML_KEY = re.compile(r"(\"[^\"]*\"|'[^']*'|[^\s#:'\"\-\[{][^#:]*?|[^\s#:]+(?::[^\s#:]+)+)\s*:(?:\s+(.*))?$")
YAML_COMMENT = re.compile(r"(?:^|\s)#.*$")


def read_yaml(lines):
    """Read the plain part of YAML: maps and lists by indentation, values of one line, texts of several."""
    top = Piece(0)
    stack = [(-1, top)]
    number = 0
    while number < len(lines):
        line = lines[number]
        text = line.strip()
        if not text or text[0] == "#" or text in ("---", "..."):
            if text.strip("# "):
                top.notes.append((number, text.strip("# ")))
            number += 1
            continue
        depth = len(line) - len(line.lstrip())
        while len(stack) > 1 and (stack[-1][0] > depth or (stack[-1][0] == depth and text[0] != "-")):
            stack.pop()
        while text == "-" or text[:2] == "- ":
            stack[-1][1].listed = True
            piece = Piece(number)
            stack[-1][1].inside.append((None, number, piece))
            stack.append((depth + 0.5, piece))
            inner = text[1:].lstrip()
            depth += len(text) - len(inner)
            text = inner
        number = yaml_value(lines, number, depth, text, stack)
    return top


def yaml_value(lines, number, depth, text, stack):
    """Read what a line says behind its dashes; returns the number of the next line."""
    found = YAML_KEY.match(text)
    if found is None:
        if text:
            stack[-1][1].text = yaml_text(text)
            stack[-1][1].literal = text[0] not in "\"'"
        return number + 1
    value = YAML_COMMENT.sub("", found.group(2) or "").strip()
    piece = Piece(number)
    stack[-1][1].inside.append((plain(found.group(1).strip()), number, piece))
    if value[:1] in ("|", ">") and len(value) < 4:
        end = number + 1
        while end < len(lines) and (not lines[end].strip() or indent(lines[end]) > depth):
            end += 1
        piece.text = "\n".join(line.strip() for line in lines[number + 1 : end]).strip()
        piece.last = end - 1
        return end
    if value[:1] == "[" and value[-1:] == "]":
        piece.listed = True
        for item in value[1:-1].split(","):
            if item.strip():
                piece.inside.append((None, number, Piece(number, plain(item.strip()))))
    elif value:
        piece.text = yaml_text(value)
        piece.literal = value[0] not in "\"'"
    else:
        stack.append((depth, piece))
    return number + 1


def yaml_text(text):
    """Return the value that a text of one line stands for."""
    return plain(text) if text[0] in "\"'" and text[-1] == text[0] else YAML_COMMENT.sub("", text).strip()


def indent(line):
    """Count the blanks that a line begins with."""
    return len(line) - len(line.lstrip())
