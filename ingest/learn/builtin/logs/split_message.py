"""Splits a log message into constant pieces and values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.learn.builtin.logs.values import TIME, kind_of_value
from reading.values import HOST, IPV4, IPV6, MAC, UUID

SLOT = "<*>"
REST = "rest"
RESTATED = "restated"
OPTIONAL = frozenset({REST, RESTATED})
"""Kinds that a message may lack without being of another event: the rest of a list, a size said again."""

_BOUND = r"(?![A-Za-z0-9_])"
_REQUEST = re.compile(r'"([A-Z]{3,10}) ([^\s"/:*]*[/:*][^\s"]*)(?: ([A-Z]+/[0-9.]+))?"')
_BARE_REQUEST = re.compile(
    rf"([A-Z]{{3,7}}) (/(?!{IPV4})[^\s\"',;]*|[a-z]{{3,5}}://[^\s\"',;]+|[A-Za-z0-9.-]+:[0-9]{{2,5}})(?=\s|$)"
)
_RESTATED = re.compile(r" \((?:about |~|≈)?[0-9]+(?:\.[0-9]+)? ?[kKMGT]i?[Bb](?:ytes|it)?s?\)")
_ASSIGNED = re.compile(
    r"""([A-Za-z_][A-Za-z0-9_.\-]*)=("(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[^\s,;)\]}>"']*)"""
)
SOURCE_FILE = r"(?:[A-Za-z0-9_-]{1,64}\.){1,8}(?:c|cc|cpp|cs|go|h|java|js|php|py|rb):"
"""A place in a program, no host with its port: `agent.c:1973`."""
_CLOCK = r"[0-9]{1,3}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?"
_SCAN = re.compile(
    "|".join(
        (
            rf"(?P<time>(?<![A-Za-z0-9]){TIME})",
            r"(?P<uri>[A-Za-z][A-Za-z0-9+.-]*://[^\s\"'<>,;)\]]+)",
            rf"(?P<uuid>(?<![A-Za-z0-9]){UUID}){_BOUND}",
            rf"(?P<mac>(?<![A-Za-z0-9.])(?<![0-9A-Fa-f]:){MAC})(?![A-Za-z0-9_]|:[0-9A-Fa-f])",
            rf"(?P<prefix>(?<![0-9.])(?<!->)(?:{IPV4}/(?:3[0-2]|[12]?[0-9])|{IPV6}/[0-9]{{1,3}}))(?![A-Za-z0-9_]|\.[0-9]|->)",
            rf"(?P<ipv4>(?<![0-9.]){IPV4})(?![A-Za-z0-9_]|[.-][0-9A-Za-z])",
            rf"(?P<ipv6>(?<![A-Za-z0-9:.]){IPV6})(?![A-Za-z0-9_]|:[0-9A-Fa-f:])",
            rf"(?P<duration>(?<![A-Za-z0-9:.]){_CLOCK}(?![A-Za-z0-9_:])|<[0-9]+ sec)",
            rf"(?P<path>(?<![A-Za-z0-9_.)\]])/(?!{IPV4})[^\s\"'(),;\[\]:=]+)",
            rf"(?P<host>(?<![A-Za-z0-9_.-])(?!{SOURCE_FILE}){HOST})(?=:[0-9]{{1,5}}(?![0-9A-Za-z]))",
            rf"(?P<name>(?<![A-Za-z0-9_.-]){HOST})(?=\.\s)",
            r"(?P<hex>(?<![A-Za-z0-9_])0x[0-9A-Fa-f]+)" + _BOUND,
            r"(?P<number>(?:(?<![A-Za-z0-9_.)\]-])-)?(?<![A-Za-z0-9_.])[0-9]+(?:\.[0-9]+)?)(?![0-9_.-]*[0-9A-Za-z_]|/[0-9])",
            r"(?P<amount>(?<![A-Za-z0-9_.-])[0-9]+(?:\.[0-9]+)?)(?=(?:[kKMGT]i?[Bb]|[mun]?s|sec|min|[kMG]?Hz|[kMG]?bps|%)(?![A-Za-z0-9]))",
            r"(?P<slash>(?<=[0-9A-Fa-f])[/#](?=[0-9]{1,5}(?![0-9A-Za-z.])))",
            rf"(?P<word>(?!/{IPV4})(?:[^\s\"'()\[\]{{}}<>,;:=-]|-(?!{IPV4}|{MAC}))+)",
            r"(?P<sign>.)",
        )
    ),
    re.DOTALL,
)
_MNEMONIC = re.compile(r"%{0,2}[0-9]{0,2}[A-Z][A-Z0-9_]+[-/][0-7][-/][A-Z][A-Z0-9_]*")
_QUOTED = re.compile(r"""(?<![A-Za-z0-9])(?:"((?:[^"\\]|\\.)*)"|'([^']{0,120})')(?![A-Za-z0-9])""")
_ENDS = ".!?*"
_KINDS = {"amount": "number", "name": "host"}
WORDY = 5
"""What stands in quotes is one value unless it has more blanks: then it is a message of its own."""


@dataclass(frozen=True, slots=True)
class MessagePart:
    """A part of a message. `kind` is blank for a constant; `space` says that white space stands before it.

    `name` is set where the syntax names the value (the key of `key=value`, the method of a request).
    `start` and `end` are its place in the message.
    """

    text: str
    kind: str = ""
    space: bool = False
    name: str = ""
    start: int = 0
    end: int = 0

    @property
    def token(self) -> str:
        """What the miner sees: the word itself, or a sign for any value."""
        return SLOT if self.kind else self.text


