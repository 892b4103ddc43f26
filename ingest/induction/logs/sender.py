"""Finds the field that names who wrote a line: by what it is called, and by its values on every line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SENDER_KEYS = (
    "fw",
    "dvc",
    "devname",
    "dev_name",
    "devicename",
    "device_name",
    "dvchost",
    "dvc_host",
    "sysname",
    "system_name",
    "switchname",
    "routername",
    "nodename",
    "node_name",
    "observer_name",
    "agent_hostname",
    "host_hostname",
    "host_name",
    "hostname",
    "host",
)
"""Names in use for the device that a record is of, the surest first: a `host` may be a site that somebody visits."""
EVERY_LINE = 0.95
FEW = 0.2
FEW_AT_LEAST = 3


def find_sender(values: Mapping[str, Sequence[str]], count: int) -> str:
    """Return the name of the field that names the sender of all `count` lines; blank where none does.

    `values` are those of each field, one for each line that has it.
    """
    return next(
        (
            key
            for key in SENDER_KEYS
            if key in values and _names_senders(values[key], count, key in ("host", "hostname"))
        ),
        "",
    )


def _names_senders(texts: Sequence[str], count: int, ambiguous: bool) -> bool:
    """Tell whether a field stands on every line, and its values come back: one name with no blank in it each."""
    named = [text for text in texts if text and not any(map(str.isspace, text))]
    few = len(set(named)) <= max(FEW_AT_LEAST, FEW * count)
    return (
        len(named) >= EVERY_LINE * count
        and (few or not ambiguous)
        and any(map(str.isalpha, "".join(set(named))))
    )
