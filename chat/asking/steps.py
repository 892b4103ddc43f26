"""The workflow's nodes as steps of the chat: one each, with what it added; queries stand below `execute`."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import chainlit as cl
from chainlit.context import context
from chainlit.utils import utc_now

from agent.events import NodeFinished, NodeStarted
from agent.records import Outcome
from chat.asking.query_view import say_rows, say_seconds, show_outcome, show_queries, write_query
from chat.markdown import show_plain

RUNNING = "Looking it up"
DONE = "How this was found"
ICON = "text-search"


class StepView:
    """Shows one run. Parallel nodes are siblings: the run's step is the parent of each, whatever runs beside it."""

    def __init__(self) -> None:
        run = context.current_run
        self._top = _step(RUNNING, run.id if run else None, is_open=True)
        self._open: dict[str, list[cl.Step]] = {}

    async def begin(self) -> None:
        """Show that something is going on."""
        await self._top.send()

    async def start(self, event: NodeStarted) -> None:
        """Show a node at work."""
        step = _step(event.node, self._top.id)
        self._open.setdefault(event.node, []).append(step)
        await step.send()

    async def finish(self, event: NodeFinished) -> None:
        """Show what a node added, and how long it took."""
        step = self._open[event.node].pop(0)
        for outcome in event.outcomes:
            await _send_outcome(outcome, step)
        step.output = _output(event)
        await _end(step, f"{event.node} · {_said(event)}{say_seconds(event.seconds)}")

    async def end(self, seconds: float | None) -> None:
        """Fold the steps; a node that is still open was stopped. Nothing stays of a run that did not begin."""
        if not self._open:
            await self._top.remove()
            return
        for step in (step for steps in self._open.values() for step in steps):
            await _end(step, f"{step.name} · stopped")
        await _end(
            self._top, f"{DONE} · {say_seconds(seconds)}" if seconds is not None else f"{DONE} · stopped"
        )


def _step(name: str, parent: str | None, *, is_open: bool = False) -> cl.Step:
    step = cl.Step(
        name,
        type="tool",
        parent_id=parent,
        icon=ICON,
        default_open=is_open,
        auto_collapse=is_open,
        show_input=False,
    )
    step.start = utc_now()
    return step


async def _end(step: cl.Step, name: str) -> None:
    step.name, step.end = name, utc_now()
    await step.update()


def _output(event: NodeFinished) -> str:
    if event.question:
        return show_plain(event.question)
    return show_queries(event.queries)


def _said(event: NodeFinished) -> str:
    """Say what a node added: "2 queries · ", "17 rows, 10 rows · "."""
    if event.outcomes:
        return f"{', '.join(map(say_rows, event.outcomes))} · "
    if event.queries:
        return f"{len(event.queries)} {'query' if len(event.queries) == 1 else 'queries'} · "
    return "no query · " if event.node.startswith(("write_", "repair_")) else ""


async def _send_outcome(outcome: Outcome, parent: cl.Step) -> None:
    query = outcome.query
    attempt = f" · attempt {query.attempt}" if query.attempt > 1 else ""
    name = f"{query.kind}{attempt} · {say_rows(outcome)} · {say_seconds(outcome.seconds)}"
    step = _step(name, parent.id)
    step.show_input, step.input = query.kind, write_query(query)
    step.output, step.is_error, step.end = show_outcome(outcome), bool(outcome.error), utc_now()
    await step.send()


async def send_lines(name: str, text: str) -> None:
    """Show a folded section under the answer."""
    run = context.current_run
    step = _step(name, run.id if run else None)
    step.output, step.end = text, utc_now()
    await step.send()
