"""Step 2: learns the entity types of one section, and the function that reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph_store.records import SourceLine
from ingest.learn.model.attempt import (
    Asking,
    ReplyParts,
    ReplyVerdict,
    attempt,
    fill_prompt,
    quote_lost,
    quote_places,
    read_reply,
    show_chunk,
    show_lines,
)
from ingest.learn.model.judge_section import declare_types, judge_section, type_problems
from ingest.learn.model.learn_division import place_of
from ingest.learn.model.records import Documents, Observed, Section, StageReport, left_over, place
from ingest.learn.sampling.split_chunks import SampleChunk
from ingest.sandbox import Sandbox

LAST_RESORT = "no row names the types of these records; a block needs a row, also one inside another block"


def learn_section(
    name: str,
    description: str,
    samples: Sequence[SampleChunk],
    documents: Documents,
    sandbox: Sandbox,
    report: StageReport,
    known: Section | None = None,
) -> Asking[Section | None]:
    """Learn from the first sample, then refine with each next one that is not explained whole.

    `documents` are the section's lines, document by document. When the model fails or the budget is spent, returns the
    best version so far, if any.
    """
    best = known
    before = judge_section(best, documents, "configuration", sandbox) if best else Observed()
    for sample in samples:
        if best and has_rules(best):
            break  # what rules leave over is asked for of all sections together
        report.samples.append(place_of(sample))
        left = left_over(sample.lines, before.read)
        if best and not left and not before.problems:
            report.skipped += 1
            continue
        step = _Step(name, documents, sandbox, sample, best, before)
        verdict = yield from attempt(*step.request(description, left), step.judge, report)
        if verdict is None:
            break
        if verdict.item is not None and (best is None or verdict.score > _score(before)):
            best = verdict.item
            before = judge_section(best, documents, "configuration", sandbox)
    return best


def has_rules(section: Section) -> bool:
    """Tell whether a grammar reads a section: rows can be added to it."""
    return re.search(r"^GRAMMAR\s*=", section.source, re.MULTILINE) is not None


def _score(found: Observed) -> tuple[float, ...]:
    """Order what works before what does not, then by what is explained by more than a fallback."""
    explained = len(found.explained) - len(found.unseen) / 2
    return 0.0 if found.problems else 1.0, explained, -len(found.problems)


@dataclass(frozen=True, slots=True)
class _Step:
    """What is asked of one sample: `known` is the section's parser so far, which shows `before` on its documents."""

    name: str
    documents: Documents
    sandbox: Sandbox
    sample: SampleChunk
    known: Section | None
    before: Observed

    def request(self, description: str, left: Sequence[SourceLine]) -> tuple[str, str]:
        """Return the prompt's name and text."""
        if self.known is None:
            lines = fill_prompt("samples", lines=show_chunk(self.sample))
        else:
            lines = fill_prompt(
                "refine",
                function="parse",
                data=json.dumps(self.known.types, ensure_ascii=False),
                source=self.known.source.strip(),
                lines=show_lines(line.text for line in left or self.sample.lines),
            )
        text = fill_prompt(
            "parse_configuration",
            section=self.name,
            description=description,
            table=fill_prompt("grammar"),
            rules=fill_prompt("python_rules"),
            lines=lines,
        )
        return "parse" if self.known is None else "refine_parse", text

    def judge(self, text: str, last: ReplyParts) -> ReplyVerdict[Section]:
        """Judge a reply: its form, its schema, then its function on all lines of the section."""
        known = ReplyParts(dict(self.known.types), self.known.source) if self.known else ReplyParts()
        reply = read_reply(text, "parse")
        parts = reply.completed(last, known)
        if parts.data is not None:
            # A reply that does not repeat types of earlier attempts that are no schemas has given them up.
            repeated, types = reply.data or {}, parts.data.items()
            kept = {kind: each for kind, each in types if kind in repeated or not type_problems({kind: each})}
            parts = replace(parts, data=kept)
        if parts.source is None:
            return ReplyVerdict(
                None, parts, (parts.problem or "there is no python block with parse(lines) yet",)
            )
        problems = [parts.problem] if parts.problem else []
        problems += type_problems(parts.data) if parts.data else ()
        if problems:
            return ReplyVerdict(None, parts, tuple(problems))
        section = Section(self.name, declare_types(parts.source, parts.data or {}), parts.source)
        found = judge_section(section, self.documents, "configuration", self.sandbox)
        problems = [*found.problems] or self._incomplete(found)
        score = (*_score(found), -len(problems))
        return ReplyVerdict(section, parts, (*problems, *(found.notes if problems else ())), score)

    def _incomplete(self, found: Observed) -> list[str]:
        """Name the lines of the sample that nothing explains, and those that an earlier version explained."""
        problems = []
        if left := left_over(self.sample.lines, found.explained):
            quoted = quote_places([line.text for line in left])
            problems.append(f"no record explains these lines:\n{quoted}")
        if unread := [line.text for line in self.sample.lines if place(line) in found.unseen]:
            problems.append(f"{LAST_RESORT}:\n{quote_places(unread)}")
        if lost := self.before.explained - found.explained:
            quoted = quote_lost(lost, self.documents)
            problems.append(f"these lines were explained before and are not now:\n{quoted}")
        return problems
