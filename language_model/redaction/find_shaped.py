"""Finds secrets by shape alone: crypt hashes, web tokens, key material, passwords in URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language_model.redaction.issued_tokens import token_shapes

Span = tuple[int, int]

CRYPT = re.compile(
    r"\$(?:\d{1,2}[a-z]?|2[abxy]|apr1|g?y|argon2(?:id|i|d)|pbkdf2[\w-]*|bcrypt[\w-]*|scrypt|sha1|md5)\$[^\s\"'`;,<>()\[\]{}|\\]{4,}"
)
ENVELOPE = re.compile(r"([%@$^#!*]{2,4})(?=\S{6,}\1)(?=\S*\w)\S+?\1(?=[\s\"';]|$)")
CODES = r"(?:otp|pin|puk)(?:_?code)?\b[\"']?(?: (?:for|of)(?: [a-z]{1,15}){1,3}?)?(?: is)?[\s=:>\"']{1,4}"
"""What stands before a code of digits, in small letters."""
STDIN = "chpasswd|passwd --stdin|passwd-on-stdin|password-stdin|pass-stdin|sudo -s|read -s|kinit·|vncpasswd"
"""Commands, in small letters, that read a secret from the command before them."""
PAIRS = "stats auth·|basic_auth|basic-auth|basicauth|userpass|mail-server·"
"""Settings, in small letters, whose value is a user and a password with a colon between them."""
SHAPES = rf"""\
{{  \{{(?:S?SHA\d*|S?MD5|CRYPT|PBKDF2[\w-]*)\}}[\w+/=$.-]{{8,}}
//  (?-i://[^\s/:@\"']*:([^\s/@\"']+)@)
bearer|authorization  MIXED \b(?:bearer|authorization\W{{1,4}}\w+)\s+([\w+/=.~-]{{8,}})
eyj  (?-i:(?<![\w-])eyJ[\w-]{{8,}}\.[\w-]{{8,}}(?:\.[\w-]*)*)
begin·  (?-i:-{{4,5}} ?BEGIN [A-Z0-9 ]+-{{4,5}}(?:\\[nr]|\s)*+((?:[^-]|-(?!---))++)-{{4,5}} ?END)
otp|pin|puk  (?<![a-z0-9]){CODES}(\d{{4,12}})\b
authorization  (?:(?<!\w)|(?<=\\n))authorization[\"']?\s*+:\s*+[\"']?(?:basic|bearer|token|digest|apikey)\s++(?!(?:token|auth\w*|realm\S*|header|required)\b)([^\s\"'\\<>{{$]{{5,}})
·*·|\t*\t  ^\s*+(?:\"[^\"]+\"|[^\s\"*#]+)\s+\*\s+(?:\"([^\s\"*]+)\"(?:\s+\S+)?|([^\s\"*{{}}()]+)\s+\"?\*\"?)\s*+$
{STDIN}  \b(?:echo|printf)\s++(?:-\w++\s++)*+[\"']?(?:[\w.@\\-]{{1,64}}:(?=[^\s:]))?([^\s\"'|]+?)(?:\\n)?[\"']?\s*+\||(?<=<<<)\s*+[\"']?(?:[\w.@\\-]{{1,64}}:)?([^\s\"'|]+)
{PAIRS}  (?<![\w-])(?:{PAIRS.replace("·", "")})[\"']?\s*+[:=]?\s*+[\"']?[^\s:\"'{{/]{{1,64}}:(?!\.\.|(?-i:[A-Z]+)\b)([^\s\"'@,/]{{2,}})
licen  MIXED \blicen[cs]e\b(?: key)?[\"']?[\s=:\"']{{1,4}}((?:[A-Z0-9]{{4,8}}-){{2,8}}[A-Z0-9]{{4,8}})\b
sink  ^\s*(?:trap2?|inform)sink\s+\S+\s+(\S+)
identified·|set password  \bidentified\s++(?:(?:with|via)\s++\S++\s++)?(?:by|as|using)\s++(?:password\s++)?(?:[\"']([^\"']++)[\"']|([^\s\"';(?]++))|\bset\s++password(?:\s++for\s++\S++)?\s*+=\s*+(?:\w{{1,20}}\s*+\()?[\"']([^\"']++)[\"']
login·|invalid user  \b(?:login (?:ok|incorrect)|invalid user)\b[^\[\]]{{0,120}}?\[(?!host/)[^\s\[\]/]{{1,64}}/([^\s<>\[\]]++)\]
auth=  auth=(?:key|token(?:-secure)?),(?!/)([^\s,;\"']++)
auth=  MIXED [?&]auth=([^\s&\"']{{8,}}+)
auth=(  auth=\(\s*+[\"'][^\"']*+[\"'],\s*+[\"']([^\"']++)
securestring  securestring\s++(?:-string\s++)?[\"']([^\"']++)
pass·  (?:\bUSER \S++ |(?:ftp|pop3?)\S{{0,30}}+(?: \S++)? |command[: ]\s?)(?-i:PASS) (\S++)
assword  assword[^\"'\n]{{0,9}}[\"'][^\"'\n]{{0,20}}?\bsend\s++(?:--\s++)?[\"']([^\"'\\$]++)|\bcommand \"([^\"]++)\" pattern \"[^\"]*assword
audit_set_secret  set: \[[^\[\]]*+\] \"?([^\s\"]++)
user-password  user-password\s++\[2\]\s++\d++\s++(\S++)
text, string  text, string \"([^\"]++)\"
from-literal=  from-literal=[^\s=]++=([^\s\"']++)
=·cleartext  = cleartext \"?([^\s\"]++)
usmuser  0x([0-9a-f]{{32,}})
kh=|das_client=  ^(?:r[01]kh=\S++ \S++|radius_das_client=\S++) (\S++)
--·text  \bkey \S{{1,20}}+ -- text (?:\d )?\"([^\"]++)\"
community·  ^\s*+community (?:name|index|securityname):\s++(\S++)
_pat  (?-i:(?<=[A-Z])_PAT)[\"']?\s*+[:=]\s*+[\"']?([^\s\"',;$<{{]{{8,}}+)
prv>|tls>  <(?:prv|tls)>([^\s<>]{{12,}}+)</(?:prv|tls)>
aaaa  (?-i:(?<![\w+/])AAAA[A-Z][0-9A-Za-z][A-Za-z0-9+/]{{14,}}={{0,2}})
"""  # noqa: E501
"""Signs, in small letters, and what stands where there is one of them: its first group is a secret, or all of it is.

MIXED: only with digits in it. In signs `|` divides, and `·` is a space at an end.
"""


def signs_of(cell: str) -> list[str]:
    """Return the signs of a row of a table."""
    return [sign.replace("·", " ").replace("\\t", "\t") for sign in cell.split("|")]


def _shapes() -> Iterator[tuple[str, re.Pattern[str], int, bool]]:
    for row in SHAPES.splitlines():
        cell, _, pattern = row.partition("  ")
        found = re.compile(pattern.removeprefix("MIXED "), re.IGNORECASE)
        yield from (
            (sign, found, min(found.groups, 1), pattern.startswith("MIXED ")) for sign in signs_of(cell)
        )


_SHAPES = (("$", CRYPT, 0, False), *token_shapes(), *_shapes())
_USER = re.compile(
    r"[\s\d|:]*(?:set |add |local-|mgmt-)?user(?:name)?\s.*?\s\"?(?P<hash>[0-9A-Fa-f]{32,})(?=[\"\s]|$)",
    re.IGNORECASE,
)
_COOKIE = re.compile(r"\bcookie[\"']?:", re.IGNORECASE)
_CRUMB = re.compile(r"(?<![^\s;:\"'])[^\s;:=,\"']{1,64}+=([^\s;,\"']{6,})")
_SESSION = re.compile(r"[\w.-]{0,40}?(?:sess\w{0,9}|sid|token|auth)=", re.IGNORECASE)
_ORACLE = re.compile(r"(?<![\w.$/-])[\w.$-]++/([^\s/:@'\"]{4,64})@(?=\w)")
_SNMP_USER = re.compile(
    r"\bcreateUser\s+(?:-e\s+\S+\s+)?\S+\s+(?:MD5|SHA[\d-]*)\s+\"?(?P<auth>[^\s\"]+)\"?(?:\s+(?:DES|AES[\d-]*)(?:\s+\"?(?P<priv>[^\s\"]+))?)?"
)
LEAST_RUN = 20
_RUN = re.compile(rf"[A-Za-z0-9+/_-]{{{LEAST_RUN},}}={{0,2}}")
RUN_SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-")
_TAGGED = re.compile(r"(?:[A-Za-z]{2,6}[-_]){1,2}([A-Za-z0-9_]{20,})")
_PATH_WORD = re.compile(r"(?<![A-Za-z0-9+])[a-z]{5,}(?![A-Za-z0-9+])")
_CAPITALS = re.compile(r"[A-Z]{4}[A-Z0-9]{16}")
_MIXED = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"), re.compile(r"[0-9]"))


def find_shaped(line: str) -> Iterator[Span]:
    """Yield where values stand that nothing but a secret looks like; spans may overlap."""
    lowered = line.lower()
    for hint, pattern, group, mixed in _SHAPES:
        if hint in lowered:
            for match in pattern.finditer(line):
                place = group if match[group] else match.lastindex or 0
                if not mixed or _random(match[place], 1):
                    yield match.span(place)
    user = _USER.match(line) if "user" in lowered and not line[:1].isupper() else None
    if user:
        yield user.span("hash")
    cookie = _COOKIE.search(line) if "cookie" in lowered else None
    if cookie:
        for match in _CRUMB.finditer(line, cookie.end()):
            if (len(match[1]) > 11 and _random(match[1], 1)) or _SESSION.match(match[0]):
                yield match.span(1)
    if "/" in line and "@" in line and "://" not in line:
        yield from (match.span(1) for match in _ORACLE.finditer(line) if _random(match[1], 1))
    user = _SNMP_USER.search(line) if "createUser" in line else None
    if user:
        yield from (user.span(name) for name in ("auth", "priv") if user[name])
    for match in _RUN.finditer(line):  # long runs in which nobody writes words, paths or identifiers
        run = match[0]
        public = "pub" in line[max(0, match.start() - 16) : match.start()].lower()
        if not public and is_random_run(run) and not goes_on(line, *match.span()):
            yield match.span()


def is_random_run(run: str) -> bool:
    """Say whether letters and digits are mixed in a long run as nobody mixes them in a word, path or identifier."""
    if run.islower():
        return False
    if run.isupper():
        return bool(_CAPITALS.fullmatch(run)) and _random(run, 1)
    tagged = _TAGGED.fullmatch(run)
    if tagged:
        return _random(tagged[1], 2)
    return (
        len(run.rstrip("=")) >= 40
        and _random(run, 3)
        and run.count("/") * 12 < len(run)
        and run.count("_") < 3
        and not _PATH_WORD.search(run)
        and not all(part.isalpha() or part.isdecimal() for part in re.split("[-_+/=]+", run) if part)
    )


def goes_on(line: str, start: int, end: int) -> bool:
    """Say whether the run is only a part of a path, a name with dots or a percent-encoded text."""
    return line[start - 1 : start] in (".", ":", "%") or (
        line[end : end + 1] in (".", ":", "%") and line[end + 1 : end + 2].isalnum()
    )


def _random(text: str, least: int) -> bool:
    """Say whether digits and at least `least` letters of each case (of one case, when 1) are mixed in it."""
    if len(_MIXED[2].findall(text)) < least:
        return False
    if least == 1:
        return not text.isdigit()
    return len(_MIXED[1].findall(text)) >= least and len(_MIXED[0].findall(text)) >= least
