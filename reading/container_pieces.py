"""Joins the pieces in which a container's runtime keeps a long line.

Kubernetes' CRI log format marks them (`P`, at last `F`); in Docker's json-file only the last one ends with a line end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_PIECE = re.compile(r"(?P<head>\d{4}-\d\d-\d\dT\S+ (?P<stream>stdout|stderr) )(?P<part>[FP]) (?P<text>.*)")
SIGNS = (" stdout P ", " stderr P ")
_DOCKER = re.compile(
    r'(?P<head>\{"log":")(?P<text>(?:[^"\\]|\\.)*+)(?P<tail>","stream":"(?P<stream>stdout|stderr)".*)'
)
_BEGUN, _LINE_END = '{"log":"', "\\n"


def has_pieces(lines: Sequence[str]) -> bool:
    """Tell whether a line is the beginning of one that was cut."""
    return any(any(sign in line[:60] for sign in SIGNS) or _is_docker_piece(line) for line in lines)


def _is_docker_piece(line: str) -> bool:
    """Tell whether a line of Docker's is whole, and its text goes on in another."""
    if not line.startswith(_BEGUN):
        return False
    found = _DOCKER.match(line)
    return found is not None and not found["text"].endswith(_LINE_END)


def join_pieces(lines: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """Return the lines with pieces of one stream joined, where the first stands; and the indices of each one's pieces.

    A line whose last piece is not there stays marked as one (`P`).
    """
    joined, places = list[str](), list[list[int]]()
    begun: dict[str, int] = {}
    for index, line in enumerate(lines):
        piece = _DOCKER.match(line) if line.startswith(_BEGUN) else _PIECE.match(line)
        before = begun.pop(piece["stream"], None) if piece else None
        if piece is None or before is None:
            joined.append(line)
            places.append([index])
            before = len(joined) - 1
        else:
            joined[before] = _with(joined[before], piece)
            places[before].append(index)
        if piece and (_is_docker_piece(line) if piece.re is _DOCKER else piece["part"] == "P"):
            begun[piece["stream"]] = before
    return joined, places


def _with(line: str, piece: re.Match[str]) -> str:
    """Return a line with a further piece of its text."""
    head = piece.re.match(line)
    before, text = (head["head"], head["text"]) if head else ("", "")
    if piece.re is _DOCKER:
        return f"{before}{text}{piece['text']}{head['tail'] if head else piece['tail']}"
    return f"{before}{piece['part']} {text}{piece['text']}"
