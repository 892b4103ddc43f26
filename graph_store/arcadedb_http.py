"""What ArcadeDB offers over HTTP only: whether it is ready, making a user, and what it runs."""

from __future__ import annotations

import base64
import http.client
import json
import socket
from typing import Any, NoReturn

from graph_store.errors import GraphServerError
from graph_store.graph import vector_index_name
from graph_store.names import quote_name
from graph_store.server_file import Credentials

ANSWER_LIMIT_S = 5.0
CHANGE_LIMIT_S = 60.0


def is_ready(http_port: int, bolt_port: int) -> bool:
    """Say whether the server answers on both ports."""
    try:
        with socket.create_connection(("127.0.0.1", bolt_port), timeout=ANSWER_LIMIT_S):
            pass
        return _request("GET", http_port, "/api/v1/ready", "", None)[0] == 204
    except (OSError, http.client.HTTPException):
        return False


def create_user(http_port: int, credentials: Credentials, database: str, group: str) -> None:
    """Make the reader. Raises GraphServerError with what the server said instead."""
    user = {
        "name": credentials.reader,
        "password": credentials.reader_password,
        "databases": {database: [group]},
    }
    body = json.dumps({"command": f"create user {json.dumps(user)}"})
    try:
        status, text = _request("POST", http_port, "/api/v1/server", body, credentials, CHANGE_LIMIT_S)
    except (OSError, http.client.HTTPException) as error:
        raise GraphServerError(f"the graph server did not make its reading user: {error}") from error
    if status != 200:
        raise GraphServerError(f"the graph server did not make its reading user: {status} {text}")


def define_vectors(
    http_port: int, credentials: Credentials, database: str, label: str, dimensions: int
) -> None:
    """Make the vector index of a label anew, which Cypher cannot here. Raises GraphServerError."""
    name = quote_name(label)
    for command in (
        f"CREATE VERTEX TYPE {name} IF NOT EXISTS",
        f"CREATE PROPERTY {name}.embedding IF NOT EXISTS ARRAY_OF_FLOATS",
        f"DROP INDEX `{vector_index_name(label)}` IF EXISTS",
        f"CREATE INDEX ON {name} (embedding) LSM_VECTOR METADATA {{dimensions: {dimensions}, similarity: 'COSINE'}}",
    ):
        body = json.dumps({"language": "sql", "command": command})
        path = f"/api/v1/command/{database}"
        try:
            status, text = _request("POST", http_port, path, body, credentials, CHANGE_LIMIT_S)
        except (OSError, http.client.HTTPException) as error:
            raise GraphServerError(f"the graph server did not {command!r}: {error}") from error
        if status != 200:
            _refused(command, status, text)


def run_command(http_port: int, credentials: Credentials, command: str) -> Any:
    """Return the result of a command to the server. Raises GraphServerError and what http.client raises."""
    status, text = _request(
        "POST", http_port, "/api/v1/server", json.dumps({"command": command}), credentials
    )
    try:
        return json.loads(text)["result"] if status == 200 else _refused(command, status, text)
    except (ValueError, KeyError, TypeError) as error:
        raise GraphServerError(f"the graph server answered {command!r} with {text[:200]!r}") from error


def _refused(command: str, status: int, text: str) -> NoReturn:
    raise GraphServerError(f"the graph server did not {command!r}: {status} {text[:200]}")


def _request(
    method: str,
    port: int,
    path: str,
    body: str,
    credentials: Credentials | None,
    limit_s: float = ANSWER_LIMIT_S,
) -> tuple[int, str]:
    headers = {"Content-Type": "application/json"}
    if credentials is not None:
        pair = f"{credentials.writer}:{credentials.writer_password}".encode()
        headers["Authorization"] = "Basic " + base64.b64encode(pair).decode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=limit_s)
    try:
        connection.request(method, path, body.encode(), headers)
        response = connection.getresponse()
        return response.status, response.read().decode("utf-8", errors="replace")
    finally:
        connection.close()
