"""One sandbox for the tests of a file that only have it run parsers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ingest.sandbox import Sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(workers=1, allow_weak=True) as opened:
        yield opened
