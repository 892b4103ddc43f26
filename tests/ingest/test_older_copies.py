"""An older copy of a configuration is told from a newer one, and from another device of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.files.find_files import InputFile
from ingest.files.older_copies import find_older

R1 = "hostname r1\ninterface Gi0/1\n ip address 10.1.1.1 255.255.255.0\nntp server 10.0.0.9\nend\n"
NEWER = R1.replace("10.0.0.9", "10.0.0.10")
R2 = R1.replace("r1", "r2")
OTHER = "hostname r1\ninterface Gi0/7\n ip address 10.9.1.1 255.255.255.0\nntp server 10.9.0.9\nend\n"
CASES = {
    "dates in names": ({"r1-2026-01-05.cfg": R1, "r1-2026-10-05.cfg": NEWER}, ["r1-2026-01-05.cfg"]),
    "dates without signs": ({"b/r1_20260105.cfg": R1, "b/r1_20251231.cfg": NEWER}, ["b/r1_20251231.cfg"]),
    "folders": ({"old/r1.cfg": R1, "new/r1.cfg": NEWER}, ["old/r1.cfg"]),
    "a word behind the name": ({"r1.cfg": NEWER, "r1.cfg.bak": R1}, ["r1.cfg.bak"]),
    "folders that are sites": ({"paris/r1.cfg": R1, "lyon/r1.cfg": NEWER}, []),
    "another name": ({"r1-2026-01-05.cfg": R1, "r1-2026-10-05.cfg": R2}, []),
    "other lines": ({"old/r1.cfg": OTHER, "new/r1.cfg": R1}, []),
    "logs of days": ({"r1-2026-01-05.log": "up\ndown\n", "r1-2026-01-06.log": "up\ndown\n"}, []),
}


@pytest.mark.parametrize(("texts", "older"), CASES.values(), ids=CASES)
def test_find_older(texts: dict[str, str], older: list[str], tmp_path: Path) -> None:
    for path, text in texts.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    assert list(find_older([InputFile(path, tmp_path / path) for path in texts])) == older
