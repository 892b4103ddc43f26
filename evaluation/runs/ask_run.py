"""Asks every question in one way, some at once, adds up the scores, and has a model judge open answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel

from agent.errors import AgentError, ModelReplyError
from agent.model.call_model import read_object
from agent.records import Answer, Mode, Question
from evaluation.evaluate import Ask, add_up, known_entities
from evaluation.prompts import PROMPTS
from evaluation.records import SUMMARY, AnswerCost, Evaluation, Gold, PassCount, Score
from evaluation.score_answer import score_answer
from graph_store.records import SourceLine
from language_model.budget import Price
from language_model.calls import ModelCalls
from language_model.errors import LanguageModelError
from language_model.prompts import fill, read_prompt

Told = Callable[[], None]
"""Called after every question."""


def ask_run(
    questions: Sequence[Gold],
    ask: Ask,
    model: str,
    mode: Mode,
    dump: PassCount,
    price: Price | None = None,
    jobs: int = 1,
    told: Told = lambda: None,
) -> tuple[Run, dict[str, tuple[SourceLine, ...]]]:
    """Ask in one mode, and return the run, and what each answer cited by the question's id.

    A question that the model's server fails is a failed answer, not the end. Raises GraphError when the graph is gone.
    """
    cited: dict[str, tuple[SourceLine, ...]] = {}

    def score(gold: Gold) -> Score:
        try:
            answer = ask(Question(gold.question, mode=mode))
        except (AgentError, LanguageModelError) as error:
            answer = Answer(str(error), "failed", model=model)
        cited[gold.id] = answer.citations
        told()
        return score_answer(gold, answer, known_entities(questions, gold.dataset))

    with ThreadPoolExecutor(jobs) as pool:
        scores = tuple(pool.map(score, questions))
    spent = [score.spent for score in scores if score.spent.calls]
    usd = (
        sum(price(each.prompt_tokens, each.completion_tokens) for each in spent)
        if price is not None
        else None
    )
    return Run(model, mode, scores, add_up(scores, dump), usd if spent else 0.0), cited


# The records of several runs of the same questions.


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

    @property
    def spent(self) -> AnswerCost:
        """Add up what the answers took."""
        spent = [score.spent for score in self.scores]
        return AnswerCost(
            sum(each.calls for each in spent),
            sum(each.prompt_tokens for each in spent),
            sum(each.completion_tokens for each in spent),
            sum(each.seconds for each in spent),
            sum(each.waited_s for each in spent),
        )


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


# Let a model judge the answers to open questions, which word checks cannot; its words are kept.


MOST_LINES = 60


class _Reply(BaseModel):
    verdict: Literal["right", "partly", "wrong"]


def judge_run(run: Run, cited: Mapping[str, Sequence[SourceLine]], calls: ModelCalls) -> Run:
    """Judge the answers to the run's open questions; its scores stay as they are.

    Where the judge says nothing the verdict is "unclear", and its words are why.
    """
    open_scores = [score for score in run.scores if score.gold.kind == SUMMARY]
    judged = [_judge(score, cited.get(score.gold.id, ()), calls) for score in open_scores]
    return replace(run, judgements=tuple(judged))


def _judge(score: Score, cited: Sequence[SourceLine], calls: ModelCalls) -> Judgement:
    if score.status != "answered":
        return Judgement(score.gold.id, "wrong", f"not asked: the status is {score.status!r}")
    lines = [f"{line.path}:{line.number}: {line.text}" for line in cited[:MOST_LINES]]
    values = {
        "question": score.gold.question,
        "gold": score.gold.text,
        "answer": score.answer,
        "lines": "\n".join(lines) or "none",
    }
    try:
        words = calls.call("judge", fill(read_prompt(PROMPTS, "judge"), values)).text
    except LanguageModelError as error:
        return Judgement(score.gold.id, "unclear", f"not judged: {error}")
    return Judgement(score.gold.id, read_verdict(words), words)


def read_verdict(words: str) -> Verdict:
    """Read the verdict from a reply; "unclear" when it holds none."""
    try:
        return read_object("judge", words, _Reply).verdict
    except ModelReplyError:
        return "unclear"
