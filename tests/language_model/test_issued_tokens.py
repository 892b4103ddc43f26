"""Tokens are known by their issuers' beginnings in any line, and passwords by names that are written in other ways."""

from __future__ import annotations

import pytest

from language_model.redact import LineRedactor

LETTERS = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1eF3hJ5kL7nP9rS" * 2
HEX = "0123456789abcdef" * 4
TOKENS = {
    "Slack webhook": ("hooks.slack.com/services/", f"T0123ABCD/B0123ABCD/{LETTERS[:24]}"),
    "Slack bot": ("", f"xoxb-123456789012-{LETTERS[:24]}"),
    "Discord webhook": ("https://discord.com/api/webhooks/123456789012345678/", LETTERS[:68]),
    "Telegram": ("", f"123456789:AA{LETTERS[:33]}"),
    "Azure": ("https://x.blob.core.windows.net/a?sv=2020&sig=", f"{LETTERS[:40]}%2Bx%3D"),
    "Google": ("", f"AIza{LETTERS[:35]}"),
    "Google access": ("", f"ya29.a0{LETTERS[:40]}"),
    "DigitalOcean": ("", f"dop_v1_{HEX}"),
    "Heroku": ("", f"HRKU-AA{LETTERS[:50]}"),
    "GitHub": ("", f"ghp_{LETTERS[:36]}"),
    "GitLab": ("", f"glpat-{LETTERS[:20]}"),
    "Vault": ("", f"hvs.{LETTERS[:30]}"),
    "SendGrid": ("", f"SG.{LETTERS[:22]}.{LETTERS[:43]}"),
    "Mailgun": ("", f"key-{HEX[:32]}"),
    "Twilio": ("", f"SK{HEX[:32]}"),
    "Stripe": ("", f"sk_live_{LETTERS[:24]}"),
    "Shopify": ("", f"shpat_{HEX[:32]}"),
    "age": ("AGE-SECRET-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L" + "QPZRY9X8GF2TVDW0S3JN54KHCE"),
    "a dump of Windows accounts": ("joe:1001:", f"{HEX[:32]}:{HEX[32:]}"),
}
AFTER = {"a dump of Windows accounts": ":::"}
NAMED = (
    '{"passphrase":["@","b@"]}',
    '{"passwords":{"joe":"@","ann":"c@"}}',
    "body=user%3Djoe%26password%3D@",
    "POST /login password%22%3A%22@%22",
    "%70assword=@",
    '{"p\\u0061ssword":"@"}',
    "<AdministratorPassword><Value>@</Value></AdministratorPassword>",
    "<AdministratorPassword>\n  <Value>@</Value>\n</AdministratorPassword>",
    "machine host.example\nlogin joe\npassword\n@",
    "machine host.example login joe password\n@",
    "  login joe\n  account\n    password\n  @",
)
HARMLESS = (
    "msg.verify_all_the_things.and_some_more",
    "task0123456789 signed with key-chain CORE",
    '{"password": ["This field is required."]}',
    "GET /a%20b?sort=name%3Aasc&q=50%25",
    "%LINK-3-UPDOWN: Interface Gi0/1, changed state to up",
    "10:aa:bb:cc:dd:ee fe80:::1",
    "line vty 0 4\n login local\n transport input ssh",
)


def _redacted(text: str) -> str:
    return "\n".join(LineRedactor(b"k" * 32).lines(text.split("\n")))


@pytest.mark.parametrize("issuer", TOKENS)
@pytest.mark.parametrize("sentence", ["the agent used {} in this call", "{}", '"value": "{}",'])
def test_a_token_is_known_by_its_beginning(issuer: str, sentence: str) -> None:
    before, token = TOKENS[issuer]
    redacted = _redacted(sentence.format(before + token + AFTER.get(issuer, "")))
    assert token not in redacted
    assert token[-12:] not in redacted
    assert before in redacted


@pytest.mark.parametrize("form", NAMED)
def test_a_name_written_in_another_way_announces_its_value(form: str) -> None:
    for secret in ("Zx81Quantum", "wintermelon"):
        redacted = _redacted(form.replace("@", secret))
        assert secret not in redacted
        before, _, after = form.partition("@")
        assert redacted.startswith(before)
        assert redacted.endswith(after.rpartition("@")[2])


@pytest.mark.parametrize("form", HARMLESS)
def test_what_holds_no_token_stays(form: str) -> None:
    assert _redacted(form) == form
