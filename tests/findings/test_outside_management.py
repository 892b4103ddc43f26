"""Management on interfaces to the outside, as each make writes it: found there, not inside, and not for some alone."""

from __future__ import annotations

import pytest

from tests.findings.planted import messages_of

PANOS = """\
set network profiles interface-management-profile MGMT ping yes
set network profiles interface-management-profile MGMT {service} yes
{limit}set network interface ethernet ethernet1/1 layer3 ip 198.51.100.2/30
set network interface ethernet ethernet1/1 layer3 interface-management-profile MGMT
set zone {zone} network layer3 [ ethernet1/1 ethernet1/3 ]
"""
JUNOS = """\
set interfaces ge-0/0/0 unit 0 family inet address 198.51.100.2/30
{limit}set security zones security-zone {zone} host-inbound-traffic system-services {service}
set security zones security-zone {zone} interfaces ge-0/0/0.0
"""
JUNOS_PORT = """\
set interfaces ge-0/0/0 unit 0 family inet address 198.51.100.2/30
{limit}set security zones security-zone {zone} interfaces ge-0/0/0.0 host-inbound-traffic system-services {service}
"""
JUNOS_BRACES = """\
security {{
    zones {{
        security-zone {zone} {{
            interfaces {{
                ge-0/0/0.0 {{
                    host-inbound-traffic {{
                        system-services {{
                            ike;
                            {service};
                        }}
                    }}
                }}
            }}
        }}
    }}
}}
interfaces {{
    ge-0/0/0 {{
        unit 0 {{
            family inet {{
                address 198.51.100.2/30;
            }}
        }}
    }}
}}
{limit}"""
FORTIOS = """\
config system interface
    edit "port1"
        set ip {zone} 255.255.255.252
        set allowaccess ping {service}
    next
end
{limit}config router static
    edit 1
        set gateway 198.51.100.1
        set device "port1"
    next
end
"""
VRP = """\
interface GigabitEthernet1/0/1
 ip address 198.51.100.2 255.255.255.252
 service-manage {service} permit
{limit}#
firewall zone {zone}
 set priority 5
 add interface GigabitEthernet1/0/1
"""
SCREENOS = """\
set interface "ethernet0/0" zone "{zone}"
set interface ethernet0/0 ip 198.51.100.2/30
set interface ethernet0/0 manage {service}
{limit}"""
LIMIT = "set network profiles interface-management-profile MGMT permitted-ip 10.0.0.0/8\n"
FILTER = "set interfaces lo0 unit 0 family inet filter input RE\n"
OWN = "set security zones security-zone untrust interfaces ge-0/0/0.0 host-inbound-traffic system-services ike\n"
LOCAL_IN = "config firewall local-in-policy\n    edit 1\n        set action deny\n    next\nend\n"
MAKES = {
    "PAN-OS": (PANOS, "untrust", "trust", "response-pages", LIMIT),
    "Junos, a zone": (JUNOS, "untrust", "trust", "ping", FILTER),
    "Junos, a port": (JUNOS_PORT, "untrust", "trust", "ike", FILTER),
    "Junos, a port beside its zone": (JUNOS, "untrust", "trust", "ping", OWN),
    "Junos in braces": (JUNOS_BRACES, "untrust", "trust", "ping", ""),
    "FortiOS": (FORTIOS, "198.51.100.2", "10.0.0.2", "fgfm", LOCAL_IN),
    "VRP": (VRP, "untrust", "trust", "ping", ""),
    "ScreenOS": (SCREENOS, "Untrust", "Trust", "ping", ""),
}


@pytest.mark.parametrize(("form", "outer", "inner", "harmless", "limit"), MAKES.values(), ids=MAKES)
def test_management_from_the_outside(form: str, outer: str, inner: str, harmless: str, limit: str) -> None:
    for zone, service, more, found in (
        (outer, "ssh", "", 1),
        (inner, "ssh", "", 0),
        (outer, harmless, "", 0),
        *(((outer, "ssh", limit, 0),) if limit else ()),
    ):
        text = form.format(zone=zone, service=service, limit=more)
        assert len(messages_of("outside-management", fw=text)) == found, (zone, service, more)


@pytest.mark.parametrize(("address", "found"), [("10.1.1.0", 0), ("198.51.100.2", 1)])
def test_a_zone_towards_another_device_of_the_network(address: str, found: int) -> None:
    text = JUNOS.format(zone="wan", service="ssh", limit="").replace("198.51.100.2/30", f"{address}/31")
    far = address.replace("1.0", "1.1").replace("100.2", "100.3")
    other = f"interface GigabitEthernet0/1\n ip address {far} 255.255.255.254\n"
    assert len(messages_of("outside-management", fw=text, core=other)) == found
