"""ArcadeDB's HTTP API: readiness, users, and the statements that are running."""

from __future__ import annotations

import base64
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from graph_store.errors import GraphServerError
from graph_store.server_file import Credentials

ANSWER_LIMIT_S = 5.0
REFUSED = (401, 403, 429)
CHANGE_LIMIT_S = 60.0


class RefusedLoginError(GraphServerError):
    """The server answers, and lets this user not in: for now, if others sent it wrong passwords."""


def is_ready(http_port: int, bolt_port: int) -> bool:
    """Say whether the server answers on both ports."""
    try:
        with socket.create_connection(("127.0.0.1", bolt_port), timeout=ANSWER_LIMIT_S):
            pass
        return _request("GET", http_port, "/api/v1/ready", "")[0] == 204
    except (OSError, http.client.HTTPException):
        return False


def create_users(http_port: int, root_password: str, made: Credentials, database: str) -> None:
    """Make the writer and the reader. Raises GraphServerError with what the server said instead."""
    root = Credentials("root", root_password, "", "")
    for name, password, databases in (
        (made.writer, made.writer_password, {"*": ["admin"]}),
        (made.reader, made.reader_password, {database: ["reader"]}),
    ):
        user = {"name": name, "password": password, "databases": databases}
        body = {"command": f"create user {json.dumps(user)}"}
        _change("make its users", "/api/v1/server", body, http_port, root)


def run_sql(http_port: int, credentials: Credentials, database: str, commands: Iterable[str]) -> None:
    """Run what ArcadeDB has no Cypher for, one after the other. Raises GraphServerError."""
    for command in commands:
        body = {"language": "sql", "command": command}
        _change(repr(command), f"/api/v1/command/{database}", body, http_port, credentials)


def run_command(
    http_port: int, credentials: Credentials, command: str, limit_s: float = ANSWER_LIMIT_S
) -> Any:
    """Return the result of the reader's command. Raises GraphServerError and what http.client raises.

    The server lists and ends a user's own statements, and others' for root alone.
    """
    body = json.dumps({"command": command})
    login = (credentials.reader, credentials.reader_password)
    status, text = _request("POST", http_port, "/api/v1/server", body, login, limit_s)
    if status != 200:
        kind = RefusedLoginError if status in REFUSED else GraphServerError
        raise kind(f"the graph server did not {command!r}: {status} {text[:200]}")
    try:
        return json.loads(text)["result"]
    except (ValueError, KeyError, TypeError) as error:
        raise GraphServerError(f"the graph server answered {command!r} with {text[:200]!r}") from error


def _change(what: str, path: str, body: object, http_port: int, credentials: Credentials) -> None:
    """Have the server change something, for which it has more time. Raises GraphServerError."""
    login = (credentials.writer, credentials.writer_password)
    try:
        status, text = _request("POST", http_port, path, json.dumps(body), login, CHANGE_LIMIT_S)
    except (OSError, http.client.HTTPException) as error:
        raise GraphServerError(f"the graph server did not {what}: {error}") from error
    if status != 200:
        raise GraphServerError(f"the graph server did not {what}: {status} {text[:200]}")


def _request(
    method: str,
    port: int,
    path: str,
    body: str,
    login: tuple[str, str] | None = None,
    limit_s: float = ANSWER_LIMIT_S,
) -> tuple[int, str]:
    headers = {"Content-Type": "application/json"}
    if login is not None:
        headers["Authorization"] = "Basic " + base64.b64encode(":".join(login).encode()).decode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=limit_s)
    try:
        connection.request(method, path, body.encode(), headers)
        response = connection.getresponse()
        return response.status, response.read().decode("utf-8", errors="replace")
    finally:
        connection.close()


# Statements that an embedded server still runs after their time: ended by request, or with the server.


LOOK_EVERY_S = 1.0
SILENT_LIMIT_S = 20.0
NEAR_S = 1.0
SAME_TEXT = 200
"""A list of statements may show the beginning of a long one only."""


@dataclass(frozen=True, slots=True)
class RunningStatement:
    """A statement that runs; `ending` when the server was asked to end it."""

    id: str
    text: str
    seconds: float
    ending: bool


def list_statements(http_port: int, credentials: Credentials) -> tuple[RunningStatement, ...]:
    """List what the server runs now for the reader. Raises GraphServerError and what http.client raises."""
    found = run_command(http_port, credentials, "list queries")
    if not isinstance(found, list):
        raise GraphServerError(f"the graph server lists no statements, but {found!r}")
    return tuple(
        RunningStatement(
            id=str(one["id"]),
            text=str(one.get("text", "")),
            seconds=float(one.get("elapsedMs", 0)) / 1000,
            ending=bool(one.get("terminating")),
        )
        for one in found
    )


def stop_statement(http_port: int, credentials: Credentials, text: str, started: float) -> None:
    """Ask the server to end the reader's one statement of this text that began at about that time; never fails."""
    with suppress(OSError, http.client.HTTPException, GraphServerError):
        same = _of_text(http_port, credentials, text)
        ran_s = time.monotonic() - started
        nearest = min(same, key=lambda one: abs(one.seconds - ran_s), default=None)
        if nearest is not None and abs(nearest.seconds - ran_s) < NEAR_S:
            run_command(http_port, credentials, f"terminate query {nearest.id}")


def _of_text(http_port: int, credentials: Credentials, text: str) -> list[RunningStatement]:
    """List the reader's statements that begin as this text does."""
    begin = text.strip()[:SAME_TEXT]
    running = list_statements(http_port, credentials)
    return [one for one in running if one.text[:SAME_TEXT] == begin]


class StatementWatch:
    """Looks after a server, in a thread of its own: `stuck` is set when only the server's end helps.

    A statement that is asked to end mostly does within milliseconds. One that builds a huge value in a single
    expression never looks whether it should, and takes the memory from all others: it is given `grace_s`. A
    reader's statement whose client is gone is asked to end after `limit_s`.
    """

    def __init__(
        self,
        http_port: int,
        credentials: Credentials,
        limit_s: float,
        grace_s: float,
        silent_s: float = SILENT_LIMIT_S,
    ) -> None:
        self.stuck = threading.Event()
        self._server = (http_port, credentials)
        self._limit_s = limit_s
        self._grace_s, self._silent_s = grace_s, silent_s
        self._ending: dict[str, float] = {}
        self._answered = time.monotonic()
        threading.Thread(target=self._watch, daemon=True, name="statement-watch").start()

    def _watch(self) -> None:
        while not self.stuck.wait(LOOK_EVERY_S):
            try:
                self._look(list_statements(*self._server))
                self._answered = time.monotonic()
            except RefusedLoginError:  # it lives
                self._answered = time.monotonic()
            except (OSError, http.client.HTTPException, GraphServerError):
                if time.monotonic() - self._answered > self._silent_s:
                    self.stuck.set()

    def _look(self, running: Sequence[RunningStatement]) -> None:
        now = time.monotonic()
        self._ending = {one.id: self._ending.get(one.id, now) for one in running if one.ending}
        if any(now - since > self._grace_s for since in self._ending.values()):
            self.stuck.set()
        for one in running:
            if one.seconds > self._limit_s and not one.ending:
                run_command(*self._server, f"terminate query {one.id}")
