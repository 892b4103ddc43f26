"""Finds a parser for each document: an existing one, or one learned from similar documents."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import PurePosixPath
from typing import Literal, Protocol

from graph_store.records import SourceLine, Value
from ingest.errors import NothingLearned
from ingest.files.says_something import says_something
from ingest.learn.builtin.logs.induce_log import DETAILS
from ingest.learn.builtin.logs.write_parser import WHOLE_FIELDS
from ingest.learn.compose_parser import ROOT
from ingest.learn.judge_records import COMMENT, all_records, stated_lines
from ingest.learn.rank_parsers import rank_parsers
from ingest.learn.shipped.find_format import Format, find_format, may_read
from ingest.learn.shipped.learn_on_top import learn_on_top
from ingest.load.name_devices import known_devices
from ingest.records import SHIPPED, Drift, Parser, Sample, Spent
from ingest.sandbox import ParserError, RawRecord, Sandbox
from reading.styles import find_style, opening_words

# Puts documents of one syntax together, before anything is known of the syntax.


ALIKE = 0.25


def group_samples(samples: Sequence[Sample]) -> list[list[Sample]]:
    """Group configurations that mark blocks alike and share a quarter of their opening words; every log is alone."""
    groups: list[tuple[set[str], list[Sample]]] = []
    having: dict[tuple[tuple[str, str], str], list[int]] = defaultdict(list)
    logs: list[list[Sample]] = []
    for sample in samples:
        if sample.kind == "log":
            logs.append([sample])
            continue
        style = find_style(sample.lines)
        words = opening_words(sample.lines, *style) or {""}
        shared = Counter(chain.from_iterable(having[style, word] for word in words))
        alike = (
            index
            for index, count in sorted(shared.items())
            if count >= ALIKE * (len(words) + len(groups[index][0]) - count)
        )
        index = next(alike, len(groups))
        if index == len(groups):
            groups.append((set(), []))
        known, members = groups[index]
        for word in words - known:
            having[style, word].append(index)
        known |= words
        members.append(sample)
    return [members for _, members in groups] + logs


ENOUGH = 0.98
FALLEN = 0.02
RELATED = 0.5
LINES_TOLD = 20
SCREENED, SCREENED_LINES = 2, 50
"""Of a log's sample so many times the lines that may be left are read first, and these."""

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
class ParserFit:
    """How much of a sample a parser explains: a share of its lines, and the lines that are left."""

    parser: Parser
    share: float
    left: tuple[SourceLine, ...]
    root: Mapping[str, Value] = field(default_factory=dict)


