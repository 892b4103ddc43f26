"""Writes the statements of a configuration as lines of one form, each with the blocks that it stands in. Pure.

Blocks made by indentation are joined with " > ":   interface Vlan10 > ip address 10.0.0.1 255.255.255.0
So are those that only `exit` closes.
Braces, JSON, XML, `set` and config/edit/next are paths:  interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/31
Lines of menus are a path and fields, without the verb:   ip address address=10.0.0.1/30 interface=ether1
A block around the whole file is left out, and so is what is inactive; of VDOMs, only the largest is read.
A space inside quotes becomes GLUE, so that a name stays one word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from findings.words import read_words
from formats import find_path_grammar
from graph_store.records import SourceLine
from reading.statements import Statement
from reading.tree import read_tree, walk

LEVEL = " > "
GLUE = "\u2423"
_TOKEN = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|\[[^\[\]\"]*\]|\{[^{}]*\}|[^\s{};\"]+")
_FIELD = re.compile(r"(?P<key>[\w.-]+)=(?P<value>\"(?:\\.|[^\"\\])*\"|\S*)|(?P<word>[^\s\[\]]+)")
_BLANK = re.compile(r"[ \n]")
_ENDS = re.compile(r"(?:exit|quit|end)\b")
_ENTRY = re.compile(r"\s*edit ")
_MENU_VERBS = ("add", "set")
_PATHS = ("set", "braces", "xml")
"""Styles of which one statement of an entry can switch off the others."""
_FIRST = 10
"""Lines among which one stands that says how a whole file ends."""


@dataclass(frozen=True, slots=True)
class ConfigStatement:
    """One statement; behind its blocks, its own words begin at `start` of the text; `opens`: it heads a block.

    A `separate` one is an element of a list, and is never one with another that is written alike. A `doubtful` one may
    be taken back or changed by a later line, or may stand elsewhere. One that `takes` has taken back others before it.
    One that is `off` belongs to an entry that is switched off in it. One that is `parted` heads a block that another
    part of the device, which is left out, has as well. The last one says what the file `lacks` behind it.
    """

    text: str
    line: SourceLine
    opens: bool = False
    start: int = 0
    separate: bool = False
    doubtful: bool = False
    takes: bool = False
    off: bool = False
    parted: bool = False
    lacks: str = ""


def read_statements(lines: Sequence[SourceLine]) -> tuple[str, tuple[ConfigStatement, ...]]:
    """Return how blocks are written: indented, braces, set, edit or menus; and the statements in file order."""
    unread = read_words().unread.match
    style, tree = read_tree(["" if unread(line.text) else line.text for line in lines], find_path_grammar)
    found = list(_statements(style, tree, lines))
    if style == "edit":
        found = list(_largest_part(found))
    elif style in ("braces", "indented"):
        found = list(_without_root(style, found))
    found = _moved(_entries_off(style, found))
    if found and (end := _missing_end(style, lines)):
        found[-1] = replace(found[-1], lacks=end)
    return style, tuple(found)


def _entries_off(style: str, found: list[ConfigStatement]) -> list[ConfigStatement]:
    """Mark the statements of entries that one of them switches off."""
    if style not in _PATHS:
        return found
    off = read_words().off_entries
    heads = tuple(each["around"] for one in found if (each := off.match(one.text)))
    return (
        [replace(one, off=True) if one.text.startswith(heads) else one for one in found] if heads else found
    )


def _missing_end(style: str, lines: Sequence[SourceLine]) -> str:
    """Return what files that begin so, or whose blocks are closed so, have at their end, and this one lacks."""
    first = list(islice((text for line in lines if (text := line.text.strip())), _FIRST))
    for form in read_words().whole_files:
        if any(form.begins.search(text) for text in first):  # a prompt may stand behind the end
            return "" if any(form.ends.search(line.text.rstrip()) for line in lines) else form.end
    if blocks := read_words().closed_blocks.get(style):
        texts = [blocks.apart.sub("", line.text) for line in lines]
        opened, closed = (
            sum(len(each.findall(text)) for text in texts) for each in (blocks.opens, blocks.closes)
        )
        return blocks.end if opened > closed else ""
    return ""


def _statements(
    style: str, tree: Sequence[Statement], lines: Sequence[SourceLine]
) -> Iterator[ConfigStatement]:
    """Yield what holds; a text is written once for each statement that others stand in."""
    texts: dict[int, str] = {}
    off: set[int] = set()
    for around, statement in walk(tree):
        if any(each.inactive for each in (*around, statement)) or (style == "edit" and statement.negated):
            continue
        if statement.silent and style in ("set", "edit"):  # it has renamed something
            continue
        is_entry = style == "edit" and _ENTRY.match(lines[statement.first].text)
        if (around and id(around[-1]) in off) or (is_entry and any(map(_switches_off, statement.children))):
            off.add(id(statement))
        before = texts[id(around[-1])] if around else ""
        text = _text(style, statement, lines[statement.first], inside=bool(around))
        if statement.unnamed:  # several of a kind without names, which are told apart by their lines
            text += f"line{GLUE}{lines[statement.first].number}"
        texts[id(statement)] = (LEVEL if style == "indented" else " ").join(filter(None, (before, text)))
        if text and (style != "menus" or around):
            whole = texts[id(statement)]
            start = len(whole) - len(text)
            yield ConfigStatement(
                whole,
                lines[statement.first],
                bool(statement.children),
                start,
                statement.separate,
                statement.doubtful,
                statement.takes,
                id(statement) in off,
            )


def _switches_off(statement: Statement) -> bool:
    says_so = read_words().switched_off.match(" ".join(statement.tokens))
    return bool(says_so) and not (statement.inactive or statement.negated)


def _text(style: str, statement: Statement, line: SourceLine, *, inside: bool) -> str:
    """Write one statement, without what is around it; blank for a menu's command that sets nothing."""
    if style == "indented":
        text = " ".join(statement.raw.split())
        nameless = statement.children and read_words().nameless.match(text)
        return f"{text} line{GLUE}{line.number}" if nameless else text
    if style != "menus" or not inside:
        words = list(map(_word, _TOKEN.findall(statement.raw)))
        if style == "xml" and len(words) > 1 and words[0] in read_words().containers:
            del words[0]
        return " ".join([*words, "false"] if style == "json" and statement.negated else words)
    verb, _, rest = statement.raw.partition(" ")
    return _fields(rest) if verb in _MENU_VERBS else ""


