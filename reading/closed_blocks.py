"""Indents blocks that only a word closes: `interface 0/1`, its statements at the same depth, `exit`. Pure.

Nothing marks the line that opens a block. It is the likeliest one, by what the file's other blocks are made of. The
first guess is the statement behind a closer, as blocks follow blocks. Then, in some rounds, each block is cut where its
opener opens other blocks, too, and what follows stands in blocks of that kind more than elsewhere.
Learned parsers have this text in them, so it uses nothing but the modules that they may use.
"""

import math
import re
from collections import Counter

COMMENT_SIGNS = "!#;"
CLOSER = re.compile(r"(?:exit|quit|end|next)(?:-[a-z-]+)?$")
MODES = ("enable", "configure", "config")
"""Open what a whole file is in."""
LEAST_CLOSED = 2
MOST_NESTED = 20
MOST_INDENTED = 0.1
ROUNDS = 4
MOST_LOOKED_AT = 40
"""How many statements, equal ones in a row as one, an opener is looked for in front of a closer."""
KEYWORD = re.compile(r"[a-z][a-z-]*$")
StatementKind = tuple[str, str]
"""The first word, and the second one where that is a keyword; "*" for any."""
ALL = ("", "")
Waiting = tuple[StatementKind, int, bool]
"""A statement that no block holds yet, the last of several alike in a row: its kind, its line, whether it may open."""
StatementBlock = tuple[int, int, list[StatementKind]]
"""The lines of its opener and of its closer, and the kinds of what it holds."""
SHARED = 0.1
"""The weight of statements that share only the first word."""

# What counts for an opener beside the likelihoods, in natural logarithms. Found by trying on eight networks.
MEMBER = 0.4
"""Lost with each statement inside: of two openers that are as likely the nearer one is taken."""
EMPTY = 2.0
"""Lost where nothing is inside, and no other block opens so."""
BEHIND = 0.5
"""Won right behind a closer."""
NAMED = 5.0
"""Won where the closer names it."""


def indent_closed(lines: list[str]) -> list[str]:
    """Return the lines, those of blocks indented by one for each; unchanged where indentation marks the blocks."""
    words = {
        at: line.split()
        for at, line in enumerate(lines)
        if line.strip() and line.strip()[0] not in COMMENT_SIGNS
    }
    closers = [at for at, found in words.items() if len(found) == 1 and CLOSER.match(found[0])]
    marked = sum(lines[at][0] in " \t" for at in words)
    if len(closers) < LEAST_CLOSED or marked > MOST_INDENTED * len(words):
        return lines
    kinds = {at: kind_of(found) for at, found in words.items()}
    closed = set(closers) - set(leaving_modes(kinds, closers))
    likely = Likelihoods(kinds, closed)
    blocks: list[StatementBlock] = []
    for _ in range(ROUNDS):
        blocks = find_blocks(kinds, closed, likely)
        likely.learn(kinds, blocks)
    turns = Counter[int]()
    for opened, at, _ in blocks:
        turns[opened + 1] += 1
        turns[at] -= 1
    depth = 0
    indented: list[str] = []
    for at, line in enumerate(lines):
        depth += turns[at]
        indented.append(" " * min(depth, MOST_NESTED) + line)
    return indented


def kind_of(words: list[str]) -> StatementKind:
    """Return a statement's first word, and its second where that is a keyword, too."""
    return words[0], words[1] if len(words) > 1 and KEYWORD.match(words[1]) else ""


def leaving_modes(kinds: dict[int, StatementKind], closers: list[int]) -> list[int]:
    """Return the closers at the end of a file that leave what all of it is in: one a mode, or an odd last one."""
    modes = sum(first in MODES for first, _ in set(kinds.values()))
    usual = Counter(kinds[at] for at in closers).most_common(1)[0][0]
    many = modes or int(kinds[closers[-1]] != usual)
    last = list(kinds)[len(kinds) - many :]
    return [at for at in last if at in closers]


