"""Findings are shown for their topic: a rare word or a thing that they share with the question."""

from __future__ import annotations

import pytest

from agent.reader.finding_table import FindingTable
from agent.reader.parse_question import read_asked
from findings.records import Finding
from graph_store.records import SourceLine

TEXTS = {
    "hot": ("too-hot", "gate1 said 6 times that it is too hot.", "gate1 Temp: Inlet 91, State: Minor"),
    "server": (
        "not-like-others",
        "gate2 lacks the NTP server 192.0.2.6, unlike 3 of 4 devices like it.",
        "ntp server",
    ),
    "vlan": (
        "duplicate-address",
        "192.0.2.9 is configured on Vlan99 of gate1 and Vlan99 of gate2.",
        "interface Vlan99",
    ),
    "down": (
        "still-down",
        "On gate1, interface Gi0/3 went down.",
        "%OSPF-5-ADJCHG: Nbr 192.0.2.2 too many resends",
    ),
    "entry": ("shadowed-entry", "In IN on gate1, entry 40 never matches.", "40 permit tcp any any eq 443"),
}
CASES: dict[str, tuple[str, list[str]]] = {
    "a word of the message": ("is anything too hot?", ["hot"]),
    "a word for any device is no topic": ("which device is it?", []),
    "the topic is in the lines": ("what is the temperature?", ["hot"]),
    "a part of the topic is in the lines": ("how many tcp sessions were there?", []),
    "a word that names a kind of thing": ("which interfaces have a description?", []),
    "the same, where one asks what is wrong": ("what is wrong with the interfaces?", ["down", "vlan"]),
    "words of no finding, beside one": ("why did ntp in the northern annexe collapse at lunch?", ["server"]),
    "words of no finding alone": ("why did the northern annexe collapse at lunch?", []),
    "a thing that failed": ("why did Gi0/3 go down?", ["down"]),
    "another thing that failed, of which no finding is": ("why did the link to 198.51.100.9 go down?", []),
    "another sort of things that failed": ("which backups went down?", []),
    "a thing": ("what is on Gi0/3?", ["down"]),
    "an address": ("who has 192.0.2.9?", ["vlan"]),
}
KINDS = {"interfac", "vlan"}


@pytest.mark.parametrize(("text", "shown"), CASES.values(), ids=CASES)
def test_about(text: str, shown: list[str]) -> None:
    findings = {
        name: Finding(kind, "high", (), message, (SourceLine("a.cfg", 1, line),))
        for name, (kind, message, line) in TEXTS.items()
    }
    table = FindingTable(lambda: tuple(findings.values())).about(
        read_asked(text, lambda _: ()), lambda term: not KINDS.isdisjoint(term.stems)
    )
    messages = {one.message: name for name, one in findings.items()}
    assert ([messages[str(row[1])] for row in table.rows] if table else []) == shown
