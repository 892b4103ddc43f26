"""Tests that the committed sample is what its script writes, and that its answers are in the files."""

import re
from collections import Counter
from pathlib import Path

import pytest

from examples.generator.sample import SEED
from examples.make_sample_network import write_sample
from tests.examples.sample_files import (
    EXAMPLES,
    NETWORK,
    answer,
    configurations,
    found,
    found_in_configurations,
    lines_of,
    questions,
)

FIREWALL_LOG = "logs/fw1-messages.log"
WRITTEN = ("ANSWERS.md", "questions.jsonl", "sample-network")
KINDS = {"lookup", "list", "count", "aggregate", "exists", "temporal", "multi-hop", "negative"}


def contents(folder: Path) -> dict[str, bytes]:
    """Give path → bytes of what the script writes into a folder."""
    roots = [folder / name for name in WRITTEN]
    files = [path for root in roots for path in (root.rglob("*") if root.is_dir() else [root])]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files if path.is_file()}


def test_the_same_seed_writes_the_committed_bytes(tmp_path: Path) -> None:
    write_sample(tmp_path, SEED)
    assert contents(tmp_path) == contents(EXAMPLES)


def test_another_seed_writes_other_logs_for_the_same_devices(tmp_path: Path) -> None:
    write_sample(tmp_path, SEED + 1)
    here, there = contents(EXAMPLES), contents(tmp_path)
    assert here.keys() == there.keys()
    assert here["sample-network/logs/syslog.log"] != there["sample-network/logs/syslog.log"]


def test_every_question_has_the_fields_of_the_gold_format() -> None:
    records = list(questions().values())
    assert {str(record["kind"]) for record in records} == KINDS
    assert sum(record["kind"] == "negative" for record in records) >= 8
    assert len({str(record["id"]) for record in records}) == len(records)
    for record in records:
        assert bool(record["evidence"]) is (record["kind"] != "negative")
        assert record["must_contain"] or record["any_of"]


def test_every_line_of_evidence_is_there() -> None:
    for record in questions().values():
        evidence = record["evidence"]
        assert isinstance(evidence, list)
        for entry in evidence:
            assert max(entry["line_numbers"]) <= len(lines_of(entry["file"]))
            assert len(entry["line_numbers"]) <= 50
            assert entry.get("truncated", False) is (entry.get("total_lines", 0) > 50)


def test_every_word_of_a_looked_up_answer_stands_in_its_evidence() -> None:
    for record in questions().values():
        evidence, answers = record["evidence"], record["answer"]
        if record["kind"] != "lookup" or not isinstance(evidence, list):
            continue
        proof = "\n".join(lines_of(e["file"])[n - 1] for e in evidence for n in e["line_numbers"])
        for word in answers if isinstance(answers, list) else [str(answers)]:
            assert word in proof or any(word in str(e["file"]) for e in evidence)


COUNTS = {
    "How many times did the link of": (
        "logs/syslog.log",
        r"branch-ash %LINK-3-UPDOWN: Interface GigabitEthernet0/0/0, changed state to down",
    ),
    "How many packets did the access list": ("logs/syslog.log", r"leaf1 .* list DC-APP-IN .* denied"),
    "How many failed passwords": ("logs/fw1-messages.log", r"Failed password .* from 10\.10\.10\.66 "),
    "How many connections to": ("logs/fares-app.log", r"timed out target=10\.20\.20\.16:5432"),
    "How many requests of the fares": ("logs/fares-app.log", r" status=404 "),
    "How many interfaces are administratively shut down on leaf1": ("configs/leaf1.cfg", r"^\s+shutdown$"),
    "How many BGP neighbors does core1": ("configs/core1.cfg", r"neighbor [\d.]+ peer-group"),
}


@pytest.mark.parametrize(("beginning", "where"), COUNTS.items(), ids=COUNTS)
def test_counts(beginning: str, where: tuple[str, str]) -> None:
    path, pattern = where
    assert answer(beginning) == len(found(pattern, path))


LEADERS = {
    "Which user name did 10.10.10.66": (
        "logs/fw1-messages.log",
        r"Failed password for (\S+) from 10\.10\.10\.66",
    ),
    "Which path was requested most": ("logs/fares-app.log", r" path=(\S+) "),
    "Which source address in 203.0.113.0/24": (
        "logs/fw1-messages.log",
        r"session denied (203\.0\.113\.\d+)/",
    ),
}


@pytest.mark.parametrize(("beginning", "where"), LEADERS.items(), ids=LEADERS)
def test_leaders(beginning: str, where: tuple[str, str]) -> None:
    path, pattern = where
    (first, count), (_, second) = Counter(m[1] for m in found(pattern, path)).most_common(2)
    assert answer(beginning) == [first, str(count)]
    assert count > second


def test_highest_values() -> None:
    readings = found(r"branch-elm .*State: Minor, Reading: (\d+)", "logs/syslog.log")
    latencies = found(r"latency_ms=(\d+)", "logs/fares-app.log")
    assert answer("What is the highest temperature") == max(int(match[1]) for match in readings)
    assert answer("What is the highest latency_ms") == max(int(match[1]) for match in latencies)


def test_every_device_and_every_shut_interface_is_counted() -> None:
    named = list(found_in_configurations(r"^\s*(?:set system )?host-?name (\S+?);?$"))
    shut = list(found_in_configurations(r"^\s+(?:shutdown|disable;)$"))
    assert [device for device, _ in named] == [match[1] for _, match in named]
    assert answer("How many devices") == len(named)
    assert answer("How many interfaces are shut down or disabled") == len(shut)


PRIVATE = r"^(?:10\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.)"
KEPT_FOR_DOCUMENTATION = r"^(?:192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)"
NOT_AN_ADDRESS = r"^(?:255\.|0\.)"


def test_every_address_is_private_or_kept_for_documentation() -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in NETWORK.rglob("*") if path.is_file())
    numbers = set(re.findall(r"(?<![\d.])\d+\.\d+\.\d+\.\d+(?![\d.])", texts))
    allowed = f"{PRIVATE}|{KEPT_FOR_DOCUMENTATION}|{NOT_AN_ADDRESS}"
    assert [number for number in numbers if not re.match(allowed, number)] == []


def test_braces_of_every_junos_file_match() -> None:
    for name in ("edge1", "edge2", "fw1"):
        text = "\n".join(configurations()[name])
        assert text.count("{") == text.count("}")
        assert (
            re.findall(r"^(?![#/ ]*[#/]).*[^{};\n]$", re.sub(r" ## SECRET-DATA", "", text), re.MULTILINE)
            == []
        )
