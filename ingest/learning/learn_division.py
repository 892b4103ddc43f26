"""Step 1: learns a format's sections and a function that finds them, judged on the documents themselves."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
from ingest.learning.records import Division, ModelRequest, Observed, StageReport
from ingest.sampling.split_chunks import SampleChunk
from ingest.sandbox import ParserError, Sandbox, smallest_failing_input
from ingest.says_something import says_something
from language_model.errors import LanguageModelError

STAGE = "split"
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

    Returns the best division there is when the model fails or may not be asked further; None without any.
    Raises LanguageModelError when it fails at the first sample.
    """
    step = _Step(documents, sandbox, report)
    best = known
    for sample in samples:
        report.samples.append(place_of(sample))
        before = step.judge(best) if best is not None else Observed()
        left = [
            line
            for line in (*sample.header, *sample.lines)
            if _is_left(line.path, line.number, line.text, before)
        ]
        if best is not None and not left and not before.problems:
            report.skipped += 1
            continue
        request = step.first_request(sample) if best is None else step.refinement(best, sample, before)
        try:
            verdict = yield from attempt(request, step.judging(sample, best, before), report)
        except LanguageModelError as error:
            if best is None:
                raise
            report.failures.append(f"{STAGE}: {error}")
            report.stopped = True
            return best
        if verdict.problems:
            report.failures.append(f"{STAGE}: {verdict.problems[0]}")
        if verdict.item is not None and (best is None or verdict.score > _score(before)):
            best = verdict.item
    return best


def place_of(chunk: SampleChunk) -> str:
    """Name a chunk by its file and lines."""
    return f"{chunk.path}:{chunk.lines[0].number}-{chunk.lines[-1].number}"


def _is_left(path: str, number: int, text: str, found: Observed) -> bool:
    return says_something(text) and (path, number) not in found.explained


def _score(found: Observed) -> tuple[float, ...]:
    """Order what runs before what does not, then by how much is explained."""
    return (not found.problems, len(found.explained))


@dataclass(frozen=True, slots=True)
class _Step:
    """What the requests and the judging of one run of step 1 share."""

    documents: Documents
    sandbox: Sandbox
    report: StageReport

    def judge(self, division: Division) -> Observed:
        return judge_split(division, self.documents, self.sandbox)

    def first_request(self, sample: SampleChunk) -> ModelRequest:
        rules = fill_prompt(
            "divide_configuration", rules=fill_prompt("python_rules"), lines=show_chunk(sample)
        )
        return make_request(STAGE, "divide", rules)

    def refinement(self, division: Division, sample: SampleChunk, before: Observed) -> ModelRequest:
        left = [line.text for line in sample.lines if _is_left(line.path, line.number, line.text, before)]
        again = fill_prompt(
            "refine",
            function="split",
            data=_sections_text(division),
            source=division.source.strip(),
            lines=show_lines(left) if left else show_chunk(sample),
        )
        rules = fill_prompt("divide_configuration", rules=fill_prompt("python_rules"), lines=again)
        return make_request(STAGE, "refine_split", rules)

    def judging(self, sample: SampleChunk, earlier: Division | None, before: Observed) -> _Judging:
        return _Judging(self, sample, earlier, before)


@dataclass(frozen=True, slots=True)
class _Judging:
    """Judges one reply of step 1: its form, then its function on all documents."""

    step: _Step
    sample: SampleChunk
    earlier: Division | None
    before: Observed

    def __call__(self, text: str, last: ReplyParts) -> ReplyVerdict[Division]:
        earlier = (
            ReplyParts(dict(self.earlier.sections), self.earlier.source) if self.earlier else ReplyParts()
        )
        parts = read_reply(text, "split").completed(last, earlier)
        sections, source = parts.data, parts.source
        problems = [parts.problem] if parts.problem else []
        if sections is None or source is None:
            missing = "json block with the sections" if sections is None else "python block with split(lines)"
            return ReplyVerdict(None, parts, tuple(problems) or (f"there is no {missing} yet",), (-1.0,))
        problems += _name_problems(sections)
        division = Division({str(name): str(said) for name, said in sections.items()}, source)
        if problems:
            return ReplyVerdict(division, parts, tuple(problems), (-1.0,))
        found = self.step.judge(division)
        problems += found.problems
        left = [
            line.text
            for line in (*self.sample.header, *self.sample.lines)
            if _is_left(line.path, line.number, line.text, found)
        ]
        lost = self.before.explained - found.explained
        if left and not found.problems:
            problems.append("split gives these lines no section:\n" + quote_places(left))
        if lost and not found.problems:
            problems.append("these lines had a section before and have none now:\n" + self._quote(lost))
        return ReplyVerdict(division, parts, tuple(problems), (*_score(found), -len(lost)))

    def _quote(self, places: frozenset[tuple[str, int]]) -> str:
        return quote_places(
            [
                line.text
                for document in self.step.documents
                for line in document
                if (line.path, line.number) in places
            ]
        )


def _name_problems(sections: Mapping[str, object]) -> list[str]:
    bad = [name for name in sections if not _NAME.fullmatch(str(name))]
    problems = [
        f"section name {name!r} is not possible; expected snake_case, as in 'access_lists'" for name in bad
    ]
    if not 0 < len(sections) <= MOST_SECTIONS:
        problems.append(f"{len(sections)} sections; expected 1 to {MOST_SECTIONS}")
    return problems


def _sections_text(division: Division) -> str:
    rows = ",\n".join(f' "{name}": "{said}"' for name, said in division.sections.items())
    return "{\n" + rows + "\n}"


# Judges a splitting function by running it on the documents it was learned from.


Documents = Sequence[Sequence[SourceLine]]


def judge_split(division: Division, documents: Documents, sandbox: Sandbox) -> Observed:
    """Run `split` on whole documents; a line is explained when it gets one of the declared sections."""
    explained: set[tuple[str, int]] = set()
    strange: dict[str, str] = {}
    for document in documents:
        texts = [line.text for line in document]
        try:
            names = sandbox.run_split(division.source, texts)
        except ParserError as error:
            return Observed((failure_text(sandbox, division.source, texts, "split", error),))
        for name, line in zip(names, document, strict=True):
            if name in division.sections and says_something(line.text):
                explained.add((line.path, line.number))
            elif name and name not in division.sections:
                strange.setdefault(name, line.text)
    problems = tuple(
        f"split returns {name!r}, which is none of the sections {', '.join(division.sections)}; it did so for:\n"
        + quote_places([text])
        for name, text in strange.items()
    )
    return Observed(problems, (), frozenset(explained))


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
        for name, found in lines.items():
            if name in parts:
                parts[name].append(found)
    return parts


def failure_text(
    sandbox: Sandbox, source: str, texts: Sequence[str], function: str, error: ParserError
) -> str:
    """Describe a failure for a repair prompt, with the fewest lines that show it."""
    smallest = smallest_failing_input(sandbox, source, texts, function=function, within_s=10.0)
    if smallest is None or not smallest.lines:
        return error.repair_text()
    return f"{smallest.error.repair_text()}\n  with these lines as input:\n{quote_places(smallest.lines)}"
