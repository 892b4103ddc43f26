"""The functions that learned parsers may call: their text runs with what was learned, outside the parser's file."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ingest.induction.configurations.render_parser import plain_code

_GIVEN = Path(__file__).resolve().parent / "given"
_STATEMENTS = Path(__file__).resolve().parent.parent / "induction" / "configurations" / "parser_parts"
_PARTS = ("tokens", "braces", "closed_blocks", "closing_words", "repeated_blocks", "statements")
_FILES = {
    "read_events": (_GIVEN / "values.py", _GIVEN / "read_events.py"),
    "read_blocks": (
        *(_STATEMENTS / f"{name}.py" for name in _PARTS),
        _GIVEN / "values.py",
        _GIVEN / "read_blocks.py",
    ),
}
_LIBRARY = re.compile(r"^(?:import \w+|from (?!ingest\b|__future__)\w+ import [\w, ]+)$", re.MULTILINE)
"""An import of the standard library; what is ours stands in the same source."""


def given_functions(source: str) -> list[str]:
    """Name the given functions that a source calls and does not define itself."""
    return [
        name
        for name in _FILES
        if re.search(rf"\b{name}\(", source) and not re.search(rf"^def {name}\(", source, re.MULTILINE)
    ]


@cache
def given_source(name: str) -> str:
    """Return the source of a given function, with all that it needs."""
    texts = [path.read_text("utf-8") for path in _FILES[name]]
    libraries = sorted({line for text in texts for line in _LIBRARY.findall(text)})
    return "\n".join([*libraries, "", "", *map(plain_code, texts)])
