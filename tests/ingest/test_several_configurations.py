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
QUOTED = """# How to replace the switch of a floor

The old one is configured with what is printed here, and the spare takes it over when the floor is quiet.
It is not to be changed while the desk is open, as the telephones of the floor are behind it.

{}
The new one has another name, so that both are known to the monitoring while the uplinks are moved to it.

{}
When all of them are moved, the old switch is shut down and put on the shelf of the depot.
It is then given back with the next delivery.
"""

PARTED = {
    "one behind the other": (IOS.format("fen1") + IOS.format("fen2"), ["fen1", "fen2"]),
    "three": ("".join(map(IOS.format, ("fen1", "fen2", "fen3"))), ["fen1", "fen2", "fen3"]),
    "of a make without a closing word": (NXOS.format("fen1") + NXOS.format("fen2"), ["fen1", "fen2"]),
    "of another make": (VRP.format("fen1") + VRP.format("fen2"), ["fen1", "fen2"]),
    "of two makes": (IOS.format("fen1") + VRP.format("fen2"), ["fen1", "fen2"]),
    "as paths": (JUNOS.format("fen1") + JUNOS.format("fen2"), ["fen1", "fen2"]),
    "whose name is in a block": (FORTIOS.format("fen1") + FORTIOS.format("fen2"), ["fen1", "fen2"]),
    "as sessions": (SESSION.format("fen1") + SESSION.format("fen2"), ["fen1", "fen2"]),
    "quoted in prose": (QUOTED.format(IOS.format("fen1"), IOS.format("fen2")), []),
    "an older name that one device has kept": (
        SESSION.format("fen1") + "fen1#show startup-config\nhostname old1\n!\nend\nfen1#exit\n",
        [],
    ),
    "contexts of one firewall": (
        "fen/a# show run\nhostname a\n: end\nfen/a# changeto context b\nfen/b# show run\nhostname b\n: end\n",
        ["a", "b"],
    ),
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


def test_what_a_device_printed_stays_with_it(tmp_path: Path) -> None:
    """A block that one device shows behind its configuration is not one of the next device."""
    shown = "fen1#show running-config interface Gi0/2\ninterface Gi0/2\n mtu 9000\nfen1#show clock\n10:10\n"
    place = tmp_path / "all.cfg"
    place.write_text(SESSION.format("fen1") + shown + "fen2#show clock\n10:11\n" + SESSION.format("fen2"))
    (tmp_path / "unpacked").mkdir()
    first, second = find_files([place], lambda: tmp_path / "unpacked").files
    assert "mtu 9000" in first.location.read_text()
    assert second.location.read_text().strip().startswith("fen2#show clock\n10:11\n")


def test_a_packed_file_is_parted(tmp_path: Path) -> None:
    (tmp_path / "all.cfg.gz").write_bytes(gzip.compress((IOS.format("fen1") + IOS.format("fen2")).encode()))
    (tmp_path / "unpacked").mkdir()
    files = find_files([tmp_path / "all.cfg.gz"], lambda: tmp_path / "unpacked").files
    assert [one.path for one in files] == ["all.cfg.gz/fen1", "all.cfg.gz/fen2"]


def test_a_file_of_very_many_names_is_one(tmp_path: Path) -> None:
    """Each part has a line for every line before it, which would fill the disk."""
    place = tmp_path / "all.cfg"
    place.write_text("".join(f"hostname fen{number}\nend\n" for number in range(20_000)))
    (tmp_path / "unpacked").mkdir()
    assert [one.path for one in find_files([place], lambda: tmp_path / "unpacked").files] == ["all.cfg"]
    assert not list((tmp_path / "unpacked").iterdir())
