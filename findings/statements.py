"""Reads the lines of a configuration as statements, each with the blocks that it stands in. Pure.

Blocks made by indentation are joined with " > ":   interface Vlan10 > ip address 10.0.0.1 255.255.255.0
So are those that only `exit` closes.
Braces, `set` lines and config/edit/next are paths: interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/31
Lines of menus are a path and fields, without the verb:   ip address address=10.0.0.1/30 interface=ether1
A block around the whole file is left out.
A space inside quotes becomes GLUE, so that a name stays one word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graph_store.records import SourceLine
from reading.closed_blocks import indent_closed

LEVEL = " > "
DEEPEST = 100
GLUE = "\u2423"
_TOKEN = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|\[[^\[\]\"]*\]|[{};]|[^\s{};\"]+")
_PATH_LINE = re.compile(r"^\s*(?:set|/configure|deactivate|delete|activate|protect)\s+\S")
_MENU = re.compile(r"^/[a-z][^=]*$")
_MENU_LINE = re.compile(r"^(?P<menu>/[a-z][a-z0-9 -]*? )?(?P<verb>add|set) (?P<rest>\S.*)$")
_FIELD = re.compile(r"(?P<key>[\w.-]+)=(?P<value>\"(?:\\.|[^\"\\])*\"|\S*)|(?P<word>[^\s\[\]]+)")
_EDIT_LINE = re.compile(r"^\s*(?:config \S|edit \S|next\s*$)")
_BANNER = re.compile(r"^\s*(?:set\s+)?banner\b(?:\s+[a-z-]+)?(?:\s+(?P<rest>\S.*))?$", re.IGNORECASE)
_COMMENT = re.compile(r"^\s*(?:!|#|/\*.*\*/\s*$|--+\s*$)")


@dataclass(frozen=True, slots=True)
class ConfigStatement:
    """One statement; `opens` says that it heads a block."""

    text: str
    line: SourceLine
    opens: bool = False


def read_statements(lines: Sequence[SourceLine]) -> tuple[str, tuple[ConfigStatement, ...]]:
    """Return how blocks are written: indented, braces, set, edit or menus; and the statements in file order."""
    syntax = _syntax(lines)
    readers = {"indented": _indented, "braces": _braces, "set": _set_lines, "edit": _edited, "menus": _menus}
    return syntax, tuple(readers[syntax](lines))


def _syntax(lines: Sequence[SourceLine]) -> str:
    texts = [line.text for line in lines if line.text.strip() and not _COMMENT.match(line.text)]
    most = max(1, len(texts))
    if sum(bool(_PATH_LINE.match(text)) and text[0] != " " for text in texts) > most * 0.6:
        return "set"
    if sum(bool(_MENU.match(text) or _MENU_LINE.match(text)) for text in texts) > most * 0.6:
        return "menus" if any(text.startswith("/") for text in texts) else "indented"
    if sum(bool(_EDIT_LINE.match(text)) for text in texts) > most * 0.15:
        return "edit"
    if sum(text.rstrip().endswith(("{", "}")) for text in texts) > most * 0.15:
        return "braces"
    return "indented"


def _indented(lines: Sequence[SourceLine]) -> Iterator[ConfigStatement]:
    kept = list(_without_banners(lines))
    texts = [text.expandtabs().rstrip() for text in indent_closed([line.text for line in kept])]
    stack: list[tuple[int, str]] = []
    for line, text, following in zip(kept, texts, (*texts, "")[1:], strict=True):
        if text.strip() in ("!", "#"):  # at the margin: what was open is closed
            stack = stack if text[0].isspace() else []
            continue
        indent = len(text) - len(text.lstrip())
        while stack and stack[-1][0] >= indent:
            stack.pop()
        _check_depth(len(stack), line)
        stack.append((indent, " ".join(text.split())))
        opens = len(following) - len(following.lstrip()) > indent
        yield ConfigStatement(LEVEL.join(part for _, part in stack), line, opens)


def _check_depth(depth: int, line: SourceLine) -> None:
    """Refuse what no configuration is: each statement's text has the words of all blocks around it."""
    if depth >= DEEPEST:
        raise ValueError(f"{line.path}:{line.number}: more than {DEEPEST} blocks inside each other")


def _without_banners(lines: Sequence[SourceLine]) -> Iterator[SourceLine]:
    """Leave out comments, blank lines and the text of banners; a banner's first line stays, and so do marks alone."""
    until = ""
    for line in lines:
        if until:
            until = "" if until in line.text else until
            continue
        banner = _BANNER.match(line.text)
        if banner:
            until = _banner_end(banner["rest"])
        if line.text.rstrip() in ("!", "#") or (not _COMMENT.match(line.text) and line.text.strip()):
            yield line


