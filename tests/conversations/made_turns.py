"""Answers made by hand, and a graph that knows its documents only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent.records import Answer, Outcome, Query, Question, Row
from graph_store.records import Description, SourceLine, Table

LINE = SourceLine("r1.cfg", 7, " ip address 10.1.1.1 255.255.255.0")
QUERY = Query("cypher", "MATCH (i:Interface) RETURN i.key AS interface, i.up AS up", {"n": ("a", "b")})
ROWS = (
    Row({"interface": "Ethernet0/1", "up": "down", "n": 3}, (LINE,), 1),
    Row({"interface": "Loopback0", "up": True, "n": None}, (), 0),
)
QUESTION = Question("Which interfaces are down?")
ANSWER = Answer(
    "1 interface is down: Ethernet0/1 [r1.cfg:7].",
    "answered",
    (LINE,),
    (Outcome(QUERY, ROWS, total_rows=2, seconds=0.5),),
    seconds=1.5,
)


class ListedDocuments:
    """A graph that tells its documents, whatever is asked."""

    def __init__(self, *documents: tuple[str, str]) -> None:
        self._documents = documents

    def read(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        return Table(("path", "sha256"), self._documents)

    def describe(self) -> Description:
        return Description(())


GRAPH = ListedDocuments(("r1.cfg", "ab"), ("r2.cfg", "cd"))
