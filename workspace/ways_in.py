"""The ways to log in: password, proxy header, OAuth, or one identity per browser. Pure."""

from __future__ import annotations

import fnmatch
import hashlib
import ipaddress
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Literal
from urllib.parse import urlsplit

from workspace.conversation_report import BROWSER
from workspace.users import KeptUser, is_current

LoginWay = Literal["password", "header", "oauth", "browser"]
BROWSER_COOKIE = "wirelore_browser"
SHORTEST_TOKEN = 32
SHOWN = 16
OPEN_PATHS = ("/project/translations", "/project/settings")
"""What the page needs before anybody is logged in; Chainlit guards the second itself."""
GUARDED = ("/project/", "/feedback", "/wirelore/")
NEVER = (
    *("/project/share/", "/project/thread/share"),  # conversations are shared with nobody
    *("/docs", "/redoc", "/openapi.json", "/copilot", "/mcp"),
    "/project/element",  # elements of the browser's own making, under any id
    "/auth/jwt",  # makes a new session of an old one, also of one that counts no more
)
"""What Chainlit serves and this chat has no use for."""


@dataclass(frozen=True, slots=True)
class SessionLogin:
    """What a session's token says: who, by which way, and when (seconds since 1970)."""

    name: str
    way: str
    since: float


def choose_ways(users_file: bool, header: str, oauth: bool) -> tuple[LoginWay, ...]:
    """Say how people come in. A browser is let in as itself only where nothing else is set."""
    offered: dict[LoginWay, bool] = {"header": bool(header), "password": users_file, "oauth": oauth}
    return tuple(way for way, is_set in offered.items() if is_set) or ("browser",)


def browser_name(cookies: str) -> str:
    """Name a browser by its cookie, which the name does not tell; blank without one."""
    token = read_cookie(cookies, BROWSER_COOKIE)
    digest = hashlib.sha256(token.encode()).hexdigest()
    return BROWSER + digest[:SHOWN] if len(token) >= SHORTEST_TOKEN else ""


def read_cookie(cookies: str, name: str) -> str:
    """Return a cookie of a Cookie header; blank when it is not there."""
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(cookies)
    except CookieError:
        return ""
    return jar[name].value if name in jar else ""


def is_invited(name: str, patterns: Collection[str]) -> bool:
    """Say whether an OAuth user may come in: one of the patterns, as in "*@example.com", fits."""
    return any(fnmatch.fnmatchcase(name.lower(), pattern.lower()) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Door:
    """What a login is held against."""

    ways: tuple[LoginWay, ...]
    users: Mapping[str, KeptUser]
    oauth_users: tuple[str, ...] = ()
    left: Mapping[str, float] = field(default_factory=dict)
    """User → when they last logged out; logins from before that are over."""

    def still_open(self, login: SessionLogin, header_name: str, cookies: str) -> bool:
        """Say whether a login counts for this request; `header_name` is whom the proxy names in it."""
        if login.way not in self.ways or login.since <= int(self.left.get(login.name, 0)):
            return False
        match login.way:
            case "password":
                return is_current(self.users, login.name, login.since)
            case "header":
                return login.name == header_name
            case "oauth":
                return is_invited(login.name.partition(":")[2], self.oauth_users)
            case _:
                return login.name == browser_name(cookies)


def needs_login(path: str) -> bool:
    """Say whether a path, without the proxy's, is served to logged-in users only."""
    return path.startswith(GUARDED) and not path.startswith(OPEN_PATHS)


def is_never_served(path: str) -> bool:
    """Say whether a path is served to nobody; no file's name holds NUL."""
    return path.startswith(NEVER) or "\0" in path


# Whether a request is for this chat, and from a page of its own: a name that leads here by DNS is not enough. Pure.


THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - addresses to serve on, by which nobody is asked
NETLOC = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?")
ORIGIN = re.compile(r"https?://(\S+)", re.IGNORECASE)
ONCE = ("host", "origin", "cookie", "authorization")
"""Headers that a request has once: of two, one would be checked and the other one used."""


@dataclass(frozen=True, slots=True)
class OwnSite:
    """The names by which the chat is asked, and where a proxy serves it (blank for nowhere)."""

    names: frozenset[str]
    public: str = ""

    def refusal(
        self, headers: Collection[tuple[str, str]], address: str = "", once: Iterable[str] = ()
    ) -> str:
        """Say which words refuse a request; blank for one of our own page.

        `headers` have names in lower case; `address` is the one of this machine that was connected to. `once` are
        further headers that count only where they are there once.
        """
        names = [name for name, _ in headers]
        if any(names.count(name) > 1 for name in (*ONCE, *once)):
            return "header_twice"
        said = dict(headers)
        host = said.get("host", "").lower()
        if host_name(host) not in self.names | {host_name(address)} - {""}:
            return "unknown_host"
        origin = ORIGIN.fullmatch(said.get("origin", ""))
        is_own = origin is not None and origin[1].lower() in {host, self.public}
        return "" if is_own or "origin" not in said else "own_page_only"


def own_site(host: str, public_url: str, more: Iterable[str] = ()) -> OwnSite:
    """Name the chat's site: this machine, the host that it serves on, its public URL's, and `more`."""
    public = urlsplit(public_url).netloc.lower()
    named = {host_name(_bracketed(name.lower())) for name in (host, *more) if name not in EVERYWHERE}
    return OwnSite(frozenset({*THIS_MACHINE, host_name(public), *named} - {""}), public)


def host_name(netloc: str) -> str:
    """Return the host of HOST[:PORT], an address in its one short form; blank for what is written otherwise."""
    found = NETLOC.fullmatch(netloc)
    if not found:
        return ""
    if not netloc.startswith("["):
        return found[1]
    try:
        return ipaddress.IPv6Address(found[1].strip("[]")).compressed
    except ValueError:
        return ""


def _bracketed(name: str) -> str:
    return f"[{name}]" if name.count(":") > 1 and not name.startswith("[") else name
