"""What a check of logs may not say: hosts that come and go are not silent, and other scales have other numbers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from findings.checks import run_checks
from findings.log_forms import NO_SEVERITY, Form
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph


def _found(folder: Path, kind: str, lines: list[str]) -> list[str]:
    log = folder / "messages.log"
    log.write_text("\n".join(lines) + "\n")
    with borrowed_graph() as graph:
        ingest([log], graph, folder / "parsers")
        return [one.message for one in run_checks(graph, [kind])]


def _heard(month: int, day: int, hosts: Mapping[str, int]) -> list[str]:
    """Write a line an hour and host, up to its last day of the month."""
    return [
        f"2026-{month:02}-{day:02}T{hour:02}:{minute:02}:00+00:00 {host} crond[77]: job {hour} done"
        for hour in range(24)
        for minute, (host, last) in enumerate(hosts.items())
        if day <= last
    ]


SILENT = {
    "one of three switches stops": ({"sw1": 31, "sw2": 31, "sw3": 3}, 0, 1),
    "laptops that come and go": ({"lab": 31, "book-1": 1, "book-2": 2, "book-3": 3}, 0, 0),
    "a part of a log from another time": ({"sw1": 31, "sw2": 31, "sw3": 3}, 6, 0),
}


@pytest.mark.parametrize(("hosts", "later", "count"), SILENT.values(), ids=SILENT)
def test_silent_devices(tmp_path: Path, hosts: dict[str, int], later: int, count: int) -> None:
    lines = [line for day in range(1, 6) for line in _heard(3, day, hosts)]
    lines += [line for day in range(7, 8) for line in _heard(3 + later, day, hosts)]
    assert len(_found(tmp_path, "silent-device", lines)) == count


@pytest.mark.parametrize(
    ("message", "severity"),
    [("CEF:0|Maker|Proxy|3.1|40|Request passed|2|src=10.0.0.1", NO_SEVERITY), ("fan 2 failed", 2)],
)
def test_severities_of_another_scale(message: str, severity: int) -> None:
    form = Form(1, "gw1", "Event", "", "2", 1, "", "", (message, message))
    assert form.severity == severity


ACCESS = """\
hostname acc7
interface GigabitEthernet1/0/7
 switchport mode access
 switchport access vlan 5
{}"""
DOWN = (
    "2026-04-02T{at}+00:00 acc7 %LINK-3-UPDOWN: Interface GigabitEthernet1/0/{port}, changed state to {state}"
)
PORTS = {
    "a port without a word": ("", [7], 0, "medium"),
    "a port of a host": (" spanning-tree portfast\n", [7], 0, "low"),
    "ports that people leave in the evening": ("", [6, 7, 8, 9], 9, "low"),
    "ports that go down at once": ("", [6, 7, 8, 9], 0, "medium"),
}


@pytest.mark.parametrize(("more", "ports", "apart", "severity"), PORTS.values(), ids=PORTS)
def test_ports_that_stay_down(tmp_path: Path, more: str, ports: list[int], apart: int, severity: str) -> None:
    up = [DOWN.format(at=f"07:00:{n:02}", port=n, state="up") for n in ports]
    down = [DOWN.format(at=f"17:{n * apart % 60:02}:{n:02}", port=n, state="down") for n in ports]
    log, configuration = tmp_path / "messages.log", tmp_path / "acc7.cfg"
    log.write_text("\n".join([*up, *down]) + "\n")
    configuration.write_text(ACCESS.format(more))
    with borrowed_graph() as graph:
        ingest([log, configuration], graph, tmp_path / "parsers")
        assert [one.severity for one in run_checks(graph, ["still-down"])] == [severity]


SAID = "2026-05-04T08:{:02}:09+00:00 r7 {}"
SNMP = "%SNMP-3-AUTHFAIL: Authentication failure for SNMP req from host {}"
LOGIN = "%SEC_LOGIN-4-LOGIN_FAILED: Login failed [user: root] [Source: {}] [localport: 22]"
PING = "%DHCPD-4-PING_CONFLICT: DHCP address conflict:  server pinged {}."
CERTIFICATE = "%ASA-3-717009: Certificate validation failed. Certificate is expired, subject name: cn={}."
OWN = "%PKI-4-CERTIFICATE_EXPIRING: Certificate {} will expire in 5 days"
SEVERITIES = {
    "logins from inside": ([LOGIN.format("10.0.0.9")] * 12, "failed-logins", ["high"]),
    "logins from the internet": ([LOGIN.format("192.0.2.9")] * 12, "failed-logins", ["medium"]),
    "questions by SNMP": ([SNMP.format("10.0.0.9")] * 12, "failed-logins", ["low"]),
    "logins of a user of that name": (
        [LOGIN.replace("root", "snmp").format("10.0.0.9")] * 12,
        "failed-logins",
        ["high"],
    ),
    "an address that DHCP pinged once": ([PING.format("10.0.0.9")], "duplicate-address-seen", ["low"]),
    "one that it pinged often": ([PING.format("10.0.0.9")] * 3, "duplicate-address-seen", ["medium"]),
    "many that it pinged": (
        [PING.format(f"10.0.0.{n}") for n in range(20, 27)],
        "duplicate-address-seen",
        ["medium"],
    ),
    "a client's certificate": ([CERTIFICATE.format("client7")], "expiring", []),
    "its own certificate": ([OWN.format("TP-self")], "expiring", ["medium"]),
}


@pytest.mark.parametrize(("said", "kind", "severities"), SEVERITIES.values(), ids=SEVERITIES)
def test_severities(tmp_path: Path, said: list[str], kind: str, severities: list[str]) -> None:
    log = tmp_path / "messages.log"
    log.write_text("\n".join(SAID.format(minute, text) for minute, text in enumerate(said)) + "\n")
    with borrowed_graph() as graph:
        ingest([log], graph, tmp_path / "parsers")
        assert [one.severity for one in run_checks(graph, [kind])] == severities


ENDS = """\
hostname {0}
interface GigabitEthernet1/0/1
 description {1} GigabitEthernet1/0/1
