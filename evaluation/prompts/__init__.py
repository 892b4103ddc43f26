"""The prompts of judging and of writing questions; their first line is their name."""

from __future__ import annotations

from pathlib import Path

PROMPTS = Path(__file__).resolve().parent
