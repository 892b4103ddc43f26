"""Secrets planted in many languages of configurations and logs are not in what comes out."""

from __future__ import annotations

import random
import re
import string

import pytest

from language_model.redact import LineRedactor, redact_text
from tests.language_model.other_makes import OTHER_MAKES

# @s is any secret, @h hex, @7 Cisco's type 7, @b base64, @n a number of eight digits; each stands for a new one.
DOCUMENTS = {
    "IOS": """
        hostname r1
        enable secret 5 $1$@s$@b
        enable password level 15 7 @7
        username admin privilege 15 password 0 @s
        username ops secret 9 $9$@s$@b
        key chain CORE
         key 1
          key-string 7 @7
        crypto isakmp key 6 @s address 192.0.2.1
        crypto isakmp key @s hostname peer.example.net
        crypto ikev2 keyring K
         peer P
          pre-shared-key local @s
          pre-shared-key remote 6 @s
        interface GigabitEthernet0/1
         ip ospf message-digest-key 1 md5 7 @7
         ip ospf authentication-key @s
         isis password @s level-2
         standby 1 authentication md5 key-string @s
         standby 2 authentication @s
         vrrp 1 authentication text @s
         ppp chap password 7 @7
         wpa-psk ascii 0 @s
        router bgp 65000
         neighbor 192.0.2.2 password 7 @7
         neighbor 192.0.2.3 password @s
        router isis
         area-password @s
         domain-password @s
        snmp-server community @s RO 10
        snmp-server host 192.0.2.9 version 2c @s bgp
        snmp-server host 192.0.2.9 traps @s
        snmp-server host 192.0.2.9 @s
        snmp-server user u1 g1 v3 auth sha @s priv aes 128 @s access 10
        tacacs-server host 192.0.2.4 key 7 @7
        tacacs-server key @s
        radius server R
         address ipv4 192.0.2.5 auth-port 1812 acct-port 1813
         key @s
        ntp authentication-key 1 md5 @7 7
        line vty 0 4
         password 7 @7
        ip ftp password @s
        ip http client password @s
    """,
    "NX-OS and EOS": """
        username admin password 5 $5$@s$@b role network-admin
        username eve role network-admin secret sha512 $6$@s$@b
        snmp-server user admin network-admin auth md5 0x@h priv 0x@h localizedkey
        snmp-server user ops network-operator v3 localized 80001f888000 auth sha @h priv aes @h
        snmp-server community @s group network-operator
        radius-server host 192.0.2.1 key 7 "@s" authentication accounting
        tacacs-server host 192.0.2.1 vrf MGMT key 7 @7
        feature-set password @s
        ntp authentication-key 1 sha1 7 @7
        router bgp 1
          neighbor 192.0.2.1
            password 3 @h
        management api http-commands
        enable password sha512 $6$@s$@b
        fabric forwarding anycast-gateway-mac 0000.1111.2222
    """,
    "Junos with braces": """
        system {
            root-authentication {
                encrypted-password "$6$@s$@b"; ## SECRET-DATA
                ssh-rsa "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 op@example";
            }
            radius-server {
                192.0.2.1 secret "$9$@s";
            }
            tacplus-server 192.0.2.2 secret @s;
            login {
                user ops {
                    authentication {
                        encrypted-password "$1$@s$@b";
                    }
                }
            }
        }
        snmp {
            community @s {
                authorization read-only;
            }
            v3 {
                usm {
                    local-engine {
                        user u1 {
                            authentication-sha {
                                authentication-key "$9$@s";
                            }
                            privacy-aes128 {
                                privacy-password "@s";
                            }
                        }
                    }
                }
            }
        }
        protocols {
            bgp {
                group X {
                    authentication-key "$9$@s";
                }
            }
            ospf {
                area 0 {
                    interface ge-0/0/0 {
                        authentication {
                            md5 1 key "$9$@s";
                            simple-password @s;
                        }
                    }
                }
            }
        }
        security {
            ike {
                policy P {
                    pre-shared-key ascii-text "@s";
                    pre-shared-key hexadecimal @h;
                }
            }
        }
    """,
    "Junos with set": """
        set system root-authentication encrypted-password "$6$@s$@b"
        set system login user ops authentication plain-text-password-value @s
        set system radius-server 192.0.2.1 secret "$9$@s"
        set snmp community @s authorization read-only
        set snmp trap-group G targets 192.0.2.1
        set protocols isis level 2 authentication-key "$9$@s"
        set protocols ospf area 0 interface ge-0/0/0 authentication md5 1 key @s
        set security ike policy P pre-shared-key ascii-text @s
        set access profile P client ops chap-secret @s
    """,
    "PAN-OS": """
        set mgt-config users admin phash $1$@s$@b
        set mgt-config users ops phash @s
        set deviceconfig system snmp-setting access-setting version v2c snmp-community-string @s
        set deviceconfig system snmp-setting access-setting version v3 users u1 authpwd @s
        set deviceconfig system snmp-setting access-setting version v3 users u1 privpwd @s
        set network ike gateway G authentication pre-shared-key key -AQ==@b=
        set shared server-profile radius R server S secret @b
        set shared server-profile ldap L bind-password @s
        set shared certificate C private-key @b
        <phash>$5$@s$@b</phash>
        <bind-password>@s</bind-password>
    """,
    "FortiOS": """
        config system admin
            edit "admin"
                set password ENC @b=
            next
        end
        config vpn ipsec phase1-interface
            edit "v"
                set psksecret ENC @b=
            next
        end
        config system snmp community
            edit 1
                set name "@s"
            next
        end
        config system snmp user
            edit "u"
                set auth-pwd ENC @b=
                set priv-pwd @s
            next
        end
        config user radius
            edit "r"
                set secret "@s"
            next
        end
        config wireless-controller vap
            edit "w"
                set passphrase @s
            next
        end
        config router bgp
            config neighbor
                edit "192.0.2.1"
                    set password @s
                next
            end
        end
        config router key-chain
            edit "k"
                config key
                    edit 1
                        set key-string @s
    """,
    "Huawei VRP": """
        super password level 3 cipher @s
        snmp-agent community read cipher %^%#@s%^%#
        snmp-agent community write @s
        snmp-agent usm-user v3 u1 authentication-mode sha cipher %^%#@s%^%#
        snmp-agent target-host trap address udp-domain 192.0.2.1 params securityname cipher %^%#@s%^%# v2c
        local-user ops password irreversible-cipher $1c$@s$@b$
        radius-server shared-key cipher %^%#@s%^%#
        hwtacacs-server shared-key cipher @s
        bgp 65000
         peer 192.0.2.2 password cipher %^%#@s%^%#
         peer 192.0.2.3 password simple @s
        interface GigabitEthernet0/0/1
         ospf authentication-mode md5 1 cipher %^%#@s%^%#
         isis authentication-mode md5 plain @s
        ike peer p
         pre-shared-key cipher %^%#@s%^%#
        user-interface vty 0 4
         set authentication password cipher %^%#@s%^%#
    """,
    "Aruba": """
        mgmt-user admin root @h@h
        wlan ssid-profile "corp"
            wpa-passphrase @h
        aaa authentication-server radius "r"
            key @h
        snmp-server community @s
        user-name ops password ciphertext @b
        enable secret "@h"
        tacacs-server host 192.0.2.1 key plaintext @s
    """,
    "MikroTik": """
        /interface wireless security-profiles
        set [ find default=yes ] wpa2-pre-shared-key=@s wpa-pre-shared-key="@s"
        /snmp community
        set [ find default=yes ] name=@s
        /ip ipsec identity
        add peer=p1 secret="@s"
        /ppp secret
        add name=u1 password=@s service=l2tp
        /user add name=ops password=@s group=full
        /radius add address=192.0.2.1 secret=@s service=login
        /routing ospf interface-template
        add area=a auth=md5 auth-id=1 auth-key=@s
        /routing bgp peer
        add name=p1 tcp-md5-key=@s multihop=yes
        /interface wireguard
        add listen-port=13231 name=wg0 private-key="@b="
    """,
    "Nokia SR OS": """
        configure {
            system {
                security {
                    user-params {
                        local-user {
                            user "admin" {
                                password "$2y$10$@b"
                            }
                        }
                    }
                    snmp {
                        community "@s" hash2 {
                            access-permissions r
                        }
                    }
                }
            }
            router "Base" {
                bgp {
                    group "g" {
                        authentication-key "@s" hash2
                    }
                }
                isis 0 {
                    authentication-key "@s" hash
                }
            }
        }
        snmp community "@s" hash2 rwa version both
        authentication hash hmac-sha2-256 @h privacy cfb128-aes-256 @h
    """,
    "a certificate as a hex dump, a PEM block and keys over lines": """
        crypto pki certificate chain TP
         certificate self-signed 01
          @H @H @H @H @H @H @H @H
          @H @H @H @H @H @H @H @H
          @H @H
                quit
        certificate ca "
        -----BEGIN CERTIFICATE-----
        @L
        @L
        @s==
        -----END CERTIFICATE-----
        private key
        -----BEGIN RSA PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF

        @L
        @L
        -----END RSA PRIVATE KEY-----
        set private-key "-----BEGIN ENCRYPTED PRIVATE KEY-----
        @L
        @s
        -----END ENCRYPTED PRIVATE KEY-----"
        {"key": "-----BEGIN PRIVATE KEY-----\\n@L\\n@L\\n-----END PRIVATE KEY-----\\n"}
        hostname after
    """,
    "logs": """
        Jan  2 10:11:12 r1 sshd[99]: Accepted password '@s' for ops from 192.0.2.1
        2026-01-02 10:11:12.123 99 INFO api [-] GET /v1?api_key=@s&user=ops HTTP/1.1
        2026-01-02 10:11:12 DEBUG login user=ops password=@s result=ok
        2026-01-02 10:11:12 DEBUG sending {"auth": {"user": "ops", "password": "@s", "token": "@s@n"}}
        2026-01-02 10:11:12 DEBUG headers Authorization: Bearer @s@b
        2026-01-02 10:11:12 DEBUG headers X-Auth-Token: @s@h
        2026-01-02 10:11:12 DEBUG connecting to amqp://ops:@s@192.0.2.1:5672/
        2026-01-02 10:11:12 WARN Bad community string '@s' from 192.0.2.1
        Jan  2 10:11:12 r1 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops logged command:username x password 0 @s
        Jan  2 10:11:12 r1 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops logged command:enable secret @s
        Jan  2 10:11:12 r1 jwt eyJ@s.eyJ@s.@s accepted
    """,
    "JSON, YAML, env and ini": """
        {"username": "ops", "password": "@s", "snmp": {"community": "@s"}, "apiKey": "@s", "secretKey": "@b"}
        "client_secret" : "@s",
        snmp_community: @s
        admin_password: "@s"
        ansible_become_pass: @s
        DB_PASSWORD=@s
        export API_TOKEN=@s@n
        AWS_SECRET_ACCESS_KEY=@b
        DATABASE_URL=postgres://ops:@s@db.example.net/x
        psk=@s
        bind_pass = @s
        userPassword: {SSHA}@b
        token: @s@n
        password = @s
        rocommunity @s 192.0.2.0/24
        com2sec ro default @s
    """,
    "languages nobody listed": """
        frobnicate tunnel 7 passphrase @s
        wibble set-password "@s"
        peer-auth shared_secret -> x secretkey @s
        zorp { peer-password @s; }
        link l1 encryption-key hex @h
        account ops; passwd @s; shell none
        ospfd area 0 hmac-key @s
        turbo.login.password := "@s"
        <wifi><password>@s</password></wifi>
    """,
}


