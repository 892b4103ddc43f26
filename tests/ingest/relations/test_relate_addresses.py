"""Who owns an address, and which prefixes hold it."""

from __future__ import annotations

import pytest

from ingest.relations.collect_addresses import AddressCounts, Addresses, find_vrfs
from ingest.relations.infer_relations import relate_addresses
from ingest.relations.records import ConfigNode, Device, Source


def device(serial: int, *entities: tuple[str, str, str]) -> Device:
    """Build a device from (type, property, address)."""
    base = serial << 32
    nodes = {
        base + number: ConfigNode(base + number, kind, "", number, None, 1, {name: (text,)})
        for number, (kind, name, text) in enumerate(entities, 1)
    }
    return Device(f"d{serial}", (Source(serial, f"d{serial}.cfg", "configuration", f"d{serial}"),), nodes)


def settled(*devices: Device) -> Addresses:
    counts = AddressCounts()
    for one in devices:
        counts.add(one)
    return counts.settle()


def told(*devices: Device) -> set[tuple[int, str, int | str]]:
    addresses = settled(*devices)
    found = [relation for one in devices for relation in relate_addresses(one, addresses)]
    return {
        (
            relation.source >> 32,
            relation.name,
            relation.target >> 32 if isinstance(relation.target, int) else relation.target,
        )
        for relation in found
    }


PORT = ("Port", "address")

CASES = {
    "owners of one network meet at its subnet": (
        [device(1, (*PORT, "10.0.0.1/24")), device(2, (*PORT, "10.0.0.2/24"))],
        {(1, "IN_SUBNET", "10.0.0.0/24"), (2, "IN_SUBNET", "10.0.0.0/24")},
    ),
    "an address that is said belongs to its owner, and lies in the subnet": (
        [device(1, (*PORT, "10.0.0.1/24")), device(2, ("Peer", "far", "10.0.0.1"))],
        {(1, "IN_SUBNET", "10.0.0.0/24"), (2, "ADDRESS_OWNED_BY", 1), (2, "ADDRESS_IN", "10.0.0.0/24")},
    ),
    "a filter that names one host says nothing of where the host is": (
        [
            device(1, (*PORT, "10.0.0.1/24"), ("Rule", "from", "10.0.0.2/32")),
            device(2, ("Peer", "far", "10.0.0.2")),
        ],
        {(1, "IN_SUBNET", "10.0.0.0/24"), (1, "COVERS", "10.0.0.2/32"), (2, "ADDRESS_IN", "10.0.0.0/24")},
    ),
    "the owner on the own device is meant": (
        [device(1, (*PORT, "10.0.0.1/24"), ("Peer", "far", "10.0.0.1")), device(2, (*PORT, "10.0.0.1/24"))],
        {
            (1, "IN_SUBNET", "10.0.0.0/24"),
            (2, "IN_SUBNET", "10.0.0.0/24"),
            (1, "ADDRESS_OWNED_BY", 1),
            (1, "ADDRESS_IN", "10.0.0.0/24"),
        },
    ),
    "a prefix that is said covers": (
        [device(1, ("Rule", "from", "10.0.0.0/8"))],
        {(1, "COVERS", "10.0.0.0/8")},
    ),
    "both versions": (
        [device(1, (*PORT, "2001:db8::1/64")), device(2, ("Peer", "far", "2001:db8::1"))],
        {(1, "IN_SUBNET", "2001:db8::/64"), (2, "ADDRESS_OWNED_BY", 1), (2, "ADDRESS_IN", "2001:db8::/64")},
    ),
    "both ends of a link of two own their address": (
        [device(1, (*PORT, "10.0.0.0/31")), device(2, (*PORT, "10.0.0.1/31"))],
        {(1, "IN_SUBNET", "10.0.0.0/31"), (2, "IN_SUBNET", "10.0.0.0/31")},
    ),
    "a mask is no address": ([device(1, ("Rule", "mask", "255.255.255.0"))], set()),
    "an address that nothing holds has no relation": ([device(1, ("Clock", "server", "10.9.9.9"))], set()),
}


@pytest.mark.parametrize(("devices", "expected"), CASES.values(), ids=CASES)
def test_relate_addresses(devices: list[Device], expected: set[tuple[int, str, int | str]]) -> None:
    assert told(*devices) == expected


def test_a_prefix_lies_in_the_smallest_larger_one() -> None:
    addresses = settled(
        device(1, (*PORT, "10.1.2.3/24"), ("Rule", "from", "10.1.0.0/16"), ("Rule", "from", "10.0.0.0/8"))
    )
    above = {str(prefix): str(addresses.around(prefix)) for prefix in addresses.all_prefixes()}
    assert above == {"10.1.2.0/24": "10.1.0.0/16", "10.1.0.0/16": "10.0.0.0/8", "10.0.0.0/8": "None"}


def test_an_address_belongs_to_its_owner_in_the_same_vrf() -> None:
    base = 1 << 32
    vrf = ConfigNode(base + 1, "VpnInstance", "red", 1, None, 1, {"key": ("red",)}, common="Vrf")
    nodes = [
        vrf,
        ConfigNode(base + 2, "Port", "p1", 2, None, 1, {"address": ("10.0.0.1/24",), "vrf_member": ("red",)}),
        ConfigNode(base + 3, "Port", "p2", 3, None, 1, {"address": ("10.0.0.1/24",)}),
        ConfigNode(base + 4, "Port", "p3", 4, None, 1, {"address": ("10.0.0.9/24",), "vrf": ("default",)}),
        ConfigNode(base + 5, "Peer", "", 5, base + 1, 2, {"far": ("10.0.0.1",)}),
        ConfigNode(base + 6, "Peer", "", 6, None, 1, {"far": ("10.0.0.1",)}),
        ConfigNode(base + 7, "Peer", "", 7, base + 1, 2, {"far": ("10.0.0.9",)}),
    ]
    one = Device("d1", (Source(1, "d1.cfg", "configuration", "d1"),), {node.id: node for node in nodes})
    found = [
        (each.source - base, each.name, each.target, each.vrf) for each in relate_addresses(one, settled(one))
    ]
    owned = [(source, target, vrf) for source, name, target, vrf in found if name == "ADDRESS_OWNED_BY"]
    assert owned == [(5, base + 2, "red"), (6, base + 3, "")]
    in_subnet = [(source, vrf) for source, name, _, vrf in found if name == "IN_SUBNET"]
    assert in_subnet == [(2, "red"), (3, ""), (4, "")]


def test_a_vrf_that_lists_interfaces_has_their_addresses() -> None:
    base = 1 << 32
    nodes = {
        base + 1: ConfigNode(base + 1, "Instance", "red", 1, None, 1, {"interface": ("p1",)}, common="Vrf"),
        base + 2: ConfigNode(
            base + 2, "Port", "p1", 2, None, 1, {"key": ("p1",), "address": ("10.0.0.1/24",)}
        ),
        base + 3: ConfigNode(base + 3, "Unit", "0", 3, base + 2, 2, {"key": ("0",)}),
    }
    one = Device("d1", (Source(1, "d1.cfg", "configuration", "d1"),), nodes)
    assert find_vrfs(one) == {base + 1: "red", base + 2: "red", base + 3: "red"}
