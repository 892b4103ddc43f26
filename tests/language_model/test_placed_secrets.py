"""Values named on another line, by the other half of a pair or by a heading are hidden, and nothing else is."""

from __future__ import annotations

import pytest

from language_model.redact import LineRedactor
from language_model.redaction.stand_in import STAND_IN
from tests.language_model import announced_secrets, placed_secrets

SECRET = placed_secrets.SECRET | announced_secrets.SECRET
WORDS = ("x7Kq2mPw9zT", "wintermelon", "blue.heron", "hunter-two", "88421993")
MIXED = ("x7Kq2mPw9zT", "Corvid4Nest9", "hu9ter-2zw0")


def _redacted(text: str) -> str:
    return "\n".join(LineRedactor(b"k" * 32).lines(text.split("\n")))


def _forms(text: str) -> list[str]:
    if text is placed_secrets.HARMLESS:
        text = text.replace("Password:\n\n", "Password:\n\t\n")  # a blank line within a form
    return [form.rstrip("\n") for form in text.split("\n\n")]


@pytest.mark.parametrize("kind", SECRET)
def test_a_secret_that_is_named_elsewhere_is_hidden(kind: str) -> None:
    left = [
        form.replace("@", word)
        for form in _forms(SECRET[kind])
        for word in WORDS
        if word in _redacted(form.replace("@", word))
    ]
    assert left == []


@pytest.mark.parametrize("kind", SECRET)
def test_what_stands_around_it_stays(kind: str) -> None:
    for form in _forms(SECRET[kind]):
        redacted = _redacted(form.replace("@", WORDS[0])).split("\n")
        for line, shape in zip(redacted, form.split("\n"), strict=True):
            if shape.count("@") == 1:
                before, _, after = shape.partition("@")
                assert (line[: len(before)], line[len(line) - len(after) :]) == (before, after)
                assert STAND_IN.fullmatch(line[len(before) : len(line) - len(after)])


@pytest.mark.parametrize("form", _forms(announced_secrets.IN_LOGS))
def test_a_secret_that_a_log_tells_is_hidden(form: str) -> None:
    assert [word for word in MIXED if word in _redacted(form.replace("@", word))] == []


@pytest.mark.parametrize("word", MIXED)
@pytest.mark.parametrize(
    "form",
    ['action 7 mail server "ann:{}@mail.example.net"', "relay = robot:{}@192.0.2.25", "via {{ann:{}@x9}}"],
)
def test_a_login_before_a_server_needs_no_scheme(form: str, word: str) -> None:
    assert word not in _redacted(form.format(word))


@pytest.mark.parametrize("form", [*_forms(placed_secrets.HARMLESS), *_forms(announced_secrets.HARMLESS)])
def test_what_holds_no_secret_stays(form: str) -> None:
    assert _redacted(form) == form


def test_a_long_line_of_json_is_read_in_pieces_and_hides_its_pairs() -> None:
    filler = ",".join(f'{{"name":"SETTING_{number}","value":"on"}}' for number in range(400))
    assert "wintermelon" not in _redacted(
        f'[{filler},{{"name":"DB_PASSWORD","value":"wintermelon"}},{filler}]'
    )


@pytest.mark.parametrize(
    ("path", "line"),
    {
        "a secret stands last": ("net/vpn-psk.txt", "192.0.2.7\t@"),
        "behind colons": ("home/.pgpass", "db.example.net:5432:app:ann:@"),
        "behind a name": ("backup/rsyncd.secrets", "ann:@"),
        "in quotes": ("srv/ldap_passwd", "ann '@'"),
        "what stands in a file about SNMP": ("snmp_exporter.yml", "    community: @"),
    }.values(),
)
def test_the_name_of_a_file_says_what_its_lines_hold(path: str, line: str) -> None:
    (redacted,) = LineRedactor(b"k" * 32, path=path).lines([line.replace("@", "gobatezin")])
    assert "gobatezin" not in redacted
    assert LineRedactor(b"k" * 32, path="r1.txt").lines([line.replace("@", "gobatezin")]) == [
        line.replace("@", "gobatezin")
    ]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("password-reset.log", "ann:nextstep"),
        ("cisco-passwords.cfg", "hostname rtr-bern"),
        ("router_passwords", "set system host-name bern"),
        ("passwords.txt", "# last changed in november"),
        ("etc/passwd", "ann:x:1000:1000:Ann:/home/ann:/bin/bash"),
    ],
)
def test_other_lines_and_files_stay(path: str, line: str) -> None:
    assert LineRedactor(b"k" * 32, path=path).lines([line]) == [line]
