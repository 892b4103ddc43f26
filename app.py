"""The chat in the browser: Chainlit runs this file, `wirelore chat` starts it."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import chainlit as cl
from chainlit.types import Feedback, ThreadDict

from agent.records import Turn
from chat.asking.answering import HISTORY, TURNS_KEPT, answer_question
from chat.asking.commands import (
    is_cypher,
    packet_question,
    read_command,
    say_unknown,
    show_commands,
    typed_text,
    unknown_command,
)
from chat.asking.controls import (
    ASK,
    ask_again,
    asked_model,
    current_preferences,
    keep_preferences,
    misses_controls,
    offer_controls,
    what_else,
)
from chat.asking.desk import BY_HAND, reads_packet, run_by_name, serve
from chat.errors import EXPECTED, explain, unexpected
from chat.evidence.evidence_actions import (
    EVIDENCE,
    offer_evidence_again,
    open_source,
    serve_graph_library,
    show_evidence,
    show_node,
    show_range,
)
from chat.findings.keep_as_rule import KEEP_RULE, keep_as_rule
from chat.history.conversation_links import serve_links
from chat.history.data_layer import keep_session_files
from chat.history.keep_history import (
    ASKED,
    KEEPER,
    forget_old,
    keep_history,
    keep_judgement,
    name_by_question,
    name_conversation,
    probe_history,
    read_kept,
)
from chat.loading.receive_files import put_receiver
from chat.loading.take_files import dropped_files, name_files, sample_uploads, take_files
from chat.map.show_map import draw_asked
from chat.page.catch_up import put_catch_up, take_over
from chat.page.pages import put_pages
from chat.people.gate import put_gate
from chat.people.guard_sockets import guard_sockets, watch_sockets
from chat.people.login import REQUESTER, Logins, refuse, user_name
from chat.service import SERVICE, put_operator_pages
from chat.welcome.greeting import greet, report_status
from chat.welcome.starters import MOST_STARTERS, choose_starters
from chat.words.say import say
from conversations.keeper import Keeper
from conversations.records import Conversation
from graph_store.errors import MissingGraphError
from settings import read_settings
from workspace.folders import clear_incoming
from workspace.limits import RateLimit
from workspace.send_traces import send_traces
from workspace.workspace import SOON, Workspace

NAME = "Wirelore"
ICON = "/public/icon.svg"
STATUS = frozenset({"status", "/status"})
OVERVIEW, HELP = "/overview", "/help"
"""Words that are no question. """

THREADS = 64
"""Who waits for a model or for the graph has one; with asyncio's own limit others would wait for six of them."""

log = logging.getLogger(__name__)
workspace = Workspace(read_settings(os.environ), tries=SOON)
logins = Logins(workspace.settings)
logins.register()
keep_history(workspace.settings)
serve_links(workspace.settings)
keep_session_files(workspace.settings.kg)
serve_graph_library()
put_pages()
put_receiver()
put_operator_pages(
    workspace.settings, {"graph": lambda: asyncio.to_thread(workspace.probe), "history": probe_history}
)
put_gate(logins, workspace.settings)
put_catch_up()
guard_sockets(logins)
pace = RateLimit(workspace.settings.questions_per_minute)
tracing = ExitStack()
tasks: set[asyncio.Task[None]] = set()
"""What runs in the background; the event loop itself keeps no task alive."""


