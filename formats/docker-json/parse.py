"""Reads container logs of Docker's json-file driver, after "JSON File logging driver" of its documentation."""

from reading import read_log

HEADER = [r"(?=\{\"log\":\")"]
BODIES = "json"
KEYS = {"log": "message", "stream": "stream", "time": "timestamp_text", "attrs.tag": "tag"}
EVENTS = [
    ("HttpRequest", '<source_address:[0-9A-Fa-f.:]+> - <user> [<:[^\\]]+>] "<method:[A-Z]+> <url> <http_version:HTTP/[0-9.]+>" <status:int> <bytes?:int><:-?><? "<referrer:[^"]*>" "<user_agent:[^"]*><:">?>'),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, bodies=BODIES, keys=KEYS, templates=True)
