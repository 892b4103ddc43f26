"""Finds blocks: closed by braces or by words, and repeated without a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reading.closed_blocks import COMMENT_SIGNS
from reading.tokens import VALUE_SHAPES, indent_of, shape
from reading.whole_lines import whole_lines

# Finds words that close blocks: a line of one word, at the depth of what it closes, behind nearly every block.


ONE_WORD = re.compile(r"\s*([A-Za-z]+(?:-[A-Za-z]+)*)\s*$")
MOST_BLOCKS = 0.5


def closing_words(lines: Sequence[str]) -> set[str]:
    """Return the words that close blocks; none where less than half of the blocks are closed by a word."""
    full = [line for line in lines if any(map(str.isalnum, line)) and line.strip()[0] not in COMMENT_SIGNS]
    depths = [-1, *map(indent_of, full), -1]
    closing: dict[str, list[int]] = {}
    other: set[str] = set()
    blocks = 0
    for before, line, depth, after in zip(depths, full, depths[1:], depths[2:], strict=False):
        blocks += after > depth
        word = ONE_WORD.match(line)
        if word and after > depth:
            other.add(word.group(1))
        elif word:
            closing.setdefault(word.group(1), [0, 0])[before > depth] += 1
    words = {
        word for word, (same, deeper) in closing.items() if deeper >= same and deeper and word not in other
    }
    closed = sum(sum(closing[word]) for word in words)
    return words if blocks and closed >= MOST_BLOCKS * blocks else set()


# Tells apart blocks that are opened by the same words and no name: `server {` and again `server {`.


NAMED_BY = ("name", "id", "key")
"""What tells the elements of a list apart, if they have it; else the first value that differs does."""
PLAIN = re.compile(r"[A-Za-z]+(?:[-_][A-Za-z]+)*$")


def tell_apart(statements: list[Any]) -> list[Any]:
    """Name the blocks of equal words that contradict each other by a value of theirs: they are elements of a list."""
    groups: dict[tuple[str, ...], list[Any]] = {}
    for statement in statements:
        tell_apart(statement.children)
        if statement.children and statement.tokens and all(map(PLAIN.match, statement.tokens)):
            groups.setdefault(tuple(statement.tokens), []).append(statement)
    for alike in groups.values():
        held = [first_values(statement) for statement in alike]
        chosen = naming_word(held) if len(alike) > 1 else None
        for statement, values in zip(alike, held, strict=True):
            if chosen is not None:
                statement.keywords = len(statement.tokens)
                statement.separate = True
                statement.tokens.append(quoted_word(values[chosen]))
    return statements


def first_values(statement: Any) -> dict[str, str]:
    """Return the value behind the first word of each statement of a block that occurs once there."""
    said = [child.tokens for child in statement.children if len(child.tokens) > 1 and not child.comment]
    often = Counter(tokens[0] for tokens in said)
    return {tokens[0]: tokens[1] for tokens in said if often[tokens[0]] == 1}


def naming_word(held: Sequence[Mapping[str, str]]) -> str | None:
    """Choose a word that has another value in each block, to name it by; None without one: they say the same."""
    shared = [word for word in held[0] if all(word in values for values in held)]
    apart = [word for word in shared if len({values[word] for values in held}) == len(held)]
    named = [word for word in apart if re.split(r"[-_]", word.lower())[-1] in NAMED_BY]
    return next(iter(sorted(named, key=lambda word: word.lower() not in NAMED_BY) or apart), None)


def quoted_word(text: str) -> str:
    """Write a value so that it is never taken for a keyword."""
    return text if text[:1] in "\"'[" or shape(text) in VALUE_SHAPES else '"' + text + '"'


# Cuts lines at the signs that open, close and end statements: `a { b c; }` is what three lines would say.


SET = r"\{(?:[^{};\"]|\"[^\"]*\")*\}"
SIGN = re.compile(
    rf"(?<=\s)(?:(?=\{{[^{{}};]*,){SET}(?=\s|$)|{SET}(?=[ \t]+[^\s{{}};])|(?<== )\{{[^{{}};=]*\}})|"
    r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|(?:(?<=\s)|(?<=[;{}])|^)[{}](?=[\s;{}]|$)|;(?=[\s}]|$)"
)
"""What may stand in a line: a set of values (`{ 22, 80 }`, or with words behind it) and quoted text, which hide signs;
a brace that stands alone; the end of a statement."""
OPEN_SET = re.compile(r"\s\{[^{};]*,$")
MOST_IN_SET = 200
"""Lines."""
COMMENT = re.compile(
    r"\"(?:[^\"\\]|\\.)*+\"|(?<![^\s=])'[^']*+'|#.*"
    r"|(?P<comment>(?<![^\s{};])/\*(?!/)(?:.*?\*/(?=[\s{};]|$)|(?<=^/\*).*|(?<=[{};] /\*).*))"
)
"""A quoted text, a remark up to the line's end, or a comment: in front of a statement, or behind one's end."""
REMARK = re.compile(r"(?:#|//|/\*)")
QUOTED_OR_REMARK = re.compile(r"\"(?:[^\"\\]|\\.)*+\"?|(?<![^\s=])'[^']*+'|(?P<remark>\s#)")
LONGEST_STATEMENT = 50


def cut_lines(lines: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return the pieces of all lines as (text, first line, last line); each is one statement, or closes a block.

    A comment behind `/*` goes on to its end. Where statements end with a sign, one without it goes on in the
    deeper lines below.
    """
    written = whole_lines(commentless(lines))
    whole = whole_sets([(begin, end, _without_remark(text)) for begin, end, text in written])
    pieces = [(begin, number, part) for begin, number, line in whole for part in cut(line)]
    ended = sum(part.endswith(";") for _, _, part in pieces)
    plain = sum(part[-1] not in "{};" and part[0] not in "#!/" for _, _, part in pieces)
    found: list[tuple[str, int, int]] = []
    open_text, first, last, lengthy = "", 0, 0, 0
    for begin, number, part in pieces:
        if open_text and indent_of(lines[begin]) > indent_of(lines[first]) and lengthy < LONGEST_STATEMENT:
            part, lengthy = open_text + " " + part, lengthy + 1
        else:
            if open_text:
                found.append((open_text, first, last))
            first, lengthy = begin, 0
        if ended > plain and part[-1] not in "{};" and part[0] not in "#!/":
            open_text, last = part, number
            continue
        open_text = ""
        found.append((part, first, number))
    return [*found, (open_text, first, last)] if open_text else found


