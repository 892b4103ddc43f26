"""Finds secrets that no single sign tells: a name's words, the value's form and what stands beside it are weighed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from language_model.redaction.find_sections import BESIDE
from language_model.redaction.find_shaped import Span
from language_model.redaction.looks import Looks, is_random, looks_of
from language_model.redaction.secret_words import ABOUT, ALGORITHM, BGP, is_ordinary

HEADS = """\
pin puk token tok totp hotp authkey signing community passphrase pw pwd psk secret cred creds shared unlock auth enable
"""
"""Words at a name's end of which the value itself is the proof: a word is enough that nothing ordinary is called by."""
_ALSO = ("enable", "auth", "comm", "community")
"""Those of HEADS that are as often a switch or a way: a mere word is none's proof."""
_FIRST = ("psk", "password", "passphrase", "passwd", "pwd")
"""Those that may stand first: `psk_vienna`; what a mixed value, or any one of `psk_`, proves."""
CODES = "unlock access door security entry alarm activation pairing gate lock admin sim panel pin"
"""Words before "code" of which the value, digits too, opens something."""
FIELD = """\
radius tacacs ldap local group server list primary secondary profile guest network ops prod production staging dev core
edge auth aaa method login default user users admin snmp ospf bgp isis eigrp ntp key keys chain ring vpn ipsec ike psk
wpa wlan wifi ssid vlan acl policy map site branch hq lab test token session peer peers east west north south main
backup internal external inside outside trust untrust open shared mutual cert client device port bus switch router
firewall wan lan dmz mgmt management oauth saml kerberos eap peap tls pam basic digest none mac portal web api
proxy service
"""
"""Words that names of things in a network are made of."""

