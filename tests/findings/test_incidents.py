"""Findings that share a cause are one incident: a link from both ends with its sessions, one address, one restart."""

from __future__ import annotations

from findings.checks import CHECKS
from findings.incidents import Incident, all_findings, narrow
from findings.join_incidents import join_incidents
from findings.records import Finding, Subject, SubjectKind
from graph_store.records import SourceLine
from tests.findings.planted import network

SITES = network(
    hub="""\
hostname hub
interface GigabitEthernet0/1
 description circuit 77-A to far
 ip address 10.0.1.1 255.255.255.252
interface GigabitEthernet0/2
 ip address 10.0.2.1 255.255.255.252
interface Loopback0
 ip address 10.9.0.1 255.255.255.255
""",
    far="""\
hostname far
interface GigabitEthernet0/7
 ip address 10.0.1.2 255.255.255.252
interface Loopback0
 ip address 10.9.0.2 255.255.255.255
""",
    third="""\
hostname third
interface GigabitEthernet0/7
 ip address 10.0.2.2 255.255.255.252
""",
)


def seen(
    kind: str, device: str, what: SubjectKind, name: str, first: str, last: str, level: str = "high"
) -> Finding:
    times = {"since": f"2025-11-05T{first}Z", "until": f"2025-11-05T{last}Z" if last else ""}
    message = f"{device} {name} {kind} {first}"
    return Finding(
        kind,
        "info" if level == "info" else "high",
        (device,),
        message,
        (),
        about=(Subject(what, device, name),),
        **times,
    )


PORT = seen("flapping", "hub", "interface", "Gi0/1", "02:17:05", "05:12:12")
FAR_PORT = seen("flapping", "far", "interface", "GigabitEthernet0/7", "02:17:05", "05:12:12")
SESSION = seen("flapping", "far", "neighbor", "10.0.1.1", "02:17:06", "05:12:13")
ADJACENCY = seen("still-down", "hub", "neighbor", "10.9.0.2 on GigabitEthernet0/1", "05:00:00", "")
OTHER_PORT = seen("flapping", "hub", "interface", "GigabitEthernet0/2", "02:17:05", "05:12:12")
LATER = seen("flapping", "hub", "interface", "GigabitEthernet0/1", "09:00:00", "09:30:00")


def joined(*findings: Finding) -> list[set[str]]:
    return [{one.message for one in incident.findings} for incident in join_incidents(findings, SITES)]


def test_both_ends_of_a_link_and_the_sessions_over_it_are_one() -> None:
    found = join_incidents([PORT, FAR_PORT, SESSION, ADJACENCY, OTHER_PORT], SITES)
    assert [len(one.findings) for one in found] == [4, 1]
    first = found[0]
    assert first.where == "hub GigabitEthernet0/1 \N{EN DASH} far GigabitEthernet0/7"
    assert first.touches == ("hub GigabitEthernet0/1 (circuit 77-A to far)", "far GigabitEthernet0/7")
    assert (first.since, first.until, first.with_it) == (PORT.since, "", "2 flapping, 1 still-down")
    assert found[1].where == "hub GigabitEthernet0/2 \N{EN DASH} third GigabitEthernet0/7"


def test_what_does_not_overlap_in_time_is_apart() -> None:
    assert joined(PORT, LATER) == [{PORT.message}, {LATER.message}]
    assert joined(seen("still-down", "far", "interface", "Gi0/7", "05:20:00", ""), LATER, PORT) == [
        {LATER.message, PORT.message, "far Gi0/7 still-down 05:20:00"}
    ]


def test_a_defect_of_a_configuration_joins_what_happens_on_its_link() -> None:
    ends = (
        Subject("interface", "hub", "GigabitEthernet0/1"),
        Subject("interface", "far", "GigabitEthernet0/7"),
    )
    mtu = Finding("link-mtu", "high", ("hub", "far"), "The ends differ.", (), about=ends)
    assert joined(mtu, SESSION, OTHER_PORT) == [{mtu.message, SESSION.message}, {OTHER_PORT.message}]
    assert join_incidents([SESSION, mtu], SITES)[0].findings == (mtu, SESSION)


def test_a_session_between_loopbacks_is_one_from_both_ends() -> None:
    one = seen("flapping", "hub", "neighbor", "10.9.0.2", "02:00:00", "03:00:00")
    other = seen("flapping", "far", "neighbor", "10.9.0.1", "02:00:03", "03:00:00")
    assert joined(one, other, OTHER_PORT) == [{one.message, other.message}, {OTHER_PORT.message}]


def test_a_restart_joins_the_links_that_were_down_with_it_only_then() -> None:
    restart = seen("restart", "third", "device", "", "05:13:00", "05:13:00", "info")
    assert joined(OTHER_PORT, restart, PORT) == [{OTHER_PORT.message, restart.message}, {PORT.message}]
    late = seen("restart", "third", "device", "", "23:13:00", "23:13:00", "info")
    assert len(joined(OTHER_PORT, late)) == 2
    down = seen("still-down", "third", "interface", "GigabitEthernet0/7", "05:12:30", "")
    assert len(joined(down, restart)) == 1
    assert len(joined(down, late)) == 2, "a link that stays down has not to do with all that comes later"


def test_one_address_is_one_incident_and_two_are_two() -> None:
    about = tuple(Subject("address", device, "10.10.0.1") for device in ("a", "b"))
    configured = Finding("duplicate-address", "high", ("a", "b"), "Twice.", (), about=about)
    logged = seen("duplicate-address-seen", "a", "address", "10.10.0.1", "01:00:00", "02:00:00")
    other = seen("duplicate-address-seen", "a", "address", "10.10.0.2", "01:00:00", "02:00:00")
    assert joined(configured, logged, other) == [{"Twice.", logged.message}, {other.message}]


def test_every_finding_is_in_one_incident_and_what_is_left_out_is_gone() -> None:
    findings = [PORT, FAR_PORT, OTHER_PORT, Finding("telnet-server", "medium", ("hub",), "Telnet.", ())]
    incidents = join_incidents(findings, SITES)
    assert sorted(map(repr, all_findings(incidents))) == sorted(map(repr, findings))
    assert narrow(incidents, {FAR_PORT}) == (Incident(incidents[0].where, (FAR_PORT,), incidents[0].touches),)


TWIN = """\
hostname {0}
interface Loopback0
 ip address 10.9.0.7 255.255.255.255
interface Ethernet1
 ip address 10.0.1.{1} 255.255.255.252
router ospf 1
 router-id 10.9.0.7
"""


def test_a_loopback_that_was_copied_is_one_incident_with_its_router_id() -> None:
    sites = network(red=TWIN.format("red", 1), blue=TWIN.format("blue", 2))
    checks = [check for check in CHECKS if check.kind in ("duplicate-address", "duplicate-id")]
    (incident,) = join_incidents([one for check in checks for one in check.run(sites)], sites)
    assert incident.kinds == ("duplicate-address", "duplicate-id")
    assert incident.where == "10.9.0.7 on red and blue"


def test_what_a_log_of_no_device_tells_is_in_its_file() -> None:
    line = SourceLine("logs/door.log", 3, "locked out")
    finding = Finding("expiring", "medium", (), "A device said once.", (line,))
    (incident,) = join_incidents([finding], SITES)
    assert incident.where == "logs/door.log"