KEY = bytes(32)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_planted_secret_comes_out(name: str) -> None:
    for seed in range(20):
        lines, planted = plant(DOCUMENTS[name], random.Random(seed))
        redacted = LineRedactor(KEY).lines(lines)
        assert len(redacted) == len(lines)
        assert left_in(redacted, planted) == []


@pytest.mark.parametrize("name", OTHER_MAKES)
def test_no_secret_of_another_make_comes_out(name: str) -> None:
    marked = OTHER_MAKES[name].splitlines()
    redacted = LineRedactor(KEY).lines([re.sub("[«»]", "", line) for line in marked])
    left = [line for line, now in zip(marked, redacted, strict=True) for one in _marked(line) if one in now]
    assert left == []


def _marked(line: str) -> list[str]:
    return re.findall("«(.*?)»", line)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_redacting_twice_is_redacting_once(name: str) -> None:
    lines, _ = plant(DOCUMENTS[name], random.Random(3))
    once = LineRedactor(KEY).lines(lines)
    assert LineRedactor(KEY).lines(once) == once
    assert LineRedactor(b"another").lines(once) == once


@pytest.mark.parametrize("name", DOCUMENTS)
def test_how_many_lines_are_read_at_once_changes_nothing(name: str) -> None:
    lines, _ = plant(DOCUMENTS[name], random.Random(4))
    one_by_one = LineRedactor(KEY)
    assert [one_by_one.lines([line])[0] for line in lines] == LineRedactor(KEY).lines(lines)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_words_around_secrets_stay(name: str) -> None:
    lines, planted = plant(DOCUMENTS[name], random.Random(5))
    for line, redacted in zip(lines, LineRedactor(KEY).lines(lines), strict=True):
        around = re.split("|".join(map(re.escape, planted)), line)
        if "BEGIN" in line or re.fullmatch(r"[0-9A-F ]+", line):
            continue  # newlines are in the value; a line of a hex dump gets one stand-in
        assert len(redacted.split()) == len(line.split())
        assert redacted.startswith(around[0].rsplit(" ", 1)[0].partition("$")[0])
        assert redacted.endswith(around[-1].split(" ", 1)[-1] if " " in around[-1] else "")


