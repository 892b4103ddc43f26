"""Says whether the words of one place in alike messages are values of one thing, or tell different events."""

from __future__ import annotations

import re

from ingest.induction.logs.announced_words import HAPPENED, NO_NAMES
from ingest.induction.logs.split_message import SLOT

Skeleton = tuple[str, ...]
"""A message's words and signs, with SLOT for each value."""

MANY_WORDS = 6
MANY_CODES, LONGEST_CODE = 3, 5
AUXILIARIES = frozenset(("is", "are", "was", "were", "be", "been", "has", "have", "had", "not"))
"""Words after which comes what happened."""
ANNOUNCERS = frozenset(
    [
        "user",
        "username",
        "account",
        "login",
        "host",
        "hostname",
        "node",
        "server",
        "client",
        "peer",
        "neighbor",
        "neighbour",
        "device",
        "interface",
        "port",
        "process",
        "thread",
        "file",
        "folder",
        "directory",
        "instance",
        "vlan",
        "vrf",
        "group",
        "service",
        "job",
        "task",
        "table",
        "named",
        "called",
    ]
)
"""Words after which a varying word is a name, and not another event."""
PREPOSITIONS = frozenset(
    [
        "from",
        "to",
        "at",
        "by",
        "on",
        "of",
        "for",
        "in",
        "with",
        "via",
        "into",
        "over",
        "through",
        "against",
        "after",
        "before",
    ]
)


def is_value(tokens: set[str], before: Skeleton, after: Skeleton) -> bool:
    """Say whether the tokens of one place are values of one thing, and not the words of different events."""
    words = tokens - {SLOT}
    if not all(any(letter.isalnum() for letter in word) for word in words):
        return False
    if len(words) < len(tokens):
        return True
    if sum(1 for word in words if not word.replace("-", "").isalpha()) >= 0.5 * len(words):
        return True
    if _are_compounds(words, before):
        return True
    return len(words) >= MANY_WORDS or _is_announced(before, after) or _are_codes(words, before, after)


def _are_codes(words: set[str], before: Skeleton, after: Skeleton) -> bool:
    """Tell whether words are codes of one thing (TCP, UDP, ICMP): short, in capitals, where other words are not.

    The first word of a message says what happened, in whatever letters. Names that begin with a capital are values
    too where a word in small letters stands before them (`state Idle`, but not `was Reset`).
    """
    plain = [token for token in (*before, *after) if token.isalpha()]
    small = sum(token.islower() for token in plain)
    if len(words) < MANY_CODES or small < 2 or 2 * small < len(plain) or not any(map(str.isalpha, before)):
        return False
    codes = all(re.fullmatch(f"[A-Z]{{1,{LONGEST_CODE}}}", word) for word in words)
    named = before[-1].isalpha() and before[-1].islower() and before[-1] not in AUXILIARIES
    return codes or (named and all(word[0].isupper() for word in words))


def _are_compounds(words: set[str], before: Skeleton) -> bool:
    """Tell whether words have a part in front or behind in common: `pool-blue`, `pool-green`, `pool-red`.

    They stand behind a word; behind one that joins them to what was done (`on db-skye`) no part has to be shared.
    A part that says what happened (`link-down`) makes them different events.
    """
    parts = [re.split("[-_]", word.lower()) for word in words]
    shared = any(len({part[end] for part in parts}) == 1 for end in (0, -1))
    own = {each for part in parts for each in part if not all(each in other for other in parts)}
    happened = any(each in NO_NAMES or HAPPENED.fullmatch(each) for each in own)
    enough = len(words) >= MANY_CODES and all(len(part) > 1 for part in parts)
    joined = bool(before) and (shared or before[-1] in PREPOSITIONS)
    return joined and before[-1].isalpha() and enough and not happened


def _is_announced(before: Skeleton, after: Skeleton) -> bool:
    """`user <*>`, `by <*> on`, `for <*> from`, and `key: <*>` up to a sign."""
    last = before[-1] if before else ""
    follows = after[0] if after else ""
    if last in ANNOUNCERS:
        return True
    if last in ("by", "for") and follows in PREPOSITIONS:
        return True
    if last in ("by", "via") and not follows[:1].isalnum():
        return True
    return last == ":" and len(before) > 1 and before[-2] != SLOT and follows in ("]", ",", ")", ";")
