"""Tells apart blocks that are opened by the same words and no name: `server {` and again `server {`."""

import re

from ingest.induction.configurations.parser_parts.tokens import VALUE_SHAPES, shape

NAMED_BY = ("name", "id", "key")
"""What tells the elements of a list apart, if they have it; else the first value that differs does."""
PLAIN = re.compile(r"[A-Za-z]+(?:[-_][A-Za-z]+)*$")


def tell_apart(statements):
    """Name the blocks of equal words that contradict each other by a value of theirs: they are elements of a list."""
    groups = {}
    for statement in statements:
        tell_apart(statement.children)
        if statement.children and statement.tokens and all(map(PLAIN.match, statement.tokens)):
            groups.setdefault(tuple(statement.tokens), []).append(statement)
    for alike in groups.values():
        held = [first_values(statement) for statement in alike]
        if len(alike) > 1 and contradict(held):
            chosen = chosen_name(held)
            for statement, values in zip(alike, held, strict=True):
                statement.keywords = len(statement.tokens)
                statement.separate = True
                statement.unnamed = chosen not in values
                statement.tokens.append(quoted_word(values.get(chosen, "1")))
    return statements


def first_values(statement):
    """Return the value behind the first word of each statement of a block that occurs once there."""
    words = [child.tokens[0] for child in statement.children if len(child.tokens) > 1 and not child.comment]
    return {
        child.tokens[0]: child.tokens[1]
        for child in statement.children
        if len(child.tokens) > 1 and not child.comment and words.count(child.tokens[0]) == 1
    }


def contradict(held):
    """True where one word has different values in two blocks."""
    words = set.intersection(*map(set, held))
    return any(len({values[word] for values in held}) == len(held) for word in words)


def chosen_name(held):
    """Choose the word whose value names the blocks."""
    shared = [word for word in held[0] if all(word in values for values in held)]
    apart = [word for word in shared if len({values[word] for values in held}) == len(held)]
    named = [word for word in apart if re.split(r"[-_]", word.lower())[-1] in NAMED_BY]
    return (sorted(named, key=lambda word: word.lower() not in NAMED_BY) or apart)[0]


def quoted_word(text):
    """Write a value so that it is never taken for a keyword."""
    return text if text[:1] in "\"'[" or shape(text) in VALUE_SHAPES else '"' + text + '"'
