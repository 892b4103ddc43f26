"""A small KG, once for all tests of the library and the MCP server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import wirelore

R1 = """\
hostname r1
!
interface Gi0/1
 description to r2
 ip address 10.0.0.1 255.255.255.252
 no shutdown
!
interface Gi0/2
 ip address 10.1.0.1 255.255.255.0
 shutdown
!
snmp-server community n0tPublic RO
!
ip access-list extended MGMT
 permit tcp 10.9.0.0 0.0.0.255 any eq 22
 deny ip any any
!
line vty 0 4
 transport input telnet
!
"""
R2 = R1.replace("r1", "r2").replace("to r2", "to r1").replace("10.0.0.1 ", "10.0.0.2 ")
LOG = "".join(
    f"2026-11-01T10:{minute:02}:00Z r1 kernel: link Gi0/1 is {'down' if minute % 2 else 'up'}\n"
    for minute in range(60)
)


@pytest.fixture(scope="session")
def small_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for name, text in {"r1.cfg": R1, "a b/r2.cfg": R2, "r1.log": LOG}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="session")
def small_kg(tmp_path_factory: pytest.TempPathFactory, small_files: Path) -> Iterator[Path]:
    """Load the files; the graph's server runs until the tests have ended."""
    folder = tmp_path_factory.mktemp("small") / "kg"
    with wirelore.open_kg(folder, create=True) as opened:
        opened.ingest(small_files)
        yield folder
