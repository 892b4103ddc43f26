"""Finds what varies in a text: by a template that fits it, or by the values that a record read from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from evaluation.parsing.normalise_template import WILDCARD
from graph_store.records import Scalar

Span = tuple[int, int]
_APART = r"""\s\[\](){}<>"'=,|"""
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?![\w]|\.\d)")


def align_template(template: str, text: str) -> list[Span] | None:
    """Return where the wildcards of a template stand in a text with single blanks; none when it does not fit.

    Each fixed part is taken where it first stands, which finds a fit wherever there is one.
    """
    parts = " ".join(template.split()).split(WILDCARD)
    if len(parts) == 1:
        return [] if parts[0] == text else None
    first, *middle, last = parts
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return None
    end = len(text) - len(last)
    spans: list[Span] = []
    at = len(first)
    for part in middle:
        found = text.find(part, at + (0 if part else 1), end)
        if found < 0:
            return None
        spans.append((at, found))
        at = found + len(part)
    return [*spans, (at, end)]


def locate_scalars(values: Iterable[Scalar], text: str, first: int = 0) -> list[Span]:
    """Return where the values stand in a text from index `first` on, each value once; flags stand nowhere.

    A value is sought as a whole word, then as part of one; a number also in another spelling ("2.50" for 2.5).
    Longer values are placed before shorter ones, so that none hides inside another.
    """
    taken: list[Span] = []
    flagless = [value for value in values if not isinstance(value, bool)]
    for value in sorted(flagless, key=lambda each: -len(str(each))):
        place = _place(value, text, first, taken)
        if place:
            taken.append(place)
    return sorted(taken)


def stands_alone(value: Scalar, text: str) -> bool:
    """Tell whether the value stands in the text between blanks, brackets, quotes or the like."""
    written = re.escape(" ".join(str(value).split()))
    return bool(re.search(rf"(?<![^{_APART}]){written}(?=[{_APART}:]|$)", text))


def render(text: str, spans: Iterable[Span], first: int = 0) -> str:
    """Write the text from index `first` on with a wildcard in the place of each span."""
    written, at = [], first
    for start, end in sorted(spans):
        if end <= at and not start == end >= at:
            continue
        written += [text[at:start] if start > at else "", WILDCARD]
        at = max(at, end)
    return "".join([*written, text[at:]])


def _place(value: Scalar, text: str, first: int, taken: Sequence[Span]) -> Span | None:
    written = " ".join(str(value).split())
    if not written:
        return None
    escaped = re.escape(written)
    spans = [match.span() for match in re.finditer(rf"(?<![^\W_]){escaped}(?![^\W_])", text)]
    if isinstance(value, int | float):
        spans += [match.span() for match in _NUMBER.finditer(text) if float(match[0]) == float(value)]
    spans += [match.span() for match in re.finditer(escaped, text)]
    free = (span for span in spans if span[0] >= first and not _touches(span, taken))
    return next(free, None)


def _touches(span: Span, taken: Sequence[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)
