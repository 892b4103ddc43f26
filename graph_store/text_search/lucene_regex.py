"""Translates Lucene's regular expressions for the index that runs them: tantivy's, or Lucene's own.

All match one whole token. Tokens are lower-case, so letters are lowered here. What can stand only outside a
token (anchors, the punctuation that the analyzer takes off a word) is dropped from the two ends of the
expression.
"""

from __future__ import annotations

import re

from graph_store.text_search.errors import LuceneSyntaxError


def decimal_interval(first: str, last: str) -> str:
    """Write the numbers from one end to the other, both included, in either order, as Lucene's `<1-24>` means them.

    Ends of one length fix the number of digits; else any number of zeros may lead.
    """
    low, high = sorted((int(first), int(last)))
    if len(first) == len(last):
        width = len(first)
        return "|".join(_same_length(str(low).zfill(width), str(high).zfill(width)))
    branches = []
    while len(str(low)) < len(str(high)):
        nines = 10 ** len(str(low)) - 1
        branches += _same_length(str(low), str(nines))
        low = nines + 1
    return "0*(" + "|".join([*branches, *_same_length(str(low), str(high))]) + ")"


def _same_length(low: str, high: str) -> list[str]:
    """List expressions for the digit strings between two of one length."""
    if low == high:
        return [low]
    if low[0] == high[0]:
        return [low[0] + rest for rest in _same_length(low[1:], high[1:])]
    rest = len(low) - 1
    first, last = int(low[0]), int(high[0])
    branches = []
    if low[1:] != "0" * rest:
        branches += [low[0] + tail for tail in _same_length(low[1:], "9" * rest)]
        first += 1
    full_top = high[1:] == "9" * rest
    top = last if full_top else last - 1
    if first <= top:
        branches.append((str(first) if first == top else f"[{first}-{top}]") + "[0-9]" * rest)
    if not full_top:
        branches += [high[0] + tail for tail in _same_length("0" * rest, high[1:])]
    return branches


LARGEST_PATTERN = 1000
"""Positions of a pattern's automaton, where a class counts as four; larger ones take seconds to compile."""
_PIECE = re.compile(r"\\.|\[(?:\\.|[^\]\\])*+(?:\]|$)|\{(\d++),?(\d*+)\}|.", re.DOTALL)
_MOST_DIGITS = 18
_DEEPEST = 50
_CLASSES = {"d": "0-9", "w": "A-Za-z0-9_", "s": " \\t\\n\\r"}
_NOT_IN_LUCENE = {"b", "B", "A", "z", "Z"}
_REPEAT = re.compile(r"[*+?]|\{([0-9]+)(?:(,)([0-9]*))?\}")
_INTERVAL = re.compile(r"<([0-9]+)-([0-9]+)>")
_STRING = re.compile(r'"([^"]*)"')
_OUTSIDE_TOKENS = r"(?:\\[^\w/]|[%,;:'=!^$])"
_LEADING = re.compile(rf"{_OUTSIDE_TOKENS}+(?![*+?{{])(?=.)", re.DOTALL)
_TRAILING = re.compile(rf"(?<!\\){_OUTSIDE_TOKENS}+$", re.DOTALL)
_ANYTHING = re.compile(r"[.*+?@]*")
_RESERVED = {
    "&": "an intersection, which this index cannot run",
    "~": "a complement, which this index cannot run",
    "#": "the empty language",
    "<": "an unfinished interval",
    '"': "a quote that is never closed",
    "*": "nothing to repeat",
    "+": "nothing to repeat",
    "?": "nothing to repeat",
    "{": "nothing to repeat",
}


def rust_regex(source: str, query: str, position: int) -> str:
    """Translate for tantivy; `position` is that of the expression in the query. Raises LuceneSyntaxError."""
    return _Translation(source, query, position).whole()


