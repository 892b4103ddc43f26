"""Finds a parser for each document: an existing one, or one learned from similar documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Literal, Protocol

from graph_store.records import SourceLine, Value
from ingest.compose_parser import ROOT
from ingest.errors import NothingLearned
from ingest.induction.configurations.induce_configuration import find_style, opening_words
from ingest.judge_records import COMMENT
from ingest.name_devices import known_devices
from ingest.records import Drift, Parser, Sample, Spent
from ingest.sandbox import ParserError, RawRecord, Sandbox
from ingest.says_something import says_something

# Puts documents of one syntax together, before anything is known of the syntax.


ALIKE = 0.25


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
        style = find_style(sample.lines)
        words = opening_words(sample.lines, *style)
        for group in groups:
            if group[0] == style and len(words & group[1]) >= ALIKE * len(words | group[1]):
                group[1].update(words)
                group[2].append(sample)
                break
        else:
            groups.append((style, words, [sample]))
    return [group[2] for group in groups] + logs


ENOUGH = 0.98
FALLEN = 0.02
RELATED = 0.5
LINES_TOLD = 20

Relearn = Literal["auto", "never", "all"]
"""Learn again what explains too little; keep parsers as they are; learn everything anew."""


class FormatLearner(Protocol):
    """Writes the parser of one format; `mends` says whether it can go on from a known one.

    `notes` are told to the user at the end. `model` is who writes.
    """

    @property
    def model(self) -> str: ...

    @property
    def mends(self) -> bool: ...

    @property
    def notes(self) -> Sequence[str]: ...

    def usable(self, parser: Parser) -> bool:
        """Say whether a parser that is there already is good enough for this learner's user."""
        ...

    def learn(self, name: str, group: Sequence[Sample], known: Parser | None = None) -> Parser:
        """Learn from documents of one syntax; `known` explains part of them.

        Raises NothingLearned.
        """
        ...

    def spent(self) -> Spent:
        """Return what learning has used of a model so far."""
        ...


@dataclass(frozen=True, slots=True)
class Chosen:
    """The parser of each document (path → parser), what is wrong with known parsers that fail, and what drifted.

    `roots` are the first records' values, by path, of what was parsed with the chosen parser on the way.
    """

    parsers: dict[str, Parser]
    problems: tuple[str, ...] = ()
    drifts: tuple[Drift, ...] = ()
    roots: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fit:
    """How much of a sample a parser explains: a share of its lines, and the lines that are left."""

    parser: Parser
    share: float
    left: tuple[SourceLine, ...]
    root: Mapping[str, Value] = field(default_factory=dict)


def learn_parsers(
    samples: Sequence[Sample],
    known: Sequence[Parser],
    learner: FormatLearner,
    sandbox: Sandbox,
    relearn: Relearn = "auto",
    keep: Callable[[Parser], None] = lambda parser: None,
    devices: Iterable[str] = (),
) -> Chosen:
    """Choose or learn a parser for every document; one that nothing can be learned from has none.

    `keep` is given each learned parser at once, so that an ingest which is cut short keeps what it has learned.
    `devices` are known already; those that the configurations among the samples name are known to the logs too.

    A known parser is used again where it explains at least 98 % of the sample's lines, and not 2 points less than what
    it was learned from. A learner that mends goes on from one that explains half of them.
    """
    choice = _Choice(
        [] if relearn == "all" else [each for each in known if learner.usable(each)], sandbox, keep
    )
    if any(each.kind == "log" for each in samples):
        hosts = known_devices((each.lines for each in samples if each.kind == "configuration"), devices)
        samples = [replace(each, devices=hosts) for each in samples]
    for group in group_samples(samples):
        left: list[Sample] = []
        drifted: dict[str, list[tuple[Sample, Fit]]] = {}
        for sample in group:
            fit = choice.best(sample)
            if fit is None or fit.share < (RELATED if learner.mends or relearn == "never" else ENOUGH):
                left.append(sample)
            elif _is_whole(fit, learner.mends):
                choice.chosen[sample.path] = fit.parser.name
            else:
                drifted.setdefault(fit.parser.name, []).append((sample, fit))
        for name, fits in drifted.items():
            _mend(name, fits, choice, learner, relearn)
        if left:
            taken = {parser.name for parser in (*choice.parsers, *(known if relearn != "all" else ()))}
            _learn(_free_name(left, taken), left, choice, learner, None)
    return choice.result()


