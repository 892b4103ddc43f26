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
from ingest.records import Parser, Sample, Spent

BUILTIN = "builtin"
MOST_PROPERTIES = 1_000
"""Of one type: names that differ from line to line are values, and no schema tells them."""
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
                    induced = induce_configuration(documents)
        except TimeIsOverError as error:
            raise LearningTookTooLong(group[0].path, error.seconds) from error
        except Exception as error:  # one format that we fail on keeps no other from loading
            raise LearningFailed(group[0].path, error) from error
        types: Any = induced.schema.get("$defs") or {}
        largest = max((len(one.get("properties", ())) for one in types.values()), default=0)
        if largest > MOST_PROPERTIES:
            reason = f"a type with {largest:,} properties, where at most {MOST_PROPERTIES:,} can be read"
            raise NothingLearned(group[0].path, f"{reason}; its lines are loaded as plain text")
        if not types:
            raise NothingLearned(group[0].path)
        paths = tuple(sample.path for sample in group)
        return Parser(name, group[0].kind, induced.schema, induced.parse_source, BUILTIN, paths)


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
