"""What is read from a file holds no secret, and says of each what is useful; names and settings stay."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from graph_store.kg_folder import hash_key
from ingest.files.find_files import InputFile
from ingest.files.read_lines import Span, pick_lines, pick_lines_as_they_are, read_lines, share_secrets
from language_model.redact import LineRedactor

STAND_INS = {
    "clear text, and how long it is": ("enable password Tr0mbone", "enable password redacted-clear-8to15"),
    "a short one": ("enable password x9", "enable password redacted-clear-under8"),
    "type 7": (" password 7 045A0F0B062F1E", " password 7 redacted-type7-under8"),
    "type 7 of a password that everybody tries": (
        " password 7 02050D480809",
        " password 7 redacted-type7-default",
    ),
    "the algorithm of a hash": (
        "enable secret 5 $1$mERr$hx5rVt7rPNoS4wqbXKX7m0",
        "enable secret 5 redacted-md5crypt-16to31",
    ),
    "another number": ("key 6 JDYkqyIFWeBvzpljSfWmRZrmRSRE8", "key 6 redacted-type6-16to31"),
    "a community": (
        "snmp-server community n0rth RO 10",
        "snmp-server community redacted-community-under8 RO 10",
    ),
    "a default community": ("snmp-server community public RO", "snmp-server community public RO"),
    "a default password": ("username admin password cisco", "username admin password cisco"),
    "what was taken out before": ("enable password ******", "enable password ******"),
    "a number in JSON": ('{"password": 48151623, "a": 1}', '{"password": "redacted-clear-8to15", "a": 1}'),
    "a bearer": ("Authorization: Bearer a8Kd93kfGq20", "Authorization: Bearer redacted-token-8to15"),
}


@pytest.mark.parametrize(("line", "stored"), STAND_INS.values(), ids=STAND_INS)
def test_a_stand_in_says_what_it_stands_for(line: str, stored: str) -> None:
    assert LineRedactor().lines([line]) == [stored]
    assert LineRedactor().lines([stored]) == [stored]


UNTOUCHED = """\
ip ospf authentication key-chain OSPF-KEYS
key chain OSPF-KEYS
snmp-server community public RO SNMP-ACL
route-map OUT permit 10 set community 65000:100
HKLM\\SYSTEM\\CurrentControlSet\\Control\\Lsa\\Secrets
service password-encryption
password encryption aes
security passwords min-length 8
Failed password for root from 10.0.0.1 port 22 ssh2
request id 7f9c24e8-3b1a-4d52-9f1e-0a6b5c4d3e2f done
set policy-options community NO-EXPORT members no-export
ssh key fingerprint 86:71:ac:9c:35:1c:28:29:05:81:48:ec:66:67:de:bd
lacp port 3 key 32768 partner_key: 103
session key exchange completed with 10.1.1.1
snmp-server group V3 v3 priv read VIEW-ALL write VIEW-ALL
set forwarding-options hash-key family inet layer-4
crypto key generate rsa modulus 2048
token bucket rate 1000000 burst 65536
/var/lib/broker/628WB79CIFDYO9LJI6DKMI09L/msg_store_transient
wg public-key oeyOeBGeRb8UfvpqFT8XkaG1euGU0viW7Ep4fZEQKyM=
"""


@pytest.mark.parametrize("line", UNTOUCHED.splitlines())
def test_what_is_no_secret_stays(line: str) -> None:
    assert LineRedactor().lines([line]) == [line]


KEY = bytes(32)


def test_equal_secrets_have_equal_stand_ins_in_one_kg_only() -> None:
    lines = ["tacacs-server key Fjord-8819", "radius-server key Fjord-8819", "radius-server key Fjord-8818"]
    first, second, third = (line.split()[-1] for line in LineRedactor(KEY).lines(lines))
    assert first == second != third
    assert first != LineRedactor(b"another").lines(lines)[0].split()[-1]


def test_equal_in_type_7_is_equal_in_clear_text() -> None:
    lines = ["password 0 lamp", f"password 7 {type_7('lamp', 3)}", f"key 7 {type_7('lamp', 11)}"]
    assert len({line.rsplit("-")[-1] for line in LineRedactor(KEY).lines(lines)}) == 1


def type_7(text: str, offset: int) -> str:
    key = b"dsfd;kfoA,.iyewrkldJKDHSUBsgvca69834ncxv9873254k;fg87"
    made = bytes(letter ^ key[(offset + at) % len(key)] for at, letter in enumerate(text.encode()))
    return f"{offset:02}{made.hex().upper()}"


def test_a_file_is_read_redacted_and_its_lines_keep_their_numbers(tmp_path: Path) -> None:
    file = _file(tmp_path, "hostname r1\n\nenable password Tr0mbone\n")
    read = [(line.number, line.text) for line in read_lines(file)]
    assert read == [(1, "hostname r1"), (2, ""), (3, "enable password redacted-clear-8to15-19508b1ff0")]
    assert [line.text for line in pick_lines_as_they_are(file, [1, 3])] == [
        "hostname r1",
        "enable password Tr0mbone",
    ]
    assert [line.text for line in pick_lines(file, lambda _: [3])] == [read[2][1]]


PICKED = {
    "by a heading": ("user,password\n" + "bob,Tr0mbone\n" * 40, "bob,"),
    "by the line before": ("x: 1\n" * 40 + "password: |\n  Tr0mbone\n", "  "),
}


@pytest.mark.parametrize(("text", "before"), PICKED.values(), ids=PICKED)
def test_a_picked_line_hides_what_others_name(tmp_path: Path, text: str, before: str) -> None:
    (line,) = pick_lines(_file(tmp_path, text), lambda total: [total])
    assert line.text.startswith(f"{before}redacted-clear-8to15-")


def test_what_is_appended_is_redacted_as_if_all_were_read(tmp_path: Path) -> None:
    body = "".join(f"{'qW3' * 10}{number:02}\n" for number in range(30))
    text = f"-----BEGIN RSA PRIVATE KEY-----\n{body}-----END RSA PRIVATE KEY-----\nend\n"
    file = _file(tmp_path, text)
    whole = [line.text for line in read_lines(file)]
    at = text.index(f"{'qW3' * 10}20")
    assert [line.text for line in read_lines(file, Span(at, None, 22))] == whole[21:]
    assert "qW3" not in "".join(whole)


def test_the_key_is_made_once_for_its_owner(tmp_path: Path) -> None:
    key = hash_key(tmp_path)
    assert key == hash_key(tmp_path)
    assert len(key) == 32
    assert stat.S_IMODE((tmp_path / "redaction.key").stat().st_mode) == 0o600


def _file(folder: Path, text: str) -> InputFile:
    location = folder / "a.cfg"
    location.write_text(text)
    return InputFile("a.cfg", location, key=KEY)


def test_a_secret_of_one_file_is_hidden_in_all(tmp_path: Path) -> None:
    texts = {
        "r1.cfg": "hostname r1\nenable password Kbatez.482x\nsnmp-server community harvest RO\n",
        "notes.txt": "call the desk: Kbatez.482x\nKbatez.482xy is another\nthe harvest is in\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    files = share_secrets([InputFile(name, tmp_path / name) for name in texts], key=b"k" * 32)
    stored = LineRedactor(b"k" * 32).lines(["enable password Kbatez.482x"])[0].split()[-1]
    assert [line.text for line in read_lines(files[1])] == [
        f"call the desk: {stored}",
        "Kbatez.482xy is another",
        "the harvest is in",
    ]
