"""Reads packets that netfilter logs (iptables, nftables, UFW), after the kernel's xt_LOG."""

from reading import enveloped, read_log

BODY = r"(?:\[ *\d+\.\d+\] ?)?(?=[^=]{0,80}?IN=\S* OUT=\S* .*?SRC=)"
HEADER = [
    *enveloped(BODY, tag="kernel|ulogd"),
    r"(?:<\d{1,3}>)?(?P<timestamp_text>{weekday first}) (?P<facility>\w+)\.(?P<level>\w+) (?P<process>kernel): "
    + BODY,
    r"(?:<\d{1,2}>)?\[ *\d+\.\d+\] ?" + BODY,
]
KINDS = {"pid": "int"}
PLACE = (
    "IN=<interface?:\\S*> OUT=<out_interface?:\\S*><? PHYSIN=<physical_interface?:\\S*>?><? PHYSOUT=<physical_out_interface?:\\S*>?>"
    "<? MAC=<mac?:\\S*>?> SRC=<source_address> DST=<destination_address> LEN=<length:int>"
)
V4 = "TOS=<tos> PREC=<precedence> TTL=<ttl:int> ID=<packet_id:int><? <ip_flags:(?:CE|DF|MF)(?: (?:DF|MF))*>?><? FRAG:<fragment:int>?>"
V6 = "TC=<traffic_class:int> HOPLIMIT=<hop_limit:int> FLOWLBL=<flow_label:int>"
TCP = (
    "PROTO=<protocol=TCP> SPT=<source_port:int> DPT=<destination_port:int><? SEQ=<sequence> ACK=<ack>?> "
    "WINDOW=<window:int> RES=<reserved><? <tcp_flags:(?:CWR|ECE|URG|ACK|PSH|RST|SYN|FIN)(?: (?:ECE|URG|ACK|PSH|RST|SYN|FIN))*>?> URGP=<urgent:int><? <:.*>?>"
)
UDP = "PROTO=<protocol=UDP|UDPLITE> SPT=<source_port:int> DPT=<destination_port:int> LEN=<data_length:int><? <:.*>?>"
ICMP = "PROTO=<protocol=ICMP|ICMPv6> TYPE=<icmp_type:int> CODE=<icmp_code:int><? <icmp_data:.*>?>"
REST = "PROTO=<protocol><? <:.*>?>"
EVENTS = [
    ("UfwPacket", f"[UFW <action:[A-Z ]+>] {PLACE} {V4} {TCP}"),
    ("UfwPacket", f"[UFW <action:[A-Z ]+>] {PLACE} {V4} {UDP}"),
    ("UfwPacket", f"[UFW <action:[A-Z ]+>] {PLACE} {V4} {ICMP}"),
    ("UfwPacket", f"[UFW <action:[A-Z ]+>] {PLACE} {V4} {REST}"),
    ("UfwPacket", f"[UFW <action:[A-Z ]+>] {PLACE} {V6} {TCP}"),
    ("UfwPacket", f"[UFW <action:[A-Z ]+>] {PLACE} {V6} {UDP}"),
    ("UfwPacket", f"[UFW <action:[A-Z ]+>] {PLACE} {V6} {ICMP}"),
    ("UfwPacket", f"[UFW <action:[A-Z ]+>] {PLACE} {V6} {REST}"),
    ("TcpPacket", f"<prefix?:[^=]*?>< >{PLACE} {V4} {TCP}"),
    ("UdpPacket", f"<prefix?:[^=]*?>< >{PLACE} {V4} {UDP}"),
    ("IcmpPacket", f"<prefix?:[^=]*?>< >{PLACE} {V4} {ICMP}"),
    ("Packet", f"<prefix?:[^=]*?>< >{PLACE} {V4} {REST}"),
    ("TcpPacket", f"<prefix?:[^=]*?>< >{PLACE} {V6} {TCP}"),
    ("UdpPacket", f"<prefix?:[^=]*?>< >{PLACE} {V6} {UDP}"),
    ("IcmpPacket", f"<prefix?:[^=]*?>< >{PLACE} {V6} {ICMP}"),
    ("Packet", f"<prefix?:[^=]*?>< >{PLACE} {V6} {REST}"),
]


def parse(lines):
    """Read the packets."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
