"""The parts that every Cisco IOS configuration of the sample has."""

from random import Random

from .faults import NTP_MISSING_ON
from .plan import (
    DHCP_SERVER,
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

FULL_MASK = "255.255.255.255"
NET_MASK = "255.255.255.0"
LINK_MASK = "255.255.255.254"
VTY_LIST = 23
SNMP_LIST = 10
CERTIFICATE_BYTES = 464


def opening(device: Device, random: Random) -> str:
    change = last_change(device.name)
    return f"""\
!
! Last configuration change at {change.time:%H:%M:%S} UTC {change.time:%a %b} {change.time.day} \
{change.time.year} by {change.user} @@changed {device.name}
!
version 17.9 @@version {device.name}
service timestamps debug datetime msec
service timestamps log datetime msec
service password-encryption
!
hostname {device.name} @@device {device.name}
!
boot-start-marker
boot-end-marker
!
logging buffered 65536 informational
no logging console
enable secret 9 $9$example.not.a.real.hash$0000000000000000000000000000000000000000000
!
aaa new-model
!
aaa group server tacacs+ LARKMOOR-TACACS
 server name tacacs1
!
aaa authentication login default group LARKMOOR-TACACS local
aaa authorization exec default group LARKMOOR-TACACS local
aaa accounting commands 15 default start-stop group LARKMOOR-TACACS
!
aaa session-id common
clock timezone UTC 0 0
!
no ip source-route
ip domain name larkmoor.example
{_name_servers()}
no ip http server
no ip http secure-server
!
login block-for 120 attempts 5 within 60
login on-failure log
login on-success log
!
{_certificate(device, random)}
!
archive
 log config
  logging enable
  notify syslog contenttype plaintext
!
spanning-tree mode rapid-pvst
spanning-tree extend system-id
username breakglass privilege 15 secret 9 $9$example.not.a.real.hash$11111111111111111111111
!
"""


def _name_servers() -> str:
    return "\n".join(f"ip name-server {address}" for address in NAME_SERVERS)


def _certificate(device: Device, random: Random) -> str:
    """Write a certificate block: the shape is right, the bytes are random."""
    serial = random.randrange(10**8, 10**9)
    content = bytes.fromhex("308201CC30820135A003020102020101") + random.randbytes(CERTIFICATE_BYTES - 16)
    words = content.hex(" ", -4).upper().split()
    rows = "\n".join("  " + " ".join(words[start : start + 8]) for start in range(0, len(words), 8))
    return f"""\
crypto pki trustpoint TP-self-signed-{serial}
 enrollment selfsigned
 subject-name cn=IOS-Self-Signed-Certificate-{serial}
 revocation-check none
 rsakeypair TP-self-signed-{serial}
!
crypto pki certificate chain TP-self-signed-{serial} @@certificate {device.name}
 certificate self-signed 01
{rows}
  \tquit"""


def loopback(device: Device) -> str:
    return f"""\
interface Loopback0 @@interface {device.name} Loopback0
 description router id
 ip address {device.loopback} {FULL_MASK} @@address {device.loopback},loopback {device.name}
!
"""


def routed_port(here: End, there: End, description: str = "", extra: str = "") -> str:
    """Write one end of a point-to-point link; `extra` lines come last."""
    key = f"{here.device} {here.port}"
    shape = " no switchport\n" if here.port.startswith("Ten") else ""
    mtu = f" mtu {here.mtu} @@mtu {key}\n" if here.mtu else ""
    text = description or f"to {there.device} {there.port}"
    return f"""\
interface {here.port} @@interface {key}
 description {text} @@description {key}
{shape}{mtu} ip address {here.address} {LINK_MASK} @@address {here.address}
{extra}!
"""


def closing(device: Device) -> str:
    return f"""\
access-list {SNMP_LIST} permit {SNMP_SERVER} @@acl {device.name} {SNMP_LIST}
access-list {SNMP_LIST} deny   any log @@acl {device.name} {SNMP_LIST}
access-list {VTY_LIST} remark staff of the control room @@acl {device.name} {VTY_LIST}
access-list {VTY_LIST} permit 10.10.99.48 0.0.0.15 @@acl {device.name} {VTY_LIST}
access-list {VTY_LIST} deny   any log @@acl {device.name} {VTY_LIST}
!
logging source-interface {management_port(device)}
logging trap informational
logging host {SYSLOG_SERVER} @@syslog {device.name}
!
snmp-server community EXAMPLE-READ-ONLY RO {SNMP_LIST} @@snmp {device.name}
snmp-server location {device.site} @@location {device.name}
snmp-server contact noc@larkmoor.example
snmp-server enable traps snmp linkdown linkup coldstart
snmp-server host {SNMP_SERVER} version 2c EXAMPLE-READ-ONLY
!
tacacs server tacacs1
 address ipv4 {TACACS_SERVER}
 key 7 EXAMPLE-NOT-A-KEY
!
{_banner(device)}
!
line con 0
 exec-timeout 10 0
 logging synchronous
 stopbits 1
line vty 0 4
 access-class {VTY_LIST} in vrf-also @@acl-use {device.name} {VTY_LIST}
 exec-timeout 15 0
 transport input ssh @@transport {device.name}
line vty 5 15
 access-class {VTY_LIST} in vrf-also @@acl-use {device.name} {VTY_LIST}
 transport input none @@transport {device.name}
!
{_ntp(device)}
!
end
"""


def management_port(device: Device) -> str:
    return "Loopback0" if device.loopback else "Vlan99"


def _banner(device: Device) -> str:
    return f"""\
banner login ^C
*******************************************************************
* Larkmoor Rail: {device.name}, {device.site}
* Staff only. Every session is recorded.
* Faults: call the control room; {len(STAFF)} engineers are on the rota.
*******************************************************************
^C"""


def _ntp(device: Device) -> str:
    servers = NTP_SERVERS[:1] if device.name == NTP_MISSING_ON else NTP_SERVERS
    lines = [f"ntp source {management_port(device)}"]
    lines += [f"ntp server {server} @@ntp {device.name},ntp-server {server}" for server in servers]
    return "\n".join(lines)


def helper_address() -> str:
    return f" ip helper-address {DHCP_SERVER}\n"
