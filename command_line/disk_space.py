"""Tell a full disk from other troubles of the graph's server, which names them in many ways."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graph_store.errors import DiskFullError, GraphError

LEAST_FREE_BYTES = 8_000_000
"""With less, the server can neither grow a file nor write its journal."""


@contextmanager
def name_full_disk(kg: str) -> Iterator[None]:
    """Raise DiskFullError for any GraphError while the KG's disk has no room."""
    try:
        yield
    except GraphError as error:
        folder = Path(kg)
        if not folder.is_dir() or shutil.disk_usage(folder).free >= LEAST_FREE_BYTES:
            raise
        raise DiskFullError(
            f"{kg}: the disk is full; make room and run the command again: what was loaded is kept ({error})"
        ) from error
