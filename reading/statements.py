"""Reads statements as a tree: by indentation, by braces, or flat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from reading.blocks import (
    closing_words,
    cut_lines,
    quoted_word,
    tell_apart,
)
from reading.closed_blocks import COMMENT_SIGNS, indent_closed
from reading.inheritance import inherit
from reading.taken_back import take_back, take_back_paths
from reading.tokens import indent_of, tokenize
from reading.whole_lines import MOST_QUOTED, whole_lines

NEGATIONS = ("no", "undo", "unset")
INTERFACE = "interface"
KIND, PLACE = re.compile(r"[A-Za-z-]+$"), re.compile(r"\d+(?:[/.:]\d+)*$")
"""What an interface is called where its name is two words: `interface ethernet 1/1/1`."""
VERBS = frozenset({"set", "add", "configure", "config", "create", "enable", "disable", "delete"})
OFF = ("disable", "delete")
"""Words that open the lines of flat files; what some of them say is taken back."""
INACTIVE = "inactive:"
MARKS = (INACTIVE, "protect:")
"""Words in front of a statement: it does not hold, or may not be changed."""
SECTION = re.compile(r"\[[^\[\]]+\]$")
BANNERS = ("banner", "header")
"""Words that open a text behind one word more, between signs of any kind: `banner motd # Welcome`."""
ENDED = re.compile(r"(?:end|return)\s*$")
SCRIPT = re.compile(r"(?:\S+[#>] ?)?(?:conf(?:igure)?(?: t(?:erm(?:inal)?)?)?|system-view)\s*$")
ECHOED = "echo "
"""What opens a line that is shown while a file is read, and sets nothing; the block around it goes on."""
DEEPEST = 20
MOST_TEXT = 200
DIGITS = re.compile(r"\d+")
OPEN_QUOTE = re.compile(r'\s"')
LEAST_SEPARATED = 3
PUNCTUATION = re.compile(r"[\W_]*$")
HEX_BODY = re.compile(
    r"(?:[0-9A-Fa-f]{8}\s*)+$|[A-Za-z0-9+/]{40,}={0,2}$|redacted-key-[a-z0-9]+(?:-[0-9a-f]{10})?$"
)
"""The body of a certificate or key, as it is or as loading redacts it."""


class Statement:
    """One statement: its tokens, the lines [first, last] it stands on, the statements inside it.

    `negated`: behind `no` or `undo`; `inactive`: it is there, and does not hold, as its own line says
    where it is `marked`; `doubtful`: a later line may take it back or change it; `body`: the text over several lines
    that it opens. `single` is set when the statement turns out to be a record of its own, so that its values need no
    longer names.
    `takes`: it has taken back what stood before it, and says nothing else.
    `keywords` counts the first tokens that are known to be keywords; a `silent` statement sets nothing: what it says is
    set anew, or it has no value.
    A `separate` one is an element of a list: never the same entity as another; `unnamed`: its key is not in the file.
    """

    def __init__(self, tokens: list[str], first: int, negated: bool = False, comment: bool = False) -> None:
        self.tokens = tokens
        self.first = first
        self.last = first
        self.negated = negated
        self.comment = comment
        self.raw = ""
        self.said = ""
        self.body = ""
        self.single = False
        self.keywords = 0
        self.silent = False
        self.inactive = False
        self.marked = False
        self.doubtful = False
        self.takes = False
        self.separate = False
        self.unnamed = False
        self.children: list[Statement] = []

    def text(self) -> str:
        """Return what it says, without the word that opens every line, a negation, and what marks its block or text."""
        if not self.said:
            return " ".join(self.tokens)
        return self.said.rsplit(None, 1)[0] if self.body else self.said

    def rest(self, index: int) -> str:
        """Return the statement's text from its token `index` on, as it is written."""
        return " ".join(self.raw[self._begin(index) :].split())

    def copy(self, children: list[Statement]) -> Statement:
        """Return it on the same lines, with other statements inside."""
        new = Statement(list(self.tokens), self.first, self.negated)
        new.last, new.raw, new.said = self.last, self.raw, self.said
        new.body, new.children = self.body, children
        return new

    def behind(self, index: int) -> Statement:
        """Return what stands behind the first tokens as a statement of its own."""
        rest = Statement(self.tokens[index:], self.first)
        rest.raw = rest.said = self.raw[self._begin(index) :]
        rest.last = self.last
        return rest

    def _begin(self, index: int) -> int:
        """Return where in the text the token `index` begins."""
        at = end = 0
        for token in self.tokens[: index + 1]:
            at = max(self.raw.find(token, end), end)
            end = at + len(token)
        return at


Stack = list[tuple[float, Statement]]
"""The statements whose blocks are open, with their depths."""


