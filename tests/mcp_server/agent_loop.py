"""An agent that has our tools and nothing else: LangChain's loop, with a model whose replies were recorded.

A reply is kept under a hash of the messages before it: other tool results need a new recording.
`python -m tests.mcp_server.agent_loop FOLDER` lays each request down as FOLDER/KEY.txt, and waits for KEY.reply, a JSON
object: {"tool": NAME, "arguments": {...}} or {"answer": TEXT}. Replies that no task needs any more are taken out.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import StructuredTool
from mcp import ClientSession
from mcp.types import TextContent
from pydantic import Field

RECORDING = Path(__file__).with_name("agent_loop.jsonl")
SYSTEM = (
    "You help a network engineer. You know nothing of this network but what the tools return. Answer in at most three "
    "sentences, and cite path:line for each statement."
)
TASKS = {
    "adjacency": "Why does the OSPF adjacency between core1 and dist2 not come up?",
    "logins": "Who failed to log in, from where, and was the account real?",
    "filter": "May 10.30.10.5 reach 10.20.20.10 by https through the filter that edge1 applies to its outside?",
    "outage": "What happened to branch-ash in the night of 5 November, and what was the cause?",
    "drift": "Which access switch is set up unlike the others for syslog or NTP?",
}


class RecordedModel(BaseChatModel):
    """Replies as it was recorded; with `asking`, what is not recorded is asked for in that folder."""

    replies: dict[str, str]
    asking: Path | None = None
    used: set[str] = Field(default_factory=set)

    @property
    def _llm_type(self) -> str:
        return "recorded"

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> BaseChatModel:  # type: ignore[override]
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        key = message_key(messages)
        if key not in self.replies:
            if self.asking is None:
                raise LookupError(f"no reply was recorded for {key}: record anew (see {__file__})")
            self.replies[key] = _ask(self.asking, key, messages)
        self.used.add(key)
        said = json.loads(self.replies[key])
        calls = [{"name": said["tool"], "args": said["arguments"], "id": key}] if "tool" in said else []
        return ChatResult(
            generations=[ChatGeneration(message=AIMessage(said.get("answer", ""), tool_calls=calls))]
        )


def message_key(messages: Sequence[BaseMessage]) -> str:
    """Hash what decides the reply: who said what, and which tools were called with what."""
    said = [
        [one.type, one.text, [[c["name"], c["args"]] for c in getattr(one, "tool_calls", [])]]
        for one in messages
    ]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:20]


async def solve(session: ClientSession, task: str, model: RecordedModel) -> tuple[str, list[str]]:
    """Let the agent solve a task; return its answer, and the names of the tools that it called in order."""
    tools = [_tool(session, one) for one in (await session.list_tools()).tools]
    agent: Any = create_agent(model, tools, system_prompt=SYSTEM)
    done = await agent.ainvoke({"messages": [("user", task)]}, {"recursion_limit": 40})
    called = [one.name or "" for one in done["messages"] if isinstance(one, ToolMessage)]
    return done["messages"][-1].text, called


def _tool(session: ClientSession, told: Any) -> StructuredTool:
    async def call(**arguments: Any) -> str:
        result = await session.call_tool(told.name, arguments)
        return "\n".join(part.text for part in result.content if isinstance(part, TextContent))

    return StructuredTool(
        name=told.name, description=told.description or "", args_schema=told.inputSchema, coroutine=call
    )


def read_recording() -> dict[str, str]:
    """Read the recorded replies by key."""
    lines = RECORDING.read_text("utf-8").splitlines() if RECORDING.exists() else []
    return {one["key"]: one["reply"] for one in map(json.loads, lines)}


def _ask(folder: Path, key: str, messages: Sequence[BaseMessage]) -> str:
    shown = "\n\n".join(f"--- {one.type} {getattr(one, 'tool_calls', '')}\n{one.text}" for one in messages)
    (folder / f"{key}.txt").write_text(shown, "utf-8")
    reply = folder / f"{key}.reply"
    while not reply.exists():
        time.sleep(0.2)
    return reply.read_text("utf-8").strip()


async def _record(folder: Path) -> None:
    from graph_store.open_graph import open_graph
    from ingest.pipeline import ingest
    from tests.mcp_server.test_mcp import on_stdio

    model = RecordedModel(replies=read_recording(), asking=folder)
    with tempfile.TemporaryDirectory() as place:
        kg = Path(place) / "kg"
        with open_graph(str(kg), create=True) as graph:
            sample = Path(__file__).resolve().parents[2] / "examples" / "sample-network"
            ingest([str(sample)], graph, kg / "parsers", relearn="all")
            async with on_stdio(kg) as session:
                for name, task in TASKS.items():
                    answer, called = await solve(session, task, model)
                    sys.stdout.write(f"{name}: {answer}\n  {called}\n")
    kept = [
        json.dumps({"key": key, "reply": reply})
        for key, reply in sorted(model.replies.items())
        if key in model.used
    ]
    RECORDING.write_text("\n".join(kept) + "\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(_record(Path(sys.argv[1])))
