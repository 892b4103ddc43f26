"""Asks for the rules that a configuration's sections still lack, in one request."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from graph_store.records import SourceLine
from ingest.build_entities import EntityBuilder
from ingest.compose_parser import run_alone
from ingest.judge_records import RecordJudge
from ingest.learning.attempt import (
    Asking,
    ReplyParts,
    ReplyVerdict,
    attempt,
    fill_prompt,
    make_request,
    read_reply,
    show_lines,
)
from ingest.learning.judge_section import declare_types, judge_section
from ingest.learning.learn_division import Documents
from ingest.learning.learn_section import has_rules
from ingest.learning.records import Observed, Place, Section, StageReport
from ingest.read_times import TimeReader
from ingest.sampling.find_blocks import Block, find_blocks
from ingest.sampling.mask_line import mask_line
from ingest.sandbox import ParserError, Sandbox
from ingest.says_something import says_something
from language_model.errors import LanguageModelError

STAGE = "gaps"
MOST_REQUESTS = 3
MOST_CHARACTERS = 6_000
MOST_TRIES = 2
MOST_DOUBTS = 3
TELLING = frozenset({"long", "apart", "dropped", "negation", "name"})
"""Doubts of the judge that another rule can end."""


@dataclass(slots=True)
class Gap:
    """What a section lacks: lines with those of the blocks around them, and what the judge doubts."""

    section: Section
    found: Observed
    lines: list[SourceLine] = field(default_factory=list)
    shapes: set[tuple[str, ...]] = field(default_factory=set)
    doubts: list[str] = field(default_factory=list)

    def take(self, document: Sequence[SourceLine], shown: set[Place], room: int) -> int:
        """Take the lines that no rule reads well, one of each shape while there is room; returns what room is left.

        Lines that are taken, and those alike, are put into `shown`.
        """
        wanted = {place for place in _wanted(self.found, document) if place not in shown}
        for path, line in _in_blocks(find_blocks(document, "configuration"), wanted, ()):
            shape = tuple(mask_line(each.text, "configuration") for each in (*path, line))
            if shape not in self.shapes:
                if room <= 0:
                    continue
                self.shapes.add(shape)
                new = [each for each in (*path, line) if each not in self.lines]
                self.lines += new
                room -= sum(len(each.text) + 1 for each in new)
            shown.add((line.path, line.number))
        return room

    def text(self) -> str:
        """Show the gap as a request does."""
        heading = f"## {self.section.name}: {', '.join(self.section.types) or 'no types yet'}"
        blocks = list(_block_rules(self.section.source))
        told = [f"Blocks with rules: {', '.join(blocks)}"] if blocks else []
        return "\n".join([heading, *told, *self.doubts, show_lines(line.text for line in self.lines)])


def learn_gaps(
    sections: Mapping[str, Section],
    parts: Mapping[str, Documents],
    sandbox: Sandbox,
    shown: set[Place],
    report: StageReport,
) -> Asking[dict[str, Section]]:
    """Ask for what all sections lack, a few times; returns the sections that gained rules.

    A line is shown once, one of each shape; what a request has no room for waits for the next one.
    """
    known = {name: section for name, section in sections.items() if has_rules(section)}
    gained: dict[str, Section] = {}
    doubting = True
    while report.calls < MOST_REQUESTS:
        gaps = _find_gaps(known, parts, sandbox, shown, doubting)
        doubting = False
        lacking = [gap.text() for gap in gaps.values() if gap.lines or gap.doubts]
        if not lacking:
            break
        text = fill_prompt("gaps", table=fill_prompt("rules_of_blocks"), gaps="\n\n".join(lacking))
        request = make_request(STAGE, "refine_parse", text)
        judging = _Judging(gaps, parts, sandbox)
        try:
            verdict = yield from attempt(request, judging, report, MOST_TRIES)
        except LanguageModelError as error:
            report.failures.append(f"{STAGE}: {error}")
            report.stopped = True
            break
        if verdict.problems:
            report.failures.append(f"{STAGE}: {verdict.problems[0]}")
        gained |= judging.accepted
        known |= judging.accepted
    return gained


def _find_gaps(
    known: Mapping[str, Section],
    parts: Mapping[str, Documents],
    sandbox: Sandbox,
    shown: set[Place],
    doubting: bool,
) -> dict[str, Gap]:
    """Find what each section lacks, until a request is full."""
    gaps: dict[str, Gap] = {}
    room = MOST_CHARACTERS
    for name, section in known.items():
        gap = gaps[name] = Gap(section, judge_section(section, parts[name], "configuration", sandbox))
        for document in parts[name]:
            room = gap.take(document, shown, room)
        if doubting:
            gap.doubts = list(_doubts(section, parts[name], sandbox))
    return gaps


def _wanted(found: Observed, document: Sequence[SourceLine]) -> Iterator[Place]:
    for line in document:
        place = (line.path, line.number)
        if says_something(line.text) and (
            place not in found.explained or place in found.unseen or place in found.loose
        ):
            yield place


def _in_blocks(
    blocks: Sequence[Block], wanted: set[Place], path: tuple[SourceLine, ...]
) -> Iterator[tuple[tuple[SourceLine, ...], SourceLine]]:
    """Yield the wanted lines, each with the lines that open the blocks around it."""
    for block in blocks:
        for line in block.head:
            if (line.path, line.number) in wanted:
                yield path, line
        yield from _in_blocks(block.children, wanted, (*path, *block.head[:1]))


def _block_rules(source: str) -> Iterator[str]:
    """Yield the type and template of each rule that has rules inside it, as the source writes them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Tuple) and len(node.elts) == 3:
            kind, template = node.elts[:2]
            if isinstance(kind, ast.Constant) and isinstance(template, ast.Constant):
                yield f"({kind.value!r}, {template.value!r})"


