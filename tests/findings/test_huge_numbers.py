"""A number that no device has is told with its line, and stops no check of the other files."""

from __future__ import annotations

import pytest

from findings.facts import MOST_DIGITS, build_network
from graph_store.records import SourceLine

FORMS = {
    "JSON": '{{"hostname": "a", "vlan": {}}}',
    "lines": "vlan {}",
    "a list": " switchport trunk allowed vlan 4,{}",
    "paths": "set vlans v vlan-id {}",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_it_is_told_with_its_line(form: str) -> None:
    huge = [SourceLine("a.cfg", 1, "hostname a"), SourceLine("a.cfg", 2, form.format("9" * 20_000))]
    good = [SourceLine("b.cfg", 1, "hostname b"), SourceLine("b.cfg", 2, "vlan 9")]
    found = build_network([(huge, "a"), (good, "b")])
    assert [one.device for one in found.devices] == ["b"]
    assert [(line.path, line.number, why[:26]) for line, why in found.unread] == [
        ("a.cfg", 2, "a number of 20,000 digits;")
    ]


def test_what_a_device_may_have_is_read() -> None:
    lines = [SourceLine("a.cfg", 1, "hostname a"), SourceLine("a.cfg", 2, f"vlan {'9' * MOST_DIGITS}")]
    assert [one.device for one in build_network([(lines, "a")]).devices] == ["a"]
