"""Statements hide their secrets, however these look: `python -m tests.language_model.test_statements` counts."""

from __future__ import annotations

import re
import sys
from collections import Counter

import pytest

from language_model.redact import LineRedactor, redact_text
from language_model.redaction.secret_words import STATES
from tests.language_model.statements_from_memory import STATEMENTS

SECRETS = {
    "random": ("x7Kq2mPw9zT", "q!9zK$w2"),
    "a word": ("letmein", "sunshine"),
    "a small word": ("pass", "change", "default", "local", "group", "required", "expired", "token", "string"),
    "with dots": ("my.pet.cat", "a.b", "summer.2024"),
    "with hyphens": ("wheel-of-time", "Key-to-a-door"),
    "nearly a default": ("admin2", "administrator", "Cisco123", "root"),
    "digits": ("12345678", "20240101"),
    "signs": ("p(a)ss", "x{y}z", "50%off", "a,b", "[abc]d", "7'11"),
    "signs first": (".hidden", "-dash", "=equals", "+plus"),
}
QUOTED = ("my pet cat", "the password is here", "change me")


def misses() -> list[tuple[str, str, str]]:
    """Return make, kind of secret and line of each secret that is left."""
    found = []
    for make, text in STATEMENTS.items():
        for shape in text.splitlines():
            values = {**SECRETS, "a phrase": QUOTED} if '"@"' in shape else SECRETS
            for kind, words in values.items():
                for word in words:
                    if make == "objects" and word in STATES:
                        continue  # in a schema or a report it is none
                    if "'" in word and "'@'" in shape:
                        continue  # its end
                    line = shape.replace("@", word)
                    alone = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
                    left = LineRedactor().lines([line])[0]
                    if len(alone.findall(left)) > len(alone.findall(shape)):
                        found.append((make, kind, line))
    return found


def test_no_secret_in_a_statement_is_left() -> None:
    assert misses() == []


HARMLESS = """\
event manager environment _email_server 192.0.2.9
event manager environment _count 4417
service password-encryption
no service password-encryption
password encryption aes
no password encryption aes
password policy P
password strength-check
 password recovery
security passwords min-length 10
login password-retry-lockout
aaa password-policy P
username bob nopassword
username bob password-policy P
username bob privilege 15
no enable secret
no enable password level 5
no username bob password
enable
ip ssh pubkey-chain
ip ssh rsa keypair-name K
ip ssh server algorithm authentication password
ip http authentication local
ip ospf authentication
ip ospf authentication null
ip ospf authentication key-chain K
ip ospf authentication message-digest
ip authentication mode eigrp 1 md5
ip authentication key-chain eigrp 1 K
 authentication mode md5
 authentication pre-share
 authentication local pre-share
 authentication key-chain K
 isis authentication mode md5
 isis authentication key-chain K
standby 1 authentication md5 key-chain K
key chain NAME
key 1
 key 10
crypto key generate rsa modulus 2048
crypto key zeroize rsa
crypto key import rsa K pem
 keychain K
tunnel key 100
lacp key 10
ntp trusted-key 1
ntp server 192.0.2.1 key 1
ntp authenticate
aaa authentication login default group tacacs+ local
aaa authentication password-prompt Password:
snmp-server group G v3 priv
snmp-server host 192.0.2.1 version 3 auth opsuser
snmp-server user u g v3
snmp-server enable traps
snmp-agent sys-info version v3
snmp-agent trap enable
ssh server cipher aes256_ctr aes128_ctr
ssl private-key-file server.key
set system login password format sha512
set system login password minimum-length 12
set system login password change-type character-sets
set system authentication-order [ radius password ]
set password-controls min-password-length 8
set mgt-config password-complexity enabled yes
set password-expire 0
set passwd-policy "default"
set auto-auth-extension-device enable
set security ike proposal P authentication-method pre-shared-keys
set security authentication-key-chains key-chain K key 1 start-time "2024-1-1.00:00:00 +0000"
set protocols ospf area 0 interface ge-0/0/0 authentication md5 1 start-time now
delete system login user bob authentication encrypted-password
password-control enable
password-control length 10
undo password-control aging
local-user bob service-type ssh
local-user bob level 3
 authentication-mode aaa
 authentication-mode scheme
 ospf authentication-mode null
set authentication-method password
add name=p1 auth=md5 use-radius=no
set strong-crypto=yes
/ip ssh set host-key-size=4096
create vlan v tag 10
configure account all password-policy min-length 8
config wlan security wpa akm psk enable 1
config snmp version v3 enable
config radius auth disable 1
    key /Common/default.key
    password none
    master-key enable;
the password is wrong
password change failed
Password change failed for bob
no password required
password authentication failed
password expired for user bob
Enable password required
user bob password reset by admin
secret key exchange finished
key exchange failed
enable secret is missing on r1
the enable secret must be set
set password for bob
username and password are required
add key to the list
authentication key mismatch on the neighbor
Nov 3 04:00:01 h1 sshd: user bob password change
Nov 3 04:00:01 h1 passwd: password changed for bob
"password": {"type": "string"}
"password": "string"
<password>required</password>
"""
"""Statements with options behind such words, and sentences."""
TYPED = (
    "password policy",
    "password change",
    "secret default",
    "key rotation",
    "passwords of r1",
    "password required",
)
"""What a person may ask for in two words."""


def test_options_and_sentences_stay() -> None:
    lines = HARMLESS.splitlines()
    assert [line for line in lines if LineRedactor().lines([line]) != [line]] == []


def test_what_a_person_asks_in_two_words_stays() -> None:
    assert [text for text in TYPED if redact_text(text) != text] == []


@pytest.mark.parametrize(
    "line",
    [
        "r1(config)# enable secret @",
        "fw> set password @",
        "12| username bob password @",
        "! enable secret @",
        "  * enable secret @",
        "Jan 2 10:11:12 r1 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops logged command:enable secret @",
        'Jan 2 10:11:12 h hwCfg: Command="local-user bob password cipher @" ip=192.0.2.1',
        "Jan 2 10:11:12 n %ACC: update:cmd=configure terminal ; username bob password 0 @ (SUCCESS)",
        "no enable secret @",
    ],
)
@pytest.mark.parametrize("secret", ["change", "my.pet.cat"])
def test_a_statement_is_known_where_people_quote_it(line: str, secret: str) -> None:
    assert secret not in redact_text(line.replace("@", secret))


if __name__ == "__main__":
    left = misses()
    count = sum(text.count("\n") for text in STATEMENTS.values())
    print(f"{len(left)} left, in {count} statements of {len(STATEMENTS)} makes")
    print(Counter(make for make, _, _ in left))
    print(Counter(kind for _, kind, _ in left))
    if sys.argv[1:]:
        print("\n".join(line for make, kind, line in left if sys.argv[1] in (make, kind, "all")))
