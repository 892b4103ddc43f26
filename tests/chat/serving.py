"""Serves the chat for tests: one process on a free port, ended by its pid."""

from __future__ import annotations

import http.cookiejar
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.clean_environment import clean_environment

ROOT = Path(__file__).resolve().parent.parent.parent
UP_WITHIN_S = 180.0
DOWN_WITHIN_S = 20.0


@dataclass(frozen=True)
class Served:
    """A chat that runs; `log` is what it wrote."""

    url: str
    log: Path
    process: subprocess.Popen[bytes]

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + UP_WITHIN_S
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=2):
                    return
            except OSError:
                time.sleep(0.2)
        raise AssertionError(f"the chat did not come up: {self.log.read_text(encoding='utf-8')}")

    def interrupt(self) -> int:
        """Do what Ctrl-C does, and return the exit code; a chat that stays is killed, and fails the test."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(DOWN_WITHIN_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("the chat did not end within 20 s of an interrupt") from None


def cookies(served: Served) -> str:
    """Come in as a new browser does, and return the header by which a socket is let in."""
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    opener.open(f"{served.url}/", timeout=20).close()
    opener.open(f"{served.url}/auth/header", data=b"", timeout=20).close()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


@contextmanager
def serve_chat(kg: Path, log: Path, more: Mapping[str, str] | None = None) -> Iterator[Served]:
    """Start the chat on a KG, with more settings; it may not be up yet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "chainlit", "run", "app.py", "--headless", "--host", "127.0.0.1"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--port", str(port)],
            cwd=ROOT,
            env={
                **clean_environment("CHAINLIT_", "OAUTH_"),
                "WIRELORE_KG": str(kg),
                "WIRELORE_MODEL": "builtin",
                "WIRELORE_IDLE_S": "1",
                **(more or {}),
            },
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    served = Served(f"http://127.0.0.1:{port}", log, process)
    try:
        yield served
    finally:
        served.interrupt()
