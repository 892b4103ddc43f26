"""What later lines take back does not hold, in any syntax; what stands behind them does."""

from __future__ import annotations

import pytest

from findings.statements import read_statements
from graph_store.records import SourceLine
from reading import read_configuration
from reading.tree import read_tree, walk

IOS = """\
hostname one
interface Gi0/1
 description to the core
 ip address 10.7.0.1 255.255.255.0
 ip helper-address 10.7.9.9
interface Gi0/2
 no ip address
 shutdown
router ospf 1
 network 10.7.0.0 0.0.0.255 area 0
{}
"""
VRP = """\
sysname one
interface Vlanif7
 ip address 10.7.0.1 24
 dhcp select relay
ospf 1
 area 0.0.0.0
  network 10.7.0.0 0.0.0.255
{}
"""
JUNOS = """\
set system host-name one
set interfaces ge-0/0/1 unit 0 family inet address 10.7.0.1/24
set protocols ospf area 0.0.0.0 interface ge-0/0/1.0
set protocols ospf area 0.0.0.0 interface ge-0/0/2.0
{}
"""
FORTIOS = """\
config system interface
    edit "port1"
        set ip 10.7.0.1 255.255.255.0
        set allowaccess ping ssh
    next
    edit "port2"
        set ip 10.8.0.1 255.255.255.0
    next
end
{}
"""
ROUTEROS = """\
/ip address
add address=10.7.0.1/24 interface=ether1
add address=10.8.0.1/24 comment="second one" interface=ether2
{}
"""
ASA = """\
hostname one
object network MAIL
 host 10.7.0.25
object-group network SERVERS
 network-object host 10.7.0.26
{}
"""
VYOS = """\
set firewall ipv4 name LAN rule 20 action 'accept'
set firewall group address-group HOSTS address '10.7.0.25'
set interfaces ethernet eth1 description 'to the core'
{}
"""
PROCURVE = """\
hostname "one"
interface 7
   disable
   name "lab"
   exit
interface 8
   disable
   exit
vlan 10
   name "USERS"
   untagged 7-8
   exit
{}
"""
BRACES = """\
interfaces {{
    ge-0/0/1 {{ mtu 9000; unit 0 {{ family inet {{ mtu 1400; }} }} }}
    ge-0/0/2 {{ mtu 9010; }}
}}
{}
"""
PORT1 = 'config system interface\n    edit "port1"\n        {}\n    next\nend'

