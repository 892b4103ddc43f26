"""Has Python look for garbage less often for a while."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = (1_000_000, 10, 50)
"""Rows on their way to the graph are many, and no garbage: the usual (700, 10, 10) looks at each several times."""


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Collect after 1,000,000 new objects, not after 700; as before afterwards."""
    usual = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
