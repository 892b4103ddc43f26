"""A configuration of VyOS says the same in braces and as set commands: the same records, whatever its version."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from ingest.learn.shipped.find_format import find_format
from ingest.records import Sample

BRACES = {
    "a firewall by chains, as of version 1.4": """\
firewall {
    global-options {
        all-ping enable
        state-policy {
            established {
                action accept
            }
        }
    }
    group {
        address-group SMITHS {
            address 192.0.2.40
            address 192.0.2.41
        }
        interface-group OUTSIDE {
            interface eth0
        }
    }
    ipv4 {
        forward {
            filter {
                default-action drop
                rule 10 {
                    action jump
                    inbound-interface {
                        group OUTSIDE
                    }
                    jump-target FORGE-IN
                }
            }
        }
        input {
            filter {
                default-action accept
                default-log
                rule 10 {
                    action drop
                    source {
                        group {
                            address-group SMITHS
                        }
                    }
                }
            }
        }
        name FORGE-IN {
            default-action drop
            rule 20 {
                action accept
                destination {
                    port 8443
                }
                protocol tcp
                state new
            }
        }
    }
    ipv6 {
        forward {
            filter {
                default-action reject
                rule 10 {
                    action accept
                    icmpv6 {
                        type-name echo-request
                    }
                    protocol icmpv6
                }
            }
        }
    }
}
interfaces {
    ethernet eth0 {
        address 192.0.2.5/29
        address 2001:db8:5::5/64
        description "out of the forge"
        vif 12 {
            address 198.51.100.129/26
            disable
        }
    }
    loopback lo {
        address 203.0.113.5/32
    }
}
system {
    host-name rt-forge
    config-management {
        commit-revisions 40
    }
}
""",
    "routing, with the number of a system beside `bgp`, as up to 1.3": """\
interfaces {
    ethernet eth3 {
        address 192.0.2.98/30
        mtu 9000
    }
    wireguard wg2 {
        address 198.51.100.250/31
        peer anvil {
            allowed-ips 203.0.113.64/27
            persistent-keepalive 25
        }
        port 51822
    }
}
policy {
    prefix-list HAMMERS {
        rule 5 {
            action permit
            le 28
            prefix 203.0.113.0/24
        }
    }
    route-map TONGS {
        rule 10 {
            action permit
            match {
                ip {
                    address {
                        prefix-list HAMMERS
                    }
                }
            }
            set {
                local-preference 250
            }
        }
    }
}
protocols {
    bgp 64590 {
        address-family {
            ipv4-unicast {
                network 203.0.113.0/24 {
                }
            }
        }
        neighbor 192.0.2.97 {
            address-family {
                ipv4-unicast {
                    route-map {
                        import TONGS
                    }
                    soft-reconfiguration {
                        inbound
                    }
                }
            }
            description bellows
            remote-as 64591
        }
        parameters {
            router-id 203.0.113.5
        }
    }
    static {
        route 0.0.0.0/0 {
            next-hop 192.0.2.97 {
                distance 250
            }
        }
        route 203.0.113.0/24 {
            blackhole {
                distance 254
            }
        }
    }
}
vrf {
    name SLAG {
        protocols {
            static {
                route 10.80.0.0/16 {
                    next-hop 198.51.100.251 {
                    }
                }
            }
        }
        table 120
    }
}
""",
    "services, with tunnels and users": """\
