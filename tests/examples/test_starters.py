"""The questions that the sample network's page begins with are answered without a model."""

from __future__ import annotations

from pathlib import Path

import wirelore
from examples.generator.answers import STARTERS

SAMPLE = Path(__file__).resolve().parents[2] / "examples" / "sample-network"


def test_the_first_questions_are_answered(tmp_path: Path) -> None:
    with wirelore.open_kg(tmp_path / "kg", create=True, model="builtin") as kg:
        kg.ingest(SAMPLE)
        assert {question: kg.ask(question).status for question in STARTERS} == dict.fromkeys(
            STARTERS, "answered"
        )
