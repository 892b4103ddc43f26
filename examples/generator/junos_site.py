"""The configurations of the firewall and of the branch router that runs Junos."""

from . import junos
from .plan import BRANCH_AS, BRANCH_LAN, LOCAL_AS, Device, End, links_of

ZONES = {
    "inside": ("ge-0/0/0", "ge-0/0/1"),
    "dmz": ("ge-0/0/2",),
    "guest": ("ge-0/0/3",),
    "untrust": ("ge-0/0/4",),
}
POLICIES = (
    ("inside", "dmz", "office-to-portal", "OFFICE", "PORTAL", "junos-https", "permit"),
    ("inside", "dmz", "fares-to-payments", "FARES-APP", "PAYMENTS", "junos-https", "permit"),
    ("inside", "untrust", "office-to-internet", "OFFICE", "any", "any", "permit"),
    ("guest", "untrust", "guest-web", "GUESTS", "any", "junos-https", "permit"),
    ("guest", "untrust", "guest-rest", "any", "any", "any", "deny"),
    ("untrust", "dmz", "world-to-portal", "any", "PORTAL", "junos-https", "permit"),
    ("untrust", "dmz", "world-rest", "any", "any", "any", "deny"),
    ("dmz", "inside", "payments-to-fares", "PAYMENTS", "FARES-APP", "fares-callback", "permit"),
    ("dmz", "inside", "dmz-rest", "any", "any", "any", "deny"),
)
ADDRESSES = (
    ("OFFICE", "10.10.0.0/16"),
    ("GUESTS", "10.10.41.0/24"),
    ("FARES-APP", "10.20.10.0/24"),
    ("PORTAL", "198.51.100.139/32"),
    ("PAYMENTS", "198.51.100.140/32"),
)


def firewall(this: Device) -> str:
    ends = links_of(this.name)
    ports = [here.port for here, _ in ends]
    return "".join(
        (
            junos.opening(this),
            junos.system(this),
            "interfaces\n",
            *(junos.link_port(here, there) for here, there in ends),
            junos.port(this.name, "ge-0/0/2", "DMZ: portal and payments", "198.51.100.129/26"),
            junos.port(this.name, "ge-0/0/3", "guest wireless", "10.10.41.1/24"),
            junos.port(this.name, "ge-0/0/4", "to edge1 xe-0/0/3", "198.51.100.2/28"),
            junos.loopback(this),
            junos.snmp(this),
            "routing-options\n    static\n        route 0.0.0.0/0 next-hop 198.51.100.1\n",
            f"    router-id {this.loopback}\n",
            "protocols\n",
            junos.ospf(this, ports, ("lo0.0", "ge-0/0/2.0")),
            _security(this),
            _applications(),
        )
    )


def _security(this: Device) -> str:
    book = "".join(f"            address {name} {prefix}\n" for name, prefix in ADDRESSES)
    pairs = list(dict.fromkeys(policy[:2] for policy in POLICIES))
    return f"""\
security
    log
        mode stream
        stream larkmoor
            severity info
            host 10.20.30.10
    screen
        ids-option UNTRUST-SCREEN
            icmp
                ping-death
            tcp
                syn-flood
                    alarm-threshold 1024
                    timeout 20
    address-book
        global
{book}\
    nat
        source
            rule-set inside-to-untrust
                from zone inside
                to zone untrust
                rule hide-office
                    match
                        source-address 10.10.0.0/16
                    then
                        source-nat
                            interface
    policies
{"".join(_zone_pair(this, *pair) for pair in pairs)}\
        default-policy
            deny-all
    zones
{"".join(_zone(name, ports) for name, ports in ZONES.items())}"""


def _zone_pair(this: Device, source: str, target: str) -> str:
    rules = "".join(_policy(this, *policy[2:]) for policy in POLICIES if policy[:2] == (source, target))
    return f"        from-zone {source} to-zone {target}\n{rules}"


