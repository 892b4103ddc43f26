"""Entries that nothing should match, against records that name them; tunnels, pools and conflicts in keyed logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from findings.checks import run_checks
from findings.records import Finding
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

POLICY = """\
config system global
    set hostname "mill-fw"
end
config system interface
    edit "wan1"
        set vdom "root"
        set ip 192.0.2.2 255.255.255.0
    next
    edit "dmz"
        set vdom "root"
        set ip 10.9.8.1 255.255.255.0
    next
end
config firewall vip
    edit "vip-shop"
        set extip 192.0.2.9
        set mappedip "10.9.8.20"
        set extintf "wan1"
        set portforward enable
        set extport 443
        set mappedport 9443
    next
end
config firewall policy
    edit 7
        set name "shop-in"
        set srcintf "wan1"
        set dstintf "dmz"
        set srcaddr "all"
        set dstaddr "vip-shop"
        set action accept
        set schedule "always"
        set service "HTTPS"
    next
end
"""
TRAFFIC = (
    'date=2026-03-02 time=0{hour}:10:00 devname="mill-fw" devid="FG0" tz="+0000" logid="0000000013" type="traffic" '
    'subtype="forward" level="notice" vd="root" srcip=198.51.100.7 srcport=40123 srcintf="wan1" dstip=10.9.8.20 '
    'dstport=9443 dstintf="dmz" sessionid=77{hour} proto=6 action="close" policyid={policy} policyname="shop-in" '
    'service="HTTPS" duration=3 sentbyte=12 rcvdbyte=34\n'
)
VPN = (
    'date=2026-03-02 time={time} devname="mill-fw" devid="FG0" tz="+0000" logid="0101037138" type="event" '
    'subtype="vpn" level="notice" vd="root" logdesc="IPsec connection status changed" msg="IPsec connection status '
    'change" action="tunnel-{state}" remip=198.51.100.9 locip=192.0.2.2 vpntunnel="{tunnel}" duration=0\n'
)
LEASE = "{number},03/02/26,{time},{what},{address},{name},000E8C01C1{host:02},,17112{host},6,,,,,,,,0\n"
LEASES = [
    *((11, f"06:{minute:02}:45", "Renew", "10.9.7.58", 4) for minute in range(0, 50, 2)),
    *((10, f"07:{minute:02}:13", "Assign", f"10.9.7.{minute}", minute) for minute in range(10, 40, 3)),
    (14, "07:59:33", "No addresses available", "10.9.7.0", 6),
    (14, "08:01:18", "No addresses available", "10.9.7.0", 7),
    (13, "13:10:09", "Conflict", "10.9.7.112", 8),
    (13, "13:12:09", "Conflict", "10.9.7.112", 9),
]


def findings_of(folder: Path, files: dict[str, str]) -> tuple[Finding, ...]:
    """Load files, and return what the checks find."""
    for name, text in files.items():
        (folder / name).write_text(text)
    with borrowed_graph() as graph:
        ingest([folder / name for name in files], graph, folder / "parsers")
        return run_checks(graph, ["unmatched-entry", "tunnel-down", "pool-full", "duplicate-address-seen"])


def traffic(policy: int) -> str:
    return "".join(TRAFFIC.format(hour=hour, policy=policy) for hour in range(1, 9))


NEVER = "In policy on mill-fw, entry 7 never matches: port 443 has become 9443 by then."
CASES = {
    "a log that names the entry makes it doubtful": (
        traffic(7),
        "info",
        f"{NEVER} This may be wrong: 8 log records name entry 7, the last at 2026-03-02 08:10:00.",
    ),
    "a log that names another entry does not": (
        traffic(3),
        "medium",
        NEVER,
    ),
}


@pytest.mark.parametrize(("log", "severity", "message"), CASES.values(), ids=CASES)
def test_entries_are_held_against_logs(tmp_path: Path, log: str, severity: str, message: str) -> None:
    (found,) = findings_of(tmp_path, {"mill-fw.conf": POLICY, "traffic.log": log})
    assert (found.severity, found.message) == (severity, message)
    assert (found.lines[-1].path == "traffic.log") == (severity == "info")


def test_tunnels_of_keyed_logs(tmp_path: Path) -> None:
    states = [("04:00:01", "down", "to-silo"), ("04:06:10", "up", "to-silo"), ("05:00:00", "down", "to-port")]
    down = "On mill-fw, the tunnel {} went down once, at 2026-03-02 {}"
    log = traffic(3) + "".join(
        VPN.format(time=time, state=state, tunnel=name) for time, state, name in states
    )
    found = findings_of(tmp_path, {"vpn.log": log})
    assert {(one.severity, one.message) for one in found} == {
        ("low", f"{down.format('to-silo', '04:00:01')}; it was up at 2026-03-02 04:06:10."),
        ("high", f"{down.format('to-port', '05:00:00')}, and no record says that it came up."),
    }


def test_tunnels_of_plain_logs(tmp_path: Path) -> None:
    log = """\
