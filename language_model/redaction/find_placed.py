"""Finds values whose name stands elsewhere: on a line above, or as the other half of a pair of name and value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from language_model.redaction.find_named import is_secret_of
from language_model.redaction.find_shaped import Span
from language_model.redaction.looks import is_random
from language_model.redaction.secret_words import Name, name_of

NAME_KEYS = "name key option field param parameter variable var attribute attr property setting item env"
"""Keys whose value is the name of a setting; the setting's value stands beside them."""
VALUE_KEYS = "value val default content data newvalue new_value stringvalue string_value"
"""Keys of a setting's value, in small letters."""
PLURALS = "passwords passphrases secrets psks communities"
"""Names of lists of secrets; what stands in one of `secrets` is as often the name of one."""
FARTHEST = 8
FARTHEST_IN_BLOCK = 40
"""Lines between a name and its value at most, and where the name is that of the block around both (Terraform)."""

_WORDS = r"[A-Za-z][\w./:#-]{0,80}"
_NAMER = re.compile(
    r"(?<![\w.-])(?=[\"'<\\]{0,2}[a-z])"
    rf"(?:[\"'<]|\\\")?(?:{NAME_KEYS.replace(' ', '|')})(?:[\"'>]|\\\")?(?P<is>\s*+(?:=>|[:=])\s*+|(?<=>))"
    rf"(?P<quote>\\?[\"']?)(?P<name>{_WORDS})(?P=quote)(?![\w(])"
    rf"|(?<![\w.-])(?:variable|setting|property|parameter)\s++\"(?P<block>{_WORDS})\"\s*+\{{",
    re.IGNORECASE,
)
_VALUE = re.compile(
    rf"(?<![\w.-])(?:[\"']|\\\")?(?:{VALUE_KEYS.replace(' ', '|')})(?:[\"']|\\\")?\s*+(?:=>|[:=])\s*+"
    r"(?:(?P<quote>\\?[\"'])(?P<quoted>(?:(?!(?P=quote)).)++)(?P=quote)|(?P<bare>[^\s\"',;{}\[\]<>][^\s,;{}<>]*+))"
    rf"|<(?:{VALUE_KEYS.replace(' ', '|')})>\s*+(?:<!\[CDATA\[)?(?P<element>[^<>\s\]][^<>\]]*+)(?:\]\]>)?</",
    re.IGNORECASE,
)
_ELEMENT = re.compile(r"[^<>]{0,200}(?<!/)>\s*+(?:<!\[CDATA\[)?(?P<element>[^<>\s\]][^<>\]]*+)(?:\]\]>)?</")
_HEAD = re.compile(
    r"(?P<indent>\s*+)(?:\{\s*+)?(?P<item>(?:[-?]\s++)*+)(?P<option>[\"']?--?(?=[A-Za-z]))?[\"']?"
    r"(?P<before>(?:[A-Za-z]++[ ]){0,2})(?P<name>[A-Za-z][\w.-]{0,60})[\"']?\s*+"
    r"(?P<how>[:=]\s*+(?:&\w++\s*+)?(?:![\w!]*+\s*+)?(?:[|>][-+0-9]{0,2}|[\[{(]|\"\"\"|'''|)|,|)\s*+(?:[#].*)?$"
)
_TAG = re.compile(
    r"(?P<indent>\s*+)(?:<[^<>]*+>\s*+)*?<(?:\w++:)?(?P<name>[A-Za-z][\w.-]{0,60})(?=[\s>]|$)[^<>]*+(?P<how>>\s*+(?:<!\[CDATA\[)?)?+\s*+$"
)
_LINE = re.compile(
    r"\s*+(?:[-:]\s++|>)*+(?:(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote)).)++)(?P=quote)|(?P<bare>[^\s\"',;]++))"
    r"[\s,;)\]}]*+(?:#.*)?$"
)
_ITEM = re.compile(
    r"(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote)).)++)(?P=quote)|(?P<bare>[^\s\"',()\[\]{}]++)"
)
_LOGIN = re.compile(r"\s*+(?:(?:machine|login|account)\s++\S++\s*+|default\s*+|account\s*+)++$")
_PASSWORD = re.compile(r"\s*+(?P<login>(?:(?:machine|login|account)\s++\S++\s++|default\s++)*+)password\s*+$")
"""Lines of netrc: a user, and a password's word whose value is on the next line."""
_PROMPT = re.compile(r"\S*[#>$%:]|(?:exit|end|quit|logout|next|!)")
_ASKS = re.compile(
    r"[^\"']*+\S?[\"'][^\"']*(?:assword|assphrase|asscode)[^\"'\w]{0,6}[:*][^\"'\w]{0,6}[\"'][\s);]*+$"
)
ASKED = r"ass(?:word|phrase|code)[][\w*.:?$ ]{0,20}+[\"'}]?[ \t\r]*+$"
_WAITS = re.compile(r"(?:pattern|expect|prompt)[ \t]++[\"'{]?[][\w*. :]{0,20}?" + ASKED)
_ANSWER = re.compile(
    r"\s*+(?:action \S{1,12} cli command\s++|[\w.]{0,30}?(?:send|write|answer|response)\w{0,12}+[\s(-]{0,5}+b?)"
    r"(?P<quote>[\"'])"
    r"(?P<quoted>[^\"'\\$]{3,}+)(?:\\[rn])*+(?P=quote)"
)
"""A script that waits for a prompt, and what it sends next."""
SENDS = r"send (?:-\S{1,9} ){0,3}\\?[\"'{][^\s\\\"'{}$]{4,64}+\\+[rn]"
_SENT = re.compile(SENDS.replace("[^", "(?P<bare>[^", 1).replace("{4,64}+", "{4,64}+)"))
"""What a script sends as a line."""
_TEXT = re.compile(r"[\s>]*+(?:<[Vv]alue>\s*+)?(?P<value>[^<>\s][^<>\]]*+)")
_COMMUNITY = re.compile(
    r"\s*+(?:inactive: )?community\s++(?P<quote>\"?)(?P<value>[^\s\"{};]++)(?P=quote)\s*+\{"
)
_ACCESS = re.compile(
    r"\s*+(?:authorization (?:read-only|read-write|ro|rw)|clients|client-list-name|client-list|view)\b"
)
_ATTRIBUTE = re.compile(
    r"(?<=[\"\]])(?P<name>[A-Za-z][\w-]{0,60})\[(?:(?P<old>[^\[\]\s>]*?)->)?(?P<new>[^\[\]\s>]++)\](?=[\"\w])"
)
_KEY = re.compile(
    r"\s*+(?:[\"'](?P<quoted>[^\"'|]++)[\"']|(?P<bare>[^\s\"':{}\[\],#-][^\s\"':{}\[\],]*+))\s*+:\s*+"
    r"(?:\{|(?:r[ow]|read[-_]?\w*+)?\s*+$)"
)
_FRAME = re.compile(r"\s*+[\[\]{}(),]*+\s*+$")