class Likelihoods:
    """How likely a kind of statement opens a block, and stands in blocks that a word opens."""

    def __init__(self, kinds: dict[int, StatementKind], closers: set[int]) -> None:
        first = -1
        self.behind: set[int] = set()
        """Places of the statements right behind a closer."""
        self.openers: dict[int, StatementKind] = {}
        """By closers: their openers, as far as is known."""
        for before, at in zip([-1, *kinds], kinds, strict=False):
            if at in closers and before not in closers and first >= 0:
                self.openers[at] = kinds[first]
            elif before in closers:
                first = at
                self.behind.add(at)
        self.names = {at: kinds[at][0].partition("-")[2] for at in closers}
        """By closers: the first word of what they close, where they name it, as `exit-address-family` does."""
        self.all = counted([kind for at, kind in kinds.items() if at not in closers])
        self.opening = counted(list(self.openers.values()))
        self.inside: dict[str, Counter[StatementKind]] = {}

    def learn(self, kinds: dict[int, StatementKind], blocks: list[StatementBlock]) -> None:
        """Count what blocks open with, and what they hold; what is in a single one of its kind tells nothing."""
        held: dict[str, list[StatementKind]] = {}
        for opened, _, members in blocks:
            held.setdefault(kinds[opened][0], []).extend(dict.fromkeys(members))
        self.openers = {at: kinds[opened] for opened, at, _ in blocks}
        self.opening = counted(list(self.openers.values()))
        inside = {first: counted(members, less=1) for first, members in held.items()}
        self.inside = {first: found for first, found in inside.items() if found[ALL]}

    def opens(self, kind: StatementKind, closer: int) -> float:
        """Return the logarithm of the odds that a statement opens the block of a closer, as others of its kind tell."""
        alike = kind if self.all[kind] > 1 else (kind[0], "*")
        known = self.openers.get(closer, ALL)
        opening = self.opening[alike] - (known == kind or alike == (known[0], "*"))
        named = self.names.get(closer) == kind[0]
        return math.log((opening + 0.1) / max(1, self.all[alike] - opening)) + NAMED * named

    def hold(self, first: str, held: list[Waiting]) -> float:
        """Return the logarithm of how much likelier statements are in blocks of that first word than anywhere."""
        inside = self.inside.get(first)
        if inside is None:
            return 0.0
        shares = [weight(self.all, kind) / self.all[ALL] for kind, _, _ in held]
        found = [weight(inside, kind) for kind, _, _ in held]
        return sum(
            math.log((count / share + 2.0) / (inside[ALL] + 2.0))
            for count, share in zip(found, shares, strict=True)
        )


def counted(kinds: list[StatementKind], less: int = 0) -> Counter[StatementKind]:
    """Count kinds, `less` often than they are there; and all of them, and those of each first word together."""
    found = Counter[StatementKind]()
    for (first, second), count in Counter(kinds).items():
        for kind in ((first, second), (first, "*"), ALL):
            found[kind] += max(0, count - less)
    return found


def weight(found: Counter[StatementKind], kind: StatementKind) -> float:
    """Return how often a kind was counted, with a share of those that have its first word."""
    return found[kind] + SHARED * found[kind[0], "*"]


def find_blocks(
    kinds: dict[int, StatementKind], closers: set[int], likely: Likelihoods
) -> list[StatementBlock]:
    """Return the blocks, an inner one before the outer one that closes with it."""
    blocks: list[StatementBlock] = []
    waiting: list[Waiting] = []
    known: dict[tuple[object, ...], list[int]] = {}
    row: list[int] = []
    for at, following in zip(kinds, [*list(kinds)[1:], -1], strict=True):
        kind = kinds[at]
        if at not in closers:
            if waiting and waiting[-1][0] == kind and waiting[-1][2]:
                waiting.pop()
            waiting.append((kind, at, kind[0] not in MODES))
            continue
        row.append(at)
        if following in closers:
            continue
        before = max(0, len(waiting) - MOST_LOOKED_AT)
        some = waiting[before:]
        alike = (
            *((likely.openers.get(closer), kinds[closer]) for closer in row),
            *((kind, free, place in likely.behind) for kind, place, free in some),
        )
        if alike not in known:
            known[alike] = openers_of(some, row, likely)
        for place in reversed(known[alike]):
            kind, opener, _ = some[place]
            held = waiting[before + place + 1 :]
            blocks.append((opener, row.pop(0), [each for each, _, _ in held]))
            waiting[before + place :] = [(kind, opener, False)]
        row.clear()
    return blocks


def openers_of(some: list[Waiting], row: list[int], likely: Likelihoods) -> list[int]:
    """Return the places of the openers that are the likeliest together for a row of closers, the outermost first."""
    ways: dict[int, tuple[float, list[int]]] = {-1: (0.0, [])}
    for closer in reversed(row):
        further: dict[int, tuple[float, list[int]]] = {}
        for place, (kind, at, free) in enumerate(some):
            outer = [way for last, way in ways.items() if last < place]
            if free and outer:
                score, places = max(outer)
                opens, held = likely.opens(kind, closer), some[place + 1 :]
                score += opens + likely.hold(kind[0], held) - MEMBER * len(held)
                score -= EMPTY if not held and opens < 0 else 0.0
                score += BEHIND if at in likely.behind else 0.0
                further[place] = (score, [*places, place])
        if not further:
            break
        ways = further
    return max(ways.values())[1]