2026-03-02T04:00:01Z till-rt %CRYPTO-5-SESSION_STATUS: Crypto tunnel is DOWN.  Peer 198.51.100.9:500  Id: 198.51.100.9
2026-03-02T04:02:01Z till-rt %SYS-5-CONFIG_I: Configured from console by amiller on vty0 (10.9.9.9)
2026-03-02T04:06:01Z till-rt %CRYPTO-5-SESSION_STATUS: Crypto tunnel is UP  .  Peer 198.51.100.9:500  Id: 198.51.100.9
"""
    (found,) = findings_of(tmp_path, {"till-rt.log": log})
    assert (found.kind, found.severity) == ("tunnel-down", "low")
    assert [line.number for line in found.lines] == [1, 3]


SA = (
    "Nov {when} till-fw : %ASA-5-750006: Local:203.0.113.9:500 Remote:{peer}:500 Username:{user} "
    "IKEv2 SA {state}. Reason: peer lost\n"
)
GONE = (
    "Nov 12 2026 11:07:21 till-fw : %ASA-4-113019: Group = {peer}, Username = {peer}, IP = {peer}, "
    "Session disconnected. Session Type: LAN-to-LAN, Duration: 14h:02m:51s, Bytes xmt: 41, Bytes rcv: 98\n"
)
CREATED = (
    "Nov 12 2026 11:53:14 till-fw : %ASA-6-602303: IPSEC: An outbound LAN-to-LAN SA (SPI= 0x7A01C3E2) "
    "between 203.0.113.9 and {peer} (user= {peer}) has been created.\n"
)


def test_tunnels_of_ikev2(tmp_path: Path) -> None:
    """The user of a tunnel is called as its peer; a client that comes and goes has another name."""
    peer = "198.51.100.9"
    states = [
        ("09 2026 06:12:31", peer, peer, "DOWN"),
        ("09 2026 06:12:58", peer, peer, "UP"),
        ("12 2026 09:00:00", "198.51.100.7", "amiller", "DOWN"),
        ("12 2026 11:07:21", peer, peer, "DOWN"),
        ("12 2026 11:53:14", peer, peer, "UP"),
    ]
    log = "".join(SA.format(when=when, peer=far, user=user, state=state) for when, far, user, state in states)
    (found,) = findings_of(tmp_path, {"till-fw.log": log + GONE.format(peer=peer)})
    downs = f"the tunnel {peer} went down twice, between 2026-11-09 06:12:31 and 2026-11-12 11:07:21"
    assert found.severity == "low"
    assert found.message == f"On till-fw, {downs}; it was up at 2026-11-12 11:53:14."


@pytest.mark.parametrize(
    ("more", "end"),
    [(CREATED, "; it was up at 2026-11-12 11:53:14."), ("", ", and no record says that it came up.")],
)
def test_security_associations_end_an_outage(tmp_path: Path, more: str, end: str) -> None:
    (found,) = findings_of(tmp_path, {"till-fw.log": (GONE + more).format(peer="198.51.100.9")})
    assert found.message.endswith(end)


def test_rows_of_a_server_of_dhcp(tmp_path: Path) -> None:
    rows = "".join(
        LEASE.format(
            number=number,
            time=time,
            what=what,
            address=address,
            host=host,
            name="BAD_ADDRESS" if what == "Conflict" else f"till-{host}",
        )
        for number, time, what, address, host in LEASES
    )
    found = {one.kind: one for one in findings_of(tmp_path, {"leases.log": rows})}
    assert found["pool-full"].message.startswith("A device said twice that a pool or table is full")
    assert "No addresses available,10.9.7.0" in found["pool-full"].message
    assert found["duplicate-address-seen"].message == (
        "A server of DHCP takes the address 10.9.7.112, which it would have given out, for one in use: twice, "
        "first at 2026-03-02 13:10:09."
    )