def split_message(message: str) -> tuple[MessagePart, ...]:
    """Split a message; the texts of the pieces and the white space between them give it back."""
    pieces: list[MessagePart] = []
    at = 0
    end = len(message.rstrip())
    while at < end:
        if message[at].isspace():
            restated = _RESTATED.match(message, at)
            if restated is None:
                at += 1
                continue
            pieces.append(_piece(message, at + 1, restated.end(), RESTATED))
            at = restated.end()
            continue
        new = _next(message, at)
        pieces.extend(new)
        at = max(new[-1].end, at + 1)
    return _joined(message, pieces)


def _piece(message: str, start: int, end: int, kind: str = "", name: str = "") -> MessagePart:
    return MessagePart(message[start:end], kind, start > 0 and message[start - 1].isspace(), name, start, end)


def _enclosed(message: str, start: int, end: int, kind: str, name: str = "") -> list[MessagePart]:
    """Make a value and the two signs around it."""
    value = _piece(message, start, end, kind, name)
    return [_piece(message, start - 1, start), value, _piece(message, end, end + 1)]


def _next(message: str, at: int) -> list[MessagePart]:
    """Read the piece or pieces that begin at a place where no white space is."""
    request = _REQUEST.match(message, at)
    if request:
        return _request(message, request)
    before = message[at - 1] if at else " "
    bare = _BARE_REQUEST.match(message, at) if before.isspace() else None
    if bare:
        return [
            _piece(message, *bare.span(1), kind="word", name="method"),
            _piece(message, *bare.span(2), kind="path", name="request_path"),
        ]
    assigned = None if before.isalnum() or before in "_.-" else _ASSIGNED.match(message, at)
    if assigned:
        return _assigned(message, assigned)
    quoted = _QUOTED.match(message, at)
    if quoted and quoted.end() - quoted.start() > 2 and quoted[0].count(" ") < WORDY:
        return _enclosed(message, quoted.start() + 1, quoted.end() - 1, "quoted")
    if message.startswith("()", at) and before.isspace():
        return _enclosed(message, at + 1, at + 1, "empty")
    return [_scanned(message, at)]


def _request(message: str, found: re.Match[str]) -> list[MessagePart]:
    """A request line in quotes: its method stays a constant, and is a field all the same."""
    pieces = [
        _piece(message, found.start(), found.start() + 1),
        _piece(message, *found.span(1), name="method"),
        _piece(message, *found.span(2), kind="path", name="request_path"),
    ]
    if found[3]:
        pieces.append(_piece(message, *found.span(3), kind="protocol", name="protocol"))
    return [*pieces, _piece(message, found.end() - 1, found.end())]


def _assigned(message: str, found: re.Match[str]) -> list[MessagePart]:
    key, (start, end), text = found.span(1), found.span(2), found[2]
    pieces = [_piece(message, *key), _piece(message, key[1], key[1] + 1)]
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return pieces + _enclosed(message, start + 1, end - 1, "assigned", found[1])
    end -= text.endswith(".") and not text.endswith("..")
    return [*pieces, _piece(message, start, end, "assigned", found[1])]


def _scanned(message: str, at: int) -> MessagePart:
    found = _SCAN.match(message, at)
    assert found is not None, "the last alternative takes any character"
    kind, end = str(found.lastgroup), found.end()
    if kind in ("sign", "slash"):
        return _piece(message, at, end)
    if kind in ("path", "uri", "word", "hex"):
        while end - at > 1 and message[end - 1] in _ENDS and (end == len(message) or message[end].isspace()):
            end -= 1
    kind = _kind_of_word(message[at:end]) if kind == "word" else _KINDS.get(kind, kind)
    return _piece(message, at, end, kind)


def _kind_of_word(word: str) -> str:
    """A word with a digit is a value; so is an address of mail. Any other word is a constant, for now.

    `FACILITY-3-NAME`, by which network devices name their messages, is a word too.
    """
    if _MNEMONIC.fullmatch(word):
        return ""
    if any(character.isdigit() for character in word):
        kind = kind_of_value(word)
        return "identifier" if kind == "string" else kind
    return "mail" if re.fullmatch(rf"[^@\s]+@{HOST}", word) else ""


_LISTED = frozenset({"path", "identifier", "uuid", "ipv4", "ipv6", "prefix", "interface"})


def _joined(message: str, pieces: list[MessagePart]) -> tuple[MessagePart, ...]:
    """Make one value of values of one kind with only spaces between, and of `a,b` a value and a rest."""
    done: list[MessagePart] = []
    for piece in pieces:
        last = done[-1] if done else None
        if last and piece.kind in _LISTED and piece.space and last.kind == piece.kind:
            done[-1] = replace(last, text=message[last.start : piece.end], end=piece.end)
        elif last and last.text == "," and _continues(done, piece):
            rest = MessagePart("", REST, start=done.pop().end)
            rest = done.pop() if done[-1].kind == REST else rest
            done.append(replace(rest, text=message[rest.start : piece.end], end=piece.end))
        else:
            done.append(piece)
    return tuple(done)


def _continues(done: Sequence[MessagePart], piece: MessagePart) -> bool:
    """Say whether a piece goes on with the list that ends in a comma."""
    if len(done) < 2 or piece.space or done[-1].space or piece.kind not in _LISTED:
        return False
    return done[-2].kind in (piece.kind, REST)