def automaton_size(pattern: str) -> int:
    """Count the positions of a translated pattern, each repeat written out; nothing is compiled for it."""
    sizes, last = [0], 0
    for piece in _PIECE.finditer(pattern):
        text = piece[0]
        if piece[1]:
            times = max(int(piece[1]), int(piece[2] or 0), 1)
            sizes[-1] += last * (times - 1)
            last *= times
        elif text == "(":
            sizes.append(0)
        elif text == ")":
            last = sizes.pop()
            sizes[-1] += last
        elif text not in "|*+?":
            last = 4 if text == "." or text[0] == "[" or (text[0] == "\\" and text[1].isalpha()) else 1
            sizes[-1] += last
    return sizes[0]


def lucene_regex(source: str, query: str, position: int) -> str:
    """Translate for Lucene itself, as `rust_regex` does: what is found, and what refused, is the same."""
    return _LuceneTranslation(source, query, position).whole()


def escape_literal(text: str) -> str:
    """Write a text so that tantivy's automaton reads each character as itself."""
    return re.sub(r"([\\.+*?()|\[\]{}^$#&~-])", r"\\\1", text)


def escape_lucene(text: str) -> str:
    """Write a text so that Lucene's automaton reads each character as itself."""
    return re.sub(r"([\\.+*?()|\[\]{}^$#&~@<>\"/-])", r"\\\1", text)


