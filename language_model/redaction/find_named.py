"""Finds values announced by words such as "password" or "key", in any configuration or log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from language_model.redaction.find_commands import names_user
from language_model.redaction.find_shaped import ENVELOPE, Span
from language_model.redaction.looks import Looks, is_random, looks_of
from language_model.redaction.secret_words import (
    ABOUT,
    ACCESS,
    ALGORITHM,
    BETWEEN,
    BGP,
    KINDS,
    PROSE,
    QUALIFIERS,
    STATES,
    WORD,
    Name,
    name_of,
)

_ASSIGNS = re.compile(r"(\\?[\"']\]?)?(\s*)(?::=|=>|[:=](?!=))(\s*)")
_XML = re.compile(r">(?:<!--[^<>]*+-->)?(?:<[Vv]alue>)?(?:<!\[CDATA\[)?([^<>\s][^<>]*?)(?:\]\]>)?</")
_MARKS = re.compile(r"(?:&[\w-]++\s++|![\w!]*+\s++)++(?=\S)|\[(?=[^\[\]\s\"',]++\](?:[\s,;]|$))")
"""A tag or an anchor of YAML, or the bracket in front of a value."""
_PROMPTED = re.compile(r">\s++(?=\S++$)")
_QUOTED = re.compile(r"(\\?(?:\"{3}|'{3}|[\"']))((?:'\\''|(?!'\\'').)*?)(?<!\\)\1(?!\\'')")
"""Also as a shell writes a quote within quotes: `'it'\\''s'`."""
_BARE = re.compile(r"\S+")
_TIMED = re.compile(r"\d\d:\d\d:\d\d|\d{6} \d{6}|\[\d+[\].]")
_FREE_TEXT = re.compile(
    r"(?i)\s*+(?:[\w-]++ ){0,3}?(?:description|location|contact|remark|comment|banner|title) "
)
"""Behind these words of a statement a person writes what he likes."""
_ENV = re.compile(r"\s*(?:export\s+)?[\w.]+")
_SIGNS = re.compile(r"[;:=|\"']")
_NEXT_NAME = re.compile(r"[\s,&;]\w+=")
_COMMAND = re.compile(r"\s[a-z][\w./-]*+(?=\s)")
_COMMAND_OPTION = re.compile(r"\s--?[A-Za-z]")
_UNTELLING = BETWEEN.union(["local", "remote", "read", "write", "level", "is", "was"])
_MOST_BETWEEN = 8  # words between a name and its value
_LONGEST = 60  # letters before the telling part of a name
_IDENTIFIER = re.compile(r"[{|]|(?<![\w.])(?=[\w.]*?\w\.\w)[\w.]++@[0-9a-f]++$")
_FINGERPRINT = re.compile(r"(?:[0-9A-Fa-f]{2}:)+[0-9A-Fa-f]{2}")
_ASKING = re.compile(r"(?:getpass|input|prompt|ask)\([fru]?$")
_SIZE = re.compile(r"\d{3}(?:bit)?")
_KEY_USES = re.compile(
    r"tacacs|radius|isakmp|ike|psk|server-private|ldap|vpn|md5|hmac|(?<![a-z])sha|authen|wpa|wep|ntp|ospf|isis|macsec|mlag|failover"
    r"|(?<![a-z])(?:sa|pac|rip|bgp|keychain|tunnel|dyndns|wireless|(?-i:api))(?![a-z])",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}")
_FIRST_HOP = re.compile(r"\b(?:standby|nhrp|vrrp|hsrp|glbp|carp)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LineContext:
    """What is known of a line before its values are judged; `prose` when it is a sentence or a log record."""

    line: str
    prose: bool
    snmp: bool


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value and how it stands behind its name."""

    text: str
    span: Span
    quoted: bool = False
    qualified: bool = False  # a type number, "cipher" or an algorithm stood between


def find_named(
    line: str, stems: Sequence[str], *, snmp: bool = False, known: Sequence[Span] = ()
) -> Iterator[Span]:
    """Yield where announced secrets stand; `stems` are those of STEMS that the line holds.

    `snmp`: the block around the line is SNMP's. `known`: secrets found before, which announce nothing themselves, and
    behind which stands no other one of the same word.
    """
    place: LineContext | None = None
    end = 0
    for word in _words_with(line, stems):
        if any(begins <= word.start() < ends for begins, ends in known):
            continue
        name = name_of(word[0].rstrip(".")) if word.start() >= end else None
        if not name:
            continue
        if place is None:
            is_block = line.rstrip()[-1:] in ("{", "}", ";")
            prose = bool(
                _TIMED.search(line[:90])
                or _FREE_TEXT.match(line)
                or (not known and _is_sentence(line))
                or (not is_block and PROSE.search(line))
            )
            place = LineContext(line, prose, snmp or "snmp" in line.lower())
        span = _value_after(place, name, word)
        if span and not any(
            word.end() <= begins and (ends <= span[0] or _is_option(line, span, begins))
            for begins, ends in known
        ):
            yield span
            end = span[1]


