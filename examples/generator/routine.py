"""The ordinary events of the week: logins, changes, outlets, addresses, guests, a planned reload."""

from collections.abc import Iterator
from datetime import datetime
from random import Random

from .events import WEEK_DAYS, WEEK_START, Event, seconds, working_time
from .faults import INTRUDER, INTRUDER_HOST, INTRUDER_MAC
from .ios_campus import port_vlan
from .plan import CHANGES, CORE_LEAF, DEVICES, STAFF, Change, device

LEASES_A_DAY = 28
OUTLETS_A_DAY = 7
LOGINS_A_DAY = 9
GUESTS_A_DAY = 14
MISTYPED_A_DAY = 2
RELOAD = datetime(2025, 11, 7, 1, 0, 12)
RELOAD_LASTS = 412
RELOADED = "leaf2"
DESKS = tuple((f"desk-{n // 20 + 1}-{n % 20 + 1:02d}", f"00:00:5e:00:53:{n + 16:02x}") for n in range(60))


def routine(random: Random) -> Iterator[Event]:
    for change in CHANGES:
        if change.time >= WEEK_START and change.device != "fw1":
            yield from _change(change, random)
    for day in range(WEEK_DAYS):
        yield from _logins(day, random)
        yield from _leases(day, random)
        yield from _outlets(day, random)
        yield from _guests(day, random)
    yield from _reload()


def login(time: datetime, name: str, user: str) -> Event:
    """Write a login in the words of the device's platform."""
    source = STAFF[user]
    stamp = f"{time:%H:%M:%S} UTC {time:%a %b} {time.day} {time.year}"
    place = f"[user: {user}] [Source: {source}] [localport: 22]"
    texts = {
        "ios": f"%SEC_LOGIN-5-LOGIN_SUCCESS: Login Success {place} at {stamp}",
        "eos": f"Aaa: %AAA-5-LOGIN: user {user} logged in [from: {source}] [service: sshd]",
    }
    process = 20000 + time.hour * 60 + time.minute
    junos = f"sshd[{process}]: Accepted password for {user} from {source} port 50{time:%S}2 ssh2"
    return Event(time, name, texts.get(device(name).platform, junos), (f"login {user}", f"login on {name}"))


def _change(change: Change, random: Random) -> Iterator[Event]:
    source = STAFF[change.user]
    told = f"%SYS-5-CONFIG_I: Configured from console by {change.user} on vty0 ({source})"
    texts = {"ios": told, "eos": f"ConfigAgent: {told}"}
    junos = f"mgd[7731]: UI_COMMIT: User '{change.user}' requested 'commit' operation (comment: none)"
    text = texts.get(device(change.device).platform, junos)
    yield login(change.time - seconds(random.randrange(120, 400)), change.device, change.user)
    yield Event(change.time, change.device, text, ("change", f"change {change.device}"))


def _logins(day: int, random: Random) -> Iterator[Event]:
    names = [d.name for d in DEVICES if d.name != "fw1"]
    for _ in range(LOGINS_A_DAY):
        yield login(working_time(random, day), random.choice(names), random.choice(list(STAFF)))
    for _ in range(MISTYPED_A_DAY):
        time, user = working_time(random, day), random.choice(list(STAFF))
        stamp = f"{time:%H:%M:%S} UTC {time:%a %b} {time.day} {time.year}"
        text = f"Login failed [user: {user}] [Source: {STAFF[user]}] [localport: 22]"
        reason = f"[Reason: Login Authentication Failed] at {stamp}"
        name = random.choice(["core1", "core2", "dist1", "dist2"])
        yield Event(time, name, f"%SEC_LOGIN-4-LOGIN_FAILED: {text} {reason}", ("login failed",))


def _leases(day: int, random: Random) -> Iterator[Event]:
    for _ in range(LEASES_A_DAY):
        host, mac = random.choice(DESKS)
        network = random.choice(("10.10.10", "10.10.20", "10.10.30"))
        address = f"{network}.{random.randrange(70, 200)}"
        yield from _lease(working_time(random, day), address, mac, host, ("lease",))
    if day == WEEK_DAYS - 2:
        time = WEEK_START + seconds(day * 86400 + 8 * 3600 + 131)
        yield from _lease(time, INTRUDER, INTRUDER_MAC, INTRUDER_HOST, ("lease", "intruder lease"))


def _lease(time: datetime, address: str, mac: str, host: str, marks: tuple[str, ...]) -> Iterator[Event]:
    relay = f"{address.rpartition('.')[0]}.2"
    yield Event(time, "dhcp-1", f"dhcpd[812]: DHCPREQUEST for {address} from {mac} ({host}) via {relay}")
    yield Event(time, "dhcp-1", f"dhcpd[812]: DHCPACK on {address} to {mac} ({host}) via {relay}", marks)


def _outlets(day: int, random: Random) -> Iterator[Event]:
    for _ in range(OUTLETS_A_DAY):
        switch, number = random.choice(("access1", "access2")), random.randrange(1, 9)
        port = f"GigabitEthernet1/0/{number}"
        start = working_time(random, day)
        for time, state in ((start, "down"), (start + seconds(random.randrange(3, 1200)), "up")):
            link = f"%LINK-3-UPDOWN: Interface {port}, changed state to {state}"
            line = f"%LINEPROTO-5-UPDOWN: Line protocol on Interface {port}, changed state to {state}"
            yield Event(time, switch, link, (f"outlet {state}", f"vlan {port_vlan(switch, number)}"))
            yield Event(time + seconds(1), switch, line)


def _guests(day: int, random: Random) -> Iterator[Event]:
    for _ in range(GUESTS_A_DAY):
        source = f"10.10.40.{random.randrange(20, 220)}({random.randrange(49152, 65536)})"
        target, port = random.choice((("10.10.99.1", 22), ("10.20.10.21", 443), ("10.10.10.1", 445)))
        text = f"%SEC-6-IPACCESSLOGP: list GUEST-IN denied tcp {source} -> {target}({port})"
        packets = random.choice(("1 packet", "1 packet", "3 packets", "7 packets"))
        name = random.choice(("dist1", "dist1", "dist1", "dist2"))
        yield Event(
            working_time(random, day), name, f"{text}, {packets}", ("guest denied", f"guest denied {name}")
        )


def _reload() -> Iterator[Event]:
    """Give the planned reload of one leaf, as it and the cores report it."""
    back = RELOAD + seconds(RELOAD_LASTS)
    yield Event(
        RELOAD,
        RELOADED,
        f"ConfigAgent: %SYS-5-RELOAD: Reload requested by jpark on vty2 ({STAFF['jpark']}). Reason: planned",
        ("reload", "reload asked"),
    )
    yield Event(
        back - seconds(60), RELOADED, "Launcher: %SYS-5-SYSTEM_RESTARTED: System restarted", ("reload",)
    )
    for link in CORE_LEAF:
        core, leaf = link.a, link.b
        if leaf.device == RELOADED:
            for time, state, session in (
                (RELOAD + seconds(3), "down", "Down Interface flap"),
                (back, "up", "Up"),
            ):
                text = f"%LINK-3-UPDOWN: Interface {core.port}, changed state to {state}"
                yield Event(time, core.device, text, ("reload",))
                peer = f"%BGP-5-ADJCHANGE: neighbor {leaf.address} {session}"
                yield Event(time + seconds(6), core.device, peer, ("reload", f"reload {session}"))
