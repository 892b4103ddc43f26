"""Reads logs of MikroTik RouterOS (firewall,info), after the page "Log" of its documentation."""

from reading import enveloped, read_log

TOPICS = (
    r"(?P<topics>(?:firewall|system|dhcp|dhcpv6|dns|wireless|caps|interface|ipsec|l2tp|pptp|sstp|ovpn|pppoe|ppp|bridge|stp|"
    r"route|bgp|ospf|rip|hotspot|radius|script|ntp|snmp|certificate|ssh|web-proxy|upnp|watchdog|wireguard|backup|account|"
    r"manager|health|ups|lte|poe-out|e-mail|fetch|ldp|mpls|vrrp|zerotier|container|netwatch|queue|ddns|smb|wifi)"
    r"(?:,[a-z0-9-]+)*?,(?P<level>info|warning|error|critical|debug|notice)(?:,[a-z0-9-]+)*)"
)
HEADER = [
    *enveloped(TOPICS + ":? "),
    r"(?:<\d{1,3}>)?(?P<timestamp_text>{month/day/year}|{month/day}|{number month day}) +" + TOPICS + " ",
    r"(?P<timestamp_text>\d\d:\d\d:\d\d) " + TOPICS + " ",
]
KINDS = {"pid": "int"}
CHAIN = "<chain=input|forward|output|srcnat|dstnat|prerouting|postrouting>"
PLACE = (
    "in:<interface:\\(unknown \\d+\\)|\\S+> out:<out_interface:\\(unknown \\d+\\)|[^\\s,]+>,<? connection-state:<state:\\w+(?:,\\w+)*>?><?,?>"
    "<? connection-mark:<mark:[^\\s,]+>?><? src-mac <mac:[0-9A-Fa-f:]+>,?>"
)
PORTS = "<source_address:[0-9.]+>:<source_port:int>-><destination_address:[0-9.]+>:<destination_port:int>"
PORTS6 = "[<source_address:[0-9A-Fa-f.:]+>]:<source_port:int>->[<destination_address:[0-9A-Fa-f.:]+>]:<destination_port:int>"
NAT = "<?, NAT <nat:[^,]+>?><?, prio <priority:[^,]+>?>"
EVENTS = [
    (
        "FirewallPacket",
        f"{CHAIN}: {PLACE} proto <protocol:[\\w-]+><? (<flags:[^\\)]+>)?>, {PORTS}{NAT}, len <length:int>",
    ),
    (
        "FirewallPacket",
        f"{CHAIN}: {PLACE} proto <protocol:[\\w-]+><? (<flags:[^\\)]+>)?>, {PORTS6}{NAT}, len <length:int>",
    ),
    (
        "FirewallPacket",
        f"{CHAIN}: {PLACE} proto <protocol:[\\w-]+><? (<flags:[^\\)]+>)?>, <source_address:[0-9A-Fa-f.:]+>-><destination_address:[0-9A-Fa-f.:]+>{NAT}, len <length:int>",
    ),
    (
        "FirewallPacket",
        f"<prefix:text> {CHAIN}: {PLACE} proto <protocol:[\\w-]+><? (<flags:[^\\)]+>)?>, {PORTS}{NAT}, len <length:int>",
    ),
    (
        "FirewallPacket",
        f"<prefix:text> {CHAIN}: {PLACE} proto <protocol:[\\w-]+><? (<flags:[^\\)]+>)?>, {PORTS6}{NAT}, len <length:int>",
    ),
    (
        "FirewallPacket",
        f"<prefix:text> {CHAIN}: {PLACE} proto <protocol:[\\w-]+><? (<flags:[^\\)]+>)?>, <source_address:[0-9A-Fa-f.:]+>-><destination_address:[0-9A-Fa-f.:]+>{NAT}, len <length:int>",
    ),
    (
        "UserLoggedIn",
        "user <user> logged in from <source_address> via <service>",
    ),
    (
        "UserLoggedOut",
        "user <user> logged out from <source_address> via <service>",
    ),
    ("UserLoggedIn", "user <user> logged in via <service>"),
    ("UserLoggedOut", "user <user> logged out via <service>"),
    ("LoginFailure", "login failure for user <user:text> from <source_address> via <service>"),
    ("LoginFailure", "login failure for user <user:text> via <service>"),
    (
        "DhcpAssigned",
        "<server> assigned <assigned_address:[0-9.]+> to <mac:[0-9A-Fa-f:]+><? <client:text>?>",
    ),
    (
        "DhcpAssigned",
        "<server> assigned <assigned_address:[0-9.]+> for <mac:[0-9A-Fa-f:]+><? <client:text>?>",
    ),
    (
        "DhcpDeassigned",
        "<server> deassigned <assigned_address:[0-9.]+> from <mac:[0-9A-Fa-f:]+><? <client:text>?>",
    ),
    (
        "DhcpDeassigned",
        "<server> deassigned <assigned_address:[0-9.]+> for <mac:[0-9A-Fa-f:]+><? <client:text>?>",
    ),
    (
        "DhcpClientGotAddress",
        "dhcp-client on <interface> got IP address <address>",
    ),
    (
        "DhcpClientLostAddress",
        "dhcp-client on <interface> lost IP address <address> - <reason:text>",
    ),
    (
        "OfferingLeaseWithoutSuccess",
        "<server> offering lease <address:[0-9.]+> for <mac:[0-9A-Fa-f:]+><? to <client:[0-9A-Fa-f:]+>?> without success",
    ),
    ("InterfaceLinkUp", "<interface> link up"),
    ("InterfaceLinkUp", "<interface> link up (speed <speed:[^,\\)]+>, <duplex:\\w+> duplex)"),
    ("InterfaceLinkDown", "<interface> link down"),
    (
        "WirelessConnected",
        "<mac:[0-9A-Fa-f:]{17}>@<interface:[^\\s:]+>: connected<?, <text:text>?>",
    ),
    (
        "WirelessDisconnected",
        "<mac:[0-9A-Fa-f:]{17}>@<interface:[^\\s:]+>: disconnected, <reason:text>",
    ),
    (
        "WirelessConnected",
        "<mac:[0-9A-Fa-f:]{17}>@<interface> connected, signal strength <signal:int>",
    ),
    (
        "WirelessDisconnected",
        "<mac:[0-9A-Fa-f:]{17}>@<interface> disconnected, <reason:text>",
    ),
    ("RuleAdded", "filter rule added by <user:text>"),
    ("RuleChanged", "filter rule changed by <user:text>"),
    ("RuleRemoved", "filter rule removed by <user:text>"),
    ("NatRuleChanged", "nat rule <action=added|changed|removed> by <user:text>"),
    ("AddressChanged", "address <action=added|changed|removed> by <user:text>"),
    ("RouteChanged", "route <action=added|changed|removed> by <user:text>"),
    ("UserChanged", "user <account> <action=added|changed|removed> by <user:text>"),
    ("DeviceChanged", "device <action=added|changed|removed> by <user:text>"),
    ("RouterRebooted", "router rebooted"),
    ("RouterRebooted", "router was rebooted without proper shutdown<? by <cause:text>?>"),
    ("PhaseOneNegotiationFailed", "phase1 negotiation failed due to <reason:text>"),
    ("PhaseOneNegotiationFailed", "<neighbor> phase1 negotiation failed."),
    (
        "IkeSaEstablished",
        "ISAKMP-SA established <local_address:[^\\s\\[]+>[<local_port:int>]-<neighbor:[^\\s\\[]+>[<neighbor_port:int>]<? <spi:text>?>",
    ),
    (
        "IkeSaDeleted",
        "ISAKMP-SA deleted <local_address:[^\\s\\[]+>[<local_port:int>]-<neighbor:[^\\s\\[]+>[<neighbor_port:int>]<? <spi:text>?>",
    ),
    ("TunnelAuthenticated", "<interface:[^\\s:]+>: authenticated"),
    ("TunnelConnected", "<interface:[^\\s:]+>: connected"),
    ("TunnelDisconnected", "<interface:[^\\s:]+>: disconnected"),
    ("TunnelTerminating", "<interface:[^\\s:]+>: terminating...<? - <reason:text>?>"),
    ("PppLoggedIn", "<user> logged in, <assigned_address:[0-9.]+><? from <source_address>?>"),
    (
        "PppLoggedOut",
        "<user> logged out, <duration:int> <bytes_sent:int> <bytes_received:int> <packets_sent:int> <packets_received:int><? from <source_address>?>",
    ),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