def _is_option(line: str, span: Span, secret: int) -> bool:
    """Say whether a word of letters stands between a name and its secret, which begins at `secret`."""
    between = line[span[1] : secret].rstrip("\"'") if span[1] <= secret else "="
    return (
        (line[slice(*span)].isalpha() or name_of(line[slice(*span)]) or line[: span[0]].strip() == "key")
        and not _SIGNS.search(between)
        and not any(name_of(word) for word in between.split())
    )


def is_secret_of(name: Name | None, text: str, *, quoted: bool = False) -> bool:
    """Say whether a text that stands elsewhere than its name is the secret that the name announces."""
    looks = looks_of(text, quoted=quoted)
    if looks is Looks.NEVER or (looks is Looks.WORD and name_of(text)) or is_state(text):
        return False
    if name is Name.SECRET:
        return looks is not Looks.NUMBER or len(text) > 3
    if name in (Name.PASS, Name.TOKEN, Name.NUMBERED):
        return looks is Looks.RANDOM and is_random(text)
    return name is Name.COMMUNITY and not BGP.fullmatch(text)


def is_state(text: str) -> bool:
    """Say whether a value tells of a secret and is none: "required", "unset"."""
    return text.lower() in STATES


def _is_sentence(line: str) -> bool:
    return line.rstrip()[-1:] in ("?", "!", ".") and len(line.split(None, 4)) > 4


def _words_with(line: str, stems: Sequence[str]) -> Iterator[re.Match[str]]:
    """Yield the words that hold one of the stems, in order."""
    lowered, starts = line.lower(), set()
    for stem in stems:
        at = lowered.find(stem)
        while at >= 0:
            start = at
            while start > at - _LONGEST and start and (line[start - 1].isalnum() or line[start - 1] in "_.-"):
                start -= 1
            starts.add(start)
            at = lowered.find(stem, at + len(stem))
    end = 0
    for start in sorted(starts):
        word = WORD.search(line, start) if start >= end else None
        if word:
            end = word.end()
            yield word


def _value_after(place: LineContext, name: Name, word: re.Match[str]) -> Span | None:
    line, at = place.line, word.end()
    if _is_asked(line, word.start()):
        return None
    element = _XML.match(line, at)
    if element:
        return element.span(1) if _accept_element(place, name, element[1]) else None
    assigned = _ASSIGNS.match(line, at) or _PROMPTED.match(line, at)
    if assigned:
        value = _assigned(line, assigned)
        if value and _is_call(line, word, value):
            return None
        return value.span if value and _accept_assigned(place, name, value, assigned) else None
    if not line[at : at + 1].isspace() or word[0].endswith("."):  # a sentence ends there
        return None
    if names_user(line, word):
        return None
    candidate = _announced(line, at, name)
    return candidate.span if candidate and _accept_announced(place, name, candidate, word) else None


def _is_asked(line: str, at: int) -> bool:
    """Say whether a place is in the text by which a program asks for a value: `getpass("Password of the host: ")`."""
    quote = max(line.rfind(sign, 0, at) for sign in "\"'")
    return quote > 0 and _ASKING.search(line[max(0, quote - _LONGEST) : quote]) is not None


def _is_call(line: str, word: re.Match[str], value: NamedValue) -> bool:
    """Tell what a module does from an assignment: `pam_unix(passwd:chauthtok)`."""
    text, closed, _ = value.text.partition(")")
    closed = closed or line[value.span[1] : value.span[1] + 1]
    opened = line[word.start() - 1 : word.start()] == "("
    return opened and closed == ")" and not value.quoted and looks_of(text) is Looks.WORD


def _accept_element(place: LineContext, name: Name, text: str) -> bool:
    if name is Name.SECRET and text.isalpha():
        return text.lower() not in STATES
    if name in (Name.SECRET, Name.PASS, Name.NUMBERED):
        return looks_of(text, quoted=True) is not Looks.NEVER
    if name is Name.COMMUNITY:
        return place.snmp and not BGP.fullmatch(text)
    return name in (Name.KEY, Name.TOKEN) and is_random(text)


