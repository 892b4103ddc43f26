"""What the parent tells a worker on its command line; nothing secret, since the parser can read it."""

from __future__ import annotations

import json
from typing import NamedTuple


class Layers(NamedTuple):
    """Which protections are put up. All of them, except to measure what each one is worth.

    Switching one off cannot pass unnoticed: the self-probe tests effects, and a worker that fails it is
    refused. A named tuple, not a dataclass: importing `dataclasses` would cost every worker start.
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
