"""One question of the chat, from its text to the answer on the page with what can be done with it."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import os
from contextlib import AbstractAsyncContextManager, nullcontext

import chainlit as cl

from agent.events import Answered, NodeFinished, NodeStarted, Token
from agent.execute import Limits
from agent.records import Answer, Question, Turn
from agent.secrets.mask_secrets import SecretMask
from chat.asking.answer_view import folded_sources, show_answer, show_closest, show_sources, show_text
from chat.asking.ask_action import ask_action, choice_actions
from chat.asking.controls import current_preferences
from chat.asking.follow_ups import MOST_FOLLOW_UPS, follow_ups
from chat.asking.near_names import near_names
from chat.asking.steps import StepView, send_lines
from chat.calm import CALM
from chat.evidence.evidence_actions import chart_elements, evidence_actions
from chat.evidence.evidence_view import keep_evidence
from chat.history.keep_answers import keep_answer, turn_mark
from chat.knowledge import Knowledge
from chat.words.say import say
from conversations.keeper import Keeper
from graph_store.stop_reading import stoppable
from language_model.open_model import BUILTIN

TURNS_KEPT = 6
HISTORY = "history"
FIRST_LINES = 5
"""Of the closest lines, so many stand under the answer; the others are folded."""
TURNS = asyncio.Semaphore(2 * (os.cpu_count() or 1))
"""So many questions are worked on at once without a model; more would only take the processor from each other."""


async def answer_question(text: str, model: str, knowledge: Knowledge, keeper: Keeper) -> None:
    """Answer with a model, or with the one that is set where it is "". Raises what the agent raises.

    What was stopped keeps what there is, and says so.
    """
    chosen = current_preferences(knowledge.models())
    history: tuple[Turn, ...] = cl.user_session.get(HISTORY) or ()
    question, model = Question(text, history, chosen.mode), model or chosen.model
    steps, message = StepView(), cl.Message("")
    await steps.begin()
    try:
        with stoppable():
            answer = await _hear(question, model, Limits(rows=chosen.rows), knowledge, steps, message)
        async with _turn(model):
            await steps.end(answer.seconds)
            cl.user_session.set(HISTORY, (*history, Turn(text, answer.text))[-TURNS_KEPT:])
            await _complete(question, answer, message, knowledge, keeper)
            await _send(answer, message, knowledge)
    except BaseException as error:
        await steps.end(None)
        if message.content:
            message.content += f"\n\n{say('answer.stopped')}"
            await message.update()
        elif isinstance(error, asyncio.CancelledError):
            await cl.Message(say("answer.stopped")).send()
        raise


def _turn(model: str) -> AbstractAsyncContextManager[object]:
    """Wait until it is one's turn; what is left to do when the words are there comes behind all who wait for theirs."""
    return TURNS if model == BUILTIN else nullcontext()


async def _hear(
    question: Question,
    model: str,
    limits: Limits,
    knowledge: Knowledge,
    steps: StepView,
    message: cl.Message,
) -> Answer:
    """Show a run while it goes on, and return how it ends."""
    answer: Answer | None = None
    with CALM.broken() as wait:
        async with _turn(model):
            agent = await asyncio.to_thread(knowledge.agent, model)
            async for event in agent.stream(question, limits):
                match event:
                    case NodeStarted():
                        steps.start(event)
                    case NodeFinished():
                        steps.finish(event)
                    case Token():
                        wait.end()
                        await message.stream_token(show_text(event.text, model))
                    case Answered():
                        answer = event.answer
    if answer is None:
        raise RuntimeError("the workflow ended without an answer")
    return answer


async def _complete(
    question: Question, answer: Answer, message: cl.Message, knowledge: Knowledge, keeper: Keeper
) -> None:
    """Keep the turn, and put below the answer what can be done with it."""
    turn = await asyncio.to_thread(keep_answer, keeper, question, answer, knowledge)
    message.metadata = turn_mark(keeper, turn)
    mask = SecretMask(knowledge.settings.show_secrets)
    near = await asyncio.to_thread(lambda: near_names(question.text, answer, knowledge.graph(), mask))
    evidence = keep_evidence(answer)
    message.elements = [*message.elements, *chart_elements(message.id, evidence)]
    following = (
        () if answer.choices or near else await asyncio.to_thread(_following, question, answer, knowledge)
    )
    message.actions = [
        *choice_actions(answer.choices),
        *(ask_action(one.question, say("ask.near", name=one.name)) for one in near),
        *evidence_actions(message.id, evidence, charted=bool(message.elements)),
        *map(ask_action, following),
    ]


def _following(question: Question, answer: Answer, knowledge: Knowledge) -> tuple[str, ...]:
    asked = follow_ups(question.text, answer, knowledge.agent(BUILTIN).description())
    return knowledge.answered(asked, MOST_FOLLOW_UPS)


async def _send(answer: Answer, message: cl.Message, knowledge: Knowledge) -> None:
    """Put links in the place of what was streamed; what is no part of the answer stands below, folded."""
    message.content = show_answer(answer, await asyncio.to_thread(knowledge.price, answer.model))
    first, more = answer.closest[:FIRST_LINES], answer.closest[FIRST_LINES:]
    if first:
        message.content += f"\n\n{show_closest(first)}"
    await message.send()
    if sources := folded_sources(answer):
        await send_lines(say("answer.sources", number=len(sources)), show_sources(answer))
    if more:
        await send_lines(say("answer.closest", number=len(more)), show_closest(more))
