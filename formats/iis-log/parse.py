"""Reads logs of Microsoft IIS in the W3C extended format, after "W3C Logging" of its documentation."""

from reading import convert, read_log

HEADER = [
    r"(?P<timestamp_text>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (?=\S+ (?:\S+ ){1,4}[A-Z]{3,20} /|\S+ [A-Z]{3,20} \S+ \S+ \d{1,5} )"
]
KEYS = {
    "s-sitename": "site", "s-computername": "host", "s-ip": "destination_address", "cs-method": "method", "cs-uri-stem": "url", "cs-uri-query": "query",
    "s-port": "destination_port:int", "cs-username": "user", "c-ip": "source_address", "cs-version": "http_version", "cs(User-Agent)": "user_agent",
    "cs(Cookie)": "cookie", "cs(Referer)": "referrer", "cs-host": "virtual_host", "sc-status": "status:int", "sc-substatus": "substatus:int",
    "sc-win32-status": "win32_status:int", "sc-bytes": "bytes_sent:int", "cs-bytes": "bytes_received:int", "time-taken": "duration_ms:int",
    "X-Forwarded-For": "forwarded_for", "x-forwarded-for": "forwarded_for", "OriginalIP": "forwarded_for",
}  # fmt: skip
NAMED = "#Fields:"
WHEN = ["date", "time"]
ASKED = "<method:[A-Z]+> <url:\\S+> <query:\\S+> <destination_port:int> <user:\\S+> <source_address>"
REQUEST = "<destination_address:[0-9A-Fa-f]*[.:]\\S*> " + ASKED
RESULT = "<status:[1-5][0-9]{2}> <substatus:int> <win32_status:int>"
USUAL = [
    ("HttpRequest", f"{REQUEST} <user_agent:\\S+> {RESULT} <duration_ms:int><? <forwarded_for:\\S*[.:]\\S*>?>"),
    ("HttpRequest", f"{REQUEST} <user_agent:\\S+> <referrer:\\S+> {RESULT} <duration_ms:int>"),
    ("HttpRequest", f"<site> <host> {REQUEST} <http_version:HTTP/\\S+> <user_agent:\\S+> <cookie:\\S+> <referrer:\\S+> <virtual_host:\\S+> {RESULT} <bytes_sent:int> <bytes_received:int> <duration_ms:int>"),
    ("HttpRequest", f"{REQUEST} <:(?:\\S+ ){{1,6}}?>{RESULT}<? <:[0-9 ]+>?><? <forwarded_for:\\S*[.:]\\S*>?>"),
    ("HttpRequest", f"<site:[A-Z]\\w+> {REQUEST} <:(?:\\S+ ){{1,6}}?>{RESULT}<? <:[0-9 ]+>?><? <forwarded_for:\\S*[.:]\\S*>?>"),
    ("HttpRequest", f"<site:[A-Z]\\w+> {ASKED} <:(?:\\S+ ){{1,6}}?>{RESULT}<? <:[0-9 ]+>?><? <forwarded_for:\\S*[.:]\\S*>?>"),
    ("HttpRequest", f"<site:[A-Z]\\w+> <host> {REQUEST} <:(?:\\S+ ){{1,6}}?>{RESULT}<? <:[0-9 ]+>?><? <forwarded_for:\\S*[.:]\\S*>?>"),
]  # fmt: skip
OTHER = "HttpRequest"


def parse(lines):
    """Read each part of the log by the columns that the line `#Fields:` above it names, or by what usual ones look like."""
    records, columns, part = [], [], []
    for index, line in enumerate([*lines, NAMED]):
        if line.startswith(NAMED):
            records += _read(part, columns)
            part, columns = [], line.split()[1:]
        elif line[:1] != "#":
            part.append((index, line))
    return records


def _read(part, columns):
    """Read lines of the same columns; where the time is not in the first two, its column is one like others."""
    lines = [line for _, line in part]
    if columns[:2] == WHEN:
        found = read_log(
            lines, HEADER, columns=columns[2:], separator=" ", keys=KEYS, other=OTHER, templates=True
        )
    elif columns:
        found = read_log(
            lines, r"(?=\S)", columns=columns, separator=" ", keys=KEYS, other=OTHER, templates=True
        )
    else:
        found = read_log(lines, HEADER, USUAL, kinds={}, templates=True)
    for record in found:
        values = record["values"]
        if "status" in values:
            values["status"] = convert(str(values["status"]))
        record["lines"] = [[part[first][0], part[last][0]] for first, last in record["lines"]]
    return found
