"""Makes many configurations from a few: copies whose devices have names of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

_HOSTNAME = re.compile(r"^(hostname \S+)", re.MULTILINE)


def make_configurations(sources: Sequence[Path], folder: Path, lines: int) -> int:
    """Write copies of the sources until they have that many lines; returns how many they have."""
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for name, text in _copies(sources):
        if written >= lines:
            break
        (folder / name).write_text(text, encoding="utf-8")
        written += len(text.splitlines())
    return written


def _copies(sources: Sequence[Path]) -> Iterator[tuple[str, str]]:
    texts = [(path, path.read_text("utf-8", errors="replace")) for path in sources]
    for turn in count(1):
        for path, text in texts:
            yield f"{path.stem}_{turn:03}{path.suffix}", _HOSTNAME.sub(rf"\1_{turn:03}", text)
