"""The workflow as a Mermaid drawing, for the README."""

from __future__ import annotations

from collections.abc import Sequence

from agent.execute import Limits
from agent.mask_secrets import SecretMask
from agent.records import Answer, Outcome, Query, Question
from agent.roles import Roles, Say
from agent.workflow import build_workflow
from graph_store.records import Description, Table

OPENING, CLOSING = "<!-- workflow -->", "<!-- /workflow -->"


def draw_workflow() -> str:
    """Return the block between the README's marks: a fenced Mermaid flowchart, drawn from the compiled workflow."""
    nothing = _Nothing()
    roles = Roles("", nothing, nothing, nothing, nothing, nothing)
    drawing = build_workflow(roles, nothing, Limits(), SecretMask()).get_graph()
    lines = ["```mermaid", "flowchart LR"]
    for edge in sorted(drawing.edges, key=lambda edge: list(drawing.nodes).index(edge.source)):
        arrow = "-.->" if edge.conditional else "-->"
        lines.append(f"    {_name(edge.source)} {arrow} {_name(edge.target)}")
    return "\n".join([*lines, "```"])


def _name(node: str) -> str:
    return {"__start__": "question([question])", "__end__": "answer([answer])"}.get(node, node)


class _Nothing:
    """Stands for the roles and the graph of a workflow that is only drawn."""

    def stand_alone(self, question: Question) -> Question:
        return question

    def write(self, question: Question) -> tuple[Query, ...]:
        return ()

    def repair(self, question: Question, outcome: Outcome, outcomes: Sequence[Outcome] = ()) -> Query | None:
        return None

    def synthesize(self, question: Question, outcomes: object, say: Say) -> Answer:
        return Answer("", "none")

    def read(
        self, statement: str, parameters: object = None, *, row_limit: int = 50, time_limit_s: float = 10.0
    ) -> Table:
        return Table((), ())

    def describe(self) -> Description:
        return Description(())


if __name__ == "__main__":
    print(draw_workflow())
