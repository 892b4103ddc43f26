"""Two parsers as generated ones look, to be run both here and in the sandbox."""

import re

LINE = re.compile(r"(\S+ \S+) (\S+) (\w+)\[(\d+)\]: (session (\S+) (up|down))")


def parse_log(lines):  # type: ignore[no-untyped-def]
    """One record with six fields for each line."""
    found = []
    for index, line in enumerate(lines):
        match = LINE.fullmatch(line)
        if match:
            time, host, app, number, message, address, state = match.groups()
            values = {
                "timestamp_text": time,
                "host": host,
                "app": app,
                "number": int(number),
                "message": message,
                "address": address,
                "up": state == "up",
            }
            found.append({"type": "session", "values": values, "lines": [[index, index]], "children": []})
    return found


def parse_blocks(lines):  # type: ignore[no-untyped-def]
    """A record for each line at the margin, with a child for each line below it."""
    found: list[object] = []
    children: list[object] = []
    for index, line in enumerate(lines):
        words = line.split()
        if line.startswith(" ") and found:
            value = int(words[1]) if words[1].isdigit() else " ".join(words[1:])
            child = {"type": words[0], "values": {words[0]: value}, "lines": [[index, index]], "children": []}
            children.append(child)
        else:
            values = {"name": words[1]} if len(words) > 1 else {}
            children = []
            found.append(
                {"type": words[0], "values": values, "lines": [[index, index]], "children": children}
            )
    return found
