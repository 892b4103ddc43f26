"""A log that several formats share is read by the tables of each."""

from __future__ import annotations

from itertools import chain, zip_longest
from pathlib import Path

import pytest

import formats
from ingest.learn.shipped.find_format import find_format, format_of, read_formats
from ingest.learn.shipped.learn_on_top import learn_on_top
from ingest.records import Sample
from ingest.sandbox import Sandbox
from reading import read_mixed

FOLDER = Path(next(iter(formats.__path__)))
BY_NAME = {each.name: each for each in read_formats()}
OWN = tuple(f"Mar  3 09:{minute:02}:00 gate7 quirkd[7]: widget {minute} is odd" for minute in range(6))
PAIRS = (
    ("cisco-ios-log", "isc-dhcpd-log"),
    ("juniper-junos-log", "openssh-log"),
    ("arista-eos-log", "postfix-log"),
    ("hpe-procurve-log", "keepalived-log"),
)


def lines_of(name: str) -> list[str]:
    text = (FOLDER / name / "sample.log").read_text("utf-8")
    return [line for line in text.splitlines() if line and line[0] not in "# "]


@pytest.mark.parametrize("names", PAIRS)
def test_records_are_read_as_by_each_format_alone(names: tuple[str, str]) -> None:
    parts = [lines_of(name) for name in names]
    mixed = tuple(line for line in chain.from_iterable(zip_longest(*parts)) if line)
    found = find_format(Sample("a.log", "log", mixed))
    assert found is not None
    assert set(names) <= set(found.members)
    kinds = [record["type"] for record in found.parse(mixed)]
    alone = chain.from_iterable(BY_NAME[name].parse(part) for name, part in zip(names, parts, strict=True))
    assert sorted(kinds) == sorted(record["type"] for record in alone)


def test_one_record_of_another_format_is_read_by_it() -> None:
    lone = "Mar  3 09:00:00 gate7 sudo: ann : TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/bin/ip link set a up"
    lines = lines_of("openssh-log")
    many = (*lines, *lines, lone, *lines, *lines)
    found = find_format(Sample("a.log", "log", many))
    assert found is not None
    (record,) = [one for one in found.parse(many) if one["values"].get("process") == "sudo"]
    assert (record["type"], record["values"]["command"]) == ("Command", "/bin/ip link set a up")


def test_what_no_format_begins_is_learned_and_the_report_names_them_all() -> None:
    lines = (*lines_of("cisco-ios-log"), *OWN, *lines_of("openssh-log"))
    sample = Sample("a.log", "log", lines)
    found = find_format(sample)
    assert found is not None
    parser = learn_on_top(found, [sample])
    assert (parser.name, parser.learning["shipped"]) == ("mixed-log", found.told)
    assert {"cisco-ios-log", "openssh-log"} <= set(found.members)
    assert parser.told == f"mixed-log of {', '.join(found.members)}"
    assert format_of(found.told) is found
    with Sandbox(allow_weak=True) as sandbox:
        records = sandbox.run_parse(parser.source, lines)
    odd = [record for record in records if record.values.get("process") == "quirkd"]
    assert len(odd) == len(OWN)
    assert {record.type for record in odd} == {"WidgetIs"}


def test_a_line_that_begins_nothing_goes_on_with_the_record_before_it() -> None:
    tables = {
        "a": {"header": [r"(?P<timestamp_text>{iso}) a: "], "events": [("Up", "up <port>")]},
        "b": {"header": [r"(?P<timestamp_text>{iso}) b: "], "events": [("Down", "down <port>")]},
    }
    lines = ["2026-03-03 08:00:00 a: up p1", "2026-03-03 08:00:01 b: down p2", "  why", "2026-03-03 08:00:02 a: up p3",
             "2026-03-03 08:00:03 c: odd"]  # fmt: skip
    found = [(record["type"], record["lines"]) for record in read_mixed(lines, tables)]
    assert found == [("Up", [[0, 0]]), ("Down", [[1, 2]]), ("Up", [[3, 3]]), ("OtherEvent", [[4, 4]])]


def test_one_format_alone_is_not_mixed() -> None:
    for name in ("cisco-ios-log", "openssh-log", "postfix-log"):
        found = find_format(Sample("a.log", "log", tuple(lines_of(name))))
        assert found is BY_NAME[name]


def test_what_stands_in_front_of_the_first_record_is_no_record() -> None:
    head = (
        "hut3#show logging",
        "Syslog logging: enabled",
        "No Active Message Discriminator.",
        "Log Buffer (8192 bytes):",
    )
    found = find_format(Sample("a.log", "log", (*head, *lines_of("cisco-ios-log"), "hut3#")))
    assert found is not None
    assert found.name == "cisco-ios-log"


def test_a_record_is_of_the_device_that_it_names() -> None:
    moment = "2031/02/03 04:05:06"
    fields = [
        "1",
        moment,
        "014001",
        "TRAFFIC",
        "end",
        "2562",
        moment,
        "10.8.1.7",
        "203.0.113.7",
        "",
        "",
        "Lab-Out",
        "",
        "",
        "ssl",
        "vsys1",
        "lab",
    ]
    fields += [
        "wan",
        "ethernet1/1",
        "ethernet1/2",
        "",
        moment,
        "31",
        "1",
        "20001",
        "443",
        "0",
        "0",
        "0x19",
        "tcp",
        "allow",
        "800",
        "500",
        "300",
    ]
    fields += [
        "9",
        moment,
        "4",
        "any",
        "",
        "998",
        "0x0",
        "10.0.0.0-10.255.255.255",
        "US",
        "",
        "5",
        "4",
        "tcp-fin",
        "0",
        "0",
        "0",
        "0",
        "",
    ]
    named = ",".join([*fields, "gate-pa", "from-policy"])
    lines = (
        named,
        f"<14>Feb  3 04:05:09 relay {named}",
        f"<14>Feb  3 04:05:09 yard-pa {','.join([*fields, '', ''])}",
    )
    sample = Sample("pa.log", "log", lines)
    found = find_format(sample)
    assert found is not None
    assert [one["values"].get("host") for one in found.parse(lines)] == ["gate-pa", "gate-pa", "yard-pa"]
