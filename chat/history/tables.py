"""The history's tables and statements, for SQLite and PostgreSQL, and how values go in and come out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chat.errors import HistoryUrlError

TABLES = (
    """CREATE TABLE IF NOT EXISTS users (
        "id" TEXT PRIMARY KEY, "identifier" TEXT NOT NULL UNIQUE, "metadata" TEXT NOT NULL, "createdAt" TEXT)""",
    """CREATE TABLE IF NOT EXISTS threads (
        "id" TEXT PRIMARY KEY, "createdAt" TEXT, "name" TEXT, "userId" TEXT, "userIdentifier" TEXT, "tags" TEXT,
        "metadata" TEXT)""",
    """CREATE TABLE IF NOT EXISTS steps (
        "id" TEXT PRIMARY KEY, "name" TEXT NOT NULL, "type" TEXT NOT NULL, "threadId" TEXT NOT NULL, "parentId" TEXT,
        "command" TEXT, "modes" TEXT, "streaming" BOOLEAN, "waitForAnswer" BOOLEAN, "isError" BOOLEAN,
        "metadata" TEXT, "tags" TEXT, "input" TEXT, "output" TEXT, "createdAt" TEXT, "start" TEXT, "end" TEXT,
        "generation" TEXT, "showInput" TEXT, "defaultOpen" BOOLEAN, "autoCollapse" BOOLEAN, "language" TEXT,
        "icon" TEXT)""",
    """CREATE TABLE IF NOT EXISTS elements (
        "id" TEXT PRIMARY KEY, "threadId" TEXT, "type" TEXT, "url" TEXT, "chainlitKey" TEXT, "name" TEXT NOT NULL,
        "display" TEXT, "objectKey" TEXT, "size" TEXT, "page" INTEGER, "language" TEXT, "forId" TEXT, "mime" TEXT,
        "props" TEXT, "autoPlay" BOOLEAN, "playerConfig" TEXT)""",
    """CREATE TABLE IF NOT EXISTS feedbacks (
        "id" TEXT PRIMARY KEY, "forId" TEXT NOT NULL, "threadId" TEXT, "value" INTEGER NOT NULL, "comment" TEXT)""",
    """CREATE INDEX IF NOT EXISTS steps_of_thread ON steps ("threadId")""",
    """CREATE INDEX IF NOT EXISTS elements_of_thread ON elements ("threadId")""",
    """CREATE INDEX IF NOT EXISTS threads_of_user ON threads ("userId")""",
    """CREATE INDEX IF NOT EXISTS feedbacks_of_step ON feedbacks ("forId")""",
)
"""Statements that make what is not there yet. Lists and objects are kept as JSON text."""

STEP_COLUMNS = tuple(re.findall(r'"(\w+)"', TABLES[2]))

_SAID_ANEW = ", ".join(
    f'"{name}" = COALESCE(EXCLUDED."{name}", steps."{name}")' for name in STEP_COLUMNS if name != "id"
)
WRITE_STEP = f"""
    INSERT INTO steps ({", ".join(f'"{name}"' for name in STEP_COLUMNS)})
    VALUES ({", ".join(f":{name}" for name in STEP_COLUMNS)})
    ON CONFLICT ("id") DO UPDATE SET {_SAID_ANEW}
        WHERE steps."threadId" = EXCLUDED."threadId\""""  # noqa: S608 - names of our own
"""Writes a step, or of one that is there what is said anew; never one of another conversation, whose id a page told."""

BEGIN_THREAD = """
    INSERT INTO threads ("id", "createdAt", "metadata", "userId", "userIdentifier")
    VALUES (:id, :createdAt, '{}', (SELECT "id" FROM users WHERE "identifier" = :user), :user)
    ON CONFLICT ("id") DO NOTHING"""

OWNER_OF_THREAD = 'SELECT "userIdentifier" AS "owner" FROM threads WHERE "id" = :id'
OWNER_OF_STEP = """
    SELECT t."userIdentifier" AS "owner", s."threadId" FROM steps s JOIN threads t ON t."id" = s."threadId"
    WHERE s."id" = :id OR s."parentId" = :id"""
