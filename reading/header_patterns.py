"""The patterns that a header may name instead of spelling out: times, by their format, and levels."""

from __future__ import annotations

import re

from reading.time_formats import BY_NAME

LEVELS = frozenset(
    [
        "trace", "debug", "info", "information", "informational", "notice", "warn", "warning", "err", "error", "crit",
        "critical", "alert", "emerg", "emergency", "panic", "fatal", "severe", "failure", "note", "fine", "finer",
        "finest", "verbose",
    ]
)  # fmt: skip
LEVEL_WORD = "(?:" + "|".join(sorted(sorted(LEVELS), key=len, reverse=True)) + ")"
TIMES_JOINT = " | "
_NAMED = re.compile(r"\{([A-Za-z][A-Za-z/, ]*)\}")


def named_patterns() -> dict[str, str]:
    """Return the patterns by their names in a header: `{iso}`, `{month day}`, `{level}`, `{LEVEL}`."""
    times = {name: time_format.plain for name, time_format in BY_NAME.items()}
    return {**times, "level": LEVEL_WORD, "LEVEL": LEVEL_WORD.upper()}


def expand(header: str) -> str:
    """Write out the patterns that a header names in braces; other braces stay."""
    known = named_patterns()
    return _NAMED.sub(lambda found: known.get(found[1], found[0]), header)


def shorten(header: str) -> str:
    """Name the patterns in a header that are spelled out; `expand` gives it back."""
    for name, pattern in sorted(named_patterns().items(), key=lambda item: -len(item[1])):
        if len(pattern) > len(name) + 2:
            header = header.replace(pattern, f"{{{name}}}")
    return header


def either_time(names: str) -> str:
    """Return the pattern that finds times of formats anywhere in a text: `iso | month day`. Raises ValueError."""
    formats = names.split(TIMES_JOINT)
    unknown = [name for name in formats if name not in BY_NAME]
    if unknown:
        raise ValueError(f"unknown format of times {unknown[0]!r}; possible: {', '.join(BY_NAME)}")
    patterns = (BY_NAME[name] for name in formats)
    return "|".join(dict.fromkeys(each.before + each.plain + each.after for each in patterns))