class _Kind(Enum):
    VALUE = "the other half of a pair"
    NEXT = "the next line, or a list below"
    ANSWER = "what a script sends after a prompt"
    LIST = "a list of the lines below, within brackets"
    BLOCK = "every line that is indented deeper"
    TEXT = "every line up to a row of three quotes"
    ELEMENT = "the text of an element"
    KEYS = "keys of an object, which are the secrets themselves"
    ACCESS = "what tells SNMP's communities from others"


@dataclass(frozen=True, slots=True)
class _Awaited:
    """What is to come behind a name: of which kind, `indent` is the name's, and how many lines it may still take."""

    kind: _Kind
    name: Name
    indent: int
    left: int = FARTHEST
    lists: bool = False
    child: int = 0


class PlacedValues:
    """Reads lines in order, and remembers a name whose value is still to come."""

    def __init__(self) -> None:
        self._awaited: _Awaited | None = None
        self._snmp = False

    @property
    def inside(self) -> bool:
        """Say whether the next line may hold a value named before."""
        return self._awaited is not None

    def read(self, line: str, *, announced: bool = True, snmp: bool = False) -> Iterator[Span]:
        """Take the next line, and yield where values named above or beside them stand.

        `announced`: the line holds one of STEMS, without which it names nothing. `snmp`: the block is SNMP's.
        """
        self._snmp = snmp
        awaited, self._awaited = self._awaited, None
        if awaited and awaited.left and not (announced and _is_new_name(line)):
            yield from self._take(awaited, line)
        if "ass" in line and _WAITS.search(line):
            self._awaited = _Awaited(_Kind.ANSWER, Name.SECRET, 0, left=1)
        if "send " in line:
            yield from (sent.span("bare") for sent in _SENT.finditer(line) if is_random(sent["bare"]))
        if announced and self._awaited is None:
            yield from _changed(line)
            yield from self._pairs(line)
            self._awaited = self._awaited or _head(line, snmp=snmp)
            community = _COMMUNITY.match(line)
            if community and _ACCESS.match(line, community.end()):
                yield community.span("value")
            elif community:
                self._awaited = _Awaited(_Kind.ACCESS, Name.COMMUNITY, 0, left=1)

    def _take(self, awaited: _Awaited, line: str) -> Iterator[Span]:
        """Yield the awaited values of a line, and await further ones."""
        indent = len(line) - len(line.lstrip())
        goes_on = replace(awaited, left=awaited.left - 1)
        if awaited.kind is _Kind.ACCESS:
            return
        if not line.strip():
            self._awaited = goes_on if awaited.indent or awaited.kind is not _Kind.NEXT else None
        elif awaited.kind is _Kind.ANSWER:
            answer = _ANSWER.match(line)
            if answer:
                yield answer.span("quoted")
        elif awaited.kind is _Kind.VALUE:
            yield from self._other_half(goes_on, line, indent)
        elif awaited.kind is _Kind.KEYS and (awaited.child or _KEY.match(line)):
            if indent > awaited.indent:
                self._awaited = replace(awaited, child=awaited.child or indent)
                key = _KEY.match(line) if indent <= (awaited.child or indent) else None
                span = _accepted(awaited.name, key) if key else None
                yield from [span] if span else ()
        elif awaited.kind is _Kind.BLOCK:
            if indent > awaited.indent:
                self._awaited = replace(awaited, left=FARTHEST)
                yield (indent, len(line.rstrip()))
        elif awaited.kind is _Kind.TEXT:
            end = min(at for at in (line.find('"""'), line.find("'''"), len(line)) if at >= 0)
            self._awaited = replace(awaited, left=FARTHEST) if end == len(line) else None
            if line[:end].strip():
                yield (indent, len(line[:end].rstrip()))
        elif awaited.kind is _Kind.ELEMENT:
            text = _TEXT.match(line)
            if text:
                yield text.start("value"), text.start("value") + len(text["value"].rstrip())
            self._awaited = goes_on if "<" not in line.replace("<![CDATA[", "") else None
        elif awaited.kind is _Kind.LIST:
            self._awaited = goes_on if "]" not in line and ")" not in line else None
            yield from _items(awaited.name, line)
        else:
            yield from self._next(goes_on, line, indent)

    def _next(self, awaited: _Awaited, line: str, indent: int) -> Iterator[Span]:
        is_item = line.lstrip().startswith("- ")
        if _FRAME.match(line):
            self._awaited = replace(awaited, kind=_Kind.LIST) if "[" in line else None
            return
        if indent < awaited.indent or (awaited.lists and not is_item):
            return
        value = _LINE.match(line)
        if value is None:
            return
        if value["bare"] and _PROMPT.fullmatch(value["bare"]):
            return
        self._awaited = replace(awaited, left=FARTHEST, lists=True) if is_item else None
        span = _accepted(awaited.name, value)
        if span:
            yield span

    def _other_half(self, awaited: _Awaited, line: str, indent: int) -> Iterator[Span]:
        begins = line.lstrip()
        leaves = indent < awaited.indent or (indent == awaited.indent and begins[:1] in ("}", "]"))
        if leaves or (begins.startswith("- ") and indent <= awaited.indent) or begins.startswith("</prop"):
            return
        value = _VALUE.search(line)
        if value is None:
            self._awaited = awaited if "}" not in line or indent > awaited.indent else None
        elif (span := _accepted(awaited.name, value)) is not None:
            yield span

    def _pairs(self, line: str) -> Iterator[Span]:
        """Yield the values of the pairs on a line; a name that stands without one is remembered."""
        namers = list(_NAMER.finditer(line))
        for at, namer in enumerate(namers):
            name = namer["name"] or namer["block"]
            kind = _kind_of(name, snmp=self._snmp)
            if kind is None or line.startswith("(", namer.end()):
                continue
            end = namers[at + 1].start() if at + 1 < len(namers) else len(line)
            closed = line.find("}", namer.end(), end)
            value = _VALUE.search(line, namer.end(), end if closed < 0 else closed)
            begin = max(line.rfind(mark, 0, namer.start()) for mark in "{}<")
            if value is None and begin >= 0:
                value = next(_VALUE.finditer(line, begin, namer.start()), None)
            in_tag = line.rfind("<", 0, namer.start()) > line.rfind(">", 0, namer.start())
            if value is None and in_tag and not line.startswith("</", namer.end()):
                value = _ELEMENT.match(line, namer.end())
            if value is not None:
                span = _accepted(kind, value)
                if span is not None:
                    yield span
            elif closed < 0 and at + 1 == len(namers):
                head = re.match(r"\s*(?:-\s+)?", line)
                left = FARTHEST if namer["name"] else FARTHEST_IN_BLOCK
                self._awaited = _Awaited(_Kind.VALUE, kind, head.end() if head else 0, left)

    def above(self, lines: Sequence[str], at: int) -> tuple[int, Span] | None:
        """Return the index of a line before `at`, and the place on it, of a value that the line at `at` names.

        A line above may also tell that the one below holds a value, which is awaited.
        """
        if at and _ACCESS.match(lines[at]):
            community = _COMMUNITY.match(lines[at - 1])
            return (at - 1, community.span("value")) if community else None
        awaited = self._awaited
        password = _PASSWORD.match(lines[at]) if awaited is None else None
        if password and (password["login"] or (at and _LOGIN.match(lines[at - 1]))):
            self._awaited = _Awaited(_Kind.NEXT, Name.SECRET, 0, left=1)
            return None
        if awaited is None or awaited.kind is not _Kind.VALUE:
            return None
        indent = awaited.indent
        for before in range(at - 1, max(-1, at - FARTHEST), -1):
            line = lines[before]
            head = re.match(r"\s*(?:-\s+)?", line)
            if not line.strip() or head is None or head.end() != indent or _NAMER.search(line):
                return None
            value = _VALUE.search(line)
            if value:
                span = _accepted(awaited.name, value)
                return (before, span) if span else None
            if head[0].strip() or line.lstrip()[:1] in "{}":
                return None
        return None


