"""Lines that say the same of different things are one kind of event; lines that say different things are not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import pytest

from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.sandbox import Sandbox


def groups(lines: Sequence[str], sandbox: Sandbox) -> list[list[int]]:
    """Learn a log from its lines and read them; the places of the lines of each type, in order."""
    found: dict[str, list[int]] = defaultdict(list)
    for record in sandbox.run_parse(induce_log(lines).parse_source, list(lines)):
        found[record.type].append(record.lines[0][0])
    return sorted(found.values())


KEEPERS = ("will", "ines", "olav")
MILLS = ("oat-skye", "rye-fair", "hay-yell")
TURNS = ("wheel-stopped", "brake-open", "gear-lost")
CODES = ("EUR", "USD", "CHF")
LOAVES = ("Oats", "Rye", "Spelt", "barley", "Wheat", "Emmer")

CASES: dict[str, tuple[list[str], list[list[int]]]] = {
    "the action of an inner object tells the events apart": (
        [
            '{"ts": "2026-03-01T10:00:00Z", "event": {"action": "open", "id": 7}, "gate": {"name": "north"}}',
            '{"ts": "2026-03-01T10:00:01Z", "event": {"action": "shut", "id": 8}, "gate": {"name": "north"}}',
            '{"ts": "2026-03-01T10:00:02Z", "event": {"action": "open", "id": 9}, "gate": {"name": "yard"}}',
        ],
        [[0, 2], [1]],
    ),
    "the message among pairs behind a header tells the events apart": (
        [
            f'Mar  1 10:00:0{at} mill1 kind=gate act=turn by="ida" note=n{at} msg="the gate {what}"'
            for at, what in enumerate(["was opened by hand", "would not open"] * 4)
        ],
        [[0, 2, 4, 6], [1, 3, 5, 7]],
    ),
    "a colon behind an address is not part of it": (
        [
            f"2026-03-01 10:00:00 the sieve for {address}: rye went through"
            for address in ("e6:9c:4a:53:7c:b9", "02:be:ef:00:fe:00", "2001:db8::a", "2001:db8:0:be::")
        ],
        [[0, 1, 2, 3]],
    ),
}


@pytest.mark.parametrize(("lines", "expected"), CASES.values(), ids=CASES)
def test_lines_are_grouped(lines: list[str], expected: list[list[int]], sandbox: Sandbox) -> None:
    assert groups(lines, sandbox) == expected
