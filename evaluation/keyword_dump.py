"""The baseline beside every result: the lines that share most words with the question, no understanding."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_store.records import SourceLine

DUMP_LINES = 200
_WORD = re.compile(r"[\w./:-]+")


def keyword_dump(question: str, lines: Sequence[SourceLine], count: int = DUMP_LINES) -> str:
    """Join the `count` lines that hold most different words of the question, each as "path:number: text".

    Ties keep the order of `lines`, and lines without any of the words fill up what is left.
    """
    wanted = set(_WORD.findall(question.lower()))
    shared = [len(wanted.intersection(_WORD.findall(line.text.lower()))) for line in lines]
    best = sorted(range(len(lines)), key=lambda index: -shared[index])[:count]
    return "\n".join(f"{lines[index].path}:{lines[index].number}: {lines[index].text}" for index in best)
