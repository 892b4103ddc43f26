"""Which words of a question look like values: names, addresses, ids, quoted text. Pure."""

from __future__ import annotations

import re

QUOTED = re.compile(r"'([^']+)'(?!\w)|\"([^\"]+)\"|`([^`]+)`")
EDGES = "?.,;:!()[]{}'\"`…"
DATE_OR_TIME = re.compile(
    r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:am|pm)?|\d+(?:st|nd|rd|th)|\d{4}-\d\d-\d\dT.*",
    re.IGNORECASE,
)
LOOKS_GIVEN = re.compile(
    r"(?=.*?\d)(?=.*?(?:[^\W\d]|[./:_-])).+|(?=.*?\w[_@/]\w).+|[A-Z][A-Z\d]*(?:-[A-Z\d]+)+|\d{3,}|\w{2,}+\.\w{2,}+.*"
    r"|[^\W\d_]{2,}+(?:-\w+)+"
)


def question_values(text: str) -> tuple[str, ...]:
    """Return what looks given, quoted text first; dates and times are left out, they are said in many ways."""
    quoted = [next(filter(None, match.groups())) for match in QUOTED.finditer(text)]
    rest = QUOTED.sub(" ", text)
    words = [re.sub(r"'s$", "", word.strip(EDGES)) for word in rest.split()]
    given = [word for word in words if LOOKS_GIVEN.fullmatch(word) and not DATE_OR_TIME.fullmatch(word)]
    return tuple(dict.fromkeys([*quoted, *given]))
