"""Answers one question in the chat, from its text to the message with its buttons."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field

import chainlit as cl
from chainlit.context import context
from chainlit.utils import utc_now

from agent.execute import QueryLimits
from agent.near_names import near_names
from agent.records import Answer, Answered, AnswerPiece, NodeFinished, NodeStarted, Outcome, Question, Turn
from chat.asking.answer_view import (
    FIRST_LINES,
    MOST_FOLLOW_UPS,
    folded_sources,
    follow_ups,
    next_commands,
    show_answer,
    show_closest,
    show_sources,
    show_text,
)
from chat.asking.controls import ask_action, current_preferences
from chat.asking.query_view import say_rows, say_seconds, show_outcome, show_queries, write_query
from chat.calm import CALM
from chat.evidence.evidence_actions import chart_elements, evidence_actions
from chat.findings.keep_as_rule import rule_actions
from chat.history.keep_history import keep_answer
from chat.service import SERVICE
from chat.words.markdown import show_plain
from chat.words.say import say, say_number
from conversations.keeper import Keeper
from graph_store.graph import stoppable
from language_model.open_calls import BUILTIN
from workspace.evidence_rows import keep_evidence
from workspace.workspace import Workspace

# The workflow's nodes as steps of the chat: one each, with what it added; queries stand below `execute`.


ICON = "text-search"
PAUSE_S = 0.25
"""How often the page is told; a node that is done within that is shown once, as it ended."""
PAUSE_FOR_EACH_S = 0.1
"""What is added for each who waits for an answer: its words go before what led to it."""


@dataclass(slots=True)
class _Node:
    """A node of the run, and its step once the page has one; `changed` until the page was told."""

    name: str
    started: str = field(default_factory=utc_now)
    ended: str = ""
    finished: NodeFinished | None = None
    step: cl.Step | None = None
    changed: bool = True


class StepView:
    """Shows one run. Parallel nodes are siblings: the run's step is the parent of each, whatever runs beside it."""

    def __init__(self) -> None:
        run = context.current_run
        self._top = _step(say("steps.running"), run.id if run else None, is_open=True)
        self._nodes: list[_Node] = []
        self._timer: asyncio.TimerHandle | None = None
        self._telling: asyncio.Task[None] | None = None
        self._ended = False

    async def begin(self) -> None:
        """Show that something is going on."""
        await self._top.send()

    def hear(self, event: NodeStarted | NodeFinished) -> None:
        """Show a node at work, or what it added and how long it took, soon."""
        if isinstance(event, NodeStarted):
            self._nodes.append(_Node(event.node))
        else:
            node = next(one for one in self._nodes if one.name == event.node and not one.ended)
            node.finished, node.ended, node.changed = event, utc_now(), True
        self._soon()

    async def end(self, seconds: float | None) -> None:
        """Show all, and fold it; a node that is still open was stopped. A second time changes nothing.

        Nothing stays of a run that did not begin.
        """
        if self._ended:
            return
        self._ended = True
        if self._timer is not None:
            self._timer.cancel()
        if self._telling is not None:
            await self._telling
        if not self._nodes:
            await self._top.remove()
            return
        for node in self._nodes:
            if not node.ended:
                node.ended, node.changed = utc_now(), True
        await self._tell()
        took = say("steps.stopped") if seconds is None else say_seconds(seconds)
        self._top.name, self._top.end = f"{say('steps.done')} · {took}", utc_now()
        await self._top.update()

    def _soon(self) -> None:
        if self._timer is None:
            pause_s = PAUSE_S + PAUSE_FOR_EACH_S * CALM.waiting
            self._timer = asyncio.get_running_loop().call_later(pause_s, self._begin_telling)

    def _begin_telling(self) -> None:
        self._timer = None
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())
        else:
            self._soon()

    async def _tell(self) -> None:
        for node in self._nodes:
            if node.changed:
                node.changed = False
                await _show(node, self._top.id)


async def _show(node: _Node, parent: str) -> None:
    """Send a node's step, or send it anew."""
    known, finished = node.step is not None, node.finished
    step = node.step = node.step or _step(node.name, parent, node.started)
    if finished is not None:
        step.name = f"{node.name} · {_said(finished)}{say_seconds(finished.seconds)}"
        step.output = show_plain(finished.question) if finished.question else show_queries(finished.queries)
        step.end = node.ended
    elif node.ended:
        step.name, step.end = f"{node.name} · {say('steps.stopped')}", node.ended
    await (step.update() if known else step.send())
    for outcome in finished.outcomes if finished is not None else ():
        await _send_outcome(outcome, step)


def _step(name: str, parent: str | None, started: str = "", *, is_open: bool = False) -> cl.Step:
    step = cl.Step(name, type="tool", parent_id=parent, icon=ICON, show_input=False)
    step.default_open = step.auto_collapse = is_open
    step.start = step.created_at = started or utc_now()
    return step


