"""Makes a log of any length from a short one: every pass over it has times, requests and instances of its own."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import count, islice
from pathlib import Path

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}")


def write_log(source: Path, target: Path, lines: int, first: int = 0) -> None:
    """Append `lines` lines in the manner of the source's, from the one behind the first `first`; always the same."""
    texts = source.read_text("utf-8").splitlines()
    turn, skipped = divmod(first, len(texts))
    with target.open("a", encoding="utf-8") as out:
        made = islice(_repeat(texts, turn), skipped, skipped + lines)
        out.writelines(f"{text}\n" for text in made)


def _repeat(texts: Sequence[str], first_turn: int) -> Iterator[str]:
    """Yield the texts for ever, from a pass on; the pass 0 is the texts as they are."""
    step = _length(texts)
    for turn in count(first_turn):
        if turn == 0:
            yield from texts
            continue
        renew = partial(_renewed, ids={}, chance=random.Random(turn))  # noqa: S311 - ids of a made log, no secret
        later = partial(_later, step=turn * step)
        for text in texts:
            yield _TIME.sub(later, _UUID.sub(renew, text), count=1)


def _length(texts: Sequence[str]) -> timedelta:
    """Return the time from the first to the last line, and a second more."""
    found = [match[0] for match in map(_TIME.search, texts) if match]
    times = [datetime.fromisoformat(text) for text in found]
    return max(times) - min(times) + timedelta(seconds=1)


def _renewed(found: re.Match[str], ids: dict[str, str], chance: random.Random) -> str:
    """Give an id of one pass another, the same one wherever it stands in the pass."""
    if found[0] not in ids:
        digits = f"{chance.getrandbits(128):032x}"
        ids[found[0]] = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    return ids[found[0]]


def _later(found: re.Match[str], step: timedelta) -> str:
    moment = datetime.fromisoformat(found[0]) + step
    return moment.isoformat(" ", "milliseconds")
