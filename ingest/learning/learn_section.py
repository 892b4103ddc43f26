"""Step 2: learns the entity types of one section, and the function that reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph_store.records import SourceLine
from ingest.learning.attempt import (
    Asking,
    ReplyParts,
    ReplyVerdict,
    attempt,
    fill_prompt,
    make_request,
    quote_places,
    read_reply,
    show_chunk,
    show_lines,
)
from ingest.learning.judge_section import declare_types, judge_section, type_problems
from ingest.learning.learn_division import Documents, place_of
from ingest.learning.records import ModelRequest, Observed, Section, StageReport
from ingest.sampling.split_chunks import SampleChunk
from ingest.sandbox import Sandbox
from ingest.says_something import says_something
from language_model.errors import LanguageModelError

LAST_RESORT = "these lines became records of a type that the json block does not declare"


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

    `documents` are the section's lines, document by document. Returns the best version there is when the model fails or
    may not be asked further; None without any.
    """
    step = _Step(name, description, documents, sandbox)
    best = known
    before = step.judge(best) if best is not None else Observed()
    for sample in samples:
        if best is not None and has_rules(best):
            break  # what rules leave over is asked for of all sections together
        report.samples.append(place_of(sample))
        left = _left(sample, before)
        if best is not None and not left and not before.problems:
            report.skipped += 1
            continue
        request = step.first_request(sample) if best is None else step.refinement(best, left or sample.lines)
        try:
            verdict = yield from attempt(request, _Judging(step, sample, best, before), report)
        except LanguageModelError as error:
            report.failures.append(f"{name}: {error}")
            report.stopped = True
            return best
        if verdict.problems:
            report.failures.append(f"{name}: {verdict.problems[0]}")
        if (
            verdict.item is not None
            and verdict.score[0] >= 0
            and (best is None or verdict.score > _score(before))
        ):
            best = verdict.item
            before = step.judge(best)
    return best


def has_rules(section: Section) -> bool:
    """Tell whether a section is read by a table of rules, to which rows can be added."""
    return re.search(r"^RULES\s*=", section.source, re.MULTILINE) is not None


def _left(sample: SampleChunk, found: Observed) -> tuple[SourceLine, ...]:
    """Return the sample's own lines that are not explained, or by a fallback only."""
    return tuple(
        line
        for line in sample.lines
        if says_something(line.text)
        and ((line.path, line.number) not in found.explained or (line.path, line.number) in found.unseen)
    )


def _score(found: Observed) -> tuple[float, ...]:
    """Order what works before what does not, then by what is explained by more than a fallback."""
    return (
        0.0 if found.problems else 1.0,
        len(found.explained) - len(found.unseen) / 2,
        -len(found.problems),
    )


@dataclass(frozen=True, slots=True)
class _Step:
    """What the requests and the judging of one section share."""

    name: str
    description: str
    documents: Documents
    sandbox: Sandbox

    def judge(self, section: Section) -> Observed:
        return judge_section(section, self.documents, "configuration", self.sandbox)

    def first_request(self, sample: SampleChunk) -> ModelRequest:
        shown = fill_prompt("samples", lines=show_chunk(sample))
        return make_request(self.name, "parse", self._rules(shown))

    def refinement(self, section: Section, left: Sequence[SourceLine]) -> ModelRequest:
        again = fill_prompt(
            "refine",
            function="parse",
            data=json.dumps(section.types, ensure_ascii=False),
            source=section.source.strip(),
            lines=show_lines(line.text for line in left),
        )
        return make_request(self.name, "refine_parse", self._rules(again))

    def _rules(self, lines: str) -> str:
        return fill_prompt(
            "parse_configuration",
            section=self.name,
            description=self.description,
            table=fill_prompt("rules_of_blocks"),
            rules=fill_prompt("python_rules"),
            lines=lines,
        )


@dataclass(frozen=True, slots=True)
class _Judging:
    """Judges one reply of step 2: its form, its schema, then its function on all lines of the section."""

    step: _Step
    sample: SampleChunk
    earlier: Section | None
    before: Observed

    def __call__(self, text: str, last: ReplyParts) -> ReplyVerdict[Section]:
        earlier = ReplyParts(dict(self.earlier.types), self.earlier.source) if self.earlier else ReplyParts()
        said = read_reply(text, "parse")
        parts = _without_bad_types(said.completed(last, earlier), said)
        problems = [parts.problem] if parts.problem else []
        if parts.source is None:
            missing = "there is no python block with parse(lines) yet"
            return ReplyVerdict(None, parts, tuple(problems) or (missing,), (-1.0,))
        problems += type_problems(parts.data) if parts.data else ()
        if problems:
            return ReplyVerdict(None, parts, tuple(problems), (-1.0,))
        section = Section(self.step.name, declare_types(parts.source, parts.data or {}), parts.source)
        found = self.step.judge(section)
        problems += found.problems
        if not found.problems:
            problems += self._incomplete(found)
        score = (*_score(found), -len(problems))
        return ReplyVerdict(section, parts, (*problems, *(found.notes if problems else ())), score)

    def _incomplete(self, found: Observed) -> list[str]:
        """Name the lines of the sample that nothing explains, and those that an earlier version explained."""
        problems = []
        left = [
            line.text
            for line in self.sample.lines
            if says_something(line.text) and (line.path, line.number) not in found.explained
        ]
        if left:
            problems.append("no record explains these lines:\n" + quote_places(left))
        if unread := [line.text for line in self.sample.lines if (line.path, line.number) in found.unseen]:
            problems.append(f"{LAST_RESORT}:\n{quote_places(unread)}")
        lost = self.before.explained - found.explained
        if lost:
            texts = [
                line.text
                for lines in self.step.documents
                for line in lines
                if (line.path, line.number) in lost
            ]
            problems.append("these lines were explained before and are not now:\n" + quote_places(texts))
        return problems


def _without_bad_types(parts: ReplyParts, said: ReplyParts) -> ReplyParts:
    """Drop types of earlier attempts that are no schemas: a reply that does not repeat them has given them up."""
    if parts.data is None:
        return parts
    repeated = said.data or {}
    kept = {
        name: each for name, each in parts.data.items() if name in repeated or not type_problems({name: each})
    }
    return replace(parts, data=kept)
