"""Checks that VRFs of one name on several devices import what another of them exports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from findings.facts import LineFact, Network
from findings.records import Finding

_MOST_LINES = 8
_Targets = dict[str, list[LineFact]]
"""What says the targets of a VRF, by "import" and "export"."""


def unmatched(network: Network) -> Iterator[Finding]:
    """Find VRFs that import nothing that another device exports, though one has a VRF of that name."""
    vrfs: dict[str, dict[str, dict[str, list[LineFact]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    exported: dict[str, set[str]] = defaultdict(set)
    for device in network.devices:
        for one in device.all("route_target"):
            for way in (
                ("import", "export") if one.fields.get("way", "both") == "both" else (one.fields["way"],)
            ):
                vrfs[one.fields["of"].lower()][device.device][way].append(one)
                if way == "export":
                    exported[device.device].add(one.value)
    for name, devices in vrfs.items():
        for one_device, told in devices.items():
            others = {
                other: each for other, each in devices.items() if other != one_device and each["export"]
            }
            elsewhere = {
                value for other, values in exported.items() if other != one_device for value in values
            }
            if others and told["import"] and not {one.value for one in told["import"]} & elsewhere:
                theirs = [one for each in others.values() for one in each["export"]]
                message = (
                    f"{one_device} imports {_values(told['import'])} into the VRF {name}, which nobody exports: "
                    f"{' and '.join(others)} exports {_values(theirs)}."
                )
                lines = tuple(dict.fromkeys(one.line for one in (*told["import"], *theirs)))[:_MOST_LINES]
                yield Finding("vrf-targets", "high", (one_device, *others), message, lines)


def _values(told: Sequence[LineFact]) -> str:
    return " and ".join(dict.fromkeys(one.value for one in told))
