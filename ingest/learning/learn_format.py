"""Learns a whole format: division, sections, and what both leave over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TypeVar

from graph_store.records import SourceLine
from ingest.errors import NothingLearned
from ingest.learning.attempt import Asking
from ingest.learning.judge_section import judge_section
from ingest.learning.learn_division import STAGE, Documents, judge_split, learn_division, split_documents
from ingest.learning.learn_gaps import STAGE as GAPS
from ingest.learning.learn_gaps import learn_gaps
from ingest.learning.learn_log import ONE_SECTION, learn_log
from ingest.learning.learn_section import has_rules, learn_section
from ingest.learning.records import Division, LearnedFormat, ModelRequest, Place, StageReport
from ingest.records import Kind
from ingest.sampling.find_blocks import outline
from ingest.sampling.search_samples import search_samples
from ingest.sampling.split_chunks import SampleChunk, join_chunks, split_chunks
from ingest.sandbox import Sandbox
from ingest.says_something import says_something
from language_model.calls import ModelCalls, Reply
from language_model.count_tokens import TokenCounter
from language_model.errors import LanguageModelError

# Runs several stages side by side: only the model is waited for in threads; all judging stays in this one.


Item = TypeVar("Item")

AT_ONCE = 4
Done = Callable[[str], None]
"""Told the name of each stage that has ended."""


def ask_together(
    stages: Mapping[str, Asking[Item]],
    calls: ModelCalls,
    done: Done = lambda name: None,
    at_once: int = AT_ONCE,
) -> dict[str, Item]:
    """Run stages to their ends and return what each returned, in the order given.

    An error of the model is raised inside the stage that asked, which may still return what it has. The sandbox
    belongs to one thread, so the stages themselves run in the caller's.
    """
    results: dict[str, Item] = {}
    waiting: dict[Future[Reply], str] = {}
    threads = ThreadPoolExecutor(at_once, thread_name_prefix="model-call")
    try:
        for name, stage in stages.items():
            _go_on(name, stage, None, results, waiting, threads, calls, done)
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                name = waiting.pop(future)
                _go_on(name, stages[name], future, results, waiting, threads, calls, done)
    finally:  # after Ctrl-C nobody waits for a reply: closing the calls ends those that are under way
        threads.shutdown(wait=not waiting, cancel_futures=True)
    return {name: results[name] for name in stages}


def _go_on(
    name: str,
    stage: Asking[Item],
    answered: Future[Reply] | None,
    results: dict[str, Item],
    waiting: dict[Future[Reply], str],
    threads: ThreadPoolExecutor,
    calls: ModelCalls,
    done: Done,
) -> None:
    """Send a stage the reply it waits for, and submit what it asks next."""
    try:
        request = _next_request(stage, answered)
    except StopIteration as end:
        results[name] = end.value
        done(name)
        return
    waiting[threads.submit(calls.call, request.prompt, request.messages)] = name


def _next_request(stage: Asking[Item], answered: Future[Reply] | None) -> ModelRequest:
    if answered is None:
        return next(stage)
    try:
        reply = answered.result()
    except LanguageModelError as error:
        return stage.throw(error)
    return stage.send(reply)


CHUNK_TOKENS = 1_000
ALL_AT_ONCE = 1.5
"""What is not much longer than a chunk is shown whole: a second call would cost more."""
LEFTOVER_ROUNDS = 2
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class LearningPlan:
    """How much a model is shown: samples of step 1, samples of each section, tokens of a chunk; `seed` of sampling."""

    samples: int = 4
    section_samples: int = 3
    chunk_tokens: int = CHUNK_TOKENS
    seed: int = 0


@dataclass(slots=True)
class LearningReport:
    """What it took to learn a format, stage by stage."""

    stages: dict[str, StageReport] = field(default_factory=dict)

    def stage(self, name: str) -> StageReport:
        """Return the report of a stage, begun when it is first asked for."""
        return self.stages.setdefault(name, StageReport(name))

    @property
    def stopped(self) -> bool:
        """True when the model failed, or may not be asked further."""
        return any(stage.stopped for stage in self.stages.values())

    @property
    def failures(self) -> list[str]:
        return [failure for stage in self.stages.values() for failure in stage.failures]


@dataclass(frozen=True, slots=True)
class Learner:
    """Learns formats with one model, in one sandbox. Use it in the sandbox's thread."""

    calls: ModelCalls
    sandbox: Sandbox
    tokens: TokenCounter
    plan: LearningPlan
    progress: Progress

    def learn(
        self, documents: Documents, kind: Kind, known: LearnedFormat | None = None
    ) -> tuple[LearnedFormat, LearningReport]:
        """Learn a format, or mend a known one where it explains too little.

        Documents are lists of redacted lines. Every function is judged on all of them, whatever was shown.
        Raises NothingLearned when no attempt works, and LanguageModelError when the model fails at the start.
        """
        report = LearningReport()
        shown: set[Place] = set()
        asked: set[Place] = set()
        learned = known
        if kind == "log":
            return self._learn_log(documents, known, report), report
        for turn in range(1 + LEFTOVER_ROUNDS):
            division = self._divide(documents, learned, shown, report)
            if division is None:
                raise NothingLearned(documents[0][0].path if documents and documents[0] else "(no lines)")
            learned = self._read_sections(division, documents, learned, shown, report)
            if not report.stopped:
                learned = self._fill_gaps(learned, documents, asked, report)
            if report.stopped or (turn < LEFTOVER_ROUNDS and not self._leftovers(learned, documents, shown)):
                break
        assert learned is not None
        return learned, report

    def _learn_log(
        self, documents: Documents, known: LearnedFormat | None, report: LearningReport
    ) -> LearnedFormat:
        """Learn the sections of a known log, or all records as one: what a log holds needs no division."""
        division = known.division if known else ONE_SECTION
        sections = {section.name: section for section in known.sections} if known else {}
        parts = split_documents(division, documents, self.sandbox)
        stages = {
            name: learn_log(name, lines, self.sandbox, report.stage(name), sections.get(name))
            for name, lines in parts.items()
            if any(lines)
        }
        self.progress("parsers", 0, len(stages))
        found = {**sections, **ask_together(stages, self.calls)}
        self.progress("parsers", len(stages), len(stages))
        learned = (found.get(name) for name in division.sections)
        return LearnedFormat(division, tuple(section for section in learned if section is not None))

    def _divide(
        self,
        documents: Documents,
        learned: LearnedFormat | None,
        shown: set[Place],
        report: LearningReport,
    ) -> Division | None:
        """Run step 1 on samples of how everything begins, or of how what a known division leaves over does."""
        self.progress("sections", 0, 1)
        known = learned.division if learned else None
        left = documents
        if known is not None:
            explained = judge_split(known, documents, self.sandbox).explained
            left = _without(documents, explained | shown)
        samples = self._samples(outline(left), self.plan.samples)
        shown.update(_places(samples))
        stage = learn_division(samples, documents, self.sandbox, report.stage(STAGE), known)
        found = ask_together({STAGE: stage}, self.calls)[STAGE] if samples else known
        self.progress("sections", 1, 1)
        return found

    def _read_sections(
        self,
        division: Division,
        documents: Documents,
        learned: LearnedFormat | None,
        shown: set[Place],
        report: LearningReport,
    ) -> LearnedFormat:
        """Run step 2 for every section side by side; known parsers are only shown what they leave over."""
        known = {section.name: section for section in learned.sections} if learned else {}
        parts = split_documents(division, documents, self.sandbox)
        stages = {}
        for name, lines in parts.items():
            section = known.get(name)
            if (section is None and report.stage(name).calls) or (section and has_rules(section)):
                continue  # it was tried in vain, or what it leaves over is a gap
            left: Documents = lines
            if section is not None:
                found = judge_section(section, lines, "configuration", self.sandbox)
                left = _without(lines, (found.explained - found.unseen) | shown)
            samples = self._samples(left, self.plan.section_samples)
            if not samples:
                continue
            if section is not None:
                shown.update(_places(samples))
            stages[name] = learn_section(
                name, division.sections[name], samples, lines, self.sandbox, report.stage(name), section
            )
        done = 0

        def tell(_: str) -> None:
            nonlocal done
            done += 1
            self.progress("parsers", done, len(stages))

        self.progress("parsers", 0, len(stages))
        found_now = ask_together(stages, self.calls, tell)
        sections = {**known, **{name: section for name, section in found_now.items() if section is not None}}
        return LearnedFormat(
            division, tuple(sections[name] for name in division.sections if name in sections)
        )

    def _fill_gaps(
        self, learned: LearnedFormat, documents: Documents, asked: set[Place], report: LearningReport
    ) -> LearnedFormat:
        """Ask once more for what the rules of all sections leave over."""
        parts = split_documents(learned.division, documents, self.sandbox)
        sections = {section.name: section for section in learned.sections}
        stage = learn_gaps(sections, parts, self.sandbox, asked, report.stage(GAPS))
        gained = ask_together({GAPS: stage}, self.calls)[GAPS]
        return LearnedFormat(
            learned.division, tuple(gained.get(section.name, section) for section in learned.sections)
        )

    def _leftovers(self, learned: LearnedFormat, documents: Documents, shown: set[Place]) -> bool:
        """True when some line that the model was not shown as a leftover yet is explained by nothing, or a fallback."""
        explained = judge_split(learned.division, documents, self.sandbox).explained
        if _without(documents, explained | shown):
            return True
        parts = split_documents(learned.division, documents, self.sandbox)
        for section in learned.sections:
            if has_rules(section):
                continue
            found = judge_section(section, parts[section.name], "configuration", self.sandbox)
            if _without(parts[section.name], (found.explained - found.unseen) | shown):
                return True
        return False

    def _samples(self, documents: Documents, wanted: int) -> Sequence[SampleChunk]:
        limit = self.plan.chunk_tokens
        chunks = split_chunks(documents, "configuration", self.tokens, limit)
        whole = sum(chunk.tokens for chunk in chunks)
        if len(chunks) > 1 and whole <= ALL_AT_ONCE * limit:
            limit = whole
            chunks = split_chunks(documents, "configuration", self.tokens, limit)
        chunks = join_chunks(chunks, limit)
        if len(chunks) <= 1:
            return chunks
        return search_samples(chunks, wanted, self.plan.seed)[0].samples


def _without(documents: Documents, explained: frozenset[Place] | set[Place]) -> list[list[SourceLine]]:
    """Return the lines that say something and are not explained, document by document."""
    left = [
        [line for line in lines if says_something(line.text) and (line.path, line.number) not in explained]
        for lines in documents
    ]
    return [lines for lines in left if lines]


def _places(samples: Sequence[SampleChunk]) -> set[Place]:
    return {(line.path, line.number) for sample in samples for line in sample.lines}