interfaces {
    bonding bond1 {
        address 198.51.100.1/27
        hash-policy layer3+4
    }
}
nat {
    source {
        rule 30 {
            outbound-interface eth0
            source {
                address 198.51.100.0/27
            }
            translation {
                address masquerade
            }
        }
    }
}
high-availability {
    vrrp {
        group ANVILS {
            interface bond1
            priority 180
            virtual-address 198.51.100.30/27
            vrid 17
        }
    }
}
service {
    dhcp-server {
        shared-network-name BENCH {
            subnet 198.51.100.0/27 {
                default-router 198.51.100.30
                range 0 {
                    start 198.51.100.5
                    stop 198.51.100.20
                }
                static-mapping lathe {
                    ip-address 198.51.100.4
                }
            }
        }
    }
    ntp {
        server 192.0.2.123 {
            prefer
        }
    }
    snmp {
        community bellows {
            authorization ro
            network 198.51.100.0/27
        }
    }
    ssh {
        port 2217
    }
}
system {
    host-name rt-anvil
    login {
        user farrier {
            authentication {
                encrypted-password $6$x
            }
            full-name "The Farrier"
        }
    }
    name-server 192.0.2.53
    name-server 192.0.2.54
    syslog {
        host 192.0.2.77 {
            facility all {
                level warning
            }
        }
    }
}
vpn {
    ipsec {
        ike-group IKE-COAL {
            key-exchange ikev2
            proposal 1 {
                dh-group 19
                encryption aes256gcm128
            }
        }
        site-to-site {
            peer COLLIERY {
                ike-group IKE-COAL
                tunnel 1 {
                    local {
                        prefix 198.51.100.0/27
                    }
                    remote {
                        prefix 10.81.0.0/16
                    }
                }
            }
        }
    }
}
""",
}
SCRIPT = """\
set interfaces ethernet eth4 address '192.0.2.33/29'
set interfaces ethernet eth4 description 'old kiln'
delete interfaces ethernet eth4 description
set interfaces ethernet eth4 description 'new kiln'
set firewall name KILN-IN rule 5 action 'accept'
set firewall name KILN-IN rule 6 action 'drop'
set interfaces ethernet eth5 address '192.0.2.41/29'
set interfaces ethernet eth5 disable
delete interfaces ethernet eth5 disable
delete firewall name KILN-IN rule 5
delete interfaces ethernet eth4 address 192.0.2.33/29
set system host-name rt-kiln
"""


def paths_of(text: str) -> str:
    """Write a configuration in braces as set commands, each value in quotes."""
    around, written = list[str](), list[str]()
    held = [False]
    for line in map(str.strip, text.splitlines()):
        if line == "}":
            if not held.pop():
                written.append(" ".join(["set", *around]))
            held[-1] = True
            around.pop()
        elif line.endswith(" {"):
            around.append(line.removesuffix(" {"))
            held.append(False)
        else:
            name, _, value = line.partition(" ")
            quoted = [f"'{value.strip(chr(34))}'"] if value else []
            written.append(" ".join(["set", *around, name, *quoted]))
            held[-1] = True
    return "\n".join(written)


def read(text: str) -> list[dict[str, Any]]:
    lines = tuple(text.splitlines())
    found = find_format(Sample("a.cfg", "configuration", lines))
    assert found is not None
    assert found.name == "vyos"
    return found.parse(lines)


def told(records: Iterable[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Return types, values and what is inside, without lines."""
    return [(one["type"], one["values"], told(one.get("children", ()))) for one in records]


@pytest.mark.parametrize("text", BRACES.values(), ids=BRACES)
def test_braces_and_set_commands_give_the_same_records(text: str) -> None:
    braces, paths = read(text), read(paths_of(text))
    assert told(paths) == told(braces)


def test_rules_of_one_number_in_two_chains_are_two() -> None:
    (root,) = read(BRACES["a firewall by chains, as of version 1.4"])
    families = {one["values"]["key"]: one["children"] for one in root["children"] if "Family" in one["type"]}
    chains = {
        (family, chain["values"]["key"]): [rule["values"]["action"] for rule in chain["children"]]
        for family, found in families.items()
        for chain in found
    }
    assert chains == {
        ("ipv4", "forward"): ["jump"],
        ("ipv4", "input"): ["drop"],
        ("ipv4", "FORGE-IN"): ["accept"],
        ("ipv6", "forward"): ["accept"],
    }


def test_what_is_deleted_does_not_hold_and_what_is_set_again_does() -> None:
    (root,) = read(SCRIPT)
    found = {one["values"].get("key"): one for one in root["children"] if one["type"] != "Negation"}
    assert found["eth4"]["values"] == {"key": "eth4", "description": "new kiln"}
    assert found["eth5"]["values"] == {"key": "eth5", "address": "192.0.2.41/29"}
    assert [rule["values"]["key"] for rule in found["KILN-IN"]["children"]] == [6]
