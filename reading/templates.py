"""The templates of log messages: constant words and named places, compiled to patterns that take linear time.

`docs/parsers.md` describes the language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from reading.compiled import TEMPLATES, Compiled
from reading.values import without_groups

WILDCARD = "<*>"
MOST_OPEN = 3
"""Places of any length that a template may have before its words become anchors."""
NUMBERS = {"int": "-?[0-9]+", "float": r"-?[0-9]+(?:\.[0-9]+)?"}
KINDS = frozenset(("", "word", "text", "bool", *NUMBERS))
CONVERTED = frozenset(("bool", *NUMBERS))
SWITCHES = ("true", "false")
_OWN = r"(?:[^<>\\]|\\.)+"
PLACE = re.compile(rf"<([A-Za-z_]\w*)(\??)(?:([:=])({_OWN}))?>")
_TOKEN_PLACE = re.compile(rf"<(?:[A-Za-z_]\w*\??)?(?:[:=]{_OWN})?>")
_TOKEN = re.compile(
    r"(?P<less><<>)|(?P<maybe>< >)|(?P<open><\?)|(?P<close>\?>)"
    rf"|(?P<place><[A-Za-z_]\w*\??(?:[:=]{_OWN})?>)|(?P<dropped><:{_OWN}>)"
    r"|(?P<space>\s+)|(?P<text>[^\s<?]+)|(?P<mark>.)"
)
_ANCHOR = re.compile(r"[A-Za-z]{2}")
_LITERAL = r"(?:[^\\^$.*+?()\[\]{}|<>]|\\[^A-Za-z0-9])*"
_PLAIN = re.compile(_LITERAL)
_CONSTANT = re.compile(rf"<[A-Za-z_]\w*=({_LITERAL})>")
_BEGINNING = re.compile(r"(?:[A-Za-z](?![*+?{])(?:[\w/-](?![*+?{])|\\[^\w\s])*)?")


class TemplatePiece:
    """A constant `text`, a place, or an optional part. `space` is a blank (white space), `~` (perhaps some) or none.

    `kind` of a place is one of KINDS or a pattern; one without a name is not kept; the text of one that `stays` is a
    part of the template; one that is `blank` may have no text. `constant` is the text that a piece always has; blank
    where it varies.
    """

    optional: Sequence[TemplatePiece] = ()
    is_place = stays = blank = False
    name = kind = ""

    def __init__(self, text: str, space: str) -> None:
        self.text = self.constant = text
        self.space = space

    @property
    def is_open(self) -> bool:
        """Whether it may end in many places."""
        own = self.kind not in KINDS and ("*" in self.kind or "+" in self.kind)
        return self.kind == "text" or own or any(each.name for each in self.optional)


def make_place(written: str, space: str) -> TemplatePiece:
    """Make the piece for a place as it is written: `<port:int>`."""
    piece = TemplatePiece("", space)
    found = PLACE.fullmatch(written)
    name, blank, sign, kind = found.groups() if found else ("", "", ":", written[2:-1])
    piece.is_place, piece.name, piece.kind = True, name, kind or ""
    piece.stays, piece.blank = sign == "=", bool(blank)
    if piece.stays and _PLAIN.fullmatch(piece.kind):
        piece.constant = _plain(piece.kind)
    return piece


class TemplateRow:
    """One row of a table of events. `first` and `last` are its words at both ends; blank where they vary.

    `fullmatch` is compiled when it is first needed: most messages of a text are of few events.
    """

    def __init__(self, type_name: str, template: str) -> None:
        self.type, self.text = type_name, template
        self.repeats = False
        self.places: Sequence[tuple[str, str]] = ()
        self.fullmatch: Callable[[str, int, int], re.Match[str] | None] | None = None
        known = TEMPLATES.get(template)
        self.first, self.last = known[:2] if known else find_ends(template)

    def compile(self) -> Callable[[str, int, int], re.Match[str] | None]:
        """Compile the pattern. Raises ValueError for a template that cannot be read."""
        *_, pattern, self.places = TEMPLATES.get(self.text) or compile_template(self.text)
        self.repeats = len({name for name, _ in self.places}) < len(self.places)
        try:
            self.fullmatch = re.compile(pattern).fullmatch
        except re.error as error:
            raise ValueError(f"template {self.text!r}: {error}") from error
        return self.fullmatch

    def template(self, groups: Sequence[str | None] = ()) -> str:
        """Write the template: `<*>` for places, but for the texts of those that stay, and for true and false."""
        return "".join(_written(split_template(self.text), iter(groups))).strip()


def compile_template(template: str) -> Compiled:
    """Return the first and the last word, the pattern, and its places with the kinds to convert their texts to."""
    pieces = split_template(template)
    named = [each for piece in pieces for each in (piece.optional or (piece,)) if each.name]
    places = tuple((each.name, each.kind if each.kind in CONVERTED else "") for each in named)
    return *find_ends(template), _whole_pattern(pieces), places


def split_template(template: str) -> list[TemplatePiece]:
    """Take a template apart. Raises ValueError where an optional part has no end."""
    pieces: list[TemplatePiece] = []
    outer: list[TemplatePiece] | None = None
    space = ""
    for found in _TOKEN.finditer(template.strip()):
        group = found.lastgroup
        if group in ("space", "maybe"):
            space = " " if group == "space" else "~"
            continue
        if group == "open" and outer is None:
            outer, pieces = pieces, []
        elif group == "close" and outer is not None:
            part = TemplatePiece("", "")
            part.optional = pieces
            outer.append(part)
            pieces, outer = outer, None
        elif group in ("place", "dropped"):
            pieces.append(make_place(found[0], space))
        else:
            pieces.append(TemplatePiece("<" if group == "less" else found[0], space))
        space = ""
    if outer is not None:
        raise ValueError(f"template {template!r}: an optional part begins with <? and has no ?> at its end")
    return pieces


def _whole_pattern(pieces: Sequence[TemplatePiece]) -> str:
    """Write the pattern; with many places of any length nothing is taken back before a constant word.

    Without that, the time for a long line grows with a power of its length: each such place tries all its ends.
    """
    written = [_pattern(pieces, place) for place in range(len(pieces))]
    open_ones = (piece.is_open or text.endswith("?)") for piece, text in zip(pieces, written, strict=True))
    if sum(open_ones) < MOST_OPEN:
        return r"\s*+" + "".join(written)
    made, segment = r"\s*+", ""
    for piece, text in zip(pieces, written, strict=True):
        segment += text
        if _ANCHOR.search(piece.constant):
            made += f"(?>{segment})"
            segment = ""
    return made + segment


def _pattern(pieces: Sequence[TemplatePiece], place: int, begins: bool = True) -> str:
    piece = pieces[place]
    if piece.optional:
        inner = "".join(_pattern(piece.optional, each, False) for each in range(len(piece.optional)))
        return f"(?:{inner})?"
    space = "" if begins and not place else {" ": r"\s++", "~": r"\s*+"}.get(piece.space, "")
    if not piece.is_place:
        return space + re.escape(piece.text)
    return f"{space}({'' if piece.name else '?:'}{_place_pattern(pieces, place)})"


def _place_pattern(pieces: Sequence[TemplatePiece], place: int) -> str:
    piece = pieces[place]
    if piece.kind in NUMBERS:
        return NUMBERS[piece.kind] + "|" * piece.blank
    count = "*" if piece.blank else "+"
    if piece.kind == "text":
        return f".{count}?"
    if piece.kind in KINDS:
        return _word_pattern(pieces, place, count)
    own: str = without_groups(piece.kind)
    return own + "|" * piece.blank


def _word_pattern(pieces: Sequence[TemplatePiece], place: int, count: str) -> str:
    """A word ends at white space, or at the sign that stands right behind it."""
    follows = pieces[place + 1] if place + 1 < len(pieces) else None
    if follows is not None and follows.optional:
        follows = follows.optional[0]
        if follows.space:
            return rf"\S{count}?"
    if follows is None or follows.space == " ":
        return rf"\S{count}"
    sign = "" if follows.space or pieces[place].kind == "word" else follows.constant[:1]
    return (
        rf"[^\s{re.escape(sign)}]{count}" if sign and sign != "." and not sign.isalnum() else rf"\S{count}?"
    )


def find_ends(template: str) -> tuple[str, str]:
    """Return the first and the last word; blank where it is not constant and the same in every message."""
    words = template.split()
    if not words:
        return "", ""
    if ">" in words[-1] or "<" in words[-1]:
        flat = _TOKEN_PLACE.sub(_without_name, template).replace("< >", "<>").split()
        return _constant_word(flat[0]), _constant_word(flat[-1])
    return _constant_word(words[0]), words[-1]


def _without_name(found: re.Match[str]) -> str:
    return found[0] if _CONSTANT.fullmatch(found[0]) else "<>"


def _constant_word(word: str) -> str:
    """Return a word without the signs of a place whose text is always the same; blank for one that varies."""
    if word.endswith("?>"):
        return ""
    if "<" not in word:
        return word
    word = _CONSTANT.sub(lambda found: _plain(found[1]), word.replace("<<>", "\0"))
    return "" if "<" in word else word.replace("\0", "<")


def _plain(pattern: str) -> str:
    text: str = re.sub(r"\\(.)", r"\1", pattern)
    return text


def _written(pieces: Sequence[TemplatePiece], groups: Iterator[str | None]) -> Iterator[str]:
    """Yield the parts of a template. What may be missing between constant words is a place, there or not."""
    closed = gap = False
    for piece in pieces:
        if piece.optional:
            for each in piece.optional:
                if each.name:
                    next(groups, None)
            gap = closed
            continue
        text = next(groups, None) if piece.name else None
        stays = text is not None and (piece.stays or text in SWITCHES)
        closed = not piece.is_place or bool(piece.constant) or stays
        if gap and closed:
            yield " " + WILDCARD
        gap = False
        yield " " if piece.space else ""
        if not piece.is_place or piece.constant:
            yield piece.constant
        elif text is not None and stays:
            yield text
        else:
            yield ("" if piece.kind in KINDS or piece.stays else _beginning(piece.kind)) + WILDCARD


def _beginning(pattern: str) -> str:
    """Return the word that a place's own pattern begins with: `<node:node-\\d+>` is `node-<*>` in the template."""
    found = _BEGINNING.match(pattern)
    return _plain(found[0]) if found and "|" not in pattern else ""
