"""The planted faults as the logs of the week show them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

from .events import WEEK_DAYS, WEEK_END, WEEK_START, Event, seconds, working_time
from .faults import (
    BLOCKED_HOST,
    BLOCKED_PORT,
    BLOCKING_LIST,
    DUPLICATE_ADDRESS,
    DUPLICATE_MAC,
    FLAP_COUNT,
    FLAPS_FROM,
    NTP_MISSING_ON,
    RIGHT_PEER_AS,
    WRONG_PEER_AS,
)
from .plan import BRANCH_AS, DEVICES, FLAPPING, MTU_FAULT, NTP_SERVERS, WRONG_AS, device, last_change

BLOCKED_COUNT = 58
APPLICATION_HOSTS = {"fares-app-1": "10.20.10.21", "fares-app-2": "10.20.10.22"}
CLOCK_DOWN = datetime(2025, 11, 6, 3, 0)
CLOCK_UP = datetime(2025, 11, 6, 4, 32)
HOT_FROM = datetime(2025, 11, 6, 13, 2)
READINGS = (46, 49, 52, 54, 51, 47)


def incidents(random: Random) -> Iterator[Event]:
    yield from _flaps(random)
    yield from _mtu_mismatch(random)
    yield from _duplicate_address(random)
    yield from _wrong_as(random)
    yield from _lost_clock(random)
    yield from _heat()


def blocked_attempts(random: Random) -> list[tuple[datetime, str]]:
    """Pick when which application server meets the blocking entry, from the change that made it on."""
    since = last_change("leaf1").time
    times = [since + seconds(9)]
    while len(times) < BLOCKED_COUNT:
        time = working_time(random, random.randrange(1, WEEK_DAYS))
        if time > since:
            times.append(time)
    return [(time, random.choice(list(APPLICATION_HOSTS))) for time in sorted(times)]


def denials(attempts: list[tuple[datetime, str]], random: Random) -> Iterator[Event]:
    """Give one denied packet per attempt, as the leaf switch reports it."""
    for number, (time, host) in enumerate(attempts):
        source = f"{APPLICATION_HOSTS[host]}({random.randrange(49152, 65536)})"
        text = f"Acl: %ACL-6-IPACCESS: list {BLOCKING_LIST} Vlan110 denied tcp {source} -> {BLOCKED_HOST}"
        yield Event(
            time, "leaf1", f"{text}({BLOCKED_PORT})", ("denial", *(("first denial",) if not number else ()))
        )


def _flaps(random: Random) -> Iterator[Event]:
    time = FLAPS_FROM
    for _ in range(FLAP_COUNT):
        time += seconds(random.randrange(200, 1100))
        duration = random.randrange(15, 90)
        yield from _one_flap(time, duration)
        time += seconds(duration)


def _one_flap(down: datetime, duration: int) -> Iterator[Event]:
    far, near = FLAPPING.a, FLAPPING.b
    up = down + seconds(duration)
    changed = "rpd[5101]: RPD_BGP_NEIGHBOR_STATE_CHANGED"
    peer = f"{changed}: BGP peer {near.address} (External AS {BRANCH_AS[near.device]})"
    yield Event(down, near.device, _link(near.port, "down"), ("flap", "flap down"))
    yield Event(down + seconds(1), near.device, _protocol(near.port, "down"), ("flap",))
    yield Event(
        down + seconds(1),
        near.device,
        f"%BGP-5-NBR_RESET: Neighbor {far.address} reset (Interface flap)",
        ("flap",),
    )
    yield Event(
        down + seconds(1),
        near.device,
        f"%BGP-5-ADJCHANGE: neighbor {far.address} Down Interface flap",
        ("flap", "flap bgp down"),
    )
    yield Event(down, far.device, _trap("DOWN", "down(2)", far.port), ("flap",))
    yield Event(
        down + seconds(1),
        far.device,
        f"{peer} changed state from Established to Idle (event Stop) (instance master)",
        ("flap", "flap edge down"),
    )
    yield Event(up, near.device, _link(near.port, "up"), ("flap", "flap up"))
    yield Event(up + seconds(1), near.device, _protocol(near.port, "up"), ("flap",))
    yield Event(up, far.device, _trap("UP", "up(1)", far.port), ("flap",))
    yield Event(up + seconds(8), near.device, f"%BGP-5-ADJCHANGE: neighbor {far.address} Up", ("flap",))
    yield Event(
        up + seconds(8),
        far.device,
        f"{peer} changed state from OpenConfirm to Established (event RecvKeepAlive) (instance master)",
        ("flap",),
    )


def _link(port: str, state: str) -> str:
    return f"%LINK-3-UPDOWN: Interface {port}, changed state to {state}"


def _protocol(port: str, state: str) -> str:
    return f"%LINEPROTO-5-UPDOWN: Line protocol on Interface {port}, changed state to {state}"


def _trap(direction: str, state: str, port: str) -> str:
    text = f"SNMP_TRAP_LINK_{direction}: ifIndex 526, ifAdminStatus up(1), ifOperStatus {state}"
    return f"mib2d[5120]: {text}, ifName {port}"


def _mtu_mismatch(random: Random) -> Iterator[Event]:
    core, distribution = MTU_FAULT.a, MTU_FAULT.b
    time = last_change(distribution.device).time + seconds(4)
    change = "from FULL to DOWN, Neighbor Down: Interface down or detached"
    while time < WEEK_END:
        for here, there in ((core, distribution), (distribution, core)):
            router = device(there.device).loopback
            text = f"%OSPF-5-ADJCHG: Process 1, Nbr {router} on {here.port} {change}"
            yield Event(time, here.device, text, ("ospf down", f"ospf down {here.device}"))
        time += seconds(random.randrange(9000, 13000))
        change = "from EXSTART to DOWN, Neighbor Down: Too many retransmissions"


def _duplicate_address(random: Random) -> Iterator[Event]:
    time = last_change("access2").time + seconds(31)
    text = f"%IP-4-DUPADDR: Duplicate address {DUPLICATE_ADDRESS} on Vlan99, sourced by {DUPLICATE_MAC}"
    while time < WEEK_END:
        yield Event(time, "access1", text, ("duplicate seen",))
        time += seconds(random.randrange(5000, 11000))


def _wrong_as(random: Random) -> Iterator[Event]:
    edge, branch = WRONG_AS.a, WRONG_AS.b
    time = WEEK_START + seconds(random.randrange(3600))
    peer = f"peer {branch.address} (External AS {WRONG_PEER_AS})"
    told = f"bgp_process_open: NOTIFICATION sent to {branch.address} (External AS {WRONG_PEER_AS})"
    code = "code 2 (Open Message Error) subcode 2 (bad peer AS number)"
    reason = f"Reason: {peer} claims {RIGHT_PEER_AS}, {WRONG_PEER_AS} configured"
    heard = f"%BGP-3-NOTIFICATION: received from neighbor {edge.address} 2/2 (peer in wrong AS) 2 bytes FBF6"
    while time < WEEK_END:
        yield Event(time, edge.device, f"rpd[4987]: {told}: {code}, {reason}", ("wrong as sent",))
        yield Event(time, branch.device, heard, ("wrong as heard",))
        time += seconds(random.randrange(7000, 11000))


def _lost_clock(random: Random) -> Iterator[Event]:
    first = NTP_SERVERS[0]
    for this in (d for d in DEVICES if d.platform == "ios"):
        lost = CLOCK_DOWN + seconds(random.randrange(60, 500))
        found = CLOCK_UP + seconds(random.randrange(20, 400))
        yield Event(
            lost, this.name, f"%NTP-4-PEERUNREACH: Peer {first} is unreachable", ("clock unreachable",)
        )
        yield Event(found, this.name, f"%NTP-6-PEERREACH: Peer {first} is reachable", ("clock reachable",))
        if this.name == NTP_MISSING_ON:
            yield Event(lost + seconds(41), this.name, "%NTP-4-UNSYNC: NTP sync is lost", ("clock lost",))
            text = f"%NTP-5-PEERSYNC: NTP synced to peer {first}"
            yield Event(found + seconds(12), this.name, text, ("clock found",))


def _heat() -> Iterator[Event]:
    place = "Temp: Inlet 1, Location: R0"
    for step, reading in enumerate(READINGS):
        marks = ("heat", "hottest") if reading == max(READINGS) else ("heat",)
        text = f"%ENVIRONMENTAL-1-ALERT: {place}, State: Minor, Reading: {reading} Celsius"
        yield Event(HOT_FROM + timedelta(minutes=37 * step), "branch-elm", text, marks)
    text = f"%ENVIRONMENTAL-6-NOTICE: {place}, State: Normal, Reading: 41 Celsius"
    yield Event(HOT_FROM + timedelta(minutes=37 * len(READINGS)), "branch-elm", text)
