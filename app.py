"""The chat in the browser: Chainlit runs this file, `wirelore chat` starts it."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from contextlib import ExitStack

import chainlit as cl

from agent.events import Answered, NodeFinished, NodeStarted, Token
from agent.records import Answer, Question, Turn
from chat.answer_view import FALLBACK, show_answer, show_fallback, show_text
from chat.greeting import greet, report_status
from chat.keep_answers import FEEDBACK, KEEPER, feedback_actions, keep_answer, keep_feedback
from chat.knowledge import Knowledge
from chat.pages import put_pages
from chat.source_panel import open_source
from chat.starters import choose_starters, sample_hashes
from chat.steps import StepView, send_lines
from chat.trouble import EXPECTED, UNEXPECTED, explain
from command_line.send_traces import send_traces
from conversations.keeper import Keeper
from settings import read_settings

NAME = "Wirelore"
ICON = "/public/icon.svg"
STATUS = frozenset({"status", "/status"})
"""Words that are no question. (A browser's Enter does not send a word behind a slash; its button does.)"""
NOTHING_ASKED = "Nothing was asked. Write a question about your configurations and logs, or `status`."
STOPPED = "*Stopped.*"
TURNS_KEPT = 6
HISTORY = "history"

log = logging.getLogger(__name__)
knowledge = Knowledge(read_settings(os.environ))
put_pages()
tracing = ExitStack()
tasks: set[asyncio.Task[None]] = set()
"""What runs in the background; the event loop itself keeps no task alive."""


@cl.on_app_startup
async def look() -> None:
    """Read the graph while nobody waits yet."""
    tracing.enter_context(send_traces(knowledge.settings.otlp_endpoint))
    tasks.add(asyncio.create_task(_look()))


async def _look() -> None:
    try:
        await asyncio.to_thread(knowledge.agent)
    except EXPECTED as error:
        log.warning("%s: %s", type(error).__name__, error)


@cl.on_app_shutdown
async def let_go() -> None:
    """Close the graph when the server ends."""
    await asyncio.to_thread(knowledge.close)
    await asyncio.to_thread(tracing.close)


@cl.set_chat_profiles
async def welcome(_user: cl.User | None, _language: str | None = None) -> list[cl.ChatProfile]:
    """Greet with what is loaded, and with questions that it can answer."""
    try:
        overview = await cl.make_async(knowledge.overview)()
    except EXPECTED as error:
        await asyncio.to_thread(knowledge.mend)
        return [_profile(explain(error), ())]
    except Exception:  # an entry point: the page must come up, the log has the details
        log.exception("the graph could not be described")
        await asyncio.to_thread(knowledge.mend)
        return [_profile(UNEXPECTED, ())]
    starters = () if overview.unfinished else choose_starters(overview, sample_hashes())
    return [_profile(greet(overview), starters)]


def _profile(description: str, starters: Sequence[str]) -> cl.ChatProfile:
    shown = [cl.Starter(label=question, message=question) for question in starters]
    return cl.ChatProfile(
        name=NAME, markdown_description=description, icon=ICON, default=True, starters=shown
    )


@cl.on_chat_start
async def begin() -> None:
    """Begin a conversation."""
    cl.user_session.set(HISTORY, ())
    await _keeper()


async def _keeper() -> Keeper:
    keeper: Keeper | None = cl.user_session.get(KEEPER)
    if keeper is None:
        user, said = cl.user_session.get("user"), knowledge.settings
        name = user.identifier if user else ""
        keeper = await asyncio.to_thread(Keeper, said.kg, "chat", name, said.keep_days)
        cl.user_session.set(KEEPER, keeper)
    return keeper


@cl.action_callback(FEEDBACK)
async def judge(action: cl.Action) -> None:
    """Keep what the person thinks of an answer."""
    await cl.context.emitter.send_toast(
        await asyncio.to_thread(keep_feedback, await _keeper(), action.payload)
    )


@cl.on_message
async def reply(message: cl.Message) -> None:
    """Answer one message; whatever goes wrong is said, and never shown as a traceback."""
    text = message.content.strip()
    try:
        if not text:
            await cl.Message(NOTHING_ASKED).send()
        elif text.lower() in STATUS:
            await _send_status()
        else:
            await _answer(text)
    except EXPECTED as error:
        log.warning("%s: %s", type(error).__name__, error)
        await asyncio.to_thread(knowledge.mend)
        await cl.Message(explain(error)).send()
    except Exception:  # an entry point: the person gets a message, the log the details
        log.exception("a question was not answered")
        await asyncio.to_thread(knowledge.mend)
        await cl.Message(UNEXPECTED).send()


async def _send_status() -> None:
    overview = await cl.make_async(knowledge.overview)()
    said = knowledge.settings
    await cl.Message(report_status(overview, said.kg, said.model)).send()


async def _answer(text: str) -> None:
    history: tuple[Turn, ...] = cl.user_session.get(HISTORY) or ()
    steps, message = StepView(), cl.Message("")
    await steps.begin()
    answer: Answer | None = None
    question = Question(text, history)
    try:
        answer = await _run(question, steps, message)
    finally:  # the stop button cancels: what is there stays, and is said to be a part
        await steps.end(answer.seconds if answer else None)
        if answer is None and message.content:
            message.content += f"\n\n{STOPPED}"
            await message.update()
    cl.user_session.set(HISTORY, (*history, Turn(text, answer.text))[-TURNS_KEPT:])
    turn = await asyncio.to_thread(keep_answer, await _keeper(), question, answer, knowledge)
    message.actions = feedback_actions(turn)
    await _send_answer(answer, message)


async def _run(question: Question, steps: StepView, message: cl.Message) -> Answer:
    """Show a run while it goes on, and return how it ends."""
    agent = await cl.make_async(knowledge.agent)()
    async for event in agent.stream(question):
        match event:
            case NodeStarted():
                await steps.start(event)
            case NodeFinished():
                await steps.finish(event)
            case Token():
                await message.stream_token(show_text(event.text, knowledge.settings.model))
            case Answered():
                return event.answer
    raise RuntimeError("the workflow ended without an answer")


async def _send_answer(answer: Answer, message: cl.Message) -> None:
    """Put links in the place of what was streamed; what is no part of the answer stands below, folded."""
    message.content = show_answer(answer)
    await message.send()
    if answer.fallback:
        await send_lines(f"{FALLBACK} ({len(answer.fallback)})", show_fallback(answer))


@cl.on_window_message
async def show_source(asked: object) -> None:
    """Open the source lines of the citation that was clicked."""
    try:
        await open_source(asked, knowledge)
    except EXPECTED as error:
        await cl.Message(explain(error)).send()
