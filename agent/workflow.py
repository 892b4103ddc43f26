"""The workflow, wired once in the words of LangGraph, and what each of its nodes does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Protocol, cast, get_origin, get_type_hints

from agent.errors import ModelReplyError
from agent.execute import QueryLimits, execute
from agent.mask_typed import asks_for_secret
from agent.modes import WAYS
from agent.packet_question import answer_packet_question
from agent.reader.closest_lines import MOST_CLOSEST, Closest
from agent.reader.show_data import ShownData
from agent.records import Answer, ClosestLine, Outcome, Query, Question, Row, Turn
from agent.render.draft import in_file_order, mark_lines
from agent.roles import Roles, Say
from agent.routes import (
    WRITERS,
    State,
    after_execute,
    after_look_further,
    after_repair,
    after_synthesize,
    after_understand,
    repairable,
)
from agent.steps import END, START, Steps
from agent.tracing import RunTrace
from graph_store.graph import ReadableGraph
from graph_store.records import Cell
from retrieval.records import Passage, RetrievalOptions, Retrieved, SearchRequest

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph, StateGraph
    from langgraph.runtime import Runtime

    from retrieval.indexes import Indexes

    Workflow = CompiledStateGraph[State, "Parts", State, State]


LONGEST = 4000
"""Characters of a question, and of each question and answer before it, that are read."""
MOST_PARTS = 4
MOST_PATHS = 3
MOST_STATEMENTS = 8
MARKED = 4


@dataclass(frozen=True, slots=True)
class Parts:
    """What the nodes work with, for one question."""

    roles: Roles
    graph: ReadableGraph
    limits: QueryLimits
    trace: RunTrace
    indexes: Callable[[], Indexes]
    options: RetrievalOptions


def understand(state: State, parts: Parts, _: Say) -> State:
    """Let the reader make a follow-up stand alone, or ask back: then there is an answer already.

    What a filter does with a packet is answered at once: no statement finds the first of its entries that matches.
    """
    asked = state["question"]
    history = tuple(Turn(turn.question[:LONGEST], turn.answer[:LONGEST]) for turn in asked.history)
    question = replace(asked, text=asked.text[:LONGEST], history=history)
    read = parts.roles.reader.stand_alone(question)
    if isinstance(read, Answer):
        return {"standalone": question, "answer": read}
    answer = answer_packet_question(read.text, parts.graph)
    return {"standalone": read} if answer is None else {"standalone": read, "answer": answer}


def write_cypher(state: State, parts: Parts, _: Say) -> State:
    """Let the role write Cypher."""
    question = state["standalone"]
    return {"queries": list(parts.roles.cypher.write(question)) if WAYS[question.mode].cypher else []}


def write_lucene(state: State, parts: Parts, _: Say) -> State:
    """Let the role write text searches. Without a model the closest lines are looked for instead, if need be."""
    question, role = state["standalone"], parts.roles.lucene
    return {"queries": list(role.write(question)) if role is not None and WAYS[question.mode].lucene else []}


def retrieve(state: State, parts: Parts, _: Say) -> State:
    """Find passages in the modes that write no query; without the model's help when its reply makes no sense."""
    from retrieval.search import SEARCHES

    question, started = state["standalone"], time.monotonic()
    asked = question.text
    if not asked.strip():
        return {"queries": [], "outcomes": []}
    search = SEARCHES[question.mode]
    try:
        found = search(parts.indexes(), SearchRequest(asked, parts.roles.model, parts.options))
    except ModelReplyError:
        found = search(parts.indexes(), SearchRequest(asked, None, parts.options))
    query = Query("passages", f"{question.mode} search", {"question": asked})
    rows = tuple(row for one in found.passages for row in _rows(one))
    outcome = Outcome(query, rows, total_rows=len(rows), seconds=time.monotonic() - started)
    return {"queries": [query], "outcomes": [outcome], "retrieved": found}


def _rows(passage: Passage) -> Iterator[Row]:
    """Make a row of a statement, or one of each line: so each cites exactly what it shows, and says in which file."""
    trail, score = " > ".join(passage.trail), round(passage.score, 3)
    if passage.text:
        yield Row({"about": trail, "text": passage.text, "score": score}, passage.lines, passage.total_lines)
        return
    for line in passage.lines:
        if text := line.text.strip():
            above = [one for one in passage.trail if one not in (line.path, text)]
            about = " > ".join([line.path, *above])
            values: dict[str, Cell] = {"about": about, "text": text, "score": score}
            yield Row(values, (line,), 1)


