"""Learns a log: a header, and a template for each shape of record, several shapes per request."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.errors import NothingLearned
from ingest.learn.builtin.logs.templates import mine_templates
from ingest.learn.builtin.logs.write_parser import EventRow, plan_events
from ingest.learn.compose_parser import run_alone
from ingest.learn.model.attempt import (
    Asking,
    ReplyParts,
    ReplyVerdict,
    attempt,
    fill_prompt,
    read_reply,
    show_lines,
)
from ingest.learn.model.judge_section import FALLBACK, declare_types, judge_section
from ingest.learn.model.records import Division, Documents, Observed, Section, StageReport, place
from ingest.learn.model.sharpen_rows import sharpen_source
from ingest.learn.sampling.mask_line import LONGEST_LINE, RecordShape, distinct_shapes, take_page
from ingest.sandbox import ParserError, Sandbox

EVENTS = "events"
ONE_SECTION = Division(
    {EVENTS: "all records of the log"}, f'def split(lines):\n    return ["{EVENTS}"] * len(lines)\n'
)
"""A log is not divided: one table of templates reads all of it, which saves a call."""
MOST_PAGES = 5
MOST_TIMES_SHOWN = 2
FEW_SHAPES = 2
"""Up to this many unread shapes are not worth a request: their templates are written without the model."""
MOST_TRIES = 3
_NO_LOG = re.compile(r"\s*NO LOG\b[:.]?[ \t]*([^\n]{0,200})")
PARSE = "\n\ndef parse(lines):\n    return read_log(lines, HEADER, EVENTS, templates=True)\n"


def learn_log(
    section: str, documents: Documents, sandbox: Sandbox, report: StageReport, known: Section | None = None
) -> Asking[Section | None]:
    """Learn from the commonest shapes, then from those that no template fits, until the pages are used up.

    What is left over then gets templates without the model. Returns None when no reply worked.
    Raises LanguageModelError when the model fails at the first page, NothingLearned when it says that this is no log.
    """
    best = known
    found = judge_section(best, documents, "log", sandbox) if best else Observed()
    shown: Counter[str] = Counter()
    for _ in range(MOST_PAGES):
        read = found.read
        left = distinct_shapes([[line for line in lines if place(line) not in read] for lines in documents])
        page = take_page([shape for shape in left if shown[shape.mask] < MOST_TIMES_SHOWN])
        if not page or (best and len(left) <= FEW_SHAPES):
            break
        shown.update(shape.mask for shape in page)
        first = min((shape.lines[0] for shape in page), key=place)
        report.samples.append(f"{first.path}:{first.number} and {len(page) - 1} more")
        step = _Step(section, documents, sandbox, best, found)
        verdict = yield from attempt(
            *step.request(page), step.judge, report, tries=MOST_TRIES, needed=best is None
        )
        if verdict is None:
            break
        if verdict.item is None and not verdict.problems:
            raise NothingLearned(first.path, f"the model says that this is no log: {verdict.parts.problem}")
        if verdict.item is not None and (best is None or verdict.score > _score(found)):
            best = verdict.item
            found = judge_section(best, documents, "log", sandbox)
    if best is None:
        return None
    if found.messages:
        best, found = _with_leftovers(best, documents, found, sandbox)
    return _sharpened(best, documents, found, sandbox)


def _score(found: Observed) -> tuple[float, ...]:
    """Order what works before what does not, then by the lines that a template reads."""
    return 0.0 if found.problems else 1.0, len(found.explained) - len(found.unseen), -len(found.problems)


@dataclass(frozen=True, slots=True)
class _Step:
    """What is asked of one page: `known` is the log's parser so far, which shows `before` on the documents."""

    name: str
    documents: Documents
    sandbox: Sandbox
    known: Section | None
    before: Observed

    def request(self, page: Sequence[RecordShape]) -> tuple[str, str]:
        """Return the prompt's name and text."""
        if self.known is None:
            begin = fill_prompt("log_first")
        elif "EVENTS" in self.known.source:
            types = ", ".join(self.known.types) or "(none)"
            begin = fill_prompt("log_more", header=_header(self.known.source), types=types)
        else:
            begin = fill_prompt("log_own", source=self.known.source.strip())
        lines = show_lines((line.text for shape in page for line in shape.lines), LONGEST_LINE)
        templates = f"{fill_prompt('templates')}\n"
        text = fill_prompt("parse_log", begin=begin, templates=templates, lines=lines)
        return "parse" if self.known is None else "refine_parse", text

    def judge(self, text: str, last: ReplyParts) -> ReplyVerdict[Section]:
        """Judge a reply: its form, then its function on all lines of the log. "NO LOG" is one, at the beginning."""
        refused = _NO_LOG.match(text)
        if refused and self.known is None:
            return ReplyVerdict(None, ReplyParts(problem=refused[1] or "no reason given"))
        known = ReplyParts(dict(self.known.types), self.known.source) if self.known else ReplyParts()
        reply = _as_table(read_reply(text, "parse"), last.source is None and self.known is None)
        parts = reply.completed(last, known)
        if parts.source is None:
            missing = "there is no python block with EVENTS yet"
            return ReplyVerdict(None, parts, (parts.problem or missing,))
        section = Section(self.name, declare_types(parts.source, parts.data or {}), parts.source)
        found = judge_section(section, self.documents, "log", self.sandbox)
        if not found.explained:  # an addition that does not even run is forgotten
            parts = replace(parts, source=known.source)
        problems = list(found.problems)
        lost = (self.before.read & found.unseen) | (self.before.explained - found.explained)
        if lost and not problems:
            problems.append(f"{len(lost)} lines that had a template before have none now")
        return ReplyVerdict(section, parts, tuple(problems), (*_score(found), -len(problems)))


