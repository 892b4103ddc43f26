"""Columns that a comment of the log names give properties of these names."""

from __future__ import annotations

import pytest

from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.sandbox import Sandbox

BLANKS = [
    "#Version: 1.5",
    "#Fields: date time action protocol src-ip dst-ip dst-port tcpflags",
    "",
    "2026-03-01 10:00:00 DROP TCP 192.0.2.7 198.51.100.1 445 S",
    "2026-03-01 10:00:01 ALLOW UDP 192.0.2.8 198.51.100.1 53 -",
    "2026-03-01 10:00:02 DROP UDP 192.0.2.9 198.51.100.1 137 -",
]
TABS = [
    "#separator \\x09",
    "#fields\tts\tuid\tid.orig_h\tservice",
    "#types\ttime\tstring\taddr\tstring",
    "1772359200.125000\tC1a\t192.0.2.7\tdns",
    "1772359201.125000\tC2b\t192.0.2.8\t-",
]
CASES = {
    "between blanks, with the action that tells the events apart": (
        BLANKS,
        3,
        "Drop",
        {
            "timestamp_text": "2026-03-01 10:00:00",
            "date": "2026-03-01",
            "time": "10:00:00",
            "action": "DROP",
            "protocol": "TCP",
            "src_ip": "192.0.2.7",
            "dst_ip": "198.51.100.1",
            "dst_port": 445,
            "tcpflags": "S",
            "message": "2026-03-01 10:00:00 DROP TCP 192.0.2.7 198.51.100.1 445 S",
        },
    ),
    "between tabs, behind a name without a colon": (
        TABS,
        4,
        "LogEntry",
        {
            "timestamp_text": "1772359201.125000",
            "uid": "C2b",
            "id_orig_h": "192.0.2.8",
            "message": "1772359201.125000\tC2b\t192.0.2.8\t-",
        },
    ),
}


@pytest.mark.parametrize(("lines", "place", "kind", "values"), CASES.values(), ids=CASES)
def test_a_row_has_the_columns_names(
    lines: list[str], place: int, kind: str, values: dict[str, object], sandbox: Sandbox
) -> None:
    records = sandbox.run_parse(induce_log(lines).parse_source, lines)
    assert len(records) == sum(1 for line in lines if line and line[0] != "#")
    found = next(record for record in records if record.lines[0][0] == place)
    assert (found.type, dict(found.values)) == (kind, values)


def test_a_comment_whose_names_do_not_fit_the_rows_names_nothing(sandbox: Sandbox) -> None:
    lines = ["# fields of oats and rye", *(f"2026-03-01 10:00:0{at} mill1 gate {at} shut" for at in range(5))]
    types = {record.type for record in sandbox.run_parse(induce_log(lines).parse_source, lines)}
    assert types == {"Mill1Gate"}
