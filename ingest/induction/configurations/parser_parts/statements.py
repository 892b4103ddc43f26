"""Statements of a configuration, as a tree: by indentation, by braces, or flat."""

import re

from ingest.induction.configurations.parser_parts.tokens import tokenize

NEGATIONS = ("no", "undo")
SECTION = re.compile(r"\[[^\[\]]+\]$")
DEEPEST = 20
PUNCTUATION = re.compile(r"[\W_]*$")
HEX_BODY = re.compile(r"(?:[0-9A-Fa-f]{8}\s*)+$|[A-Za-z0-9+/]{40,}={0,2}$")


class Statement:
    """One statement: its tokens, the lines [first, last] it stands on, the statements inside it.

    `single` is set when the statement turns out to be a record of its own, so that its values need no longer names.
    `keywords` counts the first tokens that are known to be keywords; a `silent` statement sets nothing.
    """

    def __init__(self, tokens, first, negated=False, comment=False):
        self.tokens = tokens
        self.first = first
        self.last = first
        self.negated = negated
        self.comment = comment
        self.raw = ""
        self.body = ""
        self.single = False
        self.keywords = 0
        self.silent = False
        self.children = []

    def rest(self, index):
        """Return the statement's text from its token `index` on, as it is written."""
        words = self.raw.split()
        while index < len(words) and self.tokens[index] not in words[index]:
            words = words[1:]
        return " ".join(words[index:])


def read_statements(lines, style, lead=""):
    """Build the statement tree. `style` is "indented", "braces" or "flat"; `lead` opens every line of a flat file."""
    root = Statement([], 0)
    stack = [(-1, root)]
    number = 0
    ends = marked_ends(lines) if style == "indented" else {}
    while number < len(lines):
        text = lines[number]
        stripped = text.strip()
        if PUNCTUATION.match(stripped):
            if style == "braces":
                for sign in stripped:
                    if sign == "}" and len(stack) > 1:
                        stack.pop()
            number += 1
            continue
        parent, statement, depth = place(text, stripped, stack, style, lead, number)
        if statement is None:
            stack[-1][1].last = number
            number += 1
            continue
        parent.children.append(statement)
        if style == "braces":
            if stripped.endswith("{"):
                stack.append((len(stack), statement if len(stack) < DEEPEST else parent))
        elif not statement.comment and len(stack) <= DEEPEST:
            stack.append((depth, statement))
        end = ends.get(number)
        if end is not None:
            statement.last = end
            statement.body = "\n".join(lines[number + 1 : end])
        number = end + 1 if end is not None else body_end(lines, number, statement, style)
    return root.children


def marked_ends(lines):
    """Find texts that end with a line `EOF`: the index of the statement that opens each → that of its last line."""
    ends = {}
    for end, line in enumerate(lines):
        if line.strip() == "EOF":
            first = end
            while first > 0 and lines[first - 1].strip() not in ("", "!", "EOF"):
                first -= 1
            if first < end:
                ends[first] = end
    return ends


def place(text, stripped, stack, style, lead, number):
    """Make the statement of one line and find the one that holds it; no statement for a body line."""
    depth = len(text) - len(text.lstrip())
    if SECTION.match(stripped) and depth == 0 and style == "indented":
        depth, stripped = -0.5, stripped[1:-1]
    comment = stripped[0] in "!#" or stripped[:2] in ("//", "/*")
    if style == "indented" and not comment:
        while len(stack) > 1 and stack[-1][0] >= depth:
            stack.pop()
    elif style == "flat":
        del stack[1:]
    parent = stack[-1][1]
    if comment:
        return parent, Statement([stripped.lstrip("!#/* ").rstrip("*/ ")], number, comment=True), depth
    if parent.children is not None and HEX_BODY.match(stripped) and len(stack) > 1:
        return parent, None, depth
    tokens = tokenize(stripped)
    if style == "flat" and lead and tokens and tokens[0] == lead:
        tokens = tokens[1:]
    negated = len(tokens) > 1 and tokens[0] in NEGATIONS
    statement = Statement(tokens[1:] if negated else tokens, number, negated)
    statement.raw = stripped
    return parent, statement, depth


def body_end(lines, number, statement, style):
    """Return the line after the statement; text between two equal delimiters (a banner) belongs to it."""
    if style != "indented" or len(statement.tokens) < 2 or statement.comment:
        return number + 1
    mark = delimiter(statement.tokens)
    if not mark:
        return number + 1
    for end in range(number + 1, min(len(lines), number + 200)):
        if lines[end].strip() == mark or (len(mark) <= 2 and lines[end].rstrip().endswith(mark)):
            statement.tokens[-1] = statement.tokens[-1].replace(mark, "") or "text"
            statement.last = end
            statement.body = "\n".join(lines[number + 1 : end])
            return end + 1
    return number + 1


def delimiter(tokens):
    """Find the sign that opens a text over several lines: `^C`, one sign, or a word in capitals at the end."""
    last = tokens[-1]
    if re.match(r"\^[A-Z]", last) and last.count("^") == 1:
        return last[:2]
    if len(last) == 1 and not last.isalnum() and last not in "*?-+/|.,:":
        return last
    return ""
