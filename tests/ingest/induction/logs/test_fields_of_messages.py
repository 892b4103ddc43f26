"""Words, states, reasons, parameters and the lines behind a record become fields, whatever they are called."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import pytest

from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.sandbox import Sandbox
from reading.read_bodies import parts_of


def stamped(*messages: str) -> list[str]:
    return [f"2026-03-01T10:00:{at:02}Z mill1 {message}" for at, message in enumerate(messages)]


def read(lines: list[str], sandbox: Sandbox) -> list[tuple[str, dict[str, Any]]]:
    """Learn a log from four times its lines and read it; what every record has is left out."""
    head = {"timestamp_text", "host", "level", "message", "structured_data", "address"}
    records = sandbox.run_parse(induce_log(lines * 4).parse_source, lines)
    return [(each.type, _without(each.values, head)) for each in records]


def _without(values: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


NAMES = stamped(
    "porter ida opened gate 3 after 7 ms",
    "porter lena opened gate 4 after 9 ms",
    "porter ida closed gate 3",
    "porter lena closed gate 4",
    "refused porter guest at gate 5",
)
THREE = stamped("gauge cellar reads 4 C", "gauge attic reads 9 C", "gauge yard reads 2 C")
STATES = stamped(
    "gate north went from shut to open",
    "gate north went from open to shut",
    "gate north went from shut to stuck",
)
REASONS = stamped(
    "gate 3 will not open (rust)", "gate 4 will not open (bad key)", "gate 5 will not open (guard is asleep)"
)
NUMBERED = stamped(*(f"lock on gate {at} (room {at + 7}) is shut" for at in range(4)))
KEPT_APART = stamped(
    "gate 3 link up",
    "gate 4 link down",
    "gate 3 link up",
    "gate 4 link down",
    "porter failed",
    "porter ended",
)
KEYED = stamped(
    "asked baker=ida for=keys",
    "asked baker=lena for=bread",
    "baker ida left for good",
    "baker lena left for good",
)
REQUESTS = stamped("GET /bread done in 7 ms", "PUT /milk done in 9 ms", "GET /milk done in 8 ms")
PARAMETERS = [
    f'<13>1 2026-03-01T10:00:0{at}Z mill1 gate 7 ID1 [open@1 gateNo="{at}" keptBy="ida"] gate opened'
    for at in range(5)
]
ACCESS = [
    f'192.0.2.{at} - - [01/Mar/2026:10:00:0{at} +0000] "GET /p{at} HTTP/1.1" 200 1{at} "-" "Horn/1.{at} (brass)"'
    for at in range(5)
]
THROWN = [
    "2026-03-01 10:00:00,001 ERROR gate 3 broke",
    "gate.Broken: hinge 2",
    "\tat gate.open(Gate:7)",
    "Caused by: rust",
    "2026-03-01 10:00:01,001 INFO gate 4 fine",
]
OBJECTS = [
    f'{{"time":"2026-03-01T10:00:0{at}Z","msg":"gates {at} seen",'
    f'"gates":[{{"name":"g{at}","up":true}},{{"name":"h{at}"}}]}}'
    for at in range(3)
]
FIELDS: dict[str, tuple[list[str], list[dict[str, Any]]]] = {
    "a method and a path without quotes": (
        REQUESTS,
        [
            {"method": "GET", "request_path": "/bread", "duration_ms": 7},
            {"method": "PUT", "request_path": "/milk", "duration_ms": 9},
            {"method": "GET", "request_path": "/milk", "duration_ms": 8},
        ],
    ),
    "parameters of structured data": (
        PARAMETERS[:1] * 3,
        [{"priority": 13, "process": "gate", "pid": 7, "message_id": "ID1", "gate_no": 0, "kept_by": "ida"}]
        * 3,
    ),
    "words in brackets that never vary": (NUMBERED, [{"gate": at, "room": at + 7} for at in range(4)]),
    "what a request came from, and what asked": (
        ACCESS,
        [
            {
                "method": "GET",
                "request_path": f"/p{at}",
                "protocol": "HTTP/1.1",
                "status": 200,
                "bytes": 10 + at,
                "user_agent": f"Horn/1.{at} (brass)",
            }
            for at in range(5)
        ],
    ),
    "lines behind a record that are not indented are its details": (
        THROWN,
        [{"gate": 3, "details": ("gate.Broken: hinge 2", "Caused by: rust")}, {"gate": 4}],
    ),
    "objects in a list of an object": (
        OBJECTS,
        [{"gates": at, "gates_name": (f"g{at}", f"h{at}"), "gates_up": (True,)} for at in range(3)],
    ),
}


@pytest.mark.parametrize(("lines", "expected"), FIELDS.values(), ids=FIELDS)
def test_fields(lines: list[str], expected: list[dict[str, Any]], sandbox: Sandbox) -> None:
    assert [values for _, values in read(lines, sandbox)] == expected


def test_what_happened_is_no_name(sandbox: Sandbox) -> None:
    kinds = [kind for kind, _ in read(KEPT_APART, sandbox)]
    assert len(set(kinds)) == 4
    assert kinds[0] == kinds[2] != kinds[1] == kinds[3]


def test_types_are_told_apart_by_words_rather_than_numbers(sandbox: Sandbox) -> None:
    places = ("guest court lobby", "north camera roof")
    lines = stamped(
        *(
            f"lock on gate {at} near {places[at % 2]} went {said}"
            for at in range(4)
            for said in ("open", "shut")
        )
    )
    kinds = {kind for kind, _ in read(lines, sandbox)}
    assert len(kinds) == 4
    assert not any(kind[-1].isdigit() for kind in kinds), kinds


def test_an_audit_log_of_many_pairs_is_read_soon(sandbox: Sandbox) -> None:
    pairs = " ".join(f'name{number}="value {number}"' for number in range(60))
    lines = [f"2026-01-05T10:{minute:02}:00Z h1 audit[7]: event={minute} {pairs}" for minute in range(59)]
    started = time.process_time()
    records = sandbox.run_parse(induce_log(lines).parse_source, lines)
    assert time.process_time() - started < 10
    assert [record.values.get("name59") for record in records] == ["value 59"] * 59


def test_a_plain_name_in_front_of_a_mnemonic_is_the_sender(sandbox: Sandbox) -> None:
    gates = [f"2026-01-05T10:0{at}:00Z mill %GATE-5-MOVED: gate {at} moved" for at in range(9)]
    records = sandbox.run_parse(induce_log(gates).parse_source, gates)
    assert {(one.values["host"], one.values["component"]) for one in records} == {("mill", "GATE-5-MOVED")}


TELLING: Mapping[str, tuple[list[str], Mapping[str, object], set[str]]] = {
    "a verb is no user": (
        stamped(*(f"gate {at} says User  logged in" for at in range(6))),
        {"gate": 3},
        {"user"},
    ),
    "a kind of key is no host": (
        stamped(*(f"lane {at} closed using RSA as Server Host Key" for at in range(6))),
        {"lane": 3},
        {"host_name"},
    ),
    "a place in a program is no host with a port": (
        stamped(*(f"apf_{at}.c:19{at} client {at} excluded" for at in range(6))),
        {"client": 3},
        {"host_name", "port"},
    ),
    "two words in capitals in quotes are no request": (
        stamped(*(f'attack "TCP Scan" number {at}' for at in range(6))),
        {"number_value": 3, "attack": "TCP Scan"},
        {"method", "request_path"},
    ),
    "a hardware address behind its name": (
        stamped(*(f"excluded MACAddress:00:11:22:33:44:5{at}" for at in range(6))),
        {"excluded_macaddress": "00:11:22:33:44:53"},
        {"excluded_macaddress_port", "port"},
    ),
}


@pytest.mark.parametrize(("lines", "found", "absent"), TELLING.values(), ids=TELLING)
def test_telling_signs(
    lines: list[str], found: Mapping[str, object], absent: set[str], sandbox: Sandbox
) -> None:
    _, values = read(lines, sandbox)[3]
    assert {name: values.get(name) for name in found} == found
    assert not absent & values.keys()


def test_a_clock_in_a_name_is_not_cut_but_a_port_is() -> None:
    assert parts_of("source", "api.log.1.2017-05-16_13:53:08") == []
    assert parts_of("peer", "10.0.0.1:179") == [("peer_address", "10.0.0.1"), ("peer_port", "179")]


QUOTING = stamped(
    "app[12]: user note: lamp broken",
    'app[12]: user note: "Accepted password for ida from 10.9.8.7" was seen on a poster',
    "gate[7]: porter checked gate for user lena",
)


def test_a_heading_and_a_quoted_message_name_nothing(sandbox: Sandbox) -> None:
    lamp, poster, porter = read(QUOTING, sandbox)
    assert "user" not in {**lamp[1], **poster[1]}
    assert "Accepted" not in poster[0]
    assert "action" not in poster[1]
    assert porter[1]["user"] == "lena"
