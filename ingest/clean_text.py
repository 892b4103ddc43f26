"""Takes out of a line what a terminal left in it: escapes, pager prompts, control characters."""

from __future__ import annotations

import re

NOISE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
ESCAPE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # a title or a link
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours and cursor movements
    r"|\x1b[ -/]*[0-~]?"
)
PAGER = re.compile(
    r"(?:(?<!\s)\s+)?(?:<-++|(?<!-)-{2,}+) ?\(?more(?: *[0-9]+%)?\)? ?-{2,}>? ?", re.IGNORECASE
)
SPACES = re.compile(r"[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")


def clean_text(text: str) -> str:
    """Give the text as a reader of the terminal saw it; ordinary text comes back unchanged."""
    if not text.isprintable() and NOISE.search(text):
        text = ESCAPE.sub("", text)
        if "\b" in text:
            text = _overwritten(text)
        text = CONTROLS.sub("", SPACES.sub(" ", text))
    if "--" in text:
        pager = PAGER.match(text)
        if pager:
            return text[pager.end() :]
    return text


def _overwritten(text: str) -> str:
    """Follow the cursor: a backspace moves it left, and what comes next replaces what stood there."""
    if text.lstrip(" ").startswith(("-", "<")):
        text = PAGER.sub(lambda pager: " " * len(pager.group()), text, count=1)
    shown: list[str] = []
    cursor = 0
    for character in text:
        if character == "\b":
            cursor = max(0, cursor - 1)
        elif cursor < len(shown):
            shown[cursor] = character
            cursor += 1
        else:
            shown.append(character)
            cursor += 1
    return "".join(shown).rstrip()
