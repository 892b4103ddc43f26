"""Indents blocks that only a word closes: `interface 0/1`, its statements at the same depth, `exit`."""

import re
from collections import Counter

CLOSERS = ("exit", "quit", "end", "next")
MODES = ("enable", "configure", "config")
"""Open what a whole file is in."""
LEAST_CLOSED = 2
MOST_OPENERS, MOST_NESTED = 50, 20
MOST_INDENTED = 0.1
PLAIN_LINE = re.compile(r"[a-z-]+(?: [a-z-]+)*$")


def indent_closed(lines):
    """Return the lines, those of blocks indented by one for each; unchanged where indentation marks the blocks.

    What opens a block has no mark of its own: the fewest first words are taken that are in everything that is closed.
    """
    words = {
        at: line.split()[0] for at, line in enumerate(lines) if line.strip() and line.strip()[0] not in "!#"
    }
    closers = [at for at, word in words.items() if word in CLOSERS and lines[at].strip() == word]
    usual = Counter(words[at] for at in closers).most_common(1)
    if (
        closers
        and closers[-1] == max(words)
        and (words[closers[-1]] != usual[0][0] or set(words.values()) & set(MODES))
    ):
        closers.pop()  # closes the file's mode
    marked = sum(lines[at][0] in " \t" for at in words)
    closers = frozenset(closers)
    groups = closed_groups(words, closers)
    if len(groups) < LEAST_CLOSED or marked > MOST_INDENTED * len(words):
        return lines
    values = {word for at, word in words.items() if not PLAIN_LINE.match(lines[at])}
    plain = set(words.values()) - values
    openers = cover(groups, plain)
    _, unopened = turns_of(words, closers, openers)
    turns, _ = turns_of(words, closers, openers | cover([group for group in unopened if group], plain))
    depth, indented = 0, []
    for at, line in enumerate(lines):
        depth += turns[at]
        indented.append(" " * min(depth, MOST_NESTED) + line)
    return indented


def closed_groups(words, closers):
    """Return the first words of the lines between each closer and the one before it, where there are any."""
    groups = [[]]
    for at, word in words.items():
        if at in closers:
            groups.append([])
        elif word not in MODES:
            groups[-1].append(word)
    return [group for group in groups[:-1] if group]


def turns_of(words, closers, openers):
    """Return line → how much deeper it is than the one before it, and the words in front of closers of nothing."""
    turns, waiting, unopened = Counter(), [], []
    for at in words:
        if at not in closers:
            waiting.append(at)
            continue
        opened = next(
            (place for place in reversed(range(len(waiting))) if words[waiting[place]] in openers), -1
        )
        if opened < 0:
            unopened.append([words[place] for place in waiting if words[place] not in MODES])
            waiting.clear()
            continue
        while opened > 0 and words[waiting[opened - 1]] == words[waiting[opened]]:
            opened -= 1
        turns[waiting[opened] + 1] += 1
        turns[at] -= 1
        del waiting[opened:]
    return turns, unopened


def cover(groups, plain):
    """Return words of which nearly every group has one: again and again the one that is in most groups without any.

    None of them stands inside a block that another one opens. Of words that are in as many, those of lines
    without values come first: `vlan database`, `stack`.
    """
    found, inside, left = set(), set(), groups
    while left and len(found) < MOST_OPENERS:
        often = Counter(word for group in left for word in dict.fromkeys(group) if word not in inside)
        if not often:
            break
        found.add(max(often, key=lambda word: (often[word], word in plain)))
        inside |= {word for group in left if not found.isdisjoint(group) for word in group} - found
        left = [group for group in left if found.isdisjoint(group)]
    return found
