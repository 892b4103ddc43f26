"""What a statement may make of a secret is masked; what is none stays."""

from __future__ import annotations

import pytest

from agent.records import Outcome, Query, Row
from agent.secrets.mask_secrets import SecretMask
from graph_store.records import Cell, SourceLine

LINE = SourceLine("r1.cfg", 4, "snmp-server community Zx81-Quantum-Harbour RO")
CELLS: dict[str, tuple[Cell, bool]] = {
    "reversed": (LINE.text[::-1], True),
    "letter by letter": (tuple(LINE.text), True),
    "in small letters": ("zx81-quantum-harbour", True),
    "spaced out": (" ".join("Zx81-Quantum-Harbour"), True),
    "without its signs": ("Zx81QuantumHarbour", True),
    "behind another text": ("aZx81-Quantum-Harbourb", True),
    "a piece": ("Quantum-Ha", True),
    "a list of pieces": (("Zx81-Qu", "antum-Harb", "our"), True),
    "a name": ("GigabitEthernet0/1", False),
    "words of the line": ("snmp-server community", False),
    "a number": (4, False),
}


@pytest.mark.parametrize(("cell", "masked"), CELLS.values(), ids=CELLS)
def test_cells_of_a_line_with_a_secret(cell: Cell, masked: bool) -> None:
    outcome = Outcome(Query("cypher", "RETURN 1"), (Row({"text": cell}, (LINE,), 1),))
    assert (SecretMask().hidden(outcome).rows[0].values["text"] != cell) == masked
