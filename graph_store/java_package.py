"""Where the embedded server's java and jars are installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from graph_store.errors import GraphServerError


def java_package() -> Path:
    """Return the folder with `jre` and `jars`. Raises GraphServerError where it is not installed."""
    spec = importlib.util.find_spec("arcadedb_embedded")
    if spec is None or spec.origin is None:
        raise GraphServerError(
            "the package 'arcadedb-embedded' is not installed; use a bolt:// URL, or install it"
        )
    return Path(spec.origin).parent
