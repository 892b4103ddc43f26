"""Finds values that the section around them announces: `credentials: {core: X}`, `tacacs: {key: X}`, `[passwords]`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language_model.redaction.find_shaped import Span
from language_model.redaction.looks import Looks, looks_of
from language_model.redaction.secret_words import PROSE, Name, is_ordinary, name_of

ALL = r"(?:\w{1,30}[_-])??(?:credentials?|creds|secrets|passwords|passphrases|psks|logins"
ALL += r"|(?:snmp[_-])?communities|community_strings|(?:snmp-)?community-config|snmp_community"
ALL += r"|pins|puks|string_?data|bearer_?tokens)"
"""Sections whose values are secrets, but for those of BESIDE."""
USES = (
    r"(?:\w{1,30}[_-])??(?:tacacs|radius|snmp|auth|authentication|ntp|ospf|isis|bgp|macsec|wpa|wi-?fi|priv)"
)
USES += r"(?:plus|[_-]\w{1,20}|\d|s)?"
"""Sections in which a key is a secret."""
_DIGITS = re.compile(r"(?:.*[_-])?(?:pins|puks)", re.IGNORECASE)
"""Sections whose values are short numbers."""
_KEYS = re.compile(r"key|shared|value|md5|community|r[ow]|(?:read_?)?(?:read|write|only)", re.IGNORECASE)
BESIDE = re.compile(
    r"(?:.{0,60}[_.-])?(?:user|username|users|name|login|email|host|hostname|server|address|ip|port|url|uri|type|kind|id|uuid|path|file|key_?id|algo|algorithm|proto"
    r"|protocol|version|description|comment|enabled?|access|permission|permissions|role|group|groups|vrf|source|acl|view|level|method|mode|timeout|external|scope|service|env"
    r"|region|namespace|driver|label|labels|secret_?(?:name|ref)|format|template|default|required|provider|realm|domain|state|status|count|total|lines?|expires?\w*)",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"\s*+(?:- )?(?:\[(?P<ini>[\w. -]+)\]|[\"']?(?P<name>[\w-]+)[\"']?\s*+[:=]\s*+[\[{]?"
    r"|variable\s++\"(?P<variable>[\w-]++)\"\s*+\{)\s*+$"
)
_ANNOUNCES = re.compile(rf"(?P<all>{ALL})|(?P<uses>{USES})", re.IGNORECASE)
_PART = re.compile(
    r"(?P<close>[\]}])|(?P<end></[\w:-]+>)|<(?P<tag>[A-Za-z][\w:-]{0,60})(?:\s[^<>]*+)?(?<!/)>(?P<text>[^<>\s][^<>]*+)?+"
    r"|(?<![\w.\"'])[\"']?(?P<name>[A-Za-z0-9][\w./-]{0,60})[\"']?\]?\s*+(?:=>|[:=])\s*+(?=\S)(?P<open>[\[{]|array\()?+"
    r"|(?P<quote>[\"'])(?P<quoted>[^\"']++)(?P=quote)|(?P<bare>(?<![\w/.-])[^\s\"'<>\[\]{},;=:]++)|(?P<brace>[\[{])"
)


class SecretSections:
    """Reads lines in order, and remembers which sections around a line announce what stands in them."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str, str]] = []

    @property
    def inside(self) -> bool:
        """Say whether the next line may stand in a section."""
        return bool(self._open)

    def read(self, line: str) -> Iterator[Span]:
        """Take the next line, and yield where values stand that a section announces."""
        begins = line.lstrip(" \t")
        if not begins or begins[0] in "#;":
            return
        indent = len(line) - len(begins)
        depth = indent + begins.startswith("- ")
        while self._open and (depth <= self._open[-1][0] or begins[:1] == "["):
            if begins[0] in "]}" and indent == self._open[-1][0]:
                self._open.pop()
                return
            self._open.pop()
        head = _HEAD.match(line)
        if head:
            name = head["ini"] or head["name"] or head["variable"]
            kind = _kind(re.split(r"[. ]", name)[-1])
            if head["ini"] == "users" or (not head["ini"] and name_of(name) is Name.SECRET):
                kind = "all"
            if kind:
                self._open.append((-1 if head["ini"] else indent, kind, name))
        elif self._open or any(sign in line for sign in "{[<"):
            yield from self._parts(line, indent)

    def _parts(self, line: str, indent: int) -> Iterator[Span]:
        """Yield the values of a line, by the sections around it and those that begin on it."""
        inner: list[tuple[str, str]] = [(kind, name) for _, kind, name in self._open]
        outer, name = len(inner), ""
        for part in _PART.finditer(line):
            kind = inner[-1][0] if inner else ""
            if part["close"] or part["end"]:
                inner, name = inner[:-1] if len(inner) > outer else inner, ""
            elif part["brace"] or part["open"]:
                opened = part["name"] or name or (inner[-1][1] if inner else "")
                of_list = part["open"] in ("[", "array(") and (
                    name_of(opened) is Name.SECRET or ("snmp" in line and opened == "community")
                )
                if part["open"] == "{" and inner and inner[-1][1].lower().endswith("community"):
                    yield part.span("name")  # a table of communities
                inner.append((_kind(opened) or ("all" if of_list else kind), opened))
                name = ""
            elif part["tag"]:
                of_community = part["tag"] == "name" and inner and "communit" in inner[-1][1]
                inner.append((_kind(part["tag"]) or kind, "" if of_community else part["tag"]))
                if part["text"] and kind and _is_secret(kind, inner[-1][1], part["text"].strip()):
                    yield part.span("text")
            elif part["name"]:
                name = part["name"]
            elif kind:
                group = "quoted" if part["quoted"] else "bare"
                alone = name or (inner[-1][1] if kind == "all" else "")
                if "communit" in inner[-1][1]:
                    of_snmp = ("snmp" in line and "bgp" not in line) or any(
                        "snmp" in section.lower() for _, section in inner
                    )
                    kind = (
                        kind
                        if of_snmp or (name and not any("bgp" in section for _, section in inner))
                        else ""
                    )
                    alone = "" if name == "name" else alone
                is_value = name or part["quoted"] or line.lstrip().startswith("- ") or len(inner) > outer
                if kind and is_value and _is_secret(kind, alone, part[group]):
                    yield part.span(group)
                name = ""
        self._open += [(indent, kind, name) for kind, name in inner[outer:] if kind]


def _kind(name: str) -> str:
    announces = _ANNOUNCES.fullmatch(name)
    return (announces.lastgroup or "") if announces else ""


def _is_secret(kind: str, name: str, value: str) -> bool:
    looks = looks_of(value, quoted=" " in value)
    if (
        looks is Looks.NEVER
        or is_ordinary(value)
        or PROSE.search(value)
        or (looks is Looks.NUMBER and len(value) < (4 if _DIGITS.fullmatch(name) else 8))
    ):
        return False
    return _KEYS.fullmatch(name) is not None if kind == "uses" else BESIDE.fullmatch(name) is None
