"""Draws the workflow as a Mermaid diagram, for the README."""

from __future__ import annotations

from agent.workflow import build_workflow

OPENING, CLOSING = "<!-- workflow -->", "<!-- /workflow -->"


def draw_workflow() -> str:
    """Return the block between the README's marks: a fenced Mermaid flowchart, drawn from the compiled workflow."""
    drawing = build_workflow().get_graph()
    lines = ["```mermaid", "flowchart LR"]
    for edge in sorted(drawing.edges, key=lambda edge: list(drawing.nodes).index(edge.source)):
        arrow = "-.->" if edge.conditional else "-->"
        lines.append(f"    {_name(edge.source)} {arrow} {_name(edge.target)}")
    return "\n".join([*lines, "```"])


def _name(node: str) -> str:
    return {"__start__": "question([question])", "__end__": "answer([answer])"}.get(node, node)


if __name__ == "__main__":
    print(draw_workflow())
