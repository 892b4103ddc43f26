"""A pytest plugin that collects kept conversations as tests, one for each turn.

    pytest -p command_line.collect_conversations CONVERSATIONS... --wirelore-kg KG

or `pytest_plugins = ["command_line.collect_conversations"]` in a conftest.py. A turn fails where it got worse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from command_line.replay_command import today_on
from command_line.running import settings_for
from workspace.open_kg import call_options, opened

if TYPE_CHECKING:
    from conversations.records import Conversation, KeptTurn
    from evaluation.replay.replay import Ask, Today

ASKING = pytest.StashKey["tuple[Ask, Today]"]()


class WorseAnswerError(AssertionError):
    """A turn got worse; its message is what the test run shows."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Say on what the conversations are replayed; without a KG nothing is collected."""
    group = parser.getgroup("wirelore")
    group.addoption("--wirelore-kg", default="", help="The KG to replay conversations on.")
    group.addoption("--wirelore-model", default="", help="The model to replay them with.")
    group.addoption(
        "--wirelore-replies", default="", help="File of the model's recorded replies; no call is made."
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect files of conversations; other JSONL is passed over."""
    if not parent.config.getoption("--wirelore-kg") or file_path.suffix != ".jsonl":
        return None
    with file_path.open("rb") as opened_file:
        first = opened_file.readline()
    if b'"record": "conversation"' not in first:
        return None
    collected: pytest.Collector = ConversationTests.from_parent(parent, path=file_path)
    return collected


class ConversationTests(pytest.File):
    """One conversation."""

    def collect(self) -> Iterable[pytest.Item]:
        """Return a test for each turn. Raises ConversationUnreadableError."""
        from conversations.conversation_file import read_conversation

        kept = read_conversation(self.path)
        for turn in kept.turns:
            yield TurnTest.from_parent(self, name=f"turn {turn.number}", kept=kept, turn=turn)


class TurnTest(pytest.Item):
    """One turn, asked again."""

    def __init__(self, *, kept: Conversation, turn: KeptTurn, **arguments: object) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.kept = kept
        self.turn = turn

    def runtest(self) -> None:
        """Ask, and compare. Raises WorseAnswerError."""
        from evaluation.replay.replay import replay_turn

        ask, today = _asking(self.config)
        found = replay_turn(self.kept, self.turn, ask, today)
        if found.regressed:
            answers = f"was: {found.before.answer}", f"is:  {found.after.answer}"
            raise WorseAnswerError("\n".join([found.before.question, found.regressed, *answers]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Show what got worse, and no traceback; anything else as pytest does."""
        if isinstance(excinfo.value, WorseAnswerError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Name the test by its question."""
        return self.path, None, f"{self.path.name} {self.name}: {self.turn.question}"


def _asking(config: pytest.Config) -> tuple[Ask, Today]:
    """Open the graph and the agent for the first turn; they stay open until pytest ends."""
    if ASKING in config.stash:
        return config.stash[ASKING]
    from agent.ask import open_agent

    kg, model, replies = (str(config.getoption(f"--wirelore-{name}")) for name in ("kg", "model", "replies"))
    settings = settings_for(kg, model)
    options = call_options(settings, replies=Path(replies) if replies else None, replay=bool(replies))
    closing = ExitStack()
    config.add_cleanup(closing.close)
    graph = closing.enter_context(opened(settings))
    agent = closing.enter_context(open_agent(graph, options.model, options=options))
    config.stash[ASKING] = agent.ask, today_on(graph, options.model)
    return config.stash[ASKING]


def pytest_report_header(config: pytest.Config) -> Iterator[str]:
    """Say on which KG conversations are replayed."""
    if kg := config.getoption("--wirelore-kg"):
        yield f"wirelore: conversations are replayed on {kg}"
