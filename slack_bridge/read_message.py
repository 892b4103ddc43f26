"""What a person wrote, out of Slack's own notation. Pure.

Source: docs.slack.dev, "Formatting message text" (`<@U1>`, `<#C1|name>`, `<!here>`, `<url|text>`, `&lt;`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LONGEST = 4000
"""Characters of a question."""
_NOTATION = re.compile(r"<([^<>]{1,4000})>")
_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u00a0": " "})
_ANSWERED_SUBTYPES = frozenset({"", "file_share", "thread_broadcast"})
"""Of messages that people write; joins, topics, edits and bots' messages have others."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a person. `thread` is the `ts` of the thread's root, its own where it begins one.

    `files` are as Slack tells them.
    """

    team: str
    channel: str
    user: str
    ts: str
    thread: str
    text: str
    direct: bool
    files: tuple[Mapping[str, Any], ...] = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """Name the message: one that mentions us is delivered as two events, and each may come again."""
        return self.team, self.channel, self.ts


def read_event(event: Mapping[str, Any], team: str, bot_user: str) -> Message | None:
    """Read a message event; None for what no person wrote: bots, ourselves, joins, edits, deletions."""
    subtype, user = str(event.get("subtype") or ""), str(event.get("user") or "")
    if subtype not in _ANSWERED_SUBTYPES or event.get("bot_id") or event.get("app_id") or not user:
        return None
    if user in {bot_user, "USLACKBOT"} or not event.get("ts") or not event.get("channel"):
        return None
    ts = str(event["ts"])
    return Message(
        str(event.get("team") or team),
        str(event["channel"]),
        user,
        ts,
        str(event.get("thread_ts") or ts),
        read_text(str(event.get("text") or ""), bot_user),
        event.get("channel_type") == "im",
        tuple(one for one in event.get("files") or () if isinstance(one, Mapping)),
    )


def read_text(text: str, bot_user: str = "") -> str:
    """Write a text as the person saw it: mentions of us go, links and channels become what they show."""
    plain = _NOTATION.sub(lambda found: _shown(found[1], bot_user), text)
    return html.unescape(plain).translate(_QUOTES).strip()


def _shown(inside: str, bot_user: str) -> str:
    address, bar, label = inside.partition("|")
    if address.startswith("@"):
        return "" if address[1:] == bot_user else label or address
    if address.startswith("#"):
        return f"#{label}" if label else address
    if address.startswith("!"):
        return label or f"@{address[1:]}"
    return label if bar else address.removeprefix("mailto:").removeprefix("tel:")
