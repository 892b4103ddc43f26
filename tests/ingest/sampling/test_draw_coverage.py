"""The drawing of coverage against samples."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.learn.sampling.draw_coverage import draw_coverage

COVERAGES = {"three samples": (0.5, 0.75, 1.0), "one sample": (1.0,), "none": (), "many": (0.5,) * 100}


@pytest.mark.parametrize("coverage", COVERAGES.values(), ids=COVERAGES)
def test_draw_coverage(coverage: tuple[float, ...], tmp_path: Path) -> None:
    draw_coverage(coverage, "a.cfg", tmp_path / "plot.png")
    written = (tmp_path / "plot.png").read_bytes()
    assert written.startswith(b"\x89PNG")
    assert int.from_bytes(written[16:20], "big") == 960


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="absent"):
        draw_coverage((1.0,), "a.cfg", tmp_path / "absent" / "plot.png")
