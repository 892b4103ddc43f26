"""Commands for queries written by hand: /schema, /cypher, /search."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio

import chainlit as cl

from agent.execute import QueryLimits
from agent.records import Outcome, Query
from agent.secrets.mask_secrets import SecretMask
from chat.asking.controls import current_preferences
from chat.asking.hand_queries import (
    as_answer,
    cypher_by_hand,
    run_by_hand,
    search_by_hand,
    show_by_hand,
)
from chat.asking.query_view import show_schema
from chat.evidence.evidence_actions import chart_elements, evidence_actions
from chat.evidence.evidence_view import keep_evidence
from chat.knowledge import Knowledge
from chat.people.rate_limit import AtOnce
from chat.words.say import say
from graph_store.graph import ReadableGraph, stoppable

NAMES = ("schema", "cypher", "search")
MOST_AT_ONCE = 2
"""Statements by hand that one user may run at the same time: all users share the server's threads."""
RUNNING = AtOnce(MOST_AT_ONCE)


async def run_command(name: str, behind: str, knowledge: Knowledge) -> None:
    """Do what a command says with the text behind it. Raises GraphError."""
    if name == "schema":
        description = await asyncio.to_thread(lambda: knowledge.graph().describe())
        await cl.Message(show_schema(description, behind, SecretMask(knowledge.settings.show_secrets))).send()
    elif not behind:
        await cl.Message(say("by_hand.use_cypher" if name == "cypher" else "by_hand.use_search")).send()
    else:
        query = cypher_by_hand(behind) if name == "cypher" else search_by_hand(behind)
        with RUNNING.one_more(_asker()) as may_run:
            if may_run:
                await _show(await _run(query, knowledge))
            else:
                await cl.Message(say("by_hand.busy", most=MOST_AT_ONCE)).send()


def _asker() -> str:
    """Return who asks: the user, or the session where nobody signs in."""
    user = cl.user_session.get("user")
    return user.identifier if user else str(cl.context.session.id)


async def _run(query: Query, knowledge: Knowledge) -> Outcome:
    limits = QueryLimits(rows=current_preferences(knowledge.models()).rows)
    show_secrets = knowledge.settings.show_secrets

    def run() -> Outcome:
        graph: ReadableGraph = knowledge.graph()
        return run_by_hand(query, graph, limits, show_secrets=show_secrets)

    try:
        with stoppable():
            return await asyncio.to_thread(run)
    except asyncio.CancelledError:
        await cl.Message(say("answer.stopped")).send()
        raise


async def _show(outcome: Outcome) -> None:
    """Show the rows, with what an answer offers of them."""
    evidence = keep_evidence(as_answer(outcome))
    message = cl.Message(show_by_hand(outcome))
    message.elements = [*chart_elements(message.id, evidence)]
    message.actions = evidence_actions(message.id, evidence, charted=bool(message.elements))
    await message.send()