def _kind_of(name: str, *, snmp: bool) -> Name | None:
    """Say what a setting's name announces; of a list, what it announces of each of its elements."""
    name = re.split(r"[./:#]", name)[-1]
    last = name.lower().removesuffix("-v6")
    plural = re.split(r"[-_]", last)[-1]
    if plural == "communities" or last.endswith("community"):
        return Name.SECRET if snmp or "snmp" in last else None
    if plural in PLURALS.split():
        return Name.TOKEN if plural == "secrets" else Name.SECRET
    kind = name_of(name)
    return None if kind in (Name.KEY, Name.AUTH, Name.CIPHER, Name.COMMUNITY) else kind


def _is_new_name(line: str) -> bool:
    namer = _NAMER.search(line)
    return namer is not None and _kind_of(namer["name"] or namer["block"], snmp=False) is not None


def _accepted(name: Name, value: re.Match[str]) -> Span | None:
    groups = value.groupdict()
    group = next((group for group in ("quoted", "bare", "element") if groups.get(group)), "")
    if not group or not is_secret_of(name, value[group], quoted=group != "bare"):
        return None
    return value.span(group)


def _items(name: Name, line: str) -> Iterator[Span]:
    for item in _ITEM.finditer(line):
        group = "quoted" if item["quoted"] else "bare"
        if is_secret_of(name, item[group], quoted=group == "quoted"):
            yield item.span(group)


