"""A thread of Slack is one conversation: kept beside the browser's, and taken up again after a restart."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field

from agent.records import Answer, Question, Turn
from chat.knowledge import Knowledge
from conversations.conversation_file import add_feedback
from conversations.digests import digest
from conversations.errors import ConversationError
from conversations.keeper import Keeper, find_conversation, kept_file
from conversations.records import KeptTurn, Verdict
from graph_store.errors import GraphError
from graph_store.records import SourceLine
from slack_bridge.read_message import Message
from wirelore import KnowledgeGraph

DOOR = "slack"
TURNS_TOLD = 6
"""Turns before that the agent is told of."""
MOST_THREADS = 500
"""Threads that are held in memory; others are read from their files again."""
MOST_LINES = 60
"""Lines of an answer that are shown when somebody asks for them."""

log = logging.getLogger("wirelore.slack")


@dataclass(slots=True)
class Thread:
    """One conversation; `turn` lets one question at a time be answered in it."""

    keeper: Keeper
    history: tuple[Turn, ...] = ()
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Threads:
    """All threads of a KG."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._kg, self._days = knowledge.settings.kg, knowledge.settings.keep_days
        self._open: OrderedDict[str, Thread] = OrderedDict()

    def open(self, message: Message) -> Thread:
        """Return a message's thread, with what was said in it before."""
        name = f"slack-{digest(f'{message.team}:{message.channel}:{message.thread}')}"
        thread = self._open.get(name)
        if thread is None:
            kept = find_conversation(self._kg, name)
            user = f"{DOOR}:{message.team}:{message.user}"
            turns = tuple(Turn(one.question, one.answer) for one in kept.turns) if kept else ()
            thread = Thread(Keeper(self._kg, DOOR, user, self._days, kept, name), turns[-TURNS_TOLD:])
            self._open[name] = thread
        elif kept := thread.keeper.told_elsewhere():
            thread.history = tuple(Turn(one.question, one.answer) for one in kept.turns)[-TURNS_TOLD:]
        self._open.move_to_end(name)
        while len(self._open) > MOST_THREADS:
            self._open.popitem(last=False)
        return thread

    def keep(self, thread: Thread, message: Message, question: Question, answer: Answer) -> str:
        """Keep a turn and say where, as "CONVERSATION TURN"; blank where nothing is kept. Reads the graph."""
        thread.history = (*thread.history, Turn(question.text, answer.text))[-TURNS_TOLD:]
        try:
            user = f"{DOOR}:{message.team}:{message.user}"
            number = thread.keeper.keep(question, answer, self._knowledge.graph(), user)
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
        kg = KnowledgeGraph(self._knowledge.graph(), self._knowledge.settings)
        for cited in (turn.citations if turn else ())[:MOST_LINES]:
            try:
                found += kg.lines(cited.path, cited.line, cited.line)
            except LookupError:
                found.append(SourceLine(cited.path, cited.line, "(no longer loaded)"))
        return tuple(found)

    def _turn(self, place: str) -> KeptTurn | None:
        name, _, number = place.partition(" ")
        kept = find_conversation(self._kg, name)
        return next((one for one in kept.turns if str(one.number) == number), None) if kept else None