class _Translation:
    """Walks over the expression once, left to right; each method returns what it read, translated for tantivy."""

    def __init__(self, source: str, query: str, position: int) -> None:
        self._source = source
        self._query = query
        self._position = position
        self._at = 0

    def literal(self, text: str) -> str:
        return escape_literal(text)

    def shorthand(self, letter: str, in_class: bool) -> str:
        """Write a class of one letter, such as `\\D`."""
        members = _CLASSES[letter.lower()]
        return f"[^{members}]" if letter.isupper() else members if in_class else f"[{members}]"

    def whole(self) -> str:
        if "|" not in self._source:
            self._drop_ends()
        translated = self._union(0)
        if self._at < len(self._source):
            raise self._error(repr(self._peek()), "the end of the expression, or \\) for the character")
        size = automaton_size(translated)
        if size > LARGEST_PATTERN:
            raise self._error(f"{size:,} positions", f"at most {LARGEST_PATTERN:,}: fewer or smaller repeats")
        return translated

    def _drop_ends(self) -> None:
        leading = _LEADING.match(self._source)
        self._at = leading.end() if leading else 0
        trailing = _TRAILING.search(self._source, self._at + 1)
        if trailing:
            self._source = self._source[: trailing.start()]
        if (leading or trailing) and _ANYTHING.fullmatch(self._source, self._at):
            expected = "letters or digits: words have none around them"
            raise self._error("nothing but outer punctuation", expected)

    def _error(self, found: str, expected: str) -> LuceneSyntaxError:
        place = self._position + self._at
        return LuceneSyntaxError(self._query, place, f"{found} in a regular expression", expected)

    def _check_digits(self, *numbers: str | None) -> None:
        digits = max(len(number or "") for number in numbers)
        if digits > _MOST_DIGITS:
            raise self._error(f"a number of {digits:,} digits", f"at most {_MOST_DIGITS} digits")

    def _peek(self) -> str:
        return self._source[self._at : self._at + 1]

    def _take(self) -> str:
        self._at += 1
        return self._source[self._at - 1]

    def _matched(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self._source, self._at)
        if match:
            self._at = match.end()
        return match

    def _union(self, depth: int) -> str:
        if depth > _DEEPEST:
            raise self._error("too many parentheses", f"at most {_DEEPEST} inside each other")
        branches = [self._branch(depth)]
        while self._peek() == "|":
            self._at += 1
            branches.append(self._branch(depth))
        return "|".join(branches)

    def _branch(self, depth: int) -> str:
        """Read what stands between two bars; anchors at its ends say what holds anyway."""
        if self._peek() == "^":
            self._at += 1
        parts = []
        while self._peek() not in ("", "|", ")"):
            if self._peek() == "$" and self._source[self._at + 1 : self._at + 2] in ("", "|", ")"):
                self._at += 1
                break
            parts.append(self._repeated(depth))
        if not parts:
            raise self._error("nothing to match", "a character, a class, a group or a string")
        return "".join(parts)

    def _repeated(self, depth: int) -> str:
        atom = self._atom(depth)
        repeats = 0
        while match := self._matched(_REPEAT):
            lowest, comma, highest = match.groups()
            self._check_digits(lowest, highest)
            if comma and highest and int(highest) < int(lowest):
                raise self._error(match[0], "the smaller number first")
            atom = (f"({atom})" if repeats else atom) + match[0]
            repeats += 1
        return atom

    def _atom(self, depth: int) -> str:
        character = self._peek()
        if character == "(":
            return self._group(depth)
        if character == "[":
            return self._class()
        if character == "\\":
            return self._escaped()
        if match := self._matched(_STRING):
            return f"({self.literal(match[1].lower())})"
        if match := self._matched(_INTERVAL):
            self._check_digits(match[1], match[2])
            return f"({decimal_interval(match[1], match[2])})"
        if character in _RESERVED:
            found = f"{character!r} ({_RESERVED[character]})"
            raise self._error(found, f"\\{character} for the character itself")
        self._at += 1
        return {".": ".", "@": ".*"}.get(character) or self.literal(character.lower())

    def _group(self, depth: int) -> str:
        if self._source.startswith("(?", self._at):
            raise self._error("'(?'", "plain parentheses; flags are not needed, case is ignored")
        self._at += 1
        inner = "" if self._peek() == ")" else self._union(depth + 1)
        if self._peek() != ")":
            raise self._error("a parenthesis that is never closed", "a closing one, or \\( for the character")
        self._at += 1
        return f"({inner})"

    def _escaped(self) -> str:
        self._at += 1
        character = self._peek()
        if not character:
            raise self._error("a backslash at the end", "the character that it escapes, or \\\\")
        if character in _NOT_IN_LUCENE:
            raise self._error(f"'\\{character}'", "no anchors: an expression matches one whole token")
        self._at += 1
        if character.lower() in _CLASSES:
            return self.shorthand(character, False)
        return self.literal(character.lower())

    def _class(self) -> str:
        opening = self._at
        self._at += 1
        members = "^" if self._peek() == "^" else ""
        self._at += len(members)
        while self._peek() != "]":
            if not self._peek():
                self._at = opening
                raise self._error("a '[' that is never closed", "a ']', or \\[ for the character")
            members += self._class_member()
        self._at += 1
        if members in ("", "^"):
            raise self._error("an empty class", "at least one character between [ and ]")
        return f"[{members}]"

    def _class_member(self) -> str:
        first = self._take()
        if first == "\\":
            first = self._take() if self._peek() else first
            if first.lower() in _CLASSES:
                return self.shorthand(first, True)
        if self._peek() != "-" or self._source[self._at + 1 : self._at + 2] in ("", "]"):
            return _class_range(first, first)
        self._at += 1
        last = self._take()
        last = self._take() if last == "\\" and self._peek() else last
        if last < first:
            raise self._error(f"'{first}-{last}'", "the smaller character first")
        return _class_range(first, last)


class _LuceneTranslation(_Translation):
    """Translates for Lucene, which knows `\\d` and the like, but no class inside a class."""

    def literal(self, text: str) -> str:
        return escape_lucene(text)

    def shorthand(self, letter: str, in_class: bool) -> str:
        return f"\\{letter}"


def _class_range(first: str, last: str) -> str:
    """Write a range of a class, with the lower case of the capital letters in it."""
    capitals = (max(first, "A"), min(last, "Z"))
    written = _bounds(first, last)
    if capitals[0] <= capitals[1]:
        written += _bounds(capitals[0].lower(), capitals[1].lower())
    elif first == last and len(first.lower()) == 1 and first.lower() != first:
        written += _bounds(first.lower(), first.lower())
    return written


def _bounds(first: str, last: str) -> str:
    low, high = (f"\\{end}" if end in "\\[]^&~-" else end for end in (first, last))
    return low if first == last else f"{low}-{high}"