interface GigabitEthernet1/0/2
 description {2}
interface GigabitEthernet1/0/3
"""
STATE = "2026-04-{:02}T{}+00:00 {} %LINK-3-UPDOWN: Interface GigabitEthernet1/0/{}, changed state to {}"
WENT_DOWN = {
    "and its other end came up": (
        [(2, "09:00:00", "d1", 1, "down"), (2, "09:05:00", "d2", 1, "up"), (3, "09:00:00", "d1", 3, "up")],
        [],
    ),
    "and its other end went down, too": (
        [(2, "09:00:00", "d1", 1, "down"), (2, "09:05:00", "d2", 1, "down"), (3, "09:00:00", "d1", 3, "up")],
        ["medium", "medium"],
    ),
    "which is a spare": ([(2, "09:00:00", "d1", 2, "down"), (3, "09:00:00", "d1", 3, "up")], ["low"]),
    "again and again, with no record between": (
        [*((day, "09:00:00", "d1", 3, "down") for day in (2, 3, 4)), (4, "09:01:00", "d1", 1, "up")],
        ["low"],
    ),
    "told twice at once": (
        [*((2, f"09:00:0{n}", "d1", 3, "down") for n in (1, 2)), (4, "09:01:00", "d1", 1, "up")],
        ["medium"],
    ),
    "as it does every evening": (
        [
            (day, hour, "d1", 3, state)
            for day in (2, 3, 4, 5)
            for hour, state in (("07:00:00", "up"), ("18:00:00", "down"))
        ],
        ["low"],
    ),
    "in the morning, unlike before": (
        [
            *((2, hour, "d1", 3, state) for hour, state in (("06:00:00", "up"), ("07:00:00", "down"))),
            *((day, "07:00:00", "d1", 1, "up") for day in range(3, 9)),
        ],
        ["medium"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("said", "severities"), WENT_DOWN.values(), ids=WENT_DOWN)
def test_a_port_that_went_down(
    tmp_path: Path, said: list[tuple[int, str, str, int, str]], severities: list[str]
) -> None:
    log = tmp_path / "messages.log"
    log.write_text("\n".join(STATE.format(*one) for one in said) + "\n")
    for name, other in (("d1", "d2"), ("d2", "d1")):
        (tmp_path / f"{name}.cfg").write_text(ENDS.format(name, other, "spare, not cabled"))
    with borrowed_graph() as graph:
        ingest([log, tmp_path / "d1.cfg", tmp_path / "d2.cfg"], graph, tmp_path / "parsers")
        assert [one.severity for one in run_checks(graph, ["still-down"])] == severities


def test_what_a_filter_refuses_is_its_daily_work(tmp_path: Path) -> None:
    said = "%ASA-2-106001: Inbound TCP connection denied from 192.0.2.{}/4431 to 198.51.100.8/23"
    refused = f"<162>Apr  3 2026 10:{{:02}}:00 fw7 : {said}"
    failed = "<161>Apr  3 2026 10:30:00 fw7 : %ASA-1-104002: (Primary) Switching to STANDBY - Interface check"
    lines = [refused.format(minute, minute) for minute in range(20)]
    keyed = 'date=2026-04-03 time=10:{:02}:00 devname="fw8" level="alert" srcip=192.0.2.{} action="dropped" proto=6'
    lines += [keyed.format(minute, minute) for minute in range(20)]
    assert _found(tmp_path, "severe-message", lines) == []
    assert len(_found(tmp_path, "severe-message", [*lines, failed])) == 1


def test_a_mistyped_password_is_no_severe_message(tmp_path: Path) -> None:
    """Some makes log each at severity 1; who fails often is told as such."""
    login = (
        'date=2026-04-03 time=10:{:02}:{:02} devname="fw8" level="alert" logdesc="SSL VPN login fail" '
        'action="ssl-login-fail" remip=192.0.2.9 srcip=192.0.2.9 user="ann" reason="sslvpn_login_permission_denied"'
    )
    power = 'date=2026-04-03 time=10:40:00 devname="fw8" level="alert" logdesc="Kernel enters conserve mode"'
    lines = [login.format(0, second) for second in range(3)]
    assert _found(tmp_path, "severe-message", lines) == []
    assert len(_found(tmp_path, "severe-message", [*lines, power])) == 1


def test_many_sources_that_never_get_in_are_one_finding(tmp_path: Path) -> None:
    said = "2026-05-{:02}T08:{:02}:{:02}+00:00 jump7 sshd[91]: Failed password for root from 192.0.2.{} port 4022 ssh2"
    lines = [said.format(4, source, n, source) for source in range(2) for n in range(12)]
    assert len(_found(tmp_path, "failed-logins", lines)) == 2
    lines = [said.format(4, source, n, source) for source in range(7) for n in range(12 + source)]
    (found,) = _found(tmp_path, "failed-logins", lines)
    assert "7 sources failed to log in to jump7 105 times in all" in found
    assert found.endswith(
        "192.0.2.6 18 times, 192.0.2.5 17 times, 192.0.2.4 16 times, 192.0.2.3 15 times, 192.0.2.2 14 times and 2 more."
    )


GUESS = (
    "2026-05-{day:02}T{hour:02}:12:09+00:00 {host} sshd[91]: {says} for root from 192.0.2.7 port 4022 ssh2"
)


def _guesses(host: str, count: int, says: str = "Failed password", first: int = 0) -> list[str]:
    return [
        GUESS.format(day=1 + n // 4, hour=5 * (n % 4), host=host, says=says)
        for n in range(first, first + count)
    ]


SLOW = {
    "on one device": (
        _guesses("jump7", 13),
        (
            "192.0.2.7 failed to log in to jump7 13 times between 2026-05-01 00:12:09 and 2026-05-04 00:12:09, "
            "a few at a time."
        ),
    ),
    "on two devices": (
        [*_guesses("jump7", 5), *_guesses("jump8", 6)],
        (
            "192.0.2.7 failed to log in to jump7 and jump8 11 times between 2026-05-01 00:12:09 and "
            "2026-05-02 05:12:09, a few at a time."
        ),
    ),
    "one who got in": ([*_guesses("jump7", 13), *_guesses("jump7", 1, "Accepted password", 13)], ""),
    "not often enough": (_guesses("jump7", 9), ""),
    "over a month": (_guesses("jump7", 6) + _guesses("jump7", 6, first=80), ""),
}


@pytest.mark.parametrize(("lines", "message"), SLOW.values(), ids=SLOW)
def test_slow_guesses(tmp_path: Path, lines: list[str], message: str) -> None:
    assert _found(tmp_path, "failed-logins", lines) == ([message] if message else [])


EDGE = " spanning-tree portfast\n"


@pytest.mark.parametrize(
    ("minutes", "more", "port", "host", "severity"),
    [
        (4, "", 7, "acc7", "high"),
        (4, EDGE, 7, "acc7", "medium"),
        (95, EDGE, 7, "acc7", "low"),
        (95, EDGE + "interface Vlan9\n ip address 192.0.2.77 255.255.255.0\n", 7, "192.0.2.77", "low"),
        (95, EDGE, 31, "acc7", "low"),
        (95, EDGE + "interface GigabitEthernet1/0/31\n switchport mode trunk\n", 31, "acc7", "high"),
        (95, "", 31, "acc7", "high"),
    ],
)
def test_a_port_of_a_host_that_is_switched_off_now_and_then(
    tmp_path: Path, minutes: int, more: str, port: int, host: str, severity: str
) -> None:
    times = [f"{n * minutes // 60:02}:{n * minutes % 60:02}" for n in range(8)]
    lines = [
        DOWN.format(at=f"{time}:{second}", port=port, state=state).replace(" acc7 ", f" {host} ")
        for time in times
        for second, state in (("05", "down"), ("30", "up"))
    ]
    log, configuration = tmp_path / "messages.log", tmp_path / "acc7.cfg"
    log.write_text("\n".join(lines) + "\n")
    configuration.write_text(ACCESS.format(more))
    with borrowed_graph() as graph:
        ingest([log, configuration], graph, tmp_path / "parsers")
        assert [one.severity for one in run_checks(graph, ["flapping"])] == [severity]
