"""Joins the pieces in which a container's runtime keeps a long line (Kubernetes' CRI log format: `P`, at last `F`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PIECE = re.compile(r"(?P<head>\d{4}-\d\d-\d\dT\S+ (?P<stream>stdout|stderr) )(?P<part>[FP]) (?P<text>.*)")
SIGNS = (" stdout P ", " stderr P ")


def has_pieces(lines: Sequence[str]) -> bool:
    """Tell whether a line is the beginning of one that was cut."""
    return any(sign in line[:60] for line in lines for sign in SIGNS)


def join_pieces(lines: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """Return the lines with pieces of one stream joined, where the first stands; and the indices of each one's pieces.

    A line whose last piece is not there stays marked as one (`P`).
    """
    joined, places = list[str](), list[list[int]]()
    begun: dict[str, int] = {}
    for index, line in enumerate(lines):
        piece = _PIECE.match(line)
        before = begun.pop(piece["stream"], None) if piece else None
        if piece is None or before is None:
            joined.append(line)
            places.append([index])
            before = len(joined) - 1
        else:
            head = _PIECE.match(joined[before])
            joined[before] = (
                f"{head['head'] if head else ''}{piece['part']} {head['text'] if head else ''}{piece['text']}"
            )
            places[before].append(index)
        if piece and piece["part"] == "P":
            begun[piece["stream"]] = before
    return joined, places
