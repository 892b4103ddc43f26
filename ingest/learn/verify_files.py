"""Finds the parser that fits each file, and verifies all parsers on their files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest.files.find_files import InputFile
from ingest.files.read_lines import read_lines
from ingest.files.read_sample import read_sample
from ingest.files.says_something import says_something
from ingest.learn.choose_parsers import ENOUGH, RELATED, fit_parser
from ingest.learn.compose_parser import run_alone
from ingest.learn.parser_folder import SPLIT, part_name
from ingest.learn.rank_parsers import rank_parsers
from ingest.learn.verify_parser import VerifiedParser, verify_parser
from ingest.load.apply_parsers import split_batches
from ingest.records import Parser, Sample
from ingest.sandbox import ParserError, Sandbox


@dataclass(frozen=True, slots=True)
class Unfit:
    """A file that no parser fits, and how near the nearest comes."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What all parsers were seen to do. `prose` are files that no parser is asked of."""

    parsers: tuple[VerifiedParser, ...]
    unfit: tuple[Unfit, ...]
    prose: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """True where a parser is wrong or a file has none."""
        return bool(self.unfit) or any(each.wrong for each in self.parsers)


def verify_files(
    files: Iterable[InputFile], parsers: Sequence[Parser], sandbox: Sandbox, *, chosen: bool
) -> Verification:
    """Verify each parser on the files that it explains most of: half of them at least, unless parsers were `chosen`."""
    by_parser: dict[str, list[InputFile]] = {}
    unfit: list[Unfit] = []
    prose: list[str] = []
    for file in files:
        sample = read_sample(file)
        if sample.kind in ("text", "capture"):
            prose.append(file.path)
            continue
        found = _choose(sample, parsers, sandbox, chosen)
        if isinstance(found, Parser):
            by_parser.setdefault(found.name, []).append(file)
        else:
            unfit.append(Unfit(file.path, found))
    verified: list[VerifiedParser] = []
    for parser in parsers:
        own = by_parser.get(parser.name, ())
        batches = {file.path: list(split_batches(read_lines(file), parser.kind)) for file in own}
        if batches:
            verified.append(verify_parser(parser, batches, sandbox))
    return Verification(tuple(verified), tuple(unfit), tuple(prose))


def _choose(sample: Sample, parsers: Sequence[Parser], sandbox: Sandbox, chosen: bool) -> Parser | str:
    """Return the first parser, by rank, that explains a file; else the one that fits best, or why none does."""
    alike = rank_parsers(sample, parsers, least=0.0)
    if not alike:
        return f"a {sample.kind}; parsers for one: none"
    shares: dict[str, float] = {}
    errors: list[str] = []
    for parser in alike:
        try:
            shares[parser.name] = fit_parser(sample, parser, sandbox).share
        except ParserError as error:
            shares[parser.name] = 0.0
            errors.append(str(error))
        if shares[parser.name] >= ENOUGH:
            return parser
    best = max(alike, key=lambda parser: shares[parser.name])
    if chosen or shares[best.name] >= RELATED:
        return best
    silent = {parser.name: _failing_share(parser, sample, sandbox) for parser in alike}
    broken = max(alike, key=lambda parser: shares[parser.name] + silent[parser.name])
    if shares[broken.name] + silent[broken.name] >= RELATED:
        return broken
    reason = f"the nearest, {best.name}, explains {shares[best.name]:.1%} of it"
    return "; ".join([reason, *errors])


def _failing_share(parser: Parser, sample: Sample, sandbox: Sandbox) -> float:
    """Return the share of lines in sections that fail, which is silent when the whole parser runs."""
    if SPLIT not in parser.parts:
        return 0.0
    try:
        names = sandbox.run_split(parser.parts[SPLIT], sample.lines)
    except ParserError:
        return 0.0
    lost = full = 0
    for name in set(names):
        lines = [line for line, own in zip(sample.lines, names, strict=True) if own == name]
        saying = sum(map(says_something, lines))
        full += saying
        source = parser.parts.get(part_name(name))
        if source and saying:
            try:
                sandbox.run_parse(run_alone(source), lines, parser=name)
            except ParserError:
                lost += saying
    return lost / full if full else 0.0
