"""Knows devices by words that name several: their make, and the beginning that numbered names share. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from agent.reader.english import stem
from graph_store.records import Description

SHORTEST, LONG = 2, 4
_NUMBERED = re.compile(r"([a-z]{2,})[0-9]+")


class DevicesByWord:
    """Finds the devices of a graph that a word names together; make a new one when the graph has changed."""

    def __init__(self, description: Description) -> None:
        found: dict[str, list[str]] = defaultdict(list)
        made: set[str] = set()
        for one in description.documents:
            known = one.unknown.split()
            if one.kind == "configuration" and one.device and "*" not in known:  # a format that ships read it
                called = (name.removeprefix("@") for name in known if name.startswith("@"))
                for word in (*one.parser.partition("@")[0].split("-"), *called):
                    found[stem(word)].append(one.device)
                    made.add(stem(word))
        for name in description.devices:
            for part in re.split(r"[._-]+", name.lower()):
                if numbered := _NUMBERED.fullmatch(part):
                    found[stem(numbered[1])].append(name)
        parts = Counter(part for name in description.devices for part in {*re.split(r"[._-]+", name.lower())})
        self._parts = {
            part: name
            for name in description.devices
            for part in re.split(r"[._-]+", name.lower())
            if parts[part] == 1 and part.isalpha() and len(part) >= LONG
        }
        self._found = {word: tuple(dict.fromkeys(names)) for word, names in found.items()}
        self._made = made

    def of(self, word: str) -> tuple[str, ...]:
        """Return the devices that a word names; none for one that is no word."""
        return self._found.get(stem(word), ()) if len(word) >= SHORTEST and word.isalpha() else ()

    def of_part(self, word: str, text: str) -> tuple[str, ...]:
        """Return the one device that has a word in its name, where a text says that something is on it."""
        placed = re.search(
            rf"\b(?:on|of|at|in|does|has)\s+(?:the\s+|our\s+)?{re.escape(word)}\b", text, re.IGNORECASE
        )
        return (self._parts[word.lower()],) if placed and word.lower() in self._parts else ()

    def of_make(self, word: str) -> tuple[str, ...]:
        """Return the devices that a word names by their make."""
        return self.of(word) if stem(word) in self._made else ()
