"""Learns a log: a header, and a template for each shape of record, several shapes per request."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.induction.logs.split_message import SLOT
from ingest.induction.logs.templates import Element, mine_templates
from ingest.induction.logs.write_parser import MessageKind, plan_messages
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
from ingest.learning.given.read_events import PLACE
from ingest.learning.judge_section import FALLBACK, declare_types, judge_section
from ingest.learning.learn_division import Documents
from ingest.learning.records import Division, ModelRequest, Observed, Section, StageReport
from ingest.sampling.mask_line import LONGEST_LINE, RecordShape, distinct_shapes, take_page
from ingest.sandbox import Sandbox
from language_model.errors import LanguageModelError

EVENTS = "events"
ONE_SECTION = Division(
    {EVENTS: "all records of the log"}, f'def split(lines):\n    return ["{EVENTS}"] * len(lines)\n'
)
"""A log is not divided: one table of templates reads all of it, and a call less is needed."""
MOST_PAGES = 5
MOST_TIMES_SHOWN = 2
FEW_SHAPES = 2
"""So many shapes that nothing reads are not worth a request: their templates are written without the model."""
MOST_TRIES = 3
PARSE = "\n\ndef parse(lines):\n    return read_events(lines, HEADER, EVENTS)\n"


def learn_log(
    section: str, documents: Documents, sandbox: Sandbox, report: StageReport, known: Section | None = None
) -> Asking[Section | None]:
    """Learn from the commonest shapes, then from those that no template fits, until the pages are used up.

    What is left over then gets templates without the model. Returns None when no reply worked.
    """
    step = _Step(section, documents, sandbox)
    best, found = known, step.judge(known) if known is not None else Observed()
    shown: Counter[str] = Counter()
    for _ in range(MOST_PAGES):
        left = step.unread(found)
        page = take_page([shape for shape in left if shown[shape.mask] < MOST_TIMES_SHOWN])
        if not page or (best is not None and len(left) <= FEW_SHAPES):
            break
        shown.update(shape.mask for shape in page)
        report.samples.append(_place_of(page))
        try:
            verdict = yield from attempt(
                step.request(page, best), _Judging(step, best, found), report, MOST_TRIES
            )
        except LanguageModelError as error:
            report.failures.append(f"{section}: {error}")
            report.stopped = True
            if best is None:
                raise
            break
        if verdict.problems:
            report.failures.append(f"{section}: {verdict.problems[0]}")
        if verdict.item is not None and (best is None or verdict.score > _score(found)):
            best, found = verdict.item, step.judge(verdict.item)
    return step.with_leftovers(best, found) if best is not None and found.messages else best


def _place_of(page: Sequence[RecordShape]) -> str:
    first = min((shape.lines[0] for shape in page), key=lambda line: (line.path, line.number))
    return f"{first.path}:{first.number} and {len(page) - 1} more"


def _score(found: Observed) -> tuple[float, ...]:
    """Order what works before what does not, then by the lines that a template reads."""
    return (0.0 if found.problems else 1.0, len(found.explained) - len(found.unseen), -len(found.problems))


@dataclass(frozen=True, slots=True)
class _Step:
    """What the requests and the judging of one log share."""

    name: str
    documents: Documents
    sandbox: Sandbox

    def judge(self, section: Section) -> Observed:
        return judge_section(section, self.documents, "log", self.sandbox)

    def unread(self, found: Observed) -> list[RecordShape]:
        """Return the shapes of the records that no template reads."""
        read = found.explained - found.unseen
        left = [[line for line in lines if (line.path, line.number) not in read] for lines in self.documents]
        return distinct_shapes(left)

    def request(self, page: Sequence[RecordShape], known: Section | None) -> ModelRequest:
        lines = show_lines((line.text for shape in page for line in shape.lines), LONGEST_LINE)
        if known is None:
            begin = fill_prompt("log_first")
        elif "EVENTS" in known.source:
            begin = fill_prompt(
                "log_more", header=_header(known.source), types=", ".join(known.types) or "(none)"
            )
        else:
            begin = fill_prompt("log_own", source=known.source.strip())
        text = fill_prompt("parse_log", begin=begin, lines=lines)
        return make_request(self.name, "parse" if known is None else "refine_parse", text)

    def with_leftovers(self, section: Section, found: Observed) -> Section:
        """Add templates for the messages that none reads yet, as they are found without a model."""
        if "EVENTS" not in section.source:
            return section
        planned = plan_messages(mine_templates(found.messages), ())
        rows = [row for row in map(_event_row, planned) if row]
        source = section.source + f"\nEVENTS += [\n{''.join(rows)}]\n"
        more = Section(self.name, declare_types(source, section.types), source)
        judged = self.judge(more)
        return more if rows and judged.explained >= found.explained and not judged.problems else section


@dataclass(frozen=True, slots=True)
class _Judging:
    """Judges one reply: its form, then its function on all lines of the log."""

    step: _Step
    earlier: Section | None
    before: Observed

    def __call__(self, text: str, last: ReplyParts) -> ReplyVerdict[Section]:
        earlier = ReplyParts(dict(self.earlier.types), self.earlier.source) if self.earlier else ReplyParts()
        said = _as_table(read_reply(text, "parse"), last.source is None and self.earlier is None)
        parts = said.completed(last, earlier)
        if parts.source is None:
            return ReplyVerdict(
                None, parts, (parts.problem or "there is no python block with EVENTS yet",), (-1.0,)
            )
        section = Section(self.step.name, declare_types(parts.source, parts.data or {}), parts.source)
        found = self.step.judge(section)
        if not found.explained:  # an addition that does not even run is forgotten
            parts = replace(parts, source=earlier.source)
        problems = list(found.problems)
        lost = {place for place in self.before.explained - self.before.unseen if place in found.unseen} | (
            self.before.explained - found.explained
        )
        if lost and not problems:
            problems.append(f"{len(lost)} lines that had a template before have none now")
        return ReplyVerdict(section, parts, tuple(problems), (*_score(found), -len(problems)))


def _as_table(said: ReplyParts, first: bool) -> ReplyParts:
    """Read a bare table: the first is the parser, with the function that it leaves out; later ones are added."""
    if not said.addition:
        return said
    if first and "EVENTS" in said.addition:
        return replace(said, source=said.addition.strip() + PARSE, addition="")
    return replace(
        said,
        addition=re.sub(r"(?m)^EVENTS\s*=\s*(?=\[\s*(?:$|\())(?!.*\]\s*\+)", "EVENTS += ", said.addition),
    )


def _header(source: str) -> str:
    """Return the statement that defines HEADER, the last one where it was changed."""
    found = [
        ast.get_source_segment(source, node) or ""
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
        and any(isinstance(to, ast.Name) and to.id == "HEADER" for to in node.targets)
    ]
    return found[-1] if found else ""


def _event_row(message: MessageKind) -> str:
    """Write a mined template as a row of the table; nothing where its text would be read as a place."""
    fields = iter(message.fields)
    text = ""
    for element in message.template.elements:
        if not element.optional:
            text += " " if element.space and text else ""
            text += (
                _place(element, next(fields, ("", "")))
                if element.is_field
                else SLOT
                if element.is_slot
                else element.text
            )
    places = sum(element.is_field for element in message.template.elements if not element.optional)
    if len(PLACE.findall(text)) != places or message.type == FALLBACK:
        return ""
    return f"    ({message.type!r}, {text!r}),\n"


def _place(element: Element, field: tuple[str, str]) -> str:
    name, kind = field
    if not element.is_slot:
        return f"<{name}={re.escape(element.text)}>"
    if kind == "integer" and all(value.isdecimal() for value in element.values):
        return f"<{name}:int>"
    return f"<{name}:text>" if any(" " in value for value in element.values) else f"<{name}>"
