"""The log of three switches that let clients in, over three days of May; times have thousandths of a second."""

from __future__ import annotations

from collections.abc import Iterator

SWITCHES = ("sw-east", "sw-north", "sw-west")
DAYS = (10, 11, 12)


def badge_log() -> str:
    """Write the log: each hour from 8 to 13 two clients are let in, every other one is refused, and ports change."""
    return "\n".join(sorted(_lines())) + "\n"


def _lines() -> Iterator[str]:
    for day in DAYS:
        for hour in range(8, 14):
            switch = SWITCHES[(day + hour) % 3]
            start = f"2026-05-{day}T{hour:02}"
            for turn in range(2):
                client = f"00:1b:63:00:{day:02}:{(3 * hour + turn) % 7:02}"
                yield f"{start}:{10 + turn}:05.250Z {switch} auth: let in client {client} on port {hour}"
            if hour % 2:
                client = f"00:1b:63:00:{day:02}:99"
                yield f"{start}:30:00.125Z {switch} auth: failed client {client} on port {hour}"
            if hour == 12:
                yield f"{start}:40:00.900Z {switch} %LINK-3-UPDOWN: port {day} changed state to down"
                yield f"{start}:42:10.150Z {switch} %LINK-3-UPDOWN: port {day} changed state to up"
            if hour == 13 and switch != "sw-west":
                yield f"{start}:50:00.000Z {switch} config: configured by olga from 10.0.0.{day}"
