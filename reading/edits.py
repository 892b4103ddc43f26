"""Follows what later lines of a configuration rename and copy, in paths and in blocks; what they do else is doubtful.

`rename interfaces ge-0/0/1 to ge-0/0/2`, `copy policy-options policy-statement A to B` in scripts of paths;
`rename "a" to "b"`, `clone 12 to 14` among the entries of FortiOS.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

RENAMING, COPYING = ("rename",), ("copy", "clone")
UNFOLLOWED = ("wildcard", "replace")
"""Verbs of scripts of paths after which it is not known what holds of what they may be about."""
CHANGING = ("append", "unselect", "select", "clear")
"""Words of FortiOS in front of a setting with several values, some of which they add or take out."""
JOINT = "to"
OWN = (["name"], ["uuid"])
"""What no other entry has, and a clone does not take along."""
PATTERN_SIGNS = frozenset("*?[]^$|+(){}\\")


def follow_edit(edit: Any, earlier: Sequence[Any], room: int) -> list[Any]:
    """Rename or copy earlier paths as a line says; returns what it makes: the new thing itself, and copies.

    Nothing is made, and the line is doubtful, where no path begins as it says, or more than `room` would be copied; so
    is what a pattern may be about.
    """
    words = edit.tokens
    if words[0] in UNFOLLOWED:
        edit.doubtful = True
        for each in earlier:
            each.doubtful = each.doubtful or _may_touch(words, each)
        return []
    at = next((at for at in range(len(words) - 1, 0, -1) if words[at] == JOINT), 0)
    old, new = words[1:at], words[at + 1 :]
    new = [*old[: len(old) - len(new)], *new]
    touched = (
        [each for each in earlier if not each.inactive and each.tokens[: len(old)] == old] if old else []
    )
    if not touched or (words[0] in COPYING and len(touched) > room):
        edit.doubtful = True
        return []
    made = [each.copy([]) for each in touched] if words[0] in COPYING else []
    for each in made or touched:
        rest = each.behind(len(old)).raw if len(each.tokens) > len(old) else ""
        each.tokens = [*new, *each.tokens[len(old) :]]
        each.raw = each.said = " ".join([*new, *filter(None, [rest])])
    edit.tokens, edit.silent = new, True
    edit.raw = edit.said = " ".join(new)
    return made


def _may_touch(words: Sequence[str], statement: Any) -> bool:
    """Tell whether `wildcard delete` or `replace pattern` may be about a path, which is any but for plain words."""
    if words[:2] == ["replace", "pattern"] and len(words) > 2:
        return bool(PATTERN_SIGNS & {*words[2]}) or words[2].strip('"').split(".")[0] in statement.raw
    plain = list(takewhile(lambda word: not PATTERN_SIGNS & {*word}, words[2:]))
    return words[:2] != ["wildcard", "delete"] or statement.tokens[: len(plain)] == plain


def rename_block(edit: Any, entries: Sequence[Any], room: int) -> bool:
    """Rename or copy the earlier entries of a block that a line names; false, and the line is doubtful, without one.

    So it is where more than `room` statements would be copied. The line becomes the entry that has the new name; of a
    copy it holds what was copied.
    """
    words = edit.tokens
    named = [each for each in entries if each.tokens == words[1:2] and each.children]
    is_known = len(words) == 4 and words[2] == JOINT and bool(named)
    if not is_known or (words[0] in COPYING and count_statements(named) > room):
        edit.doubtful = True
        return False
    text = edit.raw.rpartition(f" {JOINT} ")[2].strip()
    if words[0] in COPYING:
        copies = [copy for each in named for copy in _copies(each.children)]
        edit.children = [each for each in copies if each.tokens[:1] not in OWN]
    edit.silent = not edit.children
    for each in (edit, *(named if words[0] in RENAMING else ())):
        each.tokens, each.raw, each.said = [words[3]], text, text
    return True


def change_values(edit: Any, setting: Any) -> None:
    """Add values to an earlier setting, or take them out of it, as a line says; what else it does is doubtful."""
    word, _, *values = edit.tokens
    if setting is None or word not in CHANGING[:2]:
        for each in filter(None, (edit, setting)):
            each.doubtful = True
        return
    kept = [each for each in setting.tokens if word == CHANGING[0] or each not in values]
    setting.tokens = [*kept, *(values if word == CHANGING[0] else ())]
    setting.raw = setting.said = " ".join(setting.tokens)
    edit.silent = True


def count_statements(statements: Sequence[Any]) -> int:
    return sum(1 + count_statements(each.children) for each in statements)


def _copies(statements: Sequence[Any]) -> Iterator[Any]:
    for each in statements:
        if not each.inactive:
            yield each.copy(list(_copies(each.children)))
