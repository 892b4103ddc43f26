"""The small KG of the MCP tests, and a Slack that runs here."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from settings import Settings
from tests.mcp_server.conftest import small_files, small_kg
from tests.slack_bridge.mock_slack import MockSlack
from workspace.workspace import Workspace

__all__ = ["small_files", "small_kg"]


@pytest_asyncio.fixture
async def slack() -> AsyncIterator[MockSlack]:
    mock = MockSlack()
    await mock.start()
    yield mock
    await mock.stop()


@pytest.fixture
def workspace(small_kg: Path) -> Iterator[Workspace]:
    opened = Workspace(Settings(kg=str(small_kg), questions_per_minute=0))
    yield opened
    opened.close()
