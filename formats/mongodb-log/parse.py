"""Reads logs of MongoDB's servers, objects since 4.4 and lines before, after "Log Messages" of its manual."""

from reading import enveloped, read_log

HEADER = [
    *enveloped(r"(?=\{ ?\"t\" ?: ?\{ ?\"\$date\" ?: ?\")"),
    r"(?P<timestamp_text>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:[+-]\d{4}|Z)) (?P<level>[FEWID][1-5]?) +(?P<component>[A-Z_]{3,12}|-) +\[(?P<context>[^\]]+)\] ",
]
BODIES = "json"
KEYS = {
    "t.$date": "timestamp_text", "s": "level", "c": "component", "id": "code", "svc": "service", "ctx": "context", "msg": "message", "attr.remote": "remote",
    "attr.client": "remote", "attr.connectionId": "connection_id:int", "attr.connectionCount": "connections:int", "attr.principalName": "user", "attr.user": "user",
    "attr.authenticationDatabase": "database", "attr.db": "database", "attr.mechanism": "mechanism", "attr.result": "result", "attr.error": "error", "attr.ns": "namespace",
    "attr.durationMillis": "duration_ms:int", "attr.planSummary": "plan", "attr.port": "port:int", "attr.host": "own_host", "attr.pid": "server_pid:int",
    "attr.doc.driver.name": "driver", "attr.doc.application.name": "application",
}  # fmt: skip
PARTS = ("remote",)
EVENTS = [
    ("ConnectionAccepted", "Connection accepted"),
    ("ConnectionAccepted", "connection accepted from <remote> #<connection_id:int> (<connections:int> <:connections?> now open)"),
    ("ConnectionEnded", "Connection ended"),
    ("ConnectionEnded", "end connection <remote> (<connections:int> <:connections?> now open)"),
    ("ClientMetadata", "client metadata"),
    ("ClientMetadata", "received client metadata from <remote> <:.*>"),
    ("AuthenticationFailed", "Authentication failed"),
    ("AuthenticationFailed", "SASL <mechanism> authentication failed for <user> on <database> from client <remote> ; <result:text>"),
    ("AuthenticationSucceeded", "Authentication succeeded"),
    ("AuthenticationSucceeded", "Successfully authenticated"),
    ("AuthenticationSucceeded", "Successfully authenticated as principal <user> on <database><? from client <remote>?>"),
    ("SlowQuery", "Slow query"),
    ("WaitingForConnections", "Waiting for connections"),
    ("WaitingForConnections", "waiting for connections on port <port:int>"),
    ("MongoDbStarting", "MongoDB starting"),
    ("MongoDbStarting", "MongoDB starting : pid=<server_pid:int> port=<port:int> dbpath=<path> <bits> host=<own_host>"),
    ("AccessControlNotEnabled", "Access control is not enabled for the database. Read and write access to data and configuration is unrestricted"),
    ("StateChanged", "transition to <state=[A-Z0-9]+> from <old_state=[A-Z0-9]+>"),
    ("StateChanged", "Replica set state transition"),
    ("ShuttingDown", "Shutting down<:.*>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, bodies=BODIES, keys=KEYS, parts=PARTS, templates=True)
