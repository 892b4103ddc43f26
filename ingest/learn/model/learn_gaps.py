"""Asks for the rules that a configuration's sections still lack, in one request."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

from graph_store.records import SourceLine
from ingest.files.read_times import TimeReader
from ingest.learn.compose_parser import run_alone
from ingest.learn.judge_records import RecordJudge
from ingest.learn.model.attempt import (
    Asking,
    ReplyParts,
    ReplyVerdict,
    attempt,
    fill_prompt,
    read_reply,
    show_lines,
)
from ingest.learn.model.judge_section import declare_types, judge_section, texts_of
from ingest.learn.model.learn_section import has_rules
from ingest.learn.model.records import Documents, LinePlace, Observed, Section, StageReport, left_over, place
from ingest.learn.sampling.find_blocks import SampledBlock, find_blocks
from ingest.learn.sampling.mask_line import mask_line
from ingest.load.build_entities import EntityBuilder
from ingest.sandbox import ParserError, Sandbox

STAGE = "gaps"
MOST_REQUESTS = 3
MOST_CHARACTERS = 6_000
MOST_TRIES = 2
MOST_DOUBTS = 3
TELLING = frozenset({"long", "apart", "dropped", "negation", "name"})
"""Doubts of the judge that another rule can end."""


def learn_gaps(
    sections: Mapping[str, Section],
    parts: Mapping[str, Documents],
    sandbox: Sandbox,
    shown: set[LinePlace],
    report: StageReport,
) -> Asking[dict[str, Section]]:
    """Ask for what all sections lack, a few times; returns the sections that gained rows.

    Sections with functions of their own are left alone: what the rows lack, these may read.
    Of each shape one line is shown, once; what does not fit into a request waits for the next.
    """
    known = {
        name: each for name, each in sections.items() if has_rules(each) and not has_functions(each.source)
    }
    gained: dict[str, Section] = {}
    doubting = True
    while report.calls < MOST_REQUESTS:
        gaps: dict[str, Gap] = {}
        room = MOST_CHARACTERS
        for name, section in known.items():
            documents = parts[name]
            gap = Gap(section, documents, judge_section(section, documents, "configuration", sandbox))
            gap.doubts = list(_doubts(section, documents, sandbox)) if doubting else []
            room = gap.take(shown, room)
            gaps[name] = gap
        doubting = False
        lacking = "\n\n".join(gap.text() for gap in gaps.values() if gap.lines or gap.doubts)
        if not lacking:
            break
        text = fill_prompt("gaps", table=fill_prompt("grammar"), gaps=lacking)
        accepted: dict[str, Section] = {}
        judge = partial(_judge, gaps, accepted, sandbox)
        if (yield from attempt("refine_parse", text, judge, report, tries=MOST_TRIES)) is None:
            break
        gained |= accepted
        known |= accepted
    return gained


@dataclass(slots=True)
class Gap:
    """What a section lacks: lines with those of the blocks around them, and what the judge doubts."""

    section: Section
    documents: Documents
    found: Observed
    lines: list[SourceLine] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def take(self, shown: set[LinePlace], room: int) -> int:
        """Take lines that no rule reads well, one of each shape while there is room; returns the room left.

        Lines that are taken, and those alike, are put into `shown`.
        """
        read = self.found.read - self.found.loose
        shapes: set[tuple[str, ...]] = set()
        for document in self.documents:
            wanted = {place(line) for line in left_over(document, read)} - shown
            for path, line in _in_blocks(find_blocks(document, "configuration"), wanted, ()):
                shape = tuple(mask_line(each.text, "configuration") for each in (*path, line))
                if shape not in shapes:
                    if room <= 0:
                        continue
                    shapes.add(shape)
                    new = [each for each in (*path, line) if each not in self.lines]
                    self.lines += new
                    room -= sum(len(each.text) + 1 for each in new)
                shown.add(place(line))
        return room

    def text(self) -> str:
        """Show the gap as a request does."""
        heading = f"## {self.section.name}: {', '.join(self.section.types) or 'no types yet'}"
        blocks = ", ".join(_block_rules(self.section.source))
        parts = [f"Blocks with rows: {blocks}"] if blocks else []
        return "\n".join([heading, *parts, *self.doubts, show_lines(line.text for line in self.lines)])


def has_functions(source: str) -> bool:
    """Tell whether a source has functions beside `parse`."""
    return any(isinstance(each, ast.FunctionDef) and each.name != "parse" for each in ast.parse(source).body)


def _in_blocks(
    blocks: Sequence[SampledBlock], wanted: set[LinePlace], path: tuple[SourceLine, ...]
) -> Iterator[tuple[tuple[SourceLine, ...], SourceLine]]:
    """Yield the wanted lines, each behind the lines that open the blocks around it."""
    for block in blocks:
        yield from ((path, line) for line in block.head if place(line) in wanted)
        yield from _in_blocks(block.children, wanted, (*path, *block.head[:1]))


def _block_rules(source: str) -> Iterator[str]:
    """Yield the rows that have rows inside them, as the source writes them."""
    for text in texts_of(source):
        yield from (line.strip() for line in text.splitlines() if line.rstrip().endswith(" {"))


def _doubts(section: Section, documents: Documents, sandbox: Sandbox) -> Iterator[str]:
    """Yield what the judge of records doubts about a section, with the lines."""
    reasons: dict[str, list[str]] = defaultdict(list)
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
            if doubt.reason in TELLING and doubt.reason not in reasons:
                quoted = [lines[number] for number in doubt.lines if number in lines]
                reasons[doubt.reason] = [doubt.sentence, *quoted]
    for sentence, *shown in list(reasons.values())[:MOST_DOUBTS]:
        yield f"Doubtful: {sentence}:\n{show_lines(shown)}"


# Judges a reply: the rules of each section by themselves; those that do no harm are accepted.


def _judge(
    gaps: Mapping[str, Gap], accepted: dict[str, Section], sandbox: Sandbox, text: str, last: ReplyParts
) -> ReplyVerdict[dict[str, Section]]:
    reply = read_reply(text, "parse")
    code = reply.source or reply.addition
    problems: list[str] = []
    additions: dict[str, str] = {}
    try:
        for name, rows in _additions(code):
            additions[name] = f"{additions.get(name, '')}\n{rows}"
    except SyntaxError as error:
        problems = [f"the python block is no Python: {error}"]
    if not additions and not problems and code.strip():
        problems = ["there is no GRAMMAR[\"section\"] = r'''...''' yet"]
    for name, rows in additions.items():
        if name not in gaps:
            problems.append(f"there is no section {name!r}; expected one of {', '.join(gaps)}")
            continue
        more, found = _extended(gaps[name], rows, sandbox)
        if found:
            problems += (f"{name}: {problem}" for problem in found)
        else:
            accepted[name] = more
    return ReplyVerdict(accepted, reply, tuple(problems), (len(accepted),))


def _additions(code: str) -> Iterator[tuple[str, str]]:
    """Yield the sections of a reply, each with the rows that are given to it."""
    for node in ast.parse(code).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if (
            isinstance(target, ast.Subscript)
            and isinstance(target.slice, ast.Constant)
            and isinstance(node, ast.Assign | ast.AugAssign)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield str(target.slice.value), node.value.value


def with_rows(source: str, rows: str) -> str:
    """Put rows before those of a source's grammar; behind the source where its grammar is not written out."""
    found = re.search(r'^GRAMMAR\s*=\s*r?"""', source, re.MULTILINE)
    if found and '"""' not in rows and ("\\" not in rows or found.group().endswith('r"""')):
        return f"{source[: found.end()]}\n{rows.strip(chr(10))}\n{source[found.end() :].lstrip(chr(10))}"
    return f"{source.rstrip()}\n\nGRAMMAR = {rows + chr(10)!r} + GRAMMAR\n"


def _extended(gap: Gap, rows: str, sandbox: Sandbox) -> tuple[Section, list[str]]:
    """Put rules before those of a section; returns the section, and what the new ones spoil."""
    section, before = gap.section, gap.found
    source = with_rows(section.source, rows)
    more = Section(section.name, declare_types(source, section.types), source)
    after = judge_section(more, gap.documents, "configuration", sandbox)
    problems = [problem for problem in after.problems if problem not in before.problems]
    lost = before.explained - after.explained
    if lost and not problems:
        problems = [f"{len(lost)} lines that were read before are not read now"]
    return more, problems
