"""Questions about a Junos EVPN fabric of six devices, in curly-brace form."""

from __future__ import annotations

from ipaddress import ip_interface

from benchmarks.gold.computations import (
    count_per_device,
    devices_with,
    devices_without,
    every,
    how_many,
    negative,
    on,
    one,
    only,
    pairs,
    per_device,
    yes,
)
from benchmarks.gold.errors import NotComputableError
from benchmarks.gold.find_hits import devices, find_hits
from benchmarks.gold.records import Ask, Computed, DataSet, Lines

MTU = r"^interfaces \| ([^ ]+) \| mtu 9192$"
INTERFACE = r"^interfaces \| ([a-z][^ ]*)$"
ADDRESS = r"^interfaces \| ([^ ]+) \| unit \d+ \| family inet \| address (?P<v>[\d.]+/\d+)"


def vrf_of_irb_300(lines: Lines) -> Computed:
    """Find the routing instance that holds irb.300 on node1-1, then its route distinguisher."""
    own = tuple(line for line in lines if line.device == "node1-1")
    vrf = only(own, r"^routing-instances \| (\S+) \| interface irb\.300$")
    distinguisher = only(own, rf"^routing-instances \| ({vrf.value}) \| route-distinguisher (?P<v>\S+)")
    return Computed((vrf.value, distinguisher.value), (*vrf.proof, *distinguisher.proof))


def far_end_of_router1(lines: Lines) -> Computed:
    """Find the interface of another device in the subnet of ge-0/0/3 on router1."""
    hits = find_hits(lines, ADDRESS)
    near = next(hit for hit in hits if hit.line.device == "router1" and hit.groups[0] == "ge-0/0/3")
    network = ip_interface(near.value).network
    far = [hit for hit in hits if ip_interface(hit.value).network == network and hit is not near]
    if len(far) != 1:
        raise NotComputableError(ADDRESS, f"{len(far)} far ends", "one")
    address = far[0].value.partition("/")[0]
    answer = (far[0].line.device, far[0].groups[0], address)
    proof = (*near.proof, *far[0].proof)
    return Computed(answer, proof, must=answer[:1], universe=devices(lines))


def community_of_default(lines: Lines) -> Computed:
    """Find the community that a policy adds for a gateway, then its members."""
    tagged = only(lines, r"^policy-options \| (policy-statement TENANT-A-export) \| .*add (?P<v>gateway-\S+)")
    members = only(lines, rf"community {tagged.value} members (\S+)")
    return Computed((tagged.value, members.value), (*tagged.proof, *members.proof))


JUNIPER_EVPN = DataSet(
    name="juniper-evpn",
    prefix="je",
    files="multi-vendor/juniper-evpn/*.cfg",
    questions=(
        Ask("lookup", "router-id of node2-2?", on("node2-2", one(r"^routing-options \| router-id (\S+)"))),
        Ask(
            "lookup",
            "What IP address is configured on lo0 of node1-2?",
            on("node1-2", one(r"^interfaces \| (lo0) \| .*address (?P<v>[\d.]+)")),
        ),
        Ask(
            "lookup",
            "router1: which local-as does it use in the BGP group 'overlay'?",
            on("router1", one(r"(group overlay) \| local-as (?P<v>\d+)")),
        ),
        Ask(
            "list",
            "Give me the IPs of all overlay nbrs on node2-1",
            on("node2-1", every(r"(group overlay) \| neighbor (?P<v>\S+)", r"\| neighbor (\S+)$")),
        ),
        Ask(
            "count",
            "How many ge- intfs are configured in total across all the devices?",
            how_many(r"^interfaces \| (ge-\S+)$", distinct=True),
        ),
        Ask("list", "which boxes have an irb interface", devices_with(r"^interfaces \| irb$")),
        Ask(
            "list",
            "List the VLANs on node1-1 together with their VNIs.",
            on("node1-1", pairs(r"^vlans \| (\S+) \| vxlan \| vni (\d+)")),
        ),
        Ask(
            "multi-hop",
            "Which VRF does irb.300 belong to on node1-1, and what is the route distinguisher of that VRF?",
            vrf_of_irb_300,
        ),
        Ask("multi-hop", "Who is on the other end of ge-0/0/3 on router1?", far_end_of_router1),
        Ask("list", "show me the intfs on router1 with mtu 9192", on("router1", every(MTU, INTERFACE))),
        Ask("list", 'Which devices do not have "mtu 9192" on any interface?', devices_without(MTU)),
        Ask(
            "aggregate",
            "What BFD minimum-interval is used for the underlay sessions? Is it the same everywhere?",
            one(
                r"(group underlay) \| (bfd-liveness-detection) \| minimum-interval (?P<v>\d+)",
                note="edge1 uses no BFD.",
            ),
        ),
        Ask(
            "exists",
            "is graceful-restart turned on for bgp on edge1?",
            on("edge1", yes(r"^protocols \| (bgp) \| graceful-restart")),
        ),
        Ask(
            "aggregate",
            "AS number (routing-options autonomous-system) per device?",
            per_device(r"^(routing-options) \| autonomous-system (?P<v>\d+)"),
        ),
        Ask(
            "aggregate",
            "how many policy-statements are defined per device",
            count_per_device(r"^policy-options \| policy-statement (\S+)$"),
        ),
        Ask(
            "multi-hop",
            "On router1, which community besides the tenant one is added to the static default route in"
            " TENANT-A-export, and which target value does it carry?",
            on("router1", community_of_default),
        ),
        negative(
            "Which OSPF area is lo0 in on node2-1?",
            "ospf",
            answer="None: OSPF is not configured on any device.",
        ),
        negative(
            "What's the IP of ge-0/0/9 on router1?",
            r"ge-0/0/9",
            answer="There is no ge-0/0/9 on router1 or any other device.",
        ),
        negative(
            "show the vrf-target of TENANT-C",
            "TENANT-C",
            answer="There is no TENANT-C; the routing instances are TENANT-A, TENANT-B and mgmt_junos.",
        ),
        negative(
            "Is there any SNMP community configured on the spines?",
            "snmp",
            answer="No: SNMP is not configured on any device.",
        ),
    ),
)
