"""Finds the headers that a log's lines share, column by column; a file may have several."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ingest.induction.logs.header_atoms import (
    ANGLE,
    BAR,
    BRACKET,
    COLON,
    COMMA,
    DATE,
    DOTTED,
    ENDING,
    FACILITY,
    GLUE,
    LETTER,
    LETTER_TIME,
    MARKED_LEVEL,
    MNEMONIC,
    NEARLY_ALL,
    NUMBER,
    PIPE,
    PLAIN_LEVEL,
    PRIORITY,
    SENDER,
    SEPARATED,
    SEQUENCE,
    SIGN,
    STANDARD,
    TAG,
    WORD,
    Atom,
    fits,
    keyed_comma,
    split_brackets,
    time_atom,
)
from ingest.induction.logs.names import snake_name
from ingest.induction.logs.parser_parts.read_bodies import begins_body
from ingest.induction.logs.sender import (
    NextWord,
    next_words,
    senders_before_time,
    senders_behind_time,
    senders_of_relay,
)
from ingest.induction.logs.values import IPV4, kind_of_values
from ingest.judge_records import are_devices, could_be_hosts, is_ip, looks_like_hosts
from ingest.time_formats import BY_NAME

MOST_HEADERS = 24
MOST_LINES = 1_500
MOST_COLUMNS = 14
MOST_LOST = 0.5
"""Of lines without a header in a log with times: more are no continuations, but records of their own."""
MOST_WORDS_AHEAD = 4
WEB_CLIENT = rf"\s*(?P<address>{IPV4}|\S+) (?P<ident>\S+) (?P<user>\S+) (?=\[\S*:[0-5][0-9])"
"""What the common log format of web servers puts before the time."""
VAGUE = frozenset(atom.kind for atom in (WORD, BRACKET, ANGLE, SIGN, COLON, DOTTED, NUMBER, BAR))
ANYTHING = r"\s*(?P<message>\S.*)"


@dataclass(frozen=True, slots=True)
class Header:
    """How a record begins: expressions to try in turn, the fullest first, and the kinds of their fields.

    Each has the group `message` for the rest of the line.
    """

    patterns: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...] = ()


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
        return FACILITY.kind in self.columns[-1:] or (
            self.after_time
            and sum(kind.startswith("time ") for kind in self.columns) == 1
            and (
                self.timed in ("month day", "month day, year last", "relayed")
                or self.columns[0] == PRIORITY.kind
            )
        )

    @property
    def ended(self) -> bool:
        """Whether the program was named: what follows is the message, with few exceptions."""
        return any(kind in ENDING for kind in self.columns)

    def then(self, atom: Atom) -> _Node:
        """Read one more column."""
        taken = set(self.taken)
        written = atom.write(taken)
        compiled = re.compile(written)
        found = [compiled.match(rest) for rest in self.rests]
        rests = tuple(
            rest[match.end() :] for rest, match in zip(self.rests, found, strict=True) if match is not None
        )
        columns = (*self.columns, atom.kind)
        return _Node(rests, self.pattern + written, columns, frozenset(taken), self.devices)

    def hosts(self, values: Sequence[str]) -> bool:
        """Whether values look like names of hosts, or are devices that are known."""
        return looks_like_hosts(values) or are_devices(values, self.devices)


@dataclass(slots=True)
class _Leaves:
    """The headers found so far: expressions with how many columns and lines they have."""

    found: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, node: _Node) -> None:
        if node.columns:
            telling = len(node.columns) + sum(kind not in VAGUE for kind in node.columns)
            columns, lines = self.found.get(node.pattern, (telling, 0))
            self.found[node.pattern] = (columns, lines + len(node.rests))

    def patterns(self) -> list[str]:
        """The fullest first; of too many the rarest are left out."""
        often = sorted(self.found.items(), key=lambda item: -item[1][1])[:MOST_HEADERS]
        ordered = sorted(often, key=lambda item: (-item[1][0], -item[1][1], item[0]))
        return [pattern + GLUE + r"(?P<message>.*)" for pattern, _ in ordered]


def induce_header(lines: Sequence[str], devices: Container[str] = ()) -> Header:
    """Learn the headers of the lines that begin a record; without any, the whole line is the message."""
    left = [line.rstrip() for line in lines if line.strip() and not line[0].isspace()]
    left = left[:: -(-len(left) // MOST_LINES) or 1]
    leaves = _Leaves()
    if left:
        _grow(_Node(tuple(left), devices=devices), leaves)
    patterns = leaves.patterns()
    compiled = [re.compile(pattern) for pattern in patterns]
    without = sum(1 for line in left if not any(pattern.match(line) for pattern in compiled))
    timed = sum("(?P<timestamp_text>" in pattern for pattern in patterns)
    if not timed or without > MOST_LOST * len(left):
        patterns.append(ANYTHING)
    return Header(tuple(_times_named(pattern) for pattern in patterns), _kinds(patterns, lines))


def _grow(node: _Node, leaves: _Leaves) -> None:
    """Part the lines by the column that comes next, and go on with each part."""
    if len(node.columns) >= MOST_COLUMNS or len(leaves.found) > 4 * MOST_HEADERS:
        leaves.add(node)
        return
    parts: dict[Atom | None, list[str]] = {}
    for rest in node.rests:
        parts.setdefault(_sure(node, rest), []).append(rest)
    for atom, rests in parts.items():
        part = replace(node, rests=tuple(rests))
        if atom is None:
            _grow_common(part, leaves)
        else:
            grown = part.then(atom)
            _grow(grown, leaves)


def _sure(node: _Node, rest: str) -> Atom | None:
    """Recognise a column by itself, in one line alone."""
    if node.columns and _is_body(rest):
        return None
    if not node.columns:
        if fits(PRIORITY, rest):
            return PRIORITY
        if fits(LETTER_TIME, rest):
            return LETTER_TIME
    relayed = node.after_time and node.columns[0] == PRIORITY.kind and len(node.columns) == 2
    if relayed and node.timed in ("iso", "relayed") and fits(STANDARD, rest) and _is_standard(rest):
        return STANDARD
    stamp = time_atom(rest, not node.timed)
    if stamp is not None and not (node.timed and node.ended and BY_NAME[stamp.field].has_year is False):
        return stamp
    if fits(DATE, rest) and node.columns and not node.ended:
        return DATE
    if "level" not in node.taken and fits(MARKED_LEVEL, rest):
        return MARKED_LEVEL
    if fits(MNEMONIC, rest):
        return MNEMONIC
    if "level" not in node.taken and fits(FACILITY, rest):
        return FACILITY
    if node.ended:
        return None
    return next((atom for atom in (TAG, SEQUENCE) if node.columns and fits(atom, rest)), None)


def _is_body(rest: str) -> bool:
    """Tell whether a row, an object or pairs begin right here: no header goes on in them."""
    return begins_body(rest.lstrip(" :"))


def _is_standard(rest: str) -> bool:
    """Tell the columns of RFC 5424 from those that came before it: a process without a colon, then its id."""
    words = rest.split(" ", 6)
    return (
        len(words) > 5
        and not words[2].endswith(":")
        and re.fullmatch(r"-|[0-9]+|\S*[^:\s]", words[3]) is not None
    )


def _grow_common(node: _Node, leaves: _Leaves) -> None:
    """Read a column that nearly all lines have, or a few words in front of one; else the header ends here."""
    words = next_words(node.rests)
    if senders := _senders(node, words):
        sent = [each.line for each in words if each.word in senders]
        _grow(replace(node, rests=tuple(sent)).then(SENDER), leaves)
        others = frozenset(node.rests) - frozenset(sent)
        node = replace(node, rests=tuple(rest for rest in node.rests if rest in others))
    body = tuple(rest for rest in node.rests if node.columns and _is_body(rest))
    if body:
        leaves.add(replace(node, rests=body))
        node = replace(node, rests=tuple(rest for rest in node.rests if not _is_body(rest)))
    atom = next(_common(node), None) if node.rests else None
    if atom is None:
        if node.rests:
            _grow_words(node, leaves)
        return
    _grow(node.then(_bracketed(atom, node)), leaves)
    rest = tuple(rest for rest in node.rests if not fits(atom, rest))
    if rest:
        _grow_words(replace(node, rests=rest), leaves)


def _senders(node: _Node, words: Sequence[NextWord]) -> frozenset[str]:
    """Find which of the next words of the lines are senders."""
    if "host" in node.taken or (node.ended and not node.after_time):
        return frozenset()
    ahead = replace(node, columns=(*node.columns, WORD.kind))
    if node.timed and are_devices([each.word for each in words], node.devices):
        return frozenset(each.word for each in words)
    all_have = len(words) >= NEARLY_ALL * len(node.rests)
    if not node.timed:
        return senders_before_time(words, node.columns[:1] == (PRIORITY.kind,)) if all_have else frozenset()
    if node.from_relay:
        return senders_of_relay(
            words, lambda after: bool(_sure(ahead, after) or fits(COLON, after) or _is_body(after))
        )
    return senders_behind_time(words) if node.after_time and all_have else frozenset()


def _bracketed(atom: Atom, node: _Node) -> Atom:
    """Take apart what stands in brackets, where it always has the same build; a known device is the sender."""
    if atom is not BRACKET:
        return atom
    if "host" not in node.taken and are_devices(
        [value.strip("[ ") for value in _values(node, atom)], node.devices
    ):
        return replace(atom, pattern=atom.pattern.replace("context", "host"))
    return replace(atom, pattern=split_brackets(atom.pattern, node.rests))


def _common(node: _Node) -> Iterator[Atom]:
    """Yield columns that are told by all lines together."""
    count = len(node.rests)

    def share(atom: Atom) -> float:
        return sum(1 for rest in node.rests if fits(atom, rest)) / count

    def few(atom: Atom) -> bool:
        values = [found[0] for rest in node.rests if (found := fits(atom, rest))]
        return count >= 2 and len(set(values)) <= max(2, 0.3 * count)

    if not node.columns and not few(SIGN):
        return
    if count < 2 and not node.timed:
        return
    if share(SIGN) >= NEARLY_ALL:
        yield SIGN
    for delimited in (PIPE, BAR):
        if not node.ended and share(delimited) >= NEARLY_ALL:
            yield _named_column(node, delimited)
    if not node.ended and "level" not in node.taken and share(LETTER) >= NEARLY_ALL and few(LETTER):
        yield LETTER
    if share(BRACKET) >= NEARLY_ALL and count >= 2:
        yield BRACKET
    if share(ANGLE) >= NEARLY_ALL and count >= 2 and node.timed:
        yield ANGLE
    if "level" not in node.taken and share(PLAIN_LEVEL) >= 0.8:
        yield PLAIN_LEVEL
    if node.timed and not node.ended and share(COMMA) >= NEARLY_ALL and (few(COMMA) or _numbers(node, COMMA)):
        yield _named_column(node, COMMA)
    if node.ended and not (node.columns[-1] == TAG.kind and share(COLON) >= NEARLY_ALL and few(COLON)):
        return
    if not node.columns:
        return
    if share(NUMBER) >= NEARLY_ALL and not node.ended:
        yield (
            NUMBER
            if "pid" not in node.taken
            else replace(NUMBER, pattern=NUMBER.pattern.replace("pid", "thread"))
        )
    if share(COLON) >= NEARLY_ALL and few(COLON):
        yield COLON
    if share(DOTTED) >= NEARLY_ALL and few(DOTTED):
        yield DOTTED


def _values(node: _Node, atom: Atom) -> list[str]:
    return [found[0].strip(" |,])>:;") for rest in node.rests if (found := fits(atom, rest))]


def _numbers(node: _Node, atom: Atom) -> bool:
    return all(map(str.isdigit, _values(node, atom)))


def _named_column(node: _Node, atom: Atom) -> Atom:
    values = _values(node, atom)
    keys = {key for key, sign, _ in (value.partition(": ") for value in values) if sign}
    if atom is COMMA and len(keys) == 1 and len(values) > 1 and all(": " in value for value in values):
        key = keys.pop()
        return keyed_comma(key, snake_name(key) or "value")
    if atom is not BAR:
        if all(value.isdigit() for value in values if value):
            return replace(atom, pattern=atom.pattern.replace("component", "pid"))
        placed = node.after_time or atom is COMMA
        if placed and node.hosts(values) and "host" not in node.taken:
            return replace(atom, pattern=atom.pattern.replace("component", "host"))
    return atom


def _grow_words(node: _Node, leaves: _Leaves) -> None:
    """Read words as columns where the same sure column follows them in nearly all lines."""
    client = Atom("client", WEB_CLIENT)
    if not node.columns and node.rests and sum(1 for rest in node.rests if fits(client, rest)):
        inside = tuple(rest for rest in node.rests if fits(client, rest))
        _grow(replace(node, rests=inside).then(client), leaves)
        node = replace(node, rests=tuple(rest for rest in node.rests if not fits(client, rest)))
    if not node.rests:
        return
    by_count: dict[int, list[str]] = {}
    for rest in node.rests:
        by_count.setdefault(_words_ahead(node, rest), []).append(rest)
    for count, rests in by_count.items():
        part = replace(node, rests=tuple(rests))
        if count == 0 or not _leads(part, count):
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
    ahead = replace(node, columns=(*node.columns, WORD.kind))
    for count in range(1, MOST_WORDS_AHEAD + 1):
        found = fits(WORD, rest)
        if found is None:
            return 0
        rest = rest[found.end() :]
        sure = _sure(ahead, rest)
        if sure is not None and (node.timed or sure.kind.startswith("time ")):
            return count
    return 0


def _leads(part: _Node, count: int) -> bool:
    """Judge whether the words are columns: right behind the time of syslog, or few of them before the same column."""
    values = [rest.split()[0].rstrip(":,;") for rest in part.rests]
    if part.from_relay and could_be_hosts(values):
        return True
    if len(values) < 3:
        return not part.timed
    return count <= 2 or len(set(values)) <= 0.5 * len(values)


def _role(part: _Node) -> Atom:
    """Name a word by its values and its place."""
    values = [found[0].strip(" \t])>:,;") for rest in part.rests if (found := fits(WORD, rest))]
    if "host" not in part.taken and (
        (part.from_relay and could_be_hosts(values)) or (part.hosts(values) and not all(map(is_ip, values)))
    ):
        return SENDER
    if all(map(is_ip, values)):
        return replace(WORD, pattern=WORD.pattern.replace("source", "address"))
    if all(value.isdigit() for value in values):
        name = "sequence" if not part.timed else "pid"
        return replace(WORD, pattern=WORD.pattern.replace("source", name))
    return WORD if not part.timed else replace(WORD, pattern=WORD.pattern.replace("source", "component"))


def _end(node: _Node, leaves: _Leaves) -> None:
    """End the header, but for a program in front of a lone sign."""
    if node.columns and not node.ended and len(node.rests) > 1:
        heads = [found[0].strip(" \t])>:,;") for rest in node.rests if (found := fits(WORD, rest))]
        certain = (
            len(heads) >= 10
            and len(heads) == len(node.rests)
            and len(set(heads)) <= max(3, 0.05 * len(heads))
        )
        named = node.hosts(heads) or (node.from_relay and could_be_hosts(heads))
        if node.after_time and "host" not in node.taken and certain and named:
            _grow(node.then(SENDER), leaves)
            return
        fitting = tuple(rest for rest in node.rests if fits(SEPARATED, rest))
        if len(fitting) >= NEARLY_ALL * len(node.rests):
            _grow(replace(node, rests=fitting).then(replace(SEPARATED, kind=COLON.kind)), leaves)
            return
    leaves.add(node)


def _times_named(pattern: str) -> str:
    """Where a header has several times, the first with a year is the record's: a relay's often has none."""
    names = re.findall(r"\(\?P<(timestamp_text(?:_[0-9]+)?)>", pattern)
    if len(names) < 2:
        return pattern
    years = [name for name in names if "(?:19|20)" in pattern.split(f"(?P<{name}>", 1)[1].split("(?P<", 1)[0]]
    chosen = years[0] if years else names[0]
    for number, name in enumerate(name for name in names if name != chosen):
        plain = (
            "received_text"
            if number == 0 and name == names[0]
            else f"device_time{'' if number == 0 else f'_{number + 1}'}"
        )
        pattern = pattern.replace(f"(?P<{name}>", f"(?P<{plain}>")
    return pattern.replace(f"(?P<{chosen}>", "(?P<timestamp_text>")


def _kinds(patterns: Sequence[str], lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Type the fields by their values in the sample. The message and the time stamp stay text."""
    compiled = [re.compile(_times_named(pattern)) for pattern in patterns]
    values: dict[str, list[str]] = {}
    for line in lines:
        found = next((match for each in compiled if (match := each.match(line))), None)
        for name, value in (found.groupdict() if found else {}).items():
            if value and value != "-":
                values.setdefault(name, []).append(value)
    text_fields = ("timestamp_text", "received_text", "level", "host", "process", "component")
    return tuple(
        (name, "string" if name in text_fields else kind_of_values(found))
        for name, found in values.items()
        if name != "message" and found
    )
