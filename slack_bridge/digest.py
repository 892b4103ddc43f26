"""The most severe incidents, posted to a channel once a day."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from findings.incidents import Incident
from findings.records import count_severities
from graph_store.errors import GraphError
from slack_bridge.answering import post
from slack_bridge.blocks import Block, literal, rich_text, section
from workspace.workspace import Workspace

MOST = 10
"""Incidents of one digest; the others are counted."""

log = logging.getLogger("wirelore.slack")


def read_time(text: str) -> tuple[int, int]:
    """Read "08:00" as hour and minute. Raises ValueError."""
    hour, colon, minute = text.partition(":")
    if not colon or not (hour.isdecimal() and minute.isdecimal() and int(hour) < 24 and int(minute) < 60):
        raise ValueError(f"found {text!r}, expected a time of day such as 08:00")
    return int(hour), int(minute)


def seconds_until(now: datetime, at: tuple[int, int]) -> float:
    """Return the seconds until the next time of day `at`; a whole day when it is that time now."""
    today = now.replace(hour=at[0], minute=at[1], second=0, microsecond=0)
    return ((today if today > now else today + timedelta(days=1)) - now).total_seconds()


def show_digest(found: Sequence[Incident]) -> tuple[list[Block], str]:
    """Write the digest, and what a notification shows of it."""
    counts = count_severities([finding for one in found for finding in one.findings])
    head = f"Findings: {counts}; incidents: {len(found)}" if found else "Findings: none"
    items = []
    for one in found[:MOST]:
        places = ", ".join(f"{line.path}:{line.number}" for line in one.lines[:3])
        shown = f" [{places}]" if places else ""
        first, also = one.findings[0], f" With it: {one.with_it}." if one.with_it else ""
        items.append(section(f"{one.severity} · {first.kind}: {first.message}{also}{shown}"))
    blocks = [rich_text([section(head)])]
    if items:
        blocks.append(rich_text([{"type": "rich_text_list", "style": "bullet", "elements": items}]))
    if len(found) > MOST:
        blocks.append(rich_text([section(f"and {len(found) - MOST} more: wirelore check --incidents")]))
    return blocks, literal(head)


async def post_daily(at: str, channel: str, workspace: Workspace, client: AsyncWebClient) -> None:
    """Post the digest every day at a time of this machine's clock, until cancelled. Raises ValueError."""
    when = read_time(at)
    while True:
        await asyncio.sleep(seconds_until(datetime.now().astimezone(), when))
        await post_digest(channel, workspace, client)


async def post_digest(channel: str, workspace: Workspace, client: AsyncWebClient) -> None:
    """Post the digest now; a failure is logged, and the next day is tried again."""
    try:
        found = await asyncio.to_thread(workspace.incidents)
        await post(client, channel, *show_digest(found))
    except GraphError as error:
        log.warning("no digest: %s", error)
        await asyncio.to_thread(workspace.mend)
    except SlackApiError as error:
        log.warning("no digest: %s", error.response.get("error"))
