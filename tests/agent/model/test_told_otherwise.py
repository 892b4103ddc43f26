"""What rows prove in other words (days, lengths, counts, absences, short names) is not marked; the lie beside it is."""

from __future__ import annotations

import pytest

from agent.model.answer_writer import AnswerWriter
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import ShownRows, show_rows
from agent.records import Outcome, Query, Row
from graph_store.records import Cell, SourceLine

NAMES = KnownNames(frozenset({"sw1", "sw2"}), frozenset({"mtu", "helper", "address", "mode"}))


def rows(statement: str, *found: dict[str, Cell]) -> ShownRows:
    lines = [
        (SourceLine(f"{one['device']}.cfg", at, " ".join(map(str, one.values()))),)
        for at, one in enumerate(found)
    ]
    rows = tuple(Row(values, own, 1) for values, own in zip(found, lines, strict=True))
    return show_rows([Outcome(Query("cypher", statement), rows, total_rows=len(rows))], 4000, len)


def flap(time: str, state: str) -> dict[str, Cell]:
    message = f"Interface Gi1/0/7 is {state}"
    return {"device": "sw1", "port": "GigabitEthernet1/0/7", "time": time, "message": message}


DOWN = rows(
    "MATCH (e:Event) RETURN e.device AS device, e.port AS port, e.timestamp_text AS time, e.message AS message",
    flap("2026 Mar 12 04:02:55", "down"),
    flap("2026 Mar 12 14:19:40", "up"),
)
PORTS = rows(
    "MATCH (i:Interface) RETURN i.device AS device, i.key AS port, i.ip_address AS ip_address, i.mask AS mask, "
    "i.ip_helper_address AS helper_address, i.mode AS mode",
    *(
        {
            "device": "sw1",
            "port": f"Vlan{at}",
            "ip_address": f"10.9.{at}.1",
            "mask": "255.255.255.128",
            **more,
        }
        for at, more in (
            (20, {"helper_address": "10.9.1.5", "mode": "a"}),
            (30, {"helper_address": "10.9.1.5", "mode": "a"}),
            (60, {"helper_address": None, "mode": "b"}),
        )
    ),
)
LINES = {
    "a day in other words": (DOWN, "`GigabitEthernet1/0/7` was down on 12 March at 04:02:55 [1]", True),
    "another day": (DOWN, "`GigabitEthernet1/0/7` was down on 13 March at 04:02:55 [1]", False),
    "a weekday": (DOWN, "`GigabitEthernet1/0/7` went down on Thursday 12 March [1]", True),
    "another weekday": (DOWN, "`GigabitEthernet1/0/7` went down on Friday 12 March [1]", False),
    "a length of time": (DOWN, "`GigabitEthernet1/0/7` was down for 10 hours and 16 minutes [1,2]", True),
    "a rounded length": (DOWN, "`GigabitEthernet1/0/7` was down for about ten hours [1,2]", True),
    "another length": (DOWN, "`GigabitEthernet1/0/7` was down for 11 hours and 16 minutes [1,2]", False),
    "a span over rows": (
        DOWN,
        "Gi1/0/7 was down from `2026 Mar 12 04:02:55` to `2026 Mar 12 14:19:40` [1,2]",
        True,
    ),
    "another port": (
        DOWN,
        "Gi1/0/8 was down from `2026 Mar 12 04:02:55` to `2026 Mar 12 14:19:40` [1,2]",
        False,
    ),
    "what is empty": (PORTS, "`Vlan60` has no helper address; the other two have `10.9.1.5` [1-3]", True),
    "others that are more": (
        PORTS,
        "`Vlan60` has no helper address; the other three have `10.9.1.5` [1-3]",
        False,
    ),
    "what is not empty": (PORTS, "`Vlan30` has no helper address [2]", False),
    "none of all": (PORTS, "None of the three has a helper address [1-3]", False),
    "a part of what is denied": (PORTS, "`Vlan60` has no relay address: `10.9.60.1` [3]", False),
    "what misses": (PORTS, "`Vlan60` misses a helper address [3]", True),
    "how many lack it": (PORTS, "One of the three, `Vlan60`, has no helper address [3]", True),
    "both": (PORTS, "Both `Vlan20` and `Vlan30` have the helper address `10.9.1.5` [1,2]", True),
    "all, of some": (PORTS, "All three have the mode `a` [1-3]", False),
    "a part of an address": (PORTS, "`Vlan20` has `10.9.20.1` and the helper `10.9.1` [1]", True),
    "a part of a number": (PORTS, "`Vlan20` has `10.9.2` [1]", False),
    "the length of a mask": (PORTS, "`Vlan20` has `10.9.20.1/25` [1]", True),
    "another length of a mask": (PORTS, "`Vlan20` has `10.9.20.1/24` [1]", False),
}


@pytest.mark.parametrize(("shown", "line", "holds"), LINES.values(), ids=LINES)
def test_what_rows_prove_otherwise(shown: ShownRows, line: str, holds: bool) -> None:
    writer = AnswerWriter(shown, "what is it?", lambda _: None, NAMES)
    writer.end(line)
    assert ("in these lines" not in writer.text and writer.answered) is holds
