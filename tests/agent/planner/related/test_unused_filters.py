"""Filters that nothing uses, where two makes call them otherwise."""

from __future__ import annotations

from pathlib import Path

from tests.agent.planner.asked_files import agent_of, assert_shows

_BRACES = """\
configure {
    filter {
        ip-filter "old lab" {
            default-action accept
        }
        ip-filter "cust-in" {
            default-action drop
        }
    }
    router "Base" {
        interface "to-mill" {
            ingress {
                filter {
                    ip "cust-in"
                }
            }
        }
        interface "to-barn" {
            mtu 1500
        }
    }
    system {
        name "pe-yard"
    }
}
"""
_BLOCKS = """\
hostname agg-mill
!
ip access-list USERS-IN
 seq 10 permit udp any any eq 67
 seq 20 permit ip 192.0.2.0/24 any
!
ip access-list GUEST
 seq 10 permit ip any any
!
interface vlan30
 no shutdown
 ip address 192.0.2.1/24
 ip access-group USERS-IN in
!
interface vlan40
 no shutdown
 ip address 198.51.100.1/24
!
"""


def test_filters_are_told_by_either_name(tmp_path: Path) -> None:
    with agent_of({"pe-yard.cfg": _BRACES, "agg-mill.cfg": _BLOCKS}, tmp_path) as agent:
        for asked in ("Which filters are not used anywhere?", "Which access lists are unused?"):
            assert_shows(agent, asked, ["old lab", "GUEST"], [": cust-in", "USERS-IN"])
