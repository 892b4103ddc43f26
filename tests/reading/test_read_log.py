"""What of a log begins a record, and which of its keys are the record's own."""

from __future__ import annotations

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


def test_the_second_value_of_a_key_is_beside_the_first() -> None:
    assert dict(read_body("LEN=131 PROTO=UDP SPT=53 LEN=111")) == {
        "LEN": "131",
        "PROTO": "UDP",
        "SPT": "53",
        "LEN_2": "111",
    }


def test_what_stands_for_no_value_is_none() -> None:
    (record,) = read_log(
        ["2026-08-19 23:59:59 user=N/A tunnel=- action=deny port=22"],
        r"(?P<timestamp_text>{iso}) ",
        bodies="pairs",
    )
    assert {name: record["values"].get(name) for name in ("user", "tunnel", "action")} == {
        "user": None, "tunnel": None, "action": "deny",
    }  # fmt: skip
