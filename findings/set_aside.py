"""What is no part of a running device: blocks that are switched off, and what a file lacks that ends early. Pure."""

from __future__ import annotations

from findings.facts import DeviceFacts, kept_with_facts
from findings.words import read_words
from graph_store.records import SourceLine

_FIRST = 4
"""Statements among which one stands that says how a whole file ends."""


@kept_with_facts
def off_lines(device: DeviceFacts) -> frozenset[SourceLine]:
    """Return the lines of interfaces, neighbors and other blocks that are shut down, and not brought up below."""
    switches = [
        (found["around"], found["on"])
        for one in device.statements
        if (found := read_words().switches.search(one.text))
    ]
    last = dict(switches)
    heads = tuple(around for around, on in last.items() if not on)
    blocks = tuple(head.removesuffix(" ").removesuffix(" >") for head in heads)
    return frozenset(
        one.line for one in device.statements if heads and (one.text.startswith(heads) or one.text in blocks)
    )


@kept_with_facts
def missing_end(device: DeviceFacts) -> str:
    """Return what the file lacks at its end, though files that begin so have it; blank where it is whole."""
    first = [one.text for one in device.statements[:_FIRST]]
    if not first:
        return ""
    for form in read_words().whole_files:
        if any(form.begins.search(text) for text in first):
            ended = any(
                form.ends.search(one.text) for one in device.statements
            )  # a prompt may stand behind it
            return "" if ended else form.end
    return ""
