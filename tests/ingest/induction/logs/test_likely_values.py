"""Kinds of messages that differ by a value alone are one, and addresses stay whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ingest.induction.logs.templates import mine_templates

NAMES = ("www.example.com", "mail.example.org", "_ldap._tcp.example.net", "cdn.example.net")
CODES = ("NOERROR", "NXDOMAIN", "SERVFAIL")
FLAGS = ("+", "-", "+E(0)K", "+E(0)")

CASES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "names with dots said twice, codes and flags": (
        [
            f"client 10.0.0.{place}#{5000 + place} ({NAMES[place % 4]}): query: {NAMES[place % 4]} IN "
            f"{('AAAA', 'A', 'PTR', 'SRV')[place // 4 % 4]} {FLAGS[place // 3 % 4]} (10.0.0.2)"
            for place in range(96)
        ],
        ["client <*>#<*> (<*>): query: <*> IN <*> <*> (<*>)"],
    ),
    "codes in capitals": (
        [f"reply to 10.0.0.{place} was {CODES[place % 3]} indeed" for place in range(30)],
        ["reply to <*> was <*> indeed"],
    ),
    "a port that looks like the length of a prefix": (
        [f"denied outside:192.0.2.1/{(22, 443, 3389)[place % 3]} twice" for place in range(30)],
        ["denied outside:<*>/<*> twice"],
    ),
    "a prefix where no number is too great": (
        [f"withdrew 192.0.{place}.0/{(22, 24)[place % 2]} again" for place in range(30)],
        ["withdrew <*> again"],
    ),
    "keys with blanks around the sign": (
        [
            f"check failed : reason = {('no badge', 'shut')[place % 2]} : user = {('ann', 'bob')[place // 2 % 2]}"
            for place in range(30)
        ],
        ["check failed : reason = <*> : user = <*>"],
    ),
    "two codes may be two kinds": (
        [f"line {('UP', 'DOWN')[place % 2]} again" for place in range(30)],
        ["line DOWN again", "line UP again"],
    ),
}


@pytest.mark.parametrize(("messages", "expected"), CASES.values(), ids=CASES)
def test_templates(messages: Sequence[str], expected: Sequence[str]) -> None:
    assert [one.text for one in mine_templates(messages)] == list(expected)
