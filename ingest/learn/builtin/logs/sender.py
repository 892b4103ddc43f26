"""Finds who sent a log line: by the name and values of a field, or by the words beside its time (RFC 3164, 4.1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ingest.learn.builtin.logs.header_atoms import (
    COLON,
    MNEMONIC,
    NEARLY_ALL,
    SENDER,
    TAG,
    fits,
)
from ingest.learn.judge_records import could_be_hosts

SENDER_KEYS = (
    "fw", "dvc", "devname", "dev_name", "devicename", "device_name", "dvchost", "dvc_host", "sysname", "system_name",
    "switchname", "routername", "nodename", "node_name", "observer_name", "agent_hostname", "host_hostname",
    "host_name", "hostname", "host",
)  # fmt: skip
"""Names in use for the device that a record is of, the surest first."""
AMBIGUOUS = ("host", "hostname")
"""May be a site that somebody visits."""
EVERY_LINE = 0.95
FEW = 0.2
FEW_AT_LEAST = 3
CROSSED = 0.5


def find_sender(values: Mapping[str, Sequence[str]], count: int) -> str:
    """Return the name of the field that names the sender of all `count` lines; blank where none does.

    `values` are those of each field, one for each line that has it. A sender's name has no blank in it, and comes back.
    """
    for key in SENDER_KEYS:
        named = [text for text in values.get(key, ()) if text and not any(map(str.isspace, text))]
        few = len(set(named)) <= max(FEW_AT_LEAST, FEW * count)
        every = key in values and len(named) >= EVERY_LINE * count
        if every and (few or key not in AMBIGUOUS) and any(map(str.isalpha, "".join(set(named)))):
            return key
    return ""


class NextWord(NamedTuple):
    """The word that comes next in what is left of a line, and what comes behind it."""

    word: str
    line: str
    after: str


def next_words(rests: Sequence[str]) -> list[NextWord]:
    """List the next words that may be the names of senders."""
    found = ((rest, word) for rest in rests if (word := fits(SENDER, rest)))
    return [NextWord(word[0].strip(" \t])>:,;"), rest, rest[word.end() :]) for rest, word in found]


def senders_of_relay(words: Sequence[NextWord], begins: Callable[[str], bool]) -> frozenset[str]:
    """Find senders behind a relay's time: what `begins` a message follows them, or they do not decide what follows."""
    plain = [each for each in words if not fits(COLON, each.line)]
    relayed = {each.word for each in words if fits(MNEMONIC, each.after)}
    relayed |= {each.word for each in plain if each.word not in relayed and begins(each.after)}
    names = frozenset(word for word in relayed if could_be_hosts((word,)))
    return names | (_names(plain) if _crossed(plain) else frozenset())


def senders_behind_time(words: Sequence[NextWord]) -> frozenset[str]:
    """Find senders behind another time: programs with their process follow nearly all of them."""
    tagged = [_is_tagged(each.after) for each in words]
    tagged_lines = sum(
        tag or fits(COLON, each.after) is not None for tag, each in zip(tagged, words, strict=True)
    )
    if not any(tagged) or tagged_lines < NEARLY_ALL * len(words):
        return frozenset()
    return _names(words)


def _is_tagged(text: str) -> bool:
    """Tell whether a program with its process begins here, or `%FACILITY-5-NAME:`."""
    return fits(TAG, text) is not None or fits(MNEMONIC, text) is not None


def _names(words: Sequence[NextWord]) -> frozenset[str]:
    names = [each.word for each in words]
    return frozenset(names) if could_be_hosts(names) else frozenset()


def _crossed(words: Sequence[NextWord]) -> bool:
    """Tell whether what follows a word mostly follows other words too: who sends does not decide what is said."""
    before: dict[str, set[str]] = {}
    begins = [" ".join(re.sub(r"[0-9]+", "0", each.after[:200]).split()[:2]) for each in words]
    for each, begin in zip(words, begins, strict=True):
        before.setdefault(begin, set()).add(each.word)
    return bool(words) and sum(len(before[begin]) > 1 for begin in begins) >= CROSSED * len(begins)
