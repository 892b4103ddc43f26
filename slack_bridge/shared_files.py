"""Files shared with a message: fetched from Slack and loaded, for those who may."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from chat.errors import JobFailedError, UploadRefusedError
from chat.knowledge import Knowledge
from chat.loading.keep_files import keep_files, make_incoming
from chat.loading.load_job import Job, Progressed
from chat.loading.run_job import run_job
from ingest.errors import ArchiveRefused
from ingest.unpack import Upload, unpack
from slack_bridge.permissions import Permissions
from slack_bridge.read_message import Message

MOST_BYTES = 200 << 20
"""Of one file; Slack itself takes up to 1 GB."""
TIME_LIMIT_S = 300.0
PIECE = 1 << 20


async def load_shared_files(
    message: Message, knowledge: Knowledge, permissions: Permissions, client: AsyncWebClient
) -> str:
    """Load a message's files, and say in a sentence how that went."""
    refusal = permissions.refusal("upload", message.team, message.channel, message.user)
    if refusal:
        return refusal
    kg = knowledge.settings.kg
    incoming = await asyncio.to_thread(make_incoming, kg)
    try:
        fetched = incoming / "fetched"
        fetched.mkdir()
        uploads = [await _fetch(one, fetched / str(place), client) for place, one in enumerate(message.files)]
        unpacked = incoming / "unpacked"
        unpacked.mkdir()
        taken = await asyncio.to_thread(unpack, uploads, unpacked)
        paths = tuple(one.path for one in taken)
        job = Job("load", kg, (str(unpacked),), knowledge.settings.model, paths)
        report = await run_job(job, _ignore)
        await asyncio.to_thread(keep_files, kg, unpacked, paths)
    except (ArchiveRefused, UploadRefusedError, JobFailedError, aiohttp.ClientError, OSError) as error:
        return f"Not loaded: {error}"
    finally:
        await asyncio.to_thread(shutil.rmtree, incoming, ignore_errors=True)
    passed = [f"{one['path']}: {one['reason']}" for one in report.get("passed_over", ())][:5]
    said = (
        f"Loaded {report['documents']} files, {report['lines']:,} lines ({report['coverage']:.0%} explained)."
    )
    return " ".join([said, *(["Passed over:", *passed] if passed else [])])


async def _fetch(file: Mapping[str, Any], place: Path, client: AsyncWebClient) -> Upload:
    """Fetch one file with our token. Raises UploadRefusedError, ClientError."""
    name, address = str(file.get("name") or "file"), str(file.get("url_private_download") or "")
    if not _is_slacks(address, client):  # our token goes there
        raise UploadRefusedError(name, "Slack does not give this file out")
    limit = aiohttp.ClientTimeout(total=TIME_LIMIT_S)
    headers = {"Authorization": f"Bearer {client.token}"}
    async with (
        aiohttp.ClientSession(timeout=limit) as session,
        session.get(address, headers=headers) as answer,
    ):
        answer.raise_for_status()
        size = 0
        with place.open("wb") as out:
            async for piece in answer.content.iter_chunked(PIECE):
                size += len(piece)
                if size > MOST_BYTES:
                    raise UploadRefusedError(name, f"larger than {MOST_BYTES >> 20} MB")
                out.write(piece)
    return Upload(name, place)


def _is_slacks(address: str, client: AsyncWebClient) -> bool:
    found, api = urlsplit(address), urlsplit(client.base_url)
    host = found.hostname or ""
    return found.netloc == api.netloc or (found.scheme == "https" and host.endswith(".slack.com"))


async def _ignore(_progress: Progressed) -> None:
    """A load tells its end only: a message for each per cent would be noise."""