def repair_query(state: State, parts: Parts, _: Say) -> State:
    """Let the repairer look at each latest outcome that is worth it; a mended query is the next attempt."""
    mended = []
    for outcome in repairable(state["outcomes"]):
        query = parts.roles.repairer.repair(state["standalone"], outcome, state["outcomes"])
        if query is not None:
            mended.append(replace(query, attempt=outcome.query.attempt + 1))
    return {"queries": mended}


def look_further(state: State, parts: Parts, _: Say) -> State:
    """Let the role ask once for what the outcomes do not show yet."""
    role = parts.roles.further
    queries = list(role.write(state["standalone"], state["outcomes"])) if role is not None else []
    return {"queries": queries, "looked_further": True}


def synthesize(state: State, parts: Parts, say: Say) -> State:
    """Let the synthesizer write; its words are streamed while they come."""
    answer = parts.roles.synthesizer.synthesize(state["standalone"], state.get("outcomes", []), say)
    paths = _paths(state["retrieved"], answer) if "retrieved" in state else []
    if answer.status == "answered" and paths:
        told = f"\n\nFound in: {'; '.join(paths)}"
        say(told)
        answer = replace(answer, text=answer.text + told)
    return {"answer": answer}


def _paths(found: Retrieved, answer: Answer) -> list[str]:
    """Return where what is cited stands, from the document down, of those passages that tell it; the best first."""
    cited = {(line.path, line.number) for line in answer.citations}
    paths = [
        " > ".join(one.trail)
        for one in found.passages
        if one.trail[:1] == (one.lines[0].path,)
        and any((line.path, line.number) in cited for line in one.lines)
    ]
    return list(dict.fromkeys(paths))[:MOST_PATHS]


def find_closest(state: State, parts: Parts, say: Say) -> State:
    """Show data about what has no answer, and the closest lines; the status of what was not read becomes `closest`."""
    answer, question = state["answer"], state["standalone"]
    if "retrieved" in state and not answer.text:
        return {"answer": _passages_shown(state["retrieved"], answer, say)}
    if "retrieved" in state:
        return {"answer": replace(answer, closest=_closest_passages(state["retrieved"]))}
    asked = (answer.unread or (question.text,))[:MOST_PARTS]
    found = parts.roles.closest.find(*asked)
    shown = parts.roles.data.show(" and ".join(asked))
    found = replace(found, lines=parts.roles.data.blocks.among(found.lines, shown))
    known = {line for one in found.lines for line in one.lines}
    within = (ClosestLine((line,)) for line in shown.within if line not in known)
    found = replace(found, lines=(*within, *found.lines)[:MOST_CLOSEST])
    declined = _say_open(question, asked, shown, found)
    text = answer.text or declined
    if answer.citations and answer.unread:
        text = f"{answer.text}\n{declined}"
    if text != answer.text:
        say(text.removeprefix(answer.text))
    tables = (*answer.tables, *shown.tables)
    status = "closest" if (found.lines or tables) and answer.status == "not_parsed" else answer.status
    return {"answer": replace(answer, text=text, status=status, closest=found.lines, tables=tables)}


def _closest_passages(found: Retrieved) -> tuple[ClosestLine, ...]:
    """Return the original lines that were found, best first, each passage as it stands in its file."""
    whole = [one for one in found.passages if not one.text] or found.passages
    closest = [ClosestLine(one.lines, 1, round(one.score, 3), one.trail) for one in whole if one.lines]
    return tuple(closest[:MOST_CLOSEST])


def _passages_shown(found: Retrieved, answer: Answer, say: Say) -> Answer:
    """Show what a mode found, and claim nothing: statements of reports with their lines, then original lines."""
    told = [one for one in found.passages if one.text][:MOST_STATEMENTS]
    closest = _closest_passages(found)
    if not told and not closest:
        return replace(answer, text="Not answered for sure. No line shows its words.")
    lead = "Not answered for sure. The closest passages are shown as they stand in the files."
    if told:
        lead = "Not answered for sure. This is what the data shows closest to it:"
    said = [f"- {one.text} {mark_lines(one.lines, one.total_lines, MARKED)}" for one in told]
    text = "\n".join([lead, *said, *found.notes])
    say(text)
    lines = in_file_order(line for one in told for line in one.lines)
    return replace(answer, text=text, status="closest", citations=lines, closest=closest)


