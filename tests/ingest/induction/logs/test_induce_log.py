import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.sandbox import RawRecord, Sandbox

ROOT = Path(__file__).resolve().parents[4]
LOG = ROOT / "examples" / "sample-network" / "logs" / "fares-app.log"


def learned(style: str) -> list[str]:
    """Forty lines of an invented log to learn from."""
    rows = []
    for n in range(40):
        clock = f"10:{n:02}:{n * 7 % 60:02}"
        stamp = f"2024-03-01T{clock}Z"
        rows += {
            "syslog": [
                (f"Mar  1 {clock} core{n % 3} {n}: *Mar  1 {clock}.{n:03}: "
                f"%LINK-3-UPDOWN: Interface Gi0/{n}, changed state to down"),
                (f"Mar  1 {clock} edge{n % 2} rpd[{900 + n % 4}]: "
                f"bgp_recv: peer 10.0.{n}.1 (External AS {64512 + n}) sent hold time {n}"),
            ],
            "renamed": [
                f"2024-03-01 {clock},{n:03} - WARN - [zurb] Wuggled 10.0.{n}.1 norps <{n}>",
                f"2024-03-01 {clock},{n:03} - INFO - [frob] Snarf ended after {n}.5 seconds",
            ],
            "pipes": [f"{clock}|gw{n % 2}|ERROR|sess|login of user u{n} failed", f"{clock}|gw{n % 2}|INFO|sess|idle"],
            "requests": [f'10.0.0.{n} - ann{n} [10/Oct/2000:{clock} -0700] "GET /p{n}.gif HTTP/1.0" 200 {n * 31}'],
            "json": [
                json.dumps({"ts": stamp, "lvl": "info", "msg": f"job {n} took {n}.25 s", "http": {"code": n}}),
                json.dumps({"ts": stamp, "lvl": "warn", "msg": f"lost peer 10.0.0.{n}", "ok": n % 2 == 0}),
            ],
            "pairs": [
                f'<14>date=2024-03-01 time={clock} type="traffic" src=10.0.0.{n} bytes={n} note=""',
                f'<14>date=2024-03-01 time={clock} type="virus" src=10.0.0.{n} file="a b {n}"',
            ],
            "levels": [f"INFO: loaded module m{n}", f"ERROR: out of {n} slots"],
        }[style]  # fmt: skip
    return rows


