"""Find secrets in the options of commands: what stands behind `mysql -p` or `snmpwalk -c`, by a table of commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
"""
"""Commands, and their options that are followed by a secret: as the `next` word, `glued` to it, in `both` ways, behind
the colon of a `pair`, behind a `percent` sign, or as the next word of a `login` only."""

_OPTIONS = {
    command: dict(option.split(":") for option in words if option.startswith("-"))
    for words in (line.split() for line in COMMANDS.splitlines())
    for command in words
    if not command.startswith("-")
}
_COMMAND = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, sorted(_OPTIONS)))})(?=\s)")
_WORD = re.compile(r"\s++(?P<end>[|;&<>])?+(?P<word>(?:'[^']{0,500}'|\"[^\"]{0,500}\"|[^\s'\"]++)++)?+")
_LINE = 4000
"""Characters behind a command that are read."""


def find_options(line: str) -> Iterator[Span]:
    """Yield where secrets stand in the commands of a line."""
    if " -" not in line:
        return
    for command in _COMMAND.finditer(line):
        yield from _of_command(line, command.end(), command[0])


def _of_command(line: str, at: int, command: str) -> Iterator[Span]:
    options, login = _OPTIONS[command], False
    waiting = ""
    for word in _WORD.finditer(line, at, at + _LINE):
        if word["end"] or not word["word"]:
            return
        text, start = word["word"], word.start("word")
        login = login or text == "login"
        if waiting:
            yield from _value(line, start, word.end("word"), waiting)
            waiting = ""
            continue
        how = options.get(text)
        if how in {"next", "both", "pair", "percent"} or (how == "login" and login):
            waiting = how or ""
        glued = options.get(text[:2], "") if len(text) > 2 and not text.startswith("--") else ""
        if glued in {"glued", "both"}:
            yield from _value(line, start + 2, word.end("word"), "next")


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
