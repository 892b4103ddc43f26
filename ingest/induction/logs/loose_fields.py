"""Finds fields beside a log's header and messages: `[id name="value"]` parameters, and the lines behind a record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.induction.logs.header import Header
from ingest.induction.logs.names import snake_name
from ingest.induction.logs.values import kind_of_values

PARAMETERS = "structured_data"
DETAILS = "details"
"""The lines of a record behind its first that are not indented: what was thrown, and its cause."""
_PARAMETER = re.compile(r'(?<![\w.@-])([\w.@-]++)[=:]"((?:[^"\\]|\\.)*+)"')


def with_loose_fields(header: Header, sample: Sequence[str]) -> Header:
    """Add to the header's fields the parameters of its structured data, and the details of records of several lines."""
    compiled = [re.compile(pattern) for pattern in header.patterns]
    parameters: dict[str, list[str]] = {}
    begun = details = False
    for line in sample:
        found = next((match for each in compiled if (match := each.match(line))), None)
        details = details or (begun and found is None and line[:1].strip() != "")
        begun = begun or found is not None
        for key, value in _PARAMETER.findall((found.groupdict().get(PARAMETERS) if found else None) or ""):
            parameters.setdefault(snake_name(key), []).append(value)
    taken = {name for name, _ in header.kinds}
    kinds = [
        (name, kind_of_values(tuple(values))) for name, values in parameters.items() if name not in taken
    ]
    more = [(DETAILS, "string")] if details and DETAILS not in taken else []
    return replace(header, kinds=(*header.kinds, *kinds, *more))
