"""Reads logs of Zeek in columns between tabs, after "Log Files" of the book of Zeek."""

from reading import read_log

HEADER = [r"(?=1\d{9}\.\d{6}\t)"]
SEPARATOR = "\t"
CONNECTION = ("ts", "uid", "id.orig_h", "id.orig_p", "id.resp_h", "id.resp_p")
COLUMNS_BY_NUMBER = {
    21: ("conn", (*CONNECTION, "proto", "service", "duration", "orig_bytes", "resp_bytes", "conn_state", "local_orig", "local_resp", "missed_bytes", "history", "orig_pkts", "orig_ip_bytes", "resp_pkts", "resp_ip_bytes", "tunnel_parents")),
    22: ("conn", (*CONNECTION, "proto", "service", "duration", "orig_bytes", "resp_bytes", "conn_state", "local_orig", "local_resp", "missed_bytes", "history", "orig_pkts", "orig_ip_bytes", "resp_pkts", "resp_ip_bytes", "tunnel_parents", "ip_proto")),
    24: ("dns", (*CONNECTION, "proto", "trans_id", "rtt", "query", "qclass", "qclass_name", "qtype", "qtype_name", "rcode", "rcode_name", "AA", "TC", "RD", "RA", "Z", "answers", "TTLs", "rejected")),
    30: ("http", (*CONNECTION, "trans_depth", "method", "host", "uri", "referrer", "version", "user_agent", "origin", "request_body_len", "response_body_len", "status_code", "status_msg", "info_code", "info_msg", "tags", "username", "password", "proxied", "orig_fuids", "orig_filenames", "orig_mime_types", "resp_fuids", "resp_filenames", "resp_mime_types")),
}  # fmt: skip
"""By their number, for parts of a log that begin behind its line `#fields`."""
KEYS = {
    "ts": "timestamp_text", "host": "http_host", "message": "text", "level": "level", "id.orig_h": "source_address", "id.orig_p": "source_port:int",
    "id.resp_h": "destination_address", "id.resp_p": "destination_port:int", "proto": "protocol", "orig_bytes": "source_bytes:int",
    "resp_bytes": "destination_bytes:int", "orig_pkts": "source_packets:int", "resp_pkts": "destination_packets:int", "conn_state": "state",
    "duration": "duration:float", "qtype_name": "query_type", "rcode_name": "response_code", "uri": "url", "status_code": "status:int", "status_msg": "status_text",
    "src": "source_address", "dst": "destination_address", "username": "user", "mailfrom": "sender", "rcptto": "recipients", "note": "notice",
    "msg": "text", "assigned_addr": "assigned_address", "host_name": "client_host", "trans_id": "transaction_id", "auth_attempts": "auth_attempts:int",
    "orig_ip_bytes": "source_ip_bytes:int", "resp_ip_bytes": "destination_ip_bytes:int", "missed_bytes": "missed_bytes:int",
}  # fmt: skip
TYPES = ("path", {
    "capture_loss": "CaptureLoss", "conn": "Conn", "dce_rpc": "DceRpc", "dhcp": "Dhcp", "dnp3": "Dnp3", "dns": "Dns", "dpd": "Dpd", "files": "Files",
    "ftp": "Ftp", "http": "Http", "intel": "Intel", "irc": "Irc", "kerberos": "Kerberos", "modbus": "Modbus", "mysql": "Mysql", "notice": "Notice",
    "ntlm": "Ntlm", "ntp": "Ntp", "ocsp": "Ocsp", "pe": "Pe", "quic": "Quic", "radius": "Radius", "rdp": "Rdp", "rfb": "Rfb", "sip": "Sip",
    "smb_files": "SmbFiles", "smb_mapping": "SmbMapping", "smtp": "Smtp", "snmp": "Snmp", "socks": "Socks", "software": "Software", "ssh": "Ssh",
    "ssl": "Ssl", "stats": "Stats", "syslog": "Syslog", "tunnel": "Tunnel", "weird": "Weird", "x509": "X509", "known_hosts": "KnownHosts",
    "known_services": "KnownServices",
})  # fmt: skip
OTHER = "ZeekRecord"
ICMP = {("protocol", "icmp"): {"source_port": "icmp_type", "destination_port": "icmp_code"}}
LEAST = 5


def parse(lines):
    """Read each part of the log by the columns that its own line `#fields` names, or by their number."""
    records = []
    path, columns, part = "", (), []
    for index, line in enumerate([*lines, "#close"]):
        if line[:1] != "#":
            part.append((index, line))
            continue
        records.extend(_read(part, path, columns))
        part = []
        words = line.split("\t")
        if words[0] == "#path" and len(words) > 1:
            path = words[1]
        elif words[0] == "#fields":
            columns = tuple(words[1:])
        elif words[0] in ("#separator", "#close"):
            path, columns = "", ()
    return records


def _read(part, path, columns):
    """Read lines of one kind; without names of columns each by its number of columns."""
    groups = {}
    for index, line in part:
        if line.strip():
            groups.setdefault(line.count("\t") + 1, []).append((index, line))
    for count, group in groups.items():
        known = (path, columns) if columns else COLUMNS_BY_NUMBER.get(count, ("", ()))
        if len(known[1]) != count or count < LEAST:
            continue
        found = read_log(
            [line for _, line in group],
            HEADER,
            columns=known[1],
            separator=SEPARATOR,
            keys=KEYS,
            other=OTHER,
            templates=True,
            renamed=ICMP,
        )
        for record in found:
            record["type"] = TYPES[1].get(known[0], OTHER)
            record["lines"] = [[group[first][0], group[first][0]] for first, _ in record["lines"]]
            values = record["values"]
            empty = [name for name, value in values.items() if value == "(empty)"]
            for name in empty:
                del values[name]
        yield from found
