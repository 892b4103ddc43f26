"""Signs that stand in a line with a secret, by which lines are chosen that are read in full."""

from __future__ import annotations

import re

from language_model.redaction.escaped_names import ESCAPE_HINTS
from language_model.redaction.find_commands import OPTIONS
from language_model.redaction.find_shaped import CODES, PAIRS, STDIN, signs_of
from language_model.redaction.issued_tokens import token_hints
from language_model.redaction.secret_words import COPULAS, FOREIGN, WIDE_COLON

_SHORT = (
    r"[^\n]{0,80}?(?<![\w-])(?:pas\w*+|sec\w*+|key?|key-s\w*+|comm\w*+|auth[\w-]*+|md5|sha\d*+"
    r"|pre-sh[\w-]*+(?: \w++)?)\s++\S"
)
"""The words of a command that announce a secret, also cut short."""
_LOGIN = r"[a-z][\w.-]{0,20}+(?: / |[/:])\S{6}"
SIGNS = rf"""\
$  \$[\w-]{{1,16}}\$
}}  (?<=sha\}}|md5\}}|\d{{3}}\}}|ypt\}}|df2\}})
bearer  {{}}\s+\S{{8}}
authorization  {{}}\W{{1,4}}\w+\s+\S{{8}}
eyj  (?<![\w-]){{}}[\w-]{{8,}}\.
begin·  (?<=-){{}}|(?<=- ){{}}
otp|pin|puk  {CODES}\d{{4}}
licen  {{}}[cs]e\b.{{0,9}}[a-z0-9]{{4}}-
cookie  {{}}[\"']?:
·*·|\t*\t  {{}}[ \t]*+(?:\"\S+\"|\S+[ \t]+\"?\*)
credential|creds|passwords|passphrases|secrets|psks|communit|logins  {{}}[\w-]{{0,20}}+(?:[\"']?[ \t]*+[:=][ \t]*+[\[{{\n]|\]|>)
users:|tacacs:|tacacs_servers:|radius:|auth:|authentication:|ospf:|wifi:|macsec:|bgp:|ntp:  {{}}[ \t]*+[{{\n]
tacacs":|radius":|auth":|authentication":|ospf":|wifi":|macsec":|bgp":|ntp":  {{}}[ \t]*+[{{\n\[]
[users]|[tacacs]|[tacacs+]|[radius]|[auth]|[wifi]|<tacacs>|<radius>|<auth>|<authentication>|<ntp>|auth = {{|radius = {{|tacacs = {{
:·eap·|:·xauth·|:·rsa·|:·ecdsa·|:·ntlm·|:·p12·|:·pin·|=·cleartext·|=·des·|=·crypt·|authcommunity·
·auth-md5·|·auth-sha·|config radius·|set radius server·|-key·|-hex·|enable license·|htpasswd·|system user·  {{}}\S
ified·  (?<=ident){{}}\s*(?:by|with|via|as|using)\s
set password  {{}}(?: for \S{{1,80}})?\s*+=
login·  {{}}(?:(?:ok|incorrect)[^\[\n]{{0,120}}+\[[^\s\[\]/]{{1,64}}+/[^<]|{_LOGIN})
login:|login=|login"|login'  {{}}[\"']?\s*+[:=]?\s*+[\"']?{_LOGIN}
lid user  (?<=inva){{}}[^\[\n]{{0,120}}+\[[^\s\[\]/]{{1,64}}+/[^<]
auth=  {{}}(?:key,|token|\()|(?<=[?&]){{}}\S{{8}}
securestring|audit_set_secret|from-literal=|usmuser|das_client=|text, string|r0kh=|r1kh=|p/w|log in with·|sap pmk|simple-authentication·|auth-data·|localip·|smuxpeer|test aaa·
assword"|assword:"|assword*"|assword: "  {{}}(?:[^\"'\n]{{0,20}}?\bsend\b|[ \t]*(?:\n|$))
command:|command":|command=|command"=  {{}}\s?{_SHORT}
cmd=|cmd:|executed·  {{}}{_SHORT}
--·text  {{}} (?:\d )?\"[^\"]
_pat  {{}}[\"']?\s*+[:=]
prv>|tls>  (?<=<){{}}\S
on-mode·  (?<=authenticati){{}}\s*(?:simple|md5|hmac|plain|cipher|sha)
auth-type·  {{}}(?:simple|md5)
rmon·  {{}}event \d+ (?:log )?trap
·spi·  (?<=ipsec){{}}\d
ity\t|ity,|ity;  (?<=[\t,;]commun){{}}
kind  {{}}[\"']?\s*+:\s*+[\"']?secret\b
-lines:·  (?<=private){{}}\d
mpls ldp·  {{}}.{{0,80}}password
·-p  {{}}w?[ \t=]\S{{4}}
·/p:  {{}}\S{{4}}
"-  {{}}-?[\w-]{{1,20}}\"?,? ?(?:a\d+=)?\"
createuser|com2sec|mgmt-user·|mgmtuser·|netuser·|masterauth·
sink|certificate  {{}}\s
snmp  {{}}(?!_trap|[\w-]{{0,40}}+\[)
account·  (?<=create ){{}}(?:admin|user)\s
aaa-server·  {{}}.{{0,99}}\shost\s
{STDIN}|{PAIRS}
"""  # noqa: E501
"""Signs, and the pattern that a sign and what is around it match, in small letters; {{}} is the sign itself."""


def _hints() -> dict[str, str]:
    hints = {**token_hints(), **ESCAPE_HINTS, "@": ""}
    for row in SIGNS.splitlines():
        cell, _, pattern = row.partition("  ")
        hints |= {sign: (pattern or "{}").replace("{}", re.escape(sign)) for sign in signs_of(cell)}
    copulas = COPULAS.replace(" ", "|")
    told = rf"[\w-]{{0,12}}(?: (?!(?:{copulas}) )[a-z]{{2,8}}){{0,2}}"
    told += rf"[\"']?(?:[ \t]{{0,3}}(?:[:=]|{WIDE_COLON})|\s(?:{copulas})\s)"
    for word in FOREIGN.split():
        start = word.split("_")[0].lstrip("пш")
        hints[start] = start + told
    for command, options in OPTIONS.items():
        follows = "" if options.keys() & {"@2", "@3"} else r"(?:[^\s/-]\S*+[ \t]++){0,40}+[-/]"
        hints[f"{command} "] = rf"(?<![\w.-]){re.escape(command)}[ \t]++{follows}"
    return hints


HINTS = _hints()
"""One of these stands in every line that holds a secret, in lower case and in the pattern, or else a word of STEMS
or a long run."""
