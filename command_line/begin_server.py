"""Starts a KG's server while this process is still importing."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

from graph_store.embedded_server import lease_server
from graph_store.errors import GraphError
from graph_store.kg_folder import FORMAT_FILE


def begin_server(kg: str, idle_s: float) -> None:
    """Start the server of a folder in the background, and use it until this process ends.

    Whoever opens the KG waits for the same start, and is told what is wrong with it; nothing is said here.
    """
    folder = Path(kg)
    if "://" not in kg and (folder / FORMAT_FILE).is_file():
        threading.Thread(target=_lease, args=(folder, idle_s), daemon=True, name="begin-server").start()


def _lease(folder: Path, idle_s: float) -> None:
    with suppress(GraphError, OSError):
        lease_server(folder, idle_s)
