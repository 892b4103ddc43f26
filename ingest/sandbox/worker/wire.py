"""What parent and worker exchange: settings on the command line, then frames of a header and a payload."""

from __future__ import annotations

import json
import os
import struct
from typing import NamedTuple

REQUEST = struct.Struct("<cIII")
"""kind, id, number of lines, payload bytes"""
REPLY = struct.Struct("<cII")
"""kind, id (as in the request), payload bytes"""

LOAD, SPLIT, PARSE = b"L", b"S", b"P"
HELLO, LOADED, RESULT = b"H", b"K", b"R"
REJECTED, RAISED, TIMED_OUT, OUT_OF_MEMORY, BAD_OUTPUT = b"J", b"E", b"T", b"M", b"X"
FAILURES = (REJECTED, RAISED, TIMED_OUT, OUT_OF_MEMORY, BAD_OUTPUT)
REPLY_DESCRIPTOR = 3
PARSER_FILE = "<parser>"
"""The file name that generated code has in tracebacks."""


class Request(NamedTuple):
    """What the parent asks: load source, or apply its `split` or `parse`."""

    kind: bytes
    id: int
    line_count: int
    payload: bytes


def receive() -> Request:
    """Read the next request from standard input; end the process when the parent is gone."""
    kind, number, line_count, length = REQUEST.unpack(_read(REQUEST.size))
    return Request(kind, number, line_count, _read(length))


def send(kind: bytes, number: int, payload: bytes) -> None:
    """Write one reply, in pieces that a pipe takes."""
    left = memoryview(REPLY.pack(kind, number, len(payload)) + payload)
    while left:
        left = left[os.write(REPLY_DESCRIPTOR, left[: 1 << 20]) :]


def _read(count: int) -> bytes:
    parts: list[bytes] = []
    while count:
        part = os.read(0, min(count, 1 << 20))
        if not part:
            os._exit(0)
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


# What the parent tells a worker on its command line; nothing secret, since the parser can read it.


class Layers(NamedTuple):
    """Which protections are put up: all, except to measure what each is worth; the self-probe notices what is missing.

    A named tuple, since importing `dataclasses` would cost every worker's start.
    """

    rlimits: bool = True
    no_descriptors: bool = True
    drop_root: bool = True
    landlock: bool = True
    seccomp: bool = True
    facades: bool = True
    allow_list: bool = True


class Settings(NamedTuple):
    """How one worker seals itself."""

    layers: Layers
    reply_descriptor: int
    parent_pid: int
    memory_bytes: int
    cpu_s: int
    source_bytes: int

    def to_json(self) -> str:
        """Write the settings for the command line."""
        return json.dumps([list(self.layers), *self[1:]])


def read_settings(text: str) -> Settings:
    """Read what `Settings.to_json` wrote."""
    layers, *rest = json.loads(text)
    return Settings(Layers(*layers), *rest)
