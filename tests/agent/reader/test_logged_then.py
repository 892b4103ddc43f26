"""A question why is shown what else was logged then, a port by its short name, and a VLAN's gateway on any device."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.reader.parse_question import read_asked
from agent.reader.show_data import DataReader
from agent.records import AnswerTable
from agent.time_conditions import spans_of, window_test
from agent.typos import is_typo
from tests.agent.reader.loaded_reader import loaded_reader

SWITCH = """#
 version 7.1.070, Release 6320
#
 sysname sw-mill
#
vlan 81
 name OVENS
#
interface Ten-GigabitEthernet1/0/14
 port link-mode bridge
 description till server
 port access vlan 81
#
return
"""
ROUTER = """hostname rt-mill
!
interface GigabitEthernet0/2
 no ip address
!
interface GigabitEthernet0/2.81
 description machines of the bakery
 encapsulation dot1Q 81
 ip address 10.8.81.1 255.255.255.0
!
end
"""
FIREWALL = """#config-version=FGT60F-7.2.5-FW-build1517:opmode=0:vdom=0:user=ops
config system global
    set hostname "fw-mill"
end
config firewall policy
    edit 9
        set name "flour-partner"
        set srcintf "wan1"
        set dstintf "internal"
        set action accept
        set srcaddr "all"
        set dstaddr "all"
        set schedule "always"
        set service "FTP"
        set status disable
    next
end
"""
CHANGE = (
    'date=2026-03-05 time=09:0{at}:14 devname="fw-mill" devid="FGT60F1" eventtime=17414881340000000{at}0 tz="+0000" '
    'logid="0100044546" type="event" subtype="system" level="information" vd="root" logdesc="Attribute configured" '
    'user="{user}" ui="GUI(10.8.0.4)" action="Edit" cfgtid=9{at} cfgpath="firewall.{path}" cfgobj="{name}" '
    'cfgattr="status[enable->disable]" msg="Edit firewall.{path} {name}"'
)
REQUEST = (
    "Mar  {day} {at:02}:{minute:02}:10 till1 tillweb[40]: request {number} ended with status {status} in 9 ms"
)
SWAP = "Mar  5 13:43:50 till1 kernel: Out of memory: Killed process 1190 (java) total-vm:9kB"
ROUTINE = "Mar  {day} {at:02}:17:01 till1 CRON[{number}]: (root) CMD (run-parts /etc/cron.hourly)"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DataReader]:
    folder = tmp_path_factory.mktemp("mill")
    (folder / "sw-mill.cfg").write_text(SWITCH, "utf-8")
    (folder / "rt-mill.cfg").write_text(ROUTER, "utf-8")
    (folder / "fw-mill.conf").write_text(FIREWALL, "utf-8")
    changes = [("policy", "9", "hlind"), ("policy", "12", "okarl"), ("address", "oven9", "okarl")]
    told = [
        CHANGE.format(at=at, path=path, name=name, user=user) for at, (path, name, user) in enumerate(changes)
    ]
    (folder / "fw-mill.log").write_text("\n".join(told) + "\n", "utf-8")
    lines = []
    for day in (3, 4, 5, 6):
        for at in range(24):
            lines.append(ROUTINE.format(day=day, at=at, number=900 + at))
            for minute in range(0, 60, 5):
                failed = day == 5 and at == 13 and minute >= 45
                lines += [SWAP] if failed and minute == 45 else []
                status, number = 502 if failed else 200, day * 1000 + at * 60 + minute
                lines.append(REQUEST.format(day=day, at=at, minute=minute, number=number, status=status))
    (folder / "till1.log").write_text("\n".join(lines) + "\n", "utf-8")
    with loaded_reader(folder) as opened:
        yield opened


def _then(reader: DataReader, question: str) -> list[AnswerTable]:
    return [one for one in reader.show(question).tables if one.title.startswith("what else was logged then")]


def test_a_rare_record_of_the_time_is_shown_and_what_is_always_logged_is_not(reader: DataReader) -> None:
    (table,) = _then(reader, "why did requests end with status 502 on march 5 in the afternoon")
    told = " ".join(map(str, table.rows))
    assert "Out of memory: Killed process 1190" in told
    assert "run-parts" not in told
    assert table.citations[0][0].text == SWAP


def test_a_question_about_what_is_shows_nothing_of_a_time(reader: DataReader) -> None:
    assert not _then(reader, "what is the description of the till server port")


def test_a_port_is_found_by_the_short_name_of_its_make(reader: DataReader) -> None:
    shown = reader.show("what is on XGE1/0/14 of sw-mill")
    assert not shown.nowhere
    assert any("Ten-GigabitEthernet1/0/14" in map(str, row) for one in shown.tables for row in one.rows)


def test_the_gateway_of_a_vlan_is_shown_though_another_device_has_it(reader: DataReader) -> None:
    tables = reader.show("gateway of the OVENS vlan").tables
    rows = [row for one in tables if one.title.startswith("one step from") for row in one.rows]
    (row,) = (one for one in rows if one[0] == "VLAN 81")
    assert row[1:3] == ("interface GigabitEthernet0/2.81", "rt-mill")
    assert "10.8.81.1" in str(row[3])


def test_who_changed_a_thing_is_found_by_its_number_though_the_question_has_its_name(
    reader: DataReader,
) -> None:
    shown = reader.show("who switched off the flour partner rule").tables
    tables = [one for one in shown if "log record" in one.title and "user" in one.columns]
    users = [row[one.columns.index("user")] for one in tables for row in one.rows]
    assert users == ["hlind"]


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("tripped", "traps", False),
        ("swapped", "shape", False),
        ("adjecency", "adjacency", True),
        ("interfcae", "interface", True),
        ("neighbuors", "neighbor", True),
    ],
)
def test_words_without_their_endings_are_typos_only_where_enough_is_left(
    word: str, other: str, expected: bool
) -> None:
    assert is_typo(word, other) is expected


@pytest.mark.parametrize(
    ("question", "days", "hours"),
    [
        ("what was logged weds night", ("wednesday",), (("00:00", "06:00"), ("20:00", "24:00"))),
        ("timeouts thurs lunchtime", ("thursday",), (("11:30", "14:00"),)),
        ("denies on Friday afternoon", ("friday",), (("12:00", "18:00"),)),
    ],
)
def test_days_and_their_parts_are_read_for_short(
    question: str, days: tuple[str, ...], hours: tuple[tuple[str, str], ...]
) -> None:
    window = read_asked(question, lambda _: ()).window
    assert window is not None
    assert (window.days, window.hours) == (days, hours)


def test_a_part_of_a_name_is_no_day() -> None:
    assert read_asked("what is in sun-lab", lambda _: ()).window is None


def test_of_a_night_both_ends_of_the_day_are_meant() -> None:
    night = read_asked("friday night", lambda _: ()).window
    assert night is not None
    test, held = window_test(night, ["2026-03-06"], {0: frozenset()})
    assert "OR" in test
    assert (held["from"], held["to"]) == ("20:00", "06:00")
    assert spans_of("2026-03-06", night, 60) == [
        ("2026-03-05T23:00", "2026-03-06T05:00"),
        ("2026-03-06T19:00", "2026-03-06T23:00"),
    ]
