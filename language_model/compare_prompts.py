"""Which recorded call is nearest to one that was not recorded, and what differs, known from hashes of paragraphs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff

from language_model.calls import Message

DIGITS = 10
"""Hexadecimal digits of a paragraph's hash."""
MOST_SHOWN = 6
LONGEST_SHOWN = 100
_GAP = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded call: hashes of its paragraphs in order, and its messages where they were kept."""

    key: str
    parts: tuple[str, ...]
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NearestCall:
    """The recorded call that is most alike, by paragraphs (0 to 1), and what differs, for people."""

    key: str
    alike: float
    difference: str


def hash_parts(messages: Sequence[Message]) -> tuple[str, ...]:
    """Hash every paragraph of the messages, in order; what it says cannot be read from that."""
    return tuple(_hash(part) for part in _parts(message.text for message in messages))


def find_nearest(messages: Sequence[Message], recorded: Iterable[Recorded]) -> NearestCall | None:
    """Return the recorded call that shares most paragraphs; of equals the last, None where none is known by parts."""
    asked = hash_parts(messages)
    known = [(_alike(asked, each.parts), place, each) for place, each in enumerate(recorded) if each.parts]
    if not known:
        return None
    alike, _, nearest = max(known, key=lambda one: one[:2])
    return NearestCall(nearest.key, alike, _differ(messages, asked, nearest))


def _alike(asked: Sequence[str], parts: Sequence[str]) -> float:
    return SequenceMatcher(None, asked, parts, autojunk=False).ratio()


def _differ(messages: Sequence[Message], asked: Sequence[str], nearest: Recorded) -> str:
    if nearest.messages:
        return _diff("\n".join(nearest.messages), "\n".join(message.text for message in messages))
    texts = _parts(message.text for message in messages)
    new = [text for text, part in zip(texts, asked, strict=True) if part not in nearest.parts]
    gone = sum(part not in asked for part in nearest.parts)
    shown = [f"  + {_first_line(text)}" for text in new[:MOST_SHOWN]]
    more = [f"  + {len(new) - MOST_SHOWN} more"] if len(new) > MOST_SHOWN else []
    counted = f"{len(new)} of its {len(asked)} paragraphs are new, {gone} recorded ones are gone"
    return "\n".join([counted, *shown, *more])


def _diff(before: str, after: str) -> str:
    lines = unified_diff(before.splitlines(), after.splitlines(), "recorded", "asked", lineterm="", n=0)
    shown = [line[:LONGEST_SHOWN] for line in lines]
    most = 3 * MOST_SHOWN
    return "\n".join([*shown[:most], *([f"{len(shown) - most} more lines"] if len(shown) > most else [])])


def _parts(texts: Iterable[str]) -> list[str]:
    return [part.strip() for text in texts for part in _GAP.split(text) if part.strip()]


def _first_line(text: str) -> str:
    line = text.splitlines()[0].strip()
    return line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}…"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