OWNER_OF_ELEMENT = """
    SELECT t."userIdentifier" AS "owner", e."threadId" FROM elements e LEFT JOIN threads t ON t."id" = e."threadId"
    WHERE e."id" = :id"""
FEEDBACK = 'SELECT "forId" FROM feedbacks WHERE "id" = :id'

WRITE_THREAD = """
    INSERT INTO threads ("id", "createdAt", "metadata", "name", "userId", "userIdentifier", "tags")
    VALUES (:id, :createdAt, '{}', :name, :user, (SELECT "identifier" FROM users WHERE "id" = :user), :tags)
    ON CONFLICT ("id") DO UPDATE SET "name" = COALESCE(EXCLUDED."name", threads."name"),
        "userId" = COALESCE(EXCLUDED."userId", threads."userId"),
        "userIdentifier" = COALESCE(EXCLUDED."userIdentifier", threads."userIdentifier"),
        "tags" = COALESCE(EXCLUDED."tags", threads."tags")"""
"""Writes what is said of a conversation besides its metadata."""

THREADS_OF_USER = """
    SELECT t."id", t."name", t."createdAt", t."userId", t."userIdentifier", t."metadata",
        (SELECT MAX(s."createdAt") FROM steps s WHERE s."threadId" = t."id") AS "updatedAt"
    FROM threads t
    WHERE t."userId" = :user AND (:search = '' OR LOWER(t."name") LIKE :pattern ESCAPE '\\' OR EXISTS (
        SELECT 1 FROM steps s WHERE s."threadId" = t."id" AND LOWER(s."output") LIKE :pattern ESCAPE '\\'
            AND s."type" IN ('user_message', 'assistant_message')))
    ORDER BY "updatedAt" DESC NULLS LAST, t."id"
    LIMIT :limit OFFSET :offset"""
"""A page of a user's conversations, the newest first, of those in which a text occurs."""

OLD_THREADS = """
    SELECT t."id" FROM threads t WHERE COALESCE(
        (SELECT MAX(s."createdAt") FROM steps s WHERE s."threadId" = t."id"), t."createdAt", '') < :oldest"""

METADATA = 'SELECT "id", "userIdentifier" AS "owner", "metadata" FROM threads WHERE "id" = :id'

JUDGED = """
    SELECT s."metadata" FROM steps s JOIN threads t ON t."id" = s."threadId"
    WHERE (s."id" = :id OR s."parentId" = :id) AND s."type" = 'assistant_message' AND t."userIdentifier" = :user
    ORDER BY s."createdAt"
"""
"""The answers that a thumb is about: the page names the answer, or the run that the answer ended."""


# Values as the database takes them, and its URL.


DRIVERS = {
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
}
"""Scheme of a URL → the driver that is used."""


def history_url(said: str, file: Path) -> str:
    """Return SQLAlchemy's URL for the settings; of a file where they say nothing. Raises HistoryUrlError."""
    if not said:
        return f"sqlite+aiosqlite:///{file.resolve()}"
    scheme, separator, rest = said.partition("://")
    if not separator or scheme not in DRIVERS:
        raise HistoryUrlError(scheme)
    return f"{DRIVERS[scheme]}://{rest}"


def encode(value: Any) -> Any:
    """Write lists and objects as JSON; leave all else."""
    return json.dumps(value) if isinstance(value, list | dict) else value


def step_row(step: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a step says, by column; what it leaves open is not there."""
    shown = str(step.get("showInput", "")).lower() if "showInput" in step else None
    whole = {**step, "showInput": shown, "metadata": step.get("metadata") or {}}
    said = {name: whole.get(name) for name in STEP_COLUMNS}
    row = {name: encode(value) for name, value in said.items() if value is not None and value != {}}
    return {"metadata": "{}", **row}


def decode(value: Any, default: Any) -> Any:
    """Read what `encode` wrote; the default for nothing, and for what cannot be read."""
    if not isinstance(value, str):
        return default if value is None else value
    try:
        found = json.loads(value)
    except ValueError:
        return default
    return default if found is None else found


def like_pattern(searched: str) -> str:
    r"""Write a pattern for SQL's LIKE with ESCAPE '\', which finds a text anywhere in lower-case text."""
    escaped = searched.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
