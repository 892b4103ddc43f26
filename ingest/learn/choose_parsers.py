"""Finds a parser for each document: an existing one, or one learned from similar documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import PurePosixPath
from typing import Literal, Protocol

from graph_store.records import SourceLine, Value
from ingest.errors import NothingLearned
from ingest.files.says_something import says_something
from ingest.learn.builtin.configurations.induce_configuration import find_style, opening_words
from ingest.learn.compose_parser import ROOT
from ingest.learn.judge_records import COMMENT, all_records, stated_lines
from ingest.load.name_devices import known_devices
from ingest.records import Drift, Parser, Sample, Spent
from ingest.sandbox import ParserError, Sandbox

# Puts documents of one syntax together, before anything is known of the syntax.


ALIKE = 0.25


def group_samples(samples: Sequence[Sample]) -> list[list[Sample]]:
    """Group configurations that mark blocks alike and share a quarter of their opening words; every log is alone."""
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
    """Writes the parser of one format. `mends`: it can go on from a known one; `notes` are told to the user."""

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
        """Learn from documents of one syntax; `known` explains part of them. Raises NothingLearned."""
        ...

    def spent(self) -> Spent:
        """Return what learning has used of a model so far."""
        ...


@dataclass(frozen=True, slots=True)
class Fit:
    """How much of a sample a parser explains: a share of its lines, and the lines that are left."""

    parser: Parser
    share: float
    left: tuple[SourceLine, ...]
    root: Mapping[str, Value] = field(default_factory=dict)


@dataclass(slots=True)
class Chosen:
    """What was chosen and learned. Documents know their parser by name, since it may be mended yet.

    `problems` are told to the user; `fits` are those of the best known parser, by path.
    """

    sandbox: Sandbox
    learner: FormatLearner
    keep: Callable[[Parser], None]
    by_name: dict[str, Parser]
    names: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)
    fits: dict[str, Fit] = field(default_factory=dict)
    drifts: tuple[Drift, ...] = ()

    @property
    def parsers(self) -> dict[str, Parser]:
        """Return the parser of each document."""
        return {path: self.by_name[name] for path, name in self.names.items()}

    @property
    def roots(self) -> dict[str, Mapping[str, Value]]:
        """Return the first records' values, by path, of what was parsed with the chosen parser on the way."""
        chosen = self.parsers
        return {path: fit.root for path, fit in self.fits.items() if chosen.get(path) is fit.parser}

    def best(self, sample: Sample) -> Fit | None:
        """Return how the parser that explains most of a sample fits it; note those that fail on it."""
        fits: list[Fit] = []
        for parser in self.by_name.values():
            if parser.kind != sample.kind:
                continue
            try:
                fits.append(fit_parser(sample, parser, self.sandbox))
            except ParserError as error:
                self.broken.setdefault(parser.name, f"{error} (on {sample.path})")
        if not fits:
            return None
        self.fits[sample.path] = max(fits, key=lambda fit: fit.share)
        return self.fits[sample.path]

    def learn(self, name: str, group: Sequence[Sample], known: Parser | None = None) -> bool:
        """Learn a parser from documents, or mend a known one; False where nothing was learned."""
        try:
            learned = self.learner.learn(name, group, known)
        except NothingLearned as error:
            self.problems.append(str(error))
            return False
        self.keep(learned)
        self.by_name.pop(name, None)
        self.by_name[learned.name] = learned
        self.names.update({sample.path: learned.name for sample in group})
        return True

    def mend(self, name: str, fits: Sequence[tuple[Sample, Fit]], relearn: Relearn) -> None:
        """Learn a parser again from documents that it does not explain whole, and say so; or only say so."""
        mended = False
        if self.learner.mends and relearn == "auto":
            mended = self.learn(name, [sample for sample, _ in fits], fits[0][1].parser)
        for sample, fit in fits:
            self.names[sample.path] = name
            told = fit.left[:LINES_TOLD]
            self.drifts += (Drift(sample.path, name, fit.parser.coverage, fit.share, told, mended),)


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

    A known parser is used again if it explains at least 98 % of the sample's lines, and not 2 points less than what
    it was learned from; a learner that mends goes on from one that explains half. `keep` gets each learned parser at
    once, so that an ingest which is cut short loses none. `devices` are known already; logs also know those that the
    samples name.
    """
    known = () if relearn == "all" else known
    choice = Chosen(sandbox, learner, keep, {each.name: each for each in known if learner.usable(each)})
    least = RELATED if learner.mends or relearn == "never" else ENOUGH
    if any(each.kind == "log" for each in samples):
        hosts = known_devices((each.lines for each in samples if each.kind == "configuration"), devices)
        samples = [replace(each, devices=hosts) for each in samples]
    for group in group_samples(samples):
        left: list[Sample] = []
        drifted: dict[str, list[tuple[Sample, Fit]]] = {}
        for sample in group:
            fit = choice.best(sample)
            if fit is None or fit.share < least:
                left.append(sample)
            elif fit.share < max(ENOUGH, fit.parser.coverage - FALLEN) or (learner.mends and fit.left):
                drifted.setdefault(fit.parser.name, []).append((sample, fit))
            else:
                choice.names[sample.path] = fit.parser.name
        for name, fits in drifted.items():
            choice.mend(name, fits, relearn)
        if left:
            choice.learn(_free_name(left, choice.by_name.keys() | {parser.name for parser in known}), left)
    choice.problems.extend(f"not used, for it fails: {problem}" for problem in choice.broken.values())
    return choice


def fit_parser(sample: Sample, parser: Parser, sandbox: Sandbox) -> Fit:
    """Tell what a parser explains of a sample; a type for anything at all explains nothing. Raises ParserError."""
    records = sandbox.run_parse(parser.source, sample.lines, parser=parser.name)
    full = {index for index, line in enumerate(sample.lines) if says_something(line)}
    owned: set[int] = set()
    for record in all_records(records):
        if not is_catch_all(record.type, parser):
            owned.update(stated_lines(record))
    share = len(owned & full) / len(full) if full else 0.0
    lines = sample.source_lines()
    root = records[0].values if records else {}
    return Fit(parser, share, tuple(lines[index] for index in sorted(full - owned)), root)


def is_catch_all(kind: str, parser: Parser) -> bool:
    """True for a last resort: a log type of that name or without a template, or a block that no section knows."""
    types = parser.schema.get("$defs", {})
    definition = types.get(kind, {})
    if parser.parts and not parser.edited and kind not in (*types, ROOT, COMMENT):
        return True
    without = "template" not in definition.get("properties", {})
    return parser.kind == "log" and (without or bool(definition.get("x-fallback")))


def _free_name(group: Sequence[Sample], taken: Container[str]) -> str:
    stem = re.sub(r"[^a-z0-9]+", "-", PurePosixPath(group[0].path).name.split(".")[0].lower()).strip("-")
    name = f"{group[0].kind}-{stem or 'file'}"
    numbered = (f"{name}-{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)
