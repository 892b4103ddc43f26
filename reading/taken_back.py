"""Marks what later lines of a configuration take back: `no 60`, `undo ip address`, `delete protocols ospf`, `remove`.

A line takes back earlier ones that begin with the words behind its `no` or `undo`, in blocks of the same path.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

JOINTS = frozenset({"to", "through", "and"})
"""Words behind a number that go on with others: `vlan 1 to 4` is not what `no vlan 1` takes back."""
RESET = ("default",)
"""Takes back what a block holds, and leaves the block."""
TAKING = (RESET, ("clear", "configure"), ("delete",))
"""Words that take back what stands behind them, as a negation does."""
EMPTYING = ("purge",)
"""Takes back all that stands before it in its block."""
NEW = "0"
"""The name of a block which is another one each time: `edit 0`."""
FIND = re.compile(r"(?:numbers=)?\[ ?find(?: where)?(?P<asked>[^\[\]]*)\]")
FIELD = re.compile(r'(?<!\S)(?P<key>[\w.-]+)=(?P<value>"[^"]*"|[^\s"]+)(?= |$)')
OFF, CHANGED = ("remove", "disable"), ("set", "unset", "enable", "move")

Path = tuple[str, ...]


def take_back(statements: Sequence[Any], *, replacing: bool = False) -> None:
    """Mark as inactive what a later line takes back; where settings are `replacing`, also what one sets anew.

    A switch of one word is left alone: the last one counts all the same.
    """
    written: dict[Path, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for path, statement in _in_order(statements, ()):
        block, words = written[path], statement.tokens
        opener = next((each for each in TAKING if tuple(words[: len(each)]) == each), ())
        if statement.negated or opener:
            taken = words[len(opener) :]
            _mark([each for each in block[taken[0]] if _names(taken, each)] if taken else [], opener == RESET)
        elif tuple(words) == EMPTYING:
            _mark([each for several in block.values() for each in several])
        elif replacing and not statement.children:
            _mark([each for each in block[words[0]] if not each.children])
        block[words[0]] = [each for each in block[words[0]] if not each.inactive]
        if not statement.negated:
            block[words[0]].append(statement)


def _in_order(statements: Sequence[Any], path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield each statement that holds something, with the words of the blocks around it."""
    for each in statements:
        if each.tokens and not each.comment and not each.inactive:
            yield path, each
            word = " ".join(each.tokens)
            yield from _in_order(each.children, (*path, word if word != NEW else f"{word} {each.first}"))


def _names(taken: Sequence[str], earlier: Any) -> bool:
    """Tell whether words that are taken back name an earlier statement: it begins with them."""
    count, words = len(taken), earlier.tokens
    if words[:count] != taken:
        return False
    if len(words) == count:
        return count > 1 or bool(earlier.children)
    return not taken[-1].isdigit() or (words[count][0].isalpha() and words[count] not in JOINTS)


def _mark(statements: Sequence[Any], only_inside: bool = False) -> None:
    for each in statements:
        for one in each.children if only_inside and each.children else (each,):
            one.inactive = True


def take_back_paths(statements: Sequence[tuple[str, Any]]) -> None:
    """Mark paths behind verbs: `delete` takes back those before it, `deactivate` all unless `activate` follows."""
    off = {tuple(each.tokens): verb for verb, each in statements if verb in ("deactivate", "activate")}
    gone = {path for path, verb in off.items() if verb == "deactivate"}
    for verb, statement in reversed(statements):
        words = tuple(statement.tokens)
        if verb == "delete":
            gone.add(words[words[0] == verb :])
        elif not statement.comment and any(words[:size] in gone for size in range(1, len(words) + 1)):
            statement.inactive = True


def take_back_commands(menus: Sequence[Any]) -> None:
    """Mark the commands of menus that a later one removes; those that it may be about, or changes, are doubtful."""
    added: dict[str, list[Any]] = defaultdict(list)
    for menu in menus:
        before = added[menu.raw]
        for command in menu.children:
            verb, _, rest = command.raw.partition(" ")
            if verb == "add":
                before.append(command)
            elif verb in OFF + CHANGED:
                for each in before:
                    fits = _fits(rest, each, before)
                    each.inactive = each.inactive or (fits is True and verb in OFF)
                    each.doubtful = each.doubtful or fits is not False


def _fits(rest: str, command: Any, others: Sequence[Any]) -> bool | None:
    """Tell whether a command is one that `[find chain=input]` finds; None where that is not known."""
    found = FIND.match(rest)
    if not found or FIELD.sub("", found["asked"]).strip():
        return None
    asked, own = (dict(FIELD.findall(text)) for text in (found["asked"], command.raw))
    if any(key not in own and not any(f" {key}=" in each.raw for each in others) for key in asked):
        return None
    return all(own.get(key, "").strip('"') == value.strip('"') for key, value in asked.items())
