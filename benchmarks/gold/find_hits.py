"""Find the lines that match a pattern, each with its value and the lines that prove it; no disk."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.gold.records import PATH_SEPARATOR, Line, Lines

VALUE = "v"


@dataclass(frozen=True, slots=True)
class Hit:
    """A matching line; `value` is the group "v" or else the first group, `proof` ends with the line itself."""

    line: Line
    value: str
    groups: tuple[str, ...]
    proof: Lines


def find_hits(lines: Lines, pattern: str) -> list[Hit]:
    """Search every line's path for the pattern; the match has to reach into the line's own text.

    Enclosing lines in which a group captured something belong to the proof.
    """
    wanted = re.compile(pattern)
    hits = []
    for line in lines:
        path = line.path
        match = wanted.search(path)
        if match and match.end() > len(path) - len(line.own):
            hits.append(_hit(line, match))
    return hits


def _hit(line: Line, match: re.Match[str]) -> Hit:
    groups = tuple(group or "" for group in match.groups())
    value = (match.group(VALUE) or "") if VALUE in match.re.groupindex else (groups or (match[0],))[0]
    spans = [match.span(number) for number in range(1, len(groups) + 1)]
    proof, start = [], 0
    for parent in line.parents:
        end = start + len(parent.own)
        if any(first < end and last > start for first, last in spans):
            proof.append(parent)
        start = end + len(PATH_SEPARATOR)
    return Hit(line, value, groups, (*proof, line))


def proofs(hits: Iterable[Hit]) -> Lines:
    """Return the lines that prove the hits, each once, in their order."""
    return tuple(dict.fromkeys(line for hit in hits for line in hit.proof))


def values(hits: Iterable[Hit]) -> tuple[str, ...]:
    """Return the distinct values in the order in which they first occur."""
    return tuple(dict.fromkeys(hit.value for hit in hits))


def devices(lines: Lines) -> tuple[str, ...]:
    """Return the devices in the order of their files."""
    return tuple(dict.fromkeys(line.device for line in lines))
