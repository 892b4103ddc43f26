"""Predicts what learning would ask of a model, without asking it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.errors import NothingLearned
from ingest.learn.builtin.builtin_learner import BUILTIN
from ingest.learn.model.attempt import PROMPTS
from ingest.learn.model.learn_gaps import MOST_REQUESTS as MOST_GAPS
from ingest.learn.model.learn_log import MOST_PAGES
from ingest.learn.model.records import Documents
from ingest.learn.sampling.find_blocks import outline
from ingest.learn.sampling.mask_line import distinct_shapes, take_page
from ingest.learn.sampling.split_chunks import split_chunks
from ingest.records import Parser, Sample, Spent
from language_model.count_tokens import TokenCounter
from language_model.prompts import prompt_text

SECTIONS = 7
"""How many sections a model is likely to find in configurations."""
REPLY_TOKENS = {"divide": 600, "parse": 700}
"""What replies took on average (docs/learning.md)."""
LOG_REPLY = 0.8
"""Tokens of a reply on a log, for each token of the page shown."""
GAP_TOKENS = 2_000
Costs = tuple[int, tuple[int, int], tuple[int, int], tuple[int, int]]
"""Samples; calls, tokens of prompts and tokens of replies, at least and at most."""


@dataclass(frozen=True, slots=True)
class Expected:
    """Calls and tokens of learning one format: with nothing to refine, and at most (without retries)."""

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
    """Takes a learner's place, learns nothing, and notes what would be learned."""

    model: str
    tokens: TokenCounter
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
        documents = [sample.source_lines() for sample in group]
        costs = self._log(documents) if group[0].kind == "log" else self._configurations(documents)
        lines = sum(map(len, documents))
        self.expected.append(Expected(name, len(group), lines, *costs, mends=known is not None))
        raise NothingLearned(group[0].path)

    def _log(self, documents: Documents) -> Costs:
        """Count the pages of shapes: at least the first, at most all that may be asked for."""
        rules = sum(self._rules(*names) for names in (("log_first", "parse_log"), ("log_more", "parse_log")))
        left, pages = distinct_shapes(documents), list[int]()
        while left and len(pages) < MOST_PAGES:
            page = take_page(left)
            left = [shape for shape in left if shape not in page]
            pages.append(sum(self.tokens(line.text) for shape in page for line in shape.lines))
        first, shown = sum(pages[:1]), sum(pages)
        prompts = (rules // 2 + first, len(pages) * rules + shown)
        return len(pages), (1, len(pages)), prompts, (int(LOG_REPLY * first), int(LOG_REPLY * shown))

    def _configurations(self, documents: Documents) -> Costs:
        """Count the division, a request for each section, and those for what all of them lack."""
        outlined = sum(self.tokens(line.text) for lines in outline(documents) for line in lines)
        chunks = split_chunks(documents, "configuration", self.tokens)
        shown = sum(sorted((chunk.tokens for chunk in chunks), reverse=True)[:SECTIONS])
        parse = self._rules("parse_configuration", "grammar", "python_rules")
        least = self._rules("divide_configuration", "python_rules") + outlined + SECTIONS * parse + shown
        gaps = MOST_GAPS * (self._rules("gaps", "grammar") + GAP_TOKENS)
        replies = REPLY_TOKENS["divide"] + SECTIONS * REPLY_TOKENS["parse"]
        most = replies + MOST_GAPS * REPLY_TOKENS["parse"]
        return SECTIONS, (1 + SECTIONS, 1 + SECTIONS + MOST_GAPS), (least, least + gaps), (replies, most)

    def _rules(self, *prompts: str) -> int:
        return sum(self.tokens(prompt_text(PROMPTS, name)) for name in (*prompts, "system"))
