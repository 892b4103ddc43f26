"""Finds what a line of a model's reply says that rows do not show: "The rows do not show when it was back". Pure."""

from __future__ import annotations

import re

from agent.model.signed_words import clauses_in

OF_THE_ROWS = re.compile(
    r"\b(?:(?:(?:rows?|data|lines?|records?) (?:do|does|did) not|no (?:rows?|data|lines?|records?)) "
    r"(?:show|say|tell|name|give)s?|(?:rows?|data|lines?) (?:show|say|tell|name|give)s? (?:no|nothing))\b.*?"
    r"(?=[,.;:](?:\s|$)| (?:but|only|while|though|because|since|so|and(?! do not))\b|$)",
    re.IGNORECASE,
)
"""What a line says of the rows alone, and not of the network."""
BEFORE = re.compile(r"^\W*(?:(?:but|however|and|the|these|those|its|their)\b\W*)*", re.IGNORECASE)
GOES_ON = re.compile(
    r",? (?:and|or|nor) (?:when|what|which|whose|who|whom|how|why|where|whether|if|from|to)\b[^,.;:]*",
    re.IGNORECASE,
)
"""A further thing that is not shown: "and when it was back"."""
NOT_SHOWN = re.compile(
    r"\b(?:is|are|was|were) not (?:shown|told|in (?:the|these) (?:rows|data|lines))\b", re.IGNORECASE
)
ALL_NOT_SHOWN = re.compile(
    r"^\W*not (?:shown|in (?:the|these) (?:rows|data|lines))(?::| is| are)? ", re.IGNORECASE
)


def gap_of(text: str) -> str:
    """Return the part of a line that says what rows do not show; "" where there is none.

    What else the line says is left out: without a row nothing proves it.
    """
    if ALL_NOT_SHOWN.match(text):
        return text
    if found := OF_THE_ROWS.search(text):
        if BEFORE.sub("", text[: found.start()]):
            return ""
        end = found.end()
        while further := GOES_ON.match(text, end):
            end = further.end()
        return text[:end]
    clauses = [text[start:end] for start, end in clauses_in(text)]
    return clauses[0] if NOT_SHOWN.search(clauses[0]) else ""
