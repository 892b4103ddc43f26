"""Finds secrets by shape alone: crypt hashes, web tokens, key material, passwords in URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from language_model.redaction.escaped_names import ESCAPE_HINTS
from language_model.redaction.issued_tokens import token_hints, token_shapes

Span = tuple[int, int]

COMMANDS = """\
curl wget2 httpie      -u:pair --user:pair -U:pair --proxy-user:pair
mysql mysqldump mysqladmin mariadb mariadb-dump  -p:glued
sshpass                -p:both
snmpwalk snmpget snmpgetnext snmpbulkwalk snmpbulkget snmpset snmptrap snmptable  -c:next -A:next -X:next
ldapsearch ldapmodify ldapadd ldapdelete ldappasswd  -w:both -s:next
redis-cli              -a:next
ipmitool               -P:next
smbclient rpcclient smbmap  -U:percent
openssl                -k:next -K:next -pass:next -passin:next -passout:next
rabbitmqctl rabbitmqadmin  -p:next
sqlcmd bcp             -P:both
mosquitto_pub mosquitto_sub  -P:next
impacket radtest zip 7z  -P:next
docker podman          -p:login
useradd usermod groupadd  -p:next
ssh-keygen             -N:next -P:next
htpasswd               -b:last -cb:last -bc:last -bB:last -bm:last -cbB:last -bcB:last
"""
"""Commands, and their options that are followed by a secret: as the `next` word, `glued` to it, in `both` ways, behind
the colon of a `pair`, behind a `percent` sign, as the next word of a `login` only, or as the `last` one."""

_OPTIONS = {
    command: dict(option.split(":") for option in words if option.startswith("-"))
    for words in (line.split() for line in COMMANDS.splitlines())
    for command in words
    if not command.startswith("-")
}
_COMMAND = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, sorted(_OPTIONS)))})(?=\s)")
_WORD = re.compile(r"\s++(?P<end>[|;&<>])?+(?P<word>(?:'[^']{0,500}'|\"[^\"]{0,500}\"|[^\s'\"]++)++)?+")
_MOST_WORDS = 60
"""Words behind a command that are read."""


def _find_options(line: str) -> Iterator[Span]:
    """Yield where secrets stand in the commands of a line."""
    for command in _COMMAND.finditer(line):
        options, login, waiting = _OPTIONS[command[0]], False, ""
        last, start, end = False, 0, 0
        for word in islice(_WORD.finditer(line, command.end()), _MOST_WORDS):
            if word["end"] or not word["word"]:
                break
            text, start, end = word["word"], word.start("word"), word.end("word")
            login = login or text == "login"
            if waiting:
                yield from _value(line, start, end, waiting)
                waiting = ""
                continue
            how = options.get(text, "")
            last = last or how == "last"
            if how in {"next", "both", "pair", "percent"} or (how == "login" and login):
                waiting = how
            if len(text) > 2 and not text.startswith("--") and options.get(text[:2]) in {"glued", "both"}:
                yield from _value(line, start + 2, end, "next")
        if last:
            yield from _value(line, start, end, "next")


def _value(line: str, start: int, end: int, how: str) -> Iterator[Span]:
    if end - start > 1 and line[start] in "'\"" and line[end - 1] == line[start]:
        start, end = start + 1, end - 1
    if how in {"pair", "percent"}:
        sign = line.find(":" if how == "pair" else "%", start, end)
        if sign < 0 or line.startswith("//", sign + 1):
            return
        start = sign + 1
    if start < end and line[start] not in "-$":
        yield start, end


CRYPT = re.compile(
    r"\$(?:\d{1,2}[a-z]?|2[abxy]|apr1|g?y|argon2(?:id|i|d)|pbkdf2[\w-]*|bcrypt[\w-]*|scrypt|sha1|md5)\$[^\s\"'`;,<>()\[\]{}|\\]{4,}"
)
ENVELOPE = re.compile(r"([%@$^#!*]{2,4})(?=\S{6,}\1)(?=\S*\w)\S+?\1(?=[\s\"';]|$)")
_BEARER = re.compile(r"\b(?:bearer|authorization\W{1,4}\w+)\s+([\w+/=.~-]{8,})", re.IGNORECASE)
_CODE = re.compile(r"\b(?:otp|pin|pincode|puk)\b[\"']?[\s=:\"']{1,4}(\d{4,8})\b", re.IGNORECASE)
_HEADER = re.compile(
    r"(?:(?<!\w)|(?<=\\n))authorization[\"']?\s*+:\s*+[\"']?(?:basic|bearer|token|digest|apikey)\s++(?!(?:token|auth\w*|realm\S*|header|required)\b)([^\s\"'\\<>{$]{5,})",
    re.IGNORECASE,
)
_CHAP = re.compile(
    r"^\s*+(?:\"[^\"]+\"|[^\s\"*#]+)\s+\*\s+(?:\"([^\s\"*]+)\"(?:\s+\S+)?|([^\s\"*{}()]+)\s+\"?\*\"?)\s*+$"
)
"""A line of pppd's secrets for every server."""
STDIN = ("chpasswd", "passwd --stdin", "passwd-on-stdin", "password-stdin", "pass-stdin", "sudo -s")
"""Commands, in small letters, that read a secret from the command before them."""
_TO_STDIN = re.compile(
    r"\b(?:echo|printf)\s++(?:-\w++\s++)*+[\"']?(?:[\w.@\\-]{1,64}:(?=[^\s:]))?([^\s\"'|]+?)(?:\\n)?[\"']?\s*+\|"
    r"|(?<=<<<)\s*+[\"']?(?:[\w.@\\-]{1,64}:)?([^\s\"'|]+)",
)
PAIRS = ("stats auth ", "basic_auth", "basic-auth", "basicauth", "userpass", "mail-server ")
"""Settings, in small letters, whose value is a user and a password with a colon between them."""
_PAIR = re.compile(
    rf"(?<![\w-])(?:{'|'.join(map(str.strip, PAIRS))})"
    r"[\"']?\s*+[:=]?\s*+[\"']?[^\s:\"'{/]{1,64}:(?!\.\.|(?-i:[A-Z]+)\b)([^\s\"'@,/]{2,})",
    re.IGNORECASE,
)
_LICENSE = re.compile(
    r"\blicen[cs]e\b(?: key)?[\"']?[\s=:\"']{1,4}((?:[A-Z0-9]{4,8}-){2,8}[A-Z0-9]{4,8})\b", re.IGNORECASE
)
_PEM_IN_LINE = re.compile(r"-{4,5} ?BEGIN [A-Z0-9 ]+-{4,5}(?:\\[nr]|\s)*+((?:[^-]|-(?!---))++)-{4,5} ?END")
_IDENTIFIED = re.compile(
    r"\bidentified\s++(?:(?:with|via)\s++\S++\s++)?(?:by|as|using)\s++(?:password\s++)?(?:[\"']([^\"']++)[\"']|([^\s\"';(?]++))"
    r"|\bset\s++password(?:\s++for\s++\S++)?\s*+=\s*+(?:\w{1,20}\s*+\()?[\"']([^\"']++)[\"']",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"\b(?:login (?:ok|incorrect)|invalid user)\b[^\[\]]{0,120}?\[(?!host/)[^\s\[\]/]{1,64}/([^\s<>\[\]]++)\]",
    re.IGNORECASE,
)
"""FreeRADIUS with `auth_badpass` and `auth_goodpass`: `Login incorrect: [ann/secret]`."""
_ELEMENT = re.compile(r"<(?:prv|tls)>([^\s<>]{12,}+)</(?:prv|tls)>")
"""Private keys of pfSense's certificates and OpenVPN's, in base64."""
_SHAPES = (
    ("$", CRYPT, 0, False),
    ("{", re.compile(r"\{(?:S?SHA\d*|S?MD5|CRYPT|PBKDF2[\w-]*)\}[\w+/=$.-]{8,}", re.IGNORECASE), 0, False),
    ("//", re.compile(r"//[^\s/:@\"']*:([^\s/@\"']+)@"), 1, False),
    ("bearer", _BEARER, 1, True),
    ("authorization", _BEARER, 1, True),
    ("eyj", re.compile(r"(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)*"), 0, False),
    ("begin ", _PEM_IN_LINE, 1, False),
    *token_shapes(),
    ("otp", _CODE, 1, False),
    ("pin", _CODE, 1, False),
    ("puk", _CODE, 1, False),
    ("authorization", _HEADER, 1, False),
    (" * ", _CHAP, 1, False),
    ("\t*\t", _CHAP, 1, False),
    *((command, _TO_STDIN, 1, False) for command in STDIN),
    *((setting, _PAIR, 1, False) for setting in PAIRS),
    ("licen", _LICENSE, 1, True),
    ("sink", re.compile(r"^\s*(?:trap2?|inform)sink\s+\S+\s+(\S+)"), 1, False),
    ("identified ", _IDENTIFIED, 1, False),
    ("set password", _IDENTIFIED, 1, False),
    ("login ", _LOGIN, 1, False),
    ("invalid user", _LOGIN, 1, False),
    ("auth=key,", re.compile(r"auth=key,([^\s,;\"']++)"), 1, False),
    ("-- text", re.compile(r"\bkey \S{1,20}+ -- text (?:\d )?\"([^\"]++)\"", re.IGNORECASE), 1, False),
    ("community name:", re.compile(r"^\s*+community name:\s++(\S++)", re.IGNORECASE), 1, False),
    ("_pat", re.compile(r"(?<=[A-Z])_PAT[\"']?\s*+[:=]\s*+[\"']?([^\s\"',;$<{]{8,}+)"), 1, False),
    ("prv>", _ELEMENT, 1, False),
    ("tls>", _ELEMENT, 1, False),
    ("aaaa", re.compile(r"(?<![\w+/])AAAA[A-Z][0-9A-Za-z][A-Za-z0-9+/]{14,}={0,2}"), 0, False),
)
"""What a line in lower case must hold, the pattern, its group, and whether digits must be mixed in."""
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
_OF_SECRETS = r"kind[\"']?\s*+:\s*+[\"']?secret\b"
HINTS = {
    **token_hints(),
    **ESCAPE_HINTS,
    "$": r"\$[\w-]{1,16}\$",
    "}": r"(?<=sha\}|md5\}|\d{3}\}|ypt\}|df2\})",
    "@": "",
    "bearer": r"bearer\s+\S{8}",
    "authorization": r"authorization\W{1,4}\w+\s+\S{8}",
    "eyj": r"(?<![\w-])eyj[\w-]{8,}\.",
    "begin ": r"(?<=-)begin |(?<=- )begin ",
    "otp": r"otp\b[\"']?[\s=:\"']{1,4}\d{4}",
    "pin": r"pin\b[\"']?[\s=:\"']{1,4}\d{4}",
    "licen": r"licen[cs]e\b.{0,9}[a-z0-9]{4}-",
    "cookie": r"cookie[\"']?:",
    "puk": r"puk\b[\"']?[\s=:\"']{1,4}\d{4}",
    "pincode": r"pincode\b[\"']?[\s=:\"']{1,4}\d{4}",
    " * ": r" \* +(?:\"\S+\"|\S+[ \t]+\"?\*)",
    "\t*\t": r"\t\*\t+(?:\"\S+\"|\S+[ \t]+\"?\*)",
    **{
        f"{plural}": rf"{plural}[\"']?\s*+[:=]"
        for plural in ("passwords", "passphrases", "secrets", "psks", "communities")
    },
    **{f": {kind} ": rf": {kind} " for kind in ("eap", "xauth", "rsa", "ecdsa", "ntlm")},
    **{f"= {kind} ": rf"= {kind} " for kind in ("cleartext", "des", "crypt")},
    "authcommunity ": "authcommunity ",
    **{f"{word} ": rf"(?<= ){word} \S" for word in ("auth-md5", "auth-sha")},
    "ified ": r"(?<=ident)ified\s+(?:by|with|via|as|using)\s",
    "set password": r"set password(?: for \S{1,80})?\s*+=",
    "login ": r"login (?:ok|incorrect)[^\[\n]{0,120}+\[[^\s\[\]/]{1,64}+/[^<]",
    "lid user": r"(?<=inva)lid user[^\[\n]{0,120}+\[[^\s\[\]/]{1,64}+/[^<]",
    "auth=key,": "auth=key,",
    "-- text": r"-- text (?:\d )?\"[^\"]",
    "_pat": r"_pat[\"']?\s*+[:=]",
    "prv>": r"(?<=<)prv>\S",
    "tls>": r"(?<=<)tls>\S",
    "on-mode ": r"(?<=authenticati)on-mode\s+(?:simple|md5|hmac|plain|cipher|sha)",
    "auth-type ": r"auth-type (?:simple|md5)",
    "rmon ": r"rmon event \d+ (?:log )?trap",
    " spi ": r"(?<=ipsec) spi \d",
    **{f"ity{sign}": rf"(?<=[\t,;]commun)ity{sign}" for sign in "\t,;"},
    "kind": _OF_SECRETS,
    "-lines: ": r"(?<=private)-lines: \d",
    "mpls ldp ": r"mpls ldp .{0,80}password",
    **{start: re.escape(start) for start in (*STDIN, *PAIRS)},
    **{start: rf"{start}\S" for start in ("net user ", "net use ", "htpasswd ", "system user ")},
    "createuser": "createuser",
    "com2sec": "com2sec",
    "sink": r"sink\s",
    "snmp": r"snmp(?!_trap|[\w-]{0,40}+\[)",
    "certificate": r"certificate\s",
    "account ": r"(?<=create )account (?:admin|user)\s",
    "aaa-server ": r"aaa-server\s.{0,99}\shost\s",
    "mgmt-user ": r"mgmt-user\s",
    "mgmtuser ": r"mgmtuser\s",
    "netuser ": r"netuser\s",
    "masterauth ": r"masterauth\s",
    **{
        f"{command} ": rf"(?<![\w.-]){re.escape(command)}[ \t]++(?:[^\s-]\S*+[ \t]++){{0,40}}+-"
        for command in sorted(_OPTIONS)
    },
}
"""One of these stands in every line that holds a secret, in lower case and in the pattern, or else a word of STEMS
or a long run."""


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
    if " -" in line:
        yield from _find_options(line)
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