_NAME = r"[A-Za-z][\w.-]{0,60}"
_ASSIGNED = re.compile(
    rf"(?<![\w.$/-])\$?(?P<name>{_NAME})\\?[\"']?\]?\s*+(?::=|=>|[:=](?![:=]))\s*+(?P<value>\\?[\"'](?P<quoted>[^\"'\\]++)\\?[\"']|(?P<bare>[^\s\"',;&|(){{}}\[\]<>=]++=*+))"
    rf"|(?<![\w.-])(?:local|global|set|setenv|declare|let|option)\s++(?P<set>{_NAME})\s++\\?[\"']?(?P<of_set>[^\s\"'\\;]++)(?=\\?[\"']?\s*+(?:$|;|\\[rn]))"
    rf"|<(?:\w++:)?(?P<tag>{_NAME})>(?P<element>[^<>\s]++)</"
)
_PAIR = re.compile(
    r"(?P<quote>\\?[\"'])(?P<user>[A-Za-z][\w.@\\-]{1,40})(?::|(?P=quote),\s?(?P=quote))(?P<value>[^\s\"':\\/]{5,80})(?P=quote)"
)
"""A user and what proves him, within quotes: `"ops:X"`, `("ops", "X")`."""
_OF_PAIR = re.compile(
    r"(?:auth|login|cred\w*|account|basic|logon|userpass|user_?pass)\W*$|(?:^|\s)-{1,2}(?:\w{0,3}[uU]|user|auth|a)[\s=]$"
    r"|(?:auth|login|credentials?)\s?[=(:]\s?$",
    re.IGNORECASE,
)
_LOGIN = re.compile(r"[A-Za-z][\w.-]{0,30}:(?P<value>[^\s:/]{5,})")
_USERINFO = re.compile(r"://(?P<user>[^\s/@:\"']{1,60})(?:/(?P<value>[^\s/@:\"']{4,60}))?@(?=[\w.\[-])")
_HOOK = re.compile(r"https?://[^\s\"'<>]{4,200}?/(?P<value>[A-Za-z0-9_-]{16,})(?=[\"'\s<>]|$)")
_OF_HOOK = re.compile(r"hook", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PARTS = re.compile(r"[-_./ @:]+")
_SIGNS = re.compile(r"[!#$%&*+?^~@]")
_NAME_FORM = re.compile(r"[A-Z][A-Z0-9_-]{1,24}")
_NUMBER = re.compile(r"\d{4,10}")
_MOST_NAMES = 60
"""Names with values that are read of a line, or of a piece of a long one."""
_HEADS, _CODES, _FIELD = (frozenset(words.split()) for words in (HEADS, CODES, FIELD))

_NAMED = r"\d?\\?[\"']?\]?(?:\s*+(?:=>|:=|[:=](?![:=])|>)|\s(?=\\?[\"'\w]))\s*+[\"'\\(]*+[^\s\"']{4}"
WEIGHED_HINTS = {
    **{head: rf"(?<![a-z]){head}{_NAMED}" for head in HEADS.split()},
    **{first: rf"(?<![a-z]){first}[_-]\w{{1,20}}{_NAMED}" for first in _FIRST},
    "code": r"code[\"']?\s*+[:=>]\s*+[\"']?\d{4}",
    "hook": r"hook\w{0,8}[\"']?\s*+[:=>]\s*+[\"']?http",
}
"""What stands in a line that may hold one of them, and a pattern of it, in small letters."""


def find_weighed(line: str) -> Iterator[Span]:
    """Yield where values stand whose name, form and neighbours together tell that they are secret."""
    found, names = _ASSIGNED.search(line), 0
    while found and names < _MOST_NAMES:
        names += 1
        group = next(group for group in ("quoted", "bare", "of_set", "element") if found[group])
        if group != "bare" or _is_whole(line, found):
            name = found["name"] or found["set"] or found["tag"]
            yield from _of_name(name, line, found.span(group), of_element=group == "element")
        found = _ASSIGNED.search(line, found.start(group))  # a script may stand within the quotes
    for pair in _PAIR.finditer(line):
        if _OF_PAIR.search(line, 0, pair.start("quote")) and form_of(pair["value"]):
            yield pair.span("value")
    for login in _USERINFO.finditer(line):
        group = "value" if login["value"] else "user"
        if len(login[group]) >= (4 if login["value"] else 20) and form_of(login[group]):
            yield login.span(group)


def _is_whole(line: str, found: re.Match[str]) -> bool:
    """Say whether a value without quotes ends where it seems to: no call, no sentence behind a colon."""
    behind = line[found.end() : found.end() + 1]
    if (
        looks_of(found["bare"]) is Looks.NEVER
        or behind in ("(", "[", "<")
        or (found["bare"][-1] == "=" and behind.strip())
    ):
        return False
    goes_on = ":" in line[found.end("name") : found.start("bare")] and behind.isspace()
    return not (goes_on and line[found.end() :].strip())


def _of_name(name: str, line: str, span: Span, *, of_element: bool) -> Iterator[Span]:
    """Yield what is secret of a value with a name: the whole, or the last part of an address that a hook has."""
    value = line[slice(*span)].rstrip(".")
    login = _LOGIN.fullmatch(value)
    if _is_proof(name, login["value"] if login else value, of_element=of_element):
        yield span[0] + (login.start("value") if login else 0), span[0] + len(value)
    elif _OF_HOOK.search(name):
        hook = _HOOK.match(line, span[0])
        if hook and is_random(hook["value"], least=16):
            yield hook.span("value")


def form_of(value: str) -> int:
    """Weigh a text alone: 0 for what things are called by, 1 for a word that none is called by, 2 for a mixed one."""
    if looks_of(value, quoted=True) in (Looks.NEVER, Looks.NUMBER):
        return 0
    parts = [part.lower().rstrip("0123456789") for part in _PARTS.split(value)]
    if all(
        not part or part in _FIELD or is_ordinary(part) or ALGORITHM.fullmatch(part) for part in parts
    ) or (_NAME_FORM.fullmatch(value) and not is_random(value, least=16)):
        return 0
    signs = _SIGNS.search(value.strip("*%$"))
    return 2 if (signs and re.search("[A-Za-z]{3}", value)) or is_random(value) else 1


@lru_cache(maxsize=50_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(part.lower() for part in _PARTS.split(_CAMEL.sub("-", name)) if part)


def _is_proof(name: str, value: str, *, of_element: bool) -> bool:
    words = _words(name)
    if not words or (BESIDE.fullmatch(name) and words[-1] not in _HEADS):
        return False
    if _NUMBER.fullmatch(value):
        return words[-1] in ("pin", "puk", "pincode") or (
            words[-1] == "code" and bool(_CODES.intersection(words[:-1]))
        )
    if words[-1] not in _HEADS:
        is_of = words[0] in _FIRST and not (BESIDE.fullmatch(name) or ABOUT.search(name))
        return is_of and form_of(value) > (words[0] != "psk")
    weak = words[-1] in _ALSO and not of_element and (len(words) > 1 or value.isalpha())
    return form_of(value) > weak and not (words[-1] == "community" and BGP.fullmatch(value))
