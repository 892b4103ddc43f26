"""Entries of a filter that can never match, since one before them matches everything that they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from findings.facts import Network
from findings.filters import Entry, Filter, read_filters
from findings.records import Finding
from findings.sides import ANY

DECIDES = frozenset({"permit", "deny"})
MOST_NAMED = 6
MOST_LINES = 12


def shadowed_entries(network: Network) -> Iterator[Finding]:
    """Find entries that one earlier entry shadows; those with the same one to the same effect at once."""
    for device in network.devices:
        for found in read_filters(device):
            groups: dict[tuple[int, bool], list[Entry]] = {}
            for place, entry in enumerate(found.entries):
                first = next((n for n in range(place) if shadows(found.entries[n], entry)), None)
                if first is not None:
                    same = found.entries[first].action == entry.action
                    groups.setdefault((first, same), []).append(entry)
            for (first, same), entries in groups.items():
                yield _finding(found, entries, found.entries[first], same)


def shadows(earlier: Entry, later: Entry) -> bool:
    """Tell whether an entry surely decides over everything that a later one matches."""
    if earlier.open or earlier.action not in DECIDES or later.action not in DECIDES:
        return False
    return all(side == ANY or side.covers(later.side(name)) for name, side in earlier.sides.items())


def _finding(found: Filter, entries: Sequence[Entry], earlier: Entry, same: bool) -> Finding:
    named = ", ".join(_called(entry) for entry in entries[:MOST_NAMED])
    more = f" and {len(entries) - MOST_NAMED} more" if len(entries) > MOST_NAMED else ""
    what = f"{'entry' if len(entries) == 1 else 'entries'} {named}{more}"
    never = "never matches" if len(entries) == 1 else "never match"
    it = "it" if len(entries) == 1 else "they"
    effect = "does the same" if same else "does the opposite"
    message = (
        f"In {found.name} on {found.device}, {what} ({entries[0].action}) {never}: "
        f"entry {_called(earlier)} ({earlier.action}) comes first, matches all that {it} would and {effect}."
    )
    lines = [entry.lines[0] for entry in entries] if len(entries) > 1 else list(entries[0].lines)
    kept = (*lines[:MOST_LINES], *earlier.lines)
    return Finding(
        "shadowed-entry", "low" if same else "high", (found.device,), message, tuple(dict.fromkeys(kept))
    )


def _called(entry: Entry) -> str:
    return entry.name or f"at line {entry.lines[0].number}"
