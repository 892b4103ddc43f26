"""Keeps each Slack thread as a conversation, and resumes it after a restart."""

from __future__ import annotations

import asyncio
import html
import logging
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.records import Answer, Question, Turn
from conversations.conversation_file import add_feedback
from conversations.errors import ConversationError
from conversations.keeper import Keeper, find_conversation, kept_file
from conversations.records import KeptTurn, Verdict, digest
from graph_store.errors import GraphError
from graph_store.records import SourceLine
from workspace.workspace import Workspace

DOOR = "slack"
TURNS_TOLD = 6
"""Turns before that the agent is told of."""
MOST_THREADS = 500
"""Threads that are held in memory; others are read from their files again."""
MOST_LINES = 60
"""Lines of an answer that are shown when somebody asks for them."""

LONGEST = 4000
"""Characters of a question."""
_NOTATION = re.compile(r"<([^<>]{1,4000})>")
_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u00a0": " "})
_ANSWERED_SUBTYPES = frozenset({"", "file_share", "thread_broadcast"})
"""Of messages that people write; joins, topics, edits and bots' messages have others."""

log = logging.getLogger("wirelore.slack")


@dataclass(frozen=True, slots=True)
class SlackMessage:
    """A message of a person. `thread` is the `ts` of the thread's root; `files` are as Slack tells them."""

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


def read_event(event: Mapping[str, Any], team: str, bot_user: str) -> SlackMessage | None:
    """Read a message event; None for what no person wrote: bots, ourselves, joins, edits, deletions."""
    subtype, user = str(event.get("subtype") or ""), str(event.get("user") or "")
    if subtype not in _ANSWERED_SUBTYPES or event.get("bot_id") or event.get("app_id") or not user:
        return None
    if user in {bot_user, "USLACKBOT"} or not event.get("ts") or not event.get("channel"):
        return None
    ts = str(event["ts"])
    return SlackMessage(
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


@dataclass(slots=True)
class Thread:
    """One conversation; `turn` lets one question at a time be answered in it."""

    keeper: Keeper
    history: tuple[Turn, ...] = ()
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Threads:
    """All threads of a KG. `place` is where a turn is kept, as "CONVERSATION TURN"."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._kg, self._days = workspace.settings.kg, workspace.settings.keep_days
        self._open: OrderedDict[str, Thread] = OrderedDict()

    def open(self, message: SlackMessage) -> Thread:
        """Return a message's thread, with what was said in it before."""
        name = f"slack-{digest(f'{message.team}:{message.channel}:{message.thread}')}"
        thread = self._open.get(name)
        if thread is None:
            kept = find_conversation(self._kg, name)
            thread = Thread(Keeper(self._kg, DOOR, _user(message), self._days, kept, name))
            self._open[name] = thread
        else:
            kept = thread.keeper.told_elsewhere()
        if kept:
            thread.history = tuple(Turn(one.question, one.answer) for one in kept.turns[-TURNS_TOLD:])
        self._open.move_to_end(name)
        while len(self._open) > MOST_THREADS:
            self._open.popitem(last=False)
        return thread

    def keep(self, thread: Thread, message: SlackMessage, question: Question, answer: Answer) -> str:
        """Keep a turn and return its place; blank if nothing is kept. Reads the graph."""
        thread.history = (*thread.history, Turn(question.text, answer.text))[-TURNS_TOLD:]
        try:
            number = thread.keeper.keep(question, answer, self._workspace.graph(), _user(message))
        except (ConversationError, GraphError, OSError) as error:
            log.warning("not kept: %s", error)
            return ""
        return f"{thread.keeper.id} {number}" if number else ""

    def judge(self, place: str, verdict: Verdict, user: str) -> bool:
        """Keep what a person thinks of an answer; return whether it is kept."""
        name, _, number = place.partition(" ")
        path = kept_file(self._kg, name)
        if path is None:
            return False
        try:
            add_feedback(path, int(number), verdict, "", user)
        except (ConversationError, OSError, ValueError) as error:
            log.warning("feedback not kept: %s", error)
            return False
        return True

    def statements(self, place: str) -> list[str]:
        """Return the statements behind an answer."""
        turn = self._turn(place)
        return [one.text for one in turn.statements] if turn else []

    def lines(self, place: str) -> tuple[SourceLine, ...]:
        """Return the lines that an answer cites, as they are now, secrets masked. Raises GraphError."""
        turn = self._turn(place)
        found: list[SourceLine] = []
        for cited in (turn.citations if turn else ())[:MOST_LINES]:
            try:
                found += self._workspace.lines(cited.path, cited.line, cited.line)
            except LookupError:
                found.append(SourceLine(cited.path, cited.line, "(no longer loaded)"))
        return tuple(found)

    def _turn(self, place: str) -> KeptTurn | None:
        name, _, number = place.partition(" ")
        kept = find_conversation(self._kg, name)
        return next((one for one in kept.turns if str(one.number) == number), None) if kept else None


def _user(message: SlackMessage) -> str:
    return f"{DOOR}:{message.team}:{message.user}"
