"""Finds secrets by the statement that they stand in: where one knows the grammar, looks do not matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from language_model.redaction.find_shaped import Span
from language_model.redaction.find_weighed import HEADS
from language_model.redaction.looks import is_variable
from language_model.redaction.secret_words import ALGORITHM, Name, name_of
from language_model.redaction.statements import OPTIONS, STATEMENTS, STATEMENTS_IN_BLOCKS, TYPES

MOST_WORDS = 60
"""Words of a statement; a longer line is none."""
_TOKEN = re.compile(r"(?:[\w./-]+=)?(?:\"(?:[^\"\\]|\\.)*+\"|'[^']*+');?|\S+")
_MARGIN = re.compile(r"[ \t]*+(?:\d++[ ]?[|:][ \t]*+)?(?P<marks>[!#>*+ \t-]*+)")
_NEGATIONS = ("no", "undo", "do", "default")
_NEGATION = re.compile(rf"(?:{'|'.join(_NEGATIONS)}) ")
_PROMPT = re.compile(r"(?:\[\S{1,60}\] )?(?:\S{1,80}?[#>$%] ?)?(?=[a-z/])")
_COMMAND = re.compile(r"(?:\bcommand|\bcmd)[\"']?[:=]\s?|; |\bexecuted(?: the)?:?\s", re.IGNORECASE)
_TYPES = frozenset(TYPES.split())
_OPTIONS = frozenset(OPTIONS.split())
_ADDRESS = re.compile(
    r"(?:\d{1,3}\.){3}\d{1,3}(?:[/:]\d+)?|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}(?:/\d+)?"
)
_FILE = re.compile(r"/\S*|\S*\.(?:key|pem|crt|cer|der)")
_BRACED = re.compile(r"\{[^{}\s]++\}")
_NONE = re.compile(r"[\[\]{}();,=|]+|<.*>|\{.*\}|\[.*\]|\(.*\)|\d{1,3}")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a line and where its value stands: inside quotes, behind `name=`."""

    text: str
    value: str
    span: Span
    name: str = ""
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class _Element:
    """What one word of a statement may be; `skip` says how many elements behind it may be left out."""

    literals: frozenset[str] = frozenset()
    kinds: tuple[str, ...] = ()
    skip: int = 0


_Shape = tuple[_Element, ...]


def find_statements(line: str, *, typed: bool) -> Iterator[Span]:
    """Yield where the secrets of the statement on this line stand; `typed`: a person wrote it, no device."""
    margin = _MARGIN.match(line)
    if margin is None:
        return
    for start, end, in_block, is_command in _starts(line, margin, typed=typed):
        words = _words(line, start, end)
        if not words or len(words) > MOST_WORDS:
            continue
        shapes = _shapes_of(words[0].text, is_command) + (_in_blocks() if in_block or is_command else ())
        for shape in shapes:
            spans = _match(
                shape, [_full(shape, word) for word in words] if is_command else words, 0, 0, set()
            )
            if spans is not None:
                yield from spans
                break


def may_be_statement(before: bytes) -> bool:
    """Say whether a statement of the table may begin in what stands on a line, in small letters, before a word."""
    first = before[: before.find(b" ")]
    if first.isalpha() and first not in _first_words():  # such as the month of a log's record
        return b"command" in before or b"cmd" in before
    text = before.decode("latin-1")
    margin = _MARGIN.match(text)
    prompt = _PROMPT.match(text, margin.end() if margin else 0)
    words = text[prompt.end() :].split(None, 1) if prompt else text.split(None, 1)
    return not words or words[0].encode() in _first_words() or b"command" in before or b"cmd" in before


@cache
def _first_words() -> frozenset[bytes]:
    return frozenset(word.encode() for word in (*_by_head(), *_NEGATIONS))


