"""What is unpacked is removed at the end, also when the process that unpacked it was killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ingest.files.unpack_folder import unpack_folder

HOLD = """
import time
from ingest.files.unpack_folder import unpack_folder
with unpack_folder() as folder:
    (folder / "r1.cfg").write_text("enable secret x")
    print(folder, flush=True)
    time.sleep(60)
"""


def test_a_killed_process_leaves_its_folder_only_until_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    with subprocess.Popen([sys.executable, "-c", HOLD], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout
        left = Path(holder.stdout.readline().strip())
        with unpack_folder() as folder:
            assert left.is_dir()
            assert folder.stat().st_mode & 0o777 == 0o700
        assert not folder.exists()
        assert (left / "r1.cfg").is_file()
        holder.send_signal(signal.SIGKILL)
        holder.wait(20)
    assert (left / "r1.cfg").is_file()
    with unpack_folder() as folder:
        assert list(tmp_path.iterdir()) == [folder]