RECORDS = {
    "a network device's message inside a relay's": (
        "syslog",
        [
            "Mar  1 11:00:00 core9 77: *Mar  1 10:59:59.500: %LINK-3-UPDOWN: Interface Gi0/99, changed state to down"
        ],
        "InterfaceChanged",
        {
            "timestamp_text": "Mar  1 11:00:00",
            "host": "core9",
            "sequence": 77,
            "device_time": "Mar  1 10:59:59.500",
            "component": "LINK-3-UPDOWN",
            "severity": 3,
            "message": "Interface Gi0/99, changed state to down",
            "interface": "Gi0/99",
            "state": "down",
        },
    ),
    "a daemon's message in the same file": (
        "syslog",
        ["Mar  1 11:00:01 edge7 rpd[1]: bgp_recv: peer 10.9.9.9 (External AS 1) sent hold time 90"],
        "PeerExternal",
        {
            "timestamp_text": "Mar  1 11:00:01",
            "host": "edge7",
            "process": "rpd",
            "pid": 1,
            "component": "bgp_recv",
            "message": "peer 10.9.9.9 (External AS 1) sent hold time 90",
            "peer": "10.9.9.9",
            "as": 1,
            "time": 90,
        },
    ),
    "a message that is too long for a template is kept whole": (
        "renamed",
        ["2024-03-02 00:00:00,001 - WARN - [zurb] Wuggled 10.1.1.1 norps <7>" + "x" * 3000],
        "OtherEvent",
        {
            "timestamp_text": "2024-03-02 00:00:00,001",
            "level": "WARN",
            "context": "zurb",
            "message": "Wuggled 10.1.1.1 norps <7>" + "x" * 3000,
        },
    ),
    "words that nobody has seen": (
        "renamed",
        ["2024-03-02 00:00:00,001 - WARN - [zurb] Wuggled 10.1.1.1 norps <7>"],
        "WuggledNorps",
        {
            "timestamp_text": "2024-03-02 00:00:00,001",
            "level": "WARN",
            "context": "zurb",
            "message": "Wuggled 10.1.1.1 norps <7>",
            "action": "Wuggled",
            "wuggled": "10.1.1.1",
            "norps": 7,
        },
    ),
    "a unit names a number": (
        "renamed",
        ["2024-03-02 00:00:00,001 - INFO - [frob] Snarf ended after 1.5 seconds"],
        "SnarfEnded",
        {
            "timestamp_text": "2024-03-02 00:00:00,001",
            "level": "INFO",
            "context": "frob",
            "message": "Snarf ended after 1.5 seconds",
            "seconds": 1.5,
        },
    ),
    "lines without a header belong to the record before them": (
        "renamed",
        [
            "2024-03-02 00:00:00,001 - WARN - [zurb] Wuggled 10.1.1.1 norps <7>",
            "Bang: x",
            "  at a.b(C:1)",
            "",
            "  at a.c(C:2)",
        ],
        "WuggledNorps",
        {
            "timestamp_text": "2024-03-02 00:00:00,001",
            "level": "WARN",
            "context": "zurb",
            "message": "Wuggled 10.1.1.1 norps <7>",
            "action": "Wuggled",
            "wuggled": "10.1.1.1",
            "norps": 7,
            "details": ("Bang: x",),
        },
    ),
    "columns between signs": (
        "pipes",
        ["11:00:00|gw5|ERROR|sess|login of user bob failed"],
        "LoginOf",
        {
            "timestamp_text": "11:00:00",
            "host": "gw5",
            "level": "ERROR",
            "component": "sess",
            "message": "login of user bob failed",
            "user": "bob",
        },
    ),
    "a web server's log": (
        "requests",
        ['10.0.0.9 - - [10/Oct/2000:13:55:36 -0700] "GET /x.gif HTTP/1.0" 404 12'],
        "Get",
        {
            "address": "10.0.0.9",
            "timestamp_text": "10/Oct/2000:13:55:36 -0700",
            "message": '"GET /x.gif HTTP/1.0" 404 12',
            "method": "GET",
            "request_path": "/x.gif",
            "protocol": "HTTP/1.0",
            "status": 404,
            "bytes": 12,
        },
    ),
    "one JSON object a line, with a key not seen before": (
        "json",
        [
            '{"ts": "2024-03-02T00:00:00Z", "lvl": "info", "msg": "job 9 took 0.5 s", "http": {"code": 7}, "new": [1]}'
        ],
        "JobTook",
        {
            "timestamp_text": "2024-03-02T00:00:00Z",
            "level": "info",
            "message": "job 9 took 0.5 s",
            "http_code": 7,
            "new": (1,),
            "job": 9,
            "took": 0.5,
        },
    ),
    "key=value pairs": (
        "pairs",
        ['<14>date=2024-03-02 time=00:00:00 type="virus" src=10.0.0.1 file="x y z"'],
        "Virus",
        {
            "priority": 14,
            "timestamp_text": "2024-03-02 time=00:00:00",
            "date": "2024-03-02",
            "time": "00:00:00",
            "type_value": "virus",
            "src": "10.0.0.1",
            "file": "x y z",
            "message": 'date=2024-03-02 time=00:00:00 type="virus" src=10.0.0.1 file="x y z"',
        },
    ),
    "a level without a time": (
        "levels",
        ["ERROR: out of 7 slots"],
        "OutOf",
        {"level": "ERROR", "message": "out of 7 slots", "slots": 7},
    ),
    "a message that was in no sample keeps its header": (
        "renamed",
        ["2024-03-02 00:00:00,001 - INFO - [frob] nobody said this before"],
        "OtherEvent",
        {
            "timestamp_text": "2024-03-02 00:00:00,001",
            "level": "INFO",
            "context": "frob",
            "message": "nobody said this before",
        },
    ),
}


@pytest.mark.parametrize(("style", "lines", "kind", "values"), RECORDS.values(), ids=RECORDS)
def test_a_line_that_was_not_in_the_sample(
    style: str, lines: list[str], kind: str, values: dict[str, object], sandbox: Sandbox
) -> None:
    parser = induce_log(learned(style))
    records = sandbox.run_parse(parser.parse_source, lines)
    assert [(record.type, dict(record.values)) for record in records] == [(kind, values)]
    owned = [index for first, last in records[0].lines for index in range(first, last + 1)]
    assert owned == [index for index, line in enumerate(lines) if line]


STYLES = ("syslog", "renamed", "pipes", "requests", "json", "pairs", "levels")


