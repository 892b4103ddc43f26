"""Learns a whole format: division, sections, and what both leave over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import count

from graph_store.records import SourceLine
from ingest.errors import NothingLearned
from ingest.learn.model.attempt import Asking, Item
from ingest.learn.model.judge_section import judge_section
from ingest.learn.model.learn_division import STAGE, judge_split, learn_division, split_documents
from ingest.learn.model.learn_gaps import STAGE as GAPS
from ingest.learn.model.learn_gaps import learn_gaps
from ingest.learn.model.learn_log import ONE_SECTION, learn_log
from ingest.learn.model.learn_section import has_rules, learn_section
from ingest.learn.model.records import (
    Division,
    Documents,
    LearnedFormat,
    LinePlace,
    Section,
    StageReport,
    left_over,
    place,
)
from ingest.learn.sampling.find_blocks import outline
from ingest.learn.sampling.search_samples import search_samples
from ingest.learn.sampling.split_chunks import CHUNK_TOKENS, SampleChunk, join_chunks, split_chunks
from ingest.records import Kind
from ingest.sandbox import Sandbox
from language_model.calls import ModelCalls, Reply
from language_model.count_tokens import TokenCounter

SAMPLES, SECTION_SAMPLES = 4, 3
"""How much a model is shown: samples of step 1, samples of each section."""
ALL_AT_ONCE = 1.5
"""What is at most this many chunks long is shown whole: a second call would cost more."""
LEFTOVER_ROUNDS = 2
AT_ONCE = 4
Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class LearningReport:
    """What it took to learn a format, stage by stage."""

    stages: dict[str, StageReport] = field(default_factory=dict)

    def stage(self, name: str) -> StageReport:
        """Return the report of a stage, begun when it is first asked for."""
        return self.stages.setdefault(name, StageReport(name))

    @property
    def stopped(self) -> bool:
        """True when the model failed or the budget is spent."""
        return any(stage.stopped for stage in self.stages.values())

    @property
    def failures(self) -> list[str]:
        return [failure for stage in self.stages.values() for failure in stage.failures]


def learn_format(
    documents: Documents,
    kind: Kind,
    known: LearnedFormat | None,
    calls: ModelCalls,
    sandbox: Sandbox,
    tokens: TokenCounter,
    progress: Progress,
) -> tuple[LearnedFormat, LearningReport]:
    """Learn a format, or mend a known one where it explains too little; call it in the sandbox's thread.

    Documents are lists of redacted lines. Every function is judged on all of them, whatever was shown.
    Raises NothingLearned when no attempt works, and LanguageModelError when the model fails at the start.
    """
    learning = _Learning(documents, known, calls, sandbox, tokens, progress)
    learned = learning.learn_log() if kind == "log" else learning.learn_configurations()
    return learned, learning.report


@dataclass(slots=True)
class _Learning:
    """The learning of one format; `shown` and `asked` are lines that the model saw as leftovers and as gaps."""

    documents: Documents
    learned: LearnedFormat | None
    calls: ModelCalls
    sandbox: Sandbox
    tokens: TokenCounter
    progress: Progress
    report: LearningReport = field(default_factory=LearningReport)
    shown: set[LinePlace] = field(default_factory=set)
    asked: set[LinePlace] = field(default_factory=set)

    def learn_log(self) -> LearnedFormat:
        """Learn the sections of a known log, or all records as one: what a log holds needs no division."""
        division, known = self.learned.division if self.learned else ONE_SECTION, self._known()
        stages = {
            name: learn_log(name, lines, self.sandbox, self.report.stage(name), known.get(name))
            for name, lines in self._parts(division).items()
            if any(lines)
        }
        return self._run_sections(division, stages)

    def learn_configurations(self) -> LearnedFormat:
        """Learn the division, the sections and what their rules lack; again while new lines are left over."""
        for turn in range(1 + LEFTOVER_ROUNDS):
            division = self._divide()
            if division is None:
                lines = next(iter(self.documents), ())
                raise NothingLearned(lines[0].path if lines else "(no lines)")
            learned = self.learned = self._read_sections(division)
            if not self.report.stopped:
                learned = self.learned = self._fill_gaps(learned)
            if self.report.stopped or (turn < LEFTOVER_ROUNDS and not self._leaves_over(learned)):
                break
        return learned

    def _known(self) -> dict[str, Section]:
        return {section.name: section for section in self.learned.sections} if self.learned else {}

    def _parts(self, division: Division) -> dict[str, list[list[SourceLine]]]:
        return split_documents(division, self.documents, self.sandbox)

    def _divide(self) -> Division | None:
        """Run step 1 on samples of how blocks begin: all of them, or those that a known division leaves over."""
        self.progress("sections", 0, 1)
        known = self.learned.division if self.learned else None
        samples = self._samples(outline(self._undivided(known) if known else self.documents), SAMPLES)
        self.shown.update(_places(samples))
        stage = learn_division(samples, self.documents, self.sandbox, self.report.stage(STAGE), known)
        found = ask_together({STAGE: stage}, self.calls)[STAGE] if samples else known
        self.progress("sections", 1, 1)
        return found

    def _read_sections(self, division: Division) -> LearnedFormat:
        """Run step 2 for every section side by side; known parsers are only shown what they leave over."""
        known = self._known()
        stages = {}
        for name, lines in self._parts(division).items():
            section = known.get(name)
            if has_rules(section) if section else self.report.stage(name).calls:
                continue  # what it leaves over is a gap, or it was tried in vain
            samples = self._samples(self._unread(section, lines) if section else lines, SECTION_SAMPLES)
            if section:
                self.shown.update(_places(samples))
            if samples:
                description, report = division.sections[name], self.report.stage(name)
                stages[name] = learn_section(name, description, samples, lines, self.sandbox, report, section)
        return self._run_sections(division, stages)

    def _run_sections(
        self, division: Division, stages: Mapping[str, Asking[Section | None]]
    ) -> LearnedFormat:
        ended = count(1)
        self.progress("parsers", 0, len(stages))
        found = ask_together(stages, self.calls, lambda: self.progress("parsers", next(ended), len(stages)))
        sections = self._known() | {name: section for name, section in found.items() if section}
        return LearnedFormat(
            division, tuple(sections[name] for name in division.sections if name in sections)
        )

    def _fill_gaps(self, learned: LearnedFormat) -> LearnedFormat:
        """Ask once more for what the rules of all sections leave over."""
        parts = self._parts(learned.division)
        stage = learn_gaps(self._known(), parts, self.sandbox, self.asked, self.report.stage(GAPS))
        gained = ask_together({GAPS: stage}, self.calls)[GAPS]
        sections = tuple(gained.get(section.name, section) for section in learned.sections)
        return LearnedFormat(learned.division, sections)

    def _leaves_over(self, learned: LearnedFormat) -> bool:
        """True when nothing, or only a fallback, explains a line that was not shown as a leftover yet."""
        if self._undivided(learned.division):
            return True
        parts = self._parts(learned.division)
        return any(
            not has_rules(section) and self._unread(section, parts[section.name])
            for section in learned.sections
        )

    def _undivided(self, division: Division) -> list[list[SourceLine]]:
        explained = judge_split(division, self.documents, self.sandbox).explained
        return _without(self.documents, explained | self.shown)

    def _unread(self, section: Section, lines: Documents) -> list[list[SourceLine]]:
        found = judge_section(section, lines, "configuration", self.sandbox)
        return _without(lines, found.read | self.shown)

    def _samples(self, documents: Documents, wanted: int) -> Sequence[SampleChunk]:
        limit = CHUNK_TOKENS
        chunks = split_chunks(documents, "configuration", self.tokens, limit)
        whole = sum(chunk.tokens for chunk in chunks)
        if len(chunks) > 1 and whole <= ALL_AT_ONCE * limit:
            limit = whole
            chunks = split_chunks(documents, "configuration", self.tokens, limit)
        chunks = join_chunks(chunks, limit)
        return search_samples(chunks, wanted)[0].samples if len(chunks) > 1 else chunks


def _without(documents: Documents, explained: Set[LinePlace]) -> list[list[SourceLine]]:
    """Return the lines that say something and are not explained, document by document."""
    return [left for lines in documents if (left := left_over(lines, explained))]


def _places(samples: Sequence[SampleChunk]) -> set[LinePlace]:
    return {place(line) for sample in samples for line in sample.lines}


# Runs several stages side by side: only the model is waited for in threads; all judging stays in this one.


def ask_together(
    stages: Mapping[str, Asking[Item]], calls: ModelCalls, done: Callable[[], None] = lambda: None
) -> dict[str, Item]:
    """Run stages side by side and return their results in the order given; calls `done` after each.

    An error of a call is raised inside the stage that asked, which may still return what it has. The stages themselves
    run in the caller's thread, to which the sandbox belongs.
    """
    results: dict[str, Item] = {}
    waiting: dict[Future[Reply], str] = {}
    threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="model-call")

    def go_on(name: str, answered: Future[Reply] | None) -> None:
        """Send a stage the reply it waits for, and submit what it asks next."""
        stage = stages[name]
        try:
            if answered is None:
                request = next(stage)
            elif error := answered.exception():
                request = stage.throw(error)
            else:
                request = stage.send(answered.result())
        except StopIteration as end:
            results[name] = end.value
            done()
        else:
            waiting[threads.submit(calls.call, *request)] = name

    try:
        for name in stages:
            go_on(name, None)
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                go_on(waiting.pop(future), future)
    finally:  # after Ctrl-C nobody waits for a reply: closing the calls ends those that are under way
        threads.shutdown(wait=not waiting, cancel_futures=True)
    return {name: results[name] for name in stages}
