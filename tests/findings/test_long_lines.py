"""Checks take no longer for one line of many words than for as many words in several lines, more or less."""

from __future__ import annotations

import time

import pytest

from findings.checks import CHECKS
from findings.facts import build_network
from graph_store.records import SourceLine

LINES = {
    "a list": "ip access-list extended {}",
    "an entry": "ip access-list extended L\n permit tcp {}",
    "numbered": "access-list 101 permit ip {}",
    "an object": "object-group network G\n host 10.0.0.1\n host {}",
    "a rule": "acl number 3001\n rule 5 permit tcp {}",
    "a policy": "set firewall family inet filter F term t from source-address {}",
    "VLANs": "interface Gi0/1\n switchport trunk allowed vlan {}",
    "menus": "/ip firewall filter\nadd chain=input action=accept {}",
    "edits": "config firewall policy\nedit 1\nset srcaddr {}\nnext\nend",
    "braces": "table inet f {{\nchain input {{\n ip saddr {}\n}}\n}}",
    "a network": "router bgp 65000\n network {}",
}
FEW, MANY = 4_000, 16_000


def _seconds(form: str, words: int) -> float:
    text = "hostname a\n" + form.format("a " * words)
    lines = [SourceLine("a.cfg", number, line) for number, line in enumerate(text.splitlines(), 1)]
    began = time.process_time()
    network = build_network([(lines, "a")])
    for check in CHECKS:
        list(check.run(network))
    return time.process_time() - began


@pytest.mark.parametrize("form", LINES.values(), ids=LINES)
def test_time_grows_with_the_words(form: str) -> None:
    _seconds(form, 10)  # what is read once
    few, many = _seconds(form, FEW), _seconds(form, MANY)
    assert many < 0.4 + 6 * few
