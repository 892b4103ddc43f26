"""What is shown first: the things that a question asks for, and not what mentions them; reasons for "why"."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import AnswerTable, Question
from tests.agent.ask_files import agent_on

SWITCH = """!Command: show running-config
version 9.3(8) Bios:version 05.39
hostname mole-sw1
ntp server 10.7.7.4 prefer
ntp server 10.7.7.5
"""
SWITCH_LOG = "".join(
    f"2026 Nov 12 0{place}:42:30.215 mole-sw1 %NTP-6-NTP_SYSLOG: : Peer 10.7.7.5 is reachable\n"
    for place in range(9)
)
RADIUS = "".join(
    json.dumps(
        {
            "ts": f"2026-11-15T07:{place:02}:27+01:00",
            "user": f"u{place % 7}",
            "nas_ip": "10.7.7.9",
            "nas_port": f"Gi0/{place % 3}",
            "result": "FAIL" if place > 45 else "PASS",
            **({"reason": "the certificate has ended"} if place > 45 else {}),
            "ms": 100 + place,
        }
    )
    + "\n"
    for place in range(60)
)
TRAFFIC = "".join(
    f'date=2026-11-17 time=06:0{place % 10}:51 devname="mole-fw" devid="FG101E4Q17000001" tz="+0100" type="traffic" '
    f'subtype="forward" level="notice" vd="root" srcip=10.7.1.{place % 3} srcport={4000 + place} srcintf="lan1" '
    f'dstip=192.0.2.9 dstport=443 dstintf="wan1" sessionid={70000 + place} proto=6 action="deny" policyid=7 '
    f'policyname="Out-Rest" service="HTTPS" duration=0 sentbyte=0 rcvdbyte=0\n'
    for place in range(9)
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    files = {
        "mole-sw1.cfg": SWITCH,
        "mole-sw1.log": SWITCH_LOG,
        "radius.jsonl": RADIUS,
        "mole-fw.log": TRAFFIC,
    }
    with agent_on(tmp_path_factory.mktemp("mole"), files) as made:
        yield made


def _tables(agent: Agent, text: str) -> tuple[AnswerTable, ...]:
    return agent.ask(Question(text)).tables


def test_records_that_mention_a_server_do_not_hide_the_servers(agent: Agent) -> None:
    shown = _tables(agent, "Which NTP servers does each device use?")[0]
    assert [row[0] for row in shown.rows] == ["10.7.7.4", "10.7.7.5"]


def test_the_reason_is_the_first_field_where_one_asks_why(agent: Agent) -> None:
    fields = next(one for one in _tables(agent, "why does u5 fail?") if one.columns[0] == "field")
    assert fields.rows[0][0] == "reason"


def test_sessions_that_hit_a_rule_are_records_that_name_it(agent: Agent) -> None:
    answer = agent.ask(Question("how many sessions hit Out-Rest, and top source address?"))
    assert answer.status == "answered"
    assert "9 records" in answer.text
