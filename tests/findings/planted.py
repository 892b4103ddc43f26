"""Small networks of several makes with planted defects, and what must be found in them: that, and nothing else."""

from __future__ import annotations

from findings.checks import CHECKS
from findings.facts import Network, read_device
from findings.records import Finding
from findings.statements import read_statements
from graph_store.records import SourceLine
from language_model.redact import LineRedactor


def network(**texts: str) -> Network:
    """Read configurations as they are loaded, by device name; a name's `_` stands for "-"."""
    devices = []
    for name, text in texts.items():
        device = name.replace("_", "-")
        redacted = LineRedactor(bytes(32)).lines(text.splitlines())
        lines = [SourceLine(f"{device}.cfg", number, line) for number, line in enumerate(redacted, 1)]
        syntax, statements = read_statements(lines)
        devices.append(read_device(device, syntax, statements))
    return Network(tuple(devices))


def findings_of(*kinds: str, **texts: str) -> list[Finding]:
    """Return what the checks of some kinds, each of which has to be there, find in a network."""
    read, checks = network(**texts), [check for check in CHECKS if check.kind in kinds]
    assert {check.kind for check in checks} == {*kinds}
    return [one for check in checks for one in check.run(read)]


def messages_of(*kinds: str, **texts: str) -> list[str]:
    """Return what the checks of some kinds say of a network."""
    return [one.message for one in findings_of(*kinds, **texts)]


def fortios_policy(number: int, service: str = "ALL", source: str = "all", action: str = "accept") -> str:
    """Write a policy of FortiOS from the LAN to the WAN; one without an action denies."""
    parts = (f'srcaddr "{source}"', 'dstaddr "all"', f'service "{service}"', 'schedule "always"')
    settings = ('srcintf "lan"', 'dstintf "wan"', *parts, *([f"action {action}"] if action else []))
    written = "".join(f"        set {one}\n" for one in settings)
    return f"    edit {number}\n{written}    next\n"


IOS = """\
hostname r1
!
username admin privilege 15 password 0 letmein
username ops password 7 0822455D0A16
enable secret 9 $9$abc
ip http server
!
vlan 10
 name USERS
!
interface Loopback0
 ip address 10.0.0.1 255.255.255.255
!
interface GigabitEthernet0/0
 description to r2 ge-0/0/0
 mtu 9000
 ip address 10.1.0.1 255.255.255.252
 ip access-group EDGE-IN in
 ip ospf 1 area 0
!
interface GigabitEthernet0/1
 description to r3 Ethernet1
 ip address 10.1.0.5 255.255.255.252
 ip ospf 1 area 0
 duplex full
!
interface GigabitEthernet0/2
 description printer room
 switchport access vlan 20
 shutdown
!
interface GigabitEthernet0/3
 description unused
 shutdown
!
interface Vlan10
 ip address 10.10.0.1 255.255.255.0
 standby 1 ip 10.10.0.254
!
interface GigabitEthernet0/4.100
 encapsulation dot1Q 100
 vrf forwarding BLUE
 ip address 10.50.0.1 255.255.255.0
!
vrf definition BLUE
 rd 1:1
!
router bgp 65001
 neighbor 10.1.0.2 remote-as 65002
 neighbor 10.1.0.2 route-map FROM-R2 in
 neighbor 10.1.0.6 remote-as 65099
 neighbor 10.1.0.6 route-map TO-R3 out
!
ip access-list extended EDGE-IN
 10 permit tcp any any established
 20 deny ip 192.168.0.0 0.0.255.255 any
 30 permit tcp 192.168.5.0 0.0.0.255 any eq 22
 40 permit tcp any host 10.10.0.9 range 8000 8010
 50 permit tcp any host 10.10.0.9 eq 8005
 60 permit icmp any any
 70 deny ip any any fragments
 80 permit udp any any eq domain
 90 permit ip any any time-range NIGHT
 100 deny ip any any log
!
route-map TO-R3 permit 10
 match ip address prefix-list OURS
!
ip prefix-list OURS seq 5 permit 10.10.0.0/24
ip prefix-list FORGOTTEN seq 5 permit 10.99.0.0/16
!
snmp-server community public RO
!
line vty 0 4
 transport input telnet ssh
 login local
!
end
"""

