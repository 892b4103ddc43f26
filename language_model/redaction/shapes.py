"""What nothing but a secret looks like, and signs of lines that hold one: tables, one row for each kind."""

from __future__ import annotations

import re

PLACEHOLDERS = {
    "HEX32": "[0-9a-f]{32}",
    "CODES": r"(?:otp|pin|puk)(?:_?code)?\b[\"']?(?: (?:for|of)(?: [a-z]{1,15}){1,3}?)?(?: is)?[\s=:>\"']{1,4}",
    "LOGIN": r"[a-z][\w.-]{0,20}+(?: / |[/:])\S{6}",
    "SHORT": r"[^\n]{0,80}?(?<![\w-])(?:pas\w*+|sec\w*+|key?|key-s\w*+|comm\w*+|auth[\w-]*+|md5|sha\d*+"
    r"|pre-sh[\w-]*+(?: \w++)?)\s++\S",
    "STDIN": "chpasswd|passwd --stdin|passwd-on-stdin|password-stdin|pass-stdin|sudo -s|read -s|kinit·|vncpasswd",
    "PAIRS": "stats auth·|basic_auth|basic-auth|basicauth|userpass|mail-server·",
}
"""Words of the tables and what they stand for: codes of digits, a user with a password, the words of a command that
announce a secret, also cut short, commands that read a secret from the one before them, and settings whose value is
USER:PASSWORD."""
SHAPES = r"""
{  -  (?i)\{(?:S?SHA\d*|S?MD5|CRYPT|PBKDF2[\w-]*)\}[\w+/=$.-]{8,}
//  -  //[^\s/:@\"']*:([^\s/@\"']+)@
bearer  {}\s+\S{8}  MIXED (?i)\bbearer\s+([\w+/=.~-]{8,})
authorization  {}\W{1,4}\w+\s+\S{8}  MIXED (?i)\bauthorization\W{1,4}\w+\s+([\w+/=.~-]{8,})
eyj  (?<![\w-]){}[\w-]{8,}\.  (?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)*
begin·  (?<=-){}|(?<=- ){}  -{4,5} ?BEGIN [A-Z0-9 ]+-{4,5}(?:\\[nr]|\s)*+((?:[^-]|-(?!---))++)-{4,5} ?END
otp|pin|puk  CODES\d{4}  (?i)(?<![a-z0-9])CODES(\d{4,12})\b
authorization  -  (?i)(?:(?<!\w)|(?<=\\n))authorization[\"']?\s*+:\s*+[\"']?(?:basic|bearer|token|digest|apikey)\s++(?!(?:token|auth\w*|realm\S*|header|required)\b)([^\s\"'\\<>{$]{5,})
·*·|\t*\t  {}[ \t]*+(?:\"\S+\"|\S+[ \t]+\"?\*)  (?i)^\s*+(?:\"[^\"]+\"|[^\s\"*#]+)\s+\*\s+(?:\"([^\s\"*]+)\"(?:\s+\S+)?|([^\s\"*{}()]+)\s+\"?\*\"?)\s*+$
STDIN  {}  (?i)\b(?:echo|printf)\s++(?:-\w++\s++)*+[\"']?(?:[\w.@\\-]{1,64}:(?=[^\s:]))?([^\s\"'|]+?)(?:\\n)?[\"']?\s*+\||(?<=<<<)\s*+[\"']?(?:[\w.@\\-]{1,64}:)?([^\s\"'|]+)
PAIRS  {}  (?i)(?<![\w-])(?:PAIRS)[\"']?\s*+[:=]?\s*+[\"']?[^\s:\"'{/]{1,64}:(?!\.\.|(?-i:[A-Z]+)\b)([^\s\"'@,/]{2,})
·>  {}\S{4}  (?i)^\s*+(?:acl setuser|user) \S++ (?:[^\s>]\S*+ )*+>(\S++)
("|('  (?<=\w){}(?:\d{1,3}\.){3}  \w\([\"'](?:\d{1,3}\.){3}\d{1,3}[\"'],(?: ?\d++,)? ?[\"'][\w.@-]++[\"'], ?[\"']([^\"'\s]{4,})[\"']
env.get(|getenv(|environ.get(  -  (?i)(?:environ\.get|getenv|env\.get)\([\"']\w*(?:pass|pw|secret|comm|key|token)\w*[\"'], ?[\"']([^\"'\s]{4,})[\"']
communitydata(  {}  (?i)communitydata\(\s*+[\"']([^\"']++)[\"']\s*+[,)]
licen  {}[cs]e\b.{0,9}[a-z0-9]{4}-  MIXED (?i)\blicen[cs]e\b(?: key)?[\"']?[\s=:\"']{1,4}((?:[A-Z0-9]{4,8}-){2,8}[A-Z0-9]{4,8})\b
sink  -  (?i)^\s*(?:trap2?|inform)sink\s+\S+\s+(\S+)
identified·|set password  -  (?i)\bidentified\s++(?:(?:with|via)\s++\S++\s++)?(?:by|as|using)\s++(?:password\s++)?(?:[\"']([^\"']++)[\"']|([^\s\"';(?]++))|\bset\s++password(?:\s++for\s++\S++)?\s*+=\s*+(?:\w{1,20}\s*+\()?[\"']([^\"']++)[\"']
login·|invalid user  -  (?i)\b(?:login (?:ok|incorrect)|invalid user)\b[^\[\]]{0,120}?\[(?!host/)[^\s\[\]/]{1,64}/([^\s<>\[\]]++)\]
auth=  {}(?:key,|token|\()|(?<=[?&]){}\S{8}  (?i)auth=(?:key|token(?:-secure)?),(?!/)([^\s,;\"']++)
auth=  -  MIXED (?i)[?&]auth=([^\s&\"']{8,}+)
auth=(  -  (?i)auth=\(\s*+[\"'][^\"']*+[\"'],\s*+[\"']([^\"']++)
securestring  {}  (?i)securestring\s++(?:-string\s++)?[\"']([^\"']++)
pass·  -  (?i)(?:\bUSER \S++ |(?:ftp|pop3?)\S{0,30}+(?: \S++)? |command[: ]\s?)(?-i:PASS) (\S++)
assword  -  (?i)assword[^\"'\n]{0,9}[\"'][^\"'\n]{0,20}?\bsend\s++(?:--\s++)?[\"']([^\"'\\$]++)|\bcommand \"([^\"]++)\" pattern \"[^\"]*assword
audit_set_secret  {}  (?i)set: \[[^\[\]]*+\] \"?([^\s\"]++)
user-password  -  (?i)user-password\s++\[2\]\s++\d++\s++(\S++)
set: [  {}.{0,200}(?:secret|password|value|community|key)\]  (?i)set: \[[^\[\]]++(?:(?<=secret)|(?<=password)|(?<=value)|(?<=community)|(?<=key))\] (?:<[^<>]*+> )?(?:-> )?\"?([^\s\"<>]++)
text, string  {}  (?i)text, string \"([^\"]++)\"
from-literal=  {}  (?i)from-literal=[^\s=]++=([^\s\"']++)
=·cleartext  -  (?i)= cleartext \"?([^\s\"]++)
usmuser  {}  (?i)0x([0-9a-f]{32,})
kh=|das_client=  -  (?i)^(?:r[01]kh=\S++ \S++|radius_das_client=\S++) (\S++)
--·text  {} (?:\d )?\"[^\"]  (?i)\bkey \S{1,20}+ -- text (?:\d )?\"([^\"]++)\"
community·  -  (?i)^\s*+community (?:name|index|securityname):\s++(\S++)
_pat  {}[\"']?\s*+[:=]  (?i)(?-i:(?<=[A-Z])_PAT)[\"']?\s*+[:=]\s*+[\"']?([^\s\"',;$<{]{8,}+)
prv>|tls>  (?<=<){}\S  (?i)<(?:prv|tls)>([^\s<>]{12,}+)</(?:prv|tls)>
# chats: Slack, Discord, Telegram, Microsoft Teams
xoxa-|xoxb-|xoxc-|xoxd-|xoxe-|xoxe.|xoxo-|xoxp-|xoxr-|xoxs-  {}[\w-]{8}  (?<![\w-])xox[a-z](?:\.xox[a-z])?-[\w-]{10,}
xapp-  {}\d-[\w-]{10}  (?<![\w-])xapp-\d-[\w-]{10,}
hooks.slack  {}[\w.-]{4,8}/  (?<![\w-])hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([\w/-]{20,})
/services/t  {}\w++/b  /services/T\w++/B\w++/(\w{8,})
/api/webhooks/  {}\d{15}  /api/webhooks/\d{15,22}/([\w-]{40,})
:aa  {}[\w-]{30}  (?:bot)?\d{8,10}:AA[\w-]{30,}
/webhookb2/  {}[0-9a-f]{8}  /webhookb2/([0-9a-f]{8}[\w@/-]{8,})
/incomingwebhook/  {}HEX32  /IncomingWebhook/(HEX32/[0-9a-f-]{36})
# clouds: Azure, Google, DigitalOcean, Heroku, Databricks, Tailscale
?sig=|&sig=|;sig=  {}[\w%+/-]{40}  [?&;]sig=([\w%+/-]{40,}=?)
aiza  {}[\w-]{30}  (?<![\w-])AIza[\w-]{30,}
ya29.  {}[\w-]{20}  (?<![\w-])ya29\.[\w-]{20,}
gocspx-  {}[\w-]{20}  (?<![\w-])GOCSPX-[\w-]{20,}
doo_v1_|dop_v1_|dor_v1_  {}[0-9a-f]{64}  (?<![\w-])do[opr]_v1_[0-9a-f]{64}
hrku-  {}[\w-]{30}  (?<![\w-])HRKU-[\w-]{30,}
dapi  {}HEX32  (?<![\w-])dapiHEX32(?:-\d)?(?!\w)
tskey-  {}[\w-]{20}  (?<![\w-])tskey-[\w-]{20,}
# code and its delivery: GitHub, GitLab, npm, PyPI, Docker, HashiCorp, Atlassian
gho_|ghp_|ghr_|ghs_|ghu_  {}\w{30}  (?<![\w-])gh[a-z]_\w{30,}
github_pat_  {}\w{30}  (?<![\w-])github_pat_\w{30,}
glpat-|gldt-|glrt-|glcbt-|glptt-|glft-|glimt-|glagent-|gloas-|glsoat-|glffct-  {}[\w-]{16}  (?<![\w-])gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w-]{16,}
npm_  {}\w{30}  (?<![\w-])npm_\w{30,}
pypi-age  {}[\w-]{30}  (?<![\w-])pypi-AgE[\w-]{30,}
dckr_pat_  {}[\w-]{20}  (?<![\w-])dckr_pat_[\w-]{20,}
hvb.|hvr.|hvs.  {}[\w-]{20}  (?<![\w-])hv[brs]\.[\w-]{20,}
.atlasv1.  {}[\w-]{30}  \w{14}\.atlasv1\.[\w-]{30,}
atatt3  {}[\w-]{30}  (?<![\w-])ATATT3[\w=-]{30,}
# mail and telephones: SendGrid, Mailgun, Twilio
sg.  {}[\w-]{16,40}\.  (?<![\w-])SG\.[\w-]{16,40}\.[\w-]{16,}
key-  {}HEX32  (?<![\w-])key-HEX32(?!\w)
sk0|sk1|sk2|sk3|sk4|sk5|sk6|sk7|sk8|sk9|ska|skb|skc|skd|ske|skf  {}[0-9a-f]{31}  (?<![\w-])SKHEX32(?!\w)
# shops: Stripe, Shopify
rk_live_|rk_test_|sk_live_|sk_test_  {}\w{16}  [rs]k_(?:live|test)_\w{16,}
whsec_  {}[\w+/]{24}  (?<![\w-])whsec_[\w+/]{24,}=?
shpat_|shpca_|shppa_|shpss_|shpua_  {}HEX32  (?<![\w-])shp(?:at|ca|pa|ss|ua)_HEX32(?!\w)
# monitoring: Grafana, New Relic
glsa_|glc_  {}\w{30}  (?<![\w-])gl(?:sa|c)_\w{30,}
nrak-  {}\w{20}  (?<![\w-])NRAK-\w{20,}
# keys of age; the hashes in a dump of Windows accounts, NAME:RID:LM:NT:::
age-secret-key-1  {}[0-9a-z]{30}  (?<![\w-])AGE-SECRET-KEY-1([0-9A-Z]{30,})
:::  {}  (?<=\d):((?:[0-9A-Fa-f]{32}|NO PASSWORD\*+|\*+):[0-9A-Fa-f]{32}):::
"""  # noqa: E501
"""Signs, what they and what is around them match in small letters, and the pattern whose first group is a secret.

Without a group all of it is. `|` divides signs, `·` is a space at an end, `{}` the sign; a line is not chosen by a row
with `-`. MIXED: only with digits in it.
"""
SIGNS = r"""
$  \$[\w-]{1,16}\$
}  (?<=sha\}|md5\}|\d{3}\}|ypt\}|df2\})
cookie  {}[\"']?:
credential|creds|passwords|passphrases|secrets|psks|communit|logins  {}[\w-]{0,20}+(?:[\"']?[ \t]*+[:=][ \t]*+[\[{(\n]|\" \{|\]|>)
users:|tacacs:|_servers:|_keys:|radius:|auth:|authentication:|ospf:|wifi:|macsec:|bgp:|ntp:  {}[ \t]*+[{\n]
tacacs":|radius":|auth":|authentication":|ospf":|wifi":|macsec":|bgp":|ntp":  {}[ \t]*+[{\n\[]
[users]|[tacacs]|[tacacs+]|[radius]|[auth]|[wifi]|<tacacs>|<radius>|<auth>|<authentication>|<ntp>|auth = {|radius = {|tacacs = {
:·eap·|:·xauth·|:·rsa·|:·ecdsa·|:·ntlm·|:·p12·|:·pin·|=·cleartext·|=·des·|=·crypt·|authcommunity·
config radius·|set radius server·|-key·|-hex·|enable license·|htpasswd·|system user·  {}\S
ified·  (?<=ident){}\s*(?:by|with|via|as|using)\s
set password  {}(?: for \S{1,80})?\s*+=
login·  {}(?:(?:ok|incorrect)[^\[\n]{0,120}+\[[^\s\[\]/]{1,64}+/[^<]|LOGIN)
login:|login=|login"|login'  {}[\"']?\s*+[:=]?\s*+[\"']?LOGIN
lid user  (?<=inva){}[^\[\n]{0,120}+\[[^\s\[\]/]{1,64}+/[^<]
assword"|assword:"|assword*"|assword: "  {}(?:[^\"'\n]{0,20}?\bsend\b|[ \t);]*(?:\n|$))
command:|command":|command=|command"=  {}\s?SHORT
cmd=|cmd:|executed·  {}SHORT
on-mode·  (?<=authenticati){}\s*(?:simple|md5|hmac|plain|cipher|sha)
auth-type·  {}(?:simple|md5)
log in·  {}(?:with|as) \S
enable·  (?<![\w-]){}(?:on|for|of)\s[^:=]{1,60}[:=]
rmon·  {}event \d+ (?:log )?trap
·spi·  (?<=ipsec){}\d
ity\t|ity,|ity;  (?<=[\t,;]commun){}
kind  {}[\"']?\s*+:\s*+[\"']?secret\b
-lines:·  (?<=private){}\d
mpls ldp·  {}.{0,80}password
masterip·|monitor·  {}\S{1,80} (?:ipsec|\d) \S{3}
·-p  {}w?[ \t=]\S{4}
·-h·  {}\S{1,80} .{0,80}?-c \S{4}
·/p:  {}\S{4}
"-  {}-?[\w-]{1,20}\"?,? ?(?:a\d+=)?\"
createuser|com2sec|mgmt-user·|mgmtuser·|netuser·|masterauth·
sink|certificate  {}\s
cellular·  {}\S+ .{0,99}(?:ch|p)ap
sim·|·pki·  {}(?:auth|unlock|lock|verify|change-pin|export|import)
snmp  {}(?!_trap|[\w-]{0,40}+\[)
account·  (?<=create ){}(?:admin|user)\s
aaa-server·  {}.{0,99}\shost\s
das_client=|r0kh=|r1kh=|p/w|sap pmk|simple-authentication·|auth-data·|localip·|smuxpeer|test aaa·|unlock-code·
"""  # noqa: E501
"""The same for lines that other rules read."""


def rows_of(table: str) -> list[tuple[list[str], list[str]]]:
    """Return the rows of a table: the signs, and the other cells."""
    for word, meaning in PLACEHOLDERS.items():
        table = table.replace(word, meaning)
    cells = [row.split("  ") for row in table.splitlines() if row and row[:2] != "# "]
    return [
        ([sign.replace("·", " ").replace("\\t", "\t") for sign in row[0].split("|")], row[1:])
        for row in cells
    ]


def find_hints() -> dict[str, str]:
    """Return for each sign the pattern that chooses its lines."""
    rows = [(signs, cells[0] if cells else "{}") for signs, cells in rows_of(SHAPES + SIGNS)]
    return {
        sign: follows.replace("{}", re.escape(sign))
        for signs, follows in rows
        for sign in signs
        if follows != "-"
    }
