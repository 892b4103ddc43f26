"""Answers one question in Slack, from the message to the reply in its thread."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from contextlib import nullcontext
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.models.messages.chunk import TaskUpdateChunk
from slack_sdk.web.async_client import AsyncWebClient

from agent.errors import AgentError
from agent.records import Answer, Answered, NodeFinished, NodeStarted, Question
from graph_store.errors import GraphError
from graph_store.graph import stoppable
from language_model.errors import LanguageModelError
from language_model.open_calls import BUILTIN
from slack_bridge.blocks import Block, PostedAnswer, literal, rich_text, section, show_answer
from slack_bridge.threads import SlackMessage, Thread, Threads
from workspace.users import conversation_link
from workspace.workspace import Workspace

AT_ONCE = 2 * (os.cpu_count() or 1)
"""Questions that are worked on at once without a model."""
TELL_EACH_S = 1.0
"""Slack allows about a call a second to one channel."""
STEPS = {
    "understand": "Reading the question",
    "write_cypher": "Writing a graph query",
    "write_lucene": "Writing a text query",
    "execute": "Running the queries",
    "repair_query": "Mending a query",
    "look_further": "Looking further",
    "synthesize": "Writing the answer",
    "find_closest": "Finding the closest lines",
}
log = logging.getLogger("wirelore.slack")


class Answering:
    """Answers messages in their threads."""

    def __init__(self, workspace: Workspace, threads: Threads, chat_url: str = "") -> None:
        self._workspace, self._threads, self._chat_url = workspace, threads, chat_url
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def answer(self, message: SlackMessage, client: AsyncWebClient) -> str:
        """Answer a message, and return the `ts` of the reply."""
        reply = _Reply(message, client)
        await reply.begin()
        thread = await asyncio.to_thread(self._threads.open, message)
        async with thread.turn:
            shown = await self._work(message, thread, reply)
        await reply.end(shown)
        return reply.ts

    async def _work(self, message: SlackMessage, thread: Thread, reply: _Reply) -> PostedAnswer:
        question = Question(message.text, thread.history)
        try:
            with stoppable():
                answer = await self._hear(question, reply)
        except (AgentError, GraphError, LanguageModelError) as error:
            log.warning("%s: %s", type(error).__name__, error)
            await asyncio.to_thread(self._workspace.mend)
            return _failed(str(error))
        except Exception:  # an entry point: the person gets a message, the log the details
            log.exception("a question was not answered")
            await asyncio.to_thread(self._workspace.mend)
            return _failed("Something went wrong; the log of the Slack bridge has the details.")
        place = await asyncio.to_thread(self._threads.keep, thread, message, question, answer)
        return show_answer(answer, place, self._link(thread, place))

    def _link(self, thread: Thread, place: str) -> str:
        """Return the address of this conversation in the browser; of the chat, where nothing is kept."""
        if not self._chat_url or not place:
            return self._chat_url
        try:
            return conversation_link(self._chat_url, self._workspace.settings.kg, thread.keeper.id)
        except OSError as error:
            log.warning("no link to the conversation: %s", error)
            return self._chat_url

    async def _hear(self, question: Question, reply: _Reply) -> Answer:
        async with self._turns if self._workspace.models()[0] == BUILTIN else nullcontext():
            agent = await asyncio.to_thread(self._workspace.agent)
            async for event in agent.stream(question):
                match event:
                    case NodeStarted():
                        await reply.step(event.node, "in_progress")
                    case NodeFinished():
                        await reply.step(event.node, "complete")
                    case Answered():
                        return event.answer
        raise RuntimeError("the workflow ended without an answer")


class _Reply:
    """A reply that grows: first what is being done, then the answer. If Slack cannot stream, one message."""

    def __init__(self, message: SlackMessage, client: AsyncWebClient) -> None:
        self._message, self._client = message, client
        self._steps: dict[str, str] = {}
        self._told = 0.0
        self._stream: Any = None
        self.ts = ""

    async def begin(self) -> None:
        """Say at once that the question has arrived."""
        stream = await self._client.chat_stream(
            channel=self._message.channel,
            thread_ts=self._message.thread,
            recipient_team_id=self._message.team,
            recipient_user_id=self._message.user,
            task_display_mode="timeline",
        )
        self._steps["understand"] = "in_progress"
        try:
            await stream.append(chunks=self._chunks())
        except SlackApiError as error:
            log.info("no stream in %s: %s", self._message.channel, error.response.get("error"))
            return
        self._stream, self.ts, self._told = stream, stream.ts or "", time.monotonic()

    async def step(self, node: str, status: str) -> None:
        """Tell how far the work is, at most once a second."""
        self._steps[node] = status
        if self._stream is None or time.monotonic() - self._told < TELL_EACH_S:
            return
        self._told = time.monotonic()
        try:
            await self._stream.append(chunks=self._chunks())
        except SlackApiError as error:
            log.info("a step was not told: %s", error.response.get("error"))

    async def end(self, shown: PostedAnswer) -> None:
        """Give the answer, and what does not fit into a message as files."""
        self._steps = dict.fromkeys(self._steps, "complete")
        channel = self._message.channel
        if self._stream is not None:
            try:
                await self._stream.stop(chunks=self._chunks(), blocks=shown.blocks)
            except SlackApiError as error:  # Slack ended it by itself: the answer takes its place
                log.warning("the stream could not be ended: %s", error.response.get("error"))
                await self._client.chat_update(
                    channel=channel, ts=self.ts, blocks=shown.blocks, text=shown.fallback
                )
        else:
            self.ts = await post(self._client, channel, shown.blocks, shown.fallback, self._message.thread)
        for name, content in (("answer.txt", shown.whole), ("rows.csv", shown.table)):
            if content:
                await self._attach(name, content)

    async def _attach(self, name: str, content: str) -> None:
        try:
            await self._client.files_upload_v2(
                channel=self._message.channel,
                thread_ts=self._message.thread,
                filename=name,
                content=content,
                title=name,
            )
        except SlackApiError as error:
            log.warning("%s was not attached: %s", name, error.response.get("error"))

    def _chunks(self) -> list[TaskUpdateChunk]:
        steps = self._steps.items()
        return [
            TaskUpdateChunk(id=node, title=STEPS.get(node, node), status=status) for node, status in steps
        ]


async def post(
    client: AsyncWebClient, channel: str, blocks: list[Block], fallback: str, thread: str | None = None
) -> str:
    """Post a message and return its `ts`; nothing in it is unfurled, or notifies anybody by name."""
    posted = await client.chat_postMessage(
        channel=channel,
        thread_ts=thread,
        blocks=blocks,
        text=fallback,
        unfurl_links=False,
        unfurl_media=False,
        parse="none",
        link_names=False,
    )
    return str(posted.get("ts") or "")


def _failed(reason: str) -> PostedAnswer:
    text = f"No answer: {reason}"
    return PostedAnswer([rich_text([section(text[:2900])])], literal(text)[:300])