def _word(token: str) -> str:
    if len(token) > 1 and token[0] in "\"'" and token[-1] == token[0]:
        return _BLANK.sub(GLUE, token[1:-1])
    return " ".join(token.split())


def _fields(text: str) -> str:
    """Write fields as key=value; a key that begins with a dot goes on from the key before it."""
    parts: list[str] = []
    before = ""
    for found in _FIELD.finditer(text):
        if found["word"]:
            parts += [found["word"]] if found["word"] != "find" else []
            continue
        key = before + found["key"] if found["key"].startswith(".") else found["key"]
        before = key.partition(".")[0]
        parts.append(f"{key}={_word(found['value'])}")
    return " ".join(parts)


def _largest_part(found: Sequence[ConfigStatement]) -> Iterator[ConfigStatement]:
    """Leave out the names of blocks around parts of a device, such as VDOMs, and all parts but the largest."""
    heads = [read_words().parts.match(one.text) for one in found]
    sizes = Counter(head["part"] for head in heads if head and head["part"])
    largest = next((part for part, _ in sizes.most_common(1)), "")
    others = {
        one.text[head.end() :]
        for one, head in zip(found, heads, strict=True)
        if head and one.opens and (head["part"] or largest) != largest
    }
    for one, head in zip(found, heads, strict=True):
        if head is None:
            yield one
        elif (head["part"] or largest) == largest:
            text = one.text[head.end() :]
            parted = one.opens and text in others
            yield replace(one, text=text, start=max(0, one.start - head.end()), parted=parted)


def _without_root(style: str, found: Sequence[ConfigStatement]) -> Iterator[ConfigStatement]:
    """Leave out the one block that all others stand in, such as `configure` of SR OS, and the marks below it."""
    between = LEVEL if style == "indented" else " "
    root = next((one.text for one in found if one.opens), "")
    head = f"{root}{between}"
    if root not in read_words().roots:
        yield from found
        return
    if not all(one.text == root or one.text.startswith(head) or _ENDS.match(one.text) for one in found):
        yield from found
        return
    for one in found:
        if not one.text.startswith(head):
            continue
        text = one.text.removeprefix(head)
        own = text[max(0, one.start - len(head)) :]
        if style == "indented":
            text, own = (
                " ".join(map(_word, _TOKEN.findall(part.replace(LEVEL, " ")))) for part in (text, own)
            )
        yield replace(one, text=text, start=len(text) - len(own))


def _moved(found: list[ConfigStatement]) -> list[ConfigStatement]:
    """Put statements where later ones place them, and leave those out; where that is unknown, a block is doubtful."""
    patterns = read_words().moves
    moves = {one: each for one in found for pattern in patterns if (each := pattern.match(one.text))}
    found = [one for one in found if one not in moves] if moves else found
    for move in moves.values():
        block = move["block"] + move["kind"].lstrip()
        moved, other = (f"{block}{move[name]}" for name in ("moved", "other"))
        taken = [one for one in found if _is_in(one, moved)]
        rest = [one for one in found if not _is_in(one, moved)]
        beside = [
            at
            for at, one in enumerate(rest)
            if (_is_in(one, other) if move["other"] else one.text.startswith(block))
        ]
        is_ahead, is_behind = move["where"] in ("before", "top"), move["where"] in ("after", "bottom")
        if taken and beside and (is_ahead or is_behind):
            at = beside[0] if is_ahead else beside[-1] + 1
            found = [*rest[:at], *taken, *rest[at:]]
        else:
            found = [replace(one, doubtful=True) if one.text.startswith(block) else one for one in found]
    return found


def _is_in(statement: ConfigStatement, head: str) -> bool:
    """Tell whether a statement is the one with that text, or of its block."""
    return statement.text.startswith(head) and statement.text[len(head) : len(head) + 1] in ("", " ")
