"""Reads any text file into SourceLines without its secrets, one block at a time."""

from __future__ import annotations

import codecs
import hashlib
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import IO

from graph_store.records import SourceLine
from ingest.errors import UnreadableInput
from ingest.files.encoding import HEAD_BYTES, encoding_of, open_raw
from ingest.files.find_files import InputFile
from language_model.redact import LineRedactor

# Takes out of a line what a terminal left in it: escapes, pager prompts, control characters.


NOISE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
ESCAPE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # a title or a link
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours and cursor movements
    r"|\x1b[ -/]*[0-~]?"
)
MOST_MOVES = 100
"""Movements of the cursor to the left in a line that are followed."""
LEFT = re.compile(r"(?:\x1b\[|\x9b)([0-9]{0,3})D")
PAGER = re.compile(
    r"(?:(?<!\s)\s+)?(?:<-++|(?<!-)-{2,}+) ?\(?more(?: *[0-9]+%)?\)? ?-{2,}>? ?", re.IGNORECASE
)
ERASED = re.compile(rf"(?:{PAGER.pattern})[ \x08]*\x08", re.IGNORECASE)
"""A pager's prompt that was wiped: what comes next begins the line, wherever the cursor was left."""
SPACES = re.compile(r"[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")


def clean_text(text: str) -> str:
    """Give the text as a reader of the terminal saw it; ordinary text comes back unchanged."""
    if not text.isprintable() and NOISE.search(text):
        text = _after_returns(text) if "\r" in text else text
        text = ESCAPE.sub("", LEFT.sub(lambda moved: "\b" * int(moved[1] or 1), text, count=MOST_MOVES))
        if "\b" in text:
            text = _overwritten(text)
        text = CONTROLS.sub("", SPACES.sub(" ", text))
    if "--" in text:
        pager = PAGER.match(text)
        if pager:
            return text[pager.end() :]
    return text


def _after_returns(text: str) -> str:
    """Give what stands on the line: a pager's prompt before a carriage return was written over."""
    parts = [part for part in ESCAPE.sub("", text).split("\r") if part.strip()]
    return " ".join(part for part in parts if part is parts[-1] or not PAGER.fullmatch(part.strip()))


def _overwritten(text: str) -> str:
    """Follow the cursor: a backspace moves it left, and what comes next replaces what stood there."""
    if text.lstrip(" ").startswith(("-", "<")):
        erased = ERASED.match(text)
        text = text[erased.end() :] if erased else text
        text = PAGER.sub(lambda pager: " " * len(pager.group()), text, count=1)
    else:
        text = ERASED.sub("", text)
    shown: list[str] = []
    cursor = 0
    for character in text:
        if character == "\b":
            cursor = max(0, cursor - 1)
        else:
            shown[cursor : cursor + 1] = character
            cursor += 1
    return "".join(shown).rstrip()


BLOCK_BYTES = 1 << 20
TOGETHER = 64 * 1024
"""Characters that are looked through for secrets at once."""
LINES_BEFORE = 8
"""Lines before a picked one, and first lines of a file, that are read for what they say of its secrets."""
LINE_BYTES = 1 << 20
"""Of a longer line only the head is kept: a parser may not return a longer text, nor a server take one."""

MOST_TINY, TINY = 2_000_000, 8
"""So many lines of less than so many bytes each, on average, are no text; they would keep whoever reads them busy."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a file: its first byte, how many (None: all), its first line. A packed or wide file is one."""

    start: int = 0
    bytes: int | None = None
    first_number: int = 1


WHOLE = Span()


@dataclass(frozen=True, slots=True)
class FileHash:
    """The SHA-256 of a file's bytes on the disk, their number, and the hash of its first ones, if it has them."""

    sha256: str
    bytes: int
    prefix: str = ""


def hash_file(file: InputFile, prefix_bytes: int = 0, most: int | None = None) -> FileHash:
    """Hash a file, or `most` of its bytes, and its first ones on the way. Raises UnreadableInput."""
    digest, prefix, size = hashlib.sha256(), "", 0
    try:
        with file.location.open("rb") as raw:
            while block := raw.read(_block(size, prefix_bytes, most)):
                digest.update(block)
                size += len(block)
                if size == prefix_bytes:
                    prefix = digest.hexdigest()
    except OSError as error:
        raise UnreadableInput(file.path, str(error.strerror or error)) from error
    return FileHash(digest.hexdigest(), size, prefix)


