"""Planted defects are found, on every make, and nothing else is."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from findings.records import Finding
from tests.findings.planted import EXPECTED, NETWORK, network


@pytest.fixture(scope="module")
def found() -> list[Finding]:
    read = network(**NETWORK)
    return [one for check in CHECKS for one in check.run(read)]


def _is(finding: Finding, kind: str, devices: str, said: str, lines: str) -> bool:
    numbers = [str(line.number) for line in finding.lines]
    return (
        finding.kind == kind
        and " ".join(finding.devices) == devices
        and said in finding.message
        and numbers[: len(lines.split())] == lines.split()
    )


@pytest.mark.parametrize("expected", EXPECTED.values(), ids=EXPECTED)
def test_planted_defect_is_found(expected: tuple[str, str, str, str], found: list[Finding]) -> None:
    assert [one.message for one in found if _is(one, *expected)] != []


def test_nothing_else_is_found(found: list[Finding]) -> None:
    others = [one for one in found if not any(_is(one, *expected) for expected in EXPECTED.values())]
    assert others == []
    assert len(found) == len(EXPECTED)


def test_every_finding_has_lines_and_ends_as_a_sentence(found: list[Finding]) -> None:
    assert all(one.lines and one.message.endswith(".") for one in found)


def test_no_message_shows_a_password(found: list[Finding]) -> None:
    assert [one for one in found if "letmein" in one.message or "hello" in one.message] == []