def read_statements(lines: list[str], style: str, lead: str = "") -> list[Statement]:
    """Build the statement tree. `style` is "indented", "braces" or "flat"; `lead` opens every line of a flat file."""
    if style == "braces":
        statements = tell_apart(read_braces(lines))
        take_back(statements, style)
        return inherit(statements, style)
    root = Statement([], 0)
    stack: Stack = [(-1, root)]
    if style == "flat":
        for first, last, text in whole_lines(enumerate(lines)):
            flat = None if PUNCTUATION.match(text) else place(text, text, stack, style, lead, first)[0]
            if flat is not None:
                flat.last = last
                root.children.append(flat)
        return take_back_paths([(each.raw.partition(" ")[0], each) for each in root.children])
    lines = indent_closed(lines)
    script = script_begins(lines)
    if not has_sections(lines):
        lines = [f"! {line}" if SECTION.match(line) else line for line in lines]
    ends = marked_ends(lines)
    closing = closing_words(lines)
    separated = are_separated(lines)
    openers = Counter(opening(line) for line in lines if line.strip())
    after = 0
    while after < len(lines):
        number, text, stripped = after, lines[after], lines[after].strip()
        after += 1
        if PUNCTUATION.match(stripped):
            if separated and is_separator(text):
                del stack[1:]
            continue
        if text.startswith(ECHOED) and len(stack) > 1:  # said between two parts of one block
            said, _ = place(text, stripped, [(-1, root)], style, lead, number)
            root.children += [said] if said else []
            continue
        if stripped in closing and close(stack, indent_of(text), number):
            continue
        statement, depth = place(text, stripped, stack, style, lead, number)
        if statement is None:
            stack[-1][1].last = number
            continue
        stack[-1][1].children.append(statement)
        if not statement.comment and len(stack) <= DEEPEST:
            stack.append((depth, statement))
        if number in ends:
            statement.last = ends[number]
            statement.body = "\n".join(lines[after : ends[number]])
            after = ends[number] + 1
        else:
            after = body_end(lines, number, statement, openers)
    take_back(root.children, style)
    if script < len(lines):
        for each in root.children:
            doubt([each], inactive=each.first >= script)
    return inherit(tell_apart(root.children), style)


def script_begins(lines: Sequence[str]) -> int:
    """Return where a script without indented blocks begins, behind the end of a configuration; else their number."""
    ended = next((at for at, line in enumerate(lines) if ENDED.match(line)), len(lines))
    indented = (at for at in range(len(lines) - 1, ended, -1) if lines[at][:1] in (" ", "\t"))
    begin = max(ended, next(indented, ended))
    return next((at for at in range(begin, len(lines)) if SCRIPT.match(lines[at])), len(lines))


def doubt(statements: Sequence[Statement], *, inactive: bool) -> None:
    """Mark statements as what a script may change, or as that script, whose blocks are not known."""
    for each in statements:
        each.doubtful = True
        each.inactive = each.inactive or inactive
        doubt(each.children, inactive=inactive)


def is_lead(word: str, lead: str) -> bool:
    """True for a word that opens the lines of a flat file, or one of several such verbs (`add/set`)."""
    return bool(lead) and (word == lead or (word in VERBS and word in lead.split("/")))


def has_sections(lines: Sequence[str]) -> bool:
    """True where names in brackets stand over settings with `=`; a lone `[V200R021]` names the release of a file."""
    said = [line for line in lines if line.strip() and line.lstrip()[0] not in COMMENT_SIGNS]
    behind = [said[at + 1] for at, line in enumerate(said[:-1]) if SECTION.match(line)]
    return sum("=" in line or line[0] == "[" for line in behind) >= 0.5 * len(behind)


def is_separator(line: str) -> bool:
    """True for a sign of comments that stands alone at the begin of a line."""
    return line.rstrip() in ("!", "#")


def are_separated(lines: Sequence[str]) -> bool:
    """True where signs that stand alone come before the blocks: behind one, an indented line is in no block.

    Of a row of blocks that open with one word only the first needs one.
    """
    shown = [line for line in lines if line.strip()]
    opened = [
        at
        for at, line in enumerate(shown[:-1])
        if line[0] not in " \t!#" and shown[at + 1][0] in " \t" and shown[at + 1].strip()[0] not in "!#"
    ]
    behind = [at > 0 and is_separator(shown[at - 1]) for at in opened]
    words = [shown[at].split()[0] for at in opened]
    counted = [
        is_behind
        for is_behind, word, before in zip(behind, words, ["", *words], strict=False)
        if is_behind or word != before
    ]
    return len(counted) >= LEAST_SEPARATED and sum(counted) >= 0.8 * len(counted)


