"""How much of what is secret is masked, and how much of what is harmless stays, on lines of both kinds."""

from __future__ import annotations

import re
import sys

import pytest

from language_model.redact import LineRedactor
from tests.language_model import judged_lines

SECRET = re.compile("«(.*?)»")
HALVES = {
    "first half": (judged_lines.SECRETS, judged_lines.HARMLESS),
    "kept back": (judged_lines.SECRETS_KEPT_BACK, judged_lines.HARMLESS_KEPT_BACK),
}


def missed(text: str) -> list[str]:
    """Return the lines of whose secrets one is left."""
    found = []
    for line in text.splitlines():
        plain = line.replace("«", "").replace("»", "")
        masked = LineRedactor().lines([plain])[0]
        if any(secret in masked for secret in SECRET.findall(line)):
            found.append(line)
    return found


def maimed(text: str) -> list[str]:
    """Return the lines of which something was taken for a secret."""
    return [line for line in text.splitlines() if LineRedactor().lines([line])[0] != line]


@pytest.mark.parametrize("half", HALVES)
def test_secrets_are_masked_and_the_rest_stays(half: str) -> None:
    secrets, harmless = HALVES[half]
    assert len(secrets.splitlines()) == len(harmless.splitlines()) == 50
    assert len(missed(secrets)) <= 5, missed(secrets)
    assert len(maimed(harmless)) <= 2, maimed(harmless)


@pytest.mark.parametrize("setting", ["snmp-server location", "snmp-agent sys-info contact"])
def test_where_a_device_stands_is_no_community(setting: str) -> None:
    assert maimed(f"{setting} head office, server room rack 3") == []


if __name__ == "__main__":
    for name, (with_secrets, without) in HALVES.items():
        print(
            f"{name}: {50 - len(missed(with_secrets))} of 50 masked, {50 - len(maimed(without))} of 50 left alone"
        )
        if name in sys.argv[1:]:
            print("\n".join([*missed(with_secrets), "---", *maimed(without)]))
