"""Finds the headers that a log's lines share, column by column; a file may have several."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace

from ingest.learn.builtin.logs import header_atoms as atoms
from ingest.learn.builtin.logs import sender
from ingest.learn.builtin.logs.header_atoms import GLUE, NEARLY_ALL, Atom, fits
from ingest.learn.builtin.logs.values import kind_of_values
from ingest.learn.judge_records import are_devices, could_be_hosts, is_ip, looks_like_hosts
from reading.read_bodies import begins_body
from reading.time_formats import BY_NAME
from reading.values import IPV4

MOST_HEADERS = 24
MOST_LINES = 1_500
MOST_COLUMNS = 14
MOST_LOST = 0.5
"""Of lines without a header in a log with times: more are no continuations, but records of their own."""
MOST_WORDS_AHEAD = 4
WEB_CLIENT = Atom("client", rf"\s*(?P<address>{IPV4}|\S+) (?P<ident>\S+) (?P<user>\S+) (?=\[\S*:[0-5][0-9])")
"""What the common log format of web servers puts before the time."""
VAGUE = frozenset(
    atom.kind
    for atom in (
        atoms.WORD, atoms.BRACKET, atoms.ANGLE, atoms.SIGN, atoms.COLON, atoms.DOTTED, atoms.NUMBER, atoms.BAR,
    )
)  # fmt: skip
ANYTHING = r"\s*(?P<message>\S.*)"
TEXT_FIELDS = frozenset(("timestamp_text", "received_text", "level", "host", "process", "component"))
_AROUND_WORD = " \t])>:,;"
_AROUND_COLUMN = " |,])>:;"


@dataclass(frozen=True, slots=True)
class Header:
    """How a record begins: expressions to try in turn, the fullest first, and the kinds of their fields.

    Each has the group `message` for the rest of the line. `own_times` are the formats of times by which a line without
    a header begins a record, `times_inside` those inside messages, as `either_time` reads them.
    """

    patterns: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...] = ()
    own_times: str = ""
    times_inside: str = ""


def matcher(patterns: Iterable[str]) -> Callable[[str], re.Match[str] | None]:
    """Return a function that matches a line with the first pattern that fits."""
    compiled = [re.compile(pattern) for pattern in patterns]
    return lambda line: next((found for each in compiled if (found := each.match(line))), None)


@dataclass(frozen=True, slots=True)
class _Node:
    """Lines that have the same columns so far, with what is left of each."""

    rests: tuple[str, ...]
    pattern: str = ""
    columns: tuple[str, ...] = ()
    taken: frozenset[str] = frozenset()
    devices: Container[str] = ()

    @property
    def timed(self) -> str:
        """The format of the time that was read, if any."""
        return next((kind[5:] for kind in self.columns if kind.startswith("time ")), "")

    @property
    def after_time(self) -> bool:
        return bool(self.columns) and self.columns[-1].startswith("time ")

    @property
    def from_relay(self) -> bool:
        """Whether a syslog relay wrote the time just read: the sender comes next."""
        relays = self.timed in ("month day", "month day, year last", "relayed")
        return atoms.FACILITY.kind in self.columns[-1:] or (
            self.after_time
            and sum(kind.startswith("time ") for kind in self.columns) == 1
            and (relays or self.columns[0] == atoms.PRIORITY.kind)
        )

    @property
    def ended(self) -> bool:
        """Whether the program was named: what follows is the message, with few exceptions."""
        return not set(atoms.ENDING).isdisjoint(self.columns)

    def part(self, rests: Iterable[str]) -> _Node:
        return replace(self, rests=tuple(rests))

    def then(self, atom: Atom) -> _Node:
        """Read one more column."""
        taken = set(self.taken)
        written = atom.write(taken)
        match = re.compile(written).match
        rests = tuple(rest[found.end() :] for rest in self.rests if (found := match(rest)))
        columns = (*self.columns, atom.kind)
        return _Node(rests, self.pattern + written, columns, frozenset(taken), self.devices)

    def values(self, atom: Atom, around: str) -> list[str]:
        """Return what an atom reads of each line, without the signs around it."""
        return [found[0].strip(around) for rest in self.rests if (found := fits(atom, rest))]

    def hosts(self, values: Sequence[str]) -> bool:
        """Whether values look like names of hosts, or are devices that are known."""
        return looks_like_hosts(values) or are_devices(values, self.devices)


_Leaves = dict[str, tuple[int, int]]
"""The headers found so far: expressions with how much their columns tell, and how many lines they have."""


def induce_header(lines: Sequence[str], devices: Container[str] = ()) -> Header:
    """Learn the headers of the lines that begin a record; without any, the whole line is the message."""
    left = [line.rstrip() for line in lines if line.strip() and not line[0].isspace()]
    left = left[:: -(-len(left) // MOST_LINES) or 1]
    leaves: _Leaves = {}
    if left:
        _grow(_Node(tuple(left), devices=devices), leaves)
    often = sorted(leaves.items(), key=lambda item: -item[1][1])[:MOST_HEADERS]
    fullest = sorted(often, key=lambda item: (-item[1][0], -item[1][1], item[0]))
    patterns = [pattern + GLUE + r"(?P<message>.*)" for pattern, _ in fullest]
    match = matcher(patterns)
    without = sum(match(line) is None for line in left)
    timed = any("(?P<timestamp_text>" in pattern for pattern in patterns)
    if not timed or without > MOST_LOST * len(left):
        patterns.append(ANYTHING)
    named = tuple(map(_times_named, patterns))
    return Header(named, _kinds(named, lines))


def _leave(node: _Node, leaves: _Leaves) -> None:
    """End the header here."""
    if node.columns:
        telling = len(node.columns) + sum(kind not in VAGUE for kind in node.columns)
        columns, lines = leaves.get(node.pattern, (telling, 0))
        leaves[node.pattern] = (columns, lines + len(node.rests))


def _grow(node: _Node, leaves: _Leaves) -> None:
    """Part the lines by the column that comes next, and go on with each part."""
    if len(node.columns) >= MOST_COLUMNS or len(leaves) > 4 * MOST_HEADERS:
        _leave(node, leaves)
        return
    parts: dict[Atom | None, list[str]] = {}
    for rest in node.rests:
        parts.setdefault(_sure(node, rest), []).append(rest)
    for atom, rests in parts.items():
        if atom is None:
            _grow_common(node.part(rests), leaves)
        else:
            _grow(node.part(rests).then(atom), leaves)


def _sure(node: _Node, rest: str) -> Atom | None:
    """Recognise a column by itself, in one line alone."""
    if node.columns and _is_body(rest):
        return None
    if not node.columns:
        for atom in (atoms.PRIORITY, atoms.LETTER_TIME):
            if fits(atom, rest):
                return atom
    relayed = node.after_time and node.columns[0] == atoms.PRIORITY.kind and len(node.columns) == 2
    if relayed and node.timed in ("iso", "relayed") and fits(atoms.STANDARD, rest) and _is_standard(rest):
        return atoms.STANDARD
    stamp = atoms.time_atom(rest, not node.timed)
    if stamp is not None and not (node.timed and node.ended and BY_NAME[stamp.field].has_year is False):
        return stamp
    unrated, begun = "level" not in node.taken, bool(node.columns) and not node.ended
    wanted = (
        (begun, atoms.DATE),
        (unrated, atoms.MARKED_LEVEL),
        (True, atoms.MNEMONIC),
        (unrated, atoms.FACILITY),
        (begun, atoms.TAG),
        (begun, atoms.SEQUENCE),
    )
    return next((atom for may_come, atom in wanted if may_come and fits(atom, rest)), None)


def _is_body(rest: str) -> bool:
    """Tell whether a row, an object or pairs begin right here: no header goes on in them."""
    return begins_body(rest.lstrip(" :"))


def _is_standard(rest: str) -> bool:
    """Tell the columns of RFC 5424 from those that came before it: a process without a colon, then its id."""
    words = rest.split(" ", 6)
    has_tag = len(words) > 5 and not words[2].endswith(":")
    return has_tag and re.fullmatch(r"-|[0-9]+|\S*[^:\s]", words[3]) is not None


def _grow_common(node: _Node, leaves: _Leaves) -> None:
    """Read a column that nearly all lines have, or a few words in front of one; else the header ends here."""
    words = sender.next_words(node.rests)
    if senders := _senders(node, words):
        sent = [each.line for each in words if each.word in senders]
        _grow(node.part(sent).then(atoms.SENDER), leaves)
        others = frozenset(node.rests) - frozenset(sent)
        node = node.part(rest for rest in node.rests if rest in others)
    bodies = node.part(rest for rest in node.rests if node.columns and _is_body(rest))
    if bodies.rests:
        _leave(bodies, leaves)
        node = node.part(rest for rest in node.rests if not _is_body(rest))
    atom = _common(node) if node.rests else None
    if atom is not None:
        _grow(node.then(atom), leaves)
        node = node.part(rest for rest in node.rests if not fits(atom, rest))
    if node.rests:
        _grow_words(node, leaves)


def _senders(node: _Node, words: Sequence[sender.NextWord]) -> frozenset[str]:
    """Find which of the next words of the lines are senders."""
    if "host" in node.taken or (node.ended and not node.after_time):
        return frozenset()
    if node.timed and are_devices([each.word for each in words], node.devices):
        return frozenset(each.word for each in words)
    if not node.timed:
        return frozenset()
    if node.from_relay:
        ahead = replace(node, columns=(*node.columns, atoms.WORD.kind))
        return sender.senders_of_relay(
            words, lambda after: bool(_sure(ahead, after) or fits(atoms.COLON, after) or _is_body(after))
        )
    all_have = len(words) >= NEARLY_ALL * len(node.rests)
    return sender.senders_behind_time(words) if node.after_time and all_have else frozenset()


def _common(node: _Node) -> Atom | None:
    """Recognise a column by all lines together."""
    count = len(node.rests)

    def most(atom: Atom, share: float = NEARLY_ALL) -> bool:
        return sum(1 for rest in node.rests if fits(atom, rest)) / count >= share

    def few(atom: Atom) -> bool:
        return count >= 2 and len(set(node.values(atom, ""))) <= max(2, 0.3 * count)

    if (not node.columns and not few(atoms.SIGN)) or (count < 2 and not node.timed):
        return None
    if most(atoms.SIGN):
        return atoms.SIGN
    begun, unrated = not node.ended, "level" not in node.taken
    for delimited in (atoms.PIPE, atoms.BAR):
        if begun and most(delimited):
            return _named_column(node, delimited)
    if begun and unrated and most(atoms.LETTER) and few(atoms.LETTER):
        return atoms.LETTER
    if count >= 2 and most(atoms.BRACKET):
        return atoms.BRACKET
    if count >= 2 and node.timed and most(atoms.ANGLE):
        return atoms.ANGLE
    if unrated and most(atoms.PLAIN_LEVEL, 0.8):
        return atoms.PLAIN_LEVEL
    if not node.columns or (node.ended and node.columns[-1] != atoms.TAG.kind):
        return None
    named = most(atoms.COLON) and few(atoms.COLON)
    if node.ended:
        return atoms.COLON if named else None
    if most(atoms.NUMBER):
        return atoms.NUMBER if "pid" not in node.taken else atoms.NUMBER.called("thread")
    if named:
        return atoms.COLON
    return atoms.DOTTED if most(atoms.DOTTED) and few(atoms.DOTTED) else None


def _named_column(node: _Node, atom: Atom) -> Atom:
    """Name a column between signs by its values."""
    values = node.values(atom, _AROUND_COLUMN)
    if atom is not atoms.BAR:
        if all(value.isdigit() for value in values if value):
            return atom.called("pid")
        if node.after_time and node.hosts(values) and "host" not in node.taken:
            return atom.called("host")
    return atom


def _grow_words(node: _Node, leaves: _Leaves) -> None:
    """Read words as columns where the same sure column follows them in nearly all lines."""
    clients = node.part(rest for rest in node.rests if not node.columns and fits(WEB_CLIENT, rest))
    if clients.rests:
        _grow(clients.then(WEB_CLIENT), leaves)
        node = node.part(rest for rest in node.rests if not fits(WEB_CLIENT, rest))
    by_count: dict[int, list[str]] = {}
    for rest in node.rests:
        by_count.setdefault(_words_ahead(node, rest), []).append(rest)
    for count, rests in by_count.items():
        part = node.part(rests)
        if count == 0:
            _end(part, leaves)
            continue
        for _ in range(count):
            part = part.then(_role(part))
        if part.rests:
            _grow(part, leaves)


def _words_ahead(node: _Node, rest: str) -> int:
    """Count the words before the next column that is sure by itself; 0 where none comes soon."""
    if node.ended:
        return 0
    ahead = replace(node, columns=(*node.columns, atoms.WORD.kind))
    for count in range(1, MOST_WORDS_AHEAD + 1):
        found = fits(atoms.WORD, rest)
        if found is None:
            return 0
        rest = rest[found.end() :]
        sure = _sure(ahead, rest)
        if sure is not None and (node.timed or sure.kind.startswith("time ")):
            return count
    return 0


def _role(part: _Node) -> Atom:
    """Name a word by its values and its place."""
    values = part.values(atoms.WORD, _AROUND_WORD)
    ips = all(map(is_ip, values))
    sent = (part.from_relay and could_be_hosts(values)) or (not ips and part.hosts(values))
    if "host" not in part.taken and sent:
        return atoms.SENDER
    if ips:
        return atoms.WORD.called("address")
    if all(value.isdigit() for value in values):
        return atoms.WORD.called("pid" if part.timed else "sequence")
    return atoms.WORD.called("component") if part.timed else atoms.WORD


def _end(node: _Node, leaves: _Leaves) -> None:
    """End the header, but for a program in front of a lone sign."""
    if node.columns and not node.ended and len(node.rests) > 1:
        heads = node.values(atoms.WORD, _AROUND_WORD)
        few = len(set(heads)) <= max(3, 0.05 * len(heads))
        certain = len(heads) >= 10 and len(heads) == len(node.rests) and few
        named = node.hosts(heads) or (node.from_relay and could_be_hosts(heads))
        if node.after_time and "host" not in node.taken and certain and named:
            _grow(node.then(atoms.SENDER), leaves)
            return
        fitting = [rest for rest in node.rests if fits(atoms.SEPARATED, rest)]
        if len(fitting) >= NEARLY_ALL * len(node.rests):
            _grow(node.part(fitting).then(replace(atoms.SEPARATED, kind=atoms.COLON.kind)), leaves)
            return
    _leave(node, leaves)


def _times_named(pattern: str) -> str:
    """Where a header has several times, the first with a year is the record's: a relay's often has none."""
    names = re.findall(r"\(\?P<(timestamp_text(?:_[0-9]+)?)>", pattern)
    if len(names) < 2:
        return pattern
    years = [name for name in names if "(?:19|20)" in pattern.split(f"(?P<{name}>", 1)[1].split("(?P<", 1)[0]]
    chosen = years[0] if years else names[0]
    for number, name in enumerate(name for name in names if name != chosen):
        plain = "device_time" if number == 0 else f"device_time_{number + 1}"
        plain = "received_text" if number == 0 and name == names[0] else plain
        pattern = pattern.replace(f"(?P<{name}>", f"(?P<{plain}>")
    return pattern.replace(f"(?P<{chosen}>", "(?P<timestamp_text>")


def _kinds(patterns: Sequence[str], lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Type the fields by their values in the sample. The message and the time stamp stay text."""
    match = matcher(patterns)
    values: dict[str, list[str]] = {}
    for line in lines:
        found = match(line)
        for name, value in (found.groupdict() if found else {}).items():
            if value and value != "-" and name != "message":
                values.setdefault(name, []).append(value)
    return tuple(
        (name, "string" if name in TEXT_FIELDS else kind_of_values(found)) for name, found in values.items()
    )
