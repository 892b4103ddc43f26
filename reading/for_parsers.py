"""What a parser may import of the library."""

from __future__ import annotations

from reading.configuration import read_configuration
from reading.envelopes import enveloped
from reading.filter_entries import entry_fields, with_length
from reading.log import read_events, read_log
from reading.mixed_log import read_mixed
from reading.tokens import convert, property_name, shape

OFFERED = {
    each.__name__: each
    for each in (
        convert,
        entry_fields,
        enveloped,
        property_name,
        read_configuration,
        read_events,
        read_log,
        read_mixed,
        shape,
        with_length,
    )
}
