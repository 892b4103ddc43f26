"""Puts stand-ins in the place of secrets: in lines of documents as they are read, and in what people type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from ahocorasick_rs import BytesAhoCorasick, Implementation

from language_model.redaction.escaped_names import unescape
from language_model.redaction.find_blocks import BlockPart, SecretBlocks, SnmpBlocks
from language_model.redaction.find_columns import SecretColumns
from language_model.redaction.find_named import find_named
from language_model.redaction.find_placed import PlacedValues
from language_model.redaction.find_shaped import (
    HINTS,
    LEAST_RUN,
    RUN_SIGNS,
    Span,
    find_shaped,
    goes_on,
    is_random_run,
)
from language_model.redaction.find_statements import find_statements, may_be_statement
from language_model.redaction.secret_words import PLAIN, QUALIFIERS, STEMS, Name, name_of
from language_model.redaction.stand_in import STAND_IN, is_default, is_removed, key_stand_in, stand_in

LONGEST = 4_000
"""Characters of a line that are read at once: what stands before a value is read again for each value."""
_PIECES = re.compile(rf"(?s).{{1,{LONGEST}}}(?:(?<=[,;}}>&\s])|$)|.{{1,{LONGEST}}}")


IsName = Callable[[str], bool]
"""Says whether the graph knows a text as the name of a thing."""


def _is_no_name(_: str) -> bool:
    return False


def redact_text(text: str, is_name: IsName = _is_no_name) -> str:
    """Redact what a person types, or a message; what `is_name` of a thing stays."""
    return "\n".join(LineRedactor(is_name=is_name, typed=True).lines(text.split("\n")))


def secrets_in(line: str) -> tuple[str, ...]:
    """Return what stands in a line as a secret: also a stand-in, or what everybody tries first."""
    found = LineRedactor().find(line)
    return tuple(line[start:end] for start, end in found)


class LineRedactor:
    """Reads the lines of one document in order; under `key` equal secrets get equal stand-ins.

    `typed`: a person wrote the lines, so that two words such as "password change" are no statement.
    """

    def __init__(self, key: bytes = b"", is_name: IsName = _is_no_name, *, typed: bool = False) -> None:
        self._key = key
        self._is_name = is_name
        self._typed = typed
        self._blocks, self._snmp = SecretBlocks(), SnmpBlocks()
        self._placed, self._columns = PlacedValues(), SecretColumns()

    def lines(self, lines: Sequence[str]) -> list[str]:
        """Return the next lines of the document, redacted; most are only looked at together."""
        done = list(lines)
        read = 0
        for suspect in (*sorted(_suspects(lines)), len(lines)):
            while read < suspect and self._inside:
                self._read(lines, read, done)
                read += 1
            read = suspect
            if suspect < len(lines):
                self._read(lines, suspect, done)
                read += 1
        return done

    def _read(self, lines: Sequence[str], at: int, done: list[str]) -> None:
        """Redact the line at `at` in `done`, and one above it whose value it names."""
        done[at] = self._line(lines[at])
        reached = self._placed.above(lines, at)
        if reached and done[reached[0]] == lines[reached[0]]:
            done[reached[0]] = self._replace(lines[reached[0]], {reached[1]: ""})

    @property
    def _inside(self) -> bool:
        return self._blocks.inside or self._snmp.inside or self._placed.inside or self._columns.inside

    def _line(self, line: str) -> str:
        if len(line) > LONGEST:
            return "".join(map(self._piece, _PIECES.findall(line)))
        return self._piece(line)

    def _piece(self, line: str) -> str:
        block = self._blocks.read(line)
        if block:
            self._snmp.read(line)
            return self._of_block(line, block)
        found = self.find(line)
        return self._replace(line, found) if found else line

    def find(self, line: str) -> Mapping[Span, str]:
        """Return where secrets stand in the next line, outside of key material, with its kind where known."""
        in_snmp = self._snmp.read(line)
        found: dict[Span, str] = dict.fromkeys(find_shaped(line), "")
        lowered = line.lower()
        stems = [stem for stem in STEMS if stem in lowered]
        known = list(find_statements(line, typed=self._typed))
        found |= dict.fromkeys(known, "")
        found |= dict.fromkeys(self._columns.read(line), "")
        found |= dict.fromkeys(self._placed.read(line, announced=bool(stems), snmp=in_snmp), "")
        if stems:
            found |= dict.fromkeys(find_named(line, stems, snmp=in_snmp, known=known), "")
        found |= dict.fromkeys(_find_escaped(line), "")
        return found | dict.fromkeys(self._snmp.named(line), "community")

    def _of_block(self, line: str, block: BlockPart) -> str:
        body = line[block.start : block.end]
        made = body if STAND_IN.search(body) else key_stand_in(body, self._key)
        return line[: block.start] + made + line[block.end :]

    def _replace(self, line: str, found: Mapping[Span, str]) -> str:
        """Replace what was found; a kind is given where the line does not tell it."""
        pieces, at = [], 0
        for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
            secret = line[start:end]
            stays = (
                is_default(secret) or is_removed(secret) or STAND_IN.search(secret) or self._is_name(secret)
            )
            if start >= at and not stays:
                pieces += [line[at:start], stand_in(line, start, end, self._key, found[start, end])]
                at = end
        return "".join([*pieces, line[at:]])


def _find_escaped(line: str) -> Iterator[Span]:
    """Yield where secrets stand whose names or signs of equality are written in escapes."""
    read = unescape(line)
    if read:
        text, places = read
        lowered = text.lower()
        for start, end in find_named(text, [stem for stem in STEMS if stem in lowered]):
            yield places[start], places[end]


# Looks through many lines at once for those that may hold a secret. It may take a line for one that holds none.


_LOOK = BytesAhoCorasick([hint.encode() for hint in (*STEMS, *HINTS)], implementation=Implementation.DFA)
_FOLLOWS = [None] * len(STEMS) + [
    re.compile(pattern.encode()) if pattern else None for pattern in HINTS.values()
]
_CLASSES = bytes(ord("a") if chr(code) in RUN_SIGNS else ord(" ") for code in range(256))
_LONG_RUN = b"a" * LEAST_RUN
_NEAR = 200
"""Bytes around a place that are looked at, so that a long line takes no longer than as many short ones."""
_BEFORE = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_.-")
_WORD = re.compile(rb"[a-zA-Z][\w.-]*")
_NEXT = re.compile(rb"[ \t]++([a-z][a-z/-]*+)(?=[\s;,:.!?)\]]|$)")
_GOES_ON = QUALIFIERS | {"level", "string", "name"}
_BINDS = frozenset(["for", "from", "of", "is", "was", "has", "and", "or"])
"""Words that no device takes for a password, and that follow one in every line of some logs."""
_DIGIT = re.compile(rb"[0-9]")
_HEX = re.compile(r"[0-9a-fA-F]+")
_LOGIN = re.compile(rb"//[^\s/:@]*:[^\s/@]|[^/:][/][^\s/:]*\d")


def _suspects(lines: Sequence[str]) -> set[int]:
    """Return which lines may hold a secret."""
    whole = "\n".join(lines).encode("utf-8", "replace")
    found: set[int] = set()
    line = start = 0
    for place in sorted({*_announced(whole), *_random_runs(whole)}):
        if place >= start:
            line += whole.count(b"\n", start, place)
            start = place
            found.add(line)
    return found


def _announced(whole: bytes) -> Iterator[int]:
    """Yield places where a word or a sign announces a secret, one for each line."""
    lowered, end = whole.lower(), -1
    for hint, start, _ in _LOOK.find_matches_as_indexes(lowered, overlapping=True):
        if start > end:
            pattern = _FOLLOWS[hint]
            if pattern.match(lowered, start) if pattern else _is_named(whole, lowered, start):
                end = lowered.find(b"\n", start)
                yield start
                if end < 0:
                    return


def _is_named(whole: bytes, lowered: bytes, at: int) -> bool:
    """Say whether the word around a place announces a secret, and no plain word follows it."""
    if lowered[at] == ord("@"):
        return bool(_LOGIN.search(lowered, max(0, at - _NEAR), at))
    least = max(0, at - _NEAR)
    while at > least and lowered[at - 1] in _BEFORE:
        at -= 1
    word = _WORD.search(whole, at, at + 2 * _NEAR)
    name = name_of(word[0].decode().rstrip(".")) if word else None
    if word is None or name is None:
        return False
    follows = _NEXT.match(lowered, word.end())
    if follows is None:
        return name not in (Name.AUTH, Name.CIPHER) or whole[word.end() : word.end() + 1].isspace()
    next_word = follows[1].decode()
    if next_word not in PLAIN or next_word in _GOES_ON:
        return True
    if next_word in _BINDS:
        return False
    return may_be_statement(lowered[max(lowered.rfind(b"\n", least, at) + 1, least) : at])


def _random_runs(whole: bytes) -> Iterator[int]:
    """Yield where long runs of letters and digits are that nobody writes as a name or a path."""
    classes = whole.translate(_CLASSES)
    at = classes.find(_LONG_RUN)
    while at >= 0:
        end = classes.find(b" ", at)
        end = len(classes) if end < 0 else end
        size, tag = end - at, whole[at + 2 : at + 7]
        if (size >= 32 or b"-" in tag or b"_" in tag or whole[at:end].isupper()) and _DIGIT.search(
            whole, at, end
        ):
            around = whole[max(0, at - 1) : end + 2].decode("latin-1")
            run = whole[at:end].decode()
            before = whole[max(whole.rfind(b"\n", max(0, at - _NEAR), at) + 1, at - _NEAR, 0) : at].lower()
            of_user = size >= 32 and b"user" in before and _HEX.fullmatch(run)
            if of_user or (is_random_run(run) and not goes_on(around, min(at, 1), min(at, 1) + size)):
                yield at
        at = classes.find(_LONG_RUN, end)