HOLDS = {
    "an address": (IOS, "interface Gi0/1\n no ip address", "ip address 10.7.0.1", False),
    "that of another port": (IOS, "interface Gi0/2\n no ip address", "ip address 10.7.0.1", True),
    "by all its words": (
        IOS,
        "interface Gi0/1\n no ip helper-address 10.7.9.9",
        "ip helper-address",
        False,
    ),
    "another one": (IOS, "interface Gi0/1\n no ip helper-address 10.7.9.8", "ip helper-address", True),
    "a text": (IOS, "interface Gi0/1\n no description", "description", False),
    "a default that is stated": (IOS, "interface Gi0/1\n no ip proxy-arp", "ip address 10.7.0.1", True),
    "set once more": (
        IOS,
        "interface Gi0/1\n no ip address\n ip address 10.7.0.2 255.255.255.0",
        "ip address 10.7.0.2",
        True,
    ),
    "that of another table": (IOS, "ip routing vrf RED\nno ip routing", "ip routing vrf RED", True),
    "in its table": (IOS, "ip routing vrf RED\nno ip routing vrf RED", "ip routing vrf RED", False),
    "a process of a table": (
        IOS,
        "router ospf 7 vrf RED\n network 10.7.7.0 0.0.0.255 area 0\nno router ospf 7",
        "10.7.7.0",
        False,
    ),
    "a process": (IOS, "no router ospf 1", "network 10.7.0.0", False),
    "another process": (IOS, "no router ospf 2", "network 10.7.0.0", True),
    "a port that is reset": (IOS, "default interface Gi0/1", "ip address 10.7.0.1", False),
    "the port is left": (IOS, "default interface Gi0/1", "interface Gi0/1", True),
    "a setting that is reset": (IOS, "interface Gi0/1\n default ip address", "ip address 10.7.0.1", False),
    "undone": (VRP, "interface Vlanif7\n undo ip address", "ip address 10.7.0.1", False),
    "undone area": (VRP, "ospf 1\n undo area 0.0.0.0", "network 10.7.0.0", False),
    "a default of VRP": (VRP, "interface Vlanif7\n undo icmp redirect", "ip address 10.7.0.1", True),
    "deleted": (JUNOS, "delete interfaces ge-0/0/1", "10.7.0.1/24", False),
    "deleted, and set anew": (
        JUNOS,
        "delete interfaces ge-0/0/1 unit 0\nset interfaces ge-0/0/1 unit 0 family inet address 10.7.0.2/24",
        "10.7.0.2/24",
        True,
    ),
    "one of two is deleted": (
        JUNOS,
        "delete protocols ospf area 0.0.0.0 interface ge-0/0/2.0",
        "ge-0/0/1.0",
        True,
    ),
    "no whole word": (JUNOS, "delete interfaces ge-0/0/11", "10.7.0.1/24", True),
    "switched off": (JUNOS, "deactivate interfaces ge-0/0/1", "10.7.0.1/24", False),
    "switched off and on": (
        JUNOS,
        "deactivate interfaces ge-0/0/1\nactivate interfaces ge-0/0/1",
        "10.7.0.1/24",
        True,
    ),
    "unset": (FORTIOS, PORT1.format("unset ip"), "ip 10.7.0.1", False),
    "set to something else": (FORTIOS, PORT1.format("set ip 10.7.0.9 255.255.255.0"), "ip 10.7.0.1", False),
    "another setting": (FORTIOS, PORT1.format("unset allowaccess"), "ip 10.7.0.1", True),
    "a deleted entry": (FORTIOS, 'config system interface\n    delete "port1"\nend', "ip 10.7.0.1", False),
    "its neighbor": (FORTIOS, 'config system interface\n    delete "port1"\nend', "ip 10.8.0.1", True),
    "all entries": (FORTIOS, "config system interface\n    purge\nend", "ip 10.8.0.1", False),
    "another value": (IOS, "interface Gi0/1\n description to the lab", "to the core", False),
    "that of another port's": (IOS, "interface Gi0/2\n description to the lab", "to the core", True),
    "the same value": (IOS, "interface Gi0/1\n description to the core", "to the core", True),
    "what adds up": (IOS, "interface Gi0/1\n ip helper-address 10.7.9.8", "ip helper-address 10.7.9.9", True),
    "another location of its agent": (
        IOS,
        "snmp-server location B\nsnmp-server location A",
        "location B",
        False,
    ),
    "what else is said of a location": (
        VYOS,
        "set system location floor 2\nset system location building 'West'",
        "floor 2",
        True,
    ),
    "said of several locations": (
        IOS,
        "hw-module profile netflow location 0/0/CPU0\nhw-module profile netflow location 0/1/CPU0",
        "0/0/CPU0",
        True,
    ),
    "two actions": (
        IOS,
        "interface Gi0/1\n storm-control action shutdown\n storm-control action trap",
        "action shutdown",
        True,
    ),
    "a setting of the device": (IOS, "hostname two", "hostname one", False),
    "another host": (ASA, "object network MAIL\n host 10.7.0.27", "host 10.7.0.25", False),
    "another sort": (ASA, "object network MAIL\n subnet 10.7.1.0 255.255.255.0", "host 10.7.0.25", False),
    "another member": (
        ASA,
        "object-group network SERVERS\n network-object host 10.7.0.27",
        "host 10.7.0.26",
        True,
    ),
    "the host of another object": (ASA, "object network WEB\n host 10.7.0.27", "host 10.7.0.25", True),
    "another action": (VYOS, "set firewall ipv4 name LAN rule 20 action 'drop'", "accept", False),
    "the action of another rule": (VYOS, "set firewall ipv4 name LAN rule 21 action 'drop'", "accept", True),
    "another address": (
        VYOS,
        "set firewall group address-group HOSTS address '10.7.0.26'",
        "10.7.0.25",
        True,
    ),
    "a text of several words": (VYOS, "set interfaces ethernet eth1 description 'to the lab'", "core", False),
    "switched on in one line": (PROCURVE, "interface 7 enable", "interface 7 > disable", False),
    "another one in one line": (PROCURVE, "interface 7 enable", "interface 8 > disable", True),
    "another name in one line": (PROCURVE, "interface 8 name phone", "lab", True),
    "what is taken back in one line": (PROCURVE, "no vlan 10 untagged 7-8", "untagged 7-8", False),
    "in braces": (BRACES, "interfaces {{ ge-0/0/1 {{ mtu 1500; }} }}", "mtu 9000", False),
    "deeper in braces": (BRACES, "interfaces {{ ge-0/0/1 {{ mtu 1500; }} }}", "mtu 1400", True),
    "beside in braces": (BRACES, "interfaces {{ ge-0/0/1 {{ mtu 1500; }} }}", "mtu 9010", True),
    "removed": (ROUTEROS, "remove [find interface=ether1]", "address=10.7.0.1", False),
    "removed by its comment": (ROUTEROS, 'remove [ find where comment="second one" ]', "10.8.0.1", False),
    "another is removed": (ROUTEROS, "remove [find interface=ether2]", "address=10.7.0.1", True),
    "all are removed": (ROUTEROS, "remove [find]", "address=10.8.0.1", False),
    "another menu": (
        ROUTEROS,
        "/ip route\nremove [find]",
        "address=10.8.0.1",
        True,
    ),
}