def _said(event: NodeFinished) -> str:
    """Say what a node added: "2 queries · ", "17 rows, 10 rows · "."""
    if event.outcomes:
        return f"{', '.join(map(say_rows, event.outcomes))} · "
    if event.queries:
        return f"{say_number('count.query', len(event.queries))} · "
    return f"{say('steps.no_query')} · " if event.node.startswith(("write_", "repair_")) else ""


async def _send_outcome(outcome: Outcome, parent: cl.Step) -> None:
    query = outcome.query
    attempt = f" · {say('steps.attempt', number=query.attempt)}" if query.attempt > 1 else ""
    step = _step(f"{query.kind}{attempt} · {say_rows(outcome)} · {say_seconds(outcome.seconds)}", parent.id)
    step.show_input, step.input = query.kind, write_query(query)
    step.output, step.is_error, step.end = show_outcome(outcome), bool(outcome.error), utc_now()
    await step.send()


TURNS_KEPT = 6
HISTORY = "history"
TURNS = asyncio.Semaphore(2 * (os.cpu_count() or 1))
"""So many questions are worked on at once without a model; more would only take the processor from each other."""


async def answer_question(text: str, model: str, workspace: Workspace, keeper: Keeper) -> None:
    """Answer with a model, or with the one that is set where it is ""; what was stopped keeps what there is.

    Raises what the agent raises.
    """
    chosen = current_preferences(workspace.models())
    history: tuple[Turn, ...] = cl.user_session.get(HISTORY) or ()
    question, model = Question(text, history, chosen.mode), model or chosen.model
    steps, message = StepView(), cl.Message("")
    await steps.begin()
    try:
        with stoppable():
            answer = await _hear(question, model, chosen.rows, workspace, steps, message)
        SERVICE.metrics.answered(question.mode, answer)
        async with _turn(model):
            await steps.end(answer.seconds)
            cl.user_session.set(HISTORY, (*history, Turn(text, answer.text))[-TURNS_KEPT:])
            await _complete(question, answer, message, workspace, keeper)
            await _send(answer, message, workspace)
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
    question: Question, model: str, rows: int, workspace: Workspace, steps: StepView, message: cl.Message
) -> Answer:
    """Show a run while it goes on, and return how it ends."""
    answer: Answer | None = None
    with CALM.broken() as wait:
        async with _turn(model):
            agent = await asyncio.to_thread(workspace.agent, model)
            async for event in agent.stream(question, QueryLimits(rows=rows)):
                if isinstance(event, NodeStarted | NodeFinished):
                    steps.hear(event)
                match event:
                    case NodeFinished():
                        SERVICE.metrics.node_ended(event.node, event.seconds)
                    case AnswerPiece():
                        wait.close()
                        await message.stream_token(show_text(event.text, model))
                    case Answered():
                        answer = event.answer
    if answer is None:
        raise RuntimeError("the workflow ended without an answer")
    return answer


async def _complete(
    question: Question, answer: Answer, message: cl.Message, workspace: Workspace, keeper: Keeper
) -> None:
    """Keep the turn, and put below the answer what can be done with it."""
    turn = await asyncio.to_thread(keep_answer, keeper, question, answer, workspace)
    message.metadata = {"conversation": keeper.id, "turn": turn} if turn else {}  # for whoever judges it
    near = await asyncio.to_thread(lambda: near_names(question.text, answer, workspace.graph()))
    following: Sequence[cl.Action] = ()
    if not answer.choices and not near:
        following = await asyncio.to_thread(_following, question, answer, workspace)
    evidence = keep_evidence(answer)
    message.elements = [*message.elements, *chart_elements(message.id, evidence)]
    message.actions = [
        *map(ask_action, answer.choices),
        *(ask_action(one.question, say("ask.near", name=one.name)) for one in near),
        *evidence_actions(message.id, evidence, charted=bool(message.elements)),
        *rule_actions(message.id, question.text, answer),
        *following,
    ]


def _following(question: Question, answer: Answer, workspace: Workspace) -> list[cl.Action]:
    description = workspace.agent(BUILTIN).description()
    asked = follow_ups(question.text, answer, description)
    commands = next_commands(question.text, answer, description).items()
    pages = [ask_action(text, label, icon="panel-right") for text, label in commands]
    return [*pages, *map(ask_action, workspace.answered(asked, MOST_FOLLOW_UPS - len(pages)))]


async def _send(answer: Answer, message: cl.Message, workspace: Workspace) -> None:
    """Put links in the place of what was streamed; what is no part of the answer stands below, folded."""
    message.content = show_answer(answer, await asyncio.to_thread(workspace.price, answer.model))
    await message.send()
    if sources := folded_sources(answer):
        await _send_folded(say("answer.sources", number=len(sources)), show_sources(sources))
    if more := answer.closest[FIRST_LINES:]:
        await _send_folded(say("answer.closest", number=len(more)), show_closest(more))


async def _send_folded(name: str, text: str) -> None:
    run = context.current_run
    step = _step(name, run.id if run else None)
    step.output, step.end = text, utc_now()
    await step.send()