@cl.on_app_startup
async def look() -> None:
    """Read the graph while nobody waits yet."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
    SERVICE.end_answers_first(workspace.settings.stop_within_s)
    tracing.enter_context(send_traces(workspace.settings.otlp_endpoint))
    tasks.update(map(asyncio.create_task, (_look(), _tidy(), watch_sockets(logins))))


async def _tidy() -> None:
    await asyncio.to_thread(clear_incoming, workspace.settings.kg)
    await forget_old(workspace.settings.keep_days)


async def _look() -> None:
    """Read what the first page and the first question need."""
    try:
        await asyncio.to_thread(lambda: workspace.agent().look())
    except EXPECTED as error:
        log.warning("%s: %s", type(error).__name__, error)
    await welcome(None)


@cl.on_app_shutdown
async def let_go() -> None:
    """Close the graph when the server ends."""
    await asyncio.to_thread(workspace.close)
    await asyncio.to_thread(tracing.close)


@cl.set_chat_profiles
async def welcome(_user: cl.User | None, _language: str | None = None) -> list[cl.ChatProfile]:
    """Greet with what is loaded, and with questions that it can answer."""
    try:
        overview = await cl.make_async(workspace.overview)()
        datasets = await cl.make_async(workspace.datasets)(overview)
        chosen = () if overview.unfinished else choose_starters(overview, datasets)
        starters = await cl.make_async(workspace.answered)(chosen, MOST_STARTERS, shown=True)
    except EXPECTED as error:
        await asyncio.to_thread(workspace.mend)
        return [_profile(explain(error), _first_steps() if isinstance(error, MissingGraphError) else ())]
    except Exception:  # an entry point: the page must come up, the log has the details
        log.exception("the graph could not be described")
        await asyncio.to_thread(workspace.mend)
        return [_profile(unexpected(), ())]
    if not overview.documents and not overview.unfinished:
        starters = _first_steps()
    return [_profile(greet(overview, workspace.models()[0]), starters)]


def _first_steps() -> tuple[str, ...]:
    return (say("starters.load_sample"),) if sample_uploads() else ()


def _profile(description: str, starters: Sequence[str]) -> cl.ChatProfile:
    shown = [cl.Starter(label=question, message=question) for question in starters]
    return cl.ChatProfile(
        name=NAME, markdown_description=description, icon=ICON, default=True, starters=shown
    )


@cl.on_chat_start
async def begin() -> None:
    """Begin a conversation."""
    cl.user_session.set(HISTORY, ())
    await offer_controls(workspace.models())
    await _keeper()


@cl.on_settings_update
async def set_preferences(said: object) -> None:
    """Keep what a person set for this chat."""
    keep_preferences(said, workspace.models())


async def _keeper(resumed: Conversation | None = None) -> Keeper:
    keeper: Keeper | None = cl.user_session.get(KEEPER)
    if keeper is None:
        said = workspace.settings
        keeper = await asyncio.to_thread(Keeper, said.kg, "chat", user_name(), said.keep_days, resumed)
        cl.user_session.set(KEEPER, keeper)
    return keeper


@cl.on_chat_resume
async def take_up(thread: ThreadDict) -> None:
    """Go on with a conversation: the agent knows its last turns, and it is kept as the same one."""
    if take_over():
        await offer_controls(workspace.models())
        await offer_evidence_again()
        return
    kept = await read_kept(thread, workspace.settings.kg)
    cl.user_session.set(ASKED, kept is not None)
    turns = kept.turns[-TURNS_KEPT:] if kept else ()
    cl.user_session.set(HISTORY, tuple(Turn(turn.question, turn.answer) for turn in turns))
    cl.user_session.set(KEEPER, None)
    await offer_controls(workspace.models())
    await _keeper(kept)


@cl.on_feedback
async def judge(feedback: Feedback) -> None:
    """Keep what the person thinks of an answer."""
    await keep_judgement(feedback, workspace.settings.kg, REQUESTER.get())


@cl.action_callback(EVIDENCE)
async def open_evidence(action: cl.Action) -> None:
    """Open the rows, the chart or the graph of an answer."""
    try:
        await show_evidence(action.payload, workspace)
    except EXPECTED as error:
        await cl.Message(explain(error)).send()


@cl.action_callback(KEEP_RULE)
async def keep_question_as_rule(action: cl.Action) -> None:
    """Keep a question as a rule."""
    try:
        await keep_as_rule(action.payload, workspace)
    except EXPECTED as error:
        await cl.Message(explain(error)).send()


@cl.action_callback(ASK)
async def ask_what_it_says(action: cl.Action) -> None:
    """Ask what a button says."""
    await ask_again(action.payload)


@cl.on_message
async def reply(message: cl.Message) -> None:
    """Answer one message; a stop of the process waits for it."""
    with SERVICE.busy():
        await _reply(message)


async def _reply(message: cl.Message) -> None:
    """Do what a message says; whatever goes wrong is said, and never shown as a traceback."""
    text = typed_text(message.content, message.command)
    try:
        if refusal := say("people.stopping") if SERVICE.stopping else refuse(pace, text):
            SERVICE.metrics.refused.inc()
            await cl.Message(refusal).send()
            return
        if files := dropped_files(message):
            await name_files(message, files)
            if not await take_files(files, workspace) or not text:
                return
        await _do(text, message)
    except EXPECTED as error:
        log.warning("%s: %s", type(error).__name__, error)
        SERVICE.metrics.failed.inc()
        await asyncio.to_thread(workspace.mend)
        offered = workspace.models()
        asked = asked_model(message, offered) or current_preferences(offered).model
        others = [model for model in offered if model != asked]
        await cl.Message(explain(error), actions=what_else(error, text, others)).send()
    except Exception:  # an entry point: the person gets a message, the log the details
        log.exception("a question was not answered")
        SERVICE.metrics.failed.inc()
        await asyncio.to_thread(workspace.mend)
        await cl.Message(unexpected()).send()


async def _do(text: str, message: cl.Message) -> None:
    """Do what a word or a command says; answer what is neither."""
    name, behind = read_command(text, BY_HAND)
    if not name and is_cypher(text):
        name, behind = "cypher", text
    if text in _first_steps():
        await take_files(sample_uploads(), workspace)
    elif await serve(text, workspace):
        return
    elif not text:
        await cl.Message(say("welcome.nothing_asked")).send()
    elif text.lower() == HELP:
        await cl.Message(show_commands()).send()
    elif text.lower() == OVERVIEW:
        await cl.Message(greet(await cl.make_async(workspace.overview)(), workspace.models()[0])).send()
    elif text.lower() in STATUS or read_command(text, ["status"])[0]:
        overview, said = await cl.make_async(workspace.overview)(), workspace.settings
        await cl.Message(report_status(overview, said.kg, said.model)).send()
    elif name:
        await run_by_name(name, behind, workspace)
    elif read_command(text, ["test-filter"])[0] and not await reads_packet(text, workspace):
        await cl.Message(say("by_hand.use_test_filter")).send()
    elif unknown_command(text) and not packet_question(text):
        await cl.Message(say_unknown(unknown_command(text))).send()
    else:
        keeper = await _keeper()
        await name_by_question(text)
        model = asked_model(message, workspace.models())
        await answer_question(packet_question(text) or text, model, workspace, keeper)
        await name_conversation(keeper.id)


@cl.on_window_message
async def show_source(asked: object) -> None:
    """Open the lines of a citation, tell of a node or show the rows of a range; or offer the controls anew."""
    if misses_controls(asked):
        await offer_controls(workspace.models())
        return
    try:
        if await draw_asked(asked, workspace):
            return
        if not await show_node(asked, workspace) and not await show_range(asked, workspace):
            await open_source(asked, workspace)
    except EXPECTED as error:
        await cl.Message(explain(error)).send()
