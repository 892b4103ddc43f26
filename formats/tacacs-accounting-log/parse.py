"""Reads the accounting file of tac_plus, fields between tabs, after tac_plus.conf(5)."""

from reading import enveloped, read_log

TAB = r"(?:\t|#011)"
FIELD = r"[^\t#]*"
FIELDS = rf"(?P<user>{FIELD}){TAB}(?P<port>{FIELD}){TAB}(?P<source_address>{FIELD}){TAB}(?P<action>start|stop|update|create){TAB}"
HEADER = [
    rf"(?P<timestamp_text>[A-Z][a-z]{{2}} [A-Z][a-z]{{2}} [ \d]\d \d\d:\d\d:\d\d \d{{4}}|{{iso}}|{{month day}}(?: \d{{4}})?){TAB}(?P<host>{FIELD}){TAB}{FIELDS}",
    *enveloped(rf"(?P<host>{FIELD}){TAB}{FIELDS}", tag=r"tac_plus(?:-ng)?"),
]
KEYS = {"task_id": "task_id", "priv-lvl": "privilege_level:int", "cmd": "command", "elapsed_time": "duration:int", "bytes_in": "bytes_in:int", "bytes_out": "bytes_out:int", "addr": "assigned_address", "start_time": "start_time:int", "disc-cause": "reason"}  # fmt: skip
TYPES = ("action", {"start": "Start", "stop": "Stop", "update": "Update", "create": "Create"})
OTHER = "Accounting"


def parse(lines):
    """Read the fields by the header; the attributes behind them are between tabs, and may hold blanks."""
    records = read_log(lines, HEADER, other=OTHER, templates=True)
    for record in records:
        values = record["values"]
        if "action" not in values:
            continue
        for part in values.get("message", "").replace("#011", "\t").split("\t"):
            key, _, text = part.strip().partition("=")
            if text and key and " " not in key:
                name, _, kind = KEYS.get(key, key.lower().replace("-", "_")).partition(":")
                values[name] = int(text) if kind == "int" and text.isdigit() else text
        record["type"] = "Command" if "command" in values else TYPES[1].get(str(values["action"]), OTHER)
    return records
