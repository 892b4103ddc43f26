"""Plots keyword coverage against the number of samples, as a PNG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 960, 600
LEFT, TOP, RIGHT, BOTTOM = 90, 60, 40, 90
LETTERS = 20
PAPER, INK, GRID, LINE = "#ffffff", "#222222", "#dddddd", "#1f5fbf"
MOST_MARKS = 12


def draw_coverage(coverage: Sequence[float], title: str, path: Path) -> None:
    """Draw the share of keywords shown after each sample. Raises OSError when the file cannot be written."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    pen.font = ImageFont.load_default(LETTERS)
    pen.text((WIDTH / 2, TOP / 2), title, INK, anchor="mm")
    _draw_axes(pen, len(coverage))
    points = [_place(number, share, len(coverage)) for number, share in enumerate((0.0, *coverage))]
    pen.line(points, LINE, width=3)
    for x, y in points[1:]:
        pen.ellipse((x - 6, y - 6, x + 6, y + 6), LINE)
    picture.save(path, "PNG")


def _draw_axes(pen: ImageDraw, samples: int) -> None:
    for percent in range(0, 101, 20):
        x, y = _place(0, percent / 100, samples)
        pen.line((x, y, WIDTH - RIGHT, y), GRID)
        pen.text((x - 12, y), f"{percent} %", INK, anchor="rm")
    step = -(-samples // MOST_MARKS) or 1
    for number in range(0, samples + 1, step):
        x, y = _place(number, 0, samples)
        pen.line((x, y, x, y + 6), INK)
        pen.text((x, y + 12), str(number), INK, anchor="mt")
    pen.line((LEFT, TOP, LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM), INK, width=2)
    pen.text((WIDTH / 2, HEIGHT - BOTTOM / 3), "samples (line: keywords shown)", INK, anchor="mm")


def _place(number: int, share: float, samples: int) -> tuple[float, float]:
    """Return where a share after so many samples stands, in pixels."""
    across = (WIDTH - LEFT - RIGHT) * number / max(samples, 1)
    return LEFT + across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share