def _say_open(question: Question, asked: tuple[str, ...], shown: ShownData, found: Closest) -> str:
    """Decline in one sentence; say which words stand nowhere, which were read as others, and what is shown."""
    whole = len(asked) == 1 and asked[0].strip(" ,;?.!") == question.text.strip(" ,;?.!")
    parts = "" if whole else f": {' and '.join(repr(one) for one in asked)}"
    said = [f"Not answered for sure{parts}."]
    if shown.nowhere:
        said.append(f"Nowhere in the data: {', '.join(repr(one) for one in shown.nowhere[:MOST_PARTS])}.")
        said += ["Secrets are hidden when files are loaded: one may be it."] * asks_for_secret(question.text)
    said += [f"'{one}' was read as '{other}'." for one, other in found.corrected]
    if not found.lines and not shown.tables:
        return " ".join([*said, "No line shows its words.", *shown.notes])
    if texts := [one for one in found.texts if one.path not in shown.elsewhere]:
        places = ", ".join(f"{one.path}:{one.number}" for one in texts[:MOST_PARTS])
        more = " ..." if len(texts) > MOST_PARTS else ""
        said.append(f"Text of a banner or a comment, which sets nothing: {places}{more}.")
    return " ".join([*said, "This is what the data shows about it.", *shown.notes])


_Work = Callable[[State, Parts, Say], State]
_NODES: dict[str, _Work] = {
    "understand": understand,
    "write_cypher": write_cypher,
    "write_lucene": write_lucene,
    "retrieve": retrieve,
    "execute": lambda state, parts, _: execute(state, graph=parts.graph, limits=parts.limits),
    "repair_query": repair_query,
    "look_further": look_further,
    "synthesize": synthesize,
    "find_closest": find_closest,
}


@cache
def build_workflow() -> Workflow:
    """Wire the nodes in LangGraph. A run needs its `Parts`."""
    from langgraph.graph import StateGraph

    nodes = StateGraph(State, Parts)
    _wire(nodes)
    return nodes.compile()


def run_steps(question: Question, parts: Parts) -> State:
    """Run the same nodes without LangGraph, and stream nothing: for a question that waits for no model."""
    hints = get_type_hints(State, include_extras=True)
    steps = Steps([key for key, hint in hints.items() if get_origin(hint) is Annotated])
    _wire(steps)
    return cast("State", steps.run({"question": question}, _Runtime(parts)))


def _wire(nodes: StateGraph[State, Parts, State, State] | Steps) -> None:
    """Add the nodes and edges. Edges lead back to the execution alone.

    Where a route may lead, its return type says; `after_understand` starts two nodes at once, so that its targets
    are listed here.
    """
    for name, work in _NODES.items():
        nodes.add_node(name, _traced(name, work))
    nodes.add_edge(START, "understand")
    nodes.add_conditional_edges("understand", after_understand, [*WRITERS, "retrieve", END])
    nodes.add_edge(list(WRITERS), "execute")
    nodes.add_edge("retrieve", "synthesize")
    nodes.add_conditional_edges("execute", after_execute)
    nodes.add_conditional_edges("repair_query", after_repair)
    nodes.add_conditional_edges("look_further", after_look_further)
    nodes.add_conditional_edges("synthesize", after_synthesize)
    nodes.add_edge("find_closest", END)


@dataclass(frozen=True, slots=True)
class _Runtime:
    """What a node reads of LangGraph's `runtime`."""

    context: Parts

    def stream_writer(self, text: str) -> None:
        """Write to nobody."""


class _Node(Protocol):
    """What LangGraph calls: it finds the parts in what it names `runtime`."""

    def __call__(self, state: State, *, runtime: Runtime[Parts]) -> State: ...


def _traced(name: str, work: _Work) -> _Node:
    def run(state: State, *, runtime: Runtime[Parts]) -> State:
        with runtime.context.trace.node(name):
            return work(state, runtime.context, runtime.stream_writer)

    return run


def draw_workflow() -> str:
    """Return the block between the README's marks: a fenced Mermaid flowchart, drawn from the compiled workflow."""
    ends = {"__start__": "question([question])", "__end__": "answer([answer])"}
    drawing = build_workflow().get_graph()
    lines = ["```mermaid", "flowchart LR"]
    for edge in sorted(drawing.edges, key=lambda edge: list(drawing.nodes).index(edge.source)):
        arrow = "-.->" if edge.conditional else "-->"
        source, target = (ends.get(node, node) for node in (edge.source, edge.target))
        lines.append(f"    {source} {arrow} {target}")
    return "\n".join([*lines, "```"])


if __name__ == "__main__":
    print(draw_workflow())
