"""Finds words that are values by what stands in their place elsewhere: names with dots, ports behind addresses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ingest.induction.logs.split_message import Piece

MANY_NAMES = 3
_DOTTED = re.compile(r"_?[A-Za-z][\w-]*(?:\._?[A-Za-z][\w-]*)+")
_ADDRESSES = frozenset({"ipv4", "ipv6"})
_PORT_SIGN = "/"

Frame = tuple[str, str]


def dotted_frames(messages: Iterable[Sequence[Piece]]) -> set[Frame]:
    """Return the tokens on both sides of a place where at least three different names with dots stand."""
    names: dict[Frame, set[str]] = defaultdict(set)
    for pieces in messages:
        for place in _dotted(pieces):
            names[_frame(pieces, place)].add(pieces[place].text)
    return {frame for frame, found in names.items() if len(found) >= MANY_NAMES}


def mark_dotted(pieces: Sequence[Piece], frames: Collection[Frame]) -> tuple[Piece, ...]:
    """Make values of the names with dots that stand in such a place."""
    marked = {place for place in _dotted(pieces) if _frame(pieces, place) in frames}
    return tuple(
        replace(piece, kind="host") if place in marked else piece for place, piece in enumerate(pieces)
    )


def port_frames(messages: Iterable[Sequence[Piece]]) -> set[Frame]:
    """Return the two tokens before a place where an address is followed by a slash and a number that is no length."""
    found: set[Frame] = set()
    for pieces in messages:
        for place in range(len(pieces) - 2):
            address, sign, number = pieces[place : place + 3]
            if address.kind in _ADDRESSES and sign.text == _PORT_SIGN and not sign.space:
                found |= {_before(pieces, place)} if number.kind == "number" else set()
    return found


def split_ports(pieces: Sequence[Piece], frames: Collection[Frame]) -> tuple[Piece, ...]:
    """Take an address and its port apart where the port looks like the length of a prefix: 192.0.2.1/22."""
    done: list[Piece] = []
    for place, piece in enumerate(pieces):
        if piece.kind != "prefix" or _before(pieces, place) not in frames:
            done.append(piece)
            continue
        address, sign, port = piece.text.partition(_PORT_SIGN)
        at = piece.start + len(address)
        done += [
            replace(piece, text=address, kind="ipv6" if ":" in address else "ipv4", end=at),
            Piece(sign, start=at, end=at + 1),
            Piece(port, "number", start=at + 1, end=piece.end),
        ]
    return tuple(done)


def _dotted(pieces: Sequence[Piece]) -> list[int]:
    return [
        place
        for place, piece in enumerate(pieces)
        if not piece.kind and not piece.name and _DOTTED.fullmatch(piece.text)
    ]


def _frame(pieces: Sequence[Piece], place: int) -> Frame:
    after = pieces[place + 1].token if place + 1 < len(pieces) else ""
    return pieces[place - 1].token if place else "", after


def _before(pieces: Sequence[Piece], place: int) -> Frame:
    tokens = [piece.token for piece in pieces[max(0, place - 2) : place]]
    return tokens[-2] if len(tokens) > 1 else "", tokens[-1] if tokens else ""
