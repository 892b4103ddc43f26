"""What of a log begins a record, and which of its keys are the record's own."""

from __future__ import annotations

from ingest.learn.shipped.find_format import read_formats
from reading import read_log
from reading.read_bodies import read_body

HEADER = [r"(?P<timestamp_text>{iso}) (?P<level>{LEVEL}) ", r"(?P<timestamp_text>{iso})"]


def test_a_time_alone_is_a_line_of_the_text_before_it() -> None:
    lines = [
        "2026-08-19 23:59:59 WARN slow:",
        "select id where day >=",
        "2026-01-01 00:00:00",
        "and open",
        "2026-08-20 00:00:01 INFO done",
    ]
    first, second = read_log(lines, HEADER)
    assert first["lines"] == [[0, 3]]
    assert first["values"]["details"] == ["select id where day >=", "2026-01-01 00:00:00", "and open"]
    assert second["lines"] == [[4, 4]]


def test_a_message_in_brackets_that_repeats_the_keys_is_another_one() -> None:
    text = "IN=e0 SRC=192.0.2.1 PROTO=ICMP TYPE=3 [SRC=192.0.2.9 PROTO=TCP DPT=443 ] MARK=0x1"
    assert dict(read_body(text)) == {
        "IN": "e0", "SRC": "192.0.2.1", "PROTO": "ICMP", "TYPE": "3",
        "inner_SRC": "192.0.2.9", "inner_PROTO": "TCP", "inner_DPT": "443", "MARK": "0x1",
    }  # fmt: skip


def test_brackets_around_further_keys_change_nothing() -> None:
    assert dict(read_body("user=ann [src=192.0.2.1 port=22] action=login")) == {
        "user": "ann", "src": "192.0.2.1", "port": "22", "action": "login",
    }  # fmt: skip


def test_the_last_value_of_a_key_holds() -> None:
    """FortiGate writes `tz` twice in some lines: by name, then as an offset."""
    assert dict(read_body('tz="UTC-5:00" date=2026-03-08 time=13:22:46 tz="-0500"'))["tz"] == "-0500"


def test_what_stands_for_no_value_is_none() -> None:
    (record,) = read_log(
        ["2026-08-19 23:59:59 user=N/A tunnel=- action=deny port=22"],
        r"(?P<timestamp_text>{iso}) ",
        bodies="pairs",
    )
    assert {name: record["values"].get(name) for name in ("user", "tunnel", "action")} == {
        "user": None, "tunnel": None, "action": "deny",
    }  # fmt: skip


def test_an_iis_line_without_fields_has_the_status_and_not_what_is_behind_it() -> None:
    (shipped,) = (one for one in read_formats() if one.name == "iis-log")
    lines = [
        "2026-03-08 10:00:00 192.0.2.20 POST /a.svc - 443 - 192.0.2.9 - - web.example 200 0 0 232",
        "2026-03-08 10:00:01 W3SVC1 GET / - 80 - 192.0.2.9 Probe/1.0 - - web.example 404 0 2 456 789",
        "2026-03-08 10:00:02 192.0.2.20 GET / - 80 - 192.0.2.9 Probe/1.0 - 500 0 64 12 192.0.2.31,192.0.2.32",
    ]
    found = [one["values"] for one in shipped.parse(lines)]
    assert [one.get("status") for one in found] == [200, 404, 500]
    assert all(one.get("destination_address") in ("192.0.2.20", None) for one in found)
