"""The measure of captures counts values that stand together in one record, alone and among other commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.captures import Output, score

TEXT = """\
Protocol  Address          Age (min)  Hardware Addr   Type   Interface
Internet  10.0.0.1                -   0011.2233.4455  ARPA   Vlan10
Internet  10.0.0.2                5   0011.2233.4466  ARPA   Vlan10
"""
ROWS = (
    ("internet", "10.0.0.1", "-", "0011.2233.4455", "arpa", "vlan10"),
    ("internet", "10.0.0.2", "5.0", "0011.2233.4455", "arpa", "vlan10"),
)


@pytest.mark.parametrize("together", [False, True])
def test_a_value_of_another_row_is_not_right(together: bool, tmp_path: Path) -> None:
    total, details = score([Output("cisco_ios", "show arp", TEXT, ROWS)], tmp_path, together)
    assert (total.values, total.right, total.outputs, total.named) == (12, 11, 1, 1)
    assert details == {"cisco_ios/show arp": (11, 12)}