def _as_table(reply: ReplyParts, first: bool) -> ReplyParts:
    """Read a bare table: the first becomes a whole parser, later ones are added to it."""
    if first and "EVENTS" in reply.addition:
        return replace(reply, source=reply.addition.strip() + PARSE, addition="")
    added = re.sub(r"(?m)^EVENTS\s*=\s*(?=\[\s*(?:$|\())(?!.*\]\s*\+)", "EVENTS += ", reply.addition)
    return replace(reply, addition=added)


def _header(source: str) -> str:
    """Return the statement that defines HEADER, the last one where it was changed."""
    found = ""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and "HEADER" in {getattr(to, "id", "") for to in node.targets}:
            found = ast.get_source_segment(source, node) or ""
    return found


# Writes templates for the messages that none reads yet, as they are found without a model.


def _with_leftovers(
    section: Section, documents: Documents, found: Observed, sandbox: Sandbox
) -> tuple[Section, Observed]:
    """Add what the messages left over need, if that spoils nothing; returns what is then observed, too."""
    rows = "".join(map(_event_row, plan_events(mine_templates(found.messages), ())))
    if not rows or "EVENTS" not in section.source:
        return section, found
    source = section.source + f"\nEVENTS += [\n{rows}]\n"
    more = Section(section.name, declare_types(source, section.types), source)
    judged = judge_section(more, documents, "log", sandbox)
    is_no_worse = judged.explained >= found.explained and not judged.problems
    return (more, judged) if is_no_worse else (section, found)


def _sharpened(section: Section, documents: Documents, before: Observed, sandbox: Sandbox) -> Section:
    """Write templates as exactly as those found without a model, if that spoils nothing."""
    texts = ([line.text for line in document] for document in documents)
    outcomes = sandbox.try_parse(run_alone(section.source), texts, parser=section.name)
    records = [record for one in outcomes if not isinstance(one, ParserError) for record in one]
    source = sharpen_source(section.source, (str(record.values.get("message", "")) for record in records))
    if source == section.source:
        return section
    sharp = Section(section.name, declare_types(source, section.types), source)
    after = judge_section(sharp, documents, "log", sandbox)
    is_no_worse = after.explained >= before.explained and len(after.problems) <= len(before.problems)
    return sharp if is_no_worse else section


def _event_row(event: EventRow) -> str:
    """Write a mined template as a row of the table."""
    return "" if event.type == FALLBACK else f"    ({event.type!r}, {event.text!r}),\n"
