"""The records of several runs of the same questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agent.records import Mode
from evaluation.records import Evaluation, Score

Verdict = Literal["right", "partly", "wrong", "unclear"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a model said of one answer, in its words; "unclear" where no verdict could be read from them."""

    question: str
    verdict: Verdict
    words: str


@dataclass(frozen=True, slots=True)
class Run:
    """All questions asked in one way; `variant` tells runs of one mode apart.

    `usd` is None where nobody knows what the model costs.
    """

    model: str
    mode: Mode
    scores: tuple[Score, ...]
    evaluation: Evaluation
    usd: float | None = 0.0
    judgements: tuple[Judgement, ...] = ()
    variant: str = ""

    @property
    def name(self) -> str:
        """Return what the run is called in tables."""
        return f"{self.model} {self.mode} {self.variant}".rstrip()


@dataclass(frozen=True, slots=True)
class ComparedRuns:
    """Two runs over the same questions: how many each passed alone, and how sure the difference is.

    `difference` is of the shares passed, the second's less the first's; `low` and `high` bound it (bootstrap over
    questions, 95 %). `p` is McNemar's, exact: how likely so uneven a split is if neither is better.
    """

    first: str
    second: str
    n: int
    only_first: int
    only_second: int
    difference: float
    low: float
    high: float
    p: float
