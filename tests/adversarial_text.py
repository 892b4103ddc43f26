"""Makes texts on which a regular expression that backtracks takes long, from what it accepts."""

from __future__ import annotations

import re
import re._constants as ops  # type: ignore[import-not-found, unused-ignore]
import re._parser as parser  # type: ignore[import-not-found, unused-ignore]
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

REPRESENTATIVES = "a0 A.-_:=,;/\"'([<\\@|#\n\té"
"""One character of each class that patterns speak of."""
TAILS = ("", "\x00", "!\n?")
"""What makes a match fail behind a repeat."""
MOST_TEXTS = 160


@dataclass(frozen=True, slots=True)
class Text:
    """`head`, then `body` as often as fits, then `tail`."""

    head: str
    body: str
    tail: str

    def of_length(self, length: int) -> str:
        return self.head + self.body * max(1, (length - len(self.head)) // len(self.body)) + self.tail


def adversarial_texts(pattern: re.Pattern[Any]) -> tuple[Text, ...]:
    """Return repeats of each part of what the pattern accepts, behind what leads to that part, with tails that fail."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    whole = _example(tree, 0)
    bodies: dict[tuple[str, str], None] = {}
    for head, part in _repeats(tree, ""):
        for choice in range(3):
            body = _example(part, choice)
            if body:
                bodies.setdefault((head, body))
                bodies.setdefault(("", head + body))
    letters = [letter for letter in REPRESENTATIVES if _may_match(tree, letter)]
    heads = dict.fromkeys(["", *(head for head, _ in _repeats(tree, ""))])
    for head in list(heads)[:4]:
        for letter in letters:
            bodies.setdefault((head, letter))
    if whole:
        bodies.setdefault(("", whole))
        bodies.setdefault(("", whole[0]))
    for pair in ("a ", "a=", "a.", "0.", "a,", 'a="b" ', "a: ", "a-", "a/"):
        bodies.setdefault(("", pair))
    texts = [Text(head, body, tail) for head, body in bodies for tail in TAILS]
    return tuple(texts[: MOST_TEXTS * len(TAILS)])


def _repeats(tree: Any, head: str) -> Iterator[tuple[str, Any]]:
    """Yield each part that may repeat without a small bound, with an example of what stands before it."""
    for op, value in tree:
        yield from _inner_repeats(op, value, head)
        head += _example([(op, value)], 0)


def _inner_repeats(op: Any, value: Any, head: str) -> Iterator[tuple[str, Any]]:
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        _, most, inner = value
        if most is ops.MAXREPEAT or most > 20:
            yield head, inner
        yield from _repeats(inner, head)
    elif op is ops.SUBPATTERN:
        yield from _repeats(value[3], head)
    elif op is ops.ATOMIC_GROUP:
        yield from _repeats(value, head)
    elif op is ops.BRANCH:
        for branch in value[1]:
            yield from _repeats(branch, head)
    elif op in (ops.ASSERT, ops.ASSERT_NOT):
        yield from _repeats(value[1], head)


def _example(tree: Any, choice: int) -> str:
    """Return a text that the part accepts; `choice` picks among branches and characters."""
    return "".join(_one_example(op, value, choice) for op, value in tree)


def _one_example(op: Any, value: Any, choice: int) -> str:
    if op is ops.LITERAL:
        return chr(value)
    if op in (ops.IN, ops.NOT_LITERAL, ops.ANY, ops.CATEGORY, ops.RANGE):
        accepted = [letter for letter in REPRESENTATIVES if _accepts(op, value, letter)]
        return accepted[choice % len(accepted)] if accepted else _from_set(op, value)
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        least, most, inner = value
        return _example(inner, choice) * (min(least, 50) or (1 if most and choice < 2 else 0))
    if op is ops.SUBPATTERN:
        return _example(value[3], choice)
    if op is ops.ATOMIC_GROUP:
        return _example(value, choice)
    if op is ops.BRANCH:
        return _example(value[1][choice % len(value[1])], choice)
    return ""


def _from_set(op: Any, value: Any) -> str:
    for inner, what in value if op is ops.IN else ():
        if inner is ops.LITERAL:
            return chr(what)
        if inner is ops.RANGE:
            return chr(what[0])
    return ""


def _accepts(op: Any, value: Any, letter: str) -> bool:
    code = ord(letter)
    if op is ops.ANY:
        return letter != "\n"
    if op is ops.NOT_LITERAL:
        return bool(code != value)
    if op is ops.RANGE:
        return bool(value[0] <= code <= value[1])
    if op is ops.LITERAL:
        return bool(code == value)
    if op is ops.CATEGORY:
        return _in_category(value, letter)
    negated = bool(value) and value[0][0] is ops.NEGATE
    return bool(
        negated != any(_accepts(inner, what, letter) for inner, what in value if inner is not ops.NEGATE)
    )


def _in_category(category: Any, letter: str) -> bool:
    name = str(category)
    inside = {"DIGIT": letter.isdigit(), "SPACE": letter.isspace(), "WORD": letter.isalnum() or letter == "_"}
    return bool(inside[name.rpartition("_")[2]] != ("NOT" in name))


def _may_match(tree: Any, letter: str) -> bool:
    """Say whether any part of the pattern accepts a character."""
    for op, value in tree:
        if op in (ops.IN, ops.NOT_LITERAL, ops.ANY, ops.LITERAL) and _accepts(op, value, letter):
            return True
        inner = {ops.SUBPATTERN: 3, ops.MAX_REPEAT: 2, ops.MIN_REPEAT: 2, ops.POSSESSIVE_REPEAT: 2}.get(op)
        if inner is not None and _may_match(value[inner], letter):
            return True
        if op is ops.ATOMIC_GROUP and _may_match(value, letter):
            return True
        if op is ops.BRANCH and any(_may_match(branch, letter) for branch in value[1]):
            return True
    return False
