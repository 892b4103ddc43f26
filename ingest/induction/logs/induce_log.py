"""Learns the schema and the parser of a log from a sample of its lines, without a model."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.induction.logs.header import induce_header
from ingest.induction.logs.keyed import recognise_keyed
from ingest.induction.logs.loose_fields import with_loose_fields
from ingest.induction.logs.templates import mine_templates
from ingest.induction.logs.write_keyed_parser import write_keyed_parser
from ingest.induction.logs.write_parser import write_parser
from ingest.induction.records import InducedParser

MOST_LINES = 6_000


def induce_log(lines: Sequence[str], seed: int = 0) -> InducedParser:
    """Induce a parser for the log that the lines were taken from, in the order of the file.

    Of a sample longer than MOST_LINES every n-th line is used; `seed` shifts which. Without any line the
    parser reads every line as an event of its own.
    """
    step = -(-len(lines) // MOST_LINES) or 1
    sample = list(lines[seed % step :: step])
    keyed = recognise_keyed(sample)
    if keyed is not None:
        return write_keyed_parser(keyed)
    header = with_loose_fields(induce_header(sample), sample)
    compiled = [re.compile(pattern) for pattern in header.patterns]
    found = (next((match for each in compiled if (match := each.match(line))), None) for line in sample)
    return write_parser(header, mine_templates(match["message"] for match in found if match))
