"""Checks for names that are used but not defined, and defined but not used."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from findings.facts import DeviceFacts, Network
from findings.records import Finding
from findings.words import NameKind, read_words
from graph_store.records import SourceLine

_NUMBER = re.compile(r"[\d.,:-]+")
_MOST_LINES = 6
_MEANINGFUL = frozenset({"VRF", "zone"})
"""Kinds that mean something without being named elsewhere."""


def undefined(network: Network) -> Iterator[Finding]:
    """Find names that stand only where something is used: nothing on the device can be their definition."""
    kinds = {kind.kind: kind for kind in read_words().name}
    for device in network.devices:
        defined = {(one.kind, one.name.lower()) for one in device.definitions}
        missing: dict[tuple[str, str], list[SourceLine]] = defaultdict(list)
        for use in device.uses:
            if (use.kind, use.name.lower()) not in defined and not _needs_none(kinds[use.kind], use.name):
                missing[use.kind, use.name].append(use.line)
        for (kind, name), lines in missing.items():
            if not _may_be_defined(device, name):
                message = f"{device.device} uses the {kind} {name} and does not define it."
                shown = tuple(dict.fromkeys(lines))[:_MOST_LINES]
                severity = kinds[kind].severity
                yield Finding("undefined-reference", severity, (device.device,), message, shown)


def _needs_none(kind: NameKind, name: str) -> bool:
    if name.lower() in kind.builtin or name.startswith(kind.prefixes) or name[:1] in "-<(${!&|":
        return True
    return bool(_NUMBER.fullmatch(name)) and ("." in name or kind.kind not in ("access list", "AS path list"))


def _may_be_defined(device: DeviceFacts, name: str) -> bool:
    """Tell whether the name stands anywhere but in uses and free text: that may be a definition not known here."""
    if _NUMBER.fullmatch(name):
        return False
    used = {use.line.number for use in device.uses if use.name.lower() == name.lower()}
    return any(line not in used and not free for line, free in device.places.get(name.lower(), ()))


def unused(network: Network) -> Iterator[Finding]:
    """Find names that stand nowhere but where they are defined."""
    kinds = {kind.kind: kind for kind in read_words().name}
    for device in network.devices:
        defining: dict[tuple[str, str], list[SourceLine]] = defaultdict(list)
        heads: dict[str, set[int]] = defaultdict(set)
        for one in device.definitions:
            defining[one.kind, one.name].append(one.line)
            heads[one.name.lower()].add(one.line.number)
        used = {use.name.lower() for use in device.uses}
        for (kind, name), lines in defining.items():
            if kind == "access list" and device.all("removed"):
                continue  # the rest of a line was taken out of the file: it may name one
            if name.lower() in used or _needs_none(kinds[kind], name) or kind in _MEANINGFUL:
                continue
            own = set().union(*heads.values()) if _NUMBER.fullmatch(name) else heads[name.lower()]
            if all(place in own for place, _ in device.places.get(name.lower(), ())):
                message = f"{device.device} defines the {kind} {name} and never uses it."
                shown = tuple(dict.fromkeys(lines))[:_MOST_LINES]
                yield Finding("unused-definition", "low", (device.device,), message, shown)
