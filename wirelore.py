"""Wirelore as a Python library: open a KG, load files, ask, search, check, and read rows with their lines.

    import wirelore

    with wirelore.open_kg("lab", create=True) as kg:
        kg.ingest("configs/", "syslog.log")
        print(kg.ask("Which interfaces on leaf1 are shut down?").text)
        kg.rows("MATCH (i:Interface) RETURN i.device, i.key", limit=None).to_pandas()

Secrets are not in a KG: lines and values hold stand-ins.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from agent.records import Answer, Mode, Row
from findings.errors import NoSuchFilterError
from findings.filters.first_match import Verdict
from findings.filters.records import Packet
from findings.records import Finding
from graph_store.errors import GraphError
from graph_store.graph import ROW_LIMIT
from graph_store.records import Description, Scalar, SourceLine
from settings import read_settings
from workspace.errors import QueryError, UnknownPathError
from workspace.queries import CutRowsWarning, Rows
from workspace.workspace import Workspace

if TYPE_CHECKING:
    from ingest.records import IngestReport

__all__ = [
    "Answer",
    "CutRowsWarning",
    "Description",
    "Finding",
    "GraphError",
    "NoSuchFilterError",
    "Packet",
    "QueryError",
    "Row",
    "Rows",
    "SourceLine",
    "UnknownPathError",
    "Verdict",
    "Workspace",
    "ask",
    "check",
    "ingest",
    "open_kg",
    "rows",
]


def open_kg(
    kg: str | Path | None = None,
    *,
    create: bool = False,
    model: str | None = None,
) -> Workspace:
    """Open a KG: a folder, or the Bolt URL of a Neo4j server. With `create` it is made where there is none.

    What is not given comes from the environment, as on the command line (WIRELORE_KG, WIRELORE_MODEL, ...).
    Raises GraphError when there is no KG, or when it cannot be opened.
    """
    settings = read_settings(os.environ)
    chosen = replace(settings, kg=str(kg or settings.kg), model=model or settings.model)
    opened = Workspace(chosen, create=create)
    opened.graph()
    return opened


def ingest(*paths: str | Path, kg: str | Path | None = None, model: str | None = None) -> IngestReport:
    """Load files and folders into a KG, which is made where there is none."""
    with open_kg(kg, create=True, model=model) as opened:
        return opened.ingest(*paths)


def ask(
    question: str, *, kg: str | Path | None = None, model: str | None = None, mode: Mode = "combined"
) -> Answer:
    """Answer one question; for several, open the KG once."""
    with open_kg(kg, model=model) as opened:
        return opened.ask(question, mode=mode)


def check(*, kg: str | Path | None = None, only: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Run the checks; the most severe findings come first. Raises ValueError when a kind is unknown."""
    with open_kg(kg) as opened:
        return opened.check(only=only)


def rows(
    statement: str,
    parameters: Mapping[str, Scalar] | None = None,
    *,
    kg: str | Path | None = None,
    limit: int | None = ROW_LIMIT,
) -> Rows:
    """Run one read-only Cypher statement; `limit` None returns all rows. Raises QueryError."""
    with open_kg(kg) as opened:
        return opened.rows(statement, parameters, limit=limit)
