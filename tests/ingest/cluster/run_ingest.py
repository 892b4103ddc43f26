"""What `wirelore ingest FOLDER --cluster local` does, with small blocks: `python -m ... FOLDER PARSERS URL USER`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from graph_store.open_graph import ingest_lock, open_graph
from ingest.cluster.open_cluster import LOCAL, open_cluster
from ingest.cluster.remote_files import open_inputs
from ingest.cluster.work import GraphLogin
from ingest.errors import ClusterAwayError
from ingest.pipeline import Progress, ingest
from ingest.records import IngestReport
from tests.graph_store.neo4j_server.start_neo4j import Neo4jLogin

PASSWORD = "WIRELORE_TEST_CLUSTER_PASSWORD"
SCHEDULER = "WIRELORE_TEST_SCHEDULER"
BLOCK_BYTES = 100_000
"""The logs are three and two blocks."""


def ingest_on_cluster(files: str, parsers: Path, login: Neo4jLogin, progress: Progress) -> IngestReport:
    """Load files or what is behind a URL, on two worker processes."""
    given = GraphLogin(login.url, login.user, login.password)
    user = {"user": login.user, "password": login.password}
    with (
        open_inputs([files]) as found,
        ingest_lock(login.url, **user),
        open_graph(login.url, create=True, **user) as graph,
        open_cluster(
            os.environ.get(SCHEDULER, LOCAL),
            given,
            allow_weak_sandbox=False,
            progress=progress,
            show=lambda text: None,
            block_bytes=BLOCK_BYTES,
        ) as open_load,
    ):
        return ingest(found, graph, parsers, same_paths=True, progress=progress, open_load=open_load)


def main() -> None:
    """Say each step on standard output."""
    files, parsers, url, user = sys.argv[1:]
    login = Neo4jLogin(url, user, os.environ[PASSWORD])
    try:
        report = ingest_on_cluster(files, Path(parsers), login, lambda *told: print(*told, flush=True))
    except ClusterAwayError as error:
        print("away", error, flush=True)
        sys.exit(1)
    print("not loaded", *report.not_loaded, flush=True) if report.not_loaded else print("done", flush=True)


if __name__ == "__main__":
    main()
