"""Every format that ships reads its own sample as a person says it should, and takes no other format's."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import formats
from ingest.learn.builtin.builtin_learner import BuiltinLearner
from ingest.learn.choose_parsers import learn_parsers
from ingest.learn.shipped.find_format import (
    Beginning,
    every_record,
    find_format,
    heads_of,
    owned_by,
    read_formats,
    share_read,
)
from ingest.learn.shipped.learn_on_top import learn_on_top
from ingest.records import Parser, Sample
from ingest.sandbox import Sandbox
from reading.header_patterns import expand

FOLDER = Path(next(iter(formats.__path__)))
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/parse.py"))
CHOOSING_S = 0.1
BY_NAME = {each.name: each for each in read_formats()}


def sample_of(name: str) -> Sample:
    (file,) = (FOLDER / name).glob("sample.*")
    return Sample(file.name, BY_NAME[name].kind, tuple(file.read_text("utf-8").splitlines()))


def stands(fact: list[Any], records: list[Mapping[str, Any]]) -> bool:
    """Tell whether a record of this type, key or device holds a value, on a line where one is named."""
    of, name, value, *line = fact
    for record in records:
        values: Mapping[str, Any] = record["values"]
        own = {record["type"], str(values.get("key", "")), str(values.get("host", ""))}
        there = not line or any(first <= line[0] - 1 <= last for first, last in record["lines"])
        held = values.get(name)
        same = held == value or str(held) == str(value) or (isinstance(held, list) and value in held)
        if there and same and of in own:
            return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_a_format_is_found_for_its_own_sample(name: str) -> None:
    found = find_format(sample_of(name))
    assert found is not None
    assert found.name == name


LOGS = [name for name in NAMES if BY_NAME[name].kind == "log"]
HEADS = {
    "two times": ("{iso} F (?P<at>{month day}|{iso}) x", ("{iso}", "{iso} F (?P<at>{month day}|{iso})")),
    "a time that may be missing": ("(?:{iso} )?x", ()),
    "a choice of whole headers": ("{iso} x|y", ()),
    "a choice in a group": ("(?:a|{iso}) x", ("(?:a|{iso})",)),
    "signs that are escaped, or in a class": (r"\(\{[({|]{level}: x", (r"\(\{[({|]{level}",)),
    "no time": (r"\d{1,3} x", ()),
}


@pytest.mark.parametrize(("header", "heads"), HEADS.values(), ids=HEADS)
def test_the_heads_of_a_header(header: str, heads: tuple[str, ...]) -> None:
    assert heads_of(header) == heads


@pytest.mark.parametrize("name", LOGS)
def test_a_beginning_matches_what_its_header_does(name: str) -> None:
    lines = [line for other in LOGS for line in sample_of(other).lines[:1]]
    for shipped in BY_NAME[name].begins:
        header, matched = re.compile(expand(shipped.header)), Beginning(shipped.header)
        assert [str(matched.match(line)) for line in lines] == [str(header.match(line)) for line in lines]


@pytest.mark.parametrize("name", LOGS)
def test_each_type_of_record_of_a_log_is_an_event(name: str) -> None:
    shipped, sample = BY_NAME[name], sample_of(name)
    types = learn_on_top(shipped, [sample]).schema["$defs"]
    read = {record["type"] for record in shipped.parse(sample.lines)}
    assert {one for one in read if "Event" not in types.get(one, {}).get("x-labels", ())} == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_format_reads_what_a_person_reads(name: str) -> None:
    shipped, sample = BY_NAME[name], sample_of(name)
    expected = json.loads((FOLDER / name / "expected.json").read_text("utf-8"))
    top = shipped.parse(sample.lines)
    records = list(every_record(top))
    counts: dict[str, int] = {}
    for record in records:
        counts[record["type"]] = counts.get(record["type"], 0) + 1
    told = expected["records"]
    assert {kind: counts.get(kind, 0) for kind in told} == told
    assert [fact for fact in expected["facts"] if not stands(fact, records)] == []
    said = ["" if line[:1] == "#" else line for line in sample.lines]
    assert share_read(said, owned_by(top)) > 0.95
    times = [str(one["values"]["timestamp_text"]) for one in top if "timestamp_text" in one["values"]]
    if expected.get("times"):
        assert [times[0], times[-1]] == expected["times"]
    hosts = {str(one["values"]["host"]) for one in top if "host" in one["values"]}
    if shipped.kind == "configuration":
        hosts = set(map(str, top[0]["values"].values())) & set(expected.get("hosts", ()))
    assert not expected.get("hosts") or hosts == set(map(str, expected["hosts"]))


@pytest.mark.parametrize("name", NAMES)
def test_a_parser_is_made_of_it_with_what_it_does_not_know_on_top(name: str) -> None:
    parser = learn_on_top(BY_NAME[name], [sample_of(name)])
    assert parser.learning["shipped"] == name
    assert parser.coverage > 0.9
    assert parser.schema["$defs"]


def test_rows_that_formats_share_are_written_out_in_what_a_kg_keeps() -> None:
    sharing = [
        name for name in NAMES if "\n= ../" in (FOLDER / name / "parse.py").read_text(encoding="utf-8")
    ]
    assert {"hpe-comware", "huawei-vrp"} <= {*sharing}
    for name in sharing:
        parser = learn_on_top(BY_NAME[name], [sample_of(name)])
        assert "\n= ../" not in parser.source
        with Sandbox(allow_weak=True) as sandbox:
            assert sandbox.run_parse(parser.source, sample_of(name).lines)


def test_choosing_among_all_formats_takes_a_tenth_of_a_second() -> None:
    samples = [sample_of(name) for name in NAMES]
    for sample in samples:
        find_format(sample)
    started = time.process_time()
    for sample in samples:
        find_format(sample)
    assert time.process_time() - started < CHOOSING_S * len(samples)


def test_a_file_of_no_format_has_none() -> None:
    lines = tuple(f"widget {number} frobnicates gadget {number * 7}" for number in range(40))
    assert find_format(Sample("a.log", "log", lines)) is None
    assert find_format(Sample("a.cfg", "configuration", lines)) is None


def test_formats_are_folders_with_the_same_parts() -> None:
    for name in NAMES:
        files = sorted(path.name.split(".")[0] for path in (FOLDER / name).iterdir() if path.is_file())
        assert files == ["expected", "parse", "sample"], name


class NoModel(BuiltinLearner):
    """A learner that would ask a model, and may not."""

    def learn(self, name: str, group: Sequence[Sample], known: Parser | None = None) -> Parser:
        raise AssertionError(f"{name}: a model was asked")


def test_no_model_is_asked_about_a_format_that_ships() -> None:
    sample = sample_of("openssh-log")
    odd = tuple(f"Mar  3 09:{minute:02}:00 gate7 sshd[7]: quirk {minute} of ours" for minute in range(12))
    samples = [sample, replace(sample, path="b.log", lines=(*sample.lines, *odd))]
    with Sandbox(allow_weak=True) as sandbox:
        first = learn_parsers(samples[:1], (), NoModel(mends=True), sandbox)
        again = learn_parsers(samples[1:], list(first.by_name.values()), NoModel(mends=True), sandbox)
    assert first.problems == again.problems == []
    assert again.parsers["b.log"].learning["rows_on_top"] > 0


def test_a_configuration_is_read_by_its_own_format_whatever_else_is_loaded() -> None:
    names = [name for name in NAMES if BY_NAME[name].kind == "configuration"]
    odd = ("quirk of ours", " quirk inside 7", "quirk of theirs")
    known = [
        learn_on_top(BY_NAME[name], [replace(sample, lines=(*sample.lines, *odd))])
        for name in names
        for sample in [sample_of(name)]
    ]
    samples = [replace(sample_of(name), path=name) for name in names]
    with Sandbox(allow_weak=True) as sandbox:
        chosen = learn_parsers(samples, known, NoModel(), sandbox)
    read_by = {path: str(parser.learning["shipped"]) for path, parser in chosen.parsers.items()}
    assert read_by == {name: name for name in names}


def test_signs_of_two_formats_are_told_apart_by_what_each_reads() -> None:
    switch = (
        "hostname mixed",
        "feature bgp",
        "vrf context GREEN",
        "interface Ethernet1/1",
        "  no shutdown",
        "  quirk inside 7",
    )
    known = learn_on_top(
        BY_NAME["arista-eos"], [Sample("odd.cfg", "configuration", (*switch, "quirk of ours"))]
    )
    assert known.source.count("OTHERS") > 1
    with Sandbox(allow_weak=True) as sandbox:
        chosen = learn_parsers([Sample("a.cfg", "configuration", switch)], [known], NoModel(), sandbox)
    assert chosen.parsers["a.cfg"].learning["shipped"] == "cisco-nxos"


@pytest.mark.parametrize("name", ["zeek-tsv", "zeek-json"])
def test_type_and_code_of_icmp_are_no_ports(name: str) -> None:
    parts = ("1772524803.100001", "C1", "192.0.2.21", 8, "192.0.2.1", 0, "icmp", "-", 1.0, 56, 56, "OTH")
    rest = ("T", "T", 0, "-", 1, 84, 1, 84, "-")
    keys = ("ts", "uid", "id.orig_h", "id.orig_p", "id.resp_h", "id.resp_p", "proto")
    line = json.dumps(dict(zip(keys, parts, strict=False)))
    if name == "zeek-tsv":
        line = "\t".join(map(str, (*parts, *rest)))
    (record,) = BY_NAME[name].parse([line])
    assert {"icmp_type": 8, "icmp_code": 0}.items() <= record["values"].items()
    assert not {"source_port", "destination_port"} & record["values"].keys()


def test_objects_of_a_program_that_begin_with_a_time_are_no_records_of_zeek() -> None:
    jobs = (
        json.dumps({"ts": f"2026-03-05T02:00:{at}Z", "level": "info", "job": "copy"}) for at in range(10, 50)
    )
    assert find_format(Sample("jobs.log", "log", tuple(jobs))) is None


@pytest.mark.parametrize("name", ["cisco-ios", "cisco-nxos", "arista-eos"])
def test_vlans_that_further_lines_add_are_of_one_list(name: str) -> None:
    trunk = "switchport trunk allowed vlan"
    lines = ["hostname sw", "interface Ethernet1/7", f"  {trunk} 7,9-12", f"  {trunk} add 20,30-31", "vlan 7"]
    (port,) = [each for each in BY_NAME[name].parse(lines)[0]["children"] if each["type"] == "Interface"]
    assert port["values"]["switchport_trunk_allowed_vlan"] == ["7,9-12", "20,30-31"]


def test_object_that_is_a_message_is_read() -> None:
    said = {
        "level": "error",
        "msg": "door 7 is stuck",
        "door": 7,
        "host": "hall",
        "time": "2026-03-03T07:59:59Z",
    }
    line = json.dumps({"log": json.dumps(said), "stream": "stderr", "time": "2026-03-03T08:00:01.5Z"})
    (record,) = BY_NAME["docker-json"].parse([line])
    values = {name: value for name, value in record["values"].items() if name != "template"}
    assert values == {
        "message": "door 7 is stuck",
        "stream": "stderr",
        "timestamp_text": "2026-03-03T07:59:59Z",
        "received_text": "2026-03-03T08:00:01.5Z",
        "level": "error",
        "door": 7,
        "inner_host": "hall",
    }


def test_a_log_of_objects_that_is_learned_takes_no_log_of_another_form() -> None:
    objects = [json.dumps({"at": f"2026-03-05T02:{n:02}:11Z", "job": "copy", "took": n}) for n in range(40)]
    plain = [
        f"2026-03-05 02:{n:02}:11 door {n % 3} was {'opened' if n % 2 else 'shut'} by ida" for n in range(40)
    ]
    samples = [
        Sample("a-jobs.log", "log", tuple(objects)),
        Sample("b-doors.log", "log", tuple(plain)),
        replace(sample_of("mikrotik-routeros-log"), path="c-hut.log"),
    ]
    with Sandbox(allow_weak=True) as sandbox:
        chosen = learn_parsers(samples, (), BuiltinLearner(), sandbox)
    assert chosen.names == {
        "a-jobs.log": "log-a-jobs",
        "b-doors.log": "log-b-doors",
        "c-hut.log": "mikrotik-routeros-log",
    }


def test_a_release_in_brackets_is_no_section_of_what_stands_below() -> None:
    lines = (
        "[V300R019C10SPC300]",
        "#",
        " sysname loft",
        "#",
        "acl number 2001",
        " rule 5 permit source 192.0.2.0 0.0.0.255",
        "acl number 2002",
        " rule 5 deny",
        "#",
        "interface LoopBack0",
        " ip address 192.0.2.7 255.255.255.255",
        "#",
        " telnet server enable",
        "#",
        "user-interface con 0",
        " authentication-mode aaa",
        "user-interface vty 0 4",
        " acl 2001 inbound",
        "#",
        "return",
    )
    sample = Sample("loft.cfg", "configuration", lines)
    shipped = find_format(sample)
    assert shipped is not None
    assert shipped.name == "huawei-vrp"
    (root,) = shipped.parse(list(lines))
    assert root["values"]["sysname"] == "loft"
    assert root["values"]["telnet_server_enable"] is True


def test_no_learned_row_takes_the_name_of_one_thing_for_a_word_of_the_make() -> None:
    lines = (
        "config system global",
        '    set hostname "well"',
        "end",
        "config system interface",
        '    edit "port1"',
        "        set ip 192.0.2.1 255.255.255.0",
        "    next",
        '    edit "port2"',
        "        set status down",
        "    next",
        "end",
        "config system interface",
        '    edit "port1"',
        "        set status down",
        "        abort",
        "end",
    )
    shipped = BY_NAME["fortinet-fortios"]
    learned = learn_on_top(shipped, [Sample("well.conf", "configuration", lines)])
    with Sandbox(allow_weak=True) as sandbox:
        (root,) = sandbox.run_parse(learned.source, lines)
    ports = {child.values["key"] for child in root.children if child.type == "Interface"}
    assert ports == {"port1", "port2"}


def test_what_its_table_does_not_know_is_learned_from_a_script_of_paths() -> None:
    router = "set network virtual-router {} protocol bgp"
    lines = ["set deviceconfig system hostname kel1"]
    for name, peer in (("north", "10.66.1.2"), ("south", "10.66.2.2")):
        start = router.format(name)
        lines += [
            f"{start} local-as 64901",
            f"{start} peer-group EDGE peer {name}-p peer-address ip {peer}",
            f"{start} peer-group EDGE peer {name}-p peer-as 64902",
        ]
        for rule in ("OUT_A", "OUT_B"):
            lines += [
                f"{start} policy export rules {rule} match route-table unicast",
                f"{start} policy export rules {rule} enable yes",
                f"{start} policy export rules {rule} used-by EDGE",
            ]
    sample = Sample("kel1.txt", "configuration", tuple(lines))
    learned = learn_on_top(BY_NAME["palo-alto-panos-set"], [sample])
    assert learned.learning["rows_on_top"]
    with Sandbox(allow_weak=True) as sandbox:
        (root,) = sandbox.run_parse(learned.source, lines)
    below = [child for router in root.children for child in router.children]
    rules = [child.values["key"] for child in below if child.type.endswith("Rule")]
    assert sorted(rules) == ["OUT_A", "OUT_A", "OUT_B", "OUT_B"]
