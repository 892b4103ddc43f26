"""Says whether the words of one place in alike messages are values of one thing, or tell different events."""

from __future__ import annotations

import re

from ingest.induction.logs.split_message import SLOT

Skeleton = tuple[str, ...]
"""A message's words and signs, with SLOT for each value."""

MANY_WORDS = 6
MANY_CODES, LONGEST_CODE = 3, 5
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
    return len(words) >= MANY_WORDS or _is_announced(before, after) or _are_codes(words, before, after)


def _are_codes(words: set[str], before: Skeleton, after: Skeleton) -> bool:
    """Tell whether words are codes of one thing (TCP, UDP, ICMP): short, in capitals, where other words are not.

    The first word of a message says what happened, in whatever letters.
    """
    plain = [token for token in (*before, *after) if token.isalpha()]
    small = sum(token.islower() for token in plain)
    codes = len(words) >= MANY_CODES and all(
        re.fullmatch(f"[A-Z]{{1,{LONGEST_CODE}}}", word) for word in words
    )
    return codes and small > 1 and 2 * small >= len(plain) and any(map(str.isalpha, before))


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
