"""Tells a prompt how far the times that logs write are from UTC, in which the graph compares them."""

from __future__ import annotations

from collections.abc import Mapping

from agent.reader.written_times import MOST_DOCUMENTS, WrittenTimes

MOST_NAMED = 6
"""Logs, or devices of one, that are named with one difference from UTC."""


def tell_zones(logs: Mapping[int, str], times: WrittenTimes) -> str:
    """Say what to subtract of a question's times; "" where nothing, or not known. `logs` are paths by serials."""
    places: dict[int, list[str]] = {}
    for serial, path in logs.items() if len(logs) <= MOST_DOCUMENTS else ():
        clocks = times.clocks(serial)
        differences = sorted({minutes for minutes, _ in clocks})
        for minutes in differences:
            devices = sorted(device for ahead, device in clocks if ahead == minutes)[:MOST_NAMED]
            place = f"{path} ({', '.join(devices)})" if len(differences) > 1 else path
            places.setdefault(minutes, []).append(place)
    if places.keys() <= {0}:
        return ""
    differing = [
        f"{minutes} minutes in {'all logs' if len(places) == 1 else ', '.join(paths[:MOST_NAMED])}"
        for minutes, paths in places.items()
    ]
    return (
        "Times of a question are local, as timestamp_text; to compare with `timestamp` (UTC) subtract "
        + "; ".join(differing)
    )
