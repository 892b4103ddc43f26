"""Splits compound values: `10.0.0.1:80`, `tcp/https`, `user@site`, `pid 35708:tid 43`."""

from __future__ import annotations

import re

JOINED = re.compile(r"[A-Za-z0-9][\w.-]*(?: ?[:/@#|,=] ?[A-Za-z0-9][\w.-]*){1,6}")
LABELLED = re.compile(r"([A-Za-z]{2,12})[ =]([0-9A-Fa-f][\w.]*)(?:[:#]([0-9]{1,5}))?")
WHOLE = re.compile(
    r"[A-Za-z]+/[0-9]\.[0-9]|[A-Za-z]{2,}-?[0-9]+(?:[/.:][0-9]+)+"
    r"|(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}|[0-9]+(?:[.:/,-][0-9]+)*(?:[ T].*)?|[A-Za-z]:.*"
    r"|(?:[0-9A-Fa-f]{1,4}:){3,7}[0-9A-Fa-f]{1,4}|[0-9-]+T[0-9:.]+.*"
    r"|.*(?<![0-9:.])[0-2]?[0-9]:[0-5][0-9]:[0-5][0-9](?![0-9:]).*"  # a clock, also in the name of a file
)
ADDRESS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
MOST_COMMAS = 3
SIGN = re.compile(r" ?([:/@#|,=]) ?")


def parts_of(name: str, value: str) -> list[tuple[str, str]]:
    """Name the parts of a value after it; nothing where it is one: a number, a time, a path, a MAC address."""
    if len(value) > 120 or value.count(",") > MOST_COMMAS:
        return []
    labels = LABELLED.findall(value) if " " in value or "=" in value else []
    if labels and sum(len(word) + len(text) + len(port) + 1 for word, text, port in labels) >= 0.8 * len(
        value
    ):
        return [
            pair
            for word, text, port in labels
            for pair in ((word.lower(), text), (word.lower() + "_port", port))
            if pair[1]
        ]
    if not JOINED.fullmatch(value) or (WHOLE.fullmatch(value) and not ADDRESS.match(value)):
        return []
    parts = []
    texts = SIGN.split(value)
    for place in range(0, len(texts), 2):
        text = texts[place]
        before = texts[place - 2] if place else ""
        if ADDRESS.fullmatch(text):
            parts.append((name + "_address", text))
        elif text.isdigit() and len(text) < 6 and (ADDRESS.fullmatch(before) or "." in before):
            parts.append((name + "_port", text))
        else:
            parts.append((name + "_" + str(place // 2 + 1), text))
    return parts
