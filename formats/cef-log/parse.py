"""Reads events in the Common Event Format, CEF, after "ArcSight Common Event Format Implementation Standard"."""

from reading import convert, enveloped, read_log

FIELD = r"[^|\\]*(?:\\.[^|\\]*)*"
HEADER = enveloped(
    r"(?:[\w./-]{1,40}(?:\[\d{1,9}\])?:? )?CEF: ?(?P<cef_version>\d(?:\.\d+)?)\|"
    rf"(?P<vendor>{FIELD})\|(?P<product>{FIELD})\|(?P<version>{FIELD})\|(?P<event_code>{FIELD})\|"
    rf"(?P<event_name>{FIELD})\|(?P<event_severity>{FIELD})(?:\|\s*|$)"
)
KINDS = {"pid": "int"}
KEYS = {
    "act": "action", "app": "application_protocol", "c6a1": "c6a1", "c6a1Label": "c6a1_label", "cat": "category",
    "cn1": "cn1:int", "cn1Label": "cn1_label", "cn2": "cn2:int", "cn2Label": "cn2_label", "cn3": "cn3:int", "cn3Label": "cn3_label",
    "cnt": "count:int", "cs1": "cs1", "cs1Label": "cs1_label", "cs2": "cs2", "cs2Label": "cs2_label", "cs3": "cs3",
    "cs3Label": "cs3_label", "cs4": "cs4", "cs4Label": "cs4_label", "cs5": "cs5", "cs5Label": "cs5_label", "cs6": "cs6", "cs6Label": "cs6_label",
    "destinationDnsDomain": "destination_dns_domain", "destinationServiceName": "destination_service_name",
    "destinationTranslatedAddress": "translated_destination_address", "destinationTranslatedPort": "translated_destination_port:int",
    "deviceAction": "action", "deviceDirection": "direction", "deviceExternalId": "device_external_id", "deviceFacility": "facility",
    "deviceInboundInterface": "source_interface", "deviceOutboundInterface": "destination_interface", "deviceProcessName": "device_process",
    "dhost": "destination_host", "dmac": "destination_mac", "dntdom": "destination_domain", "dpid": "destination_pid:int",
    "dpriv": "destination_privileges", "dproc": "destination_process", "dpt": "destination_port:int", "dst": "destination_address",
    "dtz": "device_time_zone", "duid": "destination_user_id", "duser": "destination_user", "dvc": "device_address", "dvchost": "device_host",
    "dvcmac": "device_mac", "dvcpid": "device_pid:int", "end": "end_time", "externalId": "external_id", "fileHash": "file_hash",
    "fileId": "file_id", "filePath": "file_path", "fileType": "file_type", "flexString1": "flex_string1", "flexString1Label": "flex_string1_label",
    "flexString2": "flex_string2", "flexString2Label": "flex_string2_label", "fname": "file_name", "fsize": "file_size:int",
    "in": "bytes_in:int", "msg": "text", "out": "bytes_out:int", "outcome": "outcome", "proto": "protocol", "reason": "reason",
    "request": "url", "requestClientApplication": "user_agent", "requestContext": "referrer", "requestMethod": "method",
    "rt": "receipt_time", "shost": "source_host", "smac": "source_mac", "sntdom": "source_domain", "sourceDnsDomain": "source_dns_domain",
    "sourceServiceName": "source_service_name", "sourceTranslatedAddress": "translated_source_address",
    "sourceTranslatedPort": "translated_source_port:int", "spid": "source_pid:int", "spriv": "source_privileges", "sproc": "source_process",
    "spt": "source_port:int", "src": "source_address", "start": "start_time", "suid": "source_user_id", "suser": "user", "type": "event_kind",
}  # fmt: skip
TIMES = ("receipt_time", "end_time", "start_time")
TYPES = (
    "action",
    {
        "accept": "Accepted", "accepted": "Accepted", "allow": "Allowed", "allowed": "Allowed", "permit": "Permitted",
        "permitted": "Permitted", "pass": "Passed", "passed": "Passed", "block": "Blocked", "blocked": "Blocked",
        "deny": "Denied", "denied": "Denied", "drop": "Dropped", "dropped": "Dropped", "reject": "Rejected",
        "rejected": "Rejected", "reset": "Reset", "detect": "Detected", "detected": "Detected", "alert": "Alert",
    },
)  # fmt: skip
OTHER = "CefEvent"


def parse(lines):
    """Read the head by the tables; the extension here, since its values hold blanks and `=`."""
    records = read_log(lines, HEADER, kinds=KINDS, other=OTHER, templates=True)
    for record in records:
        values = record["values"]
        if "cef_version" not in values:
            continue
        heads = ("vendor", "product", "version", "event_code", "event_name")
        values.update((name, _undo(values[name])) for name in heads if name in values)
        for key, text in _pairs(values.get("message", "")):
            name, _, kind = KEYS.get(key, _name(key)).partition(":")
            values[name] = convert(text) if kind == "int" and text.isdigit() else _undo(text)
        if "host" not in values and ("device_host" in values or "device_address" in values):
            values["host"] = values.get("device_host") or values["device_address"]
        if "timestamp_text" not in values:
            values.update([("timestamp_text", values[name]) for name in reversed(TIMES) if name in values])
        record["type"] = TYPES[1].get(str(values.get(TYPES[0], "")).lower(), OTHER)
    return records


def _undo(text):
    """Take away the backslashes before signs that would end a value; that of a new line stays."""
    parts = text.split("\\\\")
    return "\\".join(part.replace("\\|", "|").replace("\\=", "=") for part in parts)


def _pairs(text):
    """Take the extension apart: a value runs to the next key; `word=` before plain text is no key but base64."""
    words = text.replace("\t", " ").split(" ")
    keys = [_key(word) for word in words] + ["end"]
    pairs = []
    for place, word in enumerate(words):
        key = keys[place]
        if key and (word != key + "=" or key in KEYS or keys[place + 1]):
            pairs.append((key, [word[len(key) + 1 :]]))
        elif pairs:
            pairs[-1][1].append(word)
    texts = ((key, " ".join(parts).strip()) for key, parts in pairs)
    return [(key, value) for key, value in texts if value]


def _key(word):
    """Return the key that a word begins with, if any."""
    key, sign, value = word.partition("=")
    plain = key.replace("_", "").replace(".", "").replace("-", "").replace("[", "").replace("]", "")
    return key if sign and plain.isalnum() and not key[0].isdigit() and value[:1] != "=" else ""


def _name(key):
    """Name the property of a key that is in no table: `deviceCustomDate1` is device_custom_date1."""
    named = "".join(
        "_" + sign.lower() if sign.isupper() and at and not key[at - 1].isupper() else sign.lower()
        for at, sign in enumerate(key)
    )
    return "".join(sign if sign.isalnum() else "_" for sign in named).strip("_").replace("__", "_")