@pytest.mark.parametrize("style", STYLES)
def test_the_schema_describes_what_the_parser_gives(style: str, sandbox: Sandbox) -> None:
    lines = learned(style)
    parser = induce_log(lines)
    Draft202012Validator.check_schema(dict(parser.schema))
    types = parser.schema["$defs"]
    assert isinstance(types, dict)
    records = sandbox.run_parse(parser.parse_source, lines)
    assert len(records) == len(lines)
    for record in records:
        described = types[record.type]
        assert isinstance(described, dict)
        assert described["x-labels"] == ["Event"]
        properties = described["properties"]
        assert isinstance(properties, dict)
        assert set(record.values) <= set(properties)
        plain = {
            name: list(value) if isinstance(value, tuple) else value for name, value in record.values.items()
        }
        Draft202012Validator({**described, "$defs": types}).validate(plain)


@pytest.mark.parametrize("style", STYLES)
def test_the_same_lines_give_the_same_parser(style: str) -> None:
    assert induce_log(learned(style)) == induce_log(learned(style))


LEARN = (
    "import sys; from ingest.learn.builtin.logs.induce_log import induce_log; "
    "print(induce_log(sys.stdin.read().splitlines()).parse_source)"
)


def test_another_process_writes_the_same_parser() -> None:
    lines = LOG.read_text("utf-8")
    written = {
        subprocess.run(
            [sys.executable, "-c", LEARN],
            input=lines,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(written) == 1


@pytest.mark.parametrize("size", [1, 7, 80])
def test_batches_of_any_size_give_the_same_records(size: int, sandbox: Sandbox) -> None:
    lines = learned("syslog")
    source = induce_log(lines).parse_source
    batches = [lines[start : start + size] for start in range(0, len(lines), size)]

    def shown(records: list[RawRecord]) -> list[tuple[str, dict[str, object]]]:
        return [(record.type, dict(record.values)) for record in records]

    in_batches = [shown(sandbox.run_parse(source, batch)) for batch in batches]
    assert [record for batch in in_batches for record in batch] == shown(sandbox.run_parse(source, lines))


ODD = {
    "no line": [],
    "blank lines": ["", "   "],
    "one line": ["a line"],
    "only values": ["1", "2", "3.5", "10.0.0.1"],
    "signs of expressions": ["a(b[c{d*e+f?g|h^i$j\\k", "say \"x\" and 'y'", "%s %d {0} \\d+ (?P<x>)"],
    "lines with a time of another log": ["Mar  1 10:00:00 r1 x: up", "2024-03-01 10:00:00 other"],
    "a JSON list": ["[1, 2]", "[3]"],
    "very long": ["x" * 100_000, "y=" * 10_000],
}


@pytest.mark.parametrize("lines", ODD.values(), ids=ODD)
def test_any_lines_give_a_parser_that_runs(lines: list[str], sandbox: Sandbox) -> None:
    parser = induce_log(lines)
    records = sandbox.run_parse(parser.parse_source, lines)
    owned = [index for record in records for first, last in record.lines for index in range(first, last + 1)]
    assert len(owned) == len(set(owned))
    assert len(records) <= len(lines)


MIXED = {
    "objects among lines of text": [f'{{"ts": "2024-03-01T11:00:{n:02}Z", "msg": "job {n} done"}}' for n in range(9)],
    "pairs without the header of the others": [
        f'date=2024-03-01 time=11:00:{n:02} type="traffic" src=10.0.0.{n}' for n in range(9)
    ],
    "requests that begin with a site": [
        f'www{n}.example 10.0.0.{n} - - [01/Mar/2024:11:00:{n:02} +0000] "GET /p{n}" 200 17' for n in range(9)
    ],
}  # fmt: skip


@pytest.mark.parametrize("others", MIXED.values(), ids=MIXED)
def test_lines_of_a_second_format_are_records_of_their_own(others: list[str], sandbox: Sandbox) -> None:
    lines = [f"2024-03-01T10:00:{n:02}Z INFO api: served request {n}" for n in range(50)] + others
    records = sandbox.run_parse(induce_log(lines).parse_source, lines)
    assert len(records) == len(lines)
    assert all("11:00:0" in str(record.values["timestamp_text"]) for record in records[50:])


@pytest.mark.parametrize("style", ["json", "pairs"])
def test_a_blank_line_changes_no_parser(style: str) -> None:
    lines = learned(style)
    assert induce_log([*lines, ""]) == induce_log(lines)


def test_a_parser_of_no_lines_reads_every_line(sandbox: Sandbox) -> None:
    assert len(sandbox.run_parse(induce_log([]).parse_source, ["the gate was shut", "by ida"])) == 2
