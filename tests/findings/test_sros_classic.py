"""The classic syntax of SR OS: everything stands in `configure`, blocks are closed, and names are quoted."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from findings.checks import run_checks
from findings.links import link_mask
from findings.sessions import one_sided, unequal_sessions
from findings.statements import read_statements
from graph_store.records import SourceLine
from settings import Settings
from tests.findings.planted import messages_of, network
from workspace.workspace import Workspace

CONFIGURATION = """\
# TiMOS-C-22.10.R1 cpm/hops64 Nokia 7750 SR
exit all
configure
    system
        name "pe9"
        security
            snmp
                community "public" r version v2c
            exit
        exit
    exit
    port 1/1/7
        description "uplink to p9"
        shutdown
        ethernet
            mode network
        exit
    exit
    router Base
        interface "system"
            address 192.0.2.9/32
            no shutdown
        exit
        policy-options
            begin
            prefix-list "USED"
                prefix 198.51.100.0/24 exact
            exit
            prefix-list "LEFT"
                prefix 203.0.113.0/24 exact
            exit
            policy-statement "TO-PEERS"
                entry 10
                    from
                        prefix-list "USED"
                    exit
                    action accept
                    exit
                exit
            exit
            commit
        exit
        bgp
            group "PEERS"
                neighbor 198.51.100.1
                    peer-as 64500
                    import "FROM-PEERS"
                    export "TO-PEERS"
                exit
            exit
            no shutdown
        exit
    exit
exit all
"""


def test_names_ports_and_communities_are_read(tmp_path: Path) -> None:
    (tmp_path / "pe9.cfg").write_text(CONFIGURATION)
    with Workspace(Settings(kg=str(tmp_path / "kg"), idle_s=1.0), create=True) as workspace:
        workspace.ingest(tmp_path / "pe9.cfg")
        found = {(one.kind, one.message, one.lines[0].number) for one in run_checks(workspace.graph())}
    assert found == {
        ("default-community", "pe9 answers to the SNMP community public.", 8),
        ("described-but-down", 'pe9 1/1/7 is shut down, though it is described as "uplink to p9".', 13),
        ("undefined-reference", "pe9 uses the policy FROM-PEERS and does not define it.", 47),
        ("unused-definition", "pe9 defines the prefix list LEFT and never uses it.", 29),
    }


def test_a_large_first_block_takes_no_longer_than_its_lines() -> None:
    lines = ["system {", *(f"    a{n} b;" for n in range(12_000)), "}", "policy {"]
    lines += [*(f"    c{n} d;" for n in range(12_000)), "}"]
    began = time.process_time()
    _, statements = read_statements([SourceLine("r1.conf", n, text) for n, text in enumerate(lines, 1)])
    assert len(statements) == 24_002
    assert time.process_time() - began < 5


def test_titles_between_the_parts_open_no_block() -> None:
    """An export of SR OS says which part follows, at the beginning of the line: `echo "Port Configuration"`."""
    lines = CONFIGURATION.splitlines()
    titled = [lines[0], lines[1], lines[2], "#----", 'echo "System Configuration"', "#----", *lines[3:]]
    plain, shown = (
        [one.text for one in read_statements([SourceLine("f", n, text) for n, text in enumerate(some)])[1]]
        for some in (lines, titled)
    )
    assert [one for one in shown if not one.startswith("#")] == [
        one for one in plain if not one.startswith("#")
    ]


def test_an_interface_whose_ospf_is_shut_down_waits_for_no_neighbor() -> None:
    written = """\
# TiMOS-C-22.10.R1 cpm/hops64 Nokia 7750 SR
configure
    router Base
        interface "to-x"
            address 10.1.13.2/30
            no shutdown
        exit
        ospf 0
            area 0.0.0.0
                interface "to-x"
                    {}
                exit
            exit
            no shutdown
        exit
    exit
exit all
"""
    other = "hostname x\ninterface Gi0/1\n ip address 10.1.13.1 255.255.255.252\nrouter ospf 1\n"
    other += " passive-interface Gi0/1\n network 10.1.13.0 0.0.0.3 area 0\n"
    assert len(messages_of("link-protocol", pe9=written.format("no shutdown"), x=other)) == 1
    assert messages_of("link-protocol", pe9=written.format("shutdown"), x=other) == []


def test_a_neighbor_of_a_group_that_is_shut_down_needs_no_multihop() -> None:
    off = """\
# TiMOS-C-22.10.R1 cpm/hops64 Nokia 7750 SR
configure
    router Base
        interface "to-x"
            address 10.6.1.1/30
        exit
        autonomous-system 65601
        bgp
            group "G1"
                shutdown
                neighbor 10.6.1.6
                    peer-as 65603
                exit
            exit
        exit
    exit
exit all
"""
    assert len(messages_of("bgp-session", pe9=off.replace("shutdown", "no shutdown"))) == 1
    assert messages_of("bgp-session", pe9=off) == []


PROVIDER = """\
configure
    system
        name "pe9"
    exit
    router Base
        autonomous-system 64800
    exit
    service
        vprn 300 name "300" customer 30 create
            autonomous-system 64800
            interface "to-ce" create
                address 172.20.1.1/30
            exit
            bgp
                group "CE"
                    neighbor {peer}
                        peer-as 65300
                    exit
                exit
                no shutdown
            exit
        exit
    exit
exit all
"""
CUSTOMER = """\
hostname ce1
interface GigabitEthernet0/0/0
 ip address 172.20.1.2 255.255.255.252
router bgp 65300
 neighbor 172.20.1.1 remote-as 64800
"""


@pytest.mark.parametrize(("peer", "count"), [("172.20.1.2", 0), ("172.20.9.2", 1)])
def test_a_neighbor_of_a_named_vprn_is_an_end(peer: str, count: int) -> None:
    read = network(pe9=PROVIDER.format(peer=peer), ce1=CUSTOMER)
    assert len(list(one_sided(read))) == count
    assert not list(unequal_sessions(read)) or count
    assert [one.vrf for one in read.by_device["pe9"]] == ["300"]


@pytest.mark.parametrize(("mask", "count"), [("255.255.255.248", 1), ("255.255.255.252", 0)])
def test_the_mask_of_a_customers_router_is_that_of_the_vprn(mask: str, count: int) -> None:
    read = network(pe9=PROVIDER.format(peer="172.20.1.2"), ce1=CUSTOMER.replace("255.255.255.252", mask))
    assert len(list(link_mask(read))) == count
