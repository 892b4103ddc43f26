"""A name's words, a value's form and what stands beside it are weighed together."""

from __future__ import annotations

import pytest

from language_model.redact import LineRedactor

TOLD = {
    "a short name in a script": ':local tok "@"',
    "a script within quotes": r'add name=push source=":local tok \"@\"\r\n/tool fetch url=x"',
    "a user and a password in quotes": 'auth="ops:@"',
    "a user and a password in a list": 'session.auth = ("reader", "@")',
    "an option among others": 'curl -su "ops:@" https://ops.example.net/export',
    "a user and a password of a database": "dsn = oracle://cm/@@ora1:1521/X",
    "an element that names a community": "<community>@</community>",
    "a name that says it is a proof": '"jwt": {"signing": "@", "kid": "sig-2026-a"}',
    "two words of a variable": "RADIUS_SHARED=@",
    "an algorithm behind a longer name": "ip pim hello-authentication ah-md5 3 @",
}
TOLD |= {
    f"a variable {name} of the event manager": f"event manager environment {name} @"
    for name in ("_slack_tok", "_bot_token", "_community", "_TACPW")
} | {
    "a word that stands first": "psk_vienna: @",
    "a word that stands first, in quotes": 'psk_vienna = "@"',
    "a tool's options": "net-snmp-create-v3-user -ro -A @ -X other reader",
}
DIGITS = ('{"door": {"pin": "5538"}}', "  pin: 5538", "<pin>5538</pin>", "unlock_code: 5538")
STAY = (
    "May  6 08:06:00 mill sshd[4000]: password check: failure for root from 192.0.2.5",
    "auth: radius_local",
    '"auth": "RADIUS-GRP1", "pin": "enabled"',
    "to=AdminConnector auth=LOCALgroup=admin-group apparently_via=GUI",
    "auth:  ST1-CMDR: Invalid user name on SSH session",
    "<community>65000:120</community>",
    "community: CUSTOMER-ROUTES",
    "error_code: 5538",
    "country_code=5538",
    '"pin_count": 5538',
    "# nightly; password lives in vault, key id kid-2024-07",
    " 1012  passwd netops2",
    "sudo passwd netops2",
    'public-key "xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg="',
    "set authentication public-keys ann key 'AAAAC3NzaC1lZDI1NTE5AAAAIOm3kq7vPz1nTbY5cW8sRdLfJgHuQoXiEa9KpVtMwBzN'",
    '    public {\n        key "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEuT4p0Yj6dJvQ"\n    }',
    "image: registry.example.net/auth-proxy:1.4.2",
    "token = os.environ.get(name)",
    'hook = "https://ops.example.net/static/install-guide"',
)


def _redacted(text: str) -> str:
    return "\n".join(LineRedactor(b"k" * 32).lines(text.split("\n")))


@pytest.mark.parametrize("word", ["Kbatez.482x", "juniperbasil7"])
@pytest.mark.parametrize("form", TOLD.values(), ids=TOLD)
def test_what_is_weighed_as_a_secret_is_hidden(form: str, word: str) -> None:
    assert word not in _redacted(form.replace("@", word, 1))


PRIVATE = {
    "a key of a block whose name begins as public": "  public-guest:\n    key: @",
    "a password beside the key of such a block": '  "public": {\n    "key": "x", "password": "@"',
    "a password that begins as a public key": "password AAAAB@",
    "what a public key's comment tells": 'ssh-rsa "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 x password=@"',
    "a run behind unauthorized": "unauthorized request, run kQ9mXz7LwVb1Nc5Rt8YpJ3Hf0DsUi2OeGaTx@",
    "a run behind publish": "publish kQ9mXz7LwVb1Nc5Rt8YpJ3Hf0DsUi2OeGaTx@",
    "both halves of a key of Ed25519": f"key AAAAC3NzaC1lZDI1NTE5AAAAI{'q0Zf7mKp3' * 12}@",
    "a key of Foundry's": "tacacs-server key 2 $Uy4@",
}


@pytest.mark.parametrize("form", PRIVATE.values(), ids=PRIVATE)
def test_no_public_key_keeps_what_is_private(form: str) -> None:
    assert "Gu3stWifi" not in _redacted(form.replace("@", "Gu3stWifi"))


def test_keys_that_stay_are_looked_for_in_no_other_file() -> None:
    redactor = LineRedactor(b"k" * 32)
    redactor.lines(
        ["key chain MKA", " key 37c9c2c45ddd012a", "    public {", f"        key {'37c9C2c4' * 6}"]
    )
    assert redactor.distinct == set()


def test_a_token_in_front_of_a_host_is_hidden() -> None:
    assert "8c7d6e5f" not in _redacted("DSN=https://8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f@sentry.example.net/4")


@pytest.mark.parametrize("line", DIGITS)
def test_digits_that_open_something_are_hidden(line: str) -> None:
    assert "5538" not in _redacted(line)


@pytest.mark.parametrize("text", STAY)
def test_what_is_called_by_a_name_stays(text: str) -> None:
    assert _redacted(text) == text
