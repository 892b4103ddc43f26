"""Lets people into the chat: the ways that the settings name, and one secret that signs their sessions."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Mapping

import chainlit as cl
from chainlit.oauth_providers import get_configured_oauth_providers

from chat.errors import UsersFileError
from chat.folders import SECRET, chat_folder, make_folder, users_path
from chat.people.rate_limit import RateLimit
from chat.people.users_file import KeptUser, check_password, read_users
from chat.people.ways_in import Door, Way, browser_name, choose_ways, is_invited, provider_name
from chat.words.say import say
from graph_store.private_file import write_private
from settings import Settings

AUTH_SECRET = "CHAINLIT_AUTH_SECRET"  # noqa: S105 - a variable's name
WAY = "way"
TRIES_A_MINUTE = 10

log = logging.getLogger(__name__)


class Logins:
    """The ways into one chat. The file of users is read again whenever it has changed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._file = users_path(settings)
        self._seen: tuple[float, dict[str, KeptUser]] = (-1.0, {})
        self._tries = RateLimit(TRIES_A_MINUTE)
        oauth = bool(settings.oauth_users and get_configured_oauth_providers())
        self.ways = choose_ways(self._file.exists(), settings.auth_header, oauth)

    def register(self) -> None:
        """Tell Chainlit how people come in. Raises UsersFileError: a chat whose users cannot be read lets nobody in."""
        self._users()
        sign_sessions(self._settings.kg)
        if "password" in self.ways:
            cl.password_auth_callback(self._by_password)
        if "header" in self.ways or "browser" in self.ways:
            cl.header_auth_callback(self._by_header)
        if "header" in self.ways:
            log.warning(
                "who reaches this chat past the proxy can name any user in %s", self._settings.auth_header
            )
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
        return Door(self.ways, users, self._settings.oauth_users)

    def may_go_on(self, user: cl.User | None) -> bool:
        """Say whether a user may ask one more question: who was removed has a page open still."""
        if user is None or user.metadata.get(WAY) != "password":
            return True
        return user.identifier in self.door().users

    def named_in(self, headers: Mapping[str, str]) -> str:
        """Return the user whom a proxy names in its header; blank where none does."""
        return headers.get(self._settings.auth_header, "").strip() if self._settings.auth_header else ""

    def _users(self) -> dict[str, KeptUser]:
        changed = self._file.stat().st_mtime if self._file.exists() else 0.0
        if changed != self._seen[0]:
            self._seen = (changed, read_users(self._file))
        return self._seen[1]

    async def _by_password(self, name: str, password: str) -> cl.User | None:
        if self._tries.wait_s(name, time.monotonic()):
            log.warning("too many logins as %r", name)
            return None
        fits = await asyncio.to_thread(check_password, self.door().users, name, password)
        return _user(name, "password") if fits else None

    async def _by_header(self, headers: Mapping[str, str]) -> cl.User | None:
        if "header" in self.ways:
            name = self.named_in(headers)
            return _user(name, "header") if name else None
        return browser_user(headers.get("cookie", ""))

    async def _by_oauth(
        self, provider: str, _token: str, _raw: dict[str, str], default: cl.User, *_: object
    ) -> cl.User | None:
        if not is_invited(default.identifier, self._settings.oauth_users):
            log.warning("%s user %r is not invited", provider, default.identifier)
            return None
        return _user(provider_name(provider, default.identifier), "oauth")


def browser_user(cookies: str) -> cl.User | None:
    """Return the user that a browser is; None without its cookie."""
    name = browser_name(cookies)
    return _user(name, "browser") if name else None


def _user(name: str, way: Way) -> cl.User:
    return cl.User(identifier=name, display_name=_displayed(name, way), metadata={WAY: way})


def _displayed(name: str, way: Way) -> str:
    """Return the name that the page shows of a user."""
    if way == "browser":
        return say("people.this_browser")
    return name.partition(":")[2] if way == "oauth" else name


def refuse(logins: Logins, pace: RateLimit) -> str:
    """Say why the user of this session may not ask now; blank when they may, which counts."""
    user = cl.user_session.get("user")
    if not logins.may_go_on(user):
        return say("people.removed")
    wait = pace.wait_s(user.identifier if user else "", time.monotonic())
    return say("people.too_often", seconds=max(1, round(wait))) if wait else ""


def sign_sessions(kg: str) -> None:
    """Have a secret that signs sessions: the environment's, or one made once and kept beside the KG."""
    if os.environ.get(AUTH_SECRET):
        return
    path = chat_folder(kg) / SECRET
    if not path.is_file():
        make_folder(path.parent)
        write_private(path, secrets.token_urlsafe(48))
    os.environ[AUTH_SECRET] = path.read_text("utf-8").strip()