def plant(template: str, chance: random.Random) -> tuple[list[str], list[str]]:
    planted: list[str] = []

    def one(match: re.Match[str]) -> str:
        planted.append(_made(match[1], chance))
        return planted[-1]

    text = re.sub(r"@([sh7bnHL])", one, re.sub(r"(?m)^ {8}", "", template.strip("\n")))
    return text.rstrip().split("\n"), planted


def _made(kind: str, chance: random.Random) -> str:
    letters = string.ascii_letters
    if kind == "s":  # at least a letter, a digit and a sign somewhere
        return (
            chance.choice(letters)
            + _some(chance, letters + string.digits, 9)
            + chance.choice("73")
            + _some(chance, letters, 2)
        )
    if kind == "b":
        return "q7K" + _some(chance, letters + string.digits + "+/", 40)
    if kind == "L":
        return _some(chance, letters, 3) + "4xQ" + _some(chance, letters + string.digits + "+/", 58)
    if kind == "7":
        return "0" + chance.choice(string.digits) + _some(chance, "0123456789ABCDEF", 16)
    if kind == "H":
        return _some(chance, "0123456789ABCDEF", 8)
    return _some(chance, string.digits, 8) if kind == "n" else "7" + _some(chance, "0123456789abcdef", 31)


def _some(chance: random.Random, alphabet: str, count: int) -> str:
    return "".join(chance.choice(alphabet) for _ in range(count))


