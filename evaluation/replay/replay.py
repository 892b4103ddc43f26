"""Ask kept conversations again, turn by turn, each with the history that it had."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from agent.errors import AgentError
from agent.records import Answer, Mode, Question, Turn
from conversations.keep_turn import keep_turn
from conversations.records import Conversation, KeptTurn
from evaluation.replay.compare_turns import compare_turns
from evaluation.replay.records import Comparison, Replay
from language_model.errors import LanguageModelError, UnrecordedCall

Ask = Callable[[Question], Answer]
Told = Callable[[int, int], None]
"""Called with how many turns are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Today:
    """What the conversations are replayed on: the graph's fingerprint, the prompts' digests, the model's name."""

    graph: str
    prompts: Mapping[str, str]
    model: str


@dataclass(frozen=True, slots=True)
class _Asked:
    conversation: Conversation
    turn: KeptTurn


def replay(
    conversations: Sequence[Conversation],
    ask: Ask,
    today: Today,
    mode: Mode | None = None,
    jobs: int = 1,
    told: Told = lambda done, total: None,
) -> Replay:
    """Ask every turn and compare; `ask` may be called from `jobs` threads at once.

    A turn has the history it had: the answers that were kept, so that one answer that changed does not change the
    next questions. A model's failure is told in its turn. Raises GraphError when the graph is gone.
    """
    asked = [_Asked(each, turn) for each in conversations for turn in each.turns]
    with ThreadPoolExecutor(jobs) as pool:
        again = pool.map(lambda one: replay_turn(one.conversation, one.turn, ask, today, mode), asked)
        compared = list(_count(again, len(asked), told))
    return Replay(tuple(compared), len(conversations), today.graph, today.model)


def question_of(conversation: Conversation, turn: KeptTurn, mode: Mode | None = None) -> Question:
    """Return the question of a turn, with as much of the history as it had."""
    before = [each for each in conversation.turns if each.number < turn.number]
    history = before[len(before) - min(turn.history, len(before)) :]
    turns = tuple(Turn(each.question, each.answer) for each in history)
    return Question(turn.question, turns, mode or turn.mode)


def replay_turn(
    conversation: Conversation, turn: KeptTurn, ask: Ask, today: Today, mode: Mode | None = None
) -> Comparison:
    """Ask one turn and compare."""
    said = conversation.verdict(turn.number)
    question = question_of(conversation, turn, mode)
    answer, trouble, unrecorded = _ask(ask, question, today.model)
    after = keep_turn(turn.number, question, answer, graph=today.graph, prompts=today.prompts, user=turn.user)
    name = conversation.heading.id
    return compare_turns(name, turn, after, said.verdict if said else None, trouble, unrecorded)


def _ask(ask: Ask, question: Question, model: str) -> tuple[Answer, str, str]:
    try:
        return ask(question), "", ""
    except UnrecordedCall as error:
        failed = Answer("", "failed", model=model)
        return failed, f"prompt '{error.prompt}' needs new recordings: {error}", error.prompt
    except (AgentError, LanguageModelError) as error:
        return Answer("", "failed", model=model), str(error), ""


def _count(compared: Iterator[Comparison], total: int, told: Told) -> Iterator[Comparison]:
    for done, each in enumerate(compared, start=1):
        yield each
        told(done, total)