def _starts(line: str, margin: re.Match[str], *, typed: bool) -> Iterator[tuple[int, int, bool, bool]]:
    """Yield where a statement may begin and end, whether it may be one of those in blocks, and be cut short."""
    in_block = not (typed or margin["marks"].strip() or line.rstrip().endswith("{"))
    yield margin.end(), len(line), in_block, False
    negation = _NEGATION.match(line, margin.end())
    if negation:
        yield negation.end(), len(line), False, False
    prompt = _PROMPT.match(line, margin.end())
    if prompt and prompt[0]:
        yield prompt.end(), len(line), False, not typed
    for command in _COMMAND.finditer(line):
        start, end = command.end(), len(line)
        if line[start : start + 1] in ("'", '"'):
            end = line.rfind(line[start])
            start += 1
        yield start, max(start, end), False, not typed and command[0] != "; "


def _words(line: str, start: int, end: int) -> list[_Word]:
    words: list[_Word] = []
    for token in _TOKEN.finditer(line, start, end):
        if len(words) > MOST_WORDS:
            break
        text, at = token[0], token.start()
        name, assigned, value = text.partition("=")
        if not assigned or not name or name[0] in "\"'":
            name, value = "", text
        at += len(text) - len(value)
        value = value.rstrip(";") or value
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
        value, at = (value[1:-1], at + 1) if quoted else (value.rstrip("\"'") or value, at)
        words.append(_Word(text.rstrip(";"), value, (at, at + len(value)), name, quoted))
    while len(words) > 1 and words[-1].text in ("##", "#", "{", "(SUCCESS)", "<cr>"):
        words.pop()
    return [word for word in words if word.text != "##"]


def _match(
    shape: _Shape, words: Sequence[_Word], at: int, word: int, failed: set[tuple[int, int]]
) -> tuple[Span, ...] | None:
    """Return the secrets' places when the words from `word` on are the shape from `at` on; None when they are not."""
    if (at, word) in failed:
        return None
    if at == len(shape):
        return () if word == len(words) else None
    element = shape[at]
    found: tuple[Span, ...] | None = None
    if element.skip:
        found = _match(shape, words, at + 1, word, failed)
        if found is None:
            found = _match(shape, words, at + 1 + element.skip, word, failed)
    elif element.kinds == ("...",):
        tries = (_match(shape, words, at + 1, later, failed) for later in range(word, len(words) + 1))
        found = next((spans for spans in tries if spans is not None), None)
    elif word < len(words) and _fits(element, words[word], first=word == 0):
        found = _match(shape, words, at + 1, word + 1, failed)
        if found is not None and _SECRETS.intersection(element.kinds):
            found = (_span(words[word]), *found)
    if found is None:
        failed.add((at, word))
    return found


def _span(word: _Word) -> Span:
    braced = word.value[0] == "{" and word.value[-1] == "}"
    return (word.span[0] + 1, word.span[1] - 1) if braced else word.span


def _fits(element: _Element, word: _Word, *, first: bool) -> bool:
    text = word.text if first else word.text.lower()
    return text in element.literals or any(_KINDS[kind](word, text) for kind in element.kinds)


_SECRETS = frozenset(["SECRET", "{SECRET}", "VALUE", '"SECRET"', "NAME=SECRET", "ENV=SECRET", "ARGUMENT"])
_KINDS: dict[str, Callable[[_Word, str], bool]] = {
    "*": lambda _word, _text: True,
    "...": lambda _word, _text: True,
    "#": lambda _word, text: text.isdigit(),
    "TYPE": lambda word, text: not word.quoted and _is_type(text),
    "ALGORITHM": lambda _word, text: bool(ALGORITHM.fullmatch(text)) or text == "hmac-md5",
    "ADDRESS": lambda _word, text: bool(_ADDRESS.fullmatch(text)),
    "PATH": lambda _word, text: text.startswith("/") and len(text) > 1,
    "NAME": lambda word, text: (
        not (word.quoted or word.name) and text.islower() and name_of(text) is Name.SECRET
    ),
    "VARIABLE": lambda _word, text: name_of(text) is not None or text.rsplit("_", 1)[-1] in HEADS.split(),
    "SECRET": lambda word, _text: _may_be(word),
    "{SECRET}": lambda word, text: _may_be(word) or bool(_BRACED.fullmatch(text)),
    "ARGUMENT": lambda word, text: _may_be(word) and text[:1] not in ("-", "/"),
    "VALUE": lambda word, _text: (
        _may_be(word) and word.value not in _OPTIONS and not _FILE.fullmatch(word.value)
    ),
    '"SECRET"': lambda word, _text: word.quoted and bool(word.value),
    "NAME=SECRET": lambda word, _text: (
        word.name[:1].isalpha() and name_of(word.name) is Name.SECRET and _may_be(word)
    ),
    "ENV=SECRET": lambda word, _text: _is_env(word),
}


