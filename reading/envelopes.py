"""What carriers write before a log's own lines: syslog (RFC 3164 and 5424), also behind a relay's header, its
priority alone, containers (CRI)."""

from __future__ import annotations

import re

_FRAME = r"(?:\d{1,5} (?=<\d))?"
"""How many octets follow, where syslog goes over TCP (RFC 6587)."""
_PRI = _FRAME + r"(?:<\d{1,3}> ?)?"
_RELAYED = r"(?:<\d{1,3}>)?"
"""The priority of the message itself, where a relay wrote its own header before the whole of it."""
_SYSLOG = (
    _PRI + r"(?P<timestamp_text>{month day}|{iso}) (?:(?P<host>[\w.%-]+(?:[:/]+[\w.%-]+)*):? )?" + _RELAYED
)
_RELAY = _PRI + r"(?P<timestamp_text>{month day}|{iso}) (?:(?P<host>[\w.%-]+):? )?(?=<\d)"
_SYSLOG_5424 = (
    _FRAME
    + r"(?:<\d{1,3}>\d{1,2} )?(?P<timestamp_text>{iso}) (?P<host>\S+) (?P<process>%s) (?P<pid>\S+) \S+ "
    r"(?P<structured_data>-|(?:\[(?:[^\]\\]|\\.)*\])+) ?\ufeff?"
)
_CRI = r"(?P<timestamp_text>{iso}) (?:stdout|stderr) [FP] "
_NO_TAG = r"(?=last message repeated \d)"
"""What a syslog server itself writes between the messages of programs."""
_GROUP = re.compile(r"\(\?P<(\w+)>")
OF_ENVELOPE = {"timestamp_text": "received_text", "host": "relay"}
"""What an envelope's field is called where the line inside has one of that name."""


def enveloped(pattern: str = "", tag: str = "") -> list[str]:
    """Return the headers of a log whose lines begin with `pattern`: alone, and inside syslog's or a container's.

    `tag` is a pattern of the program's name, which stands before `pattern` as in `sshd[212]: `, or in its own field.
    Where `pattern` has a time or host of its own, that of the envelope is `received_text` or `relay`; in a line that
    leaves its own out, it is the line's after all.
    """
    process = rf"(?:(?P<process>{tag})(?:\[(?P<pid>\d+)\])?:? |{_NO_TAG})" if tag else ""
    plain = process + pattern
    servers_own = [] if tag or not pattern else [_SYSLOG + _NO_TAG]
    return [
        _join(_SYSLOG_5424 % (tag or r"[^\s:]+"), pattern),
        _join(_join(_RELAY, _SYSLOG), plain),
        _join(_SYSLOG, plain),
        _join(_CRI + _SYSLOG, plain),
        _join(_CRI, plain),
        _join(_PRI, plain),
        *servers_own,
    ]


def _join(envelope: str, pattern: str) -> str:
    """Put an envelope before a pattern; of groups with one name the last one keeps it."""
    own = set(_GROUP.findall(pattern))
    left = list(_GROUP.finditer(envelope))
    for position in range(len(left) - 1, -1, -1):
        name = left[position][1]
        later = {each[1] for each in left[position + 1 :]}
        if name in own or name in later:
            new = OF_ENVELOPE.get(name, "") if name not in later else ""
            sign = f"(?P<{new}>" if new and new not in own and f"(?P<{new}>" not in envelope else "(?:"
            envelope = envelope[: left[position].start()] + sign + envelope[left[position].end() :]
    return envelope + pattern
