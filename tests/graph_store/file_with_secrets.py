"""A configuration with secrets: what comes after loading may tell its stand-ins, and never its secrets."""

from __future__ import annotations

from pathlib import Path

from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest
from retrieval.indexes import Indexes

SECRETS = ("S3cr3tS3cr3t", "hunter2brown", "Harbour-77-Quay", "Elm-Bridge-1904")
STAND_INS = ("redacted-md5crypt-", "redacted-clear-", "redacted-community-")
_LINES = """\
hostname r7
!
username admin secret 5 $1$abcd$S3cr3tS3cr3t
username ann password 0 hunter2brown
!
interface GigabitEthernet0/1
 description to r8
 ip address 192.0.2.1 255.255.255.252
!
snmp-server community Harbour-77-Quay RO
snmp-server community Elm-Bridge-1904 RW
snmp-server location Room 7
"""


def load_with_secrets(graph: BoltGraph, folder: Path) -> Indexes:
    """Load the file from `folder`, and return the indexes of what was loaded."""
    file = folder / "r7.cfg"
    file.write_text(_LINES, "utf-8")
    ingest([file], graph, folder / "parsers", allow_weak_sandbox=True, key=bytes(32))
    return Indexes(graph, graph.describe())


def stand_ins_in(text: str) -> tuple[str, ...]:
    """Return which kinds of stand-ins of the file a text has; AssertionError if it has a secret."""
    told = [secret for secret in SECRETS if secret in text]
    assert told == []
    return tuple(kind for kind in STAND_INS if kind in text)
