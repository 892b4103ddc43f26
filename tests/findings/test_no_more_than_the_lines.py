"""Findings that say no more than the lines do: defaults, parts that are switched off, VLANs that are none."""

from __future__ import annotations

from tests.findings.planted import messages_of

ROUTEROS = "/system identity\nset name=one\n"
BRIDGE = (
    f"{ROUTEROS}/interface bridge\nadd name=br vlan-filtering=yes\n/interface bridge port\n"
    "add bridge=br {}interface=ether3 pvid=777\n/interface bridge vlan\nadd bridge=br tagged=br,ether3 vlan-ids=20\n"
)


def test_a_port_for_tagged_frames_alone_is_in_no_vlan() -> None:
    assert messages_of("undefined-vlan", one=BRIDGE.format("")) == [
        "one has ports in VLAN 777 and does not define it."
    ]
    assert not messages_of("undefined-vlan", one=BRIDGE.format("frame-types=admit-only-vlan-tagged "))
