"""The configurations of the two edge routers: transit, branches, firewall filters."""

from . import junos
from .faults import RIGHT_PEER_AS, WRONG_PEER_AS
from .plan import BRANCH_AS, LOCAL_AS, SNMP_SERVER, TACACS_SERVER, WRONG_AS, Device, End, device, links_of

TRANSIT = {
    "edge1": ("203.0.113.2", "203.0.113.1", 64510, "Foxglove Telecom", "2001:db8:ffff:1::"),
    "edge2": ("192.0.2.2", "192.0.2.1", 64511, "Bellwether Networks", "2001:db8:ffff:2::"),
}
MANAGEMENT_FILTER = "PROTECT-RE"
TRANSIT_FILTER = "TRANSIT-IN"


def edge(this: Device) -> str:
    ends = links_of(this.name)
    return "".join(
        (
            junos.opening(this),
            junos.system(this),
            _interfaces(this, ends),
            junos.snmp(this),
            _routing_options(this),
            _protocols(this, ends),
            _policy(this),
            _filters(this),
        )
    )


def _interfaces(this: Device, ends: list[tuple[End, End]]) -> str:
    address, _, _, carrier, v6 = TRANSIT[this.name]
    key = f"{this.name} xe-0/0/2"
    links = "".join(junos.link_port(here, there) for here, there in ends)
    protect = f"filter\n    input {MANAGEMENT_FILTER} @@acl-use {this.name} {MANAGEMENT_FILTER}\n"
    return f"""\
interfaces
{links}\
    xe-0/0/2 @@interface {key}
        description "transit to {carrier}" @@description {key}
        unit 0
            family inet
                filter
                    input {TRANSIT_FILTER} @@acl-use {this.name} {TRANSIT_FILTER}
                address {address}/30 @@address {address}
            family inet6
                address {v6}2/64
{_firewall_port(this)}    fxp0 @@interface {this.name} fxp0
        description "out of band"
        unit 0
            family inet
                address 10.10.98.{this.loopback.rsplit(".", 1)[1]}/24
{junos.loopback(this, protect)}"""


def _firewall_port(this: Device) -> str:
    if this.name == "edge1":
        return junos.port(this.name, "xe-0/0/3", "to fw1 ge-0/0/4", "198.51.100.1/28")
    return f"""\
    xe-0/0/3 @@interface {this.name} xe-0/0/3
        description unused
        disable @@shutdown {this.name}
"""


def _routing_options(this: Device) -> str:
    _, gateway, _, _, _ = TRANSIT[this.name]
    return f"""\
routing-options
    router-id {this.loopback}
    autonomous-system {LOCAL_AS} @@bgp {this.name}
    static
        /* keeps our block in the table, so that it can be announced */
        route 198.51.100.0/24 discard
        route 192.168.0.0/16 discard
        route 0.0.0.0/0
            next-hop {gateway}
            preference 250
"""


def _protocols(this: Device, ends: list[tuple[End, End]]) -> str:
    _, gateway, provider, carrier, _ = TRANSIT[this.name]
    inside = [here.port for here, _ in ends if here.port.startswith("xe")]
    cores = "".join(_core(this, device(name)) for name in ("core1", "core2"))
    branches = "".join(_branch(this, here, there) for here, there in ends if there.device in BRANCH_AS)
    return f"""\
protocols
    bgp
        log-updown
        group CORES
            type internal
            local-address {this.loopback}
            family inet
                unicast
            export NEXT-HOP-SELF
{cores}\
        group TRANSIT
            type external
            import FROM-TRANSIT
            export TO-TRANSIT
            neighbor {gateway} @@neighbor {this.name} {gateway},transit {this.name}
                description "{carrier}"
                authentication-key "$9$example.not.a.key" ## SECRET-DATA
                peer-as {provider} @@peer-as {this.name} {gateway}
        group BRANCHES
            type external
            hold-time 30
            import FROM-BRANCHES
            export TO-BRANCHES
{branches}\
{junos.ospf(this, inside)}\
    lldp
        interface all
"""


def _core(this: Device, core: Device) -> str:
    return f"""\
            neighbor {core.loopback} @@neighbor {this.name} {core.loopback}
                description {core.name}
"""