def _banner_end(rest: str | None) -> str:
    """Return what ends a banner's text; blank where it ends on its own line."""
    if rest is None:
        return "EOF"
    mark = rest[:2] if rest.startswith("^") else rest[0]
    return "" if mark.isalnum() or mark in "\"'" or mark in rest[len(mark) :] else mark


def _words(text: str) -> list[str]:
    return [_word(token) for token in _TOKEN.findall(text)]


def _word(token: str) -> str:
    if len(token) > 1 and token[0] in "\"'" and token[-1] == token[0]:
        return token[1:-1].replace(" ", GLUE)
    return " ".join(token.split())


def _braces(lines: Sequence[SourceLine]) -> Iterator[ConfigStatement]:
    found = list(_in_braces(lines))
    root = found[0].text if found and found[0].opens else ""
    if not root or any(one.text != root and not one.text.startswith(f"{root} ") for one in found):
        return iter(found)
    return (
        ConfigStatement(one.text.removeprefix(f"{root} "), one.line, one.opens)
        for one in found
        if one.text != root
    )


def _in_braces(lines: Sequence[SourceLine]) -> Iterator[ConfigStatement]:
    stack: list[tuple[str, bool]] = []
    in_comment = False
    for line in lines:
        text, in_comment = _without_comments(line.text, in_comment)
        words: list[str] = []
        for piece in _TOKEN.findall(text):
            if piece == "{":
                _check_depth(len(stack), line)
                unused = words[:1] == ["inactive:"]
                stack.append((" ".join(words[unused:]), unused))
                yield from _at(stack, [], line, opens=True)
                words = []
            elif piece in (";", "}"):
                yield from _at(stack, words, line)
                words = []
                if piece == "}" and stack:
                    stack.pop()
            else:
                words.append(_word(piece))
        yield from _at(stack, words, line)


def _without_comments(text: str, inside: bool) -> tuple[str, bool]:
    if inside:
        return (text.partition("*/")[2], False) if "*/" in text else ("", True)
    *closed, last = text.split("*/")
    kept = [part.partition("/*")[0] + (" " if "/*" in part else "*/") for part in closed]
    begun, opened, _ = last.partition("/*")
    kept.append(begun)
    if opened:
        return "".join(kept), True
    return re.sub(r"(?:^\s*|\s)##? .*|^\s*[#!].*", "", "".join(kept)), False


def _at(
    stack: Sequence[tuple[str, bool]], words: list[str], line: SourceLine, *, opens: bool = False
) -> Iterator[ConfigStatement]:
    if (words or opens) and words[:1] != ["inactive:"] and not any(unused for _, unused in stack):
        parts = [part for part, _ in stack if part] + words
        yield ConfigStatement(" ".join(parts), line, opens)


def _set_lines(lines: Sequence[SourceLine]) -> Iterator[ConfigStatement]:
    read = [(line, words) for line in lines if len(words := _words(line.text)) > 1]
    off = tuple(" ".join(words[1:]) for _, words in read if words[0] in ("deactivate", "delete"))
    for line, words in read:
        text = " ".join(words[1:])
        if words[0] in ("set", "/configure") and not any(
            text == one or text.startswith(f"{one} ") for one in off
        ):
            yield ConfigStatement(text, line)


def _edited(lines: Sequence[SourceLine]) -> Iterator[ConfigStatement]:
    stack: list[str] = []
    for line in lines:
        words = _words(line.text)
        if not words or _COMMENT.match(line.text):
            continue
        if words[0] in ("config", "edit") and len(words) > 1:
            _check_depth(len(stack), line)
            stack.append(" ".join(words[1:]))
            yield ConfigStatement(" ".join(stack), line, opens=True)
        elif words[0] in ("next", "end"):
            if stack:
                stack.pop()
        elif words[0] == "set":
            yield ConfigStatement(" ".join([*stack, *words[1:]]), line)


def _menus(lines: Sequence[SourceLine]) -> Iterator[ConfigStatement]:
    menu, begun = "", None
    for line in lines:
        text = f"{begun.text}{line.text.strip()}" if begun else line.text.strip()
        if text.endswith("\\"):  # goes on in the next line
            begun = SourceLine(line.path, begun.number if begun else line.number, text[:-1])
            continue
        first = lines[begun.number - lines[0].number] if begun else line
        begun = None
        found = _MENU_LINE.match(text)
        if found:
            path = (found["menu"] or menu).strip("/ ")
            yield ConfigStatement(f"{path} {_fields(found['rest'])}", first)
        elif _MENU.match(text):
            menu = text


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
