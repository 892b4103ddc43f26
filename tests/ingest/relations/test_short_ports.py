"""Log records mention ports by their short names, too, where only one port can be meant."""

from __future__ import annotations

import pytest

from ingest.relations.collect_addresses import Addresses
from ingest.relations.index_mentions import find_mentioned, index_mentions, index_names
from ingest.relations.records import Device
from tests.ingest.relations.test_choose_references import device

PORTS = (
    "GigabitEthernet1/0/22",
    "TenGigabitEthernet1/1/1",
    "TwoGigabitEthernet1/0/3",
    "TwentyFiveGigE1/0/3",
    "GigabitEthernet1/0/2",
)


def _device() -> Device:
    return device(1, *(("Interface", name, {}, -1) for name in PORTS))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Gi1/0/22", "GigabitEthernet1/0/22"),
        ("gi1/0/22", "GigabitEthernet1/0/22"),
        ("Te1/1/1", "TenGigabitEthernet1/1/1"),
        ("GigabitEthernet1/0/22", "GigabitEthernet1/0/22"),
        ("Tw1/0/3", ""),
        ("Gi1/0/9", ""),
        ("Fa1/0/22", ""),
        ("1/0/22", ""),
    ],
)
def test_a_short_name_mentions_the_one_port_that_it_may_be(said: str, meant: str) -> None:
    one = _device()
    known = index_mentions(one, index_names(one), Addresses({}, {}))
    found = [one.nodes[node].key for node, _, _ in find_mentioned(said, known)]
    assert found == ([meant] if meant else [])
