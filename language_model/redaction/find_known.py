"""Finds secrets again that were found elsewhere: what one file names as a password may stand bare in another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ahocorasick_rs import AhoCorasick, MatchKind

from language_model.redaction.find_shaped import Span
from language_model.redaction.find_weighed import form_of
from language_model.redaction.looks import is_random
from language_model.redaction.stand_in import STAND_IN, is_default

_LENGTHS = range(8, 81)
_MIXED = 2


def is_distinct(secret: str) -> bool:
    """Say whether a secret is like no name of a thing, so that it is the same secret wherever it stands."""
    return (
        len(secret) in _LENGTHS
        and not any(sign.isspace() for sign in secret)
        and form_of(secret) == _MIXED
        and is_random(secret)
        and not is_default(secret)
        and STAND_IN.search(secret) is None
    )


class KnownSecrets:
    """Looks for secrets as whole words."""

    def __init__(self, secrets: Sequence[str]) -> None:
        self._look = AhoCorasick(list(secrets), matchkind=MatchKind.LeftmostLongest)

    def lines(self, lines: Sequence[str]) -> set[int]:
        """Return which lines may hold one."""
        whole = "\n".join(lines)
        found, line, at = set[int](), 0, 0
        for start, _ in self.find(whole):
            line += whole.count("\n", at, start)
            at = start
            found.add(line)
        return found

    def find(self, line: str) -> Iterator[Span]:
        """Yield where they stand in a line."""
        for _, start, end in self._look.find_matches_as_indexes(line):
            if not (line[start - 1 : start].isalnum() or line[end : end + 1].isalnum()):
                yield start, end
