"""Reads syslog of Zyxel firewalls (src="" dst="" msg="" note=""), after the "Log Reference"."""

from reading import enveloped, read_log

BODY = r"(?=src=\"[^\"]*\" dst=\"[^\"]*\" (?:\w+=\"[^\"]*\" )*?note=\"[^\"]*\" (?:\w+=\"[^\"]*\" )*?(?:devID|ser|cat)=\")"
HEADER = [
    *enveloped(BODY),
    *enveloped(r"(?P<timestamp_text>{month day, year last}) (?P<host>\S+) " + BODY),
]
KINDS = {"pid": "int"}
BODIES = "pairs"
KEYS = {
    "src": "source",
    "dst": "destination",
    "msg": "text",
    "note": "note",
    "user": "user",
    "devID": "device_id",
    "ser": "serial_number",
    "cat": "category",
    "class": "class",
    "duration": "duration:int",
    "sent": "bytes_sent:int",
    "rcvd": "bytes_received:int",
    "dir": "direction",
    "protoID": "protocol:int",
    "proto": "service",
    "ob": "obsoleted",
}
PARTS = ("source", "destination")
TYPES = (
    "category",
    {
        "Security Policy Control": "SecurityPolicyControl",
        "Firewall": "Firewall",
        "Traffic Log": "TrafficLog",
        "User": "User",
        "System": "System",
        "Interface": "Interface",
        "Interface Statistics": "InterfaceStatistics",
        "DHCP": "Dhcp",
        "IKE": "Ike",
        "IPSec": "IpSec",
        "IPSec VPN": "IpSecVpn",
        "SSL VPN": "SslVpn",
        "L2TP Over IPSec": "L2tpOverIpSec",
        "Content Filter": "ContentFilter",
        "Blocked web sites": "BlockedWebSites",
        "Forward web sites": "ForwardWebSites",
        "Warning web sites": "WarningWebSites",
        "IDP": "Idp",
        "ADP": "Adp",
        "Anti-Virus": "AntiVirus",
        "Anti-Malware": "AntiMalware",
        "App Patrol": "AppPatrol",
        "Session Control": "SessionControl",
        "Sessions Limit": "SessionsLimit",
        "Built-in Service": "BuiltInService",
        "File Manager": "FileManager",
        "Policy Route": "PolicyRoute",
        "Connectivity Check": "ConnectivityCheck",
        "Device HA": "DeviceHa",
        "DDNS": "Ddns",
        "Account": "Account",
        "Default": "Default",
    },
)


def parse(lines):
    """Read the messages."""
    return read_log(
        lines, HEADER, kinds=KINDS, bodies=BODIES, keys=KEYS, parts=PARTS, types=TYPES, templates=True
    )
