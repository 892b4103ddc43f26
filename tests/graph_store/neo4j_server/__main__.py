"""Run a Neo4j to try things on: `python -m tests.graph_store.neo4j_server`, until Ctrl-C."""

from __future__ import annotations

import signal
from contextlib import suppress

from tests.graph_store.neo4j_server.start_neo4j import start_neo4j


def main() -> None:
    """Start the server and print what to put into the environment."""
    with start_neo4j() as login, suppress(KeyboardInterrupt):
        print(f"export WIRELORE_TEST_NEO4J_URL={login.url}")
        print(
            f"export WIRELORE_TEST_NEO4J_USER={login.user} WIRELORE_TEST_NEO4J_PASSWORD={login.password}",
            flush=True,
        )
        signal.pause()


if __name__ == "__main__":
    main()
