"""Exports a conversation as JSON lines for `wirelore replay`, or as a report with its evidence."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
from pathlib import Path

import chainlit as cl

from chat.evidence.source_view import mask_blocks
from chat.history.keep_history import KEEPER
from chat.history.report_view import CHANGED, Evidence, EvidenceLine, State, write_report
from chat.knowledge import Knowledge
from chat.words.say import say
from conversations.keeper import Keeper, find_conversation
from conversations.records import CitedLine, Conversation, digest
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from language_model.redact import Redactor

LINES = """\
MATCH (d:Document {path: $path, state: 'ready'})
UNWIND $numbers AS number
MATCH (l:Line {id: d.serial * 4294967296 + number})
RETURN l.number, l.text"""
MOST_LINES = 10_000


async def export_conversation(knowledge: Knowledge) -> None:
    """Send the conversation of this session as files. Raises GraphError."""
    keeper: Keeper | None = cl.user_session.get(KEEPER)
    kept = await asyncio.to_thread(find_conversation, knowledge.settings.kg, keeper.id) if keeper else None
    if kept is None or not kept.turns:
        await cl.Message(say("export.nothing")).send()
        return
    report = await asyncio.to_thread(_report, kept, knowledge)
    files = [
        cl.File(name="wirelore-report.md", content=report.encode(), mime="text/markdown", display="inline"),
        cl.File(
            name="wirelore-conversation.jsonl",
            content=Path(kept.path).read_bytes(),
            mime="application/jsonl",
            display="inline",
        ),
    ]
    await cl.Message(say("export.done"), elements=files).send()


def _report(kept: Conversation, knowledge: Knowledge) -> str:
    graph = knowledge.graph()
    evidence = read_evidence(kept, graph)
    if not knowledge.settings.show_secrets:
        evidence = mask(evidence, graph)
    return write_report(kept, evidence)


def read_evidence(kept: Conversation, graph: ReadableGraph) -> Evidence:
    """Read the cited lines as they are now, and tell those that are others than were cited. Raises GraphError."""
    cited: dict[str, dict[int, CitedLine]] = {}
    for turn in kept.turns:
        for place in turn.citations:
            cited.setdefault(place.path, {})[place.line] = place
    found: dict[CitedLine, EvidenceLine] = {}
    for path, places in cited.items():
        wanted = {"path": path, "numbers": tuple(places)}
        for number, text in graph.read(LINES, wanted, row_limit=MOST_LINES).rows:
            place = places[int(str(number))]
            state: State = "" if digest(str(text)) == place.digest else CHANGED
            found[place] = EvidenceLine(path, place.line, str(text), state)
    return found


def mask(evidence: Evidence, graph: ReadableGraph) -> Evidence:
    """Put stand-ins in the place of secrets. Raises GraphError."""
    redactor = Redactor()
    lines = [SourceLine(line.path, line.number, line.text) for line in evidence.values()]
    texts = redactor.lines([line.text for line in mask_blocks(lines, graph, redactor)])
    return {
        place: EvidenceLine(line.path, line.number, text, line.state)
        for (place, line), text in zip(evidence.items(), texts, strict=True)
    }