def _doubts(section: Section, documents: Documents, sandbox: Sandbox) -> Iterator[str]:
    """Yield what the judge of records doubts about a section, with the lines."""
    told: dict[str, list[str]] = defaultdict(list)
    texts = [[line.text for line in document] for document in documents]
    outcomes = sandbox.try_parse(run_alone(section.source), texts, parser=section.name)
    for document, outcome in zip(documents, outcomes, strict=True):
        if isinstance(outcome, ParserError) or not document:
            continue
        judge = RecordJudge(document[0].path)
        builder = EntityBuilder(judge.path, {}, TimeReader(datetime.now(UTC)))
        judge.take(builder.build(outcome, document), document, builder.not_found)
        lines = {line.number: line.text for line in document}
        for doubt in judge.doubts():
            if doubt.reason in TELLING and doubt.reason not in told:
                told[doubt.reason] = [
                    doubt.sentence,
                    *(lines[number] for number in doubt.lines if number in lines),
                ]
    for sentence, *shown in list(told.values())[:MOST_DOUBTS]:
        yield f"Doubtful: {sentence}:\n{show_lines(shown)}"


@dataclass(slots=True)
class _Judging:
    """Judges one reply: the rules of each section by themselves; those that do no harm are accepted."""

    gaps: Mapping[str, Gap]
    parts: Mapping[str, Documents]
    sandbox: Sandbox
    accepted: dict[str, Section] = field(default_factory=dict)

    def __call__(self, text: str, last: ReplyParts) -> ReplyVerdict[dict[str, Section]]:
        said = read_reply(text, "parse")
        code = said.source or said.addition
        problems: list[str] = []
        additions: dict[str, str] = {}
        try:
            for name, rows in _additions(code):
                additions[name] = f"{additions[name]} + {rows}" if name in additions else rows
        except SyntaxError as error:
            problems = [f"the python block is no Python: {error}"]
        if not additions and not problems and code.strip():
            problems = ['there is no RULES["section"] = [...] yet']
        for name, rows in additions.items():
            if name not in self.gaps:
                problems.append(f"there is no section {name!r}; expected one of {', '.join(self.gaps)}")
                continue
            more, found = self._extended(self.gaps[name], rows)
            if found:
                problems += (f"{name}: {problem}" for problem in found)
            else:
                self.accepted[name] = more
        return ReplyVerdict(self.accepted, said, tuple(problems), (len(self.accepted),))

    def _extended(self, gap: Gap, rows: str) -> tuple[Section, list[str]]:
        """Put rules before those of a section; returns the section, and what the new ones spoil."""
        section, before = gap.section, gap.found
        source = f"{section.source.rstrip()}\n\nRULES = {rows} + RULES\n"
        more = Section(section.name, declare_types(source, section.types), source)
        after = judge_section(more, self.parts[section.name], "configuration", self.sandbox)
        problems = [problem for problem in after.problems if problem not in before.problems]
        lost = before.explained - after.explained
        if lost and not problems:
            problems = [f"{len(lost)} lines that were read before are not read now"]
        return more, problems


def _additions(code: str) -> Iterator[tuple[str, str]]:
    """Yield the sections of a reply, each with the list that is given to it as source."""
    for node in ast.parse(code).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if (
            isinstance(target, ast.Subscript)
            and isinstance(target.slice, ast.Constant)
            and isinstance(node, ast.Assign | ast.AugAssign)
            and isinstance(node.value, ast.List)
        ):
            yield str(target.slice.value), ast.get_source_segment(code, node.value) or "[]"
