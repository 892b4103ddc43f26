"""Reads the filter log of pfSense and OPNsense (filterlog), after Netgate's "Raw Filter Log Format"."""

from reading import enveloped, read_log

HEADER = enveloped(r"(?=\d*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[a-z]+,[a-z/]+,[46],)", tag="filterlog")
KINDS = {"pid": "int"}
HEAD = "<rule?:int>,<sub_rule?:[^,]*>,<anchor?:[^,]*>,<tracker?:[^,]*>,<interface?:[^,]*>,<reason?:[^,]*>"
V4 = (
    "<direction?:[^,]*>,<ip_version=4>,<tos?:[^,]*>,<ecn?:[^,]*>,<ttl?:int>,<packet_id?:int>,"
    "<offset?:int>,<ip_flags?:[^,]*>,<protocol_number?:int>"
)
V6 = "<direction?:[^,]*>,<ip_version=6>,<traffic_class?:[^,]*>,<flow_label?:[^,]*>,<hop_limit?:int>"
SIDES = "<length?:int>,<source_address?:[^,]*>,<destination_address?:[^,]*>"
PORTS = "<source_port?:int>,<destination_port?:int>,<data_length?:int>"
TCP = "<tcp_flags?:[^,]*>,<sequence?:[^,]*>,<ack?:[^,]*>,<window?:[^,]*>,<urgent?:[^,]*>,<tcp_options?:[^,]*>"
EVENTS = [
    ("TcpBlock", f"{HEAD},<action=block>,{V4},<protocol=tcp|TCP>,{SIDES},{PORTS},{TCP}"),
    (
        "TcpBlock",
        f"{HEAD},<action=block>,{V4},<protocol=tcp|TCP>,{SIDES},<source_port:int>,<destination_port:int>,<:.*>",
    ),
    ("UdpBlock", f"{HEAD},<action=block>,{V4},<protocol=udp|UDP>,{SIDES},{PORTS}"),
    (
        "IcmpBlock",
        f"{HEAD},<action=block>,{V4},<protocol=icmp|ICMP>,{SIDES},<icmp_type?:[a-z-]*>,<icmp_data:[^=]+>",
    ),
    ("IcmpBlock", f"{HEAD},<action=block>,{V4},<protocol=icmp|ICMP>,{SIDES},datalength=<data_length:int>"),
    ("PacketBlock", f"{HEAD},<action=block>,{V4},<protocol?:[^,]*>,{SIDES}<?,<data:.*>?>"),
    (
        "TcpBlock",
        f"{HEAD},<action=block>,{V6},<protocol=tcp|TCP>,<protocol_number?:int>,{SIDES},{PORTS},{TCP}",
    ),
    (
        "TcpBlock",
        f"{HEAD},<action=block>,{V6},<protocol=tcp|TCP>,<protocol_number?:int>,{SIDES},<source_port:int>,<destination_port:int>,<:.*>",
    ),
    ("UdpBlock", f"{HEAD},<action=block>,{V6},<protocol=udp|UDP>,<protocol_number?:int>,{SIDES},{PORTS}"),
    (
        "Icmp6Block",
        f"{HEAD},<action=block>,{V6},<protocol=ICMPv6|icmp6|ipv6-icmp|IPV6-ICMP>,<protocol_number?:int>,{SIDES}<?,<icmp_data:.*>?>",
    ),
    (
        "PacketBlock",
        f"{HEAD},<action=block>,{V6},<protocol?:[^,]*>,<protocol_number?:int>,{SIDES}<?,<data:.*>?>",
    ),
    ("TcpPass", f"{HEAD},<action=pass>,{V4},<protocol=tcp|TCP>,{SIDES},{PORTS},{TCP}"),
    (
        "TcpPass",
        f"{HEAD},<action=pass>,{V4},<protocol=tcp|TCP>,{SIDES},<source_port:int>,<destination_port:int>,<:.*>",
    ),
    ("UdpPass", f"{HEAD},<action=pass>,{V4},<protocol=udp|UDP>,{SIDES},{PORTS}"),
    (
        "IcmpPass",
        f"{HEAD},<action=pass>,{V4},<protocol=icmp|ICMP>,{SIDES},<icmp_type?:[a-z-]*>,<icmp_data:[^=]+>",
    ),
    ("IcmpPass", f"{HEAD},<action=pass>,{V4},<protocol=icmp|ICMP>,{SIDES},datalength=<data_length:int>"),
    (
        "CarpPass",
        f"{HEAD},<action=pass>,{V4},<protocol=carp|CARP>,{SIDES},<carp_type?:[^,]*>,<carp_ttl?:int>,<vhid?:int>,<carp_version?:int>,<advskew?:int>,<advbase?:int>",
    ),
    ("PacketPass", f"{HEAD},<action=pass>,{V4},<protocol?:[^,]*>,{SIDES}<?,<data:.*>?>"),
    ("TcpPass", f"{HEAD},<action=pass>,{V6},<protocol=tcp|TCP>,<protocol_number?:int>,{SIDES},{PORTS},{TCP}"),
    (
        "TcpPass",
        f"{HEAD},<action=pass>,{V6},<protocol=tcp|TCP>,<protocol_number?:int>,{SIDES},<source_port:int>,<destination_port:int>,<:.*>",
    ),
    ("UdpPass", f"{HEAD},<action=pass>,{V6},<protocol=udp|UDP>,<protocol_number?:int>,{SIDES},{PORTS}"),
    (
        "Icmp6Pass",
        f"{HEAD},<action=pass>,{V6},<protocol=ICMPv6|icmp6|ipv6-icmp|IPV6-ICMP>,<protocol_number?:int>,{SIDES}<?,<icmp_data:.*>?>",
    ),
    (
        "PacketPass",
        f"{HEAD},<action=pass>,{V6},<protocol?:[^,]*>,<protocol_number?:int>,{SIDES}<?,<data:.*>?>",
    ),
    (
        "Tcp",
        f"{HEAD},<action=rdr|nat|reject|binat|scrub|match>,{V4},<protocol=tcp|TCP>,{SIDES},{PORTS},{TCP}",
    ),
    ("Udp", f"{HEAD},<action=rdr|nat|reject|binat|scrub|match>,{V4},<protocol=udp|UDP>,{SIDES},{PORTS}"),
    (
        "Packet",
        f"{HEAD},<action=rdr|nat|reject|binat|scrub|match>,{V4},<protocol?:[^,]*>,{SIDES}<?,<data:.*>?>",
    ),
    (
        "Tcp",
        f"{HEAD},<action=rdr|nat|reject|binat|scrub|match>,{V6},<protocol=tcp|TCP>,<protocol_number?:int>,{SIDES},{PORTS},{TCP}",
    ),
    (
        "Udp",
        f"{HEAD},<action=rdr|nat|reject|binat|scrub|match>,{V6},<protocol=udp|UDP>,<protocol_number?:int>,{SIDES},{PORTS}",
    ),
    (
        "Packet",
        f"{HEAD},<action=rdr|nat|reject|binat|scrub|match>,{V6},<protocol?:[^,]*>,<protocol_number?:int>,{SIDES}<?,<data:.*>?>",
    ),
]


def parse(lines):
    """Read the packets."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
