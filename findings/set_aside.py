"""What is no part of a running device: blocks that are switched off, and what a file lacks that ends early. Pure."""

from __future__ import annotations

from dataclasses import replace

from findings.facts import DeviceFacts, Network, kept_with_facts
from findings.records import Finding
from findings.words import read_words
from graph_store.records import SourceLine


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


def missing_end(device: DeviceFacts) -> str:
    """Return what the device's file lacks, though whole ones have it at their end; blank where it is whole."""
    return next((one.lacks for one in reversed(device.statements) if one.lacks), "")


def with_doubt(network: Network, finding: Finding) -> Finding:
    """Return a finding that something is not there, low where a device's file may be cut off before that."""
    cut = {name: end for name in finding.devices if (end := missing_end(network.named[name]))}
    if not cut or finding.severity in ("low", "info"):
        return finding
    says = "".join(
        f' The file of {name} lacks the "{end}" of whole ones, and may be cut off.'
        for name, end in cut.items()
    )
    return replace(finding, severity="low", message=finding.message + says)
