"""Starts a KG's server while this process is still importing."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

from graph_store.embedded_server import lease_server
from graph_store.errors import GraphError
from graph_store.kg_folder import FORMAT_FILE


def begin_server(kg: str, idle_s: float) -> None:
    """Start a folder's server in the background, and keep it until this process ends.

    Errors are left to whoever opens the KG, and waits for the same start.
    """
    folder = Path(kg)

    def lease() -> None:
        with suppress(GraphError, OSError):
            lease_server(folder, idle_s)

    if "://" not in kg and (folder / FORMAT_FILE).is_file():
        threading.Thread(target=lease, daemon=True, name="begin-server").start()
