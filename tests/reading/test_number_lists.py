"""Numbers that a later line takes out of a list are in it no longer, for checks and for parsers."""

from __future__ import annotations

import time

import pytest

from findings.statements import read_statements
from graph_store.records import SourceLine
from reading.tree import read_tree, walk

IN_PORT = "interface Eth1\n switchport trunk allowed vlan {}\n switchport trunk allowed vlan {}\n"
AFTER = {
    "one of a range": ("vlan 10,20-29\nno vlan 25\n", ["vlan 10,20-24,26-29"]),
    "a range of several": ("vlan 10,20-29,40\nno vlan 22-40\n", ["vlan 10,20-21"]),
    "a range takes single ones": ("vlan 10\nvlan 25\nno vlan 20-29\n", ["vlan 10"]),
    "all of them": ("vlan 10,20\nno vlan 10,20\n", []),
    "none of them": ("vlan 10,20\nno vlan 30\n", ["vlan 10,20"]),
    "one that is there again": ("vlan 10-12\nno vlan 11\nvlan 11\n", ["vlan 10,12", "vlan 11"]),
    "taken out twice": ("vlan 10-15\nno vlan 11\nno vlan 14\n", ["vlan 10,12-13,15"]),
    "of two statements": ("vlan 10-11\nvlan 11-12\nno vlan 11\n", ["vlan 10", "vlan 12"]),
    "removed from a trunk": (
        IN_PORT.format("10,20,30", "remove 20"),
        ["interface Eth1", "interface Eth1 > switchport trunk allowed vlan 10,30"],
    ),
    "none before others are added": (
        IN_PORT.format("none", "add 20"),
        ["interface Eth1", "interface Eth1 > switchport trunk allowed vlan add 20"],
    ),
    "removed of all": (
        "interface Eth1\n switchport trunk allowed vlan remove 20\n",
        ["interface Eth1", "interface Eth1 > switchport trunk allowed vlan remove 20"],
    ),
    "words and numbers": (
        "interface G1\n port trunk allow-pass vlan 10 20 30 to 39\n undo port trunk allow-pass vlan 20 35\n",
        ["interface G1", "interface G1 > port trunk allow-pass vlan 10 30 to 34 36 to 39"],
    ),
    "a batch by one word": ("vlan batch 10 30 to 39\nundo vlan 35\n", ["vlan batch 10 30 to 34 36 to 39"]),
    "a batch and a VLAN of its own": ("vlan batch 10 31\nvlan 31\nundo vlan batch 31\n", ["vlan batch 10"]),
    "untagged in front": (
        "interface G1\n port hybrid untagged vlan 10 20\n undo port hybrid vlan 20\n",
        ["interface G1", "interface G1 > port hybrid untagged vlan 10"],
    ),
    "untagged behind": (
        "interface G1\n port hybrid vlan 10 20 untagged\n undo port hybrid vlan 20\n",
        ["interface G1", "interface G1 > port hybrid vlan 10 untagged"],
    ),
    "ports of a VLAN": (
        "vlan 10\n untagged 1-8,A1\n tagged 9-12\n no untagged 3\n",
        ["vlan 10", "vlan 10 > untagged 1-2,4-8,A1", "vlan 10 > tagged 9-12"],
    ),
    "ports of a VLAN that are tagged": (
        "vlan 10\n untagged 1-8\n tagged A1-A4\n no tagged A2\n",
        ["vlan 10", "vlan 10 > untagged 1-8", "vlan 10 > tagged A1,A3-A4"],
    ),
    "another setting of the same VLANs": (
        "spanning-tree vlan 10-20 priority 4096\nno spanning-tree vlan 15\n",
        ["spanning-tree vlan 10-20 priority 4096"],
    ),
    "a list of another name": (
        "vlan filter MAP vlan-list 10-20\nvlan 10-20\nno vlan 15\n",
        ["vlan filter MAP vlan-list 10-20", "vlan 10-14,16-20"],
    ),
    "no list": ("timers bgp 10 30\nno timers bgp 10\n", ["timers bgp 10 30"]),
}


@pytest.mark.parametrize(("text", "expected"), AFTER.values(), ids=AFTER)
def test_what_is_left(text: str, expected: list[str]) -> None:
    lines = [SourceLine("one.cfg", at, line) for at, line in enumerate(text.splitlines(), 1)]
    _, statements = read_statements(lines)
    left = [one.text for one in statements if not {"no", "undo"} & {*one.text.split()}]
    assert left == expected
    assert not any(one.doubtful for one in statements)


DOUBTFUL = {
    "a second list, which some makes add": IN_PORT.format("10,20", "30"),
    "all but some, and one of them": IN_PORT.format("except 30", "add 30"),
    "all but some, and others": IN_PORT.format("except 30", "remove 40"),
    "all, and one less": IN_PORT.format("all", "remove 40"),
    "a list with more behind it": "vlan 1\n tagged ethe 1/1/1 to 1/1/4 ethe 1/2/1\n no tagged ethe 1/1/2\n",
}


@pytest.mark.parametrize("text", DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_cannot_be_followed_is_doubtful(text: str) -> None:
    _, tree = read_tree(text.splitlines())
    assert [each.doubtful for around, each in walk(tree) if around] == [True, True]


def test_the_same_list_twice_is_not_doubtful() -> None:
    _, tree = read_tree(IN_PORT.format("10,20", "10,20").splitlines())
    assert not any(each.doubtful for _, each in walk(tree))


def test_thousands_of_lists_take_a_few_seconds() -> None:
    text = "\n".join(
        [*(f"vlan {at}" for at in range(2, 1500)), *(f"no vlan {at}" for at in range(2000, 3500))]
    )
    begun = time.process_time()
    read_tree(text.splitlines())
    assert time.process_time() - begun < 15