def _is_type(text: str) -> bool:
    return (len(text) < 3 and text.isdigit()) or text in _TYPES or bool(ALGORITHM.fullmatch(text))


def _is_env(word: _Word) -> bool:
    at_margin = word.quoted or word.span[0] == len(word.name) + 1
    return at_margin and name_of(word.name) is Name.SECRET and _may_be(word) and word.value != word.name


def _may_be(word: _Word) -> bool:
    if word.quoted:
        return bool(word.value) and not re.fullmatch(r"<.*>|\$\{\w+\}|\{\{.*\}\}", word.value)
    value = word.value
    return bool(value) and not (_NONE.fullmatch(value) or _ADDRESS.fullmatch(value) or is_variable(value))


@cache
def _shapes() -> tuple[_Shape, ...]:
    return tuple(map(_shape, STATEMENTS.splitlines()))


@cache
def _in_blocks() -> tuple[_Shape, ...]:
    return tuple(map(_shape, STATEMENTS_IN_BLOCKS.splitlines()))


_SHORTEST = 2
"""Letters of a word that is cut short."""


def _full(shape: _Shape, word: _Word) -> _Word:
    """Return a word of a command in full where the shape has one that it may be short for."""
    text = word.text.lower()
    if len(text) < _SHORTEST or word.quoted or not text[0].isalpha() or text in _by_head():
        return word
    words = _words_of(shape)
    full = next((name for name in words if name.startswith(text)), None)
    return word if full is None or text in words else replace(word, text=full)


_LONG_NAMES = ("password", "secret", "key-string", "pre-shared-key")
"""What a name in a shape may be short for."""


@cache
def _words_of(shape: _Shape) -> tuple[str, ...]:
    literals = frozenset[str]().union(*(element.literals for element in shape))
    return (*sorted(literals), *(_LONG_NAMES if any("NAME" in element.kinds for element in shape) else ()))


@lru_cache(maxsize=1_000)
def _shapes_of(word: str, is_command: bool) -> tuple[_Shape, ...]:
    """Return the shapes that may begin with a word, or one that it is short for, in the table's order."""
    by_head = _by_head()
    found = by_head.get(word) or by_head[""]
    if word in by_head or not is_command or len(word) < _SHORTEST:
        return found
    heads = [head for head in by_head if head.startswith(word.lower())]
    return tuple(dict.fromkeys(shape for head in heads for shape in by_head[head])) or found


@cache
def _by_head() -> dict[str, tuple[_Shape, ...]]:
    heads = {"", *(word for shape in _shapes() for word in shape[0].literals)}
    return {
        head: tuple(shape for shape in _shapes() if head in shape[0].literals or shape[0].kinds)
        for head in heads
    }


def _shape(text: str) -> _Shape:
    elements: list[_Element] = []
    opened = 0
    for piece in text.split():
        if piece.startswith("["):
            opened = len(elements)
            elements.append(_Element())
        name = piece.strip("[]")
        if name.endswith("?"):
            elements.append(_Element(skip=1))
        words = name.removesuffix("?").split("|")
        kinds = tuple(word for word in words if word in _KINDS)
        elements.append(_Element(frozenset(words) - {*kinds}, kinds))
        if piece.endswith("]"):
            elements[opened] = _Element(skip=len(elements) - opened - 1)
    return tuple(elements)
