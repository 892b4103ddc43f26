"""Questions about the planted faults, and questions that the sample has no answer to."""

from .facts import Facts
from .faults import (
    BLOCKED_HOST,
    BLOCKING_LIST,
    DUPLICATE_ADDRESS,
    DUPLICATE_DEVICES,
    FLAPPING_CIRCUIT,
    INTRUDER,
    INTRUDER_HOST,
    INTRUDER_MAC,
    NTP_MISSING_ON,
    RIGHT_PEER_AS,
    UNDEFINED_MAP,
    UNDEFINED_MAP_DEVICE,
    UNDEFINED_MAP_NEIGHBOR,
    UNUSED_PREFIX_LIST,
    UNUSED_PREFIX_LIST_DEVICE,
    WRONG_PEER_AS,
)
from .plan import DEVICES, FLAPPING, MTU_FAULT, NTP_SERVERS, WRONG_AS, End, last_change
from .questions import Question, names, negative, said_times, value


def questions_of_faults(facts: Facts) -> list[Question]:
    return [*_of_configs(facts), *_of_both(), *_negatives()]


def _of_configs(facts: Facts) -> list[Question]:
    core, distribution, edge = MTU_FAULT.a, MTU_FAULT.b, WRONG_AS.a
    return [
        Question(
            "exists",
            "Is any route-map applied to a BGP neighbor without being defined? Which one, and where?",
            ["yes", UNDEFINED_MAP, UNDEFINED_MAP_DEVICE],
            (UNDEFINED_MAP, UNDEFINED_MAP_DEVICE),
            ("undefined map",),
            universe=tuple(dict.fromkeys(e.split(" ")[1] for e in facts.endings("map-use "))),
            note=f"Applied to neighbor {UNDEFINED_MAP_NEIGHBOR} (leaf2), inbound.",
        ),
        Question(
            "exists",
            "Is any interface address configured on more than one device? Which address, and where?",
            ["yes", DUPLICATE_ADDRESS, *DUPLICATE_DEVICES],
            (DUPLICATE_ADDRESS, *DUPLICATE_DEVICES),
            (*(f"interface {name} Vlan99" for name in DUPLICATE_DEVICES), "duplicate address"),
            note="Interface Vlan99 on both. Gateway addresses that two devices share on purpose (standby,"
            " ip virtual-router) do not count.",
        ),
        Question(
            "exists",
            "Is any prefix-list defined on core1 but used by no route-map? Which one?",
            UNUSED_PREFIX_LIST,
            (UNUSED_PREFIX_LIST,),
            ("unused prefix-list",),
            universe=tuple(facts.endings(f"prefix-list {UNUSED_PREFIX_LIST_DEVICE} ")),
        ),
        Question(
            "multi-hop",
            "Which link has a different MTU at its two ends?",
            [f"{end.device} {end.port} {end.mtu}" for end in (core, distribution)],
            (core.device, core.port, distribution.device, distribution.port),
            tuple(mark for end in (core, distribution) for mark in _end_of_link(end)),
        ),
        Question(
            "multi-hop",
            f"Which BGP neighbor of {edge.device} is configured with an AS that is not the neighbor's own?",
            [WRONG_AS.b.address, str(WRONG_PEER_AS), str(RIGHT_PEER_AS)],
            (WRONG_AS.b.address, str(WRONG_PEER_AS)),
            (f"neighbor {edge.device} {WRONG_AS.b.address}", "wrong peer-as", "bgp branch-elm"),
            note=f"It is branch-elm, whose own AS is {RIGHT_PEER_AS}.",
        ),
        names(
            "multi-hop",
            f"Which device does not have the NTP server {NTP_SERVERS[1]} configured?",
            [NTP_MISSING_ON],
            [f"ntp {NTP_MISSING_ON}"],
            [device.name for device in DEVICES],
        ),
    ]


def _end_of_link(end: End) -> tuple[str, str, str]:
    """Name the lines that prove an end of a link: its interface, its address in the link's subnet, its MTU."""
    return f"interface {end.device} {end.port}", f"address {end.address}", f"mtu {end.device} {end.port}"


def _of_both() -> list[Question]:
    change = last_change("leaf1")
    return [
        Question(
            "multi-hop",
            f"Which access list blocks the connections of the fares application to {BLOCKED_HOST},"
            " and on which device?",
            [BLOCKING_LIST, "leaf1", "30 deny"],
            (BLOCKING_LIST, "leaf1"),
            ("denial", "blocking deny"),
            note="The same list on leaf2 has no such entry.",
        ),
        Question(
            "multi-hop",
            f"Who changed the configuration of leaf1 before the first timeout of {BLOCKED_HOST}, and when?",
            [change.user, f"Nov {change.time.day} {change.time:%H:%M:%S}"],
            (change.user,),
            ("change leaf1",),
            said_times(change.time),
        ),
        Question(
            "multi-hop",
            f"Which circuit is on the interface of {FLAPPING.b.device} that keeps going down?",
            FLAPPING_CIRCUIT,
            (FLAPPING_CIRCUIT,),
            (f"description {FLAPPING.b.device} {FLAPPING.b.port}",),
        ),
        names(
            "multi-hop",
            f"Which host, with which MAC address, was given {INTRUDER}, the address that failed passwords"
            " on fw1 came from?",
            [INTRUDER_HOST, INTRUDER_MAC],
            ["intruder lease"],
        ),
        value("exists", "Did any device lose NTP sync? Which one?", NTP_MISSING_ON, "clock lost"),
    ]


def _negatives() -> list[Question]:
    return [
        negative("Which devices run EIGRP?", "None."),
        negative("What is the IP address of Loopback1 on core1?", "core1 has no Loopback1 interface."),
        negative("What is the management address of core3?", "There is no device core3."),
        negative(
            "Which devices allow telnet on their vty lines with a 'transport input telnet' command?",
            "None: the vty lines allow ssh or nothing.",
        ),
        negative("Which VRRP groups are configured?", "None: the gateways use HSRP (standby)."),
        negative(
            "Which requests of the fares application ended with status 500?",
            "None: the only statuses are 200, 201, 404 and 503.",
        ),
        negative("When did the user dlopez log in?", "Never: no line names dlopez."),
        negative("Did any device report a failed power supply?", "No: no line speaks of a power supply."),
        negative(
            "When did the BGP session of edge2 with 192.0.2.1 go down?",
            "Never in these logs.",
            "The sessions that go down are those with branches and leaves.",
        ),
        negative("What is the name of VLAN 70 on dist2?", "There is no VLAN 70."),
    ]
