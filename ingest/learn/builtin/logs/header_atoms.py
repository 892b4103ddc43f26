"""The atoms of headers: times, levels, processes, brackets, numbers, signs and words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from ingest.files.read_times import find_time
from ingest.learn.builtin.logs.names import free_name
from reading.header_patterns import LEVEL_WORD
from reading.time_formats import BY_NAME
from reading.values import IPV4

LEVEL_CAPITALS = LEVEL_WORD.upper()
GLUE = r"[\])>:,;]*+\s*+"
INSIDE = r"[^\[\]\"]{0,160}(?:\[[^\[\]\"]{0,160}\][^\[\]\"]{0,160}){0,4}"
NAME = r"%?[^\s\[\]:,;\"'=<>|]+(?: ?\([^)\s]*\))?"
LETTERS = frozenset("VDIWEFNTA")


@dataclass(frozen=True, slots=True)
class Atom:
    """One column: an expression with a named group for each of its fields. `field` is the format of a time."""

    kind: str
    pattern: str
    field: str = ""

    def called(self, name: str) -> Atom:
        """Give the first field another name."""
        return replace(self, pattern=re.sub(r"\?P<\w+>", f"?P<{name}>", self.pattern, count=1))

    def write(self, taken: set[str]) -> str:
        """Give the expression with names that are free, and take them."""
        written = self.pattern
        for name in re.findall(r"\?P<(\w+)>", self.pattern):
            free = free_name(name, taken)
            taken.add(free)
            written = written.replace(f"?P<{name}>", f"?P<{free}>")
        return written


PRIORITY = Atom("priority", r"(?:[0-9]{1,5} )?<(?P<priority>[0-9]{1,3})>(?:1(?= ))?[^\w\s<\[{]*")
STANDARD = Atom(
    "standard",
    r" (?P<host>[^\s,]+) (?P<process>[^\s,]+) (?P<pid>[^\s,]+) (?P<message_id>[^\s,]+)"
    r"(?: (?:-|(?P<structured_data>(?:\[(?:[^\]\"\\]|\"(?:[^\"\\]|\\.)*\")*\])+))(?=\s|$))?",
)
"""What the standard for syslog (RFC 5424) puts behind the time."""
DATE = Atom("date", rf"{GLUE}(?P<date>(?:19|20)[0-9]{{2}}[-./][0-9]{{1,2}}[-./][0-9]{{1,2}})(?=\s)")
MARKED_LEVEL = Atom(
    "level",
    rf"{GLUE}(?:[\[(<|]\s*(?=(?i:{LEVEL_WORD})\s*[\])>|])|(?=(?i:{LEVEL_WORD}):(?:\s|$))"
    rf"|(?={LEVEL_CAPITALS}(?:[\s|]|$)))(?P<level>(?i:{LEVEL_WORD}))\s*[\])>]?:?",
)
"""A level in brackets, before a colon, or in capitals."""
TAG = Atom(
    "tag",
    rf"{GLUE}(?P<process>(?![0-9]+[:\[]){NAME})\[(?:(?P<pid>[0-9]+)\]:?|(?P<thread>[A-Za-z][\w.-]{{0,40}})\]:)(?=\s|$)",
)
MNEMONIC = Atom(
    "mnemonic",
    rf"{GLUE}%+(?:[0-9]{{2}}(?=[A-Z]))?(?P<component>[A-Z][A-Z0-9_]*+(?:-[A-Z][A-Z0-9_]*+){{0,3}}[-/](?P<severity>[0-7])[-/]\w+(?:-\w+){{0,3}})"
    r"(?:\([a-z]\))?(?:\[(?P<sequence>[0-9]+)\])?(?::|(?=\s|$))",
)
"""How network devices name their messages: `%LINK-3-UPDOWN:`, `%%01IFNET/4/IF_STATE(l)[7]:`."""
FACILITY = Atom(
    "facility",
    rf"{GLUE}(?P<facility>(?i:kern|user|mail|daemon|auth|syslog|lpr|news|uucp|cron|authpriv|ftp|local[0-7]))"
    rf"[./|](?P<level>(?i:{LEVEL_WORD}))(?=\s|:)",
)
"""The facility (RFC 5424, table 1) and the level, as collectors write them: `Local7.Notice`."""
SEQUENCE = Atom("sequence", rf"{GLUE}(?P<sequence>[0-9]+):(?=\s)")
SIGN = Atom("sign", r"[\])>]*\s*[-|*#=>/:]+(?=\s)")
LETTER = Atom("letter", rf"{GLUE}(?P<level>[{''.join(sorted(LETTERS))}])(?=\s|/)")
LETTER_TIME = Atom(
    "time letter month day",
    rf"(?P<level>[VDIWEF])(?P<timestamp_text>{BY_NAME['letter month day'].plain})",
)
"""How Google's loggers begin: `I1215 04:15:13.816036`."""
COLON = Atom("colon", rf"{GLUE}(?P<component>(?![0-9]+:){NAME})(?:\[(?P<pid>[0-9]+)\])?:(?=\s|$)")
NUMBER = Atom("number", rf"{GLUE}(?P<pid>[0-9]+)(?=\s)")
BRACKET = Atom("bracket", rf"{GLUE}\[(?P<context>{INSIDE})\]:?")
ANGLE = Atom("angle", r"[>\s]*<(?P<context>[^<>]*)>(?=\s)")
PIPE = Atom("pipe", r"\s*\|\s*(?P<component>[^|]{0,60}?)\s*(?=\|)")
BAR = Atom("bar", r"\s*\|\s*")
DOTTED = Atom("dotted", rf"{GLUE}(?P<component>[A-Za-z][\w$-]*(?:[./$][\w$-]+)+):?(?=\s)(?! - )")
PLAIN_LEVEL = Atom("plain level", rf"{GLUE}(?P<level>(?i:{LEVEL_WORD}))(?=[\s,|]|$)")
WORD = Atom("word", rf"{GLUE}(?P<source>(?![\])>:,;])[^\s=]+?)[,;:]?(?=\s)")
SENDER = Atom(
    "word", rf"{GLUE}(?P<host>(?=[0-9_.:-]*[A-Za-z]|{IPV4}[,;:]?\s)[A-Za-z0-9_][\w.:/-]*?)[,;:]?(?=\s)"
)
"""A word in the place of the sender: a name or an address."""
SEPARATED = Atom("separated", rf"{GLUE}(?P<process>\S+)(?: \S{{1,8}})? (?:-|\||:)(?=\s)")
NEARLY_ALL = 0.95
"""Of the lines: so many have a column."""
ENDING = (TAG.kind, COLON.kind, MNEMONIC.kind, STANDARD.kind)


def fits(atom: Atom, rest: str) -> re.Match[str] | None:
    """Match an atom, without its fields, at the beginning of what is left of a line."""
    return _without_fields(atom.pattern).match(rest)


@cache
def _without_fields(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\(\?P<\w+>", "(?:", pattern))


def time_atom(rest: str, first: bool) -> Atom | None:
    """Recognise a time at the beginning of a rest, in whatever brackets."""
    stamp = find_time(rest[:80])
    if stamp is None or rest[: stamp.start].strip("[](){}<>*#.:,;\"' "):
        return None
    if not BY_NAME[stamp.format].has_date and not first:
        return None
    relayed = stamp.format == "iso" and re.fullmatch(
        r"[-0-9]+T[0-9:.]+[+-][0-9:]+", rest[stamp.start : stamp.end]
    )
    return Atom(
        "time relayed" if relayed else f"time {stamp.format}",
        rf"[^\w\s]{{0,12}}\s{{0,12}}[^\w\s]{{0,12}}(?P<timestamp_text>{BY_NAME[stamp.format].plain})",
        stamp.format,
    )
