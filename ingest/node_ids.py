"""The ids of a document's nodes; see Document."""

from __future__ import annotations

LINE_IDS, ENTITY_IDS = 2**32, 2**31


def line_id(serial: int, number: int) -> int:
    """Return the node id of a line."""
    return serial * LINE_IDS + number


def entity_id(serial: int, ordinal: int) -> int:
    """Return the node id of an entity."""
    return serial * LINE_IDS + ENTITY_IDS + ordinal
