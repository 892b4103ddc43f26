"""Indents blocks that only a word closes: `interface 0/1`, its statements at the same depth, `exit`. Pure.

Learned parsers have this text in them, so it uses nothing but `re` and `Counter`.
"""

import re
from collections import Counter

COMMENT_SIGNS = "!#;"
CLOSERS = ("exit", "quit", "end", "next")
MODES = ("enable", "configure", "config")
"""Open what a whole file is in."""
LEAST_CLOSED = 2
MOST_OPENERS, MOST_NESTED = 50, 20
MOST_INDENTED = 0.1
PLAIN_LINE = re.compile(r"[a-z-]+(?: [a-z-]+)*$")


def indent_closed(lines: list[str]) -> list[str]:
    """Return the lines, those of blocks indented by one for each; unchanged where indentation marks the blocks.

    Nothing marks the line that opens a block, so the fewest first words are chosen that every closed block contains.
    """
    words = {
        at: line.split()[0]
        for at, line in enumerate(lines)
        if line.strip() and line.strip()[0] not in COMMENT_SIGNS
    }
    closers = [at for at, word in words.items() if word in CLOSERS and lines[at].strip() == word]
    marked = sum(lines[at][0] in " \t" for at in words)
    if len(closers) < LEAST_CLOSED or marked > MOST_INDENTED * len(words):
        return lines
    values = {word for at, word in words.items() if not PLAIN_LINE.match(lines[at])}
    plain = set(words.values()) - values
    leaving = leaving_modes(words, closers)
    closed = set(closers) - set(leaving[-1:])
    _, groups = turns_of(words, closed, leaving, plain, openers=set())
    openers = cover(groups, plain)
    _, unopened = turns_of(words, closed, leaving, plain, openers)
    turns, _ = turns_of(words, closed, leaving, plain, openers | cover(unopened, plain))
    depth = 0
    indented: list[str] = []
    for at, line in enumerate(lines):
        depth += turns[at]
        indented.append(" " * min(depth, MOST_NESTED) + line)
    return indented


def leaving_modes(words: dict[int, str], closers: list[int]) -> list[int]:
    """Return the closers at the end of a file that leave what it is in, not a block; the last of them surely does."""
    last: list[int] = []
    for at in reversed(words):
        if at not in closers[-MOST_NESTED:]:
            break
        last.insert(0, at)
    usual = Counter(words[at] for at in closers).most_common(1)[0][0]
    return last if last and (words[last[-1]] != usual or not set(MODES).isdisjoint(words.values())) else []


def turns_of(
    words: dict[int, str], closers: set[int], leaving: list[int], plain: set[str], openers: set[str]
) -> tuple[Counter[int], list[list[str]]]:
    """Return line → how much deeper it is than the one before it, and the words in front of closers of nothing.

    What may leave a mode closes a block only where words of lines without values stand before it.
    """
    turns, since = Counter[int](), 0
    waiting: list[int] = []
    unopened: list[list[str]] = []
    for at in words:
        if at not in closers:
            waiting.append(at)
            continue
        opened = next(
            (place for place in reversed(range(len(waiting))) if words[waiting[place]] in openers), -1
        )
        if opened < 0:
            before = [words[place] for place in waiting if words[place] not in MODES]
            unopened.append([word for word in before if word in plain or at not in leaving])
            waiting.clear()
        else:
            alike = (
                place for place in range(since, opened) if words[waiting[place]] == words[waiting[opened]]
            )
            opened = min(alike, default=opened)
            turns[waiting[opened] + 1] += 1
            turns[at] -= 1
            del waiting[opened:]
        since = len(waiting)
    return turns, [group for group in unopened if group]


def cover(groups: list[list[str]], plain: set[str]) -> set[str]:
    """Return words of which nearly every group has one: again and again the one that is in most groups without any.

    None of them stands inside a block that another one opens. Of words that are in as many, those of lines
    without values come first: `vlan database`, `stack`.
    """
    found, inside, left = set[str](), set[str](), groups
    while left and len(found) < MOST_OPENERS:
        often = Counter(word for group in left for word in dict.fromkeys(group) if word not in inside)
        if not often:
            break
        found.add(max(often, key=lambda word: (often[word], word in plain)))
        inside |= {word for group in left if not found.isdisjoint(group) for word in group} - found
        left = [group for group in left if found.isdisjoint(group)]
    return found
