"""Finds secrets that are options or arguments of a command, also where its words are listed as audit does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from language_model.redaction.find_shaped import Span
from language_model.redaction.secret_words import Name, name_of

COMMANDS = """\
curl wget2 httpie      -u:pair --user:pair -U:pair --proxy-user:pair
mysql mysqldump mysqladmin mariadb mariadb-dump  -p:glued
sshpass                -p:both
snmpwalk snmpget snmpgetnext snmpbulkwalk snmpbulkget snmpset snmptrap snmptable  -c:both -A:next -X:next
ldapsearch ldapmodify ldapadd ldapdelete ldappasswd  -w:both -s:next
redis-cli              -a:next
ipmitool               -P:next
smbclient rpcclient smbmap  -U:percent
openssl                -k:next -K:next -pass:next -passin:next -passout:next
rabbitmqctl rabbitmqadmin  -p:next
sqlcmd bcp             -P:both
mosquitto_pub mosquitto_sub  -P:next
impacket zip unzip 7z 7za rar unrar  -P:next -p:glued
plink pscp psftp putty  -pw:next
check_snmp trapsess proxy net-snmp-create-v3-user -c:both -A:next -X:next
winexe  -U:percent
lftp  -u:comma
schtasks  /rp:next /p:next
wpa_passphrase net_user  @2:next
radtest  @2:next @5:next
radclient rasdial  @3:next
net_use  @2:next
docker podman          -p:login
useradd usermod groupadd  -p:next
ssh-keygen             -N:next -P:next
htpasswd               -b:last -cb:last -bc:last -bB:last -bm:last -cbB:last -bcB:last
"""
"""Commands, and their options that are followed by a secret: as the `next` word, `glued` to it, in `both` ways, behind
the colon of a `pair`, behind a `percent` sign or a `comma`, as the next word of a `login` only, or as the `last` one;
`@2` is the second word that is no option."""

OPTIONS = {
    command.replace("_", " ") if command.startswith("net_") else command: dict(
        option.split(":") for option in words if option[0] in "-/@"
    )
    for words in (line.split() for line in COMMANDS.splitlines())
    for command in words
    if command[0] not in "-/@"
}
_COMMAND = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, sorted(OPTIONS)))})(?=\s)")
_WORD = re.compile(r"\s++(?P<end>[|;&<>])?+(?P<word>(?:'[^']{0,500}'|\"[^\"]{0,500}\"|[^\s'\"]++)++)?+")
_SIGNS = {"pair": ":", "percent": "%", "comma": ","}
_LISTED = re.compile(r"a\d+=\"|[\"',\[\]]")
_OPTION = re.compile(r"(?<= )--?([A-Za-z][\w-]{0,60}) {3,9}([^\s$-]\S*+)")
_NAMES = (Name.SECRET, Name.PASS, Name.TOKEN, Name.NUMBERED)
_USER_FIRST = re.compile(
    r"(?:(?<=[\s\"'])(?:(?:-u|-U|-l|--user|--username)[\s=]++|/u:)(?:[^\s=-][^\s=]*+)[^|;]{0,80}?\s(?:(?:-p|-pw|--pass)[\s=]++|/p:)"
    r"| -H [^\s-]\S*+ [^|;]{0,80}?-C )[\"']?([^\s\"'|;$-][^\s\"'|;]{3,})"
)
"""A user and a password as options, or a host and a community, of any command."""
_DRIVE = re.compile(r"[A-Za-z]:|\*")
"""Where Windows shows a share; no argument."""
_NO_PASSWORD = re.compile(r"[\d:/.]+|(?:emerg|alert|crit|err|warning|notice|info|debug|tcp|udp)\S*")
_MOST_WORDS = 60
"""Words behind a command that are read."""

_BY_SHELL = re.compile(r"(?:^\s*\d+  ?|\bsudo |COMMAND=\S{0,80}/|[\w~)\]][$#] )$")
"""What stands before a command of a shell."""


def names_user(line: str, word: re.Match[str]) -> bool:
    """Say whether a word is the shell's `passwd`, behind which a user's name stands."""
    return word[0].split(None, 1)[0] == "passwd" and _BY_SHELL.search(line, 0, word.start()) is not None


def find_commands(line: str) -> Iterator[Span]:
    """Yield where secrets stand in the commands of a line, also where it lists their words, as audit does."""
    if '"-' in line or "'-" in line:
        quoted, line = line, _LISTED.sub(lambda mark: " " * len(mark[0]), line)
        for option in _OPTION.finditer(line):
            if name_of(option[1]) in _NAMES and quoted[option.start(2) - 1] in "\"'":
                yield option.span(2)
    for found in _USER_FIRST.finditer(line):
        if not _NO_PASSWORD.fullmatch(found[1]):
            yield found.span(1)
    for command in _COMMAND.finditer(line):
        options, login, waiting, arguments = OPTIONS[command[0]], False, "", 0
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
            arguments += text[0] not in "-/" and not _DRIVE.fullmatch(text)
            how = options.get(text, "") or (options.get(f"@{arguments}", "") if text[0] not in "-/" else "")
            if how and text not in options:
                yield from _value(line, start, end, how)
                continue
            last = last or how == "last"
            if how in {"next", "both", *_SIGNS} or (how == "login" and login):
                waiting = how
            if len(text) > 2 and not text.startswith("--") and options.get(text[:2]) in {"glued", "both"}:
                yield from _value(line, start + 2, end, "next")
        if last:
            yield from _value(line, start, end, "next")


def _value(line: str, start: int, end: int, how: str) -> Iterator[Span]:
    if end - start > 1 and line[start] in "'\"" and line[end - 1] == line[start]:
        start, end = start + 1, end - 1
    if how in _SIGNS:
        sign = line.find(_SIGNS[how], start, end)
        if sign < 0 or line.startswith("//", sign + 1):
            return
        start = sign + 1
    if start < end and line[start] not in "-$":
        yield start, end
