"""Totals, means and rankings by a field of log records, and where an address is at home."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

HEAD = 'date=2026-03-05 time=08:0{n}:10 devname="mill-fw" devid="FGT60F0000000001" logid="0000000013" type="traffic" '
TAIL = (
    'subtype="forward" level="notice" vd="root" srcip={source} srcport=500{n}0 srcintf="port1" dstip=192.0.2.{n} '
    'dstport=443 dstintf="port2" sessionid=70{n} proto=6 action="close" policyid={policy} service="HTTPS" '
    "duration={n} sentbyte={sent} rcvdbyte={received}"
)
ROWS = (
    ("10.8.1.5", 4, 1000, 10),
    ("10.8.1.5", 4, 500, 20),
    ("10.8.1.6", 4, 9000, 30),
    ("10.8.1.7", 9, 100, 40000),
    ("10.8.1.7", 9, 200, 50000),
)
LOG = "\n".join(
    (HEAD + TAIL).format(n=n, source=source, policy=policy, sent=sent, received=received)
    for n, (source, policy, sent, received) in enumerate(ROWS, 1)
)
FORTI = """config system global
    set hostname "mill-fw"
end
config system interface
    edit "port1"
        set vdom "root"
        set ip 10.8.1.1 255.255.255.0
    next
end
config firewall policy
    edit 4
        set name "yard-out"
        set srcintf "port1"
        set dstintf "port2"
        set action accept
        set logtraffic all
    next
    edit 9
        set name "guests"
        set srcintf "port1"
        set dstintf "port2"
        set action accept
        set logtraffic disable
    next
end
"""
RYE = "hostname rye-sw\ninterface Vlan8\n ip address 10.8.9.1 255.255.255.0\n"
SHOWN = {
    "who sent most": ("top talker by bytes sent", ("10.8.1.6", 9000)),
    "who received most": ("which client downloaded most bytes", ("10.8.1.7", 90000)),
    "the largest of one field": ("biggest upload", (9000, "08:03:10")),
    "totals of both directions": ("total bytes of policy 4", (10500, 60)),
    "who does not log": ("which fortigate rules do not log", ("without", 1, "mill-fw 9 guests")),
    "where an address is at home": ("Where does 10.8.1.77 live?", ("10.8.1.0/24", "interface", "port1")),
}
CLAIMED = {
    "how much one address sent": ("how much traffic did 10.8.1.5 send", "1500"),
    "a total of a policy": ("total bytes received over policy 9", "90000"),
    "a mean": ("average bytes sent over policy 9", "150"),
}
NOT_CLAIMED = {
    "an address that is also a destination": "how much traffic did 192.0.2.1 send",
    "both directions": "total bytes of policy 4",
    "a time": "total bytes received over policy 9 on 5 March",
    "what was refused": "how much traffic from 10.8.1.5 was blocked",
    "another word": "total bytes received over policy 9 by phones",
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(
        tmp_path_factory.mktemp("mill"), {"mill-fw.conf": FORTI, "rye-sw.cfg": RYE, "traffic.log": LOG + "\n"}
    ) as opened:
        yield opened


@pytest.mark.parametrize(("text", "row"), SHOWN.values(), ids=SHOWN)
def test_shown(agent: Agent, text: str, row: tuple[object, ...]) -> None:
    answer = agent.ask(Question(text))
    first = [one for table in answer.tables[:2] for one in table.rows[:1]]
    said = [*(str(cell) for one in first for cell in one), answer.text]
    assert [cell for cell in row if not any(str(cell) in text for text in said)] == []


@pytest.mark.parametrize(("text", "shown"), CLAIMED.values(), ids=CLAIMED)
def test_a_total_is_claimed(agent: Agent, text: str, shown: str) -> None:
    answer = agent.ask(Question(text))
    assert (answer.status, shown in answer.text) == ("answered", True)


@pytest.mark.parametrize("text", NOT_CLAIMED.values(), ids=NOT_CLAIMED)
def test_not_claimed(agent: Agent, text: str) -> None:
    assert agent.ask(Question(text)).status != "answered"


def test_a_device_without_such_records_has_no_total(agent: Agent) -> None:
    answer = agent.ask(Question("sum of bytes sent on rye-sw"))
    assert answer.status != "answered"
    assert not any("added up" in one.title for one in answer.tables)
