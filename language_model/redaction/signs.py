"""Signs that stand in a line with a secret, by which lines are chosen that are read in full."""

from __future__ import annotations

import re

from language_model.redaction.find_commands import OPTIONS
from language_model.redaction.find_placed import ASKED, SENDS
from language_model.redaction.find_weighed import WEIGHED_HINTS
from language_model.redaction.secret_words import COPULAS, FOREIGN, WIDE_COLON
from language_model.redaction.shapes import find_hints
from language_model.redaction.undisguise import ESCAPE_HINTS


def _hints() -> dict[str, str]:
    hints = {**find_hints(), **ESCAPE_HINTS, "@": ""}
    hints |= {word: rf"{word}[\"']?[ \t]*+[:=]" for word in ("pins", "puks", "stringdata", "string_data")}
    hints |= {
        "send ": SENDS,
        "assword": f"(?m:{ASKED})",
        "asscode": f"(?m:{ASKED})",
        "assphrase": f"(?m:{ASKED})",
    }
    for start, weighed in WEIGHED_HINTS.items():
        hints[start] = f"(?:{hints[start]}|{weighed})" if start in hints else weighed
    copulas = COPULAS.replace(" ", "|")
    told = rf"[\w-]{{0,12}}(?: (?!(?:{copulas}) )[a-z]{{2,8}}){{0,2}}"
    told += rf"[\"']?(?:[ \t]{{0,3}}(?:[:=]|{WIDE_COLON})|\s(?:{copulas})\s)"
    for word in FOREIGN.split():
        start = word.split("_")[0].lstrip("пш")
        hints[start] = start + told
    for command, options in OPTIONS.items():
        follows = "" if options.keys() & {"@2", "@3"} else r"(?:[^\s/-]\S*+[ \t]++){0,40}+[-/]"
        hints[f"{command} "] = rf"(?<![\w.-]){re.escape(command)}[ \t]++{follows}"
    return hints


HINTS = _hints()
"""One of these stands in every line that holds a secret, in lower case and in the pattern, or else a word of STEMS
or a long run."""
