"""Reads the slow query log of MySQL and MariaDB, after "The Slow Query Log" of MySQL's reference manual."""

import re

from reading import convert

HEADER = [
    r"# (?=User@Host: \S* ?\[)",
    r"# (?=Time: \S+[ T]*\d)",
    r"(?=\S+, Version: \S+ .{0,200}started with:)",
]
CONTINUES = r"(?!# User@Host: \S* ?\[|# Time: \S+[ T]*\d|\S+, Version: \S+ .{0,200}started with:)"
BEGINS = re.compile("|".join(HEADER))
CLIENT = re.compile(
    r"# User@Host: (?P<user>\S*?)\[(?P<login>[^\]]*)\] @ (?P<client>\S*) ?\[(?P<source_address>[^\]]*)\](?:\s+Id:\s*(?P<connection_id>\d+))?"
)
BANNER = re.compile(r"(?P<program>\S+), Version: (?P<version>\S+) ")
TIME = re.compile(r"# Time: (?P<logged_time>\S.*\S)")
SET = re.compile(r"SET timestamp=(?P<timestamp_text>\d{9,10}(?:\.\d+)?);")
USE = re.compile(r"use (?P<database>\S+);$")
MEASURE = re.compile(r"([A-Za-z_]+): +(?!\w+:)(\S+)")
DECIMAL = re.compile(r"\d+\.\d+")
INTO = {"Schema": "database", "Thread_id": "connection_id"}


def parse(lines):
    """Return a record for each statement, with what the lines before it measure; the time that one says is of all that follow."""
    begun = [index for index, line in enumerate(lines) if BEGINS.match(line)]
    records, time = [], None
    for index, end in zip(begun, [*begun[1:], len(lines)]):  # noqa: B905 - sandbox Python
        line = lines[index]
        if line.startswith("# Time: "):
            time = index
            continue
        if line.startswith("# User@Host: "):
            own = [index] if time is None else [time, index]
            records.append(_statement(lines, own, range(index + 1, end)))
            continue
        time, values = None, BANNER.match(line).groupdict()
        records.append(
            {"type": "ServerStarted", "values": {**values, "message": line}, "lines": [[index, end - 1]]}
        )
    return records


def _statement(lines, own, rest):
    """Read one statement; `own` are its first line, and before it that of the time."""
    client = CLIENT.match(lines[own[-1]])
    values = {name: convert(text) for name, text in (client.groupdict() if client else {}).items() if text}
    if len(own) > 1:
        values["logged_time"] = TIME.match(lines[own[0]])["logged_time"]
    said, is_head = [], True
    for index in rest:
        line = lines[index]
        found = SET.match(line) or (USE.match(line) if is_head else None)
        if found:
            values.update(found.groupdict())
        elif is_head and line.startswith("# ") and MEASURE.search(line):
            for name, text in MEASURE.findall(line):
                values[INTO.get(name, name.lower())] = (
                    float(text) if DECIMAL.fullmatch(text) else convert(text)
                )
        elif line.strip():
            said.append(line.strip())
        is_head = is_head and not said
    if said:
        values["message"] = said[0]
        if said[1:]:
            values["details"] = said[1:21]
    if "timestamp_text" not in values and len(own) > 1:
        values["timestamp_text"] = values.pop("logged_time")
    spans = [[index, index] for index in own[:-1]] + [[own[-1], rest[-1] if rest else own[-1]]]
    return {"type": "SlowQuery", "values": values, "lines": spans}
