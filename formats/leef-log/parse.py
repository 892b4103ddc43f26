"""Reads events in the Log Event Extended Format, LEEF, after IBM's "QRadar LEEF guide"."""

from reading import convert, enveloped, read_log

FIELD = r"[^|\n]*"
HEADER = enveloped(
    r"(?:[\w./-]{1,40}(?:\[\d{1,9}\])?:? )?LEEF: ?(?P<leef_version>\d(?:\.\d+)?)\|"
    rf"(?P<vendor>{FIELD})\|(?P<product>{FIELD})\|(?P<version>{FIELD})\|(?P<event_code>{FIELD})\|"
    r"(?:(?P<delimiter>[^|\s\w=]|(?:0x|x)[0-9A-Fa-f]{1,4})?\|)?"
)
KINDS = {"pid": "int"}
KEYS = {
    "accountName": "account", "calCountryOrRegion": "country", "cat": "category", "devTime": "device_time",
    "devTimeFormat": "device_time_format", "domain": "domain", "dst": "destination_address", "dstBytes": "bytes_received:int",
    "dstMAC": "destination_mac", "dstPackets": "packets_received:int", "dstPort": "destination_port:int",
    "dstPostNAT": "translated_destination_address", "dstPostNATPort": "translated_destination_port:int",
    "dstPreNAT": "original_destination_address", "dstPreNATPort": "original_destination_port:int", "groupID": "group_id",
    "identHostName": "identity_host", "identMAC": "identity_mac", "identSrc": "identity_address", "isLoginEvent": "is_login",
    "isLogoutEvent": "is_logout", "policy": "policy", "proto": "protocol", "realm": "realm", "resource": "resource", "role": "role",
    "sev": "event_severity:int", "src": "source_address", "srcBytes": "bytes_sent:int", "srcMAC": "source_mac",
    "srcPackets": "packets_sent:int", "srcPort": "source_port:int", "srcPostNAT": "translated_source_address",
    "srcPostNATPort": "translated_source_port:int", "srcPreNAT": "original_source_address", "srcPreNATPort": "original_source_port:int",
    "totalPackets": "packets:int", "url": "url", "usrName": "user", "vSrc": "virtual_source_address", "msg": "text", "action": "action",
}  # fmt: skip
TYPES = (
    "action",
    {
        "accept": "Accept", "allow": "Allow", "allowed": "Allowed", "block": "Block", "blocked": "Blocked", "deny": "Deny",
        "denied": "Denied", "drop": "Drop", "dropped": "Dropped", "permit": "Permit", "pass": "Pass", "reject": "Reject",
    },
)  # fmt: skip
OTHER = "LeefEvent"


def parse(lines):
    """Read the head by the tables; the attributes here, between the sign that the head names, or tabs."""
    records = read_log(lines, HEADER, kinds=KINDS, other=OTHER, templates=True)
    for record in records:
        values = record["values"]
        if "leef_version" not in values:
            continue
        text = values.get("message", "")
        written = values.pop("delimiter", "")
        code = written.removeprefix("0").removeprefix("x")
        sign = chr(int(code, 16)) if len(written) > 1 else written or "\t"
        if sign not in text:
            sign = "#011" if "#011" in text else "\t" if "\t" in text else sign
        for part in text.split(sign):
            key, _, value = part.strip().partition("=")
            if value and key and " " not in key:
                name, _, kind = KEYS.get(key, _name(key)).partition(":")
                values[name] = convert(value) if kind == "int" and value.isdigit() else value
        if "device_time" in values:
            if "timestamp_text" in values:
                values["received_text"] = values["timestamp_text"]
            values["timestamp_text"] = values["device_time"]
        record["type"] = TYPES[1].get(str(values.get(TYPES[0], "")).lower(), OTHER)
    return records


def _name(key):
    """Name the property of a key that is in no table: `ruleName` is rule_name."""
    named = "".join(
        "_" + sign.lower() if sign.isupper() and at and not key[at - 1].isupper() else sign.lower()
        for at, sign in enumerate(key)
    )
    return "".join(sign if sign.isalnum() else "_" for sign in named).strip("_")
