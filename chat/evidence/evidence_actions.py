"""Handles the buttons that open an answer's rows, chart, graph and source lines."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import chainlit as cl
from chainlit.element import Element

from agent.records import Outcome
from agent.secrets.mask_secrets import SecretMask
from chat.evidence.choose_chart import choose_chart, draw_chart, is_plain_count, rows_between
from chat.evidence.citations import read_request
from chat.evidence.elements import make_csv, make_figure, make_table, make_text, open_panel
from chat.evidence.evidence_graph import read_evidence_graph
from chat.evidence.evidence_view import (
    Evidence,
    first_chart,
    mask_names,
    read_all_rows,
    say_table,
    write_csv,
    write_frame,
)
from chat.evidence.graph_view import describe_node, node_asked_for, page_graph, say_size
from chat.evidence.source_view import view_source
from chat.knowledge import Knowledge
from chat.words.say import say

EVIDENCE = "evidence"
TABLE, CHART, PICTURE = "table", "chart", "picture"
KEPT = 40


def evidence_actions(key: str, evidence: Evidence, *, charted: bool) -> list[cl.Action]:
    """Offer what there is to see of an answer, and keep it for the chat."""
    kept: dict[str, Evidence] = cl.user_session.get(EVIDENCE) or {}
    cl.user_session.set(EVIDENCE, dict([*kept.items(), (key, evidence)][-KEPT:]))
    return _actions(key, evidence, charted=charted)


async def offer_evidence_again() -> None:
    """Offer under earlier answers what there is to see of them: a page that is loaded anew has lost the buttons."""
    kept: dict[str, Evidence] = cl.user_session.get(EVIDENCE) or {}
    for key, evidence in kept.items():
        for action in _actions(key, evidence, charted=first_chart(evidence) is not None):
            await action.send(for_id=key)


def _actions(key: str, evidence: Evidence, *, charted: bool) -> list[cl.Action]:
    rows = bool(evidence.outcomes)
    asks_chart = not charted and any(choose_chart(one) for one in evidence.outcomes)
    counts = rows and all(map(is_plain_count, evidence.outcomes))
    offers = (
        (rows, TABLE, "table-2", say("evidence.rows"), say("evidence.rows_hint")),
        (asks_chart, CHART, "chart-column", say("evidence.chart"), say("evidence.chart_hint")),
        (
            bool(evidence.lines) and not counts,
            PICTURE,
            "waypoints",
            say("evidence.graph"),
            say("evidence.graph_hint"),
        ),
    )
    return [
        cl.Action(name=EVIDENCE, payload={"key": key, "show": show}, icon=icon, label=label, tooltip=said)
        for offered, show, icon, label, said in offers
        if offered
    ]


async def show_evidence(payload: object, knowledge: Knowledge) -> None:
    """Open what a button asks for. Raises GraphError."""
    kept: dict[str, Evidence] = cl.user_session.get(EVIDENCE) or {}
    match payload:
        case {"key": str(key), "show": "picture"} if key in kept:
            await _show_picture(kept[key], knowledge)
        case {"key": str(key), "show": "table" | "chart" as show} if key in kept:
            outcomes = await asyncio.to_thread(_rows, kept[key], knowledge, show == CHART)
            await (_show_table(outcomes) if show == TABLE else _show_chart(outcomes))
        case _:
            await cl.context.emitter.send_toast(say("evidence.gone"))


def chart_elements(key: str, evidence: Evidence) -> list[Any]:
    """Draw what an answer's rows ask for at once: one number for each of several names, or over time."""
    series = first_chart(evidence)
    return [make_figure("chart", draw_chart(series, key))] if series else []


async def show_range(asked: object, knowledge: Knowledge) -> bool:
    """Open the rows of the range that was chosen in a chart over time; False where the page asks something else."""
    kept: dict[str, Evidence] = cl.user_session.get(EVIDENCE) or {}
    match asked:
        case {"wirelore": "range", "key": str(key), "from": str(first), "to": str(last)}:
            if key in kept:
                outcomes = await asyncio.to_thread(_rows, kept[key], knowledge, False)
                chosen = [rows_between(one, first, last) for one in outcomes]
                await _show_table([one for one in chosen if one.rows])
            else:
                await cl.context.emitter.send_toast(say("evidence.gone"))
            return True
    return False


def _rows(evidence: Evidence, knowledge: Knowledge, drawn: bool) -> tuple[Outcome, ...]:
    show_secrets = knowledge.settings.show_secrets
    return read_all_rows(evidence, knowledge.graph(), show_secrets=show_secrets, drawn=drawn)


async def _show_table(outcomes: Sequence[Outcome]) -> None:
    if not outcomes:
        await cl.context.emitter.send_toast(say("evidence.no_rows"))
        return
    elements: list[Element] = []
    for place, outcome in enumerate(outcomes, 1):
        name = f"rows-{place}.csv" if len(outcomes) > 1 else "rows.csv"
        elements += [make_csv(name, write_csv(outcome)), make_table(name, write_frame(outcome))]
    await open_panel(say_table(outcomes), elements)


async def _show_chart(outcomes: Sequence[Outcome]) -> None:
    charts = [series for one in outcomes if (series := choose_chart(one))]
    if charts:
        await open_panel(
            say("evidence.chart"), [make_figure("chart", draw_chart(series)) for series in charts]
        )
    else:
        await cl.context.emitter.send_toast(say("evidence.no_chart"))


async def _show_picture(evidence: Evidence, knowledge: Knowledge) -> None:
    found = await asyncio.to_thread(lambda: read_evidence_graph(evidence.lines, knowledge.graph()))
    if not found.nodes:
        await cl.context.emitter.send_toast(say("evidence.no_graph"))
        return
    shown = mask_names(found, SecretMask(knowledge.settings.show_secrets))
    await open_panel(say_size(shown), [make_text("graph", say("graph.hint"))])
    await cl.send_window_message(page_graph(shown))


async def show_node(asked: object, knowledge: Knowledge) -> bool:
    """Tell the page of a node that was clicked; False where it asks something else. Raises GraphError."""
    node = node_asked_for(asked)
    if not node or not isinstance(asked, dict):
        return False
    show = knowledge.settings.show_secrets
    told = await asyncio.to_thread(
        lambda: describe_node(
            node, knowledge.graph(), SecretMask(show), neighbours=asked.get("near") is True, show_secrets=show
        )
    )
    await cl.send_window_message(told)
    return True


# The panel beside the chat, with the lines of one citation.


async def open_source(asked: object, knowledge: Knowledge) -> None:
    """Open the lines around a citation. Raises GraphError."""
    citation = read_request(asked)
    if citation is None:
        return
    show = knowledge.settings.show_secrets
    text = await cl.make_async(
        lambda: view_source(citation, knowledge.graph(), SecretMask(show), show_secrets=show)
    )()
    title = ", ".join(dict.fromkeys(place.path for place in citation.places))
    await open_panel(title, [make_text(title, text)])
