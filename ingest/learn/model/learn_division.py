"""Step 1: learns a format's sections and a function that finds them, judged on the documents themselves."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graph_store.records import SourceLine
from ingest.errors import NothingLearned
from ingest.files.says_something import says_something
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
from ingest.learn.model.records import Division, Documents, LinePlace, Observed, StageReport, left_over, place
from ingest.learn.sampling.split_chunks import SampleChunk
from ingest.sandbox import ParserError, Sandbox, smallest_failing_input

STAGE = "split"
NO_CONFIGURATION = "no_configuration"
MOST_SECTIONS = 20
_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")


def learn_division(
    samples: Sequence[SampleChunk],
    documents: Documents,
    sandbox: Sandbox,
    report: StageReport,
    known: Division | None = None,
) -> Asking[Division | None]:
    """Learn from the first sample, then refine with each next one that is not explained whole.

    When the model fails or the budget is spent, returns the best division so far; raises LanguageModelError if there is
    none yet.
    """
    best = known
    for sample in samples:
        report.samples.append(place_of(sample))
        before = judge_split(best, documents, sandbox) if best else Observed()
        step = _Step(documents, sandbox, sample, best, before)
        if best and not step.left(before) and not before.problems:
            report.skipped += 1
            continue
        verdict = yield from attempt(*step.request(), step.judge, report, needed=best is None)
        if verdict is None:
            return best
        if verdict.item is not None and (best is None or verdict.score > _score(before)):
            best = verdict.item
    return best


def place_of(chunk: SampleChunk) -> str:
    """Name a chunk by its file and lines."""
    return f"{chunk.path}:{chunk.lines[0].number}-{chunk.lines[-1].number}"


def _score(found: Observed) -> tuple[float, ...]:
    """Order what runs before what does not, then by how much is explained."""
    return (not found.problems, len(found.explained))


@dataclass(frozen=True, slots=True)
class _Step:
    """What is asked of one sample: `known` is the division so far, which shows `before` on the documents."""

    documents: Documents
    sandbox: Sandbox
    sample: SampleChunk
    known: Division | None
    before: Observed

    def left(self, found: Observed) -> list[SourceLine]:
        return left_over((*self.sample.header, *self.sample.lines), found.explained)

    def request(self) -> tuple[str, str]:
        """Return the prompt's name and text."""
        lines = show_chunk(self.sample)
        if self.known:
            left = left_over(self.sample.lines, self.before.explained)
            rows = ",\n".join(f' "{name}": "{pattern}"' for name, pattern in self.known.sections.items())
            lines = fill_prompt(
                "refine",
                function="split",
                data=f"{{\n{rows}\n}}",
                source=self.known.source.strip(),
                lines=show_lines(line.text for line in left) if left else lines,
            )
        text = fill_prompt("divide_configuration", rules=fill_prompt("python_rules"), lines=lines)
        return "refine_split" if self.known else "divide", text

    def judge(self, text: str, last: ReplyParts) -> ReplyVerdict[Division]:
        """Judge a reply: its form, then its function on all documents.

        Raises NothingLearned where the model says that this is no configuration.
        """
        known = ReplyParts(dict(self.known.sections), self.known.source) if self.known else ReplyParts()
        reply = read_reply(text, "split")
        if not self.known and reply.source is None and (other := (reply.data or {}).get(NO_CONFIGURATION)):
            raise NothingLearned(
                self.documents[0][0].path, f"no configuration; the model takes it for: {other}"
            )
        parts = reply.completed(last, known)
        sections, source = parts.data, parts.source
        if sections is None or source is None:
            missing = "json block with the sections" if sections is None else "python block with split(lines)"
            return ReplyVerdict(None, parts, (parts.problem or f"there is no {missing} yet",))
        division = Division({str(name): str(pattern) for name, pattern in sections.items()}, source)
        problems = [problem for problem in (parts.problem, *_name_problems(sections)) if problem]
        if problems:
            return ReplyVerdict(division, parts, tuple(problems))
        found = judge_split(division, self.documents, self.sandbox)
        problems += found.problems
        lost = self.before.explained - found.explained
        if not found.problems and (left := self.left(found)):
            quoted = quote_places([line.text for line in left])
            problems.append(f"split gives these lines no section:\n{quoted}")
        if not found.problems and lost:
            quoted = quote_lost(lost, self.documents)
            problems.append(f"these lines had a section before and have none now:\n{quoted}")
        return ReplyVerdict(division, parts, tuple(problems), (*_score(found), -len(lost)))


def _name_problems(sections: Mapping[str, object]) -> list[str]:
    problems = [
        f"section name {name!r} is not possible; expected snake_case, as in 'access_lists'"
        for name in sections
        if not _NAME.fullmatch(str(name))
    ]
    if not 0 < len(sections) <= MOST_SECTIONS:
        problems.append(f"{len(sections)} sections; expected 1 to {MOST_SECTIONS}")
    return problems


# Runs a splitting function on the documents it was learned from.


def judge_split(division: Division, documents: Documents, sandbox: Sandbox) -> Observed:
    """Run `split` on whole documents; a line with a declared section is explained."""
    explained: set[LinePlace] = set()
    strange: dict[str, str] = {}
    for document in documents:
        texts = [line.text for line in document]
        try:
            names = sandbox.run_split(division.source, texts)
        except ParserError as error:
            return Observed((failure_text(sandbox, division.source, texts, "split", error),))
        for name, line in zip(names, document, strict=True):
            if name in division.sections and says_something(line.text):
                explained.add(place(line))
            elif name and name not in division.sections:
                strange.setdefault(name, line.text)
    problems = tuple(
        f"split returns {name!r}, which is none of the sections {', '.join(division.sections)}; it did so for:\n"
        + quote_places([text])
        for name, text in strange.items()
    )
    return Observed(problems, explained=frozenset(explained))


def split_documents(
    division: Division, documents: Documents, sandbox: Sandbox
) -> dict[str, list[list[SourceLine]]]:
    """Return each section's lines, document by document; lines of no section are in none. Raises ParserError."""
    parts: dict[str, list[list[SourceLine]]] = {name: [] for name in division.sections}
    for document in documents:
        names = sandbox.run_split(division.source, [line.text for line in document])
        lines: Mapping[str, list[SourceLine]] = defaultdict(list)
        for name, line in zip(names, document, strict=True):
            lines[name].append(line)
        for name in lines.keys() & parts.keys():
            parts[name].append(lines[name])
    return parts


def failure_text(
    sandbox: Sandbox, source: str, texts: Sequence[str], function: str, error: ParserError
) -> str:
    """Describe a failure for a repair prompt, with the fewest lines that show it."""
    smallest = smallest_failing_input(sandbox, source, texts, function=function, within_s=10.0)
    if smallest is None or not smallest.lines:
        return error.repair_text()
    return f"{smallest.error.repair_text()}\n  with these lines as input:\n{quote_places(smallest.lines)}"
