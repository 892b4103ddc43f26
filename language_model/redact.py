"""Puts stand-ins in the place of secrets: in lines of documents as they are read, and in what people type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from ahocorasick_rs import BytesAhoCorasick, Implementation

from language_model.redaction.find_blocks import BlockPart, SecretBlocks, SnmpBlocks
from language_model.redaction.find_columns import SecretColumns
from language_model.redaction.find_commands import find_commands
from language_model.redaction.find_documents import in_secret_document, is_list_of_secrets, last_value
from language_model.redaction.find_known import KnownSecrets, is_distinct
from language_model.redaction.find_named import find_named
from language_model.redaction.find_placed import PlacedValues
from language_model.redaction.find_sections import SecretSections
from language_model.redaction.find_shaped import (
    LEAST_RUN,
    RUN_SIGNS,
    Span,
    find_shaped,
    goes_on,
    is_public_key,
    is_random_run,
)
from language_model.redaction.find_statements import find_statements, may_be_statement
from language_model.redaction.find_told import TELLS, find_told
from language_model.redaction.find_weighed import find_weighed
from language_model.redaction.secret_words import PLAIN, QUALIFIERS, STEMS, WITHOUT_SECRET, Name, name_of
from language_model.redaction.signs import HINTS
from language_model.redaction.stand_in import STAND_IN, is_default, is_removed, key_stand_in, stand_in
from language_model.redaction.undisguise import disguised, undisguise

LONGEST = 4_000
"""Characters of a line that are read at once: what stands before a value is read again for each value."""
_PIECES = re.compile(rf"(?s).{{1,{LONGEST}}}(?:(?<=[,;}}>&\s])|$)|.{{1,{LONGEST}}}")


IsName = Callable[[str], bool]
"""Says whether the graph knows a text as the name of a thing."""


def _is_no_name(_: str) -> bool:
    return False


def redact_text(text: str, is_name: IsName = _is_no_name) -> str:
    """Redact what a person types, or a message; what `is_name` of a thing stays."""
    return "\n".join(LineRedactor(is_name=is_name, typed=True).lines(text.split("\n")))


def secrets_in(line: str) -> tuple[str, ...]:
    """Return what stands in a line as a secret: also a stand-in, or what everybody tries first."""
    found = LineRedactor().find(line)
    return tuple(line[start:end] for start, end in found)


class LineRedactor:
    """Reads the lines of one document in order; under `key` equal secrets get equal stand-ins.

    `typed`: a person wrote the lines, so that two words such as "password change" are no statement. `path` is the
    document's: its name may say what stands in it. `secrets` are those found elsewhere, which are hidden here too.
    `distinct` gathers those found here that are like no name, and so may be looked for elsewhere.
    """

    def __init__(
        self,
        key: bytes = b"",
        is_name: IsName = _is_no_name,
        *,
        typed: bool = False,
        path: str = "",
        secrets: Sequence[str] = (),
    ) -> None:
        self.distinct: set[str] = set()
        self._elsewhere = KnownSecrets(secrets) if secrets else None
        self._key = key
        self._is_name = is_name
        self._typed = typed
        self._blocks, self._snmp = SecretBlocks(), SnmpBlocks()
        self._placed, self._columns, self._sections = PlacedValues(), SecretColumns(), SecretSections()
        self._open = ""
        self._is_list, self._of_snmp = is_list_of_secrets(path), "snmp" in path.rsplit("/", 1)[-1].lower()

    def lines(self, lines: Sequence[str]) -> list[str]:
        """Return the next lines of the document, redacted; most are only looked at together."""
        done, documents = list(lines), list[int]()
        read = 0
        suspects = _suspects(lines) | (self._elsewhere.lines(lines) if self._elsewhere else set())
        for suspect in (*sorted(suspects), len(lines)):
            while read < suspect and self._inside:
                self._read(lines, read, done)
                read += 1
            read = suspect
            if suspect < len(lines):
                self._read(lines, suspect, done)
                read += 1
                documents += [suspect] if "Secret" in lines[suspect] else []
        self._redact_documents(lines, documents, done)
        return done

    def _redact_documents(self, lines: Sequence[str], told: Sequence[int], done: list[str]) -> None:
        """Redact in `done` what the documents hold whose lines, at `told`, say that they hold secrets."""
        values: dict[int, dict[Span, str]] = {}
        for at, span in chain.from_iterable(in_secret_document(lines, at) for at in told):
            values.setdefault(at, {})[span] = ""
        for at, spans in values.items():
            if done[at] == lines[at] or at in told:
                done[at] = self._replace(lines[at], spans)

    def _read(self, lines: Sequence[str], at: int, done: list[str]) -> None:
        """Redact the line at `at` in `done`, and one above it whose value it names."""
        distinct, stays = self.distinct, at > 0 and _is_known_to_stay(lines, at)
        self.distinct = set() if stays else distinct
        redacted, self.distinct = self._line(lines[at]), distinct
        done[at] = lines[at] if stays else redacted
        reached = self._placed.above(lines, at)
        if reached and done[reached[0]] == lines[reached[0]]:
            done[reached[0]] = self._replace(lines[reached[0]], {reached[1]: ""})

    @property
    def _inside(self) -> bool:
        return (
            self._open != ""
            or self._is_list
            or self._blocks.inside
            or self._snmp.inside
            or self._placed.inside
            or self._columns.inside
            or self._sections.inside
        )

    def _line(self, line: str) -> str:
        if len(line) > LONGEST:
            return "".join(map(self._piece, _PIECES.findall(line)))
        return self._piece(line)

    def _piece(self, line: str) -> str:
        block = self._blocks.read(line)
        if block:
            self._snmp.read(line)
            return self._of_block(line, block)
        found = dict(self.find(line))
        found |= dict.fromkeys(self._continued(line), "")
        return self._replace(line, found) if found else line

    def _continued(self, line: str) -> Iterator[Span]:
        """Yield what is secret because of the unfinished line before this one, and keep what this one leaves open."""
        begins = line.lstrip()
        closed = _CLOSED.match(begins) is not None
        if self._open and (self._open[-1] != " " or closed):
            whole, shift = self._open + begins, len(line) - len(begins) - len(self._open)
            for start, end in self._known(whole, _stems_in(whole)):
                if end + shift > len(line) - len(begins):
                    yield max(start + shift, len(line) - len(begins)), end + shift
        before, self._open = self._open, ""
        if line.endswith("\\"):
            self._open = (before[-LONGEST:] if before[-1:] != " " else "") + line[:-1]
            self._open = self._open.rstrip(" ") + ("\t" if self._open.endswith(" ") else "")
        elif _UNFINISHED.fullmatch(line) and any(stem in line for stem in STEMS):
            self._open = f"{line.rstrip()} "

    def find(self, line: str) -> Mapping[Span, str]:
        """Return where secrets stand in the next line, outside of key material, with its kind where known."""
        in_snmp = self._snmp.read(line) or self._of_snmp
        stems = _stems_in(line)
        found: dict[Span, str] = dict.fromkeys(self._known(line, stems, snmp=in_snmp), "")
        found |= dict.fromkeys(self._columns.read(line), "")
        found |= dict.fromkeys(self._sections.read(line), "")
        found |= dict.fromkeys(self._placed.read(line, announced=bool(stems), snmp=in_snmp), "")
        found |= dict.fromkeys(last_value(line), "") if self._is_list and not found else {}
        looks = undisguise(line)
        if looks:
            text, places = looks
            found |= dict.fromkeys(
                (
                    (places[start], places[end])
                    for start, end in self._known(text, _stems_in(text), shaped=False)
                ),
                "",
            )
        found |= dict.fromkeys(self._elsewhere.find(line) if self._elsewhere else (), "")
        return found | dict.fromkeys(self._snmp.named(line), "community")

    def _known(
        self, line: str, stems: Sequence[str], *, snmp: bool = False, shaped: bool = True
    ) -> Iterator[Span]:
        """Yield where secrets stand that the line itself tells; `stems` are those in it of words that announce them.

        `shaped`: also those that nothing but their looks tells.
        """
        if line.rstrip() in WITHOUT_SECRET:
            return
        if shaped:
            yield from find_shaped(line)
            yield from find_weighed(line)
        known = [*find_commands(line), *find_statements(line, typed=self._typed)]
        yield from known
        if stems:
            yield from find_named(line, stems, snmp=snmp, known=known)
        yield from find_told(line)

    def _of_block(self, line: str, block: BlockPart) -> str:
        body = line[block.start : block.end]
        made = body if STAND_IN.search(body) else key_stand_in(body, self._key)
        return line[: block.start] + made + line[block.end :]

    def _replace(self, line: str, found: Mapping[Span, str]) -> str:
        """Replace what was found; a kind is given where the line does not tell it."""
        pieces, at = [], 0
        for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
            secret = line[start:end]
            stays = (
                is_default(secret) or is_removed(secret) or STAND_IN.search(secret) or self._is_name(secret)
            )
            if start >= at and not stays and not is_public_key(secret):
                self.distinct.update([secret] if is_distinct(secret) else ())
                pieces += [line[at:start], stand_in(line, start, end, self._key, found[start, end])]
                at = end
        return "".join([*pieces, line[at:]])


def _is_known_to_stay(lines: Sequence[str], at: int) -> bool:
    """Say whether the lines above tell that one holds a public key, or which key of a chain the lines below hold."""
    if _IN_PUBLIC.match(f"{lines[at - 1]}\n{lines[at]}"):
        return True
    if not _KEY_ID.fullmatch(lines[at]):
        return False
    margin = lines[at].index("k")
    above = (line for line in reversed(lines[max(0, at - _LONGEST_CHAIN) : at]) if line[:margin].strip())
    return _KEY_CHAIN.match(next(above, "")) is not None


def _stems_in(line: str) -> list[str]:
    lowered = line.lower()
    return [stem for stem in STEMS if stem in lowered]


# Looks through many lines at once for those that may hold a secret. It may take a line for one that holds none.


_IN_PUBLIC = re.compile(
    r"\s*+[<\"']?public(?:-?keys?)?(?: [^\s{]++)?[\"'>]?:?(?: \{)?\n\s*+[<\"']?key[\"'>]?[\s:=]*+[\"']?"
    r"[\w+/]{40,}+=*+[\"']?(?:</key>)?[;,]?\s*+$",
    re.IGNORECASE,
)
"""A key of a block that says that it is a public one's, as long as these are, and alone on its line."""
_KEY_ID = re.compile(r"\s++key \w++\s*+")
_KEY_CHAIN = re.compile(r"\s*+key[ -]?chain ")
_LONGEST_CHAIN = 60
"""Lines of a chain's keys that are looked through for its head."""
_CLOSED = re.compile(r"\"[^\"]*+\"\s*+;")
_UNFINISHED = re.compile(r"(?:.*[{;])?+\s*+[a-z][a-z0-9-]*+(?: [a-z0-9-]++){0,3}+\s*+")
"""A statement of Junos whose value, in quotes, is on the next line."""
_LOOK = BytesAhoCorasick([hint.encode() for hint in (*STEMS, *HINTS)], implementation=Implementation.DFA)
_FOLLOWS = [None] * len(STEMS) + [
    re.compile(pattern.encode()) if pattern else None for pattern in HINTS.values()
]
_CLASSES = bytes(ord("a") if chr(code) in RUN_SIGNS else ord(" ") for code in range(256))
_LONG_RUN = b"a" * LEAST_RUN
_NEAR = 200
"""Bytes around a place that are looked at, so that a long line takes no longer than as many short ones."""
_BEFORE = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_.-")
_WORD = re.compile(rb"[a-zA-Z][\w.-]*")
_NEXT = re.compile(rb"[ \t]++([a-z][a-z/-]*+)(?=[\s;,:.!?)\]]|$)")
_GOES_ON = QUALIFIERS | {"level", "string", "name"}
_BINDS = frozenset(["for", "from", "of", "is", "was", "has", "and", "or"])
"""Words that no device takes for a password, and that follow one in every line of some logs."""
_DIGIT = re.compile(rb"[0-9]")
_TAG = frozenset(b"-_")
_HEX = re.compile(rb"[0-9a-fA-F]+")
_LOGIN = re.compile(
    rb"//[^\s/:@]*:[^\s/@]|[^/:][/][^\s/:]*\d|//[^\s/:@]{20,}$|//[^\s/:@]+/[^\s/:@]+$|[\w.-]:[^\s/:@]{6,64}$"
)


