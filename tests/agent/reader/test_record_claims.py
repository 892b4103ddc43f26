"""What is claimed over logs without a model, and that no claim outlives a line that may say the same otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent, open_agent
from agent.records import Question
from ingest.pipeline import ingest
from tests.agent.ask_files import agent_on
from tests.borrowed_graph import borrowed_graph


def _ssh(host: str, clock: str, message: str, pid: int = 4000) -> str:
    return f"May  6 {clock} {host} sshd[{pid}]: {message}"


def _ios(host: str, clock: str, message: str, number: int = 100) -> str:
    return f"May  6 {clock} {host} {number}: May  6 {clock}.100 UTC: %{message}"


def _attempts(host: str) -> list[str]:
    """Return a log of four failed and two accepted passwords."""
    return [
        _ssh(host, "08:00:01", "Failed password for root from 10.0.0.5 port 4001 ssh2", 4001),
        _ssh(host, "08:00:09", "Failed password for root from 10.0.0.5 port 4002 ssh2", 4002),
        _ssh(host, "08:01:30", "Accepted password for root from 10.0.0.6 port 4003 ssh2", 4003),
        _ssh(host, "08:02:10", "Failed password for root from 10.0.0.7 port 4004 ssh2", 4004),
        _ssh(host, "08:03:40", "Accepted password for anna from 10.0.0.6 port 4005 ssh2", 4005),
        _ssh(host, "08:05:00", "Failed password for invalid user guest from 10.0.0.5 port 4006 ssh2", 4006),
    ]


def _request(status: int) -> str:
    clock = f"06/May/2025:08:{status % 60:02}:01 +0000"
    return f'10.0.9.4 - - [{clock}] "GET /shop HTTP/1.1" {status} 5120 "-" "curl/8.5.0"'


DENIED = "SEC-6-IPACCESSLOGP: list OUTER denied tcp {}({}) -> 192.0.2.1(22), {}"
DOWN = "LINK-3-UPDOWN: Interface {}, changed state to down"
LINE_DOWN = "LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet0/1, changed state to down"
ROUTER = [
    _ios("quay-r1", "09:00:01", DOWN.format("GigabitEthernet0/1")),
    _ios("quay-r1", "09:00:02", LINE_DOWN),
    _ios("quay-r1", "09:04:11", "LINK-3-UPDOWN: Interface GigabitEthernet0/1, changed state to up"),
    _ios("quay-r1", "09:10:00", DOWN.format("GigabitEthernet0/1")),
    _ios("quay-r1", "09:10:01", LINE_DOWN),
    _ios("quay-r1", "09:20:00", DOWN.format("GigabitEthernet0/2")),
    _ios("quay-r1", "09:30:00", "BGP-5-ADJCHANGE: neighbor 192.0.2.9 Down BGP Notification sent"),
    _ios("quay-r1", "09:31:30", "BGP-5-ADJCHANGE: neighbor 192.0.2.9 Up"),
    _ios("quay-r1", "10:00:00", DENIED.format("198.51.100.7", 4000, "5 packets")),
    _ios("quay-r1", "10:01:00", DENIED.format("198.51.100.7", 4001, "1 packet")),
    _ios("quay-r1", "10:02:00", DENIED.format("198.51.100.8", 4002, "3 packets")),
    _ios("quay-r1", "10:30:00", "SNMP-3-AUTHFAIL: Authentication failure for SNMP req from host 192.0.2.50"),
    _ios("quay-r1", "10:30:09", "SNMP-3-AUTHFAIL: Authentication failure for SNMP req from host 192.0.2.50"),
    _ios("quay-r1", "10:40:00", "AAA-5-USER: Account anna created by root on vty0"),
    _ios(
        "quay-r1",
        "10:45:00",
        "PM-4-ERR_DISABLE: bpduguard error detected on Gi0/4, putting Gi0/4 in err-disable state",
    ),
    _ios("quay-r1", "10:50:00", "ILPOWER-5-POWER_GRANTED: Interface Gi0/5: Power granted"),
    _ios("quay-r1", "11:00:00", "PLATFORM_ENV-1-FRU_PS_FAIL: power supply B has failed"),
    _ios("quay-r1", "11:10:00", "LOGGING-4-TRAPS: INFO-TRAPS-LOST - - 14 -"),
    _ios("quay-r1", "11:20:00", "IOSXE-4-LOG: limit reached, 41 messages lost"),
    _ios("quay-r1", "11:30:00", "PLATFORM_ENV-6-FRU_PS_OK: power supply B has recovered from failure"),
]
_TRAP = "mib2d[5120]: SNMP_TRAP_LINK_{}: ifIndex 526, ifAdminStatus up(1), ifOperStatus {}, ifName ge-0/0/4"
_DOWN, _UP = _TRAP.format("DOWN", "down(2)"), _TRAP.format("UP", "up(1)")
_COMMIT = "mgd[77]: UI_COMMIT: User 'anna' requested 'commit' operation (comment: {})"
_LOGIN = "Aaa: %AAA-5-LOGIN: user anna logged in [from: 10.0.0.6] [service: sshd]"
JUNOS = [
    *(f"<28>May  6 07:{clock} quay-m1 {_DOWN}" for clock in ("10:00", "20:00")),
    *(f"<28>May  6 07:{clock} quay-m1 {_UP}" for clock in ("11:00", "21:00")),
    *(
        f"<189>May  6 07:{clock} quay-m1 {_COMMIT.format(comment)}"
        for clock, comment in (("30:00", "none"), ("40:00", "wider"))
    ),
]
EOS = [f"<165>May  6 06:10:00 quay-m2 {_LOGIN}"]

CLAIMED = {
    "how many failed passwords for root on quay-j1": "3 log records",
    "How many passwords failed from 10.0.0.5 on quay-j1?": "3 log records",
    "how many passwords were accepted on quay-j1": "2 log records",
    "which users failed a password on quay-j1": "root: 3",
    "from which address were passwords accepted on quay-j1": "10.0.0.6: 2",
    "When was the last failed password on quay-j1?": "May  6 08:05:00",
    "when was the first password accepted on quay-j1": "May  6 08:01:30",
    "how often did Gi0/1 on quay-r1 go down": ": 2",
    "when did bgp to 192.0.2.9 go down on quay-r1": "09:30:00",
    "when did neighbor 192.0.2.9 come up on quay-r1": "09:31:30",
    "how many times was 198.51.100.7 denied on quay-r1": "2 log records",
    "how many authentication failures were there on quay-r1": "2 log records",
    "which source address was denied most often on quay-r1": "198.51.100.7: 2",
    "which source was denied most by list OUTER on quay-r1": "198.51.100.7: 2",
    "which source address was denied most on quay-r1, how often": "198.51.100.7: 2",
    "how many denials of list OUTER were there on quay-r1": "3 log records",
    # Several things that are asked of the same records.
    "how many failed passwords on quay-j1 and from where mostly": "4 records",
    "failed passwords on quay-j1: from which address most and how many": "10.0.0.5: 3",
    "top source denied by list OUTER on quay-r1 and how often": "198.51.100.7: 2",
    "who failed a password on quay-j1 and from which address": "user root, source address 10.0.0.5: 2",
    "failed passwords on quay-j1: first and last time": "records 4, first May  6 08:00:01, last May  6 08:05:00",
    "how many times did passwords fail on quay-j1 and when": "08:05:00",
    "when did bgp to 192.0.2.9 go down on quay-r1 and when was it back": "09:31:30",
    "when did neighbor 192.0.2.9 drop on quay-r1, and when did it come up again": "09:30:00",
    "what did anna do on quay-j1": "Accepted password for anna from 10.0.0.6",
    "how many failed passwords per user on quay-j1": "root: 3 [auth.log:1], guest: 1",
    "failed passwords by source address on quay-j1": "10.0.0.5: 3",
    "first failed password on quay-j1": "08:00:01",
    "last time neighbor 192.0.2.9 came up on quay-r1": "09:31:30",
    "how many times did ge-0/0/4 go down on quay-m1": "quay-m1: 2",
    "last time ge-0/0/4 on quay-m1 went down": "07:20:00",
    "who logged in to quay-m2 from 10.0.0.6": "anna: 1",
    "when was the last commit on quay-m1": "07:40:00",
    "which address has the most failed passwords on quay-j1, and how many": "10.0.0.5: 3",
    # A log by the words of its name.
    "how many 502 in the kiosk access log, first and last one": "records 2, first",
}
"""Questions, and what the claim has to show."""
TRAPS = (
    # A number that stands alone, which may be of what is counted.
    "how many traps were lost on quay-r1",
    "how many messages were lost on quay-r1",
    # Another device, user, address, interface or part; none at all.
    "how many failed passwords for root on quay-j9",
    "how many failed passwords for anna on quay-j1",
    "how many failed passwords for root from 10.0.0.6 on quay-j1",
    "how many times did Gi0/3 on quay-r1 go down",
    "when did neighbor 192.0.2.8 go down on quay-r1",
    "when did power supply A of quay-r1 fail",
    "when did a power supply of quay-r2 fail",
    # Another outcome, or none.
    "how many passwords on quay-j1",
    "which users logged a password on quay-j1",
    "when did anna fail a password on quay-j1",
    "when was the password of guest accepted on quay-j1",
    "when did power supply B of quay-r1 have trouble",
    "how many times was 198.51.100.7 permitted on quay-r1",
    "how many passwords did not fail on quay-j1",
    "how many passwords failed or were accepted on quay-j1",
    # One event in two records; things or amounts instead of records.
    "when did Gi0/1 on quay-r1 first go down",
    "how many interfaces went down on quay-r1",
    "how many neighbors went down on quay-r1",
    "how many bgp neighbors does quay-r1 have",
    "how many packets were denied on quay-r1",
    "how many users failed a password on quay-j1",
    "how many addresses failed a password on quay-j1",
    "how many hosts had authentication failures on quay-r1",
    "how many error messages did quay-r1 log",
    "when did Gi0/5 on quay-r1 come back",
    "how many connections hit OUTER on quay-r1",
    # What never came back.
    "when did Gi0/2 on quay-r1 go down and when was it back",
    "when did bgp to 192.0.2.8 go down on quay-r1 and when was it back",
    "when did bgp go down on quay-r1 and when was it back",
    # The other end of a connection, or a field that the records do not have.
    "how many times was a connection to 198.51.100.7 denied on quay-r1",
    "how many connections from 192.0.2.1 were denied on quay-r1",
    "which port number did failed passwords for root on quay-r1 have",
    "which password failed on quay-j1",
    "which address was denied on quay-r1",
    "to which address did failed passwords on quay-j1 go",
    "who was denied on quay-r1",
    "who created an account on quay-r1",
    # Times that no record has, or that are not decided.
    "how many failed passwords on quay-j1 on May 7",
    "how many failed passwords on quay-j1 around 08:00",
    "how many failed passwords on quay-j1 since 08:02",
    "how many failed passwords on quay-j1 yesterday",
    "how many failed passwords on quay-j1 before the first accepted one",
    # What is asked together of other records, or of a part of them.
    "how many failed passwords on quay-j1 and which from 10.0.0.5",
    "how many failed passwords on quay-j1 and from where on quay-j2",
    "how many failed passwords on quay-j1 and which users were accepted",
    "how many passwords failed on quay-j1 and which port and password most",
    "how many failed passwords in the first hour on quay-j1",
    "which users failed a password on quay-j1 first and last",
    "top source denied by list OUTER on quay-r1 and number of hits",
    "how many packets of list OUTER were denied on quay-r1 and which source most",
    "which source sent most packets denied on quay-r1",
    "what did anna change on quay-j1",
    "what did bert do on quay-j1",
    # Another log, or a word that is none of its name.
    "how many 502 in the quay access log, first and last one",
    "how many 502 in the kiosk error log, first and last one",
    "how many 503 in the kiosk access log, first and last one",
    "how many 502 in the kiosk access log of quay-r1, first and last one",
    # Part of a name of several words.
    "how many failed passwords for root at Quay-All on quay-j1",
    # What may be true now, not what was logged.
    "which source address has most licences on quay-r1",
    "which source address has most denied packets on quay-r1",
    # Why, for each, two devices, comparisons.
    "why did passwords fail on quay-j1",
    "how many failed passwords on quay-j1 and quay-j2",
    "how many more passwords failed than were accepted on quay-j1",
    "which users but root failed a password on quay-j1",
    "how many failed passwords without a user on quay-j1",
    "how many failed passwords of admins on quay-j1",
    "how long did bgp to 192.0.2.9 stay down on quay-r1",
    # An extreme of things, of another outcome, or of what nothing says.
    "first neighbor of quay-r1",
    "last entry of list OUTER on quay-r1",
    "last time neighbor 192.0.2.8 came up on quay-r1",
    "which was the last failed password on quay-j1",
    "last time ge-0/0/4 on quay-m1 was not down",
    "how many times did ge-0/0/5 go down on quay-m1",
    "when was the last commit on quay-m2",
    "who logged in to quay-m1",
    "who logged in to quay-m2 from 10.0.0.7",
    "who logged out of quay-m2",
    "last time ge-0/0/4 on quay-m1 was down",
    "failed passwords per interface on quay-j1",
    "who failed to log in to quay-m2",
)
VARIED = {
    "as it is": ("", "4 log records"),
    "one more of the kind": ("Failed password for root from 10.0.0.9 port 4007 ssh2", "5 log records"),
    "one that counts for three": (
        "message repeated 3 times: [ Failed password for root from 10.0.0.5 port 4007 ssh2]",
        "7 log records",
    ),
    "repetitions of an unknown record": ("last message repeated 3 times", ""),
    "the words in another kind": ("error: PAM: failed to read the password of root at the console", ""),
    "an alias of a word": ("password check: failure for root from 10.0.0.5", ""),
    "a word of another outcome": ("Accepted password for root after it failed twice", ""),
    "the device in the text of another": ("", ""),
    "a log and its copy": ("", ""),
}
"""A line more, and what is claimed then."""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("quay")
    (folder / "auth.log").write_text("\n".join([*_attempts("quay-j1"), ""]), "utf-8")
    (folder / "routers.log").write_text("\n".join([*ROUTER, ""]), "utf-8")
    (folder / "mill.log").write_text("\n".join([*JUNOS, ""]), "utf-8")
    (folder / "tower.log").write_text("\n".join([*EOS, ""]), "utf-8")
    (folder / "kiosk-access.log").write_text(
        "\n".join([*map(_request, (200, 502, 200, 502, 200)), ""]), "utf-8"
    )
    for place, (kind, (line, _)) in enumerate(VARIED.items()):
        name = f"yard-j{place}"
        text = "\n".join([*_attempts(name), *([_ssh(name, "08:06:00", line)] if line else []), ""])
        (folder / f"{name}.log").write_text(text, "utf-8")
        if kind == "a log and its copy":
            (folder / f"{name}-copy.log").write_text(text.split("\n", 1)[1], "utf-8")
        if kind == "the device in the text of another":
            other = _ssh(
                "yard-relay", "08:06:00", f"Failed password for root at {name} from 10.0.0.5 port 4007 ssh2"
            )
            (folder / "relay.log").write_text(f"{other}\n", "utf-8")
    with borrowed_graph() as graph:
        ingest(sorted(folder.glob("*.log")), graph, folder / "parsers")
        with open_agent(graph) as opened:
            yield opened


@pytest.mark.parametrize(("text", "shown"), CLAIMED.items(), ids=CLAIMED)
def test_claimed(agent: Agent, text: str, shown: str) -> None:
    answer = agent.ask(Question(text))
    assert answer.status == "answered"
    assert shown in answer.text
    assert answer.citations


def test_no_trap_is_claimed(agent: Agent) -> None:
    claimed = {
        text: answer.text for text in TRAPS if (answer := agent.ask(Question(text))).status == "answered"
    }
    assert claimed == {}


def test_the_one_device_of_a_make_is_counted_as_if_it_were_named(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    lines = [
        *_attempts("cove-fw"),
        _ssh("cove-r1", "08:06:00", "Failed password for anna from 10.0.0.9 port 4007 ssh2"),
    ]
    files = {
        "cove-fw.conf": 'config system global\n    set hostname "cove-fw"\nend\n',
        "cove-r1.cfg": "version 15.2\nhostname cove-r1\nend\n",
    }
    for other, status in (("10.0.0.9", "answered"), ("cove-fw", "closest")):
        log = "\n".join([*lines, ""]).replace("10.0.0.9", other)
        with agent_on(tmp_path_factory.mktemp("cove"), {**files, "cove.log": log}) as opened:
            assert opened.ask(Question("how many failed passwords on the fortigate")).status == status


def test_a_count_follows_each_line_or_is_not_claimed(agent: Agent) -> None:
    answers = [
        agent.ask(Question(f"how many failed passwords were there on yard-j{place}"))
        for place in range(len(VARIED))
    ]
    found = {
        kind: answer.text.partition(" [")[0] if answer.status == "answered" else ""
        for kind, answer in zip(VARIED, answers, strict=True)
    }
    assert found == {kind: shown for kind, (_, shown) in VARIED.items()}
