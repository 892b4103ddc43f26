"""A session that shows a configuration and a log is what most of its lines are."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.files.find_files import find_files
from ingest.files.read_sample import read_sample

CONFIGURATION = "hostname lake-sw1\n!\n" + "".join(
    f"interface Gi1/0/{port}\n description desk {port}\n!\n" for port in range(1, 9)
)
LOG = "".join(f"Mar  3 10:00:0{second}: %LINK-3-UPDOWN: Interface Gi1/0/4, up\n" for second in range(9))


@pytest.mark.parametrize(
    ("configurations", "logs", "kind"), [(1, 1, "configuration"), (1, 4, "log"), (0, 1, "log")]
)
@pytest.mark.parametrize("prompt", ["lake-sw1#", "SSH@lake-sw1#", "<lake-sw1>"])
def test_kind(tmp_path: Path, configurations: int, logs: int, kind: str, prompt: str) -> None:
    text = f"{prompt}show running-config\n{CONFIGURATION}" * configurations
    text += f"{prompt}show logging\n{LOG * logs}"
    (tmp_path / "session.log").write_text(text)
    (file,) = find_files([tmp_path]).files
    assert read_sample(file).kind == kind


def test_a_file_without_prompts_is_no_session(tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_text(CONFIGURATION)
    (file,) = find_files([tmp_path]).files
    assert read_sample(file).kind == "configuration"
