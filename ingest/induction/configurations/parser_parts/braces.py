"""Cuts lines at the signs that open, close and end statements: `a { b c; }` is what three lines would say."""

import re

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
