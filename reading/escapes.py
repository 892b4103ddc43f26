"""Escapes: how texts write the signs that would end them, and what is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

_QUOTED = re.compile(r"\\([\"\\])")
_BEHIND_BACKSLASH = {"n": "\n", "r": "\r", "t": "\t", "_": " "}
_ENTITIES = {"lt": "<", "gt": ">", "quot": '"', "apos": "'", "amp": "&"}
_ENTITY = r"&(?:#[0-9]{1,6}|#x[0-9A-Fa-f]{1,5}|lt|gt|quot|apos|amp);"
_CODE = r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}"
_OF_STRINGS = re.compile(_CODE + r"|\\[^ux]")
_OF_XML = re.compile(_ENTITY)
_ANY = re.compile(rf"{_CODE}|'\\''|\\[\"'\\/\[\]=|$?_nrt]|\"\"|{_ENTITY}")
_BYTES = re.compile(r"\[ ?(?:[0-9]{1,3}, ?){3,}[0-9]{1,3} ?\]")
_NUMBERS = re.compile("[0-9]+")
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
_NO_CHARACTERS = re.compile("[\0\ud800-\udfff]")
_STYLES = {"menus": re.compile(r"\\([$?_])")}
"""What a backslash stands before in the texts of a style, beside quotes and itself."""


def undo(text: str, signs: str = "") -> str:
    """Return a text that stood in double quotes as it is meant: a backslash before a quote or another goes.

    `signs` are those before which it goes instead.
    """
    if "\\" not in text:
        return text
    return (re.compile(rf"\\([{re.escape(signs)}])") if signs else _QUOTED).sub(r"\1", text)


def undo_of_style(line: str, style: str) -> str:
    """Undo in a line what its style alone escapes; quotes and backslashes stay, as they end and begin texts."""
    pattern = _STYLES.get(style)
    if pattern is None or "\\" not in line:
        return line
    return pattern.sub(lambda found: _BEHIND_BACKSLASH.get(found[1], found[1]), line)


def undo_string(text: str) -> str:
    """Undo the escapes of a string in JSON or YAML."""
    return _OF_STRINGS.sub(_meant, text) if "\\" in text else text


def undo_entities(text: str) -> str:
    """Put the signs in that XML writes by name or number."""
    return _OF_XML.sub(_meant, text) if "&" in text else text


def undo_all(text: str) -> str:
    """Undo the escapes of all styles in a line: what a value that was read from it may look like."""
    text = _BYTES.sub(lambda found: undo_bytes(list(map(int, _NUMBERS.findall(found.group())))), text)
    return _ANY.sub(_meant, text) if any(sign in text for sign in ("\\", '""', "&")) else text


def undo_bytes(numbers: Sequence[int]) -> str:
    """Return the text that JSON writes as a list of bytes, as journald does where it is no plain text; its colours go.

    A list that has other numbers comes back as it was.
    """
    if any(number > 255 for number in numbers):
        return str(list(numbers))
    return proper(_COLOURS.sub("", bytes(numbers).decode("utf-8", "replace")))


def proper(text: str) -> str:
    """Put U+FFFD for NUL and halves of characters, which escapes can write and no store keeps."""
    return text if text.isascii() and "\0" not in text else _NO_CHARACTERS.sub("\ufffd", text)


def _meant(found: re.Match[str]) -> str:
    written = found.group()
    if written[0] == "&":
        name = written[1:-1]
        if name[0] != "#":
            return _ENTITIES[name]
        return proper(chr(int(f"0{name[1:]}", 16 if name[1] == "x" else 10)))
    if len(written) == 12:  # both halves of a character
        high, low = int(written[2:6], 16), int(written[8:], 16)
        return chr(0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF))
    if written[0] == "\\" and len(written) > 2:
        return proper(chr(int(written[2:], 16)))
    return _BEHIND_BACKSLASH.get(written[-1], written[-1]) if written[0] == "\\" else written[-1]
