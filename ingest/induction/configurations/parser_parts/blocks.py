"""Finds blocks: closed by braces or by words, and repeated without a name."""

import re

from findings.closed_blocks import COMMENT_SIGNS
from ingest.induction.configurations.parser_parts.tokens import VALUE_SHAPES, shape

# Finds words that close blocks: a line of one word, at the depth of what it closes, behind nearly every block.


ONE_WORD = re.compile(r"\s*([A-Za-z]+(?:-[A-Za-z]+)*)\s*$")
MOST_BLOCKS = 0.5


def closing_words(lines):
    """Return the words that close blocks; none where less than half of the blocks are closed by a word."""
    full = [
        (len(line) - len(line.lstrip()), line)
        for line in lines
        if any(map(str.isalnum, line)) and line.strip()[0] not in COMMENT_SIGNS
    ]
    closing, other = {}, set()
    blocks = 0
    for index, (depth, line) in enumerate(full):
        before = full[index - 1][0] if index else -1
        opens = index + 1 < len(full) and full[index + 1][0] > depth
        blocks += opens
        word = ONE_WORD.match(line)
        if word and opens:
            other.add(word.group(1))
        elif word:
            found = closing.setdefault(word.group(1), [0, 0])
            found[before > depth] += 1
    words = {
        word for word, (same, deeper) in closing.items() if deeper >= same and deeper and word not in other
    }
    closed = sum(sum(closing[word]) for word in words)
    return words if blocks and closed >= MOST_BLOCKS * blocks else set()


# Tells apart blocks that are opened by the same words and no name: `server {` and again `server {`.


NAMED_BY = ("name", "id", "key")
"""What tells the elements of a list apart, if they have it; else the first value that differs does."""
PLAIN = re.compile(r"[A-Za-z]+(?:[-_][A-Za-z]+)*$")


def tell_apart(statements):
    """Name the blocks of equal words that contradict each other by a value of theirs: they are elements of a list."""
    groups = {}
    for statement in statements:
        tell_apart(statement.children)
        if statement.children and statement.tokens and all(map(PLAIN.match, statement.tokens)):
            groups.setdefault(tuple(statement.tokens), []).append(statement)
    for alike in groups.values():
        held = [first_values(statement) for statement in alike]
        if len(alike) > 1 and contradict(held):
            chosen = chosen_name(held)
            for statement, values in zip(alike, held, strict=True):
                statement.keywords = len(statement.tokens)
                statement.separate = True
                statement.unnamed = chosen not in values
                statement.tokens.append(quoted_word(values.get(chosen, "1")))
    return statements


def first_values(statement):
    """Return the value behind the first word of each statement of a block that occurs once there."""
    words = [child.tokens[0] for child in statement.children if len(child.tokens) > 1 and not child.comment]
    return {
        child.tokens[0]: child.tokens[1]
        for child in statement.children
        if len(child.tokens) > 1 and not child.comment and words.count(child.tokens[0]) == 1
    }


def contradict(held):
    """True where one word has different values in two blocks."""
    words = set.intersection(*map(set, held))
    return any(len({values[word] for values in held}) == len(held) for word in words)


def chosen_name(held):
    """Choose the word whose value names the blocks."""
    shared = [word for word in held[0] if all(word in values for values in held)]
    apart = [word for word in shared if len({values[word] for values in held}) == len(held)]
    named = [word for word in apart if re.split(r"[-_]", word.lower())[-1] in NAMED_BY]
    return (sorted(named, key=lambda word: word.lower() not in NAMED_BY) or apart)[0]


def quoted_word(text):
    """Write a value so that it is never taken for a keyword."""
    return text if text[:1] in "\"'[" or shape(text) in VALUE_SHAPES else '"' + text + '"'


# Cuts lines at the signs that open, close and end statements: `a { b c; }` is what three lines would say.


SIGN = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|(?:(?<=\s)|(?<=[;{}])|^)[{}](?=[\s;{}]|$)|;(?=[\s}]|$)")
"""What may stand in a line: quoted text, which hides signs, a brace that stands alone, the end of a statement."""
REMARK = re.compile(r"(?:#|//|/\\*)")
LONGEST_STATEMENT = 50


def cut_lines(lines):
    """Return the pieces of all lines as (text, first line, last line); each is one statement, or closes a block.

    A comment behind `/*` goes on to its end. Where statements end with a sign, one without it goes on in the
    deeper lines below.
    """
    pieces = [(number, part) for number, line in commentless(lines) for part in cut(line)]
    ended = sum(part.endswith(";") for _, part in pieces)
    plain = sum(part[-1] not in "{};" and part[0] not in "#!/" for _, part in pieces)
    found = []
    open_text, first, last, lengthy = "", 0, 0, 0
    for number, part in pieces:
        if open_text and indent_of(lines[number]) > indent_of(lines[first]) and lengthy < LONGEST_STATEMENT:
            part, lengthy = open_text + " " + part, lengthy + 1
        else:
            if open_text:
                found.append((open_text, first, last))
            first, lengthy = number, 0
        if ended > plain and part[-1] not in "{};" and part[0] not in "#!/":
            open_text, last = part, number
            continue
        open_text = ""
        found.append((part, first, number))
    return [*found, (open_text, first, last)] if open_text else found


def commentless(lines):
    """Yield the lines as (number, text); those between `/*` and `*/` as comments of their own."""
    inside = False
    for number, line in enumerate(lines):
        text = line.strip()
        if not text:
            continue
        opens = text.startswith("/*")
        yield number, "/* " + text if inside and not opens else text
        inside = (inside or opens) and "*/" not in text


def cut(text):
    """Cut a line behind each brace and each end of a statement; a remark at the end is left out."""
    if text[0] in "#!" or text[:2] in ("//", "/*"):
        return [text]
    parts = []
    start = 0
    for found in SIGN.finditer(text):
        sign = found.group()
        if sign[0] in "\"'":
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


def indent_of(line):
    """Count the blanks that a line begins with."""
    return len(line) - len(line.lstrip())
