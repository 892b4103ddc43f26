"""How much room removed documents left in the embedded store's files, and whether a server is to look for it.

ArcadeDB finds free room by reading all of a type's nodes again and again, also where there is none: of a million
lines for seconds, and 1,000 lines are appended in a third of the processor time without.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from graph_store.private_file import write_private

FILE = "room.json"
ENOUGH = 0.2
"""Room is looked for when it is at least this share of what the lines that are there take."""


def note_removed(root: Path, removed: int, kept: int) -> None:
    """Add removed lines to the account; `kept` says how many there still are.

    While room is looked for, what was loaded before has taken as much as is free now. An account that cannot be
    written is out by one ingest: nothing else depends on it.
    """
    free, _ = _read(root)
    told = free if looks_for_room(root) else free + removed
    with suppress(OSError):
        write_private(root / FILE, json.dumps({"free": told, "kept": kept}))


def looks_for_room(root: Path) -> bool:
    """Say whether so much is free that a server should look for it."""
    free, kept = _read(root)
    return free > 0 and free >= ENOUGH * kept


def _read(root: Path) -> tuple[int, int]:
    """Return the free and the kept lines; none where nothing was removed, or the account cannot be read."""
    try:
        found = json.loads((root / FILE).read_text("utf-8"))
        return int(found["free"]), int(found["kept"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0
