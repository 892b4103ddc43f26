"""Foretells what learning would ask of a model, without asking it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.errors import NothingLearned
from ingest.induction.builtin_learner import BUILTIN
from ingest.learning.learn_format import Plan
from ingest.learning.show_lines import read_prompt
from ingest.records import Kind, Parser, Sample, Spent
from ingest.sampling.records import Chunk
from ingest.sampling.search_samples import search_samples
from ingest.sampling.split_chunks import split_chunks
from language_model.count_tokens import TokenCounter

SECTIONS = {"configuration": 7, "log": 5}
"""Sections that a model is likely to find; it decides."""
REPLY_TOKENS = {"divide": 450, "parse": 800}
"""What replies took on average (docs/learning.md)."""


@dataclass(frozen=True, slots=True)
class Expected:
    """Calls and tokens of learning one format: at least, where nothing needs refining, and at most but for retries."""

    name: str
    documents: int
    lines: int
    samples: int
    calls: tuple[int, int]
    prompt_tokens: tuple[int, int]
    reply_tokens: tuple[int, int]
    mends: bool = False


@dataclass(slots=True)
class PlanningLearner:
    """Stands where a learner stands, and learns nothing: it notes what would be learned."""

    model: str
    tokens: TokenCounter
    plan: Plan
    mends: bool = True
    notes: tuple[str, ...] = ()
    expected: list[Expected] = field(default_factory=list)

    def usable(self, parser: Parser) -> bool:
        """What was induced without a model would be learned again with it."""
        return parser.model != BUILTIN

    def spent(self) -> Spent:
        """Nothing is asked."""
        return Spent()

    def learn(self, name: str, group: Sequence[Sample], known: Parser | None = None) -> Parser:
        """Note the format, and always raise NothingLearned."""
        kind = group[0].kind
        documents = [sample.source_lines() for sample in group]
        chunks = split_chunks(documents, kind, self.tokens, self.plan.chunk_tokens)
        samples = search_samples(chunks, self.plan.samples, self.plan.seed)[0].samples if chunks else ()
        sections = SECTIONS[kind]
        calls = (
            1 + sections,
            len(samples) + sections + min(len(chunks), sections * self.plan.section_samples),
        )
        self.expected.append(
            Expected(
                name,
                len(group),
                sum(map(len, documents)),
                len(samples),
                calls,
                self._prompt_tokens(kind, chunks, samples, calls),
                (_replies(1, sections), _replies(len(samples), calls[1] - len(samples))),
                known is not None,
            )
        )
        raise NothingLearned(group[0].path)

    def _prompt_tokens(
        self, kind: Kind, chunks: Sequence[Chunk], samples: Sequence[Chunk], calls: tuple[int, int]
    ) -> tuple[int, int]:
        """Return the tokens of all prompts: instructions, samples, and in refinements what was written before."""
        divide, parse = self._rules(f"divide_{kind}"), self._rules(f"parse_{kind}")
        whole, shown = sum(chunk.tokens for chunk in chunks), sum(sample.tokens for sample in samples)
        first = max((sample.tokens for sample in samples), default=0)
        least = divide + first + (calls[0] - 1) * parse + whole // 2
        refinements = calls[1] - len(samples)
        most = (
            len(samples) * divide + shown + refinements * parse + whole + _replies(len(samples), refinements)
        )
        return least, max(least, most)

    def _rules(self, prompt: str) -> int:
        return sum(self.tokens(read_prompt(name)) for name in (prompt, "python_rules", "system"))


def _replies(divisions: int, parsers: int) -> int:
    return divisions * REPLY_TOKENS["divide"] + parsers * REPLY_TOKENS["parse"]
