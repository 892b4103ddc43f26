"""Reads a clause of several lines, as route-maps have them: what it does, and which conditions it sets. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.planner.order.read_entry import ALLOWING, DENYING

Held = bool | None
"""Whether a condition is met; None when that cannot be told."""
_ASKING = frozenset({"match", "from", "if", "when"})
_SETTING = frozenset({"set", "then", "action", "apply"})
_NOTES = frozenset({"remark", "description", "comment", "!", "#", "exit", "}", "end"})
_PREFIX = re.compile(r"(\d{1,3}(?:\.\d{1,3}){3})/(\d{1,2})")


@dataclass(frozen=True, slots=True)
class ClauseLine:
    """A line of a clause; `held` says of those that refer to lists whether these hold what is asked."""

    number: int
    text: str
    held: tuple[Held, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """`allows` is None where nothing that was understood decides; `open_words` are conditions that cannot be told."""

    allows: Held
    holds: Held
    open_words: tuple[str, ...] = ()


def read_clause(lines: Sequence[ClauseLine], route: tuple[int, int, int]) -> Clause:
    """Read the lines of a clause, the first of which names it; `route` is the first and last address, and the length.

    Prefixes that stand in the clause are alternatives: no route is several. Conditions of one kind that disagree are
    open, and so are those that name neither a list that could be read nor a prefix.
    """
    kinds: dict[str, list[Held]] = {}
    prefixes: list[Held] = []
    opened = [lines[0].text.strip()] if lines[0].held and not lines[0].text.startswith("set ") else []
    allows = _allows(lines[0].text)
    for line, sort in _sorted_lines(lines):
        if sort == "setting":
            said = _allows(line.text)
            allows = said if allows is None else allows
            continue
        words = line.text.strip().rstrip(";{ ")
        held = _any(line.held) if line.held else _direct(line.text, route)
        if not line.held and held is not None and sort != "other":
            prefixes.append(held)
            continue
        if sort == "other" or held is None:
            opened.append(words)
        else:
            kinds.setdefault(_kind(words), []).append(held)
    for kind, found in kinds.items():
        if len(set(found)) > 1:
            opened.append(f"{kind} ..., of several")
    if any(not any(found) for found in (*kinds.values(), *([prefixes] if prefixes else []))):
        return Clause(allows, False)
    return Clause(allows, None if opened else True, tuple(opened))


def _any(held: Sequence[Held]) -> Held:
    if any(held):
        return True
    return None if None in held else False


def _allows(text: str) -> Held:
    """Return what a line does; None when no word, or words of both kinds, say so."""
    words = {word.lower() for word in re.findall(r"[A-Za-z-]+", text)}
    allowing, denying = bool(words & ALLOWING), bool(words & DENYING)
    return allowing if allowing != denying else None


def _sorted_lines(lines: Sequence[ClauseLine]) -> Iterable[tuple[ClauseLine, str]]:
    """Tell conditions from settings, by the word that opens the line or the block around it."""
    whole_paths = all(line.text.split()[:1] == ["set"] for line in lines)
    block, indent = "", -1
    for line in lines if whole_paths else lines[1:]:
        words = [word.strip(";{") for word in line.text.split()][1 if whole_paths else 0 :]
        words = [word for word in words if word]
        depth = len(line.text) - len(line.text.lstrip())
        if not words or words[0].lower() in _NOTES:
            continue
        if block and depth > indent:
            yield line, block
            continue
        block = ""
        marks = [place for place, word in enumerate(words) if word.lower() in _ASKING | _SETTING]
        place = marks[0] if marks and (whole_paths or marks[0] == 0) else -1
        if place < 0:
            if not whole_paths:
                yield line, "other"
            continue
        sort = "condition" if words[place].lower() in _ASKING else "setting"
        if place == len(words) - 1:
            block, indent = sort, depth
        else:
            yield line, sort


def _kind(words: str) -> str:
    """Return what a condition is about: the words before names and numbers."""
    kept = []
    for word in words.split():
        if not re.fullmatch(r"[a-z][a-z-]*", word):
            break
        kept.append(word)
    return " ".join(kept)


def _direct(text: str, route: tuple[int, int, int]) -> Held:
    """Test a prefix that stands in the line itself: exactly, or with all that it holds where the line says so."""
    found = _PREFIX.search(text)
    if found is None:
        return None
    low, high, length = route
    free = (1 << (32 - min(int(found[2]), 32))) - 1
    number = 0
    for part in found[1].split("."):
        number = number * 256 + min(int(part), 255)
    inside = (low | free) == (number | free) and (high | free) == (number | free)
    behind = text[found.end() :].strip(" ;").lower().split()
    if not inside:
        return False
    if behind in ([], ["exact"]):
        return length == int(found[2])
    if behind == ["orlonger"]:
        return length >= int(found[2])
    return length > int(found[2]) if behind == ["longer"] else None
