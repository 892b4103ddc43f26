"""The plan of Larkmoor Rail's network: devices, links, VLANs, servers, and who changed what when."""

from dataclasses import dataclass
from datetime import datetime

LOCAL_AS = 64496
DATA_CENTRE_AS = 64500
NTP_SERVERS = ("10.20.30.5", "10.20.30.6")
SYSLOG_SERVER = "10.20.30.10"
SNMP_SERVER = "10.20.30.11"
TACACS_SERVER = "10.20.30.12"
NAME_SERVERS = ("10.20.30.3", "10.20.30.4")
DHCP_SERVER = "10.20.30.7"
STAFF = {"mkeller": "10.10.99.50", "jpark": "10.10.99.51", "rsingh": "10.10.99.52"}
JUMBO = 9100


@dataclass(frozen=True, slots=True)
class Device:
    """One device; `platform` is the syntax of its configuration."""

    name: str
    platform: str
    loopback: str
    model: str
    site: str

    @property
    def path(self) -> str:
        ending = "conf" if self.platform.startswith("junos") else "cfg"
        return f"configs/{self.name}.{ending}"


@dataclass(frozen=True, slots=True)
class End:
    """One end of a link; `mtu` 0 leaves the device's default."""

    device: str
    port: str
    address: str
    mtu: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A routed point-to-point link; its two addresses are one /31."""

    a: End
    b: End


@dataclass(frozen=True, slots=True)
class Vlan:
    number: int
    name: str
    network: str
    """The first three octets: every VLAN is a /24."""


@dataclass(frozen=True, slots=True)
class Change:
    """One configuration change."""

    time: datetime
    device: str
    user: str


DEVICES = (
    Device("core1", "ios", "10.255.0.1", "C9500-40X", "Harbour Street, room B1"),
    Device("core2", "ios", "10.255.0.2", "C9500-40X", "Harbour Street, room B2"),
    Device("dist1", "ios", "10.255.0.11", "C9300-48UXM", "Harbour Street, floor 1"),
    Device("dist2", "ios", "10.255.0.12", "C9300-48UXM", "Harbour Street, floor 2"),
    Device("access1", "ios", "", "C9200CX-12P", "Harbour Street, ticket hall"),
    Device("access2", "ios", "", "C9200CX-12P", "Harbour Street, signal office"),
    Device("edge1", "junos", "10.255.0.21", "mx204", "Harbour Street, room B1"),
    Device("edge2", "junos", "10.255.0.22", "mx204", "Harbour Street, room B2"),
    Device("fw1", "junos", "10.255.0.31", "srx1500", "Harbour Street, room B1"),
    Device("leaf1", "eos", "10.255.0.41", "DCS-7050SX3-48YC8", "Quarry Lane, rack 4"),
    Device("leaf2", "eos", "10.255.0.42", "DCS-7050SX3-48YC8", "Quarry Lane, rack 5"),
    Device("branch-ash", "ios", "10.255.0.51", "ISR4331", "Ash Valley station"),
    Device("branch-elm", "ios", "10.255.0.52", "ISR4331", "Elm Bridge depot"),
    Device("branch-fir", "junos-set", "10.255.0.53", "srx345", "Fir Point works"),
)
BRANCH_AS = {"branch-ash": 64501, "branch-elm": 64502, "branch-fir": 64503}
BRANCH_LAN = {"branch-ash": "10.30.1", "branch-elm": "10.30.2", "branch-fir": "10.30.3"}

_TE = "TenGigabitEthernet1/"
_GI = "GigabitEthernet0/0/"


def _link(network: str, index: int, a: str, b: str, mtus: tuple[int, int] = (0, 0)) -> Link:
    (a_device, a_port), (b_device, b_port) = a.split(), b.split()
    return Link(
        End(a_device, a_port, f"{network}.{2 * index}", mtus[0]),
        End(b_device, b_port, f"{network}.{2 * index + 1}", mtus[1]),
    )


_BIG = (JUMBO, JUMBO)
MTU_FAULT = _link("10.254.0", 2, f"core1 {_TE}0/3", f"dist2 {_TE}1/1", (JUMBO, 1600))
FLAPPING = _link("10.254.2", 0, "edge1 ge-0/0/2", f"branch-ash {_GI}0")
WRONG_AS = _link("10.254.2", 1, "edge2 ge-0/0/2", f"branch-elm {_GI}0")
CORE_LEAF = (
    _link("10.254.0", 8, f"core1 {_TE}0/5", "leaf1 Ethernet49", _BIG),
    _link("10.254.0", 9, f"core1 {_TE}0/6", "leaf2 Ethernet49", _BIG),
    _link("10.254.0", 10, f"core2 {_TE}0/5", "leaf1 Ethernet50", _BIG),
    _link("10.254.0", 11, f"core2 {_TE}0/6", "leaf2 Ethernet50", _BIG),
)
WAN = (
    FLAPPING,
    WRONG_AS,
    _link("10.254.2", 2, "edge1 ge-0/0/3", "branch-fir ge-0/0/0"),
    _link("10.254.2", 3, "edge2 ge-0/0/3", f"branch-ash {_GI}1"),
    _link("10.254.2", 4, "edge1 ge-0/0/4", f"branch-elm {_GI}1"),
    _link("10.254.2", 5, "edge2 ge-0/0/4", "branch-fir ge-0/0/1"),
)
LINKS = (
    _link("10.254.0", 0, f"core1 {_TE}0/1", f"core2 {_TE}0/1", _BIG),
    _link("10.254.0", 1, f"core1 {_TE}0/2", f"dist1 {_TE}1/1", _BIG),
    MTU_FAULT,
    _link("10.254.0", 3, f"core2 {_TE}0/2", f"dist1 {_TE}1/2", _BIG),
    _link("10.254.0", 4, f"core2 {_TE}0/3", f"dist2 {_TE}1/2", _BIG),
    _link("10.254.0", 5, f"core1 {_TE}0/4", "edge1 xe-0/0/0"),
    _link("10.254.0", 6, f"core2 {_TE}0/4", "edge2 xe-0/0/0"),
    _link("10.254.0", 7, "edge1 xe-0/0/1", "edge2 xe-0/0/1"),
    *CORE_LEAF,
    _link("10.254.0", 12, f"core1 {_TE}0/7", "fw1 ge-0/0/0"),
    _link("10.254.0", 13, f"core2 {_TE}0/7", "fw1 ge-0/0/1"),
    *WAN,
)
OFFICE_VLANS = (
    Vlan(10, "STAFF", "10.10.10"),
    Vlan(20, "TICKET-DESKS", "10.10.20"),
    Vlan(30, "SIGNALLING", "10.10.30"),
    Vlan(40, "GUEST", "10.10.40"),
    Vlan(50, "VOICE", "10.10.50"),
    Vlan(60, "CAMERAS", "10.10.60"),
    Vlan(99, "MANAGEMENT", "10.10.99"),
)
SERVER_VLANS = (
    Vlan(110, "FARES-APP", "10.20.10"),
    Vlan(120, "FARES-DB", "10.20.20"),
    Vlan(130, "INFRA", "10.20.30"),
    Vlan(140, "TIMETABLE", "10.20.40"),
)
CHANGES = (
    Change(datetime(2025, 10, 28, 13, 5, 52), "edge2", "rsingh"),
    Change(datetime(2025, 11, 3, 11, 38, 20), "dist2", "jpark"),
    Change(datetime(2025, 11, 3, 14, 52, 41), "access2", "jpark"),
    Change(datetime(2025, 11, 4, 9, 12, 5), "leaf1", "mkeller"),
    Change(datetime(2025, 11, 4, 16, 20, 33), "core2", "mkeller"),
    Change(datetime(2025, 11, 5, 8, 31, 10), "branch-ash", "rsingh"),
    Change(datetime(2025, 11, 5, 10, 5, 47), "edge1", "rsingh"),
    Change(datetime(2025, 11, 6, 9, 44, 2), "core1", "jpark"),
    Change(datetime(2025, 11, 6, 15, 20, 11), "fw1", "rsingh"),
    Change(datetime(2025, 11, 7, 10, 12, 30), "dist1", "mkeller"),
)
BEFORE = Change(datetime(2025, 9, 16, 7, 55, 14), "", "mkeller")


def device(name: str) -> Device:
    return next(device for device in DEVICES if device.name == name)


def links_of(name: str) -> list[tuple[End, End]]:
    """Give the ends at this device, in the order of its ports, each with the end it faces."""
    pairs = [(link.a, link.b) for link in LINKS] + [(link.b, link.a) for link in LINKS]
    return sorted((pair for pair in pairs if pair[0].device == name), key=lambda pair: pair[0].port)


def last_change(name: str) -> Change:
    return max((c for c in CHANGES if c.device == name), key=lambda c: c.time, default=BEFORE)
