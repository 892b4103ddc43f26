"""An agent solves tasks of several steps by our tools alone; its model's replies are recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from tests.mcp_server.agent_loop import TASKS, RecordedModel, read_recording, solve
from tests.mcp_server.test_mcp import on_stdio

SAMPLE = Path(__file__).resolve().parents[2] / "examples" / "sample-network"
EXPECTED = {
    "adjacency": (["configs/core1.cfg:100", "configs/dist2.cfg:105", "9100", "1600"], 2),
    "logins": (["10.10.10.66", "64", "logs/fw1-messages.log:122"], 3),
    "filter": (["No", "TRANSIT-IN", "configs/edge1.conf:417"], 4),
    "outage": (["GigabitEthernet0/0/0", "18 times", "FGL-20417"], 2),
    "drift": (["branch-elm", "10.20.30.6", "configs/branch-elm.cfg:198"], 1),
}
"""Task → what its answer has to say, and how many calls it took."""

pytestmark = pytest.mark.filterwarnings("ignore")


async def test_an_agent_solves_tasks_by_our_tools(tmp_path: Path) -> None:
    with open_graph(str(tmp_path / "kg"), create=True) as graph:
        ingest(
            [str(SAMPLE)], graph, tmp_path / "kg" / "parsers", relearn="all"
        )  # as it was when it was recorded
        async with on_stdio(tmp_path / "kg") as session:
            for name, task in TASKS.items():
                answer, called = await solve(session, task, RecordedModel(replies=read_recording()))
                said, calls = EXPECTED[name]
                assert [one for one in said if one not in answer] == [], name
                assert len(called) == calls, name