@dataclass(slots=True)
class Chosen:
    """What was chosen and learned. Documents know their parser by name, since it may be mended yet.

    `problems` are told to the user; `fits` are those of the best known parser, by path. With `ships`, formats that
    ship are tried before one is learned; `formats` are those that were looked for, by path.
    """

    sandbox: Sandbox
    learner: FormatLearner
    keep: Callable[[Parser], None]
    by_name: dict[str, Parser]
    names: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)
    fits: dict[str, ParserFit] = field(default_factory=dict)
    drifts: tuple[Drift, ...] = ()
    ships: bool = True
    formats: dict[str, Format | None] = field(default_factory=dict)

    @property
    def parsers(self) -> dict[str, Parser]:
        """Return the parser of each document."""
        return {path: self.by_name[name] for path, name in self.names.items()}

    @property
    def roots(self) -> dict[str, Mapping[str, Value]]:
        """Return the first records' values, by path, of what was parsed with the chosen parser on the way."""
        chosen = self.parsers
        return {path: fit.root for path, fit in self.fits.items() if chosen.get(path) is fit.parser}

    def best(self, sample: Sample, least: float) -> ParserFit | None:
        """Return how the first parser fits that explains a sample, the likeliest tried first; else the best fit.

        None where no parser may explain a share of `least`. Notes the parsers that fail on the sample. What was
        learned of other files reads none of a format that ships.
        """
        best: ParserFit | None = None
        for parser in rank_parsers(sample, tuple(self.by_name.values()), least):
            if not may_read(sample, parser, self.own_format):
                continue
            try:
                fit = fit_parser(sample, parser, self.sandbox, least)
            except ParserError as error:
                self.broken.setdefault(parser.name, f"{error} (on {sample.path})")
                continue
            if best is None or fit.share > best.share:
                best = self.fits[sample.path] = fit
            if self.explains(fit):
                return fit
        return best

    def explains(self, fit: ParserFit) -> bool:
        """Tell whether a parser fits a file as well as those that it was learned from.

        What one that ships leaves of it is no reason to ask a model.
        """
        enough = max(ENOUGH, fit.parser.coverage - FALLEN)
        asks = self.learner.mends and fit.parser.model != SHIPPED
        return fit.share >= enough and not (asks and fit.left)

    def apart(self, group: Sequence[Sample]) -> Iterable[tuple[Format | None, list[Sample]]]:
        """Part documents by the formats that ship; the others stay together."""
        parts: dict[Format | None, list[Sample]] = {}
        for sample in group:
            parts.setdefault(self.own_format(sample), []).append(sample)
        return parts.items()

    def own_format(self, sample: Sample) -> Format | None:
        """Return the format that ships for a file, which is looked for once; None where none may be used."""
        if self.ships and sample.path not in self.formats:
            self.formats[sample.path] = find_format(sample)
        return self.formats.get(sample.path)

    def learn(
        self, name: str, group: Sequence[Sample], known: Parser | None = None, shipped: Format | None = None
    ) -> bool:
        """Learn a parser from documents, or on top of a format, or mend a known one; False where that failed."""
        try:
            if shipped is None:
                learned = self.learner.learn(name, group, known)
            else:
                learned = learn_on_top(shipped, group, self.by_name)
        except NothingLearned as error:
            self.problems.append(str(error))
            return False
        self.keep(learned)
        self.by_name.pop(learned.name, None)
        self.by_name[learned.name] = learned
        self.names.update({sample.path: learned.name for sample in group})
        return True

    def mend(self, name: str, fits: Sequence[tuple[Sample, ParserFit]], relearn: Relearn) -> None:
        """Learn a parser again from documents that it does not explain whole, and say so; or only say so."""
        mended = False
        if self.learner.mends and relearn == "auto":
            mended = self.learn(name, [sample for sample, _ in fits], fits[0][1].parser)
        for sample, fit in fits:
            self.names[sample.path] = name
            left = fit.left[:LINES_TOLD]
            self.drifts += (Drift(sample.path, name, fit.parser.coverage, fit.share, left, mended),)


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

    The first known parser is used again that explains at least 98 % of the sample's lines, and not 2 points less than
    what it was learned from; a learner that mends goes on from one that explains half. `keep` gets each learned parser
    at once, so that an ingest which is cut short loses none. A format that ships comes before one that is learned,
    unless everything is to be learned. `devices` are known already; logs also know those that the
    samples name.
    """
    known = () if relearn == "all" else known
    usable = {each.name: each for each in known if learner.usable(each)}
    choice = Chosen(sandbox, learner, keep, usable, ships=relearn != "all")
    least = RELATED if learner.mends or relearn == "never" else ENOUGH
    if any(each.kind == "log" for each in samples):
        hosts = known_devices((each.lines for each in samples if each.kind == "configuration"), devices)
        samples = [replace(each, devices=hosts) for each in samples]
    for group in group_samples(samples):
        left: list[Sample] = []
        drifted: dict[str, list[tuple[Sample, ParserFit]]] = {}
        for sample in group:
            fit = choice.best(sample, least)
            again = choice.ships and relearn == "auto" and fit is not None and fit.parser.model == SHIPPED
            if fit is None or fit.share < (ENOUGH if again else least):
                left.append(sample)
            elif choice.explains(fit):
                choice.names[sample.path] = fit.parser.name
            else:
                drifted.setdefault(fit.parser.name, []).append((sample, fit))
        for name, fits in drifted.items():
            choice.mend(name, fits, relearn)
        for shipped, own in choice.apart(left):
            taken = choice.by_name.keys() | {parser.name for parser in known}
            choice.learn(_free_name(own, taken), own, shipped=shipped)
    choice.problems.extend(f"not used, for it fails: {problem}" for problem in choice.broken.values())
    return choice


def fit_parser(sample: Sample, parser: Parser, sandbox: Sandbox, least: float = 0.0) -> ParserFit:
    """Tell what a parser explains of a sample; a type for anything at all explains nothing. Raises ParserError.

    Of a long log it reads the beginning first, and no more where so many lines are left that it cannot reach a share
    of `least`; the share is then that of the beginning.
    """
    full = sum(map(says_something, sample.lines))
    most_left = int((1 - least) * full)
    beginning = SCREENED * most_left + SCREENED_LINES
    if sample.kind == "log" and 2 * beginning < len(sample.lines):
        start = replace(sample, lines=sample.lines[:beginning], numbers=sample.numbers[:beginning])
        fit = fit_parser(start, parser, sandbox)
        if len(fit.left) > most_left:
            return fit
    records = sandbox.run_parse(parser.source, sample.lines, parser=parser.name)
    owned: set[int] = set()
    for record in all_records(records):
        if not (is_catch_all(record.type, parser) or _is_unread(record, parser)):
            owned.update(stated_lines(record))
    lines = sample.source_lines()
    left = [line for index, line in enumerate(lines) if index not in owned and says_something(line.text)]
    root = records[0].values if records else {}
    return ParserFit(parser, 1 - len(left) / full if full else 0.0, tuple(left), root)


def is_catch_all(kind: str, parser: Parser) -> bool:
    """True for a last resort: a log type of that name or without a template, or a block that no section knows."""
    types = parser.schema.get("$defs", {})
    definition = types.get(kind, {})
    if parser.parts and not parser.edited and kind not in (*types, ROOT, COMMENT):
        return True
    without = "template" not in definition.get("properties", {})
    return parser.kind == "log" and (without or bool(definition.get("x-fallback")))


def _is_unread(record: RawRecord, parser: Parser) -> bool:
    """True for a record of a learned log of which only the whole is known, or mostly keys that the log never had.

    Forms of bodies (pairs, rows, JSON) fit other logs, too.
    """
    if parser.kind != "log" or parser.model == SHIPPED or parser.edited:
        return False
    own = record.values.keys() - {*WHOLE_FIELDS, DETAILS}
    learned = parser.schema.get("$defs", {}).get(record.type, {}).get("properties", record.values)
    return 2 * len(own & learned.keys()) <= len(own)


def _free_name(group: Sequence[Sample], taken: Container[str]) -> str:
    stem = re.sub(r"[^a-z0-9]+", "-", PurePosixPath(group[0].path).name.split(".")[0].lower()).strip("-")
    name = f"{group[0].kind}-{stem or 'file'}"
    numbered = (f"{name}-{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)
