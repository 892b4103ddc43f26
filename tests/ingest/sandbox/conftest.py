"""One sandbox for the tests that only ask it things."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ingest.sandbox import Sandbox
from ingest.sandbox.limits import SandboxLimits


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(limits=SandboxLimits(memory_bytes=512 << 20, time_base_s=1.0, grace_s=0.3)) as opened:
        yield opened