@pytest.mark.parametrize(("text", "later", "words", "holds"), HOLDS.values(), ids=HOLDS)
def test_what_holds(text: str, later: str, words: str, holds: bool) -> None:
    lines = text.format(later.replace("{{", "{").replace("}}", "}")).splitlines()
    _, statements = read_statements([SourceLine("one.cfg", at, line) for at, line in enumerate(lines, 1)])
    assert any(words in one.text for one in statements if not {"no", "undo"} & {*one.text.split()}) == holds


GRAMMAR = """
hostname *
interface <Interface> {
    mtu *
    ip helper-address *
}
"""


def test_of_a_setting_that_is_set_anew_the_last_value_is_kept() -> None:
    text = "interface Gi0/1\n mtu 1600\n ip helper-address 10.7.9.9\ninterface Gi0/1\n mtu 9100\n"
    (root,) = read_configuration(
        f"hostname one\n{text} ip helper-address 10.7.9.8".splitlines(), GRAMMAR, "indented"
    )
    (port,) = root["children"]
    assert port["values"] == {"key": "Gi0/1", "mtu": 9100, "ip_helper_address": ["10.7.9.9", "10.7.9.8"]}
    assert port["lines"] == [[1, 6]]


def test_what_is_perhaps_removed_is_doubtful() -> None:
    _, tree = read_tree(ROUTEROS.format("remove 1").splitlines())
    assert [each.doubtful for _, each in walk(tree) if each.raw.startswith("add ")] == [True, True]


def test_a_script_behind_a_configuration_leaves_all_in_doubt() -> None:
    script = "end\nconfigure terminal\ninterface Gi0/1\nshutdown\nend"
    _, tree = read_tree(IOS.format(script).splitlines())
    said = [each for _, each in walk(tree)]
    assert all(each.doubtful for each in said)
    assert {each.raw for each in said if each.inactive} >= {"shutdown", "interface Gi0/1"}
    assert {each.first for each in said if not each.inactive} == {*range(IOS.count("\n") - 1)}
