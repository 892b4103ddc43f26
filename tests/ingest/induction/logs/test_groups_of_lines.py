"""Lines that say the same of different things are one kind of event; lines that say different things are not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import pytest

from ingest.induction.logs.induce_log import induce_log
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
    "parts that are counted by letters are one kind": (
        [
            "2026-03-01 10:00:00 WARNING Mill wheel a of barn: axle is stuck",
            "2026-03-01 10:00:01 WARNING Mill wheel b of barn: axle is stuck",
            "2026-03-01 10:00:02 INFO Mill wheel b of barn: axle is free",
            "2026-03-01 10:00:03 INFO Mill wheel c of barn: axle is free",
        ],
        [[0, 1], [2, 3]],
    ),
    "a name that helps verbs elsewhere is one of several names": (
        [
            *(
                f"2026-03-01 10:00:0{at} gate keeper {name} opened hatch {at}"
                for at, name in enumerate(KEEPERS)
            ),
            *(f"2026-03-01 10:01:0{at} gate keeper {name} left" for at, name in enumerate(KEEPERS)),
            "2026-03-01 10:02:00 gate keeper will be called",
        ],
        [[0, 1, 2], [3, 4, 5], [6]],
    ),
    "compounds behind a word that joins are names, but not such that say what happened": (
        [
            *(f"2026-03-01 10:00:0{at} milling {at} ran on {name} in time" for at, name in enumerate(MILLS)),
            *(f"2026-03-01 10:01:0{at} wheel {at} changed to {how} there" for at, how in enumerate(TURNS)),
        ],
        [[0, 1, 2], [3], [4], [5]],
    ),
    "codes in capitals are one kind, but not where they come first": (
        [
            *(
                f"2026-03-01 10:00:00 sack {at} was paid in full {code} then gone"
                for at, code in enumerate(CODES)
            ),
            *(f"2026-03-01 10:00:00 {code} sent then sack {at} was gone" for at, code in enumerate(CODES)),
        ],
        [[0, 1, 2], [3], [4], [5]],
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
    "a value of several words is as good as one of one word": (
        [
            *(f"2026-03-01 10:00:00 the loaf {name} was sold by weight" for name in LOAVES),
            "2026-03-01 10:00:00 the loaf Rye of May was sold by weight",
            "2026-03-01 10:00:00 the loaf Rye was not sold by weight",
            "2026-03-01 10:00:00 the loaf then nobody was sold by weight",
        ],
        [[*range(7)], [7], [8]],
    ),
    "words that a message has in either of two places are values": (
        [
            f"2026-03-01 10:00:00 cart {at} went off for {one}:gate and on to {other}:gate"
            for at, (one, other) in enumerate((("barn", "yard"), ("yard", "barn"), ("barn", "mill")))
        ],
        [[0, 1, 2]],
    ),
    "names with a part in common are values, what happened is not": (
        [
            *(f"2026-03-01 10:00:00 Mill bin-{grain} emptied" for grain in ("oats", "rye", "red")),
            *(f"2026-03-01 10:00:00 Mill bin-{what} now" for what in ("full", "open", "lost")),
        ],
        [[0, 1, 2], [3], [4], [5]],
    ),
    "names with a capital behind a small word are values, what was done is not": (
        [
            *(
                f"2026-03-01 10:00:00 the mill is now in state {state}"
                for state in ("Idle", "Grind", "Stuck")
            ),
            *(f"2026-03-01 10:00:00 the sack at hand was {what}" for what in ("Filled", "Torn", "Sold")),
        ],
        [[0, 1, 2], [3], [4], [5]],
    ),
    "a short name is none of what happened, however it ends": (
        [f"2026-03-01 10:00:00 the vat {name} leaks at its seam" for name in ("blue", "red", "green")],
        [[0, 1, 2]],
    ),
    "what a message says twice is one value": (
        [
            f"2026-03-01 10:00:00 the baker ({name}) wants {name}/{what} at once"
            for name, what in (("oat-flour.old", "raw"), ("rye-flour.old", "hot"), ("rye-flour.new", "dry"))
            * 3
        ],
        [list(range(9))],
    ),
}


@pytest.mark.parametrize(("lines", "expected"), CASES.values(), ids=CASES)
def test_lines_are_grouped(lines: list[str], expected: list[list[int]], sandbox: Sandbox) -> None:
    assert groups(lines, sandbox) == expected
