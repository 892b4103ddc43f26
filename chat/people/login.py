"""Logs people in, in the ways that the settings allow; one secret signs all sessions."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import json
import logging
import os
import threading
import time
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from weakref import WeakValueDictionary

import chainlit as cl
import jwt
from chainlit.auth.cookie import get_token_from_cookies
from chainlit.oauth_providers import get_configured_oauth_providers
from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser

from chat.words.say import say
from graph_store.server_file import write_private
from settings import Settings
from workspace.errors import UsersFileError
from workspace.folders import LOGOUTS, chat_folder, make_folder, users_path
from workspace.limits import RateLimit, Turns
from workspace.users import AUTH_SECRET, KeptUser, check_password, read_users, signing_secret
from workspace.ways_in import Door, LoginWay, SessionLogin, browser_name, choose_ways, is_invited

# When users last logged out, kept beside the KG: what a logout ends stays ended when the chat starts again.


LONGEST_SESSION_S = 400 * 86_400.0
"""No browser keeps a cookie for longer."""

log = logging.getLogger(__name__)


class Logouts:
    """User → seconds since 1970. The file is read again whenever another chat of this KG has written it."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock = file, threading.Lock()
        self._seen: tuple[object, dict[str, float]] = (None, {})

    def read(self) -> dict[str, float]:
        """Read all; a file that cannot be read is told, and what was known before counts."""
        now = version_of(self._file)
        if now != self._seen[0]:
            try:
                found = json.loads(self._file.read_text("utf-8")) if now else {}
                self._seen = (now, {str(name): float(when) for name, when in found.items()})
            except (OSError, ValueError, TypeError, AttributeError) as error:
                log.error("%s: %s", self._file, error)
                self._seen = (now, self._seen[1])
        return self._seen[1]

    def add(self, name: str, when: float) -> None:
        """Keep that a user logged out. Raises OSError."""
        with self._lock:
            oldest = time.time() - LONGEST_SESSION_S
            kept = {each: last for each, last in self.read().items() if last > oldest}
            make_folder(self._file.parent)
            write_private(self._file, json.dumps({**kept, name: when}))


def version_of(file: Path) -> object:
    """Return what changes whenever a file is replaced; None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size


WAY = "way"
LONGEST_WAIT_S = 20.0
HASHED_AT_ONCE = 2
"""Passwords that are checked at the same time: each takes 64 MiB, and several processors."""
REQUESTER: ContextVar[str] = ContextVar("requester", default="")
"""Whose request or socket is being served; blank for nobody's, as for what the chat does by itself."""
ADDRESS: ContextVar[str] = ContextVar("address", default="")
"""Where the request comes from."""


