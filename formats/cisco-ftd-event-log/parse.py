"""Reads events 430001 to 430005 of Cisco FTD, after "Threat Defense Syslog Messages" of Cisco."""

from reading import enveloped, read_log

SIGN = r"(?: ?: ?| )?%(?:FTD|NGIPS)-(?P<level>[0-7])-(?P<code>43000[1-5]): "
HEADER = [*enveloped(SIGN), *enveloped(r"(?P<timestamp_text>{iso})(?: +(?P<host>[\w.-]+))? ?" + SIGN)]
KINDS = {"pid": "int"}
BODIES = "entries"
KEYS = {
    "SrcIP": "source_address",
    "SrcPort": "source_port:int",
    "DstIP": "destination_address",
    "DstPort": "destination_port:int",
    "Protocol": "protocol",
    "AccessControlRuleAction": "action",
    "AccessControlRuleReason": "reason",
    "AccessControlRuleName": "rule",
    "ACPolicy": "policy",
    "NAPPolicy": "nap_policy",
    "IngressInterface": "source_interface",
    "EgressInterface": "destination_interface",
    "IngressZone": "source_zone",
    "EgressZone": "destination_zone",
    "IngressVRF": "source_vrf",
    "EgressVRF": "destination_vrf",
    "User": "user",
    "URL": "url",
    "ApplicationProtocol": "application",
    "ICMPType": "icmp_type",
    "ICMPCode": "icmp_code:int",
    "InstanceID": "instance_id:int",
    "ConnectionDuration": "duration:int",
    "ConnectionID": "connection_id:int",
    "InitiatorPackets": "packets_sent:int",
    "ResponderPackets": "packets_received:int",
    "InitiatorBytes": "bytes_sent:int",
    "ResponderBytes": "bytes_received:int",
    "DeviceUUID": "device_uuid",
    "GID": "generator_id:int",
    "SID": "signature_id:int",
    "Revision": "revision:int",
    "FileSHA256": "file_sha256",
    "HTTPResponse": "status:int",
    "DNSQuery": "dns_query",
    "DNSRecordType": "dns_record_type",
    "DNSResponseType": "dns_response_type",
    "NAT_InitiatorIP": "mapped_source_address",
    "NAT_InitiatorPort": "mapped_source_port:int",
    "NAT_ResponderIP": "mapped_destination_address",
    "NAT_ResponderPort": "mapped_destination_port:int",
    "Message": "signature",
    "VLAN_ID": "vlan",
}
TYPES = (
    "code",
    {
        "430001": "IntrusionEvent",
        "430002": "ConnectionStarted",
        "430003": "ConnectionEnded",
        "430004": "FileEvent",
        "430005": "MalwareEvent",
    },
)


def parse(lines):
    """Read the events."""
    return read_log(lines, HEADER, kinds=KINDS, bodies=BODIES, keys=KEYS, types=TYPES, templates=True)
