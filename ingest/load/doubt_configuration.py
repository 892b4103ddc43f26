"""Says why nothing is claimed of a configuration: it is of several devices, or a script may change it."""

from __future__ import annotations

from collections.abc import Container, Sequence

from formats.device_names import differing_names
from graph_store.records import SourceLine
from ingest.records import Doubt
from reading.statements import script_begins

NAMES_SHOWN = 5


def doubt_names(lines: Sequence[SourceLine]) -> tuple[Doubt, ...]:
    """Return the doubt about a configuration that gives its device several names, of which nothing is read. Pure."""
    named = differing_names([line.text for line in lines])
    if not named:
        return ()
    names = ", ".join(one.name for one in named[:NAMES_SHOWN]) + " ..." * (len(named) > NAMES_SHOWN)
    sentence = f"it names several devices ({names}), and which lines are whose is not known: nothing is claimed of it"
    numbers = tuple(lines[one.line].number for one in named[1 : NAMES_SHOWN + 1])
    return (Doubt(lines[0].path, "devices", numbers, sentence),)


def doubt_script(lines: Sequence[SourceLine], owned: Container[int]) -> tuple[Doubt, ...]:
    """Return the doubt about a configuration with a script behind its end that was not read. Pure."""
    begin = script_begins([line.text for line in lines])
    if begin == len(lines) or lines[begin].number in owned:
        return ()
    sentence = "a script behind the end of the configuration may change any of it: nothing is claimed of it"
    return (Doubt(lines[0].path, "script", (lines[begin].number,), sentence),)
