"""Removes documents from a KG, and what the chat keeps of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chat.documents.versions import forget_versions
from chat.loading.keep_files import forget_files
from command_line.options import opened
from graph_store.graph import WritableGraph
from graph_store.open_graph import ingest_lock
from ingest.forget_documents import choose_documents, forget_documents
from settings import Settings


def remove_documents(
    named: Sequence[str], source: str, settings: Settings, kg: str | None
) -> tuple[str, ...]:
    """Open a KG and remove the documents that are meant; returns their paths. Raises NotLoaded and GraphError."""
    settings = replace(settings, kg=kg or settings.kg)
    with opened(settings, kg) as graph:
        return remove_chosen(named, source, settings, graph)


def remove_chosen(
    named: Sequence[str], source: str, settings: Settings, graph: WritableGraph
) -> tuple[str, ...]:
    """Remove the documents that are meant, and what the chat keeps of them. Raises NotLoaded and GraphError."""
    with ingest_lock(
        settings.kg,
        user=settings.neo4j_user,
        password=settings.neo4j_password,
        database=settings.neo4j_database,
    ):
        removed = forget_documents(choose_documents(named, source, graph), graph)
    forget_files(settings.kg, removed)
    for path in removed:
        forget_versions(settings.kg, path)
    return removed
