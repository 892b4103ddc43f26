"""The record with most or least of something is claimed only where one log surely has it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on


def _session(clock: str, source: str, sent: int, received: int, more: str = "") -> str:
    return (
        f'date=2026-03-04 time={clock} devname="heron-fw" devid="FGT60F0000000001" logid="0000000013" '
        f'type="traffic" subtype="forward" level="notice" vd="root" srcip={source} srcport=40001 srcintf="lan" '
        f'dstip=192.0.2.80 dstport=443 dstintf="wan1" sessionid={sent} proto=6 action="close" policyid=7 '
        f'service="HTTPS" duration=12 sentbyte={sent} rcvdbyte={received}{more}'
    )


SESSIONS = [
    _session("08:00:01", "10.20.0.5", 4100, 900),
    _session("08:10:01", "10.20.0.6", 987654321, 1200),
    _session("08:20:01", "10.20.0.7", 5200, 76543210),
    _session("08:30:01", "10.20.0.8", 3300, 800),
]
REQUESTS = [
    f'{{"ts": "2026-03-04T09:0{at}:00+01:00", "level": "info", "client": "10.20.1.{at}", "method": "GET", '
    f'"path": "/api/birds/{at}", "status": 200, "dur_ms": {length}}}'
    for at, length in enumerate((120, 95, 40310, 230))
]
ROWS = [
    "receive_time,serial,type,subtype,src,dst,rule,app,action,bytes,elapsed",
    "2026/03/04 08:00:01,0132010001,TRAFFIC,end,10.20.4.5,192.0.2.80,Feed-Birds,ssl,allow,5000,12",
    "2026/03/04 08:05:01,0132010001,TRAFFIC,end,10.20.4.6,192.0.2.80,Feed-Birds,ssl,allow,2500,31",
    "2026/03/04 08:09:01,0132010001,TRAFFIC,end,10.20.4.7,192.0.2.81,Ring-Birds,ssl,allow,900,7",
    "2026/03/04 08:11:01,0132010001,TRAFFIC,end,10.20.4.5,192.0.2.82,Ring-Birds,ssl,allow,100,7",
]
CLAIMED = {
    "largest upload seen by heron-fw: source, destination, bytes": ("10.20.0.6", "987654321"),
    "biggest download in the fortigate traffic log - who got it and when": ("10.20.0.7", "76543210"),
    "slowest request in the nest api log": ("40310", "/api/birds/2"),
}
TUNNEL = (
    'date=2026-03-04 time=08:25:01 devname="heron-fw" devid="FGT60F0000000001" logid="0101037138" type="event" '
    'subtype="vpn" level="notice" vd="root" logdesc="IPsec connection status changed" action="tunnel-down" '
    'vpntunnel="to-fen" tunneltype="ipsec" duration=90000 sentbyte=40 rcvdbyte=40'
)
OPEN = {
    "a few records of another kind": "longest session on heron-fw",
    "what is not of the record": "largest upload seen by heron-fw, and its owner",
    "another than the largest": "second largest upload seen by heron-fw",
    "a part of the records": "largest upload by 10.20.0.5 seen by heron-fw",
    "all but a part": "largest upload seen by heron-fw except 10.20.0.6",
    "no direction": "biggest session by bytes on heron-fw",
    "another day": "largest upload on heron-fw on 5 March",
    "two things": "longest upload on heron-fw",
    "a number of records": "how many of the largest uploads are on heron-fw",
    "as much twice": "shortest session on heron-fw",
    "a field that this log does not have": "largest upload in the nest api log",
}


def _files(**more: list[str]) -> dict[str, str]:
    files = {"heron-fortigate.log": [*SESSIONS, TUNNEL], "nest-api.jsonl": REQUESTS, **more}
    return {name: "\n".join([*lines, ""]) for name, lines in files.items()}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("extremes"), _files()) as opened:
        yield opened


@pytest.mark.parametrize(("text", "expected"), CLAIMED.items(), ids=CLAIMED)
def test_the_record_is_claimed(agent: Agent, text: str, expected: tuple[str, ...]) -> None:
    answer = agent.ask(Question(text))
    assert answer.status == "answered"
    assert all(one in answer.text for one in expected)
    assert len(answer.citations) == 1


@pytest.mark.parametrize("text", OPEN.values(), ids=OPEN)
def test_nothing_is_claimed_where_it_is_open(agent: Agent, text: str) -> None:
    assert agent.ask(Question(text)).status != "answered"


def test_a_record_without_the_field_takes_the_claim_away(tmp_path_factory: pytest.TempPathFactory) -> None:
    lines = [*SESSIONS, SESSIONS[0].replace("sentbyte=4100 ", "").replace("08:00", "08:40")]
    files = _files() | {"heron-fortigate.log": "\n".join([*lines, ""])}
    with agent_on(tmp_path_factory.mktemp("lacking"), files) as opened:
        assert opened.ask(Question("largest upload seen by heron-fw")).status != "answered"


TOTALS = {
    "total bytes that went through rule Feed-Birds": ("7,500", "7500"),
    "sum of bytes for rule Ring-Birds": ("1,000", "1000"),
    "total bytes through rule Feed": (),
    "total bytes sent through rule Feed-Birds": (),
    "total bytes through rule Feed-Bees": (),
    "total bytes through rule Feed-Birds and Ring-Birds": (),
    "total bytes that did not go through rule Feed-Birds": (),
}


def test_a_table_of_columns_is_added_up_by_names_of_several_words(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with agent_on(tmp_path_factory.mktemp("rows"), {"egret-traffic.csv": "\n".join([*ROWS, ""])}) as opened:
        for text, sums in TOTALS.items():
            answer = opened.ask(Question(text))
            assert (answer.status == "answered") == bool(sums), text
            assert not sums or any(one in answer.text for one in sums)


def test_no_sum_is_claimed_where_another_line_is_unread(tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = [*ROWS, "%% 4 rows were left out", ""]
    with agent_on(tmp_path_factory.mktemp("unread"), {"egret-traffic.csv": "\n".join(rows)}) as opened:
        assert opened.ask(Question("sum of bytes for rule Ring-Birds")).status != "answered"