JUNOS = """\
system {
    host-name r2;
    services {
        ssh;
        telnet;
    }
}
interfaces {
    ge-0/0/0 {
        description "to r1 GigabitEthernet0/0";
        unit 0 {
            family inet {
                mtu 1500;
                filter {
                    input PROTECT;
                }
                address 10.1.0.2/30;
            }
        }
    }
    ge-0/0/1 {
        unit 0 {
            family inet {
                address 10.10.0.1/24;
            }
        }
    }
    inactive: ge-0/0/2 {
        unit 0 {
            family inet {
                address 10.0.0.1/32;
            }
        }
    }
}
routing-options {
    autonomous-system 65002;
}
protocols {
    bgp {
        group r1 {
            type external;
            import [ FROM-R1 MISSING-POLICY ];
            neighbor 10.1.0.1 {
                peer-as 65001;
            }
        }
    }
    ospf {
        area 0.0.0.1 {
            interface ge-0/0/0.0;
        }
    }
}
policy-options {
    policy-statement FROM-R1 {
        term a {
            from {
                prefix-list KNOWN;
            }
            then accept;
        }
    }
    prefix-list KNOWN {
        10.10.0.0/24;
    }
}
firewall {
    family inet {
        filter PROTECT {
            term ssh {
                from {
                    source-address {
                        10.0.0.0/8;
                    }
                    protocol tcp;
                    destination-port ssh;
                }
                then accept;
            }
            term count-all {
                then {
                    count everything;
                    next term;
                }
            }
            term ssh-again {
                from {
                    source-address {
                        10.20.0.0/16;
                    }
                    protocol tcp;
                    destination-port 22;
                }
                then {
                    discard;
                }
            }
            term rest {
                then discard;
            }
        }
    }
}
"""

EOS = """\
hostname r3
!
vlan 30
!
interface Ethernet1
   description to r1 GigabitEthernet0/1
   no switchport
   ip address 10.1.0.6/30
   ip ospf area 0.0.0.0
!
interface Ethernet2
   switchport access vlan 30
!
interface Ethernet3
   description to r4 Ethernet1/3
   switchport mode trunk
   switchport trunk native vlan 30
   switchport trunk allowed vlan 30,31
!
interface Vlan30
   ip address 10.30.0.2/24
   ip virtual-router address 10.30.0.1
!
router bgp 65003
   neighbor CORE peer group
   neighbor CORE remote-as 65001
   neighbor 10.1.0.5 peer group CORE
   neighbor 10.9.9.9 peer group NOWHERE
   neighbor 10.9.9.9 remote-as 65009
!
end
"""

NXOS = """\
hostname r4
feature telnet
feature bgp

vlan 1,31,40-41

vrf context TENANT
  ip route 0.0.0.0/0 10.40.0.254

interface Ethernet1/3
  description to r3 Ethernet3
  switchport mode trunk
  switchport trunk native vlan 31
  switchport trunk allowed vlan 31

interface Vlan40
  no shutdown
  vrf member TENANT
  ip address 10.30.0.2/24

interface Vlan41
  no shutdown
  ip address 10.41.0.1/24
  fabric forwarding mode anycast-gateway

interface Vlan31
  ip address 10.30.0.9/25

interface Ethernet1/5
  vrf member NOTENANT
  ip address 10.77.0.1/30

router bgp 65004
  neighbor 10.30.0.2
    remote-as 65003
    address-family ipv4 unicast
"""

VYOS = """\
interfaces {
    ethernet eth0 {
        address 10.77.0.2/30
        description "to r4 Ethernet1/5"
        firewall {
            in {
                name WAN-IN
            }
        }
    }
    ethernet eth1 {
        address 10.41.0.1/24
        disable
    }
}
firewall {
    name LAN-IN {
        default-action drop
        rule 10 {
            action accept
            protocol tcp
            source {
                address 10.0.0.0/8
            }
        }
        rule 20 {
            action drop
            destination {
                port 22
            }
            protocol tcp
            source {
                address 10.5.0.0/16
            }
        }
        rule 30 {
            action accept
            state {
                established enable
            }
        }
        rule 40 {
            action accept
            protocol udp
        }
    }
}
service {
    telnet {
        port 23
    }
    snmp {
        community private {
            authorization ro
        }
    }
}
system {
    host-name r5
    login {
        user vyos {
            authentication {
                plaintext-password "hello"
            }
        }
    }
}
"""

FORTIOS = """\
config system global
    set hostname "r6"
    set admin-https-redirect disable
end
config system interface
    edit "port1"
        set ip 10.60.0.1 255.255.255.0
        set allowaccess ping https ssh http telnet
    next
    edit "port2"
        set vdom "root"
        set ip 10.61.0.1 255.255.255.0
        set status down
        set alias "backup line"
    next
end
config firewall address
    edit "SERVERS"
        set subnet 10.60.0.0 255.255.255.0
    next
    edit "ONE SERVER"
        set subnet 10.60.0.9 255.255.255.255
    next
    edit "OLD HOST"
        set subnet 10.60.0.99 255.255.255.255
    next
end
config firewall policy
    edit 1
        set srcintf "port1"
        set dstintf "port2"
        set srcaddr "SERVERS"
        set dstaddr "all"
        set action accept
        set schedule "always"
        set service "HTTPS" "HTTP"
    next
    edit 2
        set srcintf "port1"
        set dstintf "port2"
        set srcaddr "ONE SERVER"
        set dstaddr "GHOST"
        set action deny
        set schedule "always"
        set service "HTTPS"
    next
    edit 3
        set srcintf "port1"
        set dstintf "port2"
        set srcaddr "SERVERS"
        set dstaddr "all"
        set action accept
        set schedule "office-hours"
        set service "SSH"
    next
end
"""

