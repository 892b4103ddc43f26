"""A KG is its owner's, whatever the umask, and an older one from its next opening on."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from graph_store.kg_folder import hold_ingest_lock, require_folder


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_a_new_kg_and_its_locks_are_private(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        require_folder(tmp_path / "kg", create=True)
        with hold_ingest_lock(tmp_path / "kg"):
            (tmp_path / "kg" / "part").mkdir()
            (tmp_path / "kg" / "part" / "segment").write_text("")
            modes = {stat.S_IMODE(each.stat().st_mode) for each in (tmp_path / "kg").iterdir()}
        assert os.umask(umask) == umask
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "kg").stat().st_mode) == 0o700
    assert modes == {0o600, 0o700}


def test_an_older_kg_is_mended_when_it_is_opened(tmp_path: Path) -> None:
    require_folder(tmp_path / "kg", create=True)
    (tmp_path / "kg").chmod(0o755)
    require_folder(tmp_path / "kg", create=False)
    assert stat.S_IMODE((tmp_path / "kg").stat().st_mode) == 0o700