def left_in(lines: list[str], planted: list[str]) -> list[str]:
    return [line for line in lines if any(secret in line for secret in planted)]


WORDS_WITH_HYPHENS = (
    "enable secret {}",
    "username admin secret {}",
    "username admin privilege 15 password {}",
)


@pytest.mark.parametrize("line", WORDS_WITH_HYPHENS)
@pytest.mark.parametrize("secret", ["wheel-of-time", "Key-to-a-door", "is_it_this"])
def test_small_words_within_a_secret_make_no_sentence(line: str, secret: str) -> None:
    assert secret not in LineRedactor().lines([line.format(secret)])[0]


@pytest.mark.parametrize("word", ["next", "exit", "quit", "end"])
def test_a_word_behind_a_long_hash_is_no_part_of_it(word: str) -> None:
    lines = [
        "        set password ENC SH2vYw2Kd9kGv6dNqOzP1iRl5tWgYxE7oMuJ3kCnB0hVfQ4rSdLpA2eZ6wTm",
        f"    {word}",
    ]
    first, second = LineRedactor().lines(lines)
    assert "SH2vYw2Kd9k" not in first
    assert second == lines[1]


@pytest.mark.parametrize(
    "line",
    [
        "snmp-server community public RO",
        "snmp-server host 192.0.2.1 version 2c public",
        'Which devices have the SNMP community "public"?',
        "sw1 answers to the SNMP community public.",
        "password cisco",
    ],
)
def test_what_everybody_tries_first_is_shown_in_lines_and_in_what_is_typed(line: str) -> None:
    assert LineRedactor().lines([line]) == [line]
    assert redact_text(line) == line


def test_a_quote_within_quotes_does_not_end_a_secret() -> None:
    """As a shell and OpenWrt's UCI write it."""
    assert redact_text("option password 'it'\\''s # secret'") == "option password 'redacted-clear-16to31'"
