"""The MCP inspector's command line lists the tools and calls one, as people who set up an editor do."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mcp_server.test_mcp import READ_ONLY_TOOLS

INSPECTOR = os.environ.get("WIRELORE_MCP_INSPECTOR") or shutil.which("mcp-inspector") or ""
pytestmark = pytest.mark.skipif(
    not INSPECTOR,
    reason="mcp-inspector (npm @modelcontextprotocol/inspector) is neither on PATH nor in WIRELORE_MCP_INSPECTOR",
)


def inspect(kg: Path, *arguments: str) -> dict[str, object]:
    command = [INSPECTOR, "--cli", sys.executable, "-m", "cli", "mcp", "--kg", str(kg), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told


def test_it_lists_the_tools(small_kg: Path) -> None:
    tools = inspect(small_kg, "--method", "tools/list")["tools"]
    assert isinstance(tools, list)
    assert {tool["name"] for tool in tools} == READ_ONLY_TOOLS


def test_it_calls_a_tool(small_kg: Path) -> None:
    call = (
        "--method",
        "tools/call",
        "--tool-name",
        "ask",
        "--tool-arg",
        "question=Which interfaces are shut down?",
    )
    structured = inspect(small_kg, *call)["structuredContent"]
    assert isinstance(structured, dict)
    assert structured["status"] == "answered"