def _assigned(line: str, assigned: re.Match[str]) -> NamedValue | None:
    marks = _MARKS.match(line, assigned.end())
    at = marks.end() if marks else assigned.end()
    quoted = _QUOTED.match(line, at)
    if quoted:
        return NamedValue(quoted[2], quoted.span(2), quoted=True)
    bare = _BARE.match(line, at)
    if not bare:
        return None
    is_whole = at == assigned.start() + 1 and _ENV.fullmatch(line, 0, at - 1) and not _goes_on(line, at)
    if is_whole and line.rstrip()[-1] not in ",)]}:":
        return _trim(line, (at, len(line.rstrip())), "")
    cut = re.search(r"[&,;](?=[\w\"'?-]+[=:\"'])", bare[0])
    return _trim(line, (at, at + cut.start() if cut else bare.end()), ",;)]}>\"'`\\")


def _goes_on(line: str, at: int) -> bool:
    """Say whether another name follows a value, or a command with options."""
    command = _COMMAND.search(line, at)
    return bool(_NEXT_NAME.search(line, at) or (command and _COMMAND_OPTION.search(line, command.end())))


def _announced(line: str, at: int, name: Name) -> NamedValue | None:
    """Skip type numbers, algorithms and such; give the value behind them."""
    qualified = sized = of_kind = of_id = False
    for _ in range(_MOST_BETWEEN):
        while at < len(line) and line[at].isspace():
            at += 1
        quoted, bare = _QUOTED.match(line, at), _BARE.match(line, at)
        if quoted and of_kind:  # `type 'ah'`
            at, of_kind = quoted.end(), False
            continue
        if quoted:
            return NamedValue(quoted[2], quoted.span(2), quoted=True, qualified=qualified)
        if not bare:
            return None
        envelope = ENVELOPE.match(line, at)
        if envelope:
            return NamedValue(envelope[0], envelope.span(), qualified=True)
        if of_id and name is Name.KEY and not bare[0].isdigit():
            return None
        of_id = bare[0].lower() in ("id", "key-id", "keyid")
        more = bare.end() < len(line.rstrip()) and bare[0][-1] not in ";,"
        if bare[0].isdigit() and not more and line[:at].rstrip().endswith("level"):
            return None
        size = sized and _SIZE.fullmatch(bare[0])
        if not more or not (size or _qualifies(bare[0], line[bare.end() :], name)):
            found = _trim(line, bare.span(), ";,.)]}\"'`\\" if "(" not in bare[0] else ";,\"'`")
            return NamedValue(found.text, found.span, qualified=qualified) if found else None
        qualified = qualified or bare[0].lower() not in _UNTELLING
        sized, of_kind = bool(ALGORITHM.fullmatch(bare[0])), bare[0].lower() in KINDS
        at = bare.end()
    return None


def _qualifies(token: str, rest: str, name: Name) -> bool:
    lowered = token.lower()
    if lowered == "{":
        return name is Name.SECRET
    if token.isdigit():
        following = rest.split(maxsplit=1)[0].lower()
        if name is Name.KEY and following in ("address", "hostname", "role"):
            return False
        return len(token) < 3 or bool(ALGORITHM.fullmatch(following)) or following in QUALIFIERS
    if name is Name.AUTH and lowered == "string":
        return True
    if name is Name.COMMUNITY and lowered in ("string", "name"):
        return rest.lstrip()[:1] in ("'", '"')
    if name is Name.AUTH and lowered in ("read", "write"):
        return False  # the views of an SNMP group
    if lowered in BETWEEN or (name is Name.SECRET and _ADDRESS.fullmatch(token)):
        return name is not Name.COMMUNITY and len(rest.split(None, 1)) > 0
    return lowered in QUALIFIERS or lowered == "level" or bool(ALGORITHM.fullmatch(token))


def _trim(line: str, span: Span, marks: str) -> NamedValue | None:
    text = line[slice(*span)].rstrip(marks) if marks else line[slice(*span)]
    return NamedValue(text, (span[0], span[0] + len(text))) if text else None


