"""Lines without a secret stay; addresses get other names that share prefixes."""

from __future__ import annotations

import random
import re
from ipaddress import IPv4Address, ip_network

import pytest

from language_model.redact import LineRedactor, redact_text, secrets_in
from language_model.redaction.looks import Looks, looks_of
from language_model.redaction.pseudonyms import Pseudonyms

# ruff: noqa: E501

STAY = {
    "configurations": (
        "ip community-list standard CL permit 65000:1",
        "ip community-list expanded dept_community permit _65001:",
        " set community 65000:1 additive",
        " set community no-export",
        " match community TENANT-A",
        "        from community TENANT-B-RT;",
        " community add TENANT-A-community;",
        "    community TENANT-A-RT members target:65000:10;",
        "set policy-options community FABRIC members 65000:1",
        " neighbor 192.0.2.1 send-community both",
        "  send-community extended",
        "ip bgp-community new-format",
        "peer 192.0.2.1 advertise-community",
        "apply community 100:1 additive",
        "if-match community-filter 1",
        "route-map X permit 10 match community X",
        "key chain CORE",
        " key 1",
        "ip ospf authentication key-chain CORE",
        "ip authentication key-chain eigrp 1 CORE",
        "ip authentication mode eigrp 1 md5",
        " ip ospf authentication message-digest",
        "crypto key generate rsa modulus 2048",
        "crypto key zeroize rsa",
        "keepalive 10",
        " keepalive",
        "tunnel key 100",
        "no password strength-check",
        "password strength-check",
        "service password-encryption",
        "no service password-recovery",
        "aaa authentication login default group tacacs+ local",
        "aaa authentication enable default enable",
        "aaa authorization exec default group radius",
        " authentication pre-share",
        " authentication rsa-sig",
        " encr aes 256",
        "crypto ipsec transform-set T esp-aes 256 esp-sha-hmac",
        "set network ike crypto-profiles ipsec-crypto-profiles default esp authentication sha1",
        "ssh server cipher aes256_ctr aes128_ctr",
        "ip ssh server algorithm mac hmac-sha2-256",
        "ntp trusted-key 1",
        "ntp server 192.0.2.1 key 1",
        "ntp authenticate",
        "snmp-server host 192.0.2.1 version 3 auth opsuser",
        "snmp-server host mgmt 192.0.2.40",
        "snmp-server group G v3 priv",
        "snmp-server location Rack 7, Room 12",
        '        community "RT-440"',
        '    from community "CUST-ROUTES"',
        "snmp-server contact noc@example.net",
        "snmp-server enable traps bgp",
        "snmp-server source-interface traps Loopback0",
        "snmp-server view ALL iso included",
        "username ops nopassword",
        "username ops privilege 15",
        "login authentication default",
        "line vty 0 4",
        " exec-timeout 10 0",
        "tacacs-server host 192.0.2.1",
        "radius-server timeout 5",
        "PasswordAuthentication yes",
        "ip pim sparse-mode",
        "standby 1 authentication md5 key-chain HSRP",
        "ip prefix-list PL seq 5 permit 10.0.0.0/8 le 24",
        "description the password is kept in the safe",
        "password: <redacted>",
        'password: "********"',
        "password = ${DB_PASSWORD}",
        "max_tokens: 4000",
        "token_limit=1000",
        "auth_url = http://192.0.2.1:5000/v3",
        "auth_type = password",
        "set deviceconfig system type dhcp-client send-hostname yes",
        " authentication-profile RADIUS",
        "set mgt-config users admin permissions role-based superuser yes",
        " /var/lib/nova/instances/_base/a489c868f0c37da93b76227c91bb03908ac0e742",
        "private-key-file /etc/ssl/private/key.pem",
        "primary-key id",
        "public-key sha256",
        " community-list 10",
        "foreign key (a) references b(c)",
        "SELECT key, value FROM pairs WHERE key = 3",
        "MATCH (n:Line) WHERE n.password IS NOT NULL RETURN n.key",
    ),
    "logs": (
        "Jan  2 10:11:12 h sshd[1]: Failed password for root from 192.0.2.1 port 22 ssh2",
        "Jan  2 10:11:12 h sshd[1]: Failed password for invalid user admin1 from 192.0.2.1 port 22 ssh2",
        "Jan  2 10:11:12 h sshd[1]: Accepted password for x7y9 from 192.0.2.1 port 22 ssh2",
        "Jan  2 10:11:12 h sshd[1]: pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=192.0.2.1 user=root",
        "Jan  2 10:11:12 h sshd[1]: Accepted publickey for git from 192.0.2.1 port 22 ssh2",
        "2026-01-02 10:11:12 INFO nova [req-3ea4052c-895d-4b64-9e2d-04d64c4d94ab 113d3a99c3da401fbd62cc2caa5b96d2 54fadb412c4e40cdbaed9335e4c35a9e - - -] GET /v2/54fadb412c4e40cdbaed9335e4c35a9e/servers/detail HTTP/1.1 status: 200",
        "2026-01-02 10:11:12 INFO [instance: b9000564-fe1a-409b-b8cc-1e88b294cd1d] VM Started",
        "081109 203615 148 INFO dfs.DataNode: PacketResponder 1 for block blk_38865049064139660 terminating",
        "2026-01-02 10:11:12 WARN token expired, requesting another",
        "2026-01-02 10:11:12 WARN key exchange failed: no matching cipher aes128-cbc",
        "2026-01-02 10:11:12 ERROR password check failed for user7",
    ),
    "programs and schemas": (
        "def parse(lines: list[str]) -> list[dict]:",
        "    password = fields[3]",
        "    for key, value in items.items():",
        "        token = tokens[i]",
        '    secret = values.get("secret")',
        "    return sorted(rows, key=lambda row: row.key)",
        "    return sorted(rows, key=len)",
        '    match = re.match(r"username (\\S+) password 7 (\\S+)", line)',
        '    if line.startswith("password "):',
        '    if words[0] == "password": return 1',
        '    SECRET = re.compile(r"secret (?:5 )?(\\S+)")',
        '    values["password"] = parts[3]',
        "    key = m.group(1)",
        '    password: str = ""',
        "    api_key=api_key, password=None, token=token",
        "    token: Token = next(tokens)",
        "    if key in seen2:",
        '    x = f"password {value}"',
        "    community = words[2]",
        "    def f(self, key: str, password: str | None = None) -> str:",
        "    kwargs = dict(password=password, secret=self.secret)",
        '  "required": ["name", "password", "secret_type"],',
        '  "password": {"type": "string", "description": "The hashed password."},',
        '  "community": {"type": "string"},',
        '  "key": "name",',
        '  "type": "password", "enum": ["secret", "password"]',
        '  "secret": null,',
        '  "keys": ["a1", "b2"],',
    ),
    "keys that are no secrets": (
        "lag 3 lacp-key 7 system-id 02:00:5e:00:07:01 remote-lag 3",
        "set network tunnel ipsec TO-YARD auto-key ike-gateway GW-YARD",
        "lacp active administrative-key 40",
    ),
    "queries": ("MATCH (i:Interface) WHERE i.key = 'Ethernet0/1' RETURN DISTINCT i.key",),
    "prose": (
        "The password field must be a string; the key names the record.",
        "Write a function that maps each line to its section. Secret values were replaced.",
        "- key words of the language: password, secret and key",
        "Each token that holds a digit is masked.",
        "error: line 12: value 'admin' of field \"user\" is not in the line",
        "What is the password policy of r1? Which SNMP communities are used?",
        "Use the same key for every record of one type.",
        "interface GigabitEthernet1/0/1",
        " ip address 192.0.2.1 255.255.255.0",
    ),
}


