"""A file with the configurations of several devices is a file for each; one configuration stays one."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ingest.files.find_files import find_files

IOS = "version 15.2\nhostname {}\n!\ninterface Gi0/1\n mtu 1600\n!\nend\n"
NXOS = "!Command: show running-config\nversion 9.3(5)\nhostname {}\ninterface Ethernet1/1\n  mtu 1600\n"
VRP = "#\nsysname {}\n#\ninterface GE0/0/1\n mtu 1600\n#\nreturn\n"
JUNOS = "set version 20.1\nset system host-name {}\nset interfaces ge-0/0/1 mtu 1600\n"
FORTIOS = '#config-version=FGT\nconfig system global\n    set hostname "{}"\nend\nconfig system dns\nend\n'
SESSION = "{0}#show running-config\nBuilding configuration...\n\nhostname {0}\n!\nend\n\n{0}#exit\n"

PARTED = {
    "one behind the other": (IOS.format("fen1") + IOS.format("fen2"), ["fen1", "fen2"]),
    "three": ("".join(map(IOS.format, ("fen1", "fen2", "fen3"))), ["fen1", "fen2", "fen3"]),
    "of a make without a closing word": (NXOS.format("fen1") + NXOS.format("fen2"), ["fen1", "fen2"]),
    "of another make": (VRP.format("fen1") + VRP.format("fen2"), ["fen1", "fen2"]),
    "of two makes": (IOS.format("fen1") + VRP.format("fen2"), ["fen1", "fen2"]),
    "as paths": (JUNOS.format("fen1") + JUNOS.format("fen2"), ["fen1", "fen2"]),
    "whose name is in a block": (FORTIOS.format("fen1") + FORTIOS.format("fen2"), ["fen1", "fen2"]),
    "as sessions": (SESSION.format("fen1") + SESSION.format("fen2"), ["fen1", "fen2"]),
    "twice that of one device": (IOS.format("fen1") + IOS.format("FEN1"), []),
    "named anew": ("hostname fen1\nntp server 10.7.7.7\nhostname fen2\nend\n", []),
    "named anew by a script": (
        IOS.format("fen1") + "configure terminal\nhostname fen2\nend\n",
        [],
    ),
    "a name in a banner": ("hostname fen1\nbanner motd ^C\nhostname fen2\n^C\nend\n", []),
    "a name in a block": ("hostname fen1\nip dhcp pool A\n hostname fen2\nend\n", []),
}


@pytest.mark.parametrize(("text", "names"), PARTED.values(), ids=PARTED)
def test_each_configuration_is_a_file(tmp_path: Path, text: str, names: list[str]) -> None:
    folder, unpacked = tmp_path / "in", tmp_path / "unpacked"
    folder.mkdir()
    unpacked.mkdir()
    place = folder / "all.cfg"
    place.write_text(text)
    expected = [f"all.cfg/{name}" for name in names] or ["all.cfg"]
    for given in (folder, place):
        files = find_files([given], lambda: unpacked).files
        assert [one.path for one in files] == expected
        assert [one.origin for one in files] == [str(folder / path) for path in expected]
    lines = [one.location.read_text().splitlines() for one in files] if names else [text.splitlines()]
    together = ["".join(said) for said in zip(*(one + [""] * 99 for one in lines), strict=False)]
    assert together[: len(text.splitlines())] == text.splitlines()


def test_a_packed_file_is_parted(tmp_path: Path) -> None:
    (tmp_path / "all.cfg.gz").write_bytes(gzip.compress((IOS.format("fen1") + IOS.format("fen2")).encode()))
    (tmp_path / "unpacked").mkdir()
    files = find_files([tmp_path / "all.cfg.gz"], lambda: tmp_path / "unpacked").files
    assert [one.path for one in files] == ["all.cfg.gz/fen1", "all.cfg.gz/fen2"]
