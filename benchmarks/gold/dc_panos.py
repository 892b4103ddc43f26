"""Questions about a data centre with Arista EOS, Junos in set form and a Palo Alto firewall."""

from __future__ import annotations

from benchmarks.gold.computations import (
    devices_with,
    every,
    how_many,
    negative,
    on,
    one,
    only,
    pairs,
    ranked,
    yes,
)
from benchmarks.gold.find_hits import find_hits, proofs, values
from benchmarks.gold.records import Ask, Computed, DataSet, Lines

ANY_SERVICE = r"^set service (\S+) protocol"
SERVICE_MEMBERS = r"^set service-group {} members \[ (.+) \]"
RULE = r"^set rulebase security rules (\S+) "


def _of(lines: Lines, device: str) -> Lines:
    return tuple(line for line in lines if line.device == device)


def members_of_bad_udp(lines: Lines) -> Computed:
    """Split the member list of a service group."""
    group = only(lines, SERVICE_MEMBERS.format("SG_BAD_UDP"))
    return Computed(tuple(group.value.split()), group.proof, universe=values(find_hits(lines, ANY_SERVICE)))


def web_ports(lines: Lines) -> Computed:
    """Follow a service group to the ports of its members."""
    group = only(lines, SERVICE_MEMBERS.format("SG_WEB_SERVICES"))
    ports = [only(lines, rf"^set service {name} protocol tcp port (\d+)") for name in group.value.split()]
    return Computed(tuple(port.value for port in ports), (*group.proof, *proofs(ports)))


def google_addresses(lines: Lines) -> Computed:
    """Follow an address group to the addresses of its members."""
    group = only(lines, r"^set address-group GOOGLE_DNS static \[ (.+) \]")
    found = [only(lines, rf"^set address {name} ip-netmask ([\d.]+)/32") for name in group.value.split()]
    return Computed(tuple(hit.value for hit in found), (*group.proof, *proofs(found)))


def higher_policer(lines: Lines) -> Computed:
    """Compare the bandwidth limits of the policers on bor01."""
    hits = find_hits(
        _of(lines, "bor01"), r"^set firewall policer (\S+) if-exceeding bandwidth-limit (?P<v>\d+)m"
    )
    best = max(hits, key=lambda hit: int(hit.value))
    return Computed((f"{best.groups[0]} ({best.value}m)",), proofs(hits), must=(best.groups[0],))


def provider_of_bor02(lines: Lines) -> Computed:
    """Find the neighbor and the peer AS of the group ISP."""
    own = _of(lines, "bor02")
    neighbor = only(own, r"bgp group ISP neighbor (\S+)")
    peer_as = only(own, r"bgp group ISP peer-as (\d+)")
    return Computed((neighbor.value, peer_as.value), (*peer_as.proof, *neighbor.proof))


def most_addresses(lines: Lines) -> Computed:
    """Count the interface addresses of each EOS switch."""
    hits = find_hits(lines, r"^(interface \S+) \| ip address [\d.]+/\d+$")
    ((device, count),) = ranked([hit.line.device for hit in hits], 1, "interface addresses")
    proof = proofs(hit for hit in hits if hit.line.device == device)
    return Computed((f"{device} ({count})",), proof, must=(device, str(count)))


def route_map_to_firewall(lines: Lines) -> Computed:
    """Find the outbound route-map of the neighbor fwl01 on bl01, then what it sets."""
    own = _of(lines, "bl01")
    neighbor = only(own, r"neighbor (\S+) description fwl01")
    applied = only(own, rf"neighbor {neighbor.value} route-map (\S+) out")
    community = only(own, rf"^(route-map {applied.value}) .*\| set community (?P<v>\S+)")
    proof = (*neighbor.proof, *applied.proof, *community.proof)
    return Computed((applied.value, community.value), proof)


def spine03_addresses(lines: Lines) -> Computed:
    """Find the addresses that bl01 and bl02 peer with for spine03."""
    hits = find_hits(lines, r"^(router bgp \d+) \| neighbor (?P<v>\S+) description spine03")
    items = tuple(f"{hit.line.device}: {hit.value}" for hit in hits)
    must = tuple(word for hit in hits for word in (hit.line.device, hit.value))
    return Computed(items, tuple(hit.line for hit in hits), must=must)


DC_PANOS = DataSet(
    name="dc-panos",
    prefix="dc",
    files="multi-vendor/dc-panos/*.cfg",
    questions=(
        Ask(
            "lookup",
            "what's the ip on Ethernet5 of bl01",
            on("bl01", one(r"^(interface Ethernet5) \| ip address (?P<v>[\d.]+)")),
        ),
        Ask(
            "lookup",
            "What is the BGP local AS of the firewall fwl01?",
            on("fwl01", one(r"protocol bgp local-as (\d+)")),
        ),
        Ask("list", "Which devices are Arista vEOS?", devices_with(r"^! device: \S+ \(vEOS")),
        Ask(
            "count",
            "How many BGP neighbors does bl02 have?",
            on("bl02", how_many(r"neighbor ([\d.]+) remote-as \d+")),
        ),
        Ask(
            "list",
            "List leaf01's bgp nbrs and the remote AS of each one",
            on("leaf01", pairs(r"neighbor ([\d.]+) remote-as (\d+)")),
        ),
        Ask("multi-hop", "ISP peer of bor02: address and AS?", provider_of_bor02),
        Ask("list", "Which services are in the group SG_BAD_UDP?", members_of_bad_udp),
        Ask("multi-hop", "Which TCP ports does the service group SG_WEB_SERVICES cover?", web_ports),
        Ask(
            "list",
            "show me all security rules on fwl01 that deny traffic",
            on("fwl01", every(RULE + "action deny", RULE)),
        ),
        Ask("multi-hop", "Which IP addresses are behind the address group GOOGLE_DNS?", google_addresses),
        Ask(
            "count",
            "how many hosts are in prefix-list MALICIOUS-SOURCES on bor01",
            on("bor01", how_many(r"prefix-list MALICIOUS-SOURCES ([\d.]+/32)")),
        ),
        Ask(
            "exists",
            "Is telnet management disabled on the firewall?",
            on(
                "fwl01",
                yes(
                    r"system service disable-telnet yes",
                    words=("yes", "disabled"),
                    wrong=("not disabled", "is enabled"),
                ),
            ),
        ),
        Ask("aggregate", "Which policer on bor01 has the higher bandwidth limit?", higher_policer),
        Ask(
            "aggregate",
            "Which EOS switch has the most intfs with an ip address, and how many?",
            most_addresses,
        ),
        Ask(
            "multi-hop",
            "which RM does bl01 apply outbound towards fwl01 and what community does it set?",
            route_map_to_firewall,
        ),
        Ask("multi-hop", "What nbr address do bl01 and bl02 each use for 'spine03'?", spine03_addresses),
        negative(
            "What are the OSPF neighbors of spine01?",
            "ospf",
            answer="None: OSPF is not configured on any device.",
        ),
        negative(
            "ip address of Loopback0 on leaf03?",
            "leaf03",
            answer="There is no device leaf03; the leafs are leaf01 and leaf02.",
        ),
        negative(
            "Which SNMP community is set on bor01?",
            "snmp",
            answer="None: SNMP is not configured on any device.",
        ),
        negative(
            "Which interfaces on leaf01 and leaf02 are members of an MLAG or port-channel?",
            "mlag",
            "port-channel",
            "channel-group",
            answer="None: there is no MLAG and no port-channel.",
        ),
    ),
)