def _branch(this: Device, here: End, there: End) -> str:
    wrong = here == WRONG_AS.a
    peer_as = WRONG_PEER_AS if wrong else BRANCH_AS[there.device]
    assert not wrong or peer_as != RIGHT_PEER_AS
    fault = ",wrong peer-as" if wrong else ""
    return f"""\
            neighbor {there.address} @@neighbor {this.name} {there.address}
                description {there.device}
                peer-as {peer_as} @@peer-as {this.name} {there.address}{fault}
"""


def _policy(this: Device) -> str:
    preference = 200 if this.name == "edge1" else 150
    return f"""\
policy-options
    prefix-list OUR-BLOCK @@prefix-list {this.name} OUR-BLOCK
        198.51.100.0/24
    prefix-list BRANCH-LANS @@prefix-list {this.name} BRANCH-LANS
        10.30.1.0/24
        10.30.2.0/24
        10.30.3.0/24
        10.255.0.51/32
        10.255.0.52/32
        10.255.0.53/32
    prefix-list STAFF-HOSTS @@prefix-list {this.name} STAFF-HOSTS
        10.10.99.48/28
    policy-statement NEXT-HOP-SELF @@map {this.name} NEXT-HOP-SELF
        term external
            from
                protocol bgp
                route-type external
            then
                next-hop self
                accept
    policy-statement FROM-TRANSIT @@map {this.name} FROM-TRANSIT
        term our-own
            from
                prefix-list-filter OUR-BLOCK orlonger @@list-use {this.name} OUR-BLOCK
            then reject
        term private
            from
                route-filter 10.0.0.0/8 orlonger
                route-filter 172.16.0.0/12 orlonger
                route-filter 192.168.0.0/16 orlonger
            then reject
        term rest
            then
                local-preference {preference} @@preference {this.name}
                community add TRANSIT-ROUTE
                accept
    policy-statement TO-TRANSIT @@map {this.name} TO-TRANSIT
        term our-block
            from
                prefix-list OUR-BLOCK @@list-use {this.name} OUR-BLOCK
            then accept
        term rest
            then reject
    policy-statement FROM-BRANCHES @@map {this.name} FROM-BRANCHES
        term lans
            from
                prefix-list BRANCH-LANS @@list-use {this.name} BRANCH-LANS
            then
                community add BRANCH-ROUTE
                accept
        term rest
            then reject
    policy-statement TO-BRANCHES @@map {this.name} TO-BRANCHES
        term default
            from
                route-filter 0.0.0.0/0 exact
            then accept
        term rest
            then reject
    community BRANCH-ROUTE members {LOCAL_AS}:30 @@community {this.name}
    community TRANSIT-ROUTE members {LOCAL_AS}:10 @@community {this.name}
"""


def _filters(this: Device) -> str:
    mark = f"@@acl {this.name} {MANAGEMENT_FILTER}"
    return f"""\
firewall
    family inet
        /* what may reach the router itself */
        filter {MANAGEMENT_FILTER} {mark}
            term bgp
                from
                    protocol tcp
                    port bgp
                then accept
            term ospf
                from
                    protocol ospf
                then accept
            term ssh
                from
                    source-prefix-list
                        STAFF-HOSTS @@list-use {this.name} STAFF-HOSTS
                    protocol tcp
                    destination-port [ ssh 830 ]
                then
                    count ssh-staff
                    accept
            term servers
                from
                    source-address
                        {SNMP_SERVER}/32
                        {TACACS_SERVER}/32
                        10.20.30.4/30
                    protocol [ tcp udp ]
                then accept
            term icmp
                from
                    protocol icmp
                    icmp-type [ echo-request echo-reply time-exceeded unreachable ]
                then
                    policer LIMIT-1M
                    accept
            term rest
                then
                    count dropped
                    syslog
                    discard
        filter {TRANSIT_FILTER} @@acl {this.name} {TRANSIT_FILTER}
            term spoofed
                from
                    source-address
                        10.0.0.0/8
                        172.16.0.0/12
                        192.168.0.0/16
                        198.51.100.0/24
                then
                    count spoofed
                    discard
            term rest
                then accept
    policer LIMIT-1M
        if-exceeding
            bandwidth-limit 1m
            burst-size-limit 15k
        then discard
"""