def _suspects(lines: Sequence[str]) -> set[int]:
    """Return which lines may hold a secret."""
    whole = "\n".join(lines).encode("utf-8", "replace")
    lowered = whole.lower()
    found = set() if whole.isascii() else set(disguised(lines))
    line = start = 0
    for place in sorted({*_announced(whole, lowered), *_random_runs(whole, lowered)}):
        if place >= start:
            line += whole.count(b"\n", start, place)
            start = place
            found.add(line)
    return found


def _announced(whole: bytes, lowered: bytes) -> Iterator[int]:
    """Yield places where a word or a sign announces a secret, one for each line."""
    end = -1
    for hint, start, _ in _LOOK.find_matches_as_indexes(lowered, overlapping=True):
        if start > end:
            pattern = _FOLLOWS[hint]
            if pattern.match(lowered, start) if pattern else _is_named(whole, lowered, start):
                end = lowered.find(b"\n", start)
                yield start
                if end < 0:
                    return


def _is_named(whole: bytes, lowered: bytes, at: int) -> bool:
    """Say whether the word around a place announces a secret, and no plain word follows it."""
    if lowered[at] == ord("@"):
        return bool(_LOGIN.search(lowered, max(0, at - _NEAR), at))
    least = max(0, at - _NEAR)
    while at > least and lowered[at - 1] in _BEFORE:
        at -= 1
    word = _WORD.search(whole, at, at + 2 * _NEAR)
    name = name_of(word[0].decode().rstrip(".")) if word else None
    if word is None or name is None:
        return False
    follows = _NEXT.match(lowered, word.end())
    if follows is None:
        return name not in (Name.AUTH, Name.CIPHER) or whole[word.end() : word.end() + 1].isspace()
    next_word = follows[1].decode()
    if next_word not in PLAIN or next_word in _GOES_ON:
        return True
    if TELLS.match(lowered, word.end()):
        return True
    if next_word in _BINDS:
        return False
    return may_be_statement(lowered[max(lowered.rfind(b"\n", least, at) + 1, least) : at])


def _random_runs(whole: bytes, lowered: bytes) -> Iterator[int]:
    """Yield where long runs of letters and digits are that nobody writes as a name or a path."""
    classes = whole.translate(_CLASSES)
    at = classes.find(_LONG_RUN)
    while at >= 0:
        end = classes.find(b" ", at)
        end = len(classes) if end < 0 else end
        size, run = end - at, whole[at:end]
        user = lowered.rfind(b"user", max(0, at - _NEAR), at) if size >= 32 else -1
        of_user = user >= 0 and whole.find(b"\n", user, at) < 0 and _HEX.fullmatch(run)
        if (of_user or not run.islower()) and _may_be_random(run):
            around = whole[max(0, at - 1) : end + 2].decode("latin-1")
            if of_user or (
                is_random_run(run.decode()) and not goes_on(around, min(at, 1), min(at, 1) + size)
            ):
                yield at
        at = classes.find(_LONG_RUN, end)


def _may_be_random(run: bytes) -> bool:
    """Say whether a run has a digit, and is long, of capitals, or a tag with what follows it."""
    return bool(_DIGIT.search(run)) and (len(run) >= 32 or not _TAG.isdisjoint(run[2:7]) or run.isupper())
