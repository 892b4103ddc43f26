"""Write a regular expression for the whole numbers between two, as Lucene's `<1-24>` means it."""

from __future__ import annotations


def decimal_interval(first: str, last: str) -> str:
    """List alternatives for the numbers from one end to the other, both included, in either order.

    Ends of one length fix the number of digits; else any number of zeros may lead.
    """
    low, high = sorted((int(first), int(last)))
    if len(first) == len(last):
        width = len(first)
        return "|".join(_same_length(str(low).zfill(width), str(high).zfill(width)))
    branches = []
    while len(str(low)) < len(str(high)):
        nines = 10 ** len(str(low)) - 1
        branches += _same_length(str(low), str(nines))
        low = nines + 1
    return "0*(" + "|".join([*branches, *_same_length(str(low), str(high))]) + ")"


def _same_length(low: str, high: str) -> list[str]:
    """List expressions for the digit strings between two of one length."""
    if low == high:
        return [low]
    if low[0] == high[0]:
        return [low[0] + rest for rest in _same_length(low[1:], high[1:])]
    rest = len(low) - 1
    first, last = int(low[0]), int(high[0])
    branches = []
    if low[1:] != "0" * rest:
        branches += [low[0] + tail for tail in _same_length(low[1:], "9" * rest)]
        first += 1
    full_top = high[1:] == "9" * rest
    top = last if full_top else last - 1
    if first <= top:
        branches.append((str(first) if first == top else f"[{first}-{top}]") + "[0-9]" * rest)
    if not full_top:
        branches += [high[0] + tail for tail in _same_length("0" * rest, high[1:])]
    return branches
