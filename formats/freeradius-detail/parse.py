"""Reads detail files of FreeRADIUS, a date and attributes on the lines below, after rlm_detail(5)."""

from reading import convert, read_log

HEADER = [r"(?P<timestamp_text>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})\s*$"]
KEYS = {
    "User-Name": "user", "NAS-IP-Address": "nas_address", "NAS-IPv6-Address": "nas_address", "NAS-Identifier": "nas_identifier",
    "NAS-Port": "nas_port:int", "Framed-IP-Address": "framed_address", "Acct-Status-Type": "action", "Acct-Session-Id": "session_id",
    "Acct-Session-Time": "duration:int", "Acct-Input-Octets": "input_octets:int", "Acct-Output-Octets": "output_octets:int",
    "Acct-Input-Packets": "input_packets:int", "Acct-Output-Packets": "output_packets:int", "Acct-Input-Gigawords": "input_gigawords:int",
    "Acct-Output-Gigawords": "output_gigawords:int", "Acct-Terminate-Cause": "reason", "Acct-Delay-Time": "delay:int",
    "Session-Timeout": "session_timeout:int", "Framed-MTU": "framed_mtu:int", "Timestamp": "timestamp:int",
    "Packet-Src-IP-Address": "packet_source_address", "Client-IP-Address": "client_address", "Reply-Message": "reply_message",
}  # fmt: skip
TYPES = (
    "action",
    {
        "Start": "Start", "Stop": "Stop", "Interim-Update": "InterimUpdate", "Alive": "Alive",
        "Accounting-On": "AccountingOn", "Accounting-Off": "AccountingOff", "Failed": "Failed",
        "Access-Request": "AccessRequest", "Access-Accept": "AccessAccept", "Access-Reject": "AccessReject", "Access-Challenge": "AccessChallenge",
    },
)  # fmt: skip
OTHER = "RadiusDetail"


def parse(lines):
    """Read the dates by the header; an attribute belongs to the date above it, one that stands twice is a list."""
    records = read_log(lines, HEADER, other=OTHER, templates=True)
    for record in records:
        values = record["values"]
        values.pop("details", None)
        for first, last in record["lines"]:
            for line in lines[first : last + 1]:
                key, sign, text = line.strip().partition(" = ")
                if not (sign and line[:1].isspace()):
                    continue
                if text[:1] == '"' and text[-1:] == '"':
                    text = text[1:-1]
                name, _, kind = KEYS.get(
                    key, key.lower().replace("-", "_").replace(":", "_").replace(".", "_")
                ).partition(":")
                value = convert(text) if kind == "int" and text.isdigit() else text
                if value == "":
                    continue
                if name in values:
                    old = values[name]
                    values[name] = [*old, value] if isinstance(old, list) else [old, value]
                else:
                    values[name] = value
        kind = values.get("action") or values.get("packet_type") or ""
        record["type"] = TYPES[1].get(str(kind), OTHER)
    return records
