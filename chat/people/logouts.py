"""When users last logged out, kept beside the KG: what a logout ends stays ended when the chat starts again."""

from __future__ import annotations

import json
import logging
import threading
import time
from pathlib import Path

from chat.folders import make_folder
from graph_store.private_file import write_private

LONGEST_SESSION_S = 400 * 86_400.0
"""No browser keeps a cookie for longer."""

log = logging.getLogger(__name__)


class Logouts:
    """User → seconds since 1970. The file is read again whenever another chat of this KG has written it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._seen: tuple[object, dict[str, float]] = (None, {})

    def read(self) -> dict[str, float]:
        """Read all; a file that cannot be read is told, and what was known before counts."""
        now = version_of(self._file)
        if now != self._seen[0]:
            try:
                found = json.loads(self._file.read_text("utf-8")) if now else {}
                self._seen = (now, {str(name): float(when) for name, when in found.items()})
            except (OSError, ValueError, TypeError, AttributeError) as error:
                log.error("%s: %s", self._file, error)
                self._seen = (now, self._seen[1])
        return self._seen[1]

    def add(self, name: str, when: float) -> None:
        """Keep that a user logged out. Raises OSError."""
        with self._lock:
            kept = {
                each: last for each, last in self.read().items() if last > time.time() - LONGEST_SESSION_S
            }
            make_folder(self._file.parent)
            write_private(self._file, json.dumps({**kept, name: when}))


def version_of(file: Path) -> object:
    """Return what changes whenever a file is replaced; None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size
