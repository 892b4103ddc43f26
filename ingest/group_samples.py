"""Puts documents of one syntax together, before anything is known of the syntax."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.induction.configurations.find_style import find_style, opening_words
from ingest.records import Sample

ALIKE = 0.25


def group_samples(samples: Sequence[Sample]) -> list[list[Sample]]:
    """Put configurations of one syntax together, in file order; every log is a group of its own.

    Two configurations have one syntax when they mark blocks alike and share a quarter of the words that open their
    statements.
    """
    groups: list[tuple[tuple[str, str], set[str], list[Sample]]] = []
    logs: list[list[Sample]] = []
    for sample in samples:
        if sample.kind == "log":
            logs.append([sample])
            continue
        style = find_style(sample.lines)
        words = opening_words(sample.lines, *style)
        for group in groups:
            if group[0] == style and len(words & group[1]) >= ALIKE * len(words | group[1]):
                group[1].update(words)
                group[2].append(sample)
                break
        else:
            groups.append((style, words, [sample]))
    return [group[2] for group in groups] + logs