def _accept_assigned(place: LineContext, name: Name, value: NamedValue, assigned: re.Match[str]) -> bool:
    looks = looks_of(value.text, quoted=value.quoted)
    of_object = value.quoted and value.text.isalpha() and (assigned[1] or assigned[0].startswith(":"))
    if name is Name.SECRET and of_object and not place.prose and value.text.lower() not in STATES:
        return True
    if looks is Looks.NEVER or name in (Name.AUTH, Name.CIPHER):
        return False
    if looks is Looks.WORD and not value.quoted and name_of(value.text):
        return False  # api_key=api_key
    if name is Name.COMMUNITY and (BGP.fullmatch(value.text) or not (value.quoted or place.snmp)):
        return False
    if name in (Name.KEY, Name.TOKEN):
        return looks is Looks.RANDOM and is_random(value.text) and not _IDENTIFIER.search(value.text)
    if name is Name.NUMBERED:
        return looks is Looks.RANDOM and not _FINGERPRINT.fullmatch(value.text)
    return True


def _accept_announced(place: LineContext, name: Name, value: NamedValue, word: re.Match[str]) -> bool:
    if place.prose and not value.quoted and not place.line[value.span[1] :].strip(" )"):
        value = replace(value, text=value.text.rstrip("?!"))
    looks = looks_of(value.text, quoted=value.quoted)
    if looks is Looks.NEVER or (not value.quoted and ABOUT.search(value.text) and looks is Looks.WORD):
        return False
    if name is Name.COMMUNITY:
        return _is_snmp_community(place, value)
    if name in (Name.TOKEN, Name.CIPHER):
        return looks is Looks.RANDOM and is_random(value.text, least=12 if name is Name.TOKEN else 8)
    if name is Name.AUTH:
        return _is_authentication(place, value, word)
    if name is Name.PASS:
        is_option = place.line[: word.start()].endswith((" -", "--", "'-", '"-')) and not place.prose
        return is_option or (looks is Looks.RANDOM and is_random(value.text))
    if name is Name.KEY:
        return _is_key(place, value, looks, word)
    return (
        looks is Looks.RANDOM
        or value.quoted
        or not (place.prose or (looks is Looks.WORD and _in_sentence(place.line, value)))
        or (name is Name.SECRET and place.line[: word.start()].endswith(" --"))
    )


_SENTENCE_GOES_ON = re.compile(r" (?:in|on|at|from|to|for|by|with|and|or|not|as|than|into|until)(?=\s)")
_COMMENT = re.compile(r"\s*+(?:[#!;*]|//|--)")


def _in_sentence(line: str, value: NamedValue) -> bool:
    """Say whether a comment goes on behind a word as a sentence does."""
    return _COMMENT.match(line) is not None and _SENTENCE_GOES_ON.match(line, value.span[1]) is not None


def _is_key(place: LineContext, value: NamedValue, looks: Looks, word: re.Match[str]) -> bool:
    if looks is Looks.NUMBER:
        return len(value.text) >= (6 if value.qualified else 8) and (
            value.qualified or _has_use_of_keys(place.line)
        )
    if value.qualified:
        return looks is Looks.RANDOM or not place.prose
    if place.prose:
        return False
    is_last = value.span[1] >= len(place.line.rstrip(" ;\"'"))
    alone = is_last and not place.line[: word.start()].strip(" \t|:0123456789")
    return looks is Looks.RANDOM or alone or _has_use_of_keys(place.line)


@lru_cache(maxsize=16)  # each of a line's words asks
def _has_use_of_keys(line: str) -> bool:
    return _KEY_USES.search(line) is not None


@lru_cache(maxsize=16)
def _is_first_hop(line: str) -> bool:
    return _FIRST_HOP.search(line) is not None


def _is_snmp_community(place: LineContext, value: NamedValue) -> bool:
    if BGP.fullmatch(value.text):
        return False
    rest = place.line[value.span[1] :].strip(" \t\"';").split(maxsplit=1)
    has_access = bool(rest and rest[0].lower() in ACCESS)
    if place.prose:
        return (place.snmp and (has_access or value.quoted)) or (value.quoted and is_random(value.text))
    return place.snmp or has_access


def _is_authentication(place: LineContext, value: NamedValue, word: re.Match[str]) -> bool:
    if place.prose:
        return False
    if _is_first_hop(place.line):
        return value.text.lower() not in QUALIFIERS
    if word[0].lower() in ("priv", "auth", "privacy", "authentication") and place.snmp:
        if value.text.startswith(("auth-pass", "priv-pass")):
            return False
        of_user = word[0].lower() == "priv" and " user " in place.line
        return value.qualified or of_user or looks_of(value.text) is Looks.RANDOM
    if all(part.isalpha() or ALGORITHM.fullmatch(part) for part in re.split("[-_]", value.text)):
        return value.qualified  # a name of words, `authentication md5-of-tunnels`
    return value.qualified or (is_random(value.text) and not place.line[: word.start()].strip())
