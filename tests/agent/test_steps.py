"""The steps of a workflow, beside LangGraph, which is wired in the same words."""

from __future__ import annotations

import operator
import subprocess
import sys
from typing import Annotated, Any, Literal, TypedDict

import pytest
from langgraph.graph import StateGraph

from agent.steps import START, Steps


class Words(TypedDict, total=False):
    """What the nodes pass on."""

    begun: str
    words: Annotated[list[str], operator.add]
    last: str


def _node(name: str) -> Any:
    def add(state: Words) -> Words:
        added: Words = {"words": [f"{name} saw {len(state['words'])}"]}
        return added if name == "right" else {**added, "last": name}

    return add


def _again(state: Words) -> Literal["left", "again", "__end__"]:
    if state.get("begun") == "nothing to do":
        return "__end__"
    return "again" if len(state["words"]) < 6 else "left"


def _wire(nodes: Any, without_runtime: Any) -> None:
    for name in ("first", "left", "right", "joined", "again"):
        nodes.add_node(name, without_runtime(_node(name)))
    nodes.add_edge(START, "first")
    nodes.add_conditional_edges("first", lambda _: ["left", "right"], ["left", "right"])
    nodes.add_edge(["left", "right"], "joined")
    nodes.add_conditional_edges("joined", _again)
    nodes.add_edge("again", "joined")


@pytest.mark.parametrize("begun", ["nothing to do", "all of it"])
def test_steps_run_as_langgraph_runs_them(begun: str) -> None:
    graph, steps = StateGraph(Words), Steps(["words"])
    _wire(graph, lambda node: node)
    _wire(steps, lambda node: lambda state, runtime: node(state))
    given = {"begun": begun, "words": ["one"]}
    ran = steps.run(given, None)
    assert ran == graph.compile().invoke(given)
    assert ran["last"] == ("joined" if begun == "nothing to do" else "left")


def test_a_question_without_a_model_loads_no_langgraph() -> None:
    code = "import sys, agent.ask; sys.exit('langgraph' in sys.modules or 'langsmith' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
