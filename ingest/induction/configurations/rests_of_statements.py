"""Tells what follows a keyword to the end of statements: free text, or a list of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ingest.induction.configurations.parser_parts.tokens import is_range, shape
from ingest.induction.configurations.words_that_vary import Position, SeenStatement

TEXT_WORDS = frozenset({"description", "descr", "comment", "remark", "note", "contact", "location"})
TEXT_WORDS_OF_ENTITIES = frozenset({"alias", "label", "title"})
"""English, whatever the syntax; a file that calls its texts otherwise shows them by their many words."""
_LISTED_WITH = {"list": "integer"}
"""Ranges (`10-20`) are listed with single numbers."""


def says_text(keywords: Sequence[str], of_entity: bool) -> bool:
    """Tell whether the last keyword is the word for a text that a person writes of something."""
    last = keywords[-1].lower() if keywords else ""
    return last in TEXT_WORDS or (of_entity and last in TEXT_WORDS_OF_ENTITIES)


def is_list(items: Sequence[SeenStatement]) -> bool:
    """Tell whether values of one kind follow each other to the end, in varying number or as names with numbers.

    The word between two numbers that makes a range of them is no value: `10 20 to 30`.
    """
    rests = [_without_ranges(item.statement.tokens[item.position :]) for item in items]
    kinds = {_LISTED_WITH.get(shape(token), shape(token)) for rest in rests for token in rest}
    lengths = {len(rest) for rest in rests}
    if len(kinds) > 1 or max(lengths) < 2 or any(item.statement.children for item in items):
        return False
    return kinds == {"interface"} or (len(lengths) > 1 and not kinds & {"word", "name", "quoted"})


def _without_ranges(tokens: Sequence[str]) -> Sequence[str]:
    return [token for at, token in enumerate(tokens) if not is_range(tokens, at)]


def is_free_text(
    groups: Mapping[str, Sequence[SeenStatement]], position: Position, vocabulary: Mapping[str, set[str]]
) -> bool:
    """Tell whether people wrote what follows: many words, of varying number, that no other kind of statement uses.

    `vocabulary` gives for each word the first words of the statements that contain it.
    """
    if position.at_start or position.after_entity or not position.named:
        return False
    items = [item for found in groups.values() for item in found]
    if position.says_text and not any(item.statement.children for item in items):
        return True
    rests = {tuple(item.statement.tokens[item.position :]) for item in items}
    first_words = {rest[0] for rest in rests if shape(rest[0]) == "word"}
    lengths = {len(rest) for rest in rests}
    if len(first_words) < 3 or len(lengths) < 2 or any(item.statement.children for item in items):
        return False
    lead = items[0].statement.tokens[0]
    words = {token for rest in rests for token in rest if shape(token) == "word"}
    elsewhere = sum(bool(vocabulary.get(word, set()) - {lead}) for word in words) / len(words)
    scopes = Counter(item.scope for item in items)
    once = sum(lines == 1 for lines in scopes.values()) >= 0.9 * len(scopes)
    mean_length = sum(map(len, rests)) / len(rests)
    if once:
        rich = len(first_words) > 4 and len(lengths) > 2
        return elsewhere < (0.7 if rich else 0.5) and mean_length >= 1.5
    return elsewhere < 0.25 and mean_length >= 4 and len(first_words) >= 0.7 * len(rests) >= 3
