"""What the chat does besides answering: documents, unexplained, remove, diff, export, queries by hand."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import chainlit as cl
from chainlit.chat_context import chat_context
from chainlit.config import config

from agent.execute import QueryLimits
from agent.packet_question import answer_packet_question
from agent.records import Outcome, Query
from chat.asking.commands import packet_question, read_command, read_word
from chat.asking.controls import current_preferences
from chat.asking.query_view import show_by_hand, show_schema
from chat.documents.diff_versions import show_diff
from chat.documents.documents_view import ask_to_remove, choose_paths, say_no_such, show_documents
from chat.documents.timeline_view import show_in_time
from chat.evidence.evidence_actions import chart_elements, evidence_actions, figure_element
from chat.findings.findings_view import show_findings, show_incidents
from chat.findings.keep_as_rule import list_rules
from chat.history.keep_history import KEEPER
from chat.loading.load_view import list_unexplained
from chat.loading.take_files import choose, run_shown
from chat.map.show_map import send_device, send_map, send_path
from chat.people.login import user_name
from chat.words.markdown import show_plain
from chat.words.say import say, say_number
from conversations.keeper import Keeper, find_conversation
from conversations.records import Conversation
from findings.kept import read_incidents
from graph_store.graph import stoppable
from workspace.conversation_report import find_asides, read_evidence, write_report
from workspace.errors import JobFailedError
from workspace.evidence_rows import keep_evidence
from workspace.limits import AtOnce
from workspace.overview import read_documents, read_unexplained
from workspace.queries import as_answer, cypher_by_hand, search_by_hand
from workspace.show_history import HISTORY, TIMELINE
from workspace.users import conversation_link
from workspace.workspace import Workspace

MOST_LINES = 400


async def serve(text: str, workspace: Workspace) -> bool:
    """Do what a word asks for; return False when it asks for nothing of that kind. Raises GraphError."""
    word, rest = read_word(text, WORDS)
    if word:
        await WORDS[word](rest, workspace)
        return True
    name, behind = read_command(text, OF_DEVICES)
    if name:
        await OF_DEVICES[name](behind, workspace)
    return bool(name)


async def reads_packet(text: str, workspace: Workspace) -> bool:
    """Tell whether what stands behind "/test-filter" is a device, its filter and a packet. Raises GraphError."""
    asked = packet_question(text)
    if not asked:
        return False
    return await asyncio.to_thread(answer_packet_question, asked, workspace.graph()) is not None


async def _documents(rest: str, workspace: Workspace) -> None:
    loaded = await asyncio.to_thread(lambda: read_documents(workspace.graph()))
    known = [one.document.path for one in loaded]
    paths = choose_paths(rest, known) if rest else known
    if rest and not paths:
        await cl.Message(say_no_such(rest, known)).send()
    else:
        await cl.Message(show_documents([one for one in loaded if one.document.path in set(paths)])).send()


async def _unexplained(rest: str, workspace: Workspace) -> None:
    def listed() -> str:
        graph = workspace.graph()
        loaded = read_documents(graph)
        if rest:
            paths = set(choose_paths(rest, [one.document.path for one in loaded]))
            loaded = tuple(one for one in loaded if one.document.path in paths)
        lines = read_unexplained(loaded, graph, MOST_LINES)
        parsed = [one.document for one in loaded if one.document.kind != "text"]
        total = sum(document.lines - document.lines_explained for document in parsed)
        return list_unexplained(lines, total, MOST_LINES) or say("unexplained.none")

    await cl.Message(await asyncio.to_thread(listed)).send()


async def _remove(rest: str, workspace: Workspace) -> None:
    loaded = await asyncio.to_thread(lambda: read_documents(workspace.graph()))
    known = [one.document.path for one in loaded]
    paths = choose_paths(rest, known)
    if not paths:
        await cl.Message(say_no_such(rest, known) if rest else say("remove.which")).send()
        return
    if not await choose(ask_to_remove(paths), {"yes": say("remove.yes"), "": say("remove.cancel")}):
        await cl.Message(say("remove.nothing")).send()
        return
    try:
        removed, _ = await run_shown("remove", paths, say_number("remove.title", len(paths)), workspace)
    except JobFailedError as error:
        await cl.Message(say("remove.failed", reason=show_plain(str(error)))).send()
        return
    await asyncio.to_thread(workspace.forget, paths)
    documents = say_number("count.document", len(removed["removed"]))
    await cl.Message(say("remove.done", documents=documents, left=len(known) - len(paths))).send()


async def _diff(rest: str, workspace: Workspace) -> None:
    await cl.Message(await asyncio.to_thread(show_diff, rest, workspace)).send()


async def _findings(rest: str, workspace: Workspace) -> None:
    found = await asyncio.to_thread(lambda: read_incidents(workspace.graph()))
    await cl.Message(show_findings(found, rest)).send()


async def _incidents(rest: str, workspace: Workspace) -> None:
    found = await asyncio.to_thread(lambda: read_incidents(workspace.graph()))
    await cl.Message(show_incidents(found, rest)).send()


async def _rules(_rest: str, workspace: Workspace) -> None:
    await cl.Message(await asyncio.to_thread(list_rules, workspace)).send()


async def _in_time(name: str, rest: str, workspace: Workspace) -> None:
    text, figure = await asyncio.to_thread(show_in_time, name, rest, workspace)
    await cl.Message(text, elements=[figure_element(figure)] if figure else []).send()


async def _export(_rest: str, workspace: Workspace) -> None:
    """Send the conversation of this session as a report, and as JSON lines for `wirelore replay`."""
    keeper: Keeper | None = cl.user_session.get(KEEPER)
    if keeper is None:
        return
    kept = await asyncio.to_thread(find_conversation, workspace.settings.kg, keeper.id)
    said = chat_context.get()[:-1]  # but the last, which asks for this
    asides = tuple(
        find_asides(
            (one.type == "user_message", one.content, (one.metadata or {}).get("turn", 0)) for one in said
        )
    )
    if kept is None and not asides:
        await cl.Message(say("export.nothing")).send()
        return
    whole = kept or Conversation("", keeper.heading)
    evidence = await asyncio.to_thread(lambda: read_evidence(whole, workspace.graph()))
    files = [("wirelore-report.md", write_report(whole, evidence, asides).encode(), "text/markdown")]
    if kept is not None:
        files.append(("wirelore-conversation.jsonl", Path(kept.path).read_bytes(), "application/jsonl"))
    elements = [
        cl.File(name=name, content=content, mime=mime, display="inline") for name, content, mime in files
    ]
    await cl.Message(say("export.done"), elements=elements).send()


async def _share(_rest: str, workspace: Workspace) -> None:
    """Say the link that opens the conversation of this session in another browser."""
    keeper: Keeper | None = cl.user_session.get(KEEPER)
    kg = workspace.settings.kg
    if keeper is None or await asyncio.to_thread(find_conversation, kg, keeper.id) is None:
        await cl.Message(say("share.nothing")).send()
        return
    link = await asyncio.to_thread(conversation_link, config.run.root_path, kg, keeper.id)
    await cl.Message(say("share.done", link=link)).send()


WORDS: dict[str, Callable[[str, Workspace], Awaitable[None]]] = {
    "documents": _documents,
    "unexplained": _unexplained,
    "remove": _remove,
    "export": _export,
    "share": _share,
    "diff": _diff,
    "findings": _findings,
    "map": send_map,
    "incidents": _incidents,
    "rules": _rules,
    HISTORY: partial(_in_time, HISTORY),
    TIMELINE: partial(_in_time, TIMELINE),
}
"""Word → what it does with what stands behind it."""


OF_DEVICES: dict[str, Callable[[str, Workspace], Awaitable[None]]] = {
    "path": send_path,
    "device": send_device,
}
"""What needs the slash: "path from core1 to leaf1" may be a question."""


# Queries written by hand: /schema, /cypher, /search.


BY_HAND = ("schema", "cypher", "search")
MOST_AT_ONCE = 2
"""Statements by hand that one user may run at the same time: all users share the server's threads."""
RUNNING = AtOnce(MOST_AT_ONCE)


