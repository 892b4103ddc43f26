"""Finds secrets that a sentence of a log or text tells: "the password was changed to X", "Credentials: ann / X"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language_model.redaction.find_commands import names_user
from language_model.redaction.find_shaped import Span
from language_model.redaction.looks import Looks, is_random, looks_of
from language_model.redaction.secret_words import BGP, COPULAS, FOREIGN, is_ordinary

LINKS = "is are was were be been being has set changed reset updated now to as"
"""Words between a name and its value that tell what it is, or what became of it."""
_LINK = f"{LINKS} {COPULAS}".replace(" ", "|")
_FOREIGN = "|".join(word.replace("_", " ") for word in FOREIGN.split())
_NAMES = (
    "pass(?:word|wd|[ -]?phrase|code)|p/w|pwd?|(?:old|new|current|root|admin)[ -]pass|secret|psk|community"
    "|(?:bgp|ospf|isis) md5|(?:api|pre-?shared|shared|secret|private|access|encryption|wi-?fi|wlan|license)[ -]key"
    "|(?:api|access)[ -]token|(?:snmp|ro|rw|read|write)[ -]string|enable(?= (?:on|for|of) )"
)
_VALUE = r"[^\s\"'`()\[\]<>,;:\uff1a]{6,128}+"
_TOLD = re.compile(
    rf"(?=\w)(?<![\w.$-])(?:(?P<name>{_NAMES})(?![\w`-])|(?P<foreign>{_FOREIGN})(?!\w))"
    rf"(?P<how>(?:\s++(?:string|name|value|md5)(?![\w-]))?+(?:\s*+\([^()]{{1,30}}\)(?=\s*+:))?+"
    rf"(?:\s++(?:for|of|on)(?:\s++(?!(?:{_LINK})(?![\w-]))[^\s:=]++){{1,4}}+)?+(?:\s++(?:{_LINK})(?![\w-]))*+"
    rf"(?:\s++from\s++[\"']?(?P<old>{_VALUE})[\"']?\s++to\s++[\"']?|\s*+(?:->|=>|[:=\uff1a])?+\s*+(?:(?P<quote>[\"'])(?=[^\"']{{6,128}}(?P=quote))|[\"'`(]?+)))"
    rf"(?P<new>(?(quote)[^\"']++|{_VALUE}))",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"[\"'`)]?(?:[.!}\],]*\s*$|\s+(?:for|from|and|loaded|accepted|rejected|refused)\b|(?P<linked>[,;)]|\s+(?:on|in|at|to|was|is|new|\()))"
)
"""What stands behind a plain word that is a secret."""
_LOGIN = re.compile(
    r"(?<![\w-])(?:(?:\w{1,20}[_-])?credentials?|(?:\w{1,20}[_-])?creds|(?:default[ _])?login"
    r"|log(?:ged)? in (?:with|as)|root|admin(?:istrator)?)[\"']?"
    r"\s*+[:=]?\s*+[\"']?[A-Za-z][\w.-]{0,20}+(?:\s/\s|/|(?<!:):|\s(?:with|using)\s(?=[^\s\"']*[0-9#%&!@$]))"
    r"(?P<new>(?!\d)[^\s\"'/:<>{}(),;\[\]]{6,40}+)(?=[\"'.,)]?(?:\s|$))",
    re.IGNORECASE,
)
_SNMP = re.compile(r"snmp|authenticat|string|community changed|credential", re.IGNORECASE)
TELLS = re.compile(
    rb"(?:[ \t]++(?:(?:for|of|on)(?:[ \t]++(?!(?:%s)[ \t])[^\s:=]++){1,4}+|from|string|name|%s)(?![\w-]))++"
    rb"(?:[ \t:=>(\"'\[-]*+(?=[^\s\"'):]*[0-9])(?=[^\s\"'):]*[a-z])[^\s\"'):]{6}|[ \t]*+[:=][ \t]*+\S{6}"
    rb"|[ \t]++[\"']\S{5}|[ \t]++\S{6,40}+[ \t]++to[ \t]|(?<=[ \t](?:to|is))[ \t]++\S{6,40}+(?:$|[.,;!\r\n]))"
    % ((LINKS.replace(" ", "|").encode() + b"|from",) * 2)
)
"""What stands behind a name, in small letters, where a value is told."""


def find_told(line: str) -> Iterator[Span]:
    """Yield what is told of a name: letters mixed with digits, or a word that nothing ordinary is called by."""
    is_snmp = _SNMP.search(line) is not None
    for told in _TOLD.finditer(line):
        how = told["how"].strip()
        if not told["how"] or names_user(line, told):
            continue
        if told["name"] == "community" and (
            BGP.fullmatch(told["new"]) or not (is_snmp or (how[-1:] in ("'", '"') and how[:-1].strip()))
        ):
            continue
        for group in ("old", "new"):
            value = (told[group] or "").rstrip(".!?")
            end = told.start(group) + len(value)
            looks = looks_of(value, quoted=" " in value)
            is_mixed = looks is Looks.RANDOM and is_random(value, least=6)
            if is_mixed and (
                how not in ("", ":", "=") or told["foreign"] or (is_snmp and told[0][:1] in "cC")
            ):
                yield told.start(group), end
            elif (how or told["name"]) and looks in (Looks.WORD, Looks.RANDOM) and not is_ordinary(value):
                ends = _ENDS.match(line, end)
                if ends and (how or not ends["linked"]):
                    yield told.start(group), end
    for login in _LOGIN.finditer(line):
        if not is_ordinary(login["new"]) and looks_of(login["new"]) in (Looks.WORD, Looks.RANDOM):
            yield login.span("new")
