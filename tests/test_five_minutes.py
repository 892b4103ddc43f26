"""The page "Five minutes" shows what its commands print for the sample network."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

import wirelore
from conversations.conversation_file import read_conversation
from examples.generator.answers import STARTERS
from tests.conversations.make_recordings_with_model import RECORDINGS
from tests.test_cli import ENVIRONMENT, command

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "five-minutes.md").read_text("utf-8")
STEPS = re.findall(r"^    \$ wirelore (.*)\n((?:    .*\n)+)", PAGE, re.MULTILINE)
LEFT_OUT = "..."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sample network where the page has one's own files."""
    made = tmp_path_factory.mktemp("five")
    (made / "network").symlink_to(ROOT / "examples" / "sample-network")
    return made


def told(arguments: str, folder: Path) -> str:
    """Run a command of the page in a terminal of 100 characters."""
    done = subprocess.run(
        command(*shlex.split(arguments)),
        capture_output=True,
        text=True,
        timeout=300,
        env=ENVIRONMENT | {"COLUMNS": "100", "WIRELORE_KG": str(folder / "kg"), "WIRELORE_MODEL": "builtin"},
        cwd=folder,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def test_the_page_has_the_steps_of_its_headings() -> None:
    assert [arguments.split()[0] for arguments, _ in STEPS] == ["ingest", "check", "ask", "ask", "path"]


@pytest.fixture(scope="module")
def outputs(folder: Path) -> list[str]:
    """Run the commands of the page, one after the other."""
    return [told(arguments, folder) for arguments, _ in STEPS]


def test_the_outputs_are_those_of_the_commands(outputs: list[str]) -> None:
    """Each line that is shown comes in the output, in this order; what ends in three dots begins one."""
    for (arguments, shown), output in zip(STEPS, outputs, strict=True):
        lines = [line.rstrip() for line in output.splitlines()]
        at = 0
        for line in (line[4:] for line in shown.splitlines()):
            if line == LEFT_OUT:
                continue
            start = line.removesuffix(LEFT_OUT)
            found = [
                n
                for n in range(at, len(lines))
                if lines[n].startswith(start) and (start != line or lines[n] == line)
            ]
            assert found, f"wirelore {arguments}: {line!r} is not in\n" + "\n".join(lines)
            at = found[0] + 1


@pytest.mark.usefixtures("outputs")
def test_the_questions_that_its_chat_begins_with_are_answered_without_a_model(folder: Path) -> None:
    with wirelore.open_kg(folder / "kg", model="builtin") as kg:
        statuses = {question: kg.ask(question).status for question in STARTERS}
    assert statuses == dict.fromkeys(STARTERS, "answered")


def test_the_answer_with_a_model_is_one_that_was_recorded() -> None:
    (turn,) = read_conversation(RECORDINGS / "guest-denied.jsonl").turns
    quoted = " ".join(line[2:] for line in PAGE.splitlines() if line.startswith("> "))
    assert turn.question in PAGE
    assert quoted == " ".join(turn.answer.split("\n"))
    assert f"{turn.tokens:,} tokens" in PAGE