def _is_whole(fit: Fit, mends: bool) -> bool:
    """True where nothing asks for learning again: for one that can mend, every line that is left does."""
    return fit.share >= max(ENOUGH, fit.parser.coverage - FALLEN) and not (mends and fit.left)


def _mend(
    name: str, fits: Sequence[tuple[Sample, Fit]], choice: _Choice, learner: FormatLearner, relearn: Relearn
) -> None:
    """Learn a parser again from documents that it does not explain whole, and say so; or only say so."""
    mended = False
    if learner.mends and relearn == "auto":
        mended = _learn(name, [sample for sample, _ in fits], choice, learner, fits[0][1].parser)
    for sample, fit in fits:
        choice.chosen[sample.path] = name
        drift = Drift(sample.path, name, fit.parser.coverage, fit.share, fit.left[:LINES_TOLD], mended)
        choice.drifts.append(drift)


def _learn(
    name: str, group: Sequence[Sample], choice: _Choice, learner: FormatLearner, known: Parser | None
) -> bool:
    try:
        learned = learner.learn(name, group, known)
    except NothingLearned as error:
        choice.problems.append(str(error))
        return False
    choice.keep(learned)
    choice.parsers = [each for each in choice.parsers if each.name != name] + [learned]
    choice.chosen.update({sample.path: learned.name for sample in group})
    return True


@dataclass(slots=True)
class _Choice:
    """What has been chosen and learned so far; documents know their parser by name, since it may be mended yet."""

    parsers: list[Parser]
    sandbox: Sandbox
    keep: Callable[[Parser], None]
    chosen: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)
    roots: dict[str, tuple[Parser, Mapping[str, Value]]] = field(default_factory=dict)
    drifts: list[Drift] = field(default_factory=list)

    def best(self, sample: Sample) -> Fit | None:
        """Return how the parser that explains most of a sample fits it; note those that fail on it."""
        fits: list[Fit] = []
        for parser in self.parsers:
            if parser.kind != sample.kind:
                continue
            try:
                fits.append(fit_parser(sample, parser, self.sandbox))
            except ParserError as error:
                self.broken.setdefault(parser.name, f"{error} (on {sample.path})")
        best = max(fits, key=lambda fit: fit.share, default=None)
        if best is not None:
            self.roots[sample.path] = (best.parser, best.root)
        return best

    def result(self) -> Chosen:
        by_name = {parser.name: parser for parser in self.parsers}
        failing = (f"not used, for it fails: {problem}" for problem in self.broken.values())
        chosen = {path: by_name[name] for path, name in self.chosen.items()}
        roots = {path: root for path, (parser, root) in self.roots.items() if chosen.get(path) is parser}
        return Chosen(chosen, (*self.problems, *failing), tuple(self.drifts), roots)


def fit_parser(sample: Sample, parser: Parser, sandbox: Sandbox) -> Fit:
    """Tell what a parser explains of a sample; a type for anything at all explains nothing. Raises ParserError."""
    records = sandbox.run_parse(parser.source, sample.lines, parser=parser.name)
    full = {index for index, line in enumerate(sample.lines) if says_something(line)}
    owned: set[int] = set()
    for record in _all(records):
        if not is_catch_all(record.type, parser):
            owned.update(index for first, last in record.lines for index in range(first, last + 1))
    share = len(owned & full) / len(full) if full else 0.0
    lines = sample.source_lines()
    root = dict(records[0].values) if records else {}
    return Fit(parser, share, tuple(lines[index] for index in sorted(full - owned)), root)


def is_catch_all(kind: str, parser: Parser) -> bool:
    """True for a last resort, where what was in no sample ends: a log type of that name, or without a template.

    A parser learned in sections reads blocks that it does not know into types of their own: they are in no schema.
    """
    types = parser.schema.get("$defs", {})
    definition = types.get(kind, {})
    if parser.parts and not parser.edited and kind not in (*types, ROOT, COMMENT):
        return True
    without = "template" not in definition.get("properties", {})
    return parser.kind == "log" and (without or bool(definition.get("x-fallback")))


def _all(records: Sequence[RawRecord]) -> Iterator[RawRecord]:
    for record in records:
        yield record
        yield from _all(record.children)


def _free_name(group: Sequence[Sample], taken: set[str]) -> str:
    stem = re.sub(r"[^a-z0-9]+", "-", PurePosixPath(group[0].path).name.split(".")[0].lower()).strip("-")
    name = f"{group[0].kind}-{stem or 'file'}"
    unique, number = name, 2
    while unique in taken:
        unique, number = f"{name}-{number}", number + 1
    return unique
