"""Questions that the configurations alone answer."""

from .facts import Facts
from .junos_edge import TRANSIT
from .junos_site import ZONES
from .plan import (
    BRANCH_AS,
    DEVICES,
    MTU_FAULT,
    NTP_SERVERS,
    OFFICE_VLANS,
    SYSLOG_SERVER,
    End,
    device,
    links_of,
)
from .questions import Question, names, value

ALL = [device.name for device in DEVICES]


def questions_of_configs(facts: Facts) -> list[Question]:
    return [*_lookups(), *_lists(facts), *_counts(facts), *_joined()]


def _lookups() -> list[Question]:
    core = MTU_FAULT.a
    _, transit, provider, _, _ = TRANSIT["edge1"]
    signalling = OFFICE_VLANS[2]
    return [
        value(
            "lookup",
            f"What is the IP address of interface '{core.port}' on '{core.device}'?",
            core.address,
            f"interface {core.device} {core.port}",
            f"address {core.address}",
        ),
        _owner(links_of("branch-elm")[1][0]),
        value(
            "lookup",
            "What is the BGP autonomous system number of branch-elm?",
            BRANCH_AS["branch-elm"],
            "bgp branch-elm",
        ),
        value(
            "lookup",
            "To which syslog server does branch-fir send its messages?",
            SYSLOG_SERVER,
            "syslog branch-fir",
        ),
        value("lookup", "What is the SNMP location of leaf2?", device("leaf2").site, "location leaf2"),
        value(
            "lookup",
            "What local preference does the route-map LEAF-IMPORT set on core1?",
            200,
            "map core1 LEAF-IMPORT",
            "preference core1",
        ),
        value(
            "lookup",
            f"Which peer AS is configured on edge1 for the neighbor {transit}?",
            provider,
            f"neighbor edge1 {transit}",
            f"peer-as edge1 {transit}",
        ),
        value(
            "lookup",
            f"What is the name of VLAN {signalling.number} on dist1?",
            signalling.name,
            f"vlan dist1 {signalling.number}",
            f"vlan-name dist1 {signalling.number}",
        ),
    ]


def _owner(end: End) -> Question:
    return names(
        "lookup",
        f"Which device and interface have the address {end.address}?",
        [end.device, end.port],
        [f"interface {end.device} {end.port}", f"address {end.address}"],
    )


def _lists(facts: Facts) -> list[Question]:
    ospf, vlans = facts.endings("ospf "), facts.endings("vlan leaf1 ")
    ospf = [name for name in ospf if name in ALL]
    ports = facts.endings("interface branch-ash ")
    reflectors = facts.endings("reflector ")
    return [
        names("list", "Which devices run OSPF?", ospf, [f"ospf {name}" for name in ospf], ALL),
        names(
            "list",
            "What are the interfaces on 'branch-ash'?",
            ports,
            [f"interface branch-ash {port}" for port in ports],
        ),
        names(
            "list",
            "Which VLANs are configured on leaf1?",
            vlans,
            [f"vlan leaf1 {number}" for number in vlans],
        ),
        names(
            "list",
            "Which devices act as BGP route reflectors?",
            reflectors,
            [f"reflector {name}" for name in reflectors],
            ALL,
        ),
        names(
            "list",
            "What security zones are defined on fw1?",
            list(ZONES),
            [f"zone {name}" for name in ZONES],
        ),
        names("list", "Which NTP servers does core1 use?", list(NTP_SERVERS), ["ntp core1"]),
    ]


def _counts(facts: Facts) -> list[Question]:
    shut = facts.endings("shutdown ")
    neighbors = [f"neighbor core1 {address}" for address in facts.endings("neighbor core1 ")]
    return [
        value("count", "How many devices are in the network?", len(ALL), *(f"device {name}" for name in ALL)),
        value(
            "count",
            "How many interfaces are administratively shut down on leaf1?",
            facts.count("shutdown leaf1"),
            "shutdown leaf1",
        ),
        Question(
            "count",
            "How many interfaces are shut down or disabled in the whole network?",
            sum(facts.count(f"shutdown {name}") for name in shut),
            (str(sum(facts.count(f"shutdown {name}") for name in shut)),),
            tuple(f"shutdown {name}" for name in shut),
            note="The shutdown lines of IOS and EOS, and the disable statement on edge2.",
        ),
        value("count", "How many BGP neighbors does core1 have?", len(neighbors), *neighbors),
    ]


def _joined() -> list[Question]:
    near, far = links_of("branch-fir")[0]
    return [
        Question(
            "multi-hop",
            "On which interfaces is the access list GUEST-IN applied, and on which devices?",
            ["dist1 Vlan40", "dist2 Vlan40"],
            ("dist1", "dist2", "Vlan40"),
            (
                "interface dist1 Vlan40",
                "acl-use dist1 GUEST-IN",
                "interface dist2 Vlan40",
                "acl-use dist2 GUEST-IN",
            ),
        ),
        names(
            "multi-hop",
            f"Which device and interface are at the other end of {near.port} of {near.device}?",
            [far.device, far.port],
            [f"address {near.address}", f"interface {far.device} {far.port}", f"address {far.address}"],
        ),
    ]
