"""Writes what the scope of a question is, and the days from the first to the last of a few."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from agent.reader.events import EventScope
from agent.reader.parse_question import ParsedQuestion
from agent.render.draft import counted


def scope_words(asked: ParsedQuestion, scope: EventScope) -> str:
    """Say of what records are: with which words, in how many files, on which devices, when."""
    words = f" with {scope.words}" if scope.words else ""
    if asked.documents:
        words += f" in {counted(len(asked.documents), 'file')}"
    if asked.devices:
        words += f" on {', '.join(asked.devices)}"
    if asked.window is not None:
        clock = f" {asked.window.start} to {asked.window.end}" if asked.window.start else ""
        words += f", {', '.join(map(_day_words, asked.window.days))}{clock}"
    return words


def _day_words(day: str) -> str:
    """Write the end of a date: "day 05" where it is of any month."""
    return f"day {day[1:]}" if day.count("-") == 1 else day.lstrip("-")


def days_between(dates: Sequence[str]) -> tuple[str, ...]:
    """Return all dates from the first to the last of a few."""
    try:
        first, last = date.fromisoformat(dates[0]), date.fromisoformat(dates[-1])
    except (IndexError, ValueError):
        return tuple(dates)
    return tuple(str(first + timedelta(days=day)) for day in range(min((last - first).days, 5000) + 1))
