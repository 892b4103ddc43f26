"""What a text says: statements of configurations, nested formats, values, and the readers that take a parser's tables.

It imports nothing of ours: parsers in the sandbox, learning, findings and redaction all read with it. The names below
are what a parser may import; they are loaded when one is asked for, as most commands read with a few values alone.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reading.configuration import read_configuration
    from reading.envelopes import enveloped
    from reading.filter_entries import entry_fields, with_length
    from reading.log import read_events, read_log
    from reading.mixed_log import read_mixed
    from reading.tokens import convert, property_name, shape

__all__ = [
    "convert",
    "entry_fields",
    "enveloped",
    "property_name",
    "read_configuration",
    "read_events",
    "read_log",
    "read_mixed",
    "shape",
    "with_length",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'reading' has no attribute {name!r}")
    from reading.for_parsers import OFFERED

    return OFFERED[name]