async def run_by_name(name: str, behind: str, workspace: Workspace) -> None:
    """Do what one of the commands says with the text behind it. Raises GraphError."""
    if name == "schema":
        description = await asyncio.to_thread(lambda: workspace.graph().describe())
        await cl.Message(show_schema(description, behind)).send()
        return
    if not behind:
        await cl.Message(say("by_hand.use_cypher" if name == "cypher" else "by_hand.use_search")).send()
        return
    query = cypher_by_hand(behind) if name == "cypher" else search_by_hand(behind)
    with RUNNING.one_more(user_name() or str(cl.context.session.id)) as may_run:
        if may_run:
            await _show(await _run(query, workspace))
        else:
            await cl.Message(say("by_hand.busy", most=MOST_AT_ONCE)).send()


async def _run(query: Query, workspace: Workspace) -> Outcome:
    limits = QueryLimits(rows=current_preferences(workspace.models()).rows)
    try:
        with stoppable():
            return await asyncio.to_thread(workspace.run, query, limits)
    except asyncio.CancelledError:
        await cl.Message(say("answer.stopped")).send()
        raise


async def _show(outcome: Outcome) -> None:
    """Show the rows, with what an answer offers of them."""
    evidence = keep_evidence(as_answer(outcome))
    message = cl.Message(show_by_hand(outcome))
    message.elements = chart_elements(message.id, evidence)
    message.actions = evidence_actions(message.id, evidence, charted=bool(message.elements))
    await message.send()