NETWORK = {"r1": IOS, "r2": JUNOS, "r3": EOS, "r4": NXOS, "r5": VYOS, "r6": FORTIOS}
EXPECTED = {
    "a filter drops a BGP neighbor": ("own-traffic", "r2", "10.1.0.1", "99 100 45 44 15"),
    "a filter drops an OSPF neighbor": ("own-traffic", "r2", "OSPF from r1", "99 100 51 15"),
    "a route map is applied to a neighbor and not defined": ("undefined-reference", "r1", "FROM-R2", "50"),
    "one policy of a list in brackets is not defined": ("undefined-reference", "r2", "MISSING-POLICY", "43"),
    "a peer group is named and not defined": ("undefined-reference", "r3", "NOWHERE", "28"),
    "an interface is in a VRF that is not there": ("undefined-reference", "r4", "NOTENANT", "30"),
    "an interface has a rule set that is not there": ("undefined-reference", "r5", "WAN-IN", "7"),
    "a policy names an address that is not there": ("undefined-reference", "r6", "GHOST", "42"),
    "an entry names a time range that is not there": ("undefined-reference", "r1", "NIGHT", "63"),
    "a policy names a schedule that is not there": ("undefined-reference", "r6", "office-hours", "53"),
    "a prefix list is used nowhere": ("unused-definition", "r1", "FORGOTTEN", "70"),
    "a rule set is used nowhere": ("unused-definition", "r5", "LAN-IN", "17"),
    "an address is used nowhere": ("unused-definition", "r6", "OLD HOST", "24"),
    "two devices have one address": ("duplicate-address", "r1 r2", "10.10.0.1", "37 24"),
    "an MTU is that of a port, the other that of a family": ("link-mtu", "r1 r2", "9000", "16 13"),
    "two masks in one subnet": ("link-mask", "r3 r4", "10.30.0.9/25", "21 27"),
    "the ends of a trunk have other native VLANs": ("link-vlan", "r3 r4", "native", "17 13"),
    "the ends of a trunk allow other VLANs": ("link-vlan", "r3 r4", "trunks", "18 14"),
    "the ends of a link are in other areas": ("link-area", "r1 r2", "OSPF area", "19 51"),
    "a neighbor has another AS": ("bgp-wrong-as", "r1 r3", "65099", "51 24"),
    "a neighbor knows nothing of the session": ("bgp-one-sided", "r4 r3", "10.30.0.2", "35"),
    "a permit behind a deny": ("shadowed-entry", "r1", "entry 30", "57 56"),
    "a port in a range": ("shadowed-entry", "r1", "entry 50", "59 58"),
    "a term behind one with the named port": ("shadowed-entry", "r2", "ssh-again", "87"),
    "a rule behind one without a port": ("shadowed-entry", "r5", "entry 20", "26"),
    "a policy on an address inside of another": ("shadowed-entry", "r6", "entry 2", "38"),
    "a next hop in no subnet": ("next-hop-unreachable", "r4", "10.40.0.254", "8"),
    "a password in clear text": ("clear-text-password", "r1", "1 password", "3"),
    "a password in clear text, in quotes": ("clear-text-password", "r5", "1 password", "63"),
    "a password of type 7": ("weak-password", "r1", "type 7", "4"),
    "a read-only community": ("default-community", "r1", "public", "72"),
    "a community in a block": ("default-community", "r5", "private", "53"),
    "telnet beside ssh": ("telnet-server", "r1", "telnet", "75"),
    "telnet as a service": ("telnet-server", "r2", "telnet", "5"),
    "telnet as a feature": ("telnet-server", "r4", "telnet", "2"),
    "telnet in a block": ("telnet-server", "r5", "telnet", "49"),
    "telnet on an interface": ("telnet-server", "r6", "telnet", "8"),
    "an http server": ("http-server", "r1", "http", "6"),
    "http on an interface": ("http-server", "r6", "http", "8"),
    "vty lines without an access class": ("vty-without-filter", "r1", "vty", "74"),
    "a described port is shut down": ("described-but-down", "r1", "printer room", "28 30"),
    "an interface with an alias is down": ("described-but-down", "r6", "backup line", "14 13"),
    "an access port in a VLAN that is not there": ("undefined-vlan", "r1", "VLAN 20", "29"),
    "a trunk for a VLAN that is not there": ("undefined-vlan", "r3", "VLAN 31", "18"),
    "an address in a VLAN without ports": ("undefined-vlan", "r4", "Vlan40 stays down", "16"),
    "another address in a VLAN without ports": ("undefined-vlan", "r4", "Vlan41 stays down", "21"),
}
"""What is planted → kind, devices, a part of the message, and the numbers of its first lines."""
