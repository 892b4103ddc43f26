"""Reads eve.json of Suricata, after "EVE JSON Format" of the Suricata user guide."""

from reading import enveloped, read_log

HEADER = enveloped(
    r"(?:[\w./-]{1,40}(?:\[\d{1,9}\])?:? )?(?:@cee: ?)?"
    r"(?=\{ ?\"timestamp\": ?\"[^\"]{19,40}\",[^\n]{0,400}?\"event_type\": ?\")"
)
BODIES = "json"
KEYS = {
    "timestamp": "timestamp_text", "host": "host", "src_ip": "source_address", "src_port": "source_port:int",
    "dest_ip": "destination_address", "dest_port": "destination_port:int", "proto": "protocol", "in_iface": "interface",
    "app_proto": "application_protocol", "alert.action": "action", "alert.signature": "signature",
    "alert.signature_id": "signature_id:int", "alert.category": "category", "alert.severity": "alert_severity:int",
    "alert.gid": "generator_id:int", "alert.rev": "revision:int", "flow.bytes_toserver": "bytes_to_server:int",
    "flow.bytes_toclient": "bytes_to_client:int", "flow.pkts_toserver": "packets_to_server:int",
    "flow.pkts_toclient": "packets_to_client:int", "flow.state": "state", "flow.reason": "reason", "flow.age": "duration:int",
    "http.hostname": "http_host", "http.url": "url", "http.http_user_agent": "user_agent", "http.http_method": "method",
    "http.status": "status:int", "http.length": "bytes:int", "http.http_content_type": "content_type", "http.protocol": "http_version",
    "http.http_refer": "referrer", "dns.type": "dns_kind", "dns.rrname": "query", "dns.rrtype": "query_type", "dns.rcode": "response_code",
    "dns.id": "query_id:int", "tls.sni": "server_name", "tls.subject": "subject", "tls.issuerdn": "issuer", "tls.version": "tls_version",
    "tls.fingerprint": "fingerprint", "ssh.client.software_version": "client_version", "ssh.server.software_version": "server_version",
    "fileinfo.filename": "file_name", "fileinfo.size": "file_size:int", "fileinfo.state": "file_state", "dhcp.client_mac": "mac",
    "dhcp.assigned_ip": "assigned_address", "dhcp.hostname": "client_host", "dhcp.dhcp_type": "dhcp_message", "smtp.mail_from": "sender",
    "smtp.rcpt_to": "recipients", "ether.src_mac": "source_mac", "ether.dest_mac": "destination_mac", "anomaly.event": "anomaly",
    "anomaly.type": "anomaly_kind", "drop.reason": "reason", "engine.message": "text", "email.from": "sender", "email.subject": "mail_subject",
}  # fmt: skip
TYPES = (
    "event_type",
    {
        "alert": "Alert", "anomaly": "Anomaly", "bittorrent_dht": "BittorrentDht", "dcerpc": "Dcerpc", "dhcp": "Dhcp", "dnp3": "Dnp3",
        "dns": "Dns", "drop": "Drop", "engine": "Engine", "enip": "Enip", "fileinfo": "Fileinfo", "flow": "Flow", "frame": "Frame",
        "ftp": "Ftp", "ftp_data": "FtpData", "http": "Http", "http2": "Http2", "ike": "Ike", "ikev2": "Ikev2", "krb5": "Krb5", "ldap": "Ldap",
        "metadata": "Metadata", "modbus": "Modbus", "mqtt": "Mqtt", "netflow": "Netflow", "nfs": "Nfs", "packet": "Packet", "pgsql": "Pgsql",
        "quic": "Quic", "rdp": "Rdp", "rfb": "Rfb", "sip": "Sip", "smb": "Smb", "smtp": "Smtp", "snmp": "Snmp", "ssh": "Ssh", "stats": "Stats",
        "telnet": "Telnet", "tftp": "Tftp", "tls": "Tls", "websocket": "Websocket", "arp": "Arp", "mdns": "Mdns",
    },
)  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, bodies=BODIES, keys=KEYS, types=TYPES, templates=True)
