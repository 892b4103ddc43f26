"""Questions about five Cisco IOS routers of a campus backbone."""

from __future__ import annotations

from benchmarks.gold.computations import (
    devices_without,
    every,
    how_many,
    negative,
    on,
    one,
    only,
    ranked,
)
from benchmarks.gold.find_hits import find_hits, proofs
from benchmarks.gold.records import Ask, Computed, DataSet, Lines

VLAN = r"^vlan (\d+)$"
NAMED_VLAN = r"^(vlan 580) \| name (?P<v>\S+)"


def names_of_vlan_580(lines: Lines) -> Computed:
    """Find the name that each router gives VLAN 580."""
    hits = find_hits(lines, NAMED_VLAN)
    items = tuple(f"{hit.line.device}: {hit.value}" for hit in hits)
    must = tuple(word for hit in hits for word in (hit.line.device, hit.value))
    return Computed(items, proofs(hits), must=must)


def most_vlans(lines: Lines) -> Computed:
    """Count the VLANs that each router defines."""
    hits = find_hits(lines, VLAN)
    ((device, count),) = ranked([hit.line.device for hit in hits], 1, VLAN)
    proof = proofs(hit for hit in hits if hit.line.device == device)
    return Computed((f"{device} ({count})",), proof, must=(device, str(count)))


def longest_access_list(lines: Lines) -> Computed:
    """Count the entries of every access list on boza."""
    hits = find_hits(tuple(line for line in lines if line.device == "boza"), r"^access-list (\d+) ")
    ((name, count),) = ranked([hit.value for hit in hits], 1, "access-list")
    proof = proofs(hit for hit in hits if hit.value == name)
    return Computed((f"{name} ({count})",), proof, must=(name, str(count)))


def standby_of_vlan_207(lines: Lines) -> Computed:
    """Compare the standby priorities of Vlan207 on both routers; the higher one is active."""
    hits = find_hits(lines, r"^(interface Vlan207) \| standby \d+ priority (?P<v>\d+)")
    active = max(hits, key=lambda hit: int(hit.value))
    address = only(lines, r"^(interface Vlan207) \| standby \d+ ip (?P<v>[\d.]+)")
    proof = (*proofs(hits), *address.proof)
    answer = (active.line.device, active.value, address.value)
    return Computed(answer, proof, must=(active.line.device, address.value))


def highest_cost(lines: Lines) -> Computed:
    """Compare all OSPF costs."""
    hits = find_hits(lines, r"^interface (\S+) \| ip ospf cost (?P<v>\d+)")
    best = max(hits, key=lambda hit: int(hit.value))
    answer = (best.line.device, best.groups[0], best.value)
    return Computed(answer, best.proof)


STANFORD_BACKBONE = DataSet(
    name="stanford-backbone",
    prefix="sb",
    files="stanford-backbone/*_config.txt",
    questions=(
        Ask(
            "lookup",
            "ip of Gi4/6 on bbrb?",
            on("bbrb", one(r"^(interface GigabitEthernet4/6) \| ip address (?P<v>[\d.]+)")),
        ),
        Ask(
            "count",
            "How many interfaces are shut down on bbrb?",
            on("bbrb", how_many(r"^interface (\S+) \| shutdown$")),
        ),
        Ask("list", "what is vlan 580 called on each router that has it?", names_of_vlan_580),
        Ask("aggregate", "Which router defines the most VLANs, and how many are there?", most_vlans),
        Ask("aggregate", "longest ACL on boza? how many entries", longest_access_list),
        Ask(
            "list",
            "Which ACLs on rozb deny tcp port 445?",
            on("rozb", every(r"^access-list (\d+) deny +tcp any any eq 445", r"^access-list (\d+) ")),
        ),
        Ask(
            "lookup",
            "what is the standby priority on Vlan502 of boza",
            on("boza", one(r"^(interface Vlan502) \| standby \d+ priority (?P<v>\d+)")),
        ),
        Ask(
            "multi-hop",
            "What's the HSRP virtual IP of Vlan207, and which of boza and bozb should be active for it?",
            standby_of_vlan_207,
        ),
        Ask(
            "list",
            "show me the DHCP helper addresses on Vlan820 of boza",
            on(
                "boza",
                every(
                    r"^(interface Vlan820) \| ip helper-address (?P<v>[\d.]+)",
                    r"\| ip helper-address ([\d.]+)",
                ),
            ),
        ),
        Ask(
            "list",
            "Which ports are bundled into channel-group 25 on rozb?",
            on("rozb", every(r"^interface (\S+) \| channel-group 25 ", r"^interface (Gi\S+)$")),
        ),
        Ask(
            "aggregate", "Which intf in the network has the highest ospf cost, and what is it?", highest_cost
        ),
        Ask(
            "list",
            'Which routers do not have a "Tunnel10" interface?',
            devices_without(r"^interface Tunnel10$"),
        ),
        negative(
            "What BGP AS number does bbra use?",
            r"\bbgp \d",
            "router bgp",
            answer="None: there is no BGP configuration (router bgp) on any router.",
        ),
        negative(
            "NTP servers of bozb?",
            r"\bntp\b",
            answer="None: no NTP server is configured on any router.",
        ),
        negative(
            "show me the ip of Loopback5 on bbra",
            "Loopback5",
            answer="There is no Loopback5 on bbra or any other router.",
        ),
    ),
)
