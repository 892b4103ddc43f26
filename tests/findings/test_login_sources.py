"""Failed logins count by their source, wherever a record has it: in its message, or in a field of its own."""

from __future__ import annotations

from pathlib import Path

from findings.checks import run_checks
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

FAILED = (
    'date=2026-11-24 time=01:30:{at:02d} devname="fw9" devid="FGT1" tz="+0000" logid="0100032002" type="event" '
    'subtype="system" level="alert" vd="root" logdesc="Admin login failed" sn="0" user="u{at}" ui="ssh({source})" '
    'method="ssh" srcip={source} dstip=192.0.2.10 action="login" status="failed" reason="name_invalid" '
    'msg="Administrator u{at} login failed from ssh({source}) because of invalid user name"\n'
)


def test_a_source_in_a_field_of_its_own_counts(tmp_path: Path) -> None:
    log = tmp_path / "fortigate.log"
    sources = ["203.0.113.7"] * 12 + ["203.0.113.8"] * 9
    log.write_text(
        "".join(FAILED.format(at=at, source=one) for at, one in enumerate(sources)), encoding="utf-8"
    )
    with borrowed_graph() as graph:
        ingest([log], graph, tmp_path / "kg")
        found = [(one.kind, one.message) for one in run_checks(graph)]
    between = "2026-11-24 01:30:00 and 2026-11-24 01:30:11"
    assert found == [("failed-logins", f"203.0.113.7 failed to log in to fw9 12 times between {between}.")]
