"""Offers and opens an answer's rows, charts, graph and source lines, in the panel beside the chat."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import chainlit as cl
from chainlit.context import context
from chainlit.element import Element, ElementType
from fastapi.responses import FileResponse

from agent.records import Outcome
from agent.render.choose_chart import choose_chart, draw_chart, is_plain_count, rows_between
from chat.asking.query_view import say_rows
from chat.evidence.citation_links import read_request
from chat.evidence.evidence_view import (
    describe_node,
    first_chart,
    node_asked_for,
    page_graph,
    say_size,
    view_source,
    write_csv,
    write_frame,
)
from chat.page.pages import serve_first
from chat.words.say import say
from workspace.evidence_graph import read_evidence_graph
from workspace.evidence_rows import Evidence, read_all_rows
from workspace.workspace import Workspace

EVIDENCE = "evidence"
KEPT = 40


def evidence_actions(key: str, evidence: Evidence, *, charted: bool) -> list[cl.Action]:
    """Offer what there is to see of an answer, and keep it for the chat."""
    cl.user_session.set(EVIDENCE, dict([*_kept().items(), (key, evidence)][-KEPT:]))
    return _actions(key, evidence, charted=charted)


async def offer_evidence_again() -> None:
    """Offer under earlier answers what there is to see of them: a page that is loaded anew has lost the buttons."""
    for key, evidence in _kept().items():
        for action in _actions(key, evidence, charted=first_chart(evidence) is not None):
            await action.send(for_id=key)


def _kept() -> dict[str, Evidence]:
    return cl.user_session.get(EVIDENCE) or {}


def _actions(key: str, evidence: Evidence, *, charted: bool) -> list[cl.Action]:
    rows = bool(evidence.outcomes)
    asks_chart = not charted and any(choose_chart(one) for one in evidence.outcomes)
    counts = rows and all(map(is_plain_count, evidence.outcomes))
    drawn = bool(evidence.lines) and not counts
    offers = (
        (rows, "table", "table-2", say("evidence.rows"), say("evidence.rows_hint")),
        (asks_chart, "chart", "chart-column", say("evidence.chart"), say("evidence.chart_hint")),
        (drawn, "picture", "waypoints", say("evidence.graph"), say("evidence.graph_hint")),
    )
    return [
        cl.Action(name=EVIDENCE, payload={"key": key, "show": show}, icon=icon, label=label, tooltip=said)
        for offered, show, icon, label, said in offers
        if offered
    ]


async def show_evidence(payload: object, workspace: Workspace) -> None:
    """Open what a button asks for. Raises GraphError."""
    kept = _kept()
    match payload:
        case {"key": str(key), "show": "picture"} if key in kept:
            await _show_picture(kept[key], workspace)
        case {"key": str(key), "show": "table"} if key in kept:
            await _show_table(await _rows(kept[key], workspace))
        case {"key": str(key), "show": "chart"} if key in kept:
            await _show_charts(await _rows(kept[key], workspace, drawn=True))
        case _:
            await cl.context.emitter.send_toast(say("evidence.gone"))


async def show_range(asked: object, workspace: Workspace) -> bool:
    """Open the rows of the range that was chosen in a chart over time; False where the page asks something else."""
    match asked:
        case {"wirelore": "range", "key": str(key), "from": str(first), "to": str(last)}:
            if evidence := _kept().get(key):
                chosen = [rows_between(one, first, last) for one in await _rows(evidence, workspace)]
                await _show_table([one for one in chosen if one.rows])
            else:
                await cl.context.emitter.send_toast(say("evidence.gone"))
            return True
    return False


async def _rows(evidence: Evidence, workspace: Workspace, *, drawn: bool = False) -> tuple[Outcome, ...]:
    return await asyncio.to_thread(lambda: read_all_rows(evidence, workspace.graph(), drawn=drawn))


async def _show_table(outcomes: Sequence[Outcome]) -> None:
    """Show each outcome as a table, and as a file whose first mark tells spreadsheets its encoding."""
    if not outcomes:
        await cl.context.emitter.send_toast(say("evidence.no_rows"))
        return
    elements: list[Element] = []
    for place, outcome in enumerate(outcomes, 1):
        name = f"rows-{place}.csv" if len(outcomes) > 1 else "rows.csv"
        content = f"\ufeff{write_csv(outcome)}".encode()
        elements += [
            cl.File(name=name, content=content, display="inline", mime="text/csv"),
            TableElement(name=name, content=write_frame(outcome), display="inline", mime="text/plain"),
        ]
    await _open_panel(say("rows.and").join(map(say_rows, outcomes)), elements)


def chart_elements(key: str, evidence: Evidence) -> list[Any]:
    """Draw what an answer's rows ask for at once: one number for each of several names, or over time."""
    series = first_chart(evidence)
    return [figure_element(draw_chart(series, key))] if series else []