def _changed(line: str) -> Iterator[Span]:
    """Yield the values, old and new, of attributes that a log writes as `name[old->new]`."""
    for attribute in _ATTRIBUTE.finditer(line) if "[" in line else ():
        kind = _kind_of(attribute["name"], snmp=False)
        for group in ("old", "new"):
            if attribute[group] and kind is Name.SECRET and is_secret_of(kind, attribute[group], quoted=True):
                yield attribute.span(group)


def _head(line: str, *, snmp: bool) -> _Awaited | None:
    """Return what is to come when a line ends behind a name."""
    if _ASKS.match(line):
        return _Awaited(_Kind.ANSWER, Name.SECRET, 0, left=1)
    if line.rstrip().endswith((">", "[")) or "<" in line:
        tag = _TAG.match(line)
        if tag and _kind_of(tag["name"], snmp=snmp) is Name.SECRET:
            return _Awaited(_Kind.ELEMENT, Name.SECRET, len(tag["indent"]))
    head = _HEAD.match(line)
    kind = _kind_of(head["name"], snmp=snmp) if head else None
    if head is None or kind is None:
        return None
    how, indent = head["how"].strip(), len(head["indent"])
    if how in ("", ","):
        if not (head["option"] or head["item"].startswith("?")):
            return None
        return _Awaited(_Kind.NEXT, kind, indent, left=1)
    marks = how[1:].strip()[-1:] if how[1:].strip() else ""
    if "|" in how or (">" in how and how != ">"):
        return _Awaited(_Kind.BLOCK, kind, indent + len(head["item"]))
    if how.endswith(('"""', "'''")):
        return _Awaited(_Kind.TEXT, kind, indent)
    if marks == "(":
        return _Awaited(_Kind.LIST, kind, indent)
    if marks in ("{", "") and "communit" in head["name"].lower():
        return _Awaited(_Kind.KEYS, kind, indent)
    if marks == "{":
        return _Awaited(_Kind.VALUE, kind, indent) if '"' in line else None
    return _Awaited(_Kind.NEXT, kind, indent, left=2)