def whole_sets(lines: Sequence[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Put together the lines of a set of values, and those that a backslash continues.

    A set goes on where a line ends with a comma inside of braces, up to the closing one.
    """
    at = 0
    while at < len(lines):
        first, last, text = lines[at]
        at += 1
        while text.endswith(" \\") and at < len(lines) and "\n" not in text:
            last, text = lines[at][1], f"{text[:-2].rstrip()} {lines[at][2]}"
            at += 1
        if OPEN_SET.search(text):
            some = (n for n in range(at, min(len(lines), at + MOST_IN_SET)) if not lines[n][2].endswith(","))
            end = next(some, at)
            if end < len(lines) and "}" in lines[end][2]:
                last, text = lines[end][1], " ".join([text, *(line for _, _, line in lines[at : end + 1])])
                at = end + 1
        yield first, last, text


def commentless(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines as (number, text), without `/* ... */` between statements; a line that is all comment stays.

    A comment that no line ends takes the rest of its own line.
    """
    inside = False
    ends = [number for number, line in enumerate(lines) if "*/" in line]
    for number, line in enumerate(lines):
        text = line.strip()
        if not text:
            continue
        if inside:
            comment, inside, text = _behind_comment(text)
            yield number, "/* " + comment
            if not text:
                continue
        text, comment, inside = _without_comments(text)
        inside = inside and bool(ends) and ends[-1] > number
        if text or comment:
            yield number, text or comment


def _without_remark(text: str) -> str:
    """Cut off what stands behind ` #`: a brace there opens and closes nothing."""
    if text[0] in "#!" or "\n" in text or "#" not in text:
        return text
    signs = (found for found in QUOTED_OR_REMARK.finditer(text) if found["remark"])
    remark = next(signs, None)
    return text[: remark.start()].rstrip() if remark else text


def _behind_comment(text: str) -> tuple[str, bool, str]:
    """Return a line's comment that began above, whether it goes on below, and what stands behind it."""
    comment, ended, rest = text.partition("*/")
    return comment, not ended, rest.strip()


def _without_comments(text: str) -> tuple[str, str, bool]:
    """Return a line's statements, its comments, and whether one goes on below."""
    if "/*" not in text or text[0] in "#!":
        return text, "", False
    rest, comments = list[str](), list[str]()
    at = 0
    for found in COMMENT.finditer(text):
        if found["comment"]:
            rest.append(text[at : found.start()])
            comments.append(found["comment"])
            at = found.end()
    goes_on = bool(comments) and not comments[-1].endswith("*/")
    return "".join([*rest, text[at:]]).strip(), " ".join(comments), goes_on


def cut(text: str) -> list[str]:
    """Cut a line behind each brace and each end of a statement; a remark at the end is left out."""
    if text[0] in "#!" or text[:2] in ("//", "/*"):
        return [text]
    parts: list[str] = []
    start = 0
    for found in SIGN.finditer(text):
        sign = found.group()
        if sign[0] in "\"'" or len(sign) > 1:
            continue
        if sign == "}" and text[start : found.start()].strip():
            parts.append(text[start : found.start()].strip())
            start = found.start()
        parts.append(text[start : found.end()].strip())
        start = found.end()
        if REMARK.match(text[start:].lstrip()):
            return parts
    rest = text[start:].strip()
    return [*parts, rest] if rest else parts
