"""Reads logs of Zeek in JSON, after "Log Files" of the book of Zeek."""

from reading import enveloped, read_log

HEADER = enveloped(
    r"(?:[\w./-]{1,40}(?:\[\d{1,9}\])?:? )?"
    r"(?=\{ ?(?:\"(?:_path|_system_name|_write_ts|_node_name)\": ?\"[^\"]{0,200}\", ?){0,4}\"ts\": ?\"?[12]\d{3}[\d.T:Z+-]{3,40}\"?,)"
    r"(?=[^\n]{0,20000}\"(?:(?:_path|uids?|fuid|id\.orig_h|conn_uids|ts_delta|peer_descr|software_type|port_num|certificate\.version|"
    r"hashAlgorithm|share_type|active_tcp_conns|assigned_addr)\":|level\": ?\"Reporter::))"
)
BODIES = "json"
KEYS = {
    "ts": "timestamp_text", "_path": "log", "_system_name": "host", "_write_ts": "write_time", "message": "text", "host": "http_host", "level": "level",
    "id.orig_h": "source_address", "id.orig_p": "source_port:int", "id.resp_h": "destination_address",
    "id.resp_p": "destination_port:int", "proto": "protocol", "orig_bytes": "source_bytes:int", "resp_bytes": "destination_bytes:int",
    "orig_pkts": "source_packets:int", "resp_pkts": "destination_packets:int", "conn_state": "state", "qtype_name": "query_type",
    "rcode_name": "response_code", "uri": "url", "status_code": "status:int", "status_msg": "status_text", "host_name": "client_host",
    "orig_l2_addr": "source_mac", "resp_l2_addr": "destination_mac", "src": "source_address", "dst": "destination_address",
    "username": "user", "mailfrom": "sender", "rcptto": "recipients", "note": "notice", "msg": "text", "mac": "mac",
    "assigned_addr": "assigned_address", "trans_id": "transaction_id", "notice": "is_notice",
}  # fmt: skip
TYPES = (
    "log",
    {
        "capture_loss": "CaptureLoss", "conn": "Conn", "dce_rpc": "DceRpc", "dhcp": "Dhcp", "dnp3": "Dnp3", "dns": "Dns", "dpd": "Dpd",
        "files": "Files", "ftp": "Ftp", "http": "Http", "intel": "Intel", "irc": "Irc", "kerberos": "Kerberos", "modbus": "Modbus",
        "mysql": "Mysql", "notice": "Notice", "ntlm": "Ntlm", "ntp": "Ntp", "ocsp": "Ocsp", "pe": "Pe", "quic": "Quic", "radius": "Radius",
        "rdp": "Rdp", "rfb": "Rfb", "sip": "Sip", "smb_cmd": "SmbCmd", "smb_files": "SmbFiles", "smb_mapping": "SmbMapping", "smtp": "Smtp",
        "snmp": "Snmp", "socks": "Socks", "software": "Software", "ssh": "Ssh", "ssl": "Ssl", "stats": "Stats", "syslog": "Syslog",
        "traceroute": "Traceroute", "tunnel": "Tunnel", "weird": "Weird", "x509": "X509", "known_hosts": "KnownHosts",
        "known_services": "KnownServices", "known_certs": "KnownCerts", "reporter": "Reporter", "broker": "Broker", "cluster": "Cluster",
    },
)  # fmt: skip
OTHER = "ZeekRecord"
ICMP = {("protocol", "icmp"): {"source_port": "icmp_type", "destination_port": "icmp_code"}}
BY_PROPERTY = {
    "reply_code": "Ftp", "get_bulk_requests": "Snmp", "security_protocol": "Rdp", "facility": "Syslog", "call_id": "Sip",
    "sender": "Smtp", "helo": "Smtp",
    "state": "Conn", "AA": "Dns", "query": "Dns", "trans_depth": "Http", "certificate_serial": "X509", "cipher": "Ssl", "established": "Ssl",
    "auth_attempts": "Ssh", "hassh": "Ssh", "notice": "Notice", "peer_descr": "Notice", "fuid": "Files", "mime_type": "Files",
    "assigned_address": "Dhcp", "msg_types": "Dhcp", "failure_reason": "Dpd", "name": "Weird", "software_type": "Software",
    "seen_indicator": "Intel", "share_type": "SmbMapping", "request_type": "Kerberos", "endpoint": "DceRpc",
    "gaps": "CaptureLoss", "ntlmsspnegotiate": "Ntlm", "tunnel_type": "Tunnel", "stratum": "Ntp", "is_exe": "Pe", "request_host": "Socks", "get_responses": "Snmp", "arg": "Ftp",
    "hash_algorithm": "Ocsp", "result": "Radius",
}  # fmt: skip
"""For logs whose records do not name their log: the type by the first of these properties that a record has."""


def parse(lines):
    records = read_log(
        lines, HEADER, bodies=BODIES, keys=KEYS, types=TYPES, other=OTHER, templates=True, renamed=ICMP
    )
    for record in records:
        if record["type"] == OTHER:
            found = (kind for name, kind in BY_PROPERTY.items() if name in record["values"])
            record["type"] = next(found, OTHER)
    return records
