"""The two things that ArcadeDB offers over HTTP only: whether it is ready, and making a user."""

from __future__ import annotations

import base64
import http.client
import json
import socket

from graph_store.errors import GraphServerError
from graph_store.server_file import Credentials

ANSWER_LIMIT_S = 5.0


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
    status, text = _request("POST", http_port, "/api/v1/server", body, credentials)
    if status != 200:
        raise GraphServerError(f"the graph server did not make its reading user: {status} {text}")


def _request(
    method: str, port: int, path: str, body: str, credentials: Credentials | None
) -> tuple[int, str]:
    headers = {"Content-Type": "application/json"}
    if credentials is not None:
        pair = f"{credentials.writer}:{credentials.writer_password}".encode()
        headers["Authorization"] = "Basic " + base64.b64encode(pair).decode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_LIMIT_S)
    try:
        connection.request(method, path, body.encode(), headers)
        response = connection.getresponse()
        return response.status, response.read().decode("utf-8", errors="replace")
    finally:
        connection.close()