def close(stack: Stack, depth: float, number: int) -> bool:
    """Let the block that a word closes own its line; false where none is open at that depth."""
    while len(stack) > 1 and stack[-1][0] > depth:
        stack.pop()
    if len(stack) == 1 or stack[-1][0] != depth:
        return False
    stack[-1][1].children.append(Statement([], number))
    stack.pop()
    return True


def read_braces(lines: Sequence[str]) -> list[Statement]:
    """Build the tree of statements that braces nest."""
    root = Statement([], 0)
    stack: Stack = [(-1, root)]
    for text, first, last in cut_lines(lines):
        parent = stack[-1][1]
        if PUNCTUATION.match(text):
            for sign in text:
                if sign == "}" and len(stack) > 1:
                    stack.pop()
            if text[-1] == "{":
                stack.append((len(stack), stack[-1][1]))
            continue
        statement, _ = place(text, text, stack, "braces", "", first)
        if statement is None:
            parent.last = last
            continue
        statement.last = last
        parent.children.append(statement)
        if text[-1] == "{" and not statement.comment:
            stack.append((len(stack), statement if len(stack) < DEEPEST else parent))
    return root.children


def marked_ends(lines: Sequence[str]) -> dict[int, int]:
    """Find texts that end with a line `EOF`: the index of the statement that opens each → that of its last line.

    That is the nearest one that opens a banner; else what stands behind a blank line or a sign that stands alone.
    """
    ends: dict[int, int] = {}
    for end, line in enumerate(lines):
        if line.strip() == "EOF":
            least = max(0, end - MOST_TEXT, *(each + 1 for each in ends.values()))
            first = end
            while first > 0 and lines[first - 1].strip() not in ("", "!", "EOF"):
                first -= 1
            banners = (at for at in range(end - 1, least - 1, -1) if lines[at].startswith(BANNERS))
            first = next(banners, first)
            if first < end:
                ends[first] = end
    return ends


def place(
    text: str, stripped: str, stack: Stack, style: str, lead: str, number: int
) -> tuple[Statement | None, float]:
    """Make the statement of one line, with its depth, and leave what holds it on the stack; none for a body line."""
    depth: float = indent_of(text)
    if SECTION.match(stripped) and depth == 0 and style == "indented":
        depth, stripped = -0.5, stripped[1:-1]
    excludes = style == "braces" and len(stack) > 1 and stripped[0] == "!" and stripped[-1] == ";"
    comment = (stripped[0] in COMMENT_SIGNS and not excludes) or stripped[:2] in ("//", "/*")
    if style == "indented" and not comment:
        while len(stack) > 1 and stack[-1][0] >= depth:
            stack.pop()
    if comment:
        said = stripped.lstrip(COMMENT_SIGNS + "/* ").rstrip("*/ ")
        return Statement([said], number, comment=True), depth
    if HEX_BODY.match(stripped) and len(stack) > 1:
        return None, depth
    marks, stripped = _without_marks(stripped)
    tokens = tokenize(stripped)
    verb = tokens[0] if tokens and is_lead(tokens[0], lead) and len(tokens) > 1 else ""
    if verb:
        tokens = tokens[1:]
        if style == "indented":
            tokens[1:] = [quoted_word(token) for token in tokens[1:]]
    if len(tokens) > 2 and tokens[0] == INTERFACE and KIND.match(tokens[1]) and PLACE.match(tokens[2]):
        tokens[1:3] = [tokens[1] + " " + tokens[2]]
    first = 0 if style != "flat" or NEGATIONS[0] not in tokens else tokens.index(NEGATIONS[0])
    negated = len(tokens) > first + 1 and tokens[first] in NEGATIONS
    tokens = tokens[:first] + tokens[first + 1 :] if negated else tokens
    statement = Statement(tokens, number, negated != (verb in OFF))
    statement.raw = stripped
    statement.inactive = statement.marked = INACTIVE in marks
    statement.said = words_of(stripped, style, verb, negated)
    return statement, depth


def _without_marks(text: str) -> tuple[list[str], str]:
    """Take the marks off a statement; returns them, and the rest."""
    marks = list[str]()
    while text.startswith(MARKS) and " " in text:
        mark, text = text.split(None, 1)
        marks.append(mark)
    return marks, text


def words_of(text: str, style: str, verb: str, negated: bool) -> str:
    """Return a line's text without the word that opens every line, and without a negation."""
    text = text.rstrip("{; ") if style == "braces" else text
    text = text.split(None, 1)[1] if verb else text
    if not negated:
        return text
    if text.split(None, 1)[0] in NEGATIONS:
        return text.split(None, 1)[1]
    return re.sub(rf"\s{NEGATIONS[0]}(?=\s)", "", text, count=1)