async def _show_charts(outcomes: Sequence[Outcome]) -> None:
    if charts := [figure_element(draw_chart(series)) for one in outcomes if (series := choose_chart(one))]:
        await _open_panel(say("evidence.chart"), charts)
    else:
        await cl.context.emitter.send_toast(say("evidence.no_chart"))


def figure_element(figure: str) -> Element:
    """Make a figure of its JSON; served as anything else it stays blank."""
    return FigureElement(name="chart", content=figure, display="inline", mime="application/json")


async def _show_picture(evidence: Evidence, workspace: Workspace) -> None:
    found = await asyncio.to_thread(lambda: read_evidence_graph(evidence.lines, workspace.graph()))
    if not found.nodes:
        await cl.context.emitter.send_toast(say("evidence.no_graph"))
        return
    await _open_text(say_size(found), "graph", say("graph.hint"))
    await cl.send_window_message(page_graph(found))


async def show_node(asked: object, workspace: Workspace) -> bool:
    """Tell the page of a node that was clicked; False where it asks something else. Raises GraphError."""
    node = node_asked_for(asked)
    if not node or not isinstance(asked, dict):
        return False
    near = asked.get("near") is True
    told = await asyncio.to_thread(lambda: describe_node(node, workspace.graph(), neighbours=near))
    await cl.send_window_message(told)
    return True


async def open_source(asked: object, workspace: Workspace) -> None:
    """Open the lines around a citation. Raises GraphError."""
    citation = read_request(asked)
    if citation is None:
        return
    text = await cl.make_async(lambda: view_source(citation, workspace.graph(), workspace.name))()
    title = ", ".join(dict.fromkeys(place.path for place in citation.places))
    await _open_text(title, title, text)


# The panel beside the chat: tables, charts and files made of text, without pandas or plotly on the server.


ROUTE = "/vis-network.js"
LIBRARY = "_internal/plotting/third_party/vis-network/vis-network.min.def.js"
"""The library's file in the folder of the package `gravis`."""


class TableElement(Element):
    """A table that the page sorts and turns over; it is told as text, of `write_frame`'s JSON."""

    type: ClassVar[ElementType] = "dataframe"


class FigureElement(Element):
    """A Plotly figure."""

    type: ClassVar[ElementType] = "plotly"


async def _open_text(title: str, name: str, text: str) -> None:
    await _open_panel(title, [cl.Text(name=name, content=text, display="side", mime="text/plain")])


async def _open_panel(title: str, elements: Sequence[Element]) -> None:
    """Show elements beside the chat, instead of what is there.

    The panel is told directly: an element of the chat would be opened as soon as it is sent, with all others.
    """
    for element in elements:
        file = await context.session.persist_file(
            name=element.name, content=element.content, mime=element.mime or ""
        )
        element.chainlit_key = file["id"]
    told = [element.to_dict() for element in elements]
    await context.emitter.emit("set_sidebar_title", title)
    await context.emitter.emit("set_sidebar_elements", {"elements": told, "key": elements[0].id})


def serve_graph_library() -> None:
    """Serve the library that draws the graph. Raises ModuleNotFoundError without its package."""
    found = find_spec("gravis")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("No module named 'gravis', which holds the library that draws the graph")
    file = Path(found.origin).parent / LIBRARY

    async def give_library() -> FileResponse:
        return FileResponse(file, media_type="text/javascript", headers={"Cache-Control": "max-age=86400"})

    serve_first(ROUTE, give_library)
