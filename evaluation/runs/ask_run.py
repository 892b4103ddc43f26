"""Ask every question in one way, some at once, and add up the scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from agent.errors import AgentError
from agent.records import Answer, Mode, Question
from evaluation.evaluate import Ask, add_up, known_entities
from evaluation.records import Gold, PassCount, Score
from evaluation.runs.records import Run
from evaluation.score_answer import score_answer
from graph_store.records import SourceLine
from language_model.errors import LanguageModelError
from language_model.prices import Price

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
