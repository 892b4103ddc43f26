"""What an entry of an access list asks beside addresses, and whether a packet meets it."""

from __future__ import annotations

import pytest

from agent.planner.order.read_entry import read_entry
from agent.planner.order.read_service import Meets

CASES: dict[str, tuple[str, str, int | None, Meets]] = {
    "the protocol and the port": ("permit tcp any any eq 22", "tcp", 22, "all"),
    "a port by its name": ("permit tcp any any eq ssh", "tcp", 22, "all"),
    "one of several ports": ("50 permit udp any any eq domain ntp syslog", "udp", 123, "all"),
    "a range": ("permit tcp any any range 8000 8080", "tcp", 8050, "all"),
    "another port": ("permit tcp any any eq 22", "tcp", 23, "no"),
    "any port but one": ("deny tcp any any neq 22", "tcp", 22, "no"),
    "another protocol": ("permit udp any any", "tcp", 22, "no"),
    "every protocol": ("permit ip any any log", "tcp", 22, "all"),
    "a protocol that the question does not say": ("permit tcp any any", "", None, "more"),
    "a port that the question does not say": ("permit tcp any any eq 22", "tcp", None, "more"),
    "a port of the source": ("permit udp any eq bootpc any eq bootps", "udp", 67, "more"),
    "a port by a name that is not known": ("permit tcp any any eq quarry-control", "tcp", 22, "more"),
    "a word that is not understood": ("permit tcp any any established", "tcp", 22, "more"),
}


@pytest.mark.parametrize(("line", "protocol", "port", "expected"), CASES.values(), ids=CASES)
def test_meets(line: str, protocol: str, port: int | None, expected: Meets) -> None:
    entry = read_entry(line)
    assert entry is not None
    assert entry.service.meets(protocol, port) == expected


ROUTES = {
    "a length that it has to have": ("seq 10 permit 10.0.0.0/8 eq 32", True, True),
    "a word that is not understood": ("seq 10 permit 10.0.0.0/8 tagged", False, False),
}


@pytest.mark.parametrize(("line", "understood", "holds"), ROUTES.values(), ids=ROUTES)
def test_route(line: str, understood: bool, holds: bool) -> None:
    entry = read_entry(line)
    assert entry is not None
    assert entry.is_route is understood
    if understood:
        host = (10 << 24) + 7
        assert entry.holds_route(host, host, 32) is holds
