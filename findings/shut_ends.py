"""Finds links of which one end is shut down, and gateways that only one of two routers has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from findings.facts import Interface, Network
from findings.links import described_device, is_small
from findings.ports import described_but_down, is_spare, plain_text
from findings.records import Finding, Severity, Subject


def one_end_down(network: Network) -> Iterator[Finding]:
    """Find interfaces that are shut down while the other end of their link is not, and the only gateways of a group.

    Not where the description of an end says that it is spare.
    """
    reported = set[tuple[str, str]]()
    for down, up, severity, what in (*_by_subnet(network), *_by_description(network)):
        texts = [plain_text(one.value) for end in (down, up) for one in end.told.get("description", ())]
        if any(map(is_spare, texts)) or (down.device, down.name) in reported:
            continue
        reported.add((down.device, down.name))
        message = f"{down.device} {down.name} is shut down, and {what}, {up.device} {up.name}, is not."
        about = tuple(Subject("interface", end.device, end.name) for end in (down, up))
        off = [one.line for one in down.told.get("shutdown", ())]
        lines = tuple(dict.fromkeys((*off, down.line, up.line)))
        yield Finding("described-but-down", severity, (down.device, up.device), message, lines, about=about)


def others_down(network: Network) -> Iterator[Finding]:
    """Find the other interfaces that are shut down, though their description says that they are for something."""
    reported = {one.about[0] for one in one_end_down(network)}
    return (one for one in described_but_down(network) if reported.isdisjoint(one.about))


_Pair = tuple[Interface, Interface, Severity, str]


def _by_subnet(network: Network) -> Iterator[_Pair]:
    within: dict[str, list[Interface]] = defaultdict(list)
    for one in network.interfaces:
        for subnet in {str(address.owned.network) for address in one.addresses}:
            within[subnet].append(one)
    for net, found in within.items():
        if len(found) == 2 and found[0].device != found[1].device and found[0].is_down != found[1].is_down:
            down, up = sorted(found, key=lambda one: not one.is_down)
            if is_small(net) and down.told.get("shutdown"):
                yield down, up, "low", "the other end of its link"
            elif down.told.get("shutdown") and _groups(down) & _groups(up):
                yield down, up, "medium", "the other router of its virtual gateway"


def _groups(one: Interface) -> set[str]:
    return {said.fields.get("group", "") for said in one.told.get("virtual_address", ())}


def _by_description(network: Network) -> Iterator[_Pair]:
    for up in network.interfaces:
        far = described_device(up, network) if not up.is_down else None
        if far and (down := far[1]) and down.is_down and down.told.get("shutdown"):
            yield down, up, "low", "the other end of its link"
