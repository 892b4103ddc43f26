"""Learns formats without a model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ingest.errors import LearningFailed, LearningTookTooLong, NothingLearned
from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.learn.time_limit import LEARN_LIMIT_S, TimeIsOverError, time_limit
from ingest.records import InducedParser, Parser, Sample, Spent

BUILTIN = "builtin"
MOST_PROPERTIES = 1_000
"""Of one type: names that differ from line to line are values, and no schema tells them."""
BEGINNINGS = (1_000, 4_000)
"""Lines of a long configuration that are learned first, to see whether its types go on growing."""
GROWS_ON = 0.5
"""Of how fast types grew at the beginning, what they will at least grow later, where names are values."""
MANY, ALIKE = 200, 20
_BEGIN = re.compile(r"\s*\S+(?:\s+\S+)?")
_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class BuiltinLearner:
    """Induces parsers from the documents; learning costs nothing, so that a format that drifts is learned anew."""

    model: str = BUILTIN
    mends: bool = False
    notes: tuple[str, ...] = ()
    limit_s: float = LEARN_LIMIT_S

    def spent(self) -> Spent:
        """Nothing is asked of a model."""
        return Spent()

    def usable(self, parser: Parser) -> bool:
        """Every parser that is there is used, whoever wrote it."""
        return True

    def learn(self, name: str, group: Sequence[Sample], known: Parser | None = None) -> Parser:
        """Induce a parser. Raises NothingLearned."""
        try:
            with time_limit(self.limit_s):
                documents = _telling([sample.lines for sample in group])
                if group[0].kind == "log":
                    lines = list(chain.from_iterable(documents))
                    induced = induce_log(lines, group[0].devices)
                else:
                    _refuse_endless(group[0].path, max(documents, key=len))
                    induced = induce_configuration(documents)
        except NothingLearned:
            raise
        except TimeIsOverError as error:
            raise LearningTookTooLong(group[0].path, error.seconds) from error
        except Exception as error:  # one format that we fail on keeps no other from loading
            raise LearningFailed(group[0].path, error) from error
        largest = _largest_type(induced)
        if largest > MOST_PROPERTIES:
            raise _too_many(group[0].path, f"a type with {largest:,} properties")
        if not induced.schema.get("$defs"):
            raise NothingLearned(group[0].path)
        paths = tuple(sample.path for sample in group)
        return Parser(name, group[0].kind, induced.schema, induced.parse_source, BUILTIN, paths)


def _refuse_endless(path: str, lines: Sequence[str]) -> None:
    """Raise NothingLearned as soon as the beginning of a long document shows that its names are values."""
    first, then = BEGINNINGS
    if len(lines) < 2 * first:
        return
    few = _largest_type(induce_configuration([lines[:first]]))
    if few > MOST_PROPERTIES:
        raise _too_many(path, f"a type with {few:,} properties in the first {first:,} lines")
    if len(lines) < 2 * then:
        return
    more = _largest_type(induce_configuration([lines[:then]]))
    later = (more - few) / (then - first) * (len(lines) - then)
    if more + GROWS_ON * later > MOST_PROPERTIES:
        raise _too_many(path, f"a type that grows on, with {more:,} properties in the first {then:,} lines")


def _largest_type(induced: InducedParser) -> int:
    types: Any = induced.schema.get("$defs") or {}
    return max((len(one.get("properties", ())) for one in types.values()), default=0)


def _too_many(path: str, found: str) -> NothingLearned:
    reason = f"{found}, where at most {MOST_PROPERTIES:,} can be read"
    return NothingLearned(path, f"{reason}; its lines are loaded as plain text")


def _telling(documents: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Leave out documents beyond the 20th whose lines begin alike, where there are many: they teach nothing more."""
    if len(documents) <= MANY:
        return documents
    seen: Counter[tuple[str, ...]] = Counter()
    kept: list[tuple[str, ...]] = []
    for lines in documents:
        shape = tuple(_NUMBER.sub("0", found.group()) for found in map(_BEGIN.match, lines) if found)
        seen[shape] += 1
        if seen[shape] <= ALIKE:
            kept.append(lines)
    return kept
