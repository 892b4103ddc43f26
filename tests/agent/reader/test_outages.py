"""When something was down, how often and how long: shown as outages, and claimed only where nothing is in doubt."""

from __future__ import annotations

from pathlib import Path

from agent.records import Question
from tests.agent.ask_files import agent_on

CONFIGURATION = """\
hostname mast1
!
interface GigabitEthernet0/7
 description Nordlink fibre to the quarry
 ip address 10.7.0.1 255.255.255.252
!
interface GigabitEthernet0/8
 description camera at the gate
!
interface GigabitEthernet0/9
 description Westnet radio, first
!
interface GigabitEthernet0/10
 description Westnet radio, second
!
interface GigabitEthernet0/11
 description spare for the fair
!
router bgp 65001
 neighbor 10.7.0.2 remote-as 65002
 neighbor 10.7.0.2 description quarry router
!
line vty 0 4
 transport input ssh
!
end
"""


def _line(number: int, time: str, text: str) -> str:
    return f"<189>Nov {time} mast1 {number}: Nov {time}.100: {text}\n"


def _link(port: str, state: str) -> str:
    return f"%LINK-3-UPDOWN: Interface GigabitEthernet0/{port}, changed state to {state}"


def _protocol(port: str, state: str) -> str:
    return (
        f"%LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet0/{port}, changed state to {state}"
    )


RECORDS = [
    ("10 08:01:01", _link("7", "down")),
    ("10 08:01:02", _protocol("7", "down")),
    ("10 08:01:03", "%BGP-5-ADJCHANGE: neighbor 10.7.0.2 Down Interface flap"),
    ("10 08:04:11", _link("7", "up")),
    ("10 08:04:12", _protocol("7", "up")),
    ("10 08:05:00", "%BGP-5-ADJCHANGE: neighbor 10.7.0.2 Up "),
    ("11 09:00:00", _link("8", "down")),
    ("11 09:00:20", _link("8", "up")),
    ("11 10:00:00", _link("8", "down")),
    ("11 12:30:00", _link("8", "up")),
    ("12 10:00:00", _link("9", "down")),
    ("12 10:00:09", _link("9", "up")),
    ("12 11:00:00", _link("11", "administratively down")),
    ("12 11:20:00", _link("11", "up")),
]
LOG = "".join(_line(100 + place, *one) for place, one in enumerate(RECORDS))
CLAIMED = {
    "when was the fibre to the quarry down and how long": ("08:01:01", "08:04:12", "3 min 11 s"),
    "how often did the camera at the gate go down": ("2",),
    "when was the longest outage of the gate camera": ("10:00:00", "12:30:00", "2 h 30 min"),
    "when did bgp to the quarry router drop and when was it back": ("08:01:03", "08:05:00"),
    "when did GigabitEthernet0/8 go down on 11 november": ("09:00:00", "10:00:00"),
}
NOT_CLAIMED = (
    "how often did the westnet radio go down",  # two are described so
    "how often did the spare for the fair go down",  # somebody switched it off
    "when did bgp to the harbour router drop",
    "when was the fibre to the quarry not down",
    "how often did the camera at the gate go down before 10:00",
    "which ports were down when the camera at the gate came back",
    "when was the fibre to the harbour down",
    "why was the fibre to the quarry down",
    "how often did the quarry go down in december",
)


def test_claims_and_tables(tmp_path: Path) -> None:
    with agent_on(tmp_path, {"mast1.cfg": CONFIGURATION, "mast1.log": LOG}) as agent:
        answers = {text: agent.ask(Question(text)) for text in (*CLAIMED, *NOT_CLAIMED)}
    for text, expected in CLAIMED.items():
        assert answers[text].status == "answered", text
        assert all(one in answers[text].text for one in expected), answers[text].text
    for text in NOT_CLAIMED:
        assert answers[text].status != "answered", answers[text].text
    (table, *_) = answers["how often did the spare for the fair go down"].tables
    assert "GigabitEthernet0/11" in table.title
    assert len(table.rows) == 1


def test_nothing_is_claimed_where_a_line_is_not_understood(tmp_path: Path) -> None:
    odd = _line(200, "10 09:00:00", "%PLATFORM-1-ODD: GigabitEthernet0/7 taken down by the line card")
    with agent_on(tmp_path, {"mast1.cfg": CONFIGURATION, "mast1.log": LOG + odd}) as agent:
        answer = agent.ask(Question("when was the fibre to the quarry down and how long"))
        other = agent.ask(Question("how often did the camera at the gate go down"))
    assert answer.status != "answered"
    assert other.status == "answered"


def test_what_never_came_up_again_says_so(tmp_path: Path) -> None:
    log = "".join(_line(100 + place, *one) for place, one in enumerate(RECORDS[:3]))
    with agent_on(tmp_path, {"mast1.cfg": CONFIGURATION, "mast1.log": log}) as agent:
        answer = agent.ask(Question("how long was the fibre to the quarry down"))
        when = agent.ask(Question("when did the fibre to the quarry go down"))
    assert answer.status != "answered"
    assert any("not logged" in map(str, row) for table in answer.tables for row in table.rows)
    assert "not over" in when.text


def test_what_only_goes_down_is_not_counted(tmp_path: Path) -> None:
    log = "".join(_line(200 + hour, f"10 {hour:02}:00:00", _link("8", "down")) for hour in range(4))
    with agent_on(tmp_path, {"mast1.cfg": CONFIGURATION, "mast1.log": log}) as agent:
        answer = agent.ask(Question("how often did the camera at the gate go down"))
    assert answer.status != "answered"
    assert any(
        "4 times until then" in str(cell) for table in answer.tables for row in table.rows for cell in row
    )


def test_between_two_devices_their_link_is_meant(tmp_path: Path) -> None:
    far = CONFIGURATION.replace("mast1", "quarry1").replace("10.7.0.1 ", "10.7.0.2 ")
    with agent_on(tmp_path, {"mast1.cfg": CONFIGURATION, "quarry1.cfg": far, "mast1.log": LOG}) as agent:
        tables = agent.ask(Question("when did the link between mast1 and quarry1 go down")).tables
    titles = [table.title for table in tables if "outage" in table.title]
    assert titles
    assert all("0/7" in title for title in titles), titles
    assert not any("0/8" in title or "0/9" in title for title in titles), titles
