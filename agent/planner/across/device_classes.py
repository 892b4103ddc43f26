"""Reads a class of devices as the devices that are named so, or whose files lie in a folder of this name: "the PEs"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.planner.scope import DEVICE_STEMS
from agent.reader.value_index import ValueIndex
from agent.reader.english import function_words, stem
from agent.planner.words.lexicon import Lexicon

_NOUN = r"routers?|switch(?:es)?|devices?|nodes?|box(?:es)?|firewalls?|hosts?|gateways?|machines?"
_CLASS = re.compile(
    rf"(?P<lead>\b(?:the|all|all the|our|every|each) )?\b(?P<word>[A-Za-z]{{2,12}})(?: (?P<noun>{_NOUN}))?\b",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\b(?:which|what|how many|of|list|show|count)(?: of)?(?: all| the)*\s*$", re.IGNORECASE)
_PARTS = re.compile(r"[a-z]+")
_MOST, _LONG = 24, 4


def with_classes(text: str, lexicon: Lexicon, look_up: ValueIndex) -> tuple[str, str] | None:
    """Return the question with the names of the devices in place of their class, and how it was read; or None."""
    parts: dict[str, set[str]] = {}
    for device, word in _named(look_up):
        parts.setdefault(word, set()).add(device)
    for found in _CLASS.finditer(text):
        word = found["word"].lower()
        plural = word.endswith("s") and not word.endswith("ss")
        if not (found["noun"] or (plural and len(word) > 2)) or lexicon.knows(stem(word)):
            continue
        if stem(word) in DEVICE_STEMS or word in function_words():
            continue
        devices = _devices_of(parts, word.removesuffix("s") if plural else word)
        if not devices or len(devices) > _MOST:
            continue
        names = ", ".join(devices[:-1]) + (" and " if len(devices) > 1 else "") + devices[-1]
        before, behind = text[: found.start()], text[found.end() :]
        note = f"'{found['word']}' was read as {names}"
        if _ASKED.search(before):
            return f"{before}devices{behind.rstrip(' ?.')} on {names}?", note
        return f"{before}{names}{behind}", note
    return None


def _devices_of(parts: dict[str, set[str]], word: str) -> list[str]:
    """Return the devices that have a word in their names or folders, or the beginning of a long one: acc of access."""
    found = parts.get(word, set())
    if not found and len(word) > _LONG:
        fitting = [one for one in parts if len(one) >= _LONG - 1 and word.startswith(one)]
        found = parts[fitting[0]] if len(fitting) == 1 else set()
    return sorted(found)


def _named(look_up: ValueIndex) -> Iterator[tuple[str, str]]:
    """List the devices with the words of their names, and of the folders and names of their configurations."""
    text = "MATCH (d:Document) WHERE d.kind = 'configuration' RETURN DISTINCT d.device, d.path"
    for device, path in look_up.rows(text, {}):
        folders = str(path).lower().split("/")[:-1][-1:]
        stemmed = str(path).lower().rpartition("/")[2].rpartition(".")[0]
        for name in (str(device).lower(), stemmed):
            yield from ((str(device), word) for word in _PARTS.findall(name))
        for folder in folders:
            yield str(device), folder
            yield str(device), folder.removesuffix("s")