@pytest.mark.parametrize("line", [line for lines in STAY.values() for line in lines])
def test_a_line_without_a_secret_stays(line: str) -> None:
    assert LineRedactor().lines([line]) == [line]


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "part",
    ["password ", "key", "snmp host a ", "%^%#", "$1$", "-----BEGIN ", "a=", "AAAA", "user x ", '"', "0:"],
)
def test_a_very_long_line_is_read_in_time(part: str) -> None:
    assert len(LineRedactor().lines([part * 20_000])) == 1


def test_nothing_is_nothing() -> None:
    assert LineRedactor().lines([]) == []
    assert redact_text("") == ""


def test_renamed_addresses_share_prefixes_where_the_addresses_do() -> None:
    chance = random.Random(1)
    addresses = [IPv4Address(chance.getrandbits(31) | 1 << 24) for _ in range(40)]
    addresses += [IPv4Address(int(address) ^ 1 << chance.randrange(24)) for address in addresses]
    named = [address for address in addresses if not (address.is_loopback or address.is_link_local)]
    rename = Pseudonyms(bytes(32)).replace
    renamed = [IPv4Address(rename(str(address))) for address in named]
    moved = [pair for pair in zip(named, renamed, strict=True) if pair[0] != pair[1]]
    assert len(moved) > 60
    for one, new_one in moved:
        for other, new_other in moved:
            assert (int(one) ^ int(other)).bit_length() == (int(new_one) ^ int(new_other)).bit_length()


