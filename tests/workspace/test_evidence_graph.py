"""What is read of the graph behind an answer."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from graph_store.graph import Parameters
from graph_store.records import Cell, Description, SourceLine, Table
from workspace.evidence_graph import (
    FILE,
    MOST_NODES,
    NODES,
    PARENTS,
    REFERRING,
    RELATIONS,
    SERIALS,
    DrawnNode,
    DrawnRelation,
    EvidenceGraph,
    read_evidence_graph,
    read_neighbours,
)

LINE, OTHER = SourceLine("a.cfg", 7, "interface Gi0/1"), SourceLine("b.log", 2, "link down")
FIRST, SECOND = 2**32 + 7, 2 * 2**32 + 2
Rows = tuple[tuple[Cell, ...], ...]
CONFIGURATION: tuple[Cell, ...] = (1, "Configuration", None, "r1", "a.cfg")
INTERFACE: tuple[Cell, ...] = (2, "Interface", "Gi0/1", "r1", "a.cfg")
SUBNET: tuple[Cell, ...] = (3, "Vlan", "10", "r1", "a.cfg")
EVENT: tuple[Cell, ...] = (4, "LinkDown", None, "r1", "b.log")


class ScriptedGraph:
    """Answers each statement with rows; what is asked for an id that they do not begin with is left out."""

    def __init__(self, rows: Mapping[str, Rows]) -> None:
        self._rows = rows

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        found = self._rows.get(statement, ())
        wanted = (parameters or {}).get("ids")
        return Table((), tuple(row for row in found if wanted is None or row[0] in wanted))

    def describe(self) -> Description:
        return Description(())


SERIAL_ROWS: Rows = (("a.cfg", 1), ("b.log", 2))
DRAWN = {
    "a node stands under its parents and refers to others": (
        {
            SERIALS: SERIAL_ROWS,
            NODES: ((FIRST, *INTERFACE),),
            PARENTS: ((2, *CONFIGURATION),),
            RELATIONS: ((2, "ACCESS_VLAN", *SUBNET), (2, "HAS", 9, "Unit", "0", "r1", "a.cfg")),
        },
        EvidenceGraph(
            (
                DrawnNode(2, "Interface", "Gi0/1", "r1", "a.cfg", (LINE,)),
                DrawnNode(1, "Configuration", "", "r1", "a.cfg"),
                DrawnNode(3, "Vlan", "10", "r1", "a.cfg"),
            ),
            (DrawnRelation(1, "HAS", 2), DrawnRelation(2, "ACCESS_VLAN", 3)),
        ),
    ),
    "what nothing ties to anything is tied to its file": (
        {SERIALS: SERIAL_ROWS, NODES: ((SECOND, *EVENT),)},
        EvidenceGraph(
            (
                DrawnNode(4, "LinkDown", "", "r1", "b.log", (OTHER,)),
                DrawnNode(-1, "File", "b.log", path="b.log"),
            ),
            (DrawnRelation(-1, FILE, 4),),
        ),
    ),
    "lines that are no longer there show nothing": ({}, EvidenceGraph()),
}


@pytest.mark.parametrize(("rows", "expected"), DRAWN.values(), ids=DRAWN)
def test_read_evidence_graph(rows: Mapping[str, Rows], expected: EvidenceGraph) -> None:
    assert read_evidence_graph((LINE, OTHER), ScriptedGraph(rows)) == expected


def test_what_has_no_room_is_counted() -> None:
    lines = tuple(SourceLine("a.cfg", number, "x") for number in range(1, 101))
    nodes = tuple((2**32 + line.number, line.number, "X", str(line.number), "r1", "a.cfg") for line in lines)
    found = read_evidence_graph(lines, ScriptedGraph({SERIALS: SERIAL_ROWS, NODES: nodes}))
    assert (len(found.nodes), found.left_out) == (MOST_NODES, 100 - MOST_NODES)
    assert [node.name for node in found.nodes] == [str(number) for number in range(1, MOST_NODES + 1)]


def test_neighbours_are_found_in_both_directions() -> None:
    graph = ScriptedGraph({RELATIONS: ((2, "VLAN", *SUBNET),), REFERRING: ((2, "HAS", *CONFIGURATION),)})
    found = read_neighbours(2, graph)
    assert [node.id for node in found.nodes] == [3, 1]
    assert found.relations == (DrawnRelation(2, "VLAN", 3), DrawnRelation(1, "HAS", 2))
