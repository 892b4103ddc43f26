"""Reads logs of Check Point gateways as Log Exporter sends them by syslog, after sk122323."""

from reading import read_log

BODY = r"(?=\[?[A-Za-z_]\w*[:=]\".*?\b(?:loguid|origin|originsicname|product)[:=]\")"
HEADER = [
    r"(?:<\d{1,3}>\d{1,2} |\d )?(?P<timestamp_text>{iso}) (?P<relay>\S+) (?P<process>CheckPoint|Checkpoint) (?P<pid>\S+) \S+ (?:- )?" + BODY,
    r"(?:<\d{1,3}>)?(?P<timestamp_text>{month day}|{iso}) (?:(?P<relay>[\w.:-]+) )?(?P<process>CheckPoint|Checkpoint|CP-GW)(?:\[(?P<pid>\d+)\])?:? (?:\d+ - )?(?:- )?" + BODY,
    r"(?:<\d{1,3}>\d{1,2} )?(?P<timestamp_text>{iso})\S* (?P<relay>\S+) (?P<process>CP-GW) \S+ Log (?=\[Fields@1\.3\.6\.1\.4\.1\.2620 )",
    r"(?:<\d{1,3}>)?(?=\[(?:action|flags|alert|contextnum|ifdir):\"[^\"]*\"; )",
]  # fmt: skip
KINDS = {"pid": "int"}
BODIES = "pairs"
KEYS = {
    "time": "timestamp_text",
    "Action": "action",
    "origin": "host",
    "originsicname": "origin_name",
    "src": "source_address",
    "s_port": "source_port:int",
    "dst": "destination_address",
    "service": "destination_port:int",
    "service_id": "service",
    "proto": "protocol",
    "ifname": "interface",
    "ifdir": "direction",
    "inzone": "source_zone",
    "outzone": "destination_zone",
    "xlatesrc": "nat_source_address",
    "xlatesport": "nat_source_port:int",
    "xlatedst": "nat_destination_address",
    "xlatedport": "nat_destination_port:int",
    "rule": "rule:int",
    "rule_name": "rule_name",
    "rule_uid": "rule_uid",
    "layer_name": "layer",
    "policy_name": "policy",
    "action_reason": "reason",
    "drop_reason": "reason",
    "src_user_name": "user",
    "user": "user",
    "src_machine_name": "source_name",
    "dst_machine_name": "destination_name",
    "administrator": "administrator",
    "client_ip": "client_address",
    "resource": "url",
    "appi_name": "application",
    "app_category": "category",
    "matched_category": "category",
    "protection_name": "protection",
    "malware_action": "malware_action",
    "sent_bytes": "bytes_sent:int",
    "received_bytes": "bytes_received:int",
    "bytes": "bytes:int",
    "packets": "packets:int",
    "icmp_type": "icmp_type:int",
    "icmp_code": "icmp_code:int",
    "peer_gateway": "peer_address",
    "mac_source_address": "source_mac",
    "mac_destination_address": "destination_mac",
    "elapsed": "duration",
    "message": "text",
    "severity": "severity",
}
TYPES = (
    "action",
    {
        "Accept": "Accept",
        "accept": "Accept",
        "Drop": "Drop",
        "drop": "Drop",
        "Reject": "Reject",
        "reject": "Reject",
        "Block": "Block",
        "block": "Block",
        "Allow": "Allow",
        "Detect": "Detect",
        "Prevent": "Prevent",
        "Redirect": "Redirect",
        "Bypass": "Bypass",
        "Inspect": "Inspect",
        "Encrypt": "Encrypt",
        "Decrypt": "Decrypt",
        "Key Install": "KeyInstall",
        "Log In": "LogIn",
        "Log Out": "LogOut",
        "Failed Log In": "FailedLogIn",
        "Update": "Update",
        "Monitor": "Monitor",
    },
)


def parse(lines):
    """Read the logs."""
    return read_log(lines, HEADER, kinds=KINDS, bodies=BODIES, keys=KEYS, types=TYPES, templates=True)