def test_a_network_still_holds_its_addresses() -> None:
    text = " network 10.1.0.0 0.0.255.255\n ip address 10.1.2.3 255.255.255.0\nroute 10.1.0.0/16"
    redacted = "\n".join(map(Pseudonyms(bytes(32)).replace, text.split("\n")))
    network, address, prefix = re.findall(r"(\d+\.\d+\.\d+\.\d+(?:/16)?)(?= 0\.| 255\.|$)", redacted)
    assert ip_network(prefix) == ip_network(f"{network}/16")
    assert IPv4Address(address) in ip_network(prefix)
    assert "0.0.255.255" in redacted
    assert "255.255.255.0" in redacted


ADDRESSES = {
    "IPv6": ("neighbor 2001:db8:1::1", r"neighbor [23][0-9a-f:]+"),
    "a MAC with colons": ("mac 00:50:56:ab:cd:ef", r"mac 00(:[0-9a-f]{2}){5}"),
    "a MAC with dots": ("mac 0050.56AB.CDEF", r"mac 00[0-9A-F]{2}(\.[0-9A-F]{4}){2}"),
    "a MAC of words with hyphens": ("mac 00e0-fc77-8a9b", r"mac 00[0-9a-f]{2}(-[0-9a-f]{4}){2}"),
    "a MAC of words with colons": ("mac 00e0:fc77:8a9b", r"mac 00[0-9a-f]{2}(:[0-9a-f]{4}){2}"),
    "a MAC of two halves": ("mac 00e0fc-778a9b", r"mac 00[0-9a-f]{4}-[0-9a-f]{6}"),
}


@pytest.mark.parametrize(("line", "shape"), ADDRESSES.values(), ids=ADDRESSES)
def test_an_address_keeps_its_notation(line: str, shape: str) -> None:
    rename = Pseudonyms(bytes(32)).replace
    once = rename(line)
    assert once != line
    assert re.fullmatch(shape, once)
    assert rename(once) == once


def test_every_spelling_of_a_mac_gets_the_same_pseudonym() -> None:
    rename = Pseudonyms(bytes(32)).replace
    spellings = (
        "00:e0:fc:77:8a:9b",
        "00-e0-fc-77-8a-9b",
        "00e0.fc77.8a9b",
        "00e0-fc77-8a9b",
        "00e0:fc77:8a9b",
        "00e0fc-778a9b",
    )
    assert len({re.sub("[.:-]", "", rename(one)) for one in spellings}) == 1
    assert looks_of(spellings[1]) is Looks.NEVER


def test_the_groups_of_a_uuid_are_no_mac() -> None:
    uuid = "5d1e8400-e29b-41d4-a716-44665544aa00"
    assert Pseudonyms(bytes(32)).replace(uuid) == uuid


@pytest.mark.parametrize(
    "text",
    [
        "10:11:12",
        "127.0.0.1",
        "0.0.0.0",
        "255.255.255.0",
        "224.0.0.5",
        "fe80::1",
        "a::b()",
        "1.2.3",
        "251128-054800",
    ],
)
def test_what_names_no_host_is_not_renamed(text: str) -> None:
    assert Pseudonyms(bytes(32)).replace(text) == text


@pytest.mark.parametrize("line", [";", "; secret=x7Kq2mPw9zT", '"";'])
def test_a_line_that_begins_with_a_mark_is_read(line: str) -> None:
    assert "x7Kq2mPw9zT" not in redact_text(line)
    assert not secrets_in(";")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (
            'authentication-key "ALGEOb8x5lqd3U7FwxNzEHTqpvEb" hash2',
            'authentication-key "redacted-encrypted-16to31" hash2',
        ),
        (" hello-password keychain KC-ISIS", " hello-password keychain KC-ISIS"),
        (" hello-password hmac-md5 clear Tunnel7", " hello-password hmac-md5 clear redacted-clear-under8"),
        ("lsp-password text Tunnel7", "lsp-password text redacted-clear-under8"),
    ],
)
def test_what_stands_beside_a_secret_says_what_it_is(line: str, shown: str) -> None:
    assert redact_text(line) == shown


def test_a_long_name_of_words_and_numbers_is_no_secret() -> None:
    text = "2254 Base SECURITY-WARNING-tmnxUserCliLoginFailed-2009 [admin]: User admin"
    assert redact_text(text) == text


def test_a_line_of_tabs_is_no_block() -> None:
    lines = ["\t" * 50, "password" + " " * 50, " " * 50 + "\t"]
    assert LineRedactor().lines(lines) == lines
