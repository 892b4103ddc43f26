"""Questions are made from chunks that sampling does not choose."""

from __future__ import annotations

from pathlib import Path

from command_line.question_commands import draw_chunks
from ingest.learn.sampling.sample_files import sample_files
from language_model.count_tokens import token_counter

CONFIGS = Path(__file__).resolve().parents[3] / "examples" / "sample-network" / "configs"


def test_no_sample_is_drawn_and_a_seed_draws_the_same() -> None:
    files = [CONFIGS / "dist1.cfg", CONFIGS / "leaf1.cfg"]
    drawn = draw_chunks(files, 2, 2, 0, "builtin")
    (sampled, *others) = sample_files(files, 2, token_counter("builtin"))
    samples = [chunk for group in (sampled, *others) for chunk in group.sampling.samples]
    assert drawn
    assert all(chunk.lines and chunk not in samples for chunk in drawn)
    assert draw_chunks(files, 2, 2, 0, "builtin") == drawn