class Logins:
    """The ways into one chat. The file of users is read again whenever it has changed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._file = users_path(settings)
        self._seen: tuple[object, dict[str, KeptUser]] = (None, {})
        self._logouts = Logouts(chat_folder(settings.kg) / LOGOUTS)
        self._of_name = Turns(10, 5.0, LONGEST_WAIT_S)
        self._of_address = Turns(60, 1.0, LONGEST_WAIT_S)
        self._hashing = asyncio.Semaphore(HASHED_AT_ONCE)
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        oauth = bool(settings.oauth_users and get_configured_oauth_providers())
        self.ways = choose_ways(self._file.exists(), settings.auth_header, oauth)

    def register(self) -> None:
        """Tell Chainlit how people come in. Raises UsersFileError: a chat whose users cannot be read lets nobody in."""
        self._users()
        os.environ[AUTH_SECRET] = signing_secret(self._settings.kg)
        cl.on_logout(self._by_logout)
        if "password" in self.ways:
            cl.password_auth_callback(self._by_password)
        if "header" in self.ways or "browser" in self.ways:
            cl.header_auth_callback(self._by_header)
        if "header" in self.ways:
            header = self._settings.auth_header
            log.warning("who reaches this chat past the proxy can name any user in %s", header)
        if "oauth" in self.ways:
            cl.oauth_callback(self._by_oauth)
        if get_configured_oauth_providers() and "oauth" not in self.ways:
            log.warning(
                "an OAuth provider is configured, and nobody may come in by it: set WIRELORE_OAUTH_USERS"
            )

    def door(self) -> Door:
        """Return what logins are held against now; nobody is let in by a file that cannot be read."""
        try:
            users = self._users()
        except UsersFileError as error:
            log.warning("%s", error)
            users = {}
        return Door(self.ways, users, self._settings.oauth_users, self._logouts.read())

    def read_session(self, headers: Headers) -> SessionLogin | None:
        """Return the login of a request that counts now; None for one without."""
        cookies = headers.get("cookie", "")
        login = read_login(get_token_from_cookies(cookie_parser(cookies)) or "")
        counts = login and self.door().still_open(login, self.named_in(headers), cookies)
        return login if counts else None

    async def _settle(self, name: str) -> None:
        """Wait out the second in which a user logged out or got a new password: logins of that second do not count."""
        door, now = self.door(), time.time()
        changed = door.users[name].changed if name in door.users else 0.0
        over = int(max(changed, door.left.get(name, 0.0))) + 1
        if 0 < over - now <= 1:
            await asyncio.sleep(over - now)

    def named_in(self, headers: Mapping[str, str]) -> str:
        """Return the user whom a proxy names in its header; blank where none does."""
        return headers.get(self._settings.auth_header, "").strip() if self._settings.auth_header else ""

    def _users(self) -> dict[str, KeptUser]:
        now = version_of(self._file)
        if now != self._seen[0]:
            self._seen = (now, read_users(self._file))
        return self._seen[1]

    async def _by_password(self, name: str, password: str) -> cl.User | None:
        address, now = ADDRESS.get(), time.monotonic()
        waits = self._of_name.wait_s(f"{address} {name[:200]}", now), self._of_address.wait_s(address, now)
        if None in waits:
            log.warning("too many logins from %s, also as %r", address, name[:200])
            return None
        await asyncio.sleep(max(wait or 0.0 for wait in waits))
        turn = self._turns.setdefault(
            address, asyncio.Semaphore(1)
        )  # so that no address keeps others waiting
        async with turn, self._hashing:
            fits = await asyncio.to_thread(check_password, self.door().users, name, password)
        return await self._let_in(name, "password") if fits else None

    async def _by_header(self, headers: Mapping[str, str]) -> cl.User | None:
        if "header" in self.ways:
            name = self.named_in(headers)
            return await self._let_in(name, "header") if name else None
        return await self.let_browser_in(headers.get("cookie", ""))

    async def _by_oauth(
        self, provider: str, _token: str, _raw: dict[str, str], default: cl.User, *_: object
    ) -> cl.User | None:
        if not is_invited(default.identifier, self._settings.oauth_users):
            log.warning("%s user %r is not invited", provider, default.identifier)
            return None
        # "github:ann" is not the ann who has a password here: no name there has a colon
        return await self._let_in(f"{provider}:{default.identifier}", "oauth")

    async def let_browser_in(self, cookies: str) -> cl.User | None:
        """Return the user that a browser is; None without its cookie."""
        name = browser_name(cookies)
        return await self._let_in(name, "browser") if name else None

    async def _let_in(self, name: str, way: LoginWay) -> cl.User:
        await self._settle(name)
        shown = {"browser": say("people.this_browser"), "oauth": name.partition(":")[2]}.get(way, name)
        return cl.User(identifier=name, display_name=shown, metadata={WAY: way})

    async def _by_logout(self, request: Request, _response: object) -> dict[str, bool]:
        """End all sessions of a user, on every device."""
        login = self.read_session(request.headers)
        if login is not None:
            await asyncio.to_thread(self._logouts.add, login.name, time.time())
        return {"success": True}


def read_login(token: str) -> SessionLogin | None:
    """Read a session's token; None for one that we did not sign, or that is over."""
    try:
        said = jwt.decode(token, os.environ[AUTH_SECRET], algorithms=["HS256"])
        return SessionLogin(str(said["identifier"]), str(said["metadata"].get(WAY, "")), float(said["iat"]))
    except (jwt.InvalidTokenError, KeyError, TypeError, ValueError, AttributeError):
        return None


def user_name() -> str:
    """Name the user of this session; blank where nobody signs in."""
    user = cl.user_session.get("user")
    return user.identifier if user else ""


LONGEST_MESSAGE = 20_000
"""Characters of a message, so that what one person asks keeps nobody else waiting."""


def refuse(pace: RateLimit, text: str) -> str:
    """Say why the user of this session may not ask this now; blank when they may, which counts."""
    if len(text) > LONGEST_MESSAGE:
        return say("people.too_long", most=f"{LONGEST_MESSAGE:,}")
    wait = pace.wait_s(user_name(), time.monotonic())
    return say("people.too_often", seconds=max(1, round(wait))) if wait else ""