def _block(done: int, prefix_bytes: int, most: int | None) -> int:
    """Return how much to read next, so that a block ends where the first bytes end, and where all do."""
    until = prefix_bytes if done < prefix_bytes else most
    return BLOCK_BYTES if until is None else min(BLOCK_BYTES, max(0, until - done))


def read_lines(file: InputFile, span: Span = WHOLE) -> Iterator[SourceLine]:
    r"""Yield the lines of a text file, cleaned of what a terminal left in them, with stand-ins for their secrets.

    Only `\n` and `\r\n` end a line, as editors and grep count; `\r` does where a file has hardly anything else. No
    more than a block of the file is held in memory; of a longer line only the head is given, with its size in `bytes`.
    Raises UnreadableInput when the file cannot be read to its end.
    """
    redactor = LineRedactor(file.key, path=file.path, secrets=file.secrets)
    if span.start:  # what is secret on a line may depend on the lines before it
        start = max(0, span.start - HEAD_BYTES)
        redactor.lines([line.text for line in _as_they_are(file, Span(start, span.start - start))])
    yield from _redacted(_as_they_are(file, span), redactor)


MOST_SHARED_BYTES, MOST_SHARED_IN_ALL, MOST_SHARED = 1 << 20, 32 << 20, 5_000
"""Bytes of a file, and of all, that are read for secrets to be hidden in other files too, and how many of these."""
MOST_SHARED_LINES = 50_000


def share_secrets(files: Sequence[InputFile], key: bytes) -> list[InputFile]:
    """Return the files with the key, and with the secrets of all the small ones that are like no name."""
    found: set[str] = set()
    left = MOST_SHARED_IN_ALL
    for file in files:
        with suppress(OSError, UnreadableInput):
            size = file.location.stat().st_size
            if size <= min(left, MOST_SHARED_BYTES) and len(found) < MOST_SHARED:
                left -= size
                redactor = LineRedactor(path=file.path)
                redactor.lines([line.text for line in islice(_as_they_are(file, WHOLE), MOST_SHARED_LINES)])
                found |= redactor.distinct
    secrets = tuple(sorted(found))
    return [replace(file, key=key, secrets=secrets) for file in files]


def _as_they_are(file: InputFile, span: Span) -> Iterator[SourceLine]:
    """Yield the same lines with their secrets. Raises UnreadableInput."""
    try:
        for number, (raw, size) in enumerate(_raw_lines(file, span), start=span.first_number):
            yield SourceLine(file.path, number, clean_text(_decode(raw, size)), size)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableInput(file.path, str(error)) from error


def _redacted(lines: Iterable[SourceLine], redactor: LineRedactor) -> Iterator[SourceLine]:
    """Redact some lines at a time, which is quicker than one by one."""
    some: list[SourceLine] = []
    size = 0
    for line in lines:
        some.append(line)
        size += len(line.text) + 1
        if size >= TOGETHER:
            yield from _stand_ins(some, redactor)
            some, size = [], 0
    yield from _stand_ins(some, redactor)


def _stand_ins(lines: Sequence[SourceLine], redactor: LineRedactor) -> Iterator[SourceLine]:
    for line, text in zip(lines, redactor.lines([line.text for line in lines]), strict=True):
        yield line if text is line.text else replace(line, text=text)


def line_ends(file: InputFile, span: Span = WHOLE) -> Iterator[int]:
    """Yield at which byte each line that `read_lines` gives ends; of a file that has spans."""
    place, unended = span.start, False
    with open_raw(file.location) as raw:
        for block in _pieces(raw, span):
            *lines, last = block.split(b"\n")
            for line in lines:
                place += len(line) + 1
                yield place
            place += len(last)
            unended = bool(last) or (unended and not lines)
    if unended:
        yield place


def pick_lines_as_they_are(file: InputFile, numbers: Sequence[int]) -> list[SourceLine]:
    """Return lines by their ascending numbers, with their secrets: for those who may read the file."""
    last = numbers[-1] if numbers else 0
    wanted = frozenset(numbers)
    return [line for line in islice(_as_they_are(file, WHOLE), last) if line.number in wanted]


