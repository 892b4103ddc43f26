"""Finds a parser for every document: one that is there already, else one learned from the documents alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from ingest.errors import NothingLearned
from ingest.induction.configurations.induce_configuration import find_style, induce_configuration
from ingest.induction.logs.induce_log import induce_log
from ingest.induction.records import InducedParser
from ingest.records import Kind, Parser
from ingest.sandbox import ParserError, RawRecord, Sandbox

ENOUGH = 0.98
ALIKE = 0.25


@dataclass(frozen=True, slots=True)
class Sample:
    """What is read of a document to learn from: all lines of a configuration, some thousand of a log."""

    path: str
    kind: Kind
    lines: tuple[str, ...]


def learn_parsers(
    samples: Sequence[Sample], known: Sequence[Parser], sandbox: Sandbox, seed: int = 0
) -> tuple[dict[str, Parser], list[str]]:
    """Return the parser of each document (path → parser), and what is wrong with known ones that fail.

    A known parser is used again where it explains at least 98 % of the sample's lines. New ones get names that `known`
    does not have. A document that nothing can be learned from has no parser.
    """
    chosen: dict[str, Parser] = {}
    broken: dict[str, str] = {}
    problems: list[str] = []
    parsers = list(known)
    for group in group_samples(samples):
        left: list[Sample] = []
        for sample in group:
            fitting = _fitting(sample, parsers, sandbox, broken)
            if fitting is None:
                left.append(sample)
            else:
                chosen[sample.path] = fitting
        if not left:
            continue
        try:
            learned = _learn(_free_name(left, {parser.name for parser in parsers}), left, seed)
        except NothingLearned as error:
            problems.append(str(error))
            continue
        parsers.append(learned)
        chosen.update({sample.path: learned for sample in left})
    return chosen, problems + [f"not used, for it fails: {problem}" for problem in broken.values()]


def _fitting(
    sample: Sample, parsers: Sequence[Parser], sandbox: Sandbox, broken: dict[str, str]
) -> Parser | None:
    """Return the parser that explains most of a sample, if it is enough; note those that fail on it."""
    best: Parser | None = None
    most = ENOUGH
    for parser in parsers:
        if parser.kind != sample.kind:
            continue
        try:
            share = explained(sample, parser, sandbox)
        except ParserError as error:
            broken.setdefault(parser.name, str(error))
            continue
        if share >= most and (best is None or share > most):
            best, most = parser, share
    return best


def explained(sample: Sample, parser: Parser, sandbox: Sandbox) -> float:
    """Return the share of a sample's lines that a parser explains; a type for anything at all explains nothing.

    Raises ParserError.
    """
    records = sandbox.run_parse(parser.source, sample.lines, parser=parser.name)
    full = {index for index, line in enumerate(sample.lines) if any(map(str.isalnum, line))}
    owned: set[int] = set()
    for record in _all(records):
        if not is_catch_all(record.type, parser):
            owned.update(index for first, last in record.lines for index in range(first, last + 1))
    return len(owned & full) / len(full) if full else 0.0


def is_catch_all(kind: str, parser: Parser) -> bool:
    """True for a log type without a template: what was in no sample ends there."""
    definition = parser.schema.get("$defs", {}).get(kind, {})
    return parser.kind == "log" and "template" not in definition.get("properties", {})


def _all(records: Sequence[RawRecord]) -> Iterator[RawRecord]:
    for record in records:
        yield record
        yield from _all(record.children)


def _learn(name: str, group: Sequence[Sample], seed: int) -> Parser:
    kind = group[0].kind
    documents = [sample.lines for sample in group]
    induced: InducedParser
    if kind == "log":
        induced = induce_log([line for lines in documents for line in lines], seed)
    else:
        induced = induce_configuration(documents)
    if not induced.schema.get("$defs"):
        raise NothingLearned(group[0].path)
    return Parser(
        name, kind, induced.schema, induced.parse_source, "builtin", tuple(item.path for item in group)
    )


def _free_name(group: Sequence[Sample], taken: set[str]) -> str:
    stem = re.sub(r"[^a-z0-9]+", "-", PurePosixPath(group[0].path).name.split(".")[0].lower()).strip("-")
    name = f"{group[0].kind}-{stem or 'file'}"
    unique, number = name, 2
    while unique in taken:
        unique, number = f"{name}-{number}", number + 1
    return unique


def group_samples(samples: Sequence[Sample]) -> list[list[Sample]]:
    """Put configurations of one syntax together, in file order; every log is a group of its own.

    Two configurations have one syntax when they mark blocks alike and share a quarter of the words that open their
    statements.
    """
    groups: list[tuple[tuple[str, str], set[str], list[Sample]]] = []
    logs: list[list[Sample]] = []
    for sample in samples:
        if sample.kind == "log":
            logs.append([sample])
            continue
        style, words = find_style(sample.lines), opening_words(sample.lines)
        for group in groups:
            if group[0] == style and len(words & group[1]) >= ALIKE * len(words | group[1]):
                group[1].update(words)
                group[2].append(sample)
                break
        else:
            groups.append((style, words, [sample]))
    return [group[2] for group in groups] + logs


def opening_words(lines: Sequence[str]) -> set[str]:
    """Return the first words of the statements that stand outside every block; the second of flat files."""
    _, lead = find_style(lines)
    words = [line.split() for line in lines if line[:1].isalpha() or (lead and line.startswith(lead))]
    return {tokens[1 if lead and len(tokens) > 1 else 0].rstrip(";:") for tokens in words if tokens}
