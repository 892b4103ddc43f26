"""The parts that every Junos configuration of the sample has, as indented outlines."""

from textwrap import indent

from .plan import (
    NAME_SERVERS,
    NTP_SERVERS,
    SNMP_SERVER,
    STAFF,
    SYSLOG_SERVER,
    TACACS_SERVER,
    Device,
    End,
    last_change,
)


def opening(this: Device) -> str:
    change = last_change(this.name)
    return f"""\
## Last commit: {change.time:%Y-%m-%d %H:%M:%S} UTC by {change.user} @@changed {this.name}
version 22.4R3.25 @@version {this.name}
"""


def system(this: Device) -> str:
    name_servers = "\n".join(f"        {address}" for address in NAME_SERVERS)
    servers = "\n".join(
        f"        server {server} @@ntp {this.name},ntp-server {server}" for server in NTP_SERVERS
    )
    users = "\n".join(_user(name, 2000 + n) for n, name in enumerate(STAFF))
    return f"""\
system
    host-name {this.name} @@device {this.name}
    domain-name larkmoor.example
    time-zone UTC
    root-authentication
        encrypted-password "$6$example$not.a.real.hash" ## SECRET-DATA
    login
        message "Larkmoor Rail: {this.name}. Staff only."
        retry-options
            tries-before-disconnect 3
            backoff-threshold 1
{users}
    name-server
{name_servers}
    tacplus-server
        {TACACS_SERVER}
            secret "$9$example.not.a.key" ## SECRET-DATA
            source-address {this.loopback}
    services
        ssh
            root-login deny
            protocol-version v2
            connection-limit 10
        netconf
            ssh
    syslog
        user *
            any emergency
        host {SYSLOG_SERVER} @@syslog {this.name}
            any notice
            authorization info
            interactive-commands info
            source-address {this.loopback}
        file messages
            any notice
            authorization info
        file interactive-commands
            interactive-commands any
    ntp
{servers}
        source-address {this.loopback}
"""


def _user(name: str, number: int) -> str:
    return f"""\
        user {name}
            uid {number}
            class super-user
            authentication
                encrypted-password "$6$example$not.a.real.hash" ## SECRET-DATA"""


def snmp(this: Device) -> str:
    return f"""\
snmp
    location "{this.site}" @@location {this.name}
    contact "noc@larkmoor.example"
    community EXAMPLE-READ-ONLY @@snmp {this.name}
        authorization read-only
        clients
            {SNMP_SERVER}/32
            0.0.0.0/0 restrict
    trap-group larkmoor
        version v2
        categories
            chassis
            link
            routing
        targets
            {SNMP_SERVER}
"""


def port(this: str, name: str, description: str, address: str, extra: str = "") -> str:
    """Write a routed port with one unit; `address` has its prefix length, `extra` goes into the family."""
    key = f"{this} {name}"
    return f"""\
    {name} @@interface {key}
        description "{description}" @@description {key}
        unit 0
            family inet
{indent(extra, " " * 16)}                address {address} @@address {address.partition("/")[0]}
"""


def link_port(here: End, there: End, extra: str = "") -> str:
    return port(here.device, here.port, f"to {there.device} {there.port}", f"{here.address}/31", extra)


def loopback(this: Device, extra: str = "") -> str:
    return f"""\
    lo0 @@interface {this.name} lo0
        unit 0
            family inet
{indent(extra, " " * 16)}\
                address {this.loopback}/32 @@address {this.loopback},loopback {this.name}
"""


def ospf(this: Device, ports: list[str], passive: tuple[str, ...] = ("lo0.0",)) -> str:
    """Write the protocol's block, to stand under `protocols`."""
    active = "".join(
        f"            interface {name}.0\n                interface-type p2p\n                metric 10\n"
        for name in ports
    )
    quiet = "".join(f"            interface {name}\n                passive\n" for name in passive)
    return f"""\
    ospf @@ospf {this.name}
        reference-bandwidth 100g
        area 0.0.0.0
{active}{quiet}"""
