"""Finds words that close blocks: a line of one word, at the depth of what it closes, behind nearly every block."""

import re

from ingest.induction.configurations.parser_parts.tokens import COMMENT_SIGNS

ONE_WORD = re.compile(r"\s*([A-Za-z]+(?:-[A-Za-z]+)*)\s*$")
MOST_BLOCKS = 0.5


def closing_words(lines):
    """Return the words that close blocks; none where less than half of the blocks are closed by a word."""
    full = [
        (len(line) - len(line.lstrip()), line)
        for line in lines
        if any(map(str.isalnum, line)) and line.strip()[0] not in COMMENT_SIGNS
    ]
    closing, other = {}, set()
    blocks = 0
    for index, (depth, line) in enumerate(full):
        before = full[index - 1][0] if index else -1
        opens = index + 1 < len(full) and full[index + 1][0] > depth
        blocks += opens
        word = ONE_WORD.match(line)
        if word and opens:
            other.add(word.group(1))
        elif word:
            found = closing.setdefault(word.group(1), [0, 0])
            found[before > depth] += 1
    words = {
        word for word, (same, deeper) in closing.items() if deeper >= same and deeper and word not in other
    }
    closed = sum(sum(closing[word]) for word in words)
    return words if blocks and closed >= MOST_BLOCKS * blocks else set()