def pick_lines(file: InputFile, choose: Callable[[int], Iterable[int]]) -> list[SourceLine]:
    """Return some lines of a file, which is read twice. Raises UnreadableInput.

    `choose` is told how many lines there are, and names their numbers. A secret that is named by one of the eight lines
    before a picked one, or by a heading at the file's beginning, has its stand-in.
    """
    try:
        wanted = frozenset(choose(_count_lines(file, WHOLE)))
        near = {number - back for number in wanted for back in range(LINES_BEFORE + 1)}
        picked = [
            SourceLine(file.path, number, clean_text(_decode(raw, size)), size)
            for number, (raw, size) in enumerate(
                islice(_raw_lines(file, WHOLE), max(wanted, default=0)), start=1
            )
            if number <= LINES_BEFORE or number in near
        ]
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableInput(file.path, str(error)) from error
    redactor = LineRedactor(file.key, path=file.path, secrets=file.secrets)
    return [line for line in _redacted(picked, redactor) if line.number in wanted]


def _count_lines(file: InputFile, span: Span) -> int:
    """Count the lines that `_raw_lines` gives, block by block."""
    count, last = 0, b"\n"
    for block in filter(None, _blocks(file, span)):
        count, last = count + block.count(b"\n"), block[-1:]
    return count + (last != b"\n")


def _decode(raw: bytes, size: int) -> str:
    """Read one line as UTF-8, or where it is none as Latin-1; one that was cut may end within a character."""
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(raw) if size else raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


@dataclass(slots=True)
class _Unended:
    """The head of a line whose end is still to come."""

    head: bytearray = field(default_factory=bytearray)
    size: int = 0
    begun: bool = False

    def add(self, piece: bytes) -> None:
        """Go on with a piece of the line."""
        self.head += piece[: LINE_BYTES - len(self.head)]
        self.size += len(piece)
        self.begun = True

    def take(self) -> tuple[bytes, int]:
        """Return the line, and its size where only its head was kept, else 0; begin the next one."""
        taken = bytes(self.head).strip(b"\r"), self.size if self.size > len(self.head) else 0
        self.head, self.size, self.begun = bytearray(), 0, False
        return taken


def _raw_lines(file: InputFile, span: Span) -> Iterator[tuple[bytes, int]]:
    """Yield lines without their ends, each with 0 or, where it is the head of a longer one, with that one's size."""
    unended = _Unended()
    for block in _blocks(file, span):
        *lines, last = block.split(b"\n")
        for line in lines:
            if unended.begun or len(line) > LINE_BYTES:
                unended.add(line.rstrip(b"\r"))
                yield unended.take()
            else:
                yield line.strip(b"\r"), 0
        if last:
            unended.add(last)
    if unended.begun:
        yield unended.take()


def _blocks(file: InputFile, span: Span) -> Iterator[bytes]:
    """Yield the file as UTF-8 bytes, unpacked, without a byte order mark."""
    with open_raw(file.location) as raw:
        pieces = _pieces(raw, span)
        block = next(pieces, b"")
        encoding = encoding_of(block)
        block = block.removeprefix(codecs.BOM_UTF8)
        if encoding in ("utf-8", "") or span.start:
            yield block
            yield from pieces
            return
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        first = decoder.decode(block).encode("utf-8", "replace")
        ends = _ends(first)
        yield first.translate(ends)
        for piece in pieces:
            yield decoder.decode(piece).encode("utf-8", "replace").translate(ends)
        yield decoder.decode(b"", final=True).encode("utf-8", "replace")


_RETURNS = bytes.maketrans(b"\r", b"\n")


def _ends(head: bytes) -> bytes | None:
    """Return what makes ends of lines of the carriage returns of a file that begins so; None where they end none."""
    goes_on = len(head) >= HEAD_BYTES  # with a line feed, it may be
    return _RETURNS if head.count(b"\r") > 2 * head.count(b"\n") + goes_on else None


def _pieces(raw: IO[bytes], span: Span) -> Iterator[bytes]:
    """Yield the bytes of a span, the first few alone: they tell the encoding. Raises OSError for what is no text."""
    head = raw.read(HEAD_BYTES)
    ends = _ends(head) if encoding_of(head) in ("utf-8", "") else None
    raw.seek(span.start)
    left, size, done, lines = span.bytes, HEAD_BYTES, 0, 0
    while block := raw.read(size if left is None else min(size, left)):
        done, lines = done + len(block), lines + max(block.count(b"\n"), block.count(b"\r"))
        if lines > MOST_TINY and done < lines * TINY:
            raise OSError(f"more than {MOST_TINY:,} lines of less than {TINY} bytes: no text has so many")
        yield block.translate(ends) if ends else block
        size = BLOCK_BYTES
        left = None if left is None else left - len(block)
