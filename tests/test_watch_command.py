"""wirelore watch loads what changes while it runs, and says what is newly wrong."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import pytest
import yaml
from typer.testing import CliRunner
from watchfiles import Change

from cli import app
from command_line.watch_command import choose_paths
from graph_store.errors import IngestRunningError
from settings import Settings, read_settings
from timeline.changes import read_changes
from workspace.workspace import Workspace

ROOT = Path(__file__).resolve().parent.parent
R1 = "hostname r1\ninterface Vlan10\n ip address 10.0.0.1 255.255.255.0\n"
WAIT_S = 60.0
ANSWERED_S = 5.0
"""It takes about 2.5 s, on two cores with a load of 11 as well."""


@contextmanager
def watching(folder: Path, kg: Path, ends: signal.Signals = signal.SIGINT) -> Iterator[queue.Queue[str]]:
    """Run the command, and yield the lines that it prints; end it as Ctrl-C does, or kill it."""
    command = [sys.executable, "-m", "cli", "watch", str(folder), "--kg", str(kg), "--prune"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None
    reader = threading.Thread(target=read_lines, args=(process.stdout, lines))
    reader.start()
    try:
        yield lines
    finally:
        process.send_signal(ends)
        code = process.wait(WAIT_S)
        reader.join()
        process.stdout.close()
    assert code == (130 if ends == signal.SIGINT else -ends)


def read_lines(source: IO[str], lines: queue.Queue[str]) -> None:
    for line in source:
        lines.put(line)


def next_with(lines: queue.Queue[str], text: str) -> str:
    while text not in (line := lines.get(timeout=WAIT_S)):
        pass
    return line


def test_what_changes_is_loaded_and_what_is_wrong_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "configs"
    folder.mkdir()
    (folder / "r1.cfg").write_text(R1)
    with watching(folder, tmp_path / "kg") as lines:
        assert "1 loaded, 0 unchanged" in next_with(lines, "loaded")
        (folder / "r1.cfg").write_text(R1 + "snmp-server community public RO\n")
        assert "1 new findings" in next_with(lines, "loaded")
        assert "high: r1 answers to the SNMP community public." in next_with(lines, "high")
        (folder / "r1.cfg").unlink()
        (folder / "r2.cfg").write_text(R1.replace("r1", "r2"))
        assert "1 removed, 1 findings gone" in next_with(lines, "loaded")


def test_a_changed_file_is_soon_answered_about(tmp_path: Path) -> None:
    folder, kg = tmp_path / "configs", tmp_path / "kg"
    folder.mkdir()
    (folder / "r1.cfg").write_text(R1)
    with watching(folder, kg) as lines, Workspace(settings_of(kg)) as opened:
        next_with(lines, "loaded")
        opened.ask("Which description has Vlan10?")
        started = time.monotonic()
        (folder / "r1.cfg").write_text(R1 + " description uplink-77\n")
        while not is_answered(opened, "Which description has Vlan10?", "uplink-77"):
            assert time.monotonic() - started < ANSWERED_S
            time.sleep(0.1)


def is_answered(opened: Workspace, question: str, expected: str) -> bool:
    """Tell whether an answer has a text; while a document is replaced nothing is answered."""
    with suppress(IngestRunningError):
        return expected in repr(opened.ask(question))
    return False


@pytest.mark.parametrize("after_s", [0.4, 1.2])
def test_a_watch_that_is_killed_goes_on_and_keeps_nothing_twice(after_s: float, tmp_path: Path) -> None:
    folder, kg = tmp_path / "configs", tmp_path / "kg"
    folder.mkdir()
    (folder / "r1.cfg").write_text(R1)
    with watching(folder, kg, ends=signal.SIGKILL) as lines:
        next_with(lines, "loaded")
        (folder / "r1.cfg").write_text(R1 + " description two\n")
        time.sleep(after_s)
    with watching(folder, kg) as lines:
        next_with(lines, "loaded")
        (folder / "r1.cfg").write_text(R1 + " description three\n")
        next_with(lines, "loaded")
    with Workspace(settings_of(kg)) as opened:
        assert opened.lines("r1.cfg")[-1].text == " description three"
        assert opened.rows("MATCH (d:Document) RETURN count(d) AS n")[0].values == {"n": 1}
        loads = [load for load in opened.history("r1") if not load.first]
        changes = read_changes(opened.graph(), ["r1"])
        texts = [tuple(line.text for line in one.after) for one in changes]
        assert len(loads) == len(changes)
        assert texts in ([(" description two",), (" description three",)], [(" description three",)])


def settings_of(kg: Path) -> Settings:
    return read_settings({"WIRELORE_KG": str(kg), "WIRELORE_IDLE_S": "1"})


CHOSEN: dict[str, tuple[list[str], bool]] = {
    "a file that is loaded": (["r1.cfg"], True),
    "a file that is new": (["r1.cfg", "r3.cfg"], False),
    "a file that is gone": (["r2.cfg"], False),
}


@pytest.mark.parametrize(("changed", "alone"), CHOSEN.values(), ids=CHOSEN)
def test_choose_paths(changed: list[str], alone: bool, tmp_path: Path) -> None:
    for name in ("r1.cfg", "r3.cfg"):
        (tmp_path / name).write_text(R1)
    changes = {(Change.modified, str(tmp_path / name)) for name in changed}
    known = {str(tmp_path / "r1.cfg"), str(tmp_path / "r2.cfg")}
    expected = [tmp_path / name for name in changed] if alone else [tmp_path]
    assert list(choose_paths([tmp_path], changes, known)) == expected


def test_the_compose_file_watches_with_a_command_that_is_there() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    program, *words = services["watch"]["command"].split()
    assert program == "wirelore"
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 2
    assert "'/files' does not exist" in " ".join(told.output.split())
