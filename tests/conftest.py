"""Fixtures for every test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of real logs and configurations beside the repository; skip where there is none.

    In CI it is always there: a missing folder fails.
    """
    folder = ROOT.parent / "shared" / "data"
    if folder.is_dir():
        return folder
    reason = "no ../shared/data beside the repository: needs the real logs and configurations"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
