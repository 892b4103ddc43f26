"""Checks that VRFs of one name on several devices import what another of them exports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from findings.facts import LineFact, Network
from findings.records import MOST_LINES, Finding

_WAYS = ("import", "export")
_Targets = dict[str, list[LineFact]]
"""What says the targets of a VRF, by way."""


def unmatched(network: Network) -> Iterator[Finding]:
    """Find VRFs that import nothing that another device exports, though one has a VRF of that name."""
    vrfs: dict[tuple[str, str], dict[str, _Targets]] = defaultdict(
        lambda: defaultdict(lambda: {way: [] for way in _WAYS})
    )
    exported: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for device in network.devices:
        for one in device.all("route_target"):
            family = _family(one)
            told = vrfs[one.fields["of"].lower(), family][device.device]
            way = one.fields.get("way", "both")
            for each in _WAYS if way == "both" else (way,):
                told[each].append(one)
            if way != "import":
                exported[device.device].add((family, one.value))
    for (name, family), devices in vrfs.items():
        for device_name, told in devices.items():
            others = {
                other: each for other, each in devices.items() if other != device_name and any(each.values())
            }
            elsewhere = {
                value
                for other, values in exported.items()
                for its_family, value in values
                if other != device_name
                and "" in (family, its_family, *([""] if family == its_family else []))
            }
            if others and told["import"] and elsewhere.isdisjoint(one.value for one in told["import"]):
                theirs = [one for each in others.values() for one in each["export"]]
                what = "EVPN instance" if "sort" in told["import"][0].fields else "VRF"
                verb = "exports" if len(others) == 1 else "export"
                message = (
                    f"{device_name} imports {_values(told['import'])} into the {what} {name}, which nobody exports: "
                    f"{' and '.join(others)} {verb} {_values(theirs) or 'nothing'}."
                )
                lines = tuple(dict.fromkeys(one.line for one in (*told["import"], *theirs)))[:MOST_LINES]
                yield Finding("vrf-targets", "high", (device_name, *others), message, lines)


def foreign(network: Network) -> Iterator[Finding]:
    """Find VRFs that import what is another VRF's own, which imports nothing of theirs, on one device of several."""
    imports: dict[tuple[str, str], dict[str, dict[str, LineFact]]] = defaultdict(lambda: defaultdict(dict))
    exports: dict[tuple[str, str], dict[str, LineFact]] = defaultdict(dict)
    for device in network.devices:
        for one in device.all("route_target"):
            vrf, way = (one.fields["of"].lower(), _family(one)), one.fields.get("way", "both")
            if way != "export":
                imports[vrf][device.device].setdefault(one.value, one)
            if way != "import":
                exports[vrf].setdefault(one.value, one)
    taken = {vrf: set[str]().union(*devices.values()) for vrf, devices in imports.items()}
    for vrf, devices in imports.items():
        for device_name, told in devices.items():
            elsewhere = [set(each) for other, each in devices.items() if other != device_name]
            for value, one in told.items():
                owners = [each for each, values in exports.items() if each[1] == vrf[1] and value in values]
                is_lone = bool(elsewhere) and not any(value in each for each in elsewhere)
                if is_lone and len(owners) == 1 and owners[0] != vrf and value in taken.get(owners[0], ()):
                    other = owners[0]
                    if taken[other].isdisjoint(exports.get(vrf, ())) and exports.get(vrf):
                        message = (
                            f"{device_name} imports {value} into the VRF {one.fields['of']}, which is the VRF "
                            f"{exports[other][value].fields['of']}'s own: no other device does, and that imports "
                            "nothing back."
                        )
                        lines = (one.line, exports[other][value].line)
                        yield Finding("vrf-targets", "medium", (device_name,), message, lines)


def _family(one: LineFact) -> str:
    """Return the family of addresses as makes agree to call it; IPv4 is what is meant where none is said."""
    family = one.fields.get("family", "")
    return "" if family.startswith("ipv4") else "ipv6" if family.startswith("ipv6") else family


def _values(told: Sequence[LineFact]) -> str:
    return " and ".join(dict.fromkeys(one.value for one in told))
