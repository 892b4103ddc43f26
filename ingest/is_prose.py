"""Tells prose from configurations: a README beside them is to be found, not parsed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

_FUNCTION_WORD = re.compile(
    r"\b(?:the|of|and|is|are|was|were|that|this|which|with|it|its|be|been|an)\b", re.IGNORECASE
)
_WORDS = re.compile(r"[A-Za-z]{2,}")
_PUNCTUATED = re.compile(r"[a-z][.,;:](?:\s|$)")
SHARE = 0.35
WORDS = 7


def is_prose(lines: Sequence[str]) -> bool:
    """True when the lines read like English sentences, or are as long and as punctuated as sentences are.

    A sentence needs words that no configuration language spends; two of them in one line are enough. Text in
    other languages is recognised by its length and punctuation only.
    """
    full = [line for line in lines if line.strip()]
    words = [len(_WORDS.findall(line)) for line in full]
    if len(full) < 3:
        return False
    long = [line for line, count in zip(full, words, strict=True) if count >= 4]
    sentences = sum(len(_FUNCTION_WORD.findall(line)) >= 2 for line in long)
    punctuated = sum(bool(_PUNCTUATED.search(line)) for line in full)
    reads = len(long) >= 3 and sentences >= SHARE * len(long) and sentences >= 0.25 * len(full)
    return reads or (median(words) >= WORDS and punctuated >= 0.5 * len(full))