def body_end(lines: Sequence[str], number: int, statement: Statement, openers: Mapping[str, int]) -> int:
    """Return the line after the statement; text behind a mark that it ends with belongs to it, up to the mark.

    So does quoted text over several lines. Lines that are statements elsewhere are no text: `openers` counts how
    all lines begin.
    """
    after = number + 1
    if len(statement.tokens) < 2 or statement.comment:
        return after
    mark, begun = delimiter(statement)
    quoted = not mark and OPEN_QUOTE.search(lines[number]) and has_odd_quotes(lines[number])
    last = number + (MOST_QUOTED if quoted else MOST_TEXT if mark else 0)
    for end in range(after, min(len(lines), last)):
        line = lines[end].rstrip()
        closed = line.strip() == mark or (len(mark) <= 2 and line.endswith(mark))
        if not (has_odd_quotes(line) if quoted else closed):
            continue
        if mark and end == after and not begun:
            end = doubled_end(lines, end, mark)
        surely = lines[number].rstrip().endswith(' "')  # nothing stands behind the quote
        surely = surely or (mark != "" and (mark[0] == "^" or statement.tokens[0] in BANNERS))
        if are_statements(lines[after:end], lines[number], openers, surely=surely):
            return after
        if quoted:
            close_quote(statement, lines[number : end + 1])
        else:
            close_text(statement, mark, [begun, *lines[after:end], line.removesuffix(mark)])
        statement.last = end
        return end + 1
    return after


def doubled_end(lines: Sequence[str], first: int, mark: str) -> int:
    """Return the last line of a text whose first line is another mark, as it is where a mark was typed twice."""
    marks = [at for at in range(first, min(len(lines), first + MOST_TEXT)) if lines[at].strip() == mark]
    twice = (after for at, after in pairwise(marks[1:]) if after == at + 1)
    return next(twice, first)


def close_text(statement: Statement, mark: str, lines: Sequence[str]) -> None:
    """Make the body of a text between two marks; what holds the first mark is one word."""
    at = next(at for at, token in enumerate(statement.tokens) if token.startswith(mark))
    before, word = statement.tokens[:at], statement.tokens[at].replace(mark, "") or "text"
    statement.tokens[:] = [*before, word if at == len(statement.tokens) - 1 else "text"]
    statement.said = " ".join(statement.tokens)
    first, *rest = lines
    statement.body = "\n".join([*filter(None, [first]), *rest[:-1], *filter(str.strip, rest[-1:])])


def has_odd_quotes(line: str) -> bool:
    """True where a quote of a line is not closed in it."""
    return (line.count('"') - line.count('\\"')) % 2 == 1


def close_quote(statement: Statement, lines: Sequence[str]) -> None:
    """Make one token of a text in quotes that goes on for lines."""
    before, _, text = lines[0].rpartition('"')
    text = "\n".join([text, *lines[1:]]).strip()
    tokens = tokenize(before)
    statement.tokens[:] = [*statement.tokens[: len(tokens) - statement.negated], '"' + text]
    if statement.tokens[-1][-1:] != '"':
        statement.tokens[-1] += '"'
    statement.said = " ".join(statement.tokens)


def are_statements(
    body: Sequence[str], opener: str, openers: Mapping[str, int], *, surely: bool = False
) -> bool:
    """True where lines begin as the one before them does, or most of them as several lines outside of them do.

    The latter does not count where a text `surely` begins before them.
    """
    words = [opening(line) for line in body if line.strip()]
    inside = Counter(words)
    known = sum(openers[word] - inside[word] > 1 and word[0].isalnum() for word in words)
    return opening(opener) in inside or (known > 0.5 * len(words) and not surely)


def opening(line: str) -> str:
    """Return the first two words of a line, its numbers all alike."""
    return DIGITS.sub("0", " ".join(line.split(None, 2)[:2]))


def delimiter(statement: Statement) -> tuple[str, str]:
    """Find the sign that opens a text over several lines, and the text behind it: `^C`, or one sign, at the end.

    Behind a word that opens a banner it may be a letter, too, and text may follow it.
    """
    last = statement.tokens[-1]
    words = statement.raw.split(None, 2)
    if words[0] in BANNERS and len(words) == 3 and words[2][0] != '"':
        found = re.match(r"\^[A-Z]|\w(?=\s|$)|[^\w\s]", words[2])
        mark = found.group() if found else ""
        begun = words[2].removeprefix(mark)
        return (mark, begun.strip()) if mark not in begun else ("", "")
    if re.match(r"\^[A-Z]", last) and last.count("^") == 1:
        return last[:2], last[2:]
    if len(last) == 1 and not last.isalnum() and last not in "*?-+/|.,:":
        return last, ""
    return "", ""
