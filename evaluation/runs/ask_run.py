"""Asks every question in one way, some at once, adds up the scores, and has a model judge open answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal, cast

from agent.errors import AgentError
from agent.model.call_model import DATA, fence
from agent.records import Answer, Mode, Question
from evaluation.evaluate import Ask, add_up, known_entities
from evaluation.records import SUMMARY, Evaluation, Gold, PassCount, Score
from evaluation.score_answer import score_answer
from graph_store.records import SourceLine
from language_model.budget import Price
from language_model.calls import Message, ModelCalls, json_object
from language_model.errors import LanguageModelError
from language_model.redact import Redactor

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
        answer = _ask(ask, Question(gold.question, mode=mode), model)
        cited[gold.id] = answer.citations
        told()
        return score_answer(gold, answer, known_entities(questions, gold.dataset))

    with ThreadPoolExecutor(jobs) as pool:
        scores = tuple(pool.map(score, questions))
    return Run(model, mode, scores, add_up(scores, dump), _cost(scores, price)), cited


def _ask(ask: Ask, question: Question, model: str) -> Answer:
    try:
        return ask(question)
    except (AgentError, LanguageModelError) as error:
        return Answer(str(error), "failed", model=model)


def _cost(scores: Sequence[Score], price: Price | None) -> float | None:
    """Add up what the calls cost; nothing where there were none, None where the price is not known."""
    spent = [score.spent for score in scores if score.spent.calls]
    if not spent:
        return 0.0
    if price is None:
        return None
    return sum(price(each.prompt_tokens, each.completion_tokens) for each in spent)


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


PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
MOST_LINES = 60
_PLACE = re.compile(r"\{(\w+)\}")


def judge_run(
    run: Run, cited: Mapping[str, Sequence[SourceLine]], calls: ModelCalls, redactor: Redactor
) -> Run:
    """Judge the answers to the run's open questions; its scores stay as they are.

    Where the judge says nothing the verdict is "unclear", and its words are why.
    """
    open_scores = [score for score in run.scores if score.gold.kind == SUMMARY]
    judged = [_judge(score, cited.get(score.gold.id, ()), calls, redactor) for score in open_scores]
    return replace(run, judgements=tuple(judged))


def _judge(score: Score, cited: Sequence[SourceLine], calls: ModelCalls, redactor: Redactor) -> Judgement:
    if score.status != "answered":
        return Judgement(score.gold.id, "wrong", f"not asked: the status is {score.status!r}")
    lines = [f"{line.path}:{line.number}: {line.text}" for line in cited[:MOST_LINES]]
    values = {
        "question": score.gold.question,
        "gold": score.gold.text,
        "answer": score.answer,
        "lines": "\n".join(lines) or "none",
    }
    clean = {name: "\n".join(redactor.lines(text.split("\n"))) for name, text in values.items()}
    told, _, data = _read_prompt().partition(DATA)
    filled = _PLACE.sub(lambda place: fence(place[1], clean[place[1]]), data.strip())
    try:
        words = calls.call("judge", [Message("system", told.strip()), Message("user", filled)]).text
    except LanguageModelError as error:
        return Judgement(score.gold.id, "unclear", f"not judged: {error}")
    return Judgement(score.gold.id, read_verdict(words), words)


def read_verdict(words: str) -> Verdict:
    """Read the verdict from a reply; "unclear" when it holds none."""
    try:
        reply = json.loads(json_object(words) or "{}")
    except ValueError:
        return "unclear"
    match reply:
        case {"verdict": "right" | "partly" | "wrong" as verdict}:
            return cast(Verdict, verdict)
    return "unclear"


@cache
def _read_prompt() -> str:
    return (PROMPTS / "judge.md").read_text("utf-8").removeprefix("# judge\n")
