"""Tells prose from configurations: a README beside them is to be found, not parsed."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FUNCTION_WORD = re.compile(
    r"\b(?:the|of|and|is|are|was|were|that|this|which|with|it|its|be|been|an)\b", re.IGNORECASE
)
_WORDS = re.compile(r"[A-Za-z]{2,}")
SHARE = 0.35


def is_prose(lines: Sequence[str]) -> bool:
    """True when a third of the lines of some length read like English sentences.

    A sentence needs words that no configuration language spends; two of them in one line are enough. Text in
    other languages is not recognised, and then read as a configuration.
    """
    long = [line for line in lines if len(_WORDS.findall(line)) >= 4]
    sentences = sum(len(_FUNCTION_WORD.findall(line)) >= 2 for line in long)
    return (
        len(long) >= 3
        and sentences >= SHARE * len(long)
        and sentences >= 0.25 * sum(map(bool, map(str.strip, lines)))
    )
