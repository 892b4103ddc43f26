"""Ranks known parsers for a file by the words of both, before any of them is run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ingest.files.says_something import says_something
from ingest.records import Kind, Parser, Sample
from reading.statements import NEGATIONS, VERBS
from reading.styles import find_style

SAME_STYLE = 0.25
"""What a common way to mark blocks counts, beside the share of lines whose words a parser knows."""
LOG_LINES = 200
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]+")
_DOCSTRING = re.compile(r'\A\s*"""(.*?)"""', re.DOTALL)
_STYLE = re.compile(r"^STYLE = ['\"](\w+)", re.MULTILINE)
_GRAMMAR = re.compile(r"^GRAMMAR = (?:r?\"\"\"\n(.*?)^\"\"\"|(.*)$)", re.MULTILINE | re.DOTALL)
_WILDCARD = re.compile(r"^(?:<|\*|\{|\[|\.\.\.)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words of a parser's source, and how the files that it reads mark blocks (blank: not known).

    A `closed` one explains no statement outside of blocks whose words it does not know.
    """

    words: frozenset[str]
    style: str
    closed: bool


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What of a file tells which parser may fit: for each line the word that opens it, of a log all its words.

    `weights` are those of lines that stand outside of blocks: how many lines that say something hang on each.
    """

    style: str
    lines: tuple[frozenset[str], ...]
    weights: tuple[int, ...]


def rank_parsers(sample: Sample, parsers: Sequence[Parser], least: float) -> list[Parser]:
    """Return the parsers of the sample's kind that may explain a share of `least`, the likeliest first.

    Leaves out only those that cannot reach half of it: words are compared more loosely than parsers read.
    """
    found = _fingerprint(sample)
    ranked: list[tuple[float, Parser]] = []
    for parser in parsers:
        if parser.kind == sample.kind:
            known = vocabulary(parser.source, parser.kind)
            if parser.edited or not known.closed or _most(found, known) >= least / 2:
                ranked.append((_likeness(found, known), parser))
    return [parser for _, parser in sorted(ranked, key=lambda each: -each[0])]


@lru_cache(maxsize=1000)
def vocabulary(source: str, kind: Kind) -> Vocabulary:
    """Read a parser's words off its source, tables and code alike; those of its docstring explain the tables."""
    grammar, style = _GRAMMAR.search(source), _STYLE.search(source)
    table = (grammar[1] or "") if grammar else ""
    closed = (
        kind == "configuration" and bool(table) and "others=" not in source and not _WILDCARD.search(table)
    )
    tables = _DOCSTRING.sub("", source).replace("\\n", "\n")
    return Vocabulary(frozenset(map(str.lower, _WORD.findall(tables))), style[1] if style else "", closed)


def _fingerprint(sample: Sample) -> Fingerprint:
    if sample.kind == "log":
        full = [line for line in sample.lines[:LOG_LINES] if says_something(line)]
        words = tuple(frozenset(map(str.lower, _WORD.findall(line))) for line in full)
        return Fingerprint("", words, (1,) * len(words))
    style, lead = find_style(sample.lines)
    leads = frozenset({*VERBS, *NEGATIONS, *lead.lower().split("/")})
    words_of: list[frozenset[str]] = []
    weights: list[int] = []
    opened = 0
    for line in filter(says_something, sample.lines):
        words_of.append(_opener(line, leads))
        weights.append(0)
        if not line[0].isspace():
            opened = len(weights) - 1
        weights[opened] += 1
    return Fingerprint(style, tuple(words_of), tuple(weights))


def _opener(line: str, leads: frozenset[str]) -> frozenset[str]:
    """Return the word that opens a statement, behind one that only says that something is set or taken back.

    Empty for what opens with a sign or a number: a comment, a menu, an entry.
    """
    stripped = line.lstrip()
    words = [word.lower() for word in _WORD.findall(stripped)[:2]] if stripped[0].isalpha() else []
    return frozenset(words[-1:] if words and words[0] in leads else words[:1])


def _most(file: Fingerprint, known: Vocabulary) -> float:
    """Return the share of lines that a closed vocabulary can explain at most."""
    total = sum(file.weights)
    lines = zip(file.lines, file.weights, strict=True)
    possible = sum(weight for words, weight in lines if not words or not known.words.isdisjoint(words))
    return possible / total if total else 1.0


def _likeness(file: Fingerprint, known: Vocabulary) -> float:
    """Return the share of words that a parser knows, line by line; more where blocks are marked alike."""
    shares = [len(words & known.words) / len(words) for words in file.lines if words]
    return (sum(shares) / len(shares) if shares else 0.0) + SAME_STYLE * (file.style == known.style)
