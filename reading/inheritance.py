"""Puts what groups and ranges of interfaces say where it holds: into the statements that inherit it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

RANGE, MEMBERS = "interface-range", ("member", "member-range")
PORTS, PORT = "port-group", "group-member"
"""A block of VRP whose settings are those of several ports."""
TEMPLATES = {("source", "template"): "template"}
"""What a block of IOS applies by name, and the word before the name of the block that holds it."""
MOST_COPIES = 20_000
"""Of statements in a file: what would be more stays in its groups."""
MOST_STARS = 4
_COMPLEX = re.compile(r"[\[\]+(){}|\\^$]")
_NUMBERED = re.compile(r"(.*?)(\d{1,5})$")

Statements = list[Any]
Groups = Mapping[str, Statements]
"""What each group says at one place of the tree."""


def inherit(statements: Statements, style: str) -> Statements:
    """Add to a tree of statements what it applies of its groups; what stands there itself counts before it.

    `groups { <name> { ... } }` and `apply-groups` in braces; `group <name>` and `apply-group`, `template <name>` and
    `source template` where blocks are indented. A word of a group may be a pattern, which names no thing of its own:
    `<ge-*>`, `'TenGigE.*'`.
    """
    inheriting = _Inheriting(style)
    heads = [each for each in statements if each.tokens[:1] == [_WORDS[style][0]] and each.children]
    if style == "braces":
        inheriting.add_ranges(statements)
        heads = [group for each in heads for group in each.children]
    for each in statements if style == "indented" else ():
        if each.tokens[:1] == [PORTS] and any(inner.tokens[:1] == [PORT] for inner in each.children):
            for inner in each.children:  # it holds for the ports, whose own settings may be older or newer
                inner.doubtful = inner.doubtful or inner.tokens[:1] not in ([], [PORT])
    if style == "indented":
        inheriting.add_templates(statements)
    groups = {each.tokens[-1]: each.children for each in heads if each.tokens and not each.inactive}
    if groups:
        inheriting.add(statements, groups, [])
    return statements


_WORDS = {"braces": ("groups", "apply-groups"), "indented": ("group", "apply-group")}


class _Inheriting:
    """Adds what groups say; `style` tells how they are applied, and how patterns are written."""

    def __init__(self, style: str) -> None:
        self._group, self._apply = _WORDS[style]
        self._matches: Callable[[str, str], bool] = _fits_glob if style == "braces" else _fits_expression
        self._left = MOST_COPIES

    def add(self, statements: Statements, groups: Groups, applied: Sequence[str]) -> None:
        """Add to the statements of one block what the groups say there, and so in the blocks inside."""
        own = list(self._named(statements, self._apply))
        without = set(self._named(statements, f"{self._apply}-except"))
        applied = [name for name in (*own, *applied) if name in groups and name not in without]
        for each in [each for each in statements if each.children and each.tokens[:1] != [self._group]]:
            inside = {
                name: [inner for one in said if self._fits(one, each) for inner in one.children]
                for name, said in groups.items()
            }
            if any(inside.values()):
                self.add(each.children, inside, applied)
        for name in applied:
            for one in groups[name]:
                if not self._is_pattern(one) and not _is_there(one, statements):
                    statements.extend(self._copies([one]))

    def add_templates(self, statements: Statements) -> None:
        """Add to blocks what the templates that they name say; one that is not in the file may say anything."""
        uses = [
            (block, each, kind)
            for block in statements
            for each in block.children
            if not (each.inactive or each.negated) and (kind := TEMPLATES.get(tuple(each.tokens[:-1])))
        ]
        held: dict[tuple[str, ...], Statements] = defaultdict(list)
        for each in statements if uses else ():
            held[tuple(each.tokens)] += [] if each.inactive else each.children
        for block, use, kind in uses:
            said = held.get((kind, use.tokens[-1]), [])
            use.doubtful = use.doubtful or not said
            block.children.extend(self._copies([one for one in said if not _is_there(one, block.children)]))

    def add_ranges(self, statements: Statements) -> None:
        """Add to the interfaces that a range names what it says of them; an interface is made where there is none."""
        for block in [each for each in statements if each.tokens == ["interfaces"]]:
            ranges = [each for each in block.children if each.tokens[:1] == [RANGE] and not each.inactive]
            known: dict[str, Any] = {}
            for each in block.children:
                if len(each.tokens) == 1:
                    known.setdefault(each.tokens[0], each)
            for each in ranges:
                said = [one for one in each.children if _is_said(one)]
                for name, member in _members(each.children, known):
                    found = known.get(name)
                    if found is None and self._left:
                        self._left -= 1
                        found = known[name] = member.copy([])
                        found.tokens, found.raw, found.said = [name], name, name
                        block.children.append(found)
                    if found is not None and not found.inactive:
                        new = [one for one in said if not _is_there(one, found.children)]
                        found.children.extend(self._copies(new))

    def _named(self, statements: Statements, word: str) -> Iterator[str]:
        for each in statements:
            if each.tokens[:1] == [word] and not each.inactive:
                yield from " ".join(each.tokens[1:]).strip("[] ").split()

    def _fits(self, said: Any, statement: Any) -> bool:
        """Tell whether what a group says of a block holds for a statement."""
        words = statement.tokens
        return (
            len(said.tokens) == len(words)
            and not (said.inactive or statement.inactive)
            and all(
                one == word or self._matches(one, word)
                for one, word in zip(said.tokens, words)  # noqa: B905 - sandbox Python
            )
        )

    def _is_pattern(self, said: Any) -> bool:
        return any(one[:1] + one[-1:] in ("<>", "''") for one in said.tokens)

    def _copies(self, statements: Statements) -> Statements:
        """Return statements as copies, without those of patterns, and those that do not hold."""
        copies = []
        for each in statements:
            if each.inactive or each.comment or self._is_pattern(each) or not self._left:
                continue
            self._left -= 1
            copies.append(each.copy(self._copies(each.children)))
        return copies


def _is_there(said: Any, statements: Sequence[Any]) -> bool:
    """Tell whether a block has a statement itself that counts before that of a group: the same, or another value."""
    words = said.tokens if said.children or len(said.tokens) < 2 else said.tokens[:-1]
    return any(
        each.tokens[: len(words)] == words and len(each.tokens) == len(said.tokens)
        for each in statements
        if not each.inactive
    )


def _fits_glob(pattern: str, word: str) -> bool:
    """Tell whether a word is as `<ge-*>` says, with `*` and `?` for any signs."""
    return pattern[:1] + pattern[-1:] == "<>" and _fits_signs(pattern[1:-1], word)


def _fits_expression(pattern: str, word: str) -> bool:
    """Tell whether a simple expression in quotes, of letters, `.` and `.*`, describes a word; any other does not."""
    plain = pattern[1:-1].replace(".*", "*").replace(".", "?")
    return pattern[:1] + pattern[-1:] == "''" and not _COMPLEX.search(plain) and _fits_signs(plain, word)


@lru_cache(maxsize=1024)
def _fits_signs(pattern: str, word: str) -> bool:
    """Tell whether the parts of a pattern between its stars stand in a word in this order."""
    parts = pattern.split("*")
    if len(parts) > MOST_STARS or _COMPLEX.search(pattern):
        return False
    written = (re.escape(part).replace(r"\?", ".") for part in parts)
    return re.fullmatch(".*".join(written), word) is not None


# Ranges of interfaces.


def _is_said(statement: Any) -> bool:
    return bool(statement.tokens) and not statement.inactive and statement.tokens[0] not in MEMBERS


def inherit_ranges(paths: Statements) -> None:
    """Add to paths what ranges of interfaces say of their members; what a path says itself counts before it."""
    ranges: dict[str, dict[int, Any]] = defaultdict(dict)
    own: dict[str, Statements] = defaultdict(list)
    for at, each in enumerate(paths):
        words = [] if each.inactive else each.tokens
        if words[:2] == ["interfaces", RANGE] and len(words) > 3:
            ranges[words[2]][at] = each.behind(3)
        elif words[:1] == ["interfaces"] and len(words) > 2:
            own[words[1]].append(each.behind(2))
    for said in ranges.values():
        for name, member in list(_members(said.values(), own)):
            new = [one for one in said.values() if _is_said(one) and not _is_there(one, own.get(name, ()))]
            for one in (*([] if name in own else [member]), *new)[: max(0, MOST_COPIES - len(paths))]:
                paths.append(one.copy([]))
                paths[-1].tokens = ["interfaces", name, *(one.tokens if one is not member else ())]
                paths[-1].raw = paths[-1].said = " ".join(paths[-1].tokens)
        for at, one in said.items():
            paths[at].doubtful = paths[at].doubtful or one.doubtful


def _members(statements: Iterable[Any], known: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Yield the names of a range's interfaces, with the statement that names each.

    Of a pattern these are those of the `known` ones that it fits; it is doubtful, as the device may have others.
    """
    for each in statements:
        if each.inactive or not each.tokens or each.tokens[0] not in MEMBERS:
            continue
        first, last = _NUMBERED.match(each.tokens[1]), _NUMBERED.match(each.tokens[-1])
        name = each.tokens[1].strip('"')
        if each.tokens[0] == "member" and re.search(r"[*?\[]", name):
            each.doubtful = True
            yield from ((one, each) for one in list(known) if _fits_signs(name, one))
        elif each.tokens[0] == "member":
            yield name, each
        elif first and last and first[1] == last[1]:
            numbers = range(int(first[2]), min(int(last[2]), int(first[2]) + 512) + 1)
            yield from ((f"{first[1]}{number}", each) for number in numbers)