def _policy(this: Device, name: str, source: str, target: str, application: str, action: str) -> str:
    return f"""\
            policy {name} @@policy {this.name}
                match
                    source-address {source}
                    destination-address {target}
                    application {application}
                then
                    {action}
                    log
                        session-init
"""


def _zone(name: str, ports: tuple[str, ...]) -> str:
    ssh = "                    ssh\n" if name == "inside" else ""
    protocols = "                protocols\n                    ospf\n" if name == "inside" else ""
    screen = "            screen UNTRUST-SCREEN\n" if name == "untrust" else ""
    interfaces = "".join(f"                {port}.0\n" for port in ports)
    return f"""\
        security-zone {name} @@zone {name}
{screen}            host-inbound-traffic
                system-services
                    ping
{ssh}{protocols}\
            interfaces
{interfaces}"""


def _applications() -> str:
    return """\
applications
    application fares-callback
        protocol tcp
        destination-port 8443
"""


def branch(this: Device) -> str:
    ends = links_of(this.name)
    lan = BRANCH_LAN[this.name]
    return "".join(
        (
            junos.opening(this),
            junos.system(this),
            "interfaces\n",
            *(junos.link_port(here, there) for here, there in ends),
            junos.port(this.name, "ge-0/0/2", "works LAN", f"{lan}.1/24"),
            junos.loopback(this),
            junos.snmp(this),
            f"routing-options\n    router-id {this.loopback}\n",
            f"    autonomous-system {BRANCH_AS[this.name]} @@bgp {this.name}\n",
            _branch_bgp(this, [there for _, there in ends]),
            _branch_policy(this, lan),
            _branch_security(ends),
            _dhcp(lan),
        )
    )


def _branch_bgp(this: Device, peers: list[End]) -> str:
    neighbors = "".join(
        f"            neighbor {peer.address} @@neighbor {this.name} {peer.address}\n"
        f"                description {peer.device}\n"
        for peer in peers
    )
    return f"""\
protocols
    bgp
        log-updown
        group EDGES
            type external
            hold-time 30
            peer-as {LOCAL_AS}
            import FROM-EDGES
            export TO-EDGES
{neighbors}"""


def _branch_policy(this: Device, lan: str) -> str:
    return f"""\
policy-options
    prefix-list WORKS-LAN @@prefix-list {this.name} WORKS-LAN
        {lan}.0/24
        {this.loopback}/32
    policy-statement FROM-EDGES @@map {this.name} FROM-EDGES
        term default
            from
                route-filter 0.0.0.0/0 exact
            then
                local-preference 120 @@preference {this.name}
                accept
        term rest
            then reject
    policy-statement TO-EDGES @@map {this.name} TO-EDGES
        term works
            from
                prefix-list WORKS-LAN @@list-use {this.name} WORKS-LAN
            then
                metric 50 @@metric {this.name}
                accept
        term rest
            then reject
"""


def _branch_security(ends: list[tuple[End, End]]) -> str:
    outside = "".join(f"                {here.port}.0\n" for here, _ in ends)
    return f"""\
security
    policies
        from-zone works to-zone wan
            policy works-out
                match
                    source-address any
                    destination-address any
                    application any
                then
                    permit
        from-zone wan to-zone works
            policy office-in
                match
                    source-address any
                    destination-address any
                    application [ junos-https junos-ssh ]
                then
                    permit
    zones
        security-zone works
            interfaces
                ge-0/0/2.0
            host-inbound-traffic
                system-services
                    dhcp
                    ping
        security-zone wan
            interfaces
{outside}\
            host-inbound-traffic
                system-services
                    ping
                    ssh
                protocols
                    bgp
"""


def _dhcp(lan: str) -> str:
    return f"""\
access
    address-assignment
        pool works
            family inet
                network {lan}.0/24
                range desks
                    low {lan}.21
                    high {lan}.200
                dhcp-attributes
                    router
                        {lan}.1
                    name-server
                        10.20.30.3
"""
