"""Chooses what loads an ingest's documents: this process, or the workers of --cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console

from ingest.cluster.open_cluster import open_cluster
from ingest.load_document import DocumentLoad

if TYPE_CHECKING:
    from ingest.load_files import OpenLoad, Progress
    from settings import Settings


@contextmanager
def spread_load(
    cluster: str, kg: str, settings: Settings, allow_weak_sandbox: bool, progress: Progress
) -> Iterator[OpenLoad]:
    """Open the cluster where there is one to be used. Raises ClusterError."""
    if not cluster:
        yield DocumentLoad
        return
    from ingest.cluster.work import GraphLogin

    login = GraphLogin(kg, settings.neo4j_user, settings.neo4j_password, settings.neo4j_database)
    told = Console(stderr=True, highlight=False)
    with open_cluster(
        cluster, login, allow_weak_sandbox=allow_weak_sandbox, progress=progress, show=told.print
    ) as open_load:
        yield open_load
